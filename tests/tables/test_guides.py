"""Guided games at a table: the script is followed, other moves are explained."""

import pytest

from offleash.games import registry
from offleash.tables.live import messages
from offleash.tables.live.table import OVER, PLAYING, Refusal
from offleash.tables.live.views import PageState, TableView
from offleash.tables.lobby.guided_tables import offered_guides
from offleash.tables.log.entries import MovePlayed
from offleash.tables.log.store import TableSummary
from tests.tables.sample_tables import follow_guide, guided_table

GAMES = [name for name in registry.ROWS if name != "digs"]  # those of the box


@pytest.mark.parametrize("name", GAMES)
def test_a_guided_game_goes_by_its_script_to_its_end(name):
    table = guided_table(name)
    assert table.phase == PLAYING
    while table.phase != OVER:
        entry = follow_guide(table)
        assert isinstance(entry, MovePlayed) and not entry.ends
    shown = TableView(table).show(table.guide.seat, PageState(), {}, ())
    assert shown.lesson.is_end and shown.choices == ()
    number = table.game.notation.parse_action
    script = [number(action, table.session.options) for action in table.guide.script]
    assert [moment.action for moment in table.session.history] == script


def test_another_legal_move_is_explained_and_changes_nothing():
    table = guided_table("dog")
    seat, at = table.guide.seat, len(table.session.history)
    assert table.actor == seat
    other = next(action for action in table.session.legal if action != "give K")
    with pytest.raises(Refusal, match="Give the king away"):
        table.decide(seat, messages.Move(id="12345678", at=at, action=other))
    assert len(table.session.history) == at
    follow_guide(table)
    with pytest.raises(Refusal, match="take back"):
        table.decide(seat, messages.Undo(id="12345678", at=at + 1))


def test_a_lesson_is_for_the_learner():
    table = guided_table("domidog")
    view = TableView(table)
    lesson = view.show(0, PageState(), {}, ()).lesson
    assert lesson.number == 2 and lesson.actions == ("blue-yellow right",)
    assert [note.text for note in lesson.notes] == [s.text for s in table.guide.file.step[:2]]
    assert view.show(1, PageState(), {}, ()).lesson is None
    assert view.show(-1, PageState(), {}, ()).lesson is None


def test_guides_are_offered_for_games_that_a_browser_never_played():
    def summary(table: str, game: str) -> TableSummary:
        return TableSummary(table, game, 0, 0.0, 0.0, is_over=False)

    assert set(offered_guides([])) == set(GAMES)
    played = [summary("abc", "dog"), summary("guide-abc", "domidog")]
    assert set(offered_guides(played)) == set(GAMES) - {"dog"}
