"""A studio for a file of tests, and a project that each of them finds as it was new."""

import shutil

import pytest

from tests.studio.owner_site import files, owned_site
from tests.web.priority import unniced_jobs


@pytest.fixture(scope="module", autouse=True)
def unniced():
    """The studio's processes run at normal priority, so that a busy machine lets them finish."""
    from offleash.studio.boards.bot_games import client
    from offleash.studio.experiments import runs
    from offleash.studio.print import page as site
    from offleash.tables.replays import replay

    with unniced_jobs(site, replay), pytest.MonkeyPatch.context() as patch:
        patch.setattr(runs, "NICENESS", 0)
        patch.setattr(client, "NICENESS", 0)
        yield


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    with owned_site(tmp_path_factory.mktemp("studio")) as (browser, folder):
        yield browser, folder


@pytest.fixture
def workspace(site):
    """The owner's browser and a project as it was new."""
    browser, folder = site
    sample = files(folder)
    yield browser, folder
    for other in folder.parent.iterdir():
        shutil.rmtree(other)
    folder.mkdir()
    for name, data in sample.items():  # without the history
        (folder / name).write_bytes(data)
