"""The owner deletes a project, restores it or erases it; links go with it."""

from offleash.projects.deletion import DELETED
from offleash.projects.history import list_versions, record_version
from offleash.projects.project import list_projects


def act(browser, action, project):
    return browser.post("/studio", data={"action": action, "project": project})


def test_a_deleted_project_comes_back_whole(workspace):
    browser, folder = workspace
    record_version(folder, "before")
    notes = [version.note for version in list_versions(folder)]
    assert act(browser, "delete", "mine").status_code == 303
    assert not folder.exists() and list_projects(folder.parent) == []
    assert browser.get("/studio/mine/overview").status_code == 404
    page = browser.get("/studio").text
    assert "Deleted projects" in page and "Restore" in page
    assert act(browser, "restore", "mine").status_code == 303
    assert [version.note for version in list_versions(folder)] == notes
    assert browser.get("/studio/mine/overview").status_code == 200


def test_an_erased_project_leaves_nothing(workspace):
    browser, folder = workspace
    act(browser, "delete", "mine")
    assert act(browser, "erase", "mine").status_code == 303
    assert list((folder.parent / DELETED).iterdir()) == []


def test_a_name_that_is_taken_is_not_overwritten(workspace):
    browser, folder = workspace
    files = {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}
    act(browser, "delete", "mine")
    folder.mkdir()
    for name, data in files.items():
        (folder / name).write_bytes(data)
    answer = act(browser, "restore", "mine")
    assert answer.status_code == 422 and "ine already exists" in answer.text
    act(browser, "delete", "mine")
    assert sorted(path.name for path in (folder.parent / DELETED).iterdir()) == ["mine", "mine-2"]


def test_nothing_outside_the_folder_can_be_named(workspace):
    browser, folder = workspace
    act(browser, "delete", "mine")
    for action in ("delete", "restore", "erase"):
        for name in ("..", "../..", ".", "", ".deleted", "/etc", "mine/..", "nobody"):
            assert act(browser, action, name).status_code == 422, (action, name)
    assert act(browser, "burn", "mine").status_code == 422
    assert (folder.parent / DELETED / "mine").is_dir()


def test_only_the_owner_deletes(workspace):
    browser, folder = workspace
    browser.cookies.clear()
    browser.headers.pop("cookie", None)
    assert act(browser, "delete", "mine").status_code in (303, 403)
    assert folder.is_dir()
