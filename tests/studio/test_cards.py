"""Decks of projects: opened, checked card by card, drawn, kept as drafts, saved line by line."""

import json

import pytest

from offleash.contract.studio.kit import KitChoice
from offleash.games import registry
from offleash.games.uri_nation.deck import DECK_OPTIONS, OPS, parse_deck
from offleash.games.uri_nation.editor.deck_bench import DECKS
from offleash.projects.project import digest_of, new_project, read_project, write_project
from offleash.studio.cards.cards import effect_to_json
from offleash.studio.projects import access
from tests.studio.owner_site import files
from tests.studio.scripts import run_script

AT = "/studio/mine/cards/chance_cards"


def read_deck(browser, at=AT):
    payload = browser.get(f"{at}/file").json()
    return json.loads(payload["text"]), payload["digest"]


def save(browser, cards, digest, at=AT):
    return browser.post(f"{at}/file", json={"text": json.dumps(cards), "digest": digest})


def check(browser, cards, draw=(), at=AT):
    return browser.post(f"{at}/check", json={"text": json.dumps(cards), "draw": list(draw)}).json()


def test_cards_are_changed_copied_moved_and_removed(workspace):
    browser, folder = workspace
    before = (folder / "chance_cards.toml").read_text()
    cards, digest = read_deck(browser)
    assert [card["id"] for card in cards] == [f"CH{n:02}" for n in range(1, 25)]
    assert save(browser, cards, digest).json()["digest"] == digest
    assert (folder / "chance_cards.toml").read_text() == before
    cards[0] |= {"name": "Found two sandwiches", "effects": ["tok drive +3", "all: water -1"]}
    cards.append({**cards[3], "id": "CH25", "was": ""})
    cards.insert(0, cards.pop(1))
    del cards[5]
    response = save(browser, cards, digest)
    assert response.status_code == 200
    deck = parse_deck((folder / "chance_cards.toml").read_text())
    assert [card.id for card in deck] == [card["id"] for card in cards]
    assert deck[1].text == "tok drive +3; all: water -1" and deck[-1].name == "Stole a chip"
    assert response.json()["digest"] == digest_of((folder / "chance_cards.toml").read_text())
    assert read_project(folder).options["deck_size"][0].tolist() == [24, 24, 24]


def test_a_card_that_can_not_be_printed_says_so_and_can_still_be_saved(workspace):
    browser, _ = workspace
    cards, digest = read_deck(browser)
    cards[2]["name"] = "Łódź, Ωμέγα, Собака"  # which the font has
    cards[4]["name"] = "The dog 犬 and the cat 猫"
    result = check(browser, cards, draw=[4])
    reason = "This card can't be printed: the font lacks 犬, 猫."
    assert result["problems"] == [reason if n == 4 else "" for n in range(len(cards))]
    assert "4" in result["pictures"] and not result["problem"]
    assert save(browser, cards, digest).status_code == 200


def test_images_are_read_once_for_all_cards(workspace, monkeypatch):
    browser, folder = workspace
    cards, _ = read_deck(browser)
    (folder / "image-cover.png").touch()
    reads = []
    monkeypatch.setattr(access, "read_image", lambda path: reads.append(path) or "data:,")
    assert sorted(check(browser, cards, draw=[4, 2, 4, 4])["pictures"]) == ["2", "4"]
    assert reads == [folder / "image-cover.png"]


DECK_TEXT = """# My chances.

# The best of all.
[[card]]
id = "A1"   # never change
category = "food"
name = 'Found a "sandwich"' # true story
effects = "tok drive +2"

[[card]]
effects = "tok drive +1"
category = "food"
id = "A2"
name = "A chip"
"""


def test_handwritten_comments_stay(workspace):
    browser, folder = workspace
    (folder / "chance_cards.toml").write_text(DECK_TEXT)
    cards, digest = read_deck(browser)
    cards[0]["name"] = "Two"
    cards.reverse()
    assert save(browser, cards, digest).status_code == 200
    head, first, second = DECK_TEXT.partition("# The best")[0], *DECK_TEXT.split("\n\n")[1:]
    first = first.replace("""'Found a "sandwich"'""", '"Two"')
    text = f"{head}{second}\n{first}\n"
    assert (folder / "chance_cards.toml").read_text() == text
    cards[1]["id"] = "B1"  # its lines are still found
    assert save(browser, cards, digest_of(text)).status_code == 200
    assert (folder / "chance_cards.toml").read_text() == text.replace('"A1"', '"B1"')


ONE = """# first
[['card']] # one
id = "A1"
category = "food"
name = '''[[card]]'''
effects = '''
water +1''' # sip
"""


