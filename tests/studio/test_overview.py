"""The overview of a project: its boards and rule sets, and its history, over HTTP."""

import hashlib
import json
import re
from io import BytesIO

import pytest
from PIL import Image

from offleash.projects.history import list_versions
from offleash.projects.project import digest_of, read_inside, read_project
from tests.studio.owner_site import files

AT = "/studio/mine/overview"


def act(browser, action, **fields):
    return browser.post(AT, data={"action": action, **fields})


def notes(folder):
    return [version.note for version in list_versions(folder)]


def test_a_board_is_duplicated_edited_used_and_deleted(workspace):
    browser, folder = workspace
    answer = act(browser, "duplicate", file="board.txt", name="Wide & wild?")
    assert answer.status_code == 303 and "done=Copied" in answer.headers["location"]
    at = "/studio/mine/boards/Wide%20%26%20wild%3F.txt"
    board = browser.get(f"{at}/board").json()
    assert "name: Wide & wild?" in board["text"]
    text = board["text"].replace("Wide & wild?", "Wide")
    body = {"text": text, "digest": board["digest"], "note": "shorter name"}
    assert browser.post(f"{at}/board", json=body).json()["digest"] == digest_of(text)
    assert notes(folder)[0] == "shorter name"
    assert "name: Wide\n" not in read_inside(folder, "board.txt")
    page = browser.get(AT).text
    assert '<h3><a href="/studio/mine/boards/Wide%20%26%20wild%3F.txt">Wide</a></h3>' in page
    assert act(browser, "use", file="Wide & wild?.txt").status_code == 303
    assert read_project(folder).files["board"] == "Wide & wild?.txt"
    assert act(browser, "delete", file="Wide & wild?.txt").status_code == 422
    assert act(browser, "delete", file="board.txt").status_code == 303
    assert not (folder / "board.txt").exists()


def test_a_draft_belongs_to_its_board_and_follows_its_name(workspace):
    browser, folder = workspace
    act(browser, "duplicate", file="board.txt", name="Other")
    body = {"text": "half a board", "digest": ""}
    assert browser.post("/studio/mine/boards/Other.txt/draft", json=body).status_code == 200
    assert browser.get("/studio/mine/board").json()["draft"] is None
    act(browser, "rename", file="Other.txt", name="Third")
    draft = browser.get("/studio/mine/boards/Third.txt/board").json()["draft"]
    assert draft["text"] == "half a board"
    assert browser.get("/studio/mine/boards/Other.txt/board").status_code == 404
    assert sorted(folder.glob(".*.draft")) == [folder / ".Third.txt.draft"]


def test_rule_sets_have_values_of_their_own(workspace):
    browser, folder = workspace
    assert act(browser, "new", kind="rules", name="short game").status_code == 303
    at = "/studio/mine/rule-sets/short%20game.toml"
    digests = browser.post(f"{at}/check", json={}).json()["digests"]
    body = {"sent": {"o.win_territories": "11"}, "digests": digests, "note": "11 are enough"}
    fields = browser.post(at, json=body).json()["fields"]
    assert fields["win_territories"]["parts"] == {"o.win_territories": "11"}
    assert "win_territories = 11" in read_inside(folder, "short game.toml")
    assert "win_territories" not in read_inside(folder, "rules.toml")
    assert browser.get(at).status_code == 200
    assert "short game.toml · win_territories 11" in browser.get(AT).text
    assert browser.get("/studio/mine/rule-sets/board.txt").status_code == 404


@pytest.mark.parametrize(
    ("name", "data", "message"),
    [
        ("x.txt", b"\xff\xfe", "x.txt is not text in UTF-8"),
        ("x.txt", b"hello", "line 1: a board begins with"),
        ("../../x.txt", b"", "Choose a file to import"),
        ("x.txt", b"x" * 70_000, "at most 65,536 bytes"),
    ],
)
def test_an_import_is_checked(workspace, name, data, message):
    browser, folder = workspace
    before = files(folder)
    fields = {"action": "import", "kind": "board"}
    answer = browser.post(AT, data=fields, files={"upload": (name, data)})
    assert answer.status_code == 422 and files(folder) == before
    sentence = re.search(r'role="alert">(.*?)</p>', answer.text, re.S)[1]
    assert message in sentence.replace("&#39;", "'")


