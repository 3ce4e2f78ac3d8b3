"""A project's own names: everywhere people look, and nowhere in files and typed moves."""

import re
from types import SimpleNamespace

import pytest

from offleash.bots.players import watch_game
from offleash.cli.app import run as offleash
from offleash.contract.rules.actors import NOBODY
from offleash.contract.studio.kit import KitChoice
from offleash.games import registry
from offleash.lab.plans import plan
from offleash.lab.report import own_names
from offleash.lab.report.parts import Chart, Download, Report, Section
from offleash.paper.rulebook.book import make_book
from offleash.paper.rulebook.html import render_book_html
from offleash.play.transcript import format_transcript, parse_transcript
from offleash.projects.project import PROJECT, new_project, read_project

OWN = {
    "Swagger": "Pride",
    "Drive": "Zest",
    "Grit": "Pluck",
    "Bond": "Trust",
    "Bruiser": "Anvil",
    "Scrapper": "Ruffian",
    "Diplomat": "Envoy",
    "Yapper": "Siren",
    "Water Chance": "Puddle Luck",
    "Chance": "Fortune",
    "Events": "Gossip",
    "Breed": "Temper",
}
# As texts have them: not in the names of spaces, nor where a word is ordinary English.
USUAL = re.compile(
    r"\b(Swagger|Drive|Grit|Bond(?! space)|Bruiser|Scrapper|Diplomat|Yapper|Water Chance|"
    r"BRUISER|SCRAPPER|DIPLOMAT|YAPPER|"
    r"Chance(?! sp)|Events(?! sp)|[Bb]reed cards?)\b"
)


@pytest.fixture(scope="module")
def project(tmp_path_factory):
    folder = tmp_path_factory.mktemp("own") / "mine"
    new_project(folder, registry.load("uri-nation"), "1.2")
    names = ", ".join(f"{word} = {name}" for word, name in OWN.items())
    with (folder / PROJECT).open("a") as file:
        file.write(f'names = "{names}"\n')
    return read_project(folder)


@pytest.fixture(scope="module")
def session(project):
    return watch_game(project.game, project.options, ["greedy"] * 4, 3)


def texts_of(markup):
    """What people read of SVG or HTML."""
    hidden = r"<(style|script)\b.*?</\1>|<code>.*?</code>|<[^>]*>"
    return re.sub(hidden, " ", markup, flags=re.DOTALL)


def test_the_rulebook_has_own_names(project):
    text = texts_of(render_book_html(make_book(project.game, project.options)))
    assert "Pluck" in text and "the Siren" in text
    assert USUAL.findall(text) == []


def test_cards_and_pieces_have_own_names(project):
    kit = project.game.studio.kit(project.options, KitChoice())
    texts = [texts_of(part.front + part.back) for part in kit.components]
    texts += [f"{part.kind} {part.label} {part.reason}" for part in kit.components]
    assert any("Pluck" in text for text in texts)
    assert [match for text in texts for match in USUAL.findall(text)] == []


def test_the_table_has_own_names(project, session):
    game, options = project.game, project.options
    words = [*game.notation.welcome(options, 0)]
    words += [game.page(name, options) for name in game.notation.pages]
    words += [game.seat_name(options, seat) for seat in range(4)]
    words += [line for event in session.events(NOBODY) for line in event.news]
    for number in range(0, len(session.history), 20):
        past = session.past(number)
        words.append(texts_of(past.svg(NOBODY)))
        if past.actor >= 0:
            view, legal = past.view(past.actor), past.legal_numbers
            for target in game.pictures.targets(view, options, past.actor, legal):
                words += [target.group, target.label, *target.captures]
    assert "Anvil" in " ".join(words)
    assert sorted({match for text in words for match in USUAL.findall(text)}) == []


def test_the_terminal_has_own_names(project, session):
    game = project.game
    text = session.past(len(session.history) // 2).text(NOBODY).plain
    assert "Siren" in text and "Pluck " in text and "@s" in text.lower()
    assert USUAL.findall(text) == []
    usual = game.options("1.2")
    before = watch_game(game, usual, ["greedy"] * 4, 3).text(NOBODY).plain.splitlines()
    assert len(before) == len(session.text(NOBODY).plain.splitlines())


def test_dogs_whose_names_begin_alike_have_letters_of_their_own(tmp_path):
    new_project(tmp_path / "mine", registry.load("uri-nation"), "1.2")
    with (tmp_path / "mine" / PROJECT).open("a") as file:
        file.write('names = "Bruiser = Abba, Scrapper = Ada, Diplomat = Aab, Yapper = Ba"\n')
    project = read_project(tmp_path / "mine")
    text = watch_game(project.game, project.options, ["greedy"] * 4, 3).text(NOBODY).plain
    for label in ("Abba ", "Ada (d)", "Aab (b)", "Ba (c)"):
        assert label in text


def test_statistics_in_the_terminal_have_own_names(project, capsys):
    place = str(project.folder)
    offleash(["simulate", "--project", place, "--games", "2", "--seats", "random"])
    output = capsys.readouterr().out
    assert "Siren" in output and "Pluck" in output
    assert USUAL.findall(output) == []


def test_a_report_has_own_names_but_its_transcripts_stay(project, monkeypatch):
    plain = project.game.options("1.2")
    rows = {"data": [{"dog": "Yapper", "Grit": 3}], "encoding": {"y": {"field": "Grit"}}}
    parts = [Chart("Grit", rows), Download("a.txt", "the Yapper: Grit", "A Yapper wins")]
    report = Report("Title", [Section("Grit", parts)])
    own_rows = {"data": [{"dog": "Siren", "Pluck": 3}], "encoding": {"y": {"field": "Pluck"}}}
    own = [Chart("Pluck", own_rows), Download("a.txt", "the Yapper: Grit", "A Siren wins")]
    renamed = Report("Title", [Section("Pluck", own)])
    monkeypatch.setattr(plan, "arm_options", lambda game, arm: arm)
    for arms, result in (([project.options, plain], renamed), ([plain], report)):
        loaded = SimpleNamespace(
            experiment=SimpleNamespace(game=project.game), plan=SimpleNamespace(arms=arms)
        )
        assert own_names.in_own_names(report, loaded) == result


def test_a_transcript_has_the_names_and_the_usual_notation(project, session):
    text = format_transcript(session)
    again = parse_transcript(text, "a.txt").session
    assert again.state.tobytes() == session.state.tobytes()
    assert project.game.seat_name(again.options, 0) == project.game.seat_name(project.options, 0)
    assert "call: Grit = Pluck" in text


def test_examples_on_the_usual_board_have_own_names(project):
    """Examples that the project's board can't show are drawn on the usual one."""
    board = registry.load("uri-nation").options("1.2", {"board": "cul-de-sac"})
    options = project.game.studio.own_names.with_names_of(board, project.options)
    book = make_book(project.game, options)
    texts = [
        texts_of(view.svg) for one in book.examples.values() for view in (*one.before, *one.after)
    ]
    assert any("Anvil" in text for text in texts)
    assert sorted({word for text in texts for word in USUAL.findall(text)}) == []