def test_headers_in_quotes_and_ids_taken_twice_keep_their_lines(workspace):
    browser, folder = workspace
    text = f"{ONE}\n{ONE.replace('first', 'second').replace('sip', 'gulp')}"
    (folder / "chance_cards.toml").write_text(text)
    cards, digest = read_deck(browser)
    assert [card["name"] for card in cards] == ["[[card]]"] * 2
    cards[1]["id"] = "A2"
    assert save(browser, cards, digest).status_code == 200
    head, _, tail = text.rpartition('"A1"')
    assert (folder / "chance_cards.toml").read_text() == f'{head}"A2"{tail}'


@pytest.mark.parametrize("text", ["", "# mine\n", "# mine\ncard = []", "card = [] # mine\n"])
def test_a_deck_without_cards_gets_its_first(workspace, text):
    browser, folder = workspace
    card = read_deck(browser)[0][0]
    (folder / "chance_cards.toml").write_text(text)
    cards, digest = read_deck(browser)
    assert cards == []
    assert browser.post(f"{AT}/check", json={"text": "[]"}).json()["problem"]
    assert save(browser, [card], digest).status_code == 200
    assert [entry["id"] for entry in read_deck(browser)[0]] == [card["id"]]
    start = "# mine" if text.startswith("#") else "[[card]]"
    assert (folder / "chance_cards.toml").read_text().startswith(start)


def test_a_deck_that_was_broken_meanwhile_gets_one_error_message(workspace):
    browser, folder = workspace
    cards, digest = read_deck(browser)
    for text in ("[[card]\n", "card = 1\n", "[[card]]\nid = 5\n", "a = 1\na = 2\n"):
        (folder / "chance_cards.toml").write_text(text)
        answer = save(browser, cards, digest)
        assert answer.status_code == 422
        assert answer.json()["sentence"].startswith("chance_cards.toml: ")
        response = browser.post(f"{AT}/check", json={"text": json.dumps(cards)})
        assert response.is_success and response.json()["problem"]
        assert (folder / "chance_cards.toml").read_text() == text


@pytest.mark.parametrize(
    ("field", "value", "sentence"),
    [
        (
            "effects",
            ["tok drive +2", "bark loudly"],
            "Card CH02, effects: 'bark loudly' is not an effe",
        ),
        ("effects", ["tok drive"], "Card CH02, effects: 'tok drive' is not understood"),
        ("effects", ["water +99"], "Card CH02, effects: 'water +99' needs a number from 1 to 20"),
        ("effects", ["cats: water +1"], "Card CH02, effects: 'cats: water +1' must begin with"),
        ("effects", ["close water"], "Card CH02, effects: 'close water' happens to everybody"),
        ("effects", [""], "Card CH02 has no effects."),
        ("effects", ["water +1"] * 5, "Card CH02, effects: at most 4, not 5."),
        ("effects", "water +1", "Effects must be a list of texts, not 'water +1'."),
        ("name", "", "Card CH02 has no name."),
        ("name", "x" * 81, "Card CH02, name: write one line of at most 80 letters."),
        ("name", "two\nlines", "Card CH02, name: write one line of at most 80 letters."),
        ("hold", "always", "Card CH02, hold: write pre_roll or pre_action, not 'always'."),
        ("id", "no id", "A card, id: 'no id' is not 1 to 12 letters and digits."),
        ("id", "ch01", "There is a card ch01 already."),
        ("source", 5, "Source must be a text, not 5."),
    ],
)
def test_a_wrong_card_gets_its_error_message_and_is_not_saved(workspace, field, value, sentence):
    browser, folder = workspace
    before = files(folder)
    cards, digest = read_deck(browser)
    cards[1][field] = value
    checks = check(browser, cards, [0, 1])
    assert checks["problems"][1].startswith(sentence)
    assert [n for n, problem in enumerate(checks["problems"]) if problem] == [1]
    assert list(checks["pictures"]) == ["0"] and checks["pictures"]["0"].startswith("<svg")
    answer = save(browser, cards, digest)
    assert (answer.status_code, answer.json()["sentence"]) == (422, checks["problems"][1])
    assert files(folder) == before


def test_a_wrong_effect_in_the_file_can_be_fixed_on_the_page(workspace):
    browser, folder = workspace
    text = (folder / "chance_cards.toml").read_text()
    (folder / "chance_cards.toml").write_text(text.replace("tok swagger +1", "tok swager +1", 1))
    cards, digest = read_deck(browser)
    (wrong,) = (n for n, problem in enumerate(check(browser, cards)["problems"]) if problem)
    assert cards[wrong]["effects"] == ["tok swager +1"]
    cards[wrong]["effects"] = ["tok swagger +1"]
    assert save(browser, cards, digest).status_code == 200
    assert (folder / "chance_cards.toml").read_text() == text