def test_a_file_is_imported_under_its_own_name(workspace):
    browser, folder = workspace
    data = read_inside(folder, "board.txt").encode()
    fields = {"action": "import", "kind": "board"}
    answer = browser.post(AT, data=fields, files={"upload": (r"..\..\Süd.txt", data)})
    assert answer.status_code == 303 and (folder / "Süd.txt").read_bytes() == data
    again = browser.post(AT, data=fields, files={"upload": ("Süd.txt", data)})
    assert again.status_code == 303 and (folder / "Süd 2.txt").read_bytes() == data
    assert browser.get("/studio/mine/overview/board.svg?file=S%C3%BCd.txt").text.startswith("<svg")


def test_a_click_plays_another_board_with_other_rules(workspace):
    browser, _ = workspace
    act(browser, "duplicate", file="board.txt", name="Wide")
    fields = {"project": "mine", "board": "Wide.txt", "hints": "yes"}
    asked = browser.post("/new/uri-nation", data=fields)  # for a name, the first time
    assert asked.status_code == 422 and 'name="board" value="Wide.txt"' in asked.text
    answer = browser.post("/new/uri-nation", data={**fields, "name": "Ada"})
    assert answer.status_code == 303 and answer.headers["location"].startswith("/table/")
    wrong = browser.post("/new/uri-nation", data={**fields, "board": "rules.toml", "name": "Ada"})
    assert wrong.status_code == 422 and "used as board" in wrong.text


def test_the_print_page_takes_the_board_in_its_address(workspace):
    browser, _ = workspace
    act(browser, "duplicate", file="board.txt", name="Wide")
    page = browser.get("/studio/mine/paper?board=Wide.txt").text
    assert 'data-query="?board=Wide.txt"' in page
    assert browser.get("/studio/mine/paper?board=rules.toml").status_code == 404
    assert browser.get("/studio/mine/paper?board=..%2Fx").status_code == 404


def test_a_project_is_duplicated(workspace):
    browser, folder = workspace
    answer = act(browser, "copy-project", name="Rosewood Corner")
    assert answer.headers["location"] == "/studio/Rosewood-Corner/overview"
    copy = folder.parent / "Rosewood-Corner"
    assert read_project(copy).title == "Rosewood Corner"
    assert read_inside(copy, "board.txt") == read_inside(folder, "board.txt")
    assert act(browser, "copy-project", name="Rosewood Corner").status_code == 422


def test_a_version_with_an_impossible_time_is_listed(workspace):
    browser, folder = workspace
    (folder / ".history").mkdir(exist_ok=True)
    for number, at in enumerate(("1e300", "NaN", "Infinity", "1"), 1):
        record = f'{{"at": {at}, "note": "note {number}", "files": {{}}}}'
        (folder / ".history" / f"{number:06}.json").write_text(record)
    page = browser.get("/studio/mine/history")
    assert page.status_code == 200
    assert "note 1" in page.text and "1 January 1970, 00:00 UTC" in page.text


def test_the_history_shows_what_changed_and_brings_it_back(workspace):
    browser, folder = workspace
    board = browser.get("/studio/mine/board").json()
    rows = board["text"].split("grid:\n")[1].splitlines()
    row, column = next((r, line.index("T")) for r, line in enumerate(rows) if "T" in line)
    changed = [*rows[:row], rows[row].replace("T", ".", 1), *rows[row + 1 :]]
    text = board["text"].replace("\n".join(rows), "\n".join(changed))
    body = {"text": text, "digest": board["digest"], "note": "<b>one yard less</b>"}
    assert browser.post("/studio/mine/board", json=body).status_code == 200
    page = browser.get("/studio/mine/history").text
    names = {kind["key"]: kind["name"] for kind in board["kinds"]}
    assert f"Row {row}, column {column}: {names['T']} → {names['.']}." in page
    assert "&lt;b&gt;one yard less&lt;/b&gt;" in page and "<b>one" not in page
    numbers = [version.number for version in list_versions(folder)]
    for number in numbers[:2]:
        address = f"/studio/mine/history/board.svg?version={number}&file=board.txt"
        assert browser.get(address).text.startswith("<svg")
    earlier = {"version": str(numbers[1])}
    assert browser.post("/studio/mine/history", data=earlier).status_code == 303
    assert read_inside(folder, "board.txt") == board["text"]
    assert browser.post("/studio/mine/history", data={"version": "999"}).status_code == 422
    for query in ("version=999", "version=1&file=../../x", "version=1"):
        assert browser.get(f"/studio/mine/history/board.svg?{query}").status_code == 404


