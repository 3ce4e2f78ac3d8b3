"""The site of the documents: every page is in it, and its pages of reference are the code's."""

import importlib.util
import inspect
import re
import sys
from importlib import import_module
from pathlib import Path

import pytest

from offleash.games import registry

ROOT = Path(__file__).parent.parent
SITE = ROOT / "docs" / "site"


@pytest.fixture(scope="module")
def build():
    sys.path.insert(0, str(SITE))
    try:
        spec = importlib.util.spec_from_file_location("build", SITE / "build.py")
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        yield module
    finally:
        sys.path.remove(str(SITE))


@pytest.fixture(scope="module")
def reference(build):
    return build.reference


@pytest.fixture(scope="module")
def source(build, tmp_path_factory):
    folder = tmp_path_factory.mktemp("site") / "source"
    build.lay_out(folder)
    return folder


def test_every_page_has_a_place_in_the_contents(source):
    blocks = re.findall(r"```{toctree}\n(.*?)```", (source / "index.md").read_text(), re.DOTALL)
    listed = {line for block in blocks for line in block.splitlines() if line and line[0] != ":"}
    pages = {file.relative_to(source).with_suffix("").as_posix() for file in source.rglob("*.md")}
    assert listed == pages - {"index"}


def test_pictures_lie_next_to_their_pages(source):
    pictures = [
        page.parent / name
        for page in source.rglob("*.md")
        for name in re.findall(r"```{image} (\S+)", page.read_text(encoding="utf-8"))
    ]
    assert len(pictures) >= 4 and all(picture.is_file() for picture in pictures)


def test_every_command_and_option_is_in_the_reference(source):
    from tests.test_docs import command_group

    group = command_group()
    text = (source / "reference/commands.md").read_text(encoding="utf-8")
    context = group.make_context("offleash", [], resilient_parsing=True)
    missing = [n for n in group.list_commands(context) if f"# offleash {n}\n" not in text]
    assert missing == [] and "`--seed`" in text and "[bold]" not in text
    text = (source / "reference/options.md").read_text(encoding="utf-8")
    for name in registry.ROWS:
        assert [
            o.name for o in registry.load(name).rules.options if f"`{o.name}`" not in text
        ] == []


def test_public_names_are_explained_and_nothing_else_is_public(reference, source):
    """A version keeps the names in `__all__` of these modules, and what they are said to do."""
    text = (source / "reference/python.md").read_text(encoding="utf-8")
    for module in reference.PUBLIC_MODULES:
        home = import_module(module)
        for name in home.__all__:
            value = getattr(home, name)
            if inspect.isclass(value) or inspect.isfunction(value):
                assert inspect.getdoc(value), f"{module}.{name}"
                assert re.search(rf"^\.\. auto\w+:: {name}$", text, re.MULTILINE), name
    promise = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8").partition("[Unreleased]")[0]
    assert "docs/site/reference.py" in promise


@pytest.mark.more
def test_the_site_is_built_without_a_warning(build, tmp_path):
    pytest.importorskip("sphinx", reason="sphinx is not installed: make docs")
    assert build.main(tmp_path) == 0
    assert (tmp_path / "html" / "search.html").is_file()
    page = (tmp_path / "html" / "index.html").read_text(encoding="utf-8")
    loaded = re.findall(r'<(?:script|link)[^>]*(?:src|href)="(https?:[^"]+)"', page)
    assert loaded == []  # it works without a network