def test_an_id_occurs_in_one_deck_only(workspace):
    browser, _ = workspace
    cards, digest = read_deck(browser)
    cards[0]["id"] = "EV01"
    checks = check(browser, cards)
    assert not any(checks["problems"]) and "both have a card" in checks["problem"]
    answer = save(browser, cards, digest)
    assert (answer.status_code, answer.json()["sentence"]) == (422, checks["problem"])
    checks = check(browser, [])
    assert "1 to 40 cards" in checks["problem"] and save(browser, [], digest).status_code == 422
    assert len(read_deck(browser)[0]) == 24


def test_a_file_that_changed_meanwhile_is_not_overwritten(workspace):
    browser, folder = workspace
    cards, digest = read_deck(browser)
    (folder / "chance_cards.toml").write_text(DECK_TEXT)
    cards[0]["name"] = "Mine"
    before = files(folder)
    answer = save(browser, cards, digest)
    message = (
        "mine/chance_cards.toml: it was changed on disk in the meantime, so nothing was written."
    )
    assert (answer.status_code, answer.json()) == (409, {"sentence": message})
    assert files(folder) == before
    assert save(browser, cards, read_deck(browser)[1]).status_code == 200


@pytest.mark.parametrize("rules", ["", 'rules = "rules.toml"\n'])
def test_the_first_save_of_a_shipped_deck_creates_a_file_and_names_it(workspace, rules):
    browser, sample_folder = workspace
    folder, at = sample_folder.parent / "bare", "/studio/bare/cards/event_cards"
    texts = {"project.toml": f'game = "uri-nation" # mine\nbase = "1.2"\n{rules}'}
    if rules:
        texts["rules.toml"] = 'event_cards = "events"\n'
    write_project(folder, texts)
    (folder / "event_cards.toml").write_text("not mine")
    cards, digest = read_deck(browser, at)
    assert (digest, len(cards)) == ("", 24)
    cards[0]["name"] = "Mine"
    assert save(browser, cards, digest, at).json()["file"] == "event_cards-2.toml"
    assert save(browser, cards, digest, at).status_code == 409  # another page that knew of no file
    head = texts["project.toml"] + 'event_cards = "event_cards-2.toml"\n'
    assert (folder / "project.toml").read_text() == head
    assert (folder / "event_cards.toml").read_text() == "not mine"
    shipped = next(iter(_option("event_cards").shipped.values())).read_text()
    text = (folder / "event_cards-2.toml").read_text()
    assert text == shipped.replace("Heatwave: tarmac by the toe", "Mine")
    project = read_project(folder)
    assert project.base == "1.2" and list(project.game.changes(project.options)) == ["event_cards"]


def _option(name):
    (option,) = (entry for entry in registry.load("uri-nation").rules.options if entry.name == name)
    return option


def test_a_draft_is_kept_and_changes_no_file(workspace):
    browser, folder = workspace
    before = (folder / "chance_cards.toml").read_bytes()
    cards, digest = read_deck(browser)
    cards[0]["effects"] = ["half a thought"]
    text = json.dumps(cards)
    assert browser.post(f"{AT}/draft", json={"text": text, "digest": digest}).status_code == 200
    assert (folder / "chance_cards.toml").read_bytes() == before
    draft = browser.get(f"{AT}/file").json()["draft"]
    assert (draft["text"], draft["digest"]) == (text, digest)
    assert browser.delete(f"{AT}/draft").status_code == 200
    assert browser.get(f"{AT}/file").json()["draft"] is None


@pytest.mark.parametrize("body", ["x", "{}", '{"text": 1}', '{"text": "{}"}', '{"text": "[1]"}'])
def test_an_invalid_deck_is_refused(workspace, body):
    browser, folder = workspace
    before = files(folder)
    for part in ("file", "check", "draft"):
        answer = browser.post(f"{AT}/{part}", content=body)
        assert answer.status_code == 400 and answer.json()["sentence"].endswith(".")
    assert files(folder) == before


@pytest.mark.parametrize("draw", [1.0, "0", None, [0], -1, 1000])
def test_cards_to_draw_are_card_numbers(workspace, draw):
    browser, _ = workspace
    text = json.dumps(read_deck(browser)[0])
    answer = browser.post(f"{AT}/check", json={"text": text, "draw": [draw]})
    assert answer.status_code == 400 and "a list of card numbers" in answer.json()["sentence"]


def test_an_invalid_deck_file_gets_one_error_message(workspace):
    browser, folder = workspace
    for text, sentence in (
        ("card = 1\n", "chance_cards.toml: write cards as [[card]] tables."),
        ("[[card]\n", "chance_cards.toml: this is not TOML"),
        ("[[card]]\nid = 5\n", "chance_cards.toml: card 5: id must be a field with a text, not 5."),
    ):
        (folder / "chance_cards.toml").write_text(text)
        answer = browser.get(f"{AT}/file")
        assert answer.status_code == 422 and answer.json()["sentence"].startswith(sentence)