def test_the_sizes_of_components_are_checked_against_the_board(workspace):
    browser, folder = workspace
    text = read_inside(folder, "board.txt")
    check = {"text": text, "views": []}
    assert browser.post("/studio/mine/check", json=check).json()["room"]["misfits"] == []
    sizes = {"size-disk": "26", "size-fortify token": "12.5", "size-dog": "14"}
    assert act(browser, "sizes", **sizes).status_code == 303
    assert read_project(folder).sizes == {"disk": 26, "fortify token": 12.5}  # 14 is the usual
    (misfit,) = browser.post("/studio/mine/check", json=check).json()["room"]["misfits"]
    assert misfit["words"].startswith("disk + fortify token need ")
    page = browser.get(AT).text
    assert 'name="size-disk"' in page and 'value="12.5"' in page
    plan = browser.post("/studio/mine/paper/plan", json={"paper": "A4"}).json()
    assert any(words.startswith("disk + fortify token need ") for words in plan["crowded"])
    for wrong in ({"size-disk": "0"}, {"size-dog": "101"}, {"size-dog": "wide"}):
        answer = act(browser, "sizes", **wrong)
        assert answer.status_code == 422 and "measures 2 to 100 mm" in answer.text
    assert act(browser, "sizes").status_code == 303
    assert read_project(folder).sizes == {} and "sizes" not in read_inside(folder, "project.toml")


def picture():
    out = BytesIO()
    Image.new("RGB", (20, 10), "red").save(out, "PNG")
    return out.getvalue()


def send_image(browser, slot, data):
    form, upload = {"action": "image", "slot": slot}, {"upload": ("a.png", data)}
    return browser.post(AT, data=form, files=upload)


def test_images_are_cleaned_served_copied_and_deleted(workspace):
    browser, folder = workspace
    assert send_image(browser, "space-water", picture()).status_code == 303
    answer = browser.get(f"{AT}/image", params={"slot": "space-water"})
    assert answer.headers["content-type"] == "image/png"
    assert Image.open(BytesIO(answer.content)).size == (20, 10)
    assert "<image" in browser.get(f"{AT}/board.svg?file=board.txt").text
    before = files(folder)
    bomb = b'<!DOCTYPE svg [<!ENTITY a "b">]><svg xmlns="http://www.w3.org/2000/svg">&a;</svg>'
    for slot, data in (
        ("space-water", b"<html><script>"),
        ("space-water", bomb),
        ("space-water", bytes(900_001)),
        ("../../x", picture()),
        ("", picture()),
    ):
        assert send_image(browser, slot, data).status_code == 422
    assert files(folder) == before
    for slot in ("cover", "../project", ""):
        assert browser.get(f"{AT}/image", params={"slot": slot}).status_code == 404
    browser.post(AT, data={"action": "copy-project", "name": "Copy"})
    assert (folder.parent / "Copy" / "image-space-water.png").exists()
    assert browser.post(AT, data={"action": "delete-image", "slot": "space-water"}).is_redirect
    assert "<image" not in browser.get(f"{AT}/board.svg?file=board.txt").text


def test_a_damaged_image_is_left_out_of_pictures(workspace):
    browser, folder = workspace
    send_image(browser, "space-water", picture())
    (folder / "image-cover.png").write_bytes(b"<html>")
    answer = browser.get(f"{AT}/board.svg?file=board.txt")
    assert answer.status_code == 200 and "<image" in answer.text
    answer = browser.get(f"{AT}/image", params={"slot": "cover"})
    assert answer.status_code == 422 and "image-cover.png" in answer.text
    assert str(folder.parent) not in answer.text
    assert browser.get(AT).status_code == 200


