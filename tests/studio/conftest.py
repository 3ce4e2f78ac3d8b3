"""A studio for a file of tests, and a project that each of them finds as it was new."""

import shutil

import pytest

from tests.studio.whole import files, owned


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    with owned(tmp_path_factory.mktemp("studio")) as (browser, folder):
        yield browser, folder


@pytest.fixture
def at_work(site):
    """The owner's browser and a project as it was new."""
    browser, folder = site
    begun = files(folder)
    yield browser, folder
    for other in folder.parent.iterdir():
        shutil.rmtree(other)
    folder.mkdir()
    for name, data in begun.items():
        (folder / name).write_bytes(data)