def test_a_removed_deck_is_reported_without_its_path(workspace):
    browser, folder = workspace
    cards, digest = read_deck(browser)
    (folder / "chance_cards.toml").unlink()
    for answer in (browser.get(f"{AT}/file"), save(browser, cards, digest)):
        sentence = "mine/chance_cards.toml: it can't be read (No such file or directory)."
        assert (answer.status_code, answer.json()["sentence"]) == (422, sentence)


def test_games_without_decks_have_no_page_of_cards(workspace):
    browser, folder = workspace
    new_project(folder.parent / "dogs", registry.load("dog"), None, "Dogs")
    answer = browser.get("/studio/dogs/cards")
    assert (answer.status_code, answer.json()["sentence"]) == (404, "Dog has no such deck.")
    assert "/studio/dogs/cards" not in browser.get("/studio/dogs/rules").text
    assert "/studio/mine/cards" in browser.get("/studio/mine/rules").text
    assert browser.get("/studio/mine/cards?deck=nothing").status_code == 404
    assert browser.get("/studio/mine/cards?deck=water_cards").status_code == 200


# What the page offers


def test_the_page_offers_exactly_the_effects_that_the_format_knows():
    kinds = DECKS[0].effects
    assert {kind.key.split()[0] for kind in kinds} == set(OPS)
    assert all(word in example for word, (_, _, example) in OPS.items())
    card = {**DECKS[0].blank(["C1"]), "category": "x"}
    for kind in kinds:
        for target in kind.recipients:
            choices = [[value for value, _ in part.choices] or ["+1", "-20"] for part in kind.parts]
            values = " ".join(value[-1] for value in choices)
            text = f"{target}: {kind.key} {values}".strip()
            assert DECKS[0].problems([{**card, "effects": [text]}]) == [""], text
        for target in {target for target, _ in DECKS[0].recipients} - set(kind.recipients):
            assert DECKS[0].problems([{**card, "effects": [f"{target}: {kind.key}"]}]) != [""]


def test_the_page_parses_and_formats_effects_losslessly():
    """All of the box, with their parts; what the deck does not know stays as it is."""
    texts = [
        effect
        for bench in DECKS
        for card in bench.read(next(iter(_option(bench.option).shipped.values())).read_text())
        for effect in card["effects"]
    ]
    unknown = ["", "bark", "tok drive +1 +2", "cats: water +1", "close water", "bonds_clear"]
    code = """
const { readEffect, writeEffect } = await load("effects.js");
const read = data.texts.map((text) => readEffect(text, data.words));
const key = ({ kind }) => kind?.key ?? null;
give(read.map((effect) => [writeEffect(effect, data.words), key(effect), effect.values]));
"""
    words = {
        "who": DECKS[0].recipients,
        "effects": [effect_to_json(kind) for kind in DECKS[0].effects],
    }
    effects = run_script(code, {"texts": [*texts, *unknown], "words": words})
    assert [text for text, _, _ in effects[: len(texts)]] == texts
    for (_, key, values), text in zip(effects, texts, strict=False):
        assert text.removeprefix("all: ").removeprefix("most: ") == " ".join([key, *values])
    assert [key for _, key, _ in effects[len(texts) :]] == [None] * len(unknown)


def test_every_shipped_deck_is_drawn_as_printed_and_written_unchanged():
    game = registry.load("uri-nation")
    fronts = {
        component.label: component.front
        for component in game.studio.kit(game.options("1.2"), KitChoice()).components
    }
    for bench in DECKS:
        text = next(iter(_option(bench.option).shipped.values())).read_text()
        cards = bench.read(text)
        assert bench.write(text, cards) == text
        for card in cards:
            assert bench.draw(card) == fronts[card["id"]]
    assert [bench.option for bench in DECKS] == list(DECK_OPTIONS)


def test_cards_go_to_a_spreadsheet_and_back(workspace):
    browser, _ = workspace
    text = browser.get(f"{AT}/file").json()["text"]
    table = browser.post(f"{AT}/csv", json={"text": text}).json()["csv"]
    assert table.splitlines()[0].startswith("id,")
    assert browser.post(f"{AT}/csv", json={"csv": table}).json() == {"text": text}
    answer = browser.post(f"{AT}/csv", json={"csv": "id,price\n"})
    assert answer.status_code == 422 and "'price' is not one of them" in answer.json()["sentence"]
    for wrong in ({"csv": 3}, {"csv": "x" * 200_001}, {"text": "no list"}):
        assert browser.post(f"{AT}/csv", json=wrong).status_code == 400