def test_names_are_saved_if_they_are_valid(workspace):
    browser, folder = workspace
    names = {"action": "names", "name-Grit": " True  Grit ", "name-Yapper": "Siren"}
    assert browser.post(AT, data=names).status_code == 303
    assert 'names = "Grit = True Grit, Yapper = Siren"' in (folder / "project.toml").read_text()
    rules = browser.get("/studio/mine/rules").text
    assert "Siren" in rules and ">Yapper" not in rules and 'value="yapper"' in rules
    cards = browser.get("/studio/mine/cards/chance_cards/file").json()
    assert ["grit", "True Grit"] in cards["bench"]["effects"][0]["parts"][0]["choices"]
    form = browser.get("/lab?subject=project/mine&kind=simulate").text
    assert "Siren" in form
    before = files(folder)
    for wrong in ("<b>", "a,b", "a=b", "x" * 21, "Swagger"):
        assert browser.post(AT, data={**names, "name-Grit": wrong}).status_code == 422
    assert files(folder) == before
    browser.post(AT, data={"action": "names"})
    assert "names" not in (folder / "project.toml").read_text()


def test_two_people_change_names_and_notes_at_once(workspace):
    browser, folder = workspace
    page = browser.get(AT).text
    began = dict(re.findall(r'name="(was-[^"]+)" value="([^"]*)"', page))

    def save(action, **fields):
        return act(browser, action, **began, **fields)

    # Two pages that were opened before either of them saved.
    assert save("names", **{"name-Grit": "Pluck", "name-Yapper": ""}).status_code == 303
    assert save("names", **{"name-Grit": "", "name-Yapper": "Siren"}).status_code == 303
    assert 'names = "Grit = Pluck, Yapper = Siren"' in (folder / "project.toml").read_text()
    assert save("title", title="Our street", notes="").status_code == 303
    assert save("title", title="My street", notes="Two\r\nlines").status_code == 303
    head = read_project(folder)
    assert (head.title, head.notes) == ("Our street", "Two\nlines")
    both = save("title", title="My street", notes="Other <b>words</b>")
    assert both.status_code == 422 and "Somebody else has changed notes to" in both.text
    assert "Other &lt;b&gt;words" in both.text  # what was typed stays in the form
    assert read_project(folder).notes == "Two\nlines"


def test_a_version_that_cannot_be_restored_changes_no_image(workspace):
    browser, folder = workspace
    rules = (folder / "rules.toml").read_bytes()
    assert send_image(browser, "cover", picture()).status_code == 303
    (folder / "rules.toml").write_text("nonsense = 1\n")
    assert act(browser, "delete-image", slot="cover").status_code == 303
    (folder / "rules.toml").write_bytes(rules)
    number = list_versions(folder)[1].number  # with the image and the nonsense
    answer = browser.post("/studio/mine/history", data={"version": str(number)})
    assert answer.status_code == 422 and "Nothing was restored" in answer.text
    assert not (folder / "image-cover.png").exists()


def test_a_foreign_history_leads_nowhere_else(workspace):
    browser, folder = workspace
    data = b"outside"
    digest = hashlib.sha256(data).hexdigest()
    act(browser, "title", title="Mine")
    (folder / ".history" / "texts" / digest).write_bytes(data)
    for number, name in enumerate(("image-../../evil.png", "image-/../../../evil.png"), 50):
        record = {"at": 1.0, "note": "", "files": {name: digest}}
        (folder / ".history" / f"{number:06}.json").write_text(json.dumps(record))
        answer = browser.post("/studio/mine/history", data={"version": str(number)})
        assert answer.status_code == 422
    assert not list(folder.parent.parent.rglob("evil.png"))


def test_an_image_is_not_written_through_a_link(workspace, tmp_path):
    browser, folder = workspace
    outside = tmp_path / "outside.png"
    outside.write_bytes(b"mine")
    (folder / "image-cover.png").symlink_to(outside)
    answer = send_image(browser, "cover", picture())
    assert answer.status_code == 422 and outside.read_bytes() == b"mine"


def test_a_rule_set_gets_a_preset_of_its_own(workspace):
    browser, folder = workspace
    browser.post(AT, data={"action": "new", "kind": "rules", "name": "Old"})
    at, head = "/studio/mine/rule-sets/Old.toml", (folder / "project.toml").read_text()
    digests = browser.post(f"{at}/check", json={}).json()["digests"]
    answer = browser.post(at, json={"preset": "1.2", "digests": digests})
    assert answer.status_code == 200, answer.text
    assert 'base = "1.2"' in (folder / "Old.toml").read_text()
    assert (folder / "project.toml").read_text() == head
    assert read_project(folder).base == "1.4"
    assert read_project(folder, {"rules": "Old.toml"}).base == "1.2"
    assert "preset 1.2" in browser.get(AT).text
