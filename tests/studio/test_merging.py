"""Two people edit one board at once: different cells merge, the same cell is a conflict."""

import random

import pytest

from offleash.games import registry
from offleash.games.uri_nation.board import BOARDS
from offleash.projects.project import digest_of
from offleash.studio.boards.changes import changed_cells, merge_boards

BENCH = registry.load("uri-nation").studio.workbench
SIX = BOARDS["six-blocks"].read_text()


def painted(text, *cells):
    """The board with other glyphs: (row, column, glyph)."""
    sheet = BENCH.read(text)
    for row, column, glyph in cells:
        line = sheet["rows"][row]
        sheet["rows"][row] = f"{line[:column]}{glyph}{line[column + 1 :]}"
    return BENCH.write(sheet)


def test_edits_to_different_cells_merge():
    mine, theirs = painted(SIX, (0, 0, "W")), painted(SIX, (0, 1, "W"), (2, 3, "."))
    merged = merge_boards(BENCH, SIX, mine, theirs)
    assert merged.mine == merged.theirs == painted(SIX, (0, 0, "W"), (0, 1, "W"), (2, 3, "."))
    assert merged.conflicts == []


def test_an_edit_to_the_same_cell_is_a_conflict_with_both_sides():
    mine, theirs = painted(SIX, (0, 0, "W"), (0, 5, "C")), painted(SIX, (0, 0, "C"))
    merged = merge_boards(BENCH, SIX, mine, theirs)
    names = {kind.key: kind.name for kind in BENCH.kinds}
    assert merged.conflicts == [f"Row 0, column 0: {names['W']} here, {names['C']} there."]
    assert (merged.mine, merged.theirs) == (mine, painted(SIX, (0, 0, "C"), (0, 5, "C")))
    assert merge_boards(BENCH, SIX, mine, mine).conflicts == []


@pytest.mark.parametrize("seed", range(20))
def test_no_cell_of_either_is_lost(seed):
    draw = random.Random(seed)
    rows = BENCH.read(SIX)["rows"]
    places = [(r, c) for r in range(len(rows)) for c in range(len(rows[0]))]
    edits = [{place: draw.choice("sWC.T") for place in draw.sample(places, 30)} for _ in range(2)]
    mine, theirs = (painted(SIX, *((*place, glyph) for place, glyph in e.items())) for e in edits)
    merged = merge_boards(BENCH, SIX, mine, theirs)
    changed = [
        {change.cell for change in changed_cells(BENCH, SIX, text)} for text in (mine, theirs)
    ]
    sheets = [BENCH.read(text)["rows"] for text in (merged.mine, merged.theirs, mine, theirs)]
    for row, column in places:
        ours, others, my_glyph, their_glyph = (sheet[row][column] for sheet in sheets)
        if (row, column) in changed[0]:
            assert ours == my_glyph
        elif (row, column) in changed[1]:
            assert ours == their_glyph
        if (row, column) in changed[1]:
            assert others == their_glyph
    both = {cell for cell in changed[0] & changed[1] if mine != theirs}
    differing = [c for c in both if sheets[2][c[0]][c[1]] != sheets[3][c[0]][c[1]]]
    assert len(merged.conflicts) == len(differing)


def test_names_lines_and_sizes_merge_too():
    sheet = BENCH.read(SIX)
    named = BENCH.write({**sheet, "name": "Mine"})
    ignoring = BENCH.write({**sheet, "ignored": ["KB9"], "cell_mm": 30.0})
    merged = merge_boards(BENCH, SIX, named, ignoring)
    result = BENCH.read(merged.mine)
    assert (result["name"], result["ignored"], result["cell_mm"]) == ("Mine", ["KB9"], 30.0)
    longer = BENCH.write({**sheet, "rows": [*sheet["rows"], "." * len(sheet["rows"][0])]})
    assert BENCH.read(merge_boards(BENCH, SIX, longer, named).mine)["name"] == "Mine"
    both = merge_boards(BENCH, SIX, longer, painted(SIX, (0, 0, "W")))
    assert both.conflicts == ["The size of the board changed here and there."]
    assert (both.mine, both.theirs) == (longer, painted(SIX, (0, 0, "W")))


def test_a_sub_grid_keeps_its_rows_and_columns():
    boards = [BENCH.write({**BENCH.read(SIX), "sub_grid": size}) for size in ([3, 2], [2, 2])]
    for board, size in zip(boards, ([3, 2], [2, 2]), strict=True):
        merged = merge_boards(BENCH, board, painted(board, (0, 0, "W")), board)
        assert BENCH.read(merged.mine)["sub_grid"] == size
    both = merge_boards(BENCH, SIX, *boards)
    assert both.conflicts == ["Sub grid: [3, 2] here, [2, 2] there."]
    assert (both.mine, both.theirs) == tuple(boards)


@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
def test_the_second_of_two_saves_is_merged(workspace, line_end):
    browser, folder = workspace
    (folder / "board.txt").write_bytes(SIX.replace("\n", line_end).encode())
    digest, first = digest_of(SIX), SIX.replace("Blocks", "Lawns")
    at = "/studio/mine/boards/board.txt"
    assert browser.post(f"{at}/board", json={"text": first, "digest": digest}).status_code == 200
    assert browser.post(f"{at}/board", json={"text": SIX, "digest": digest}).status_code == 409
    merged = browser.post(f"{at}/merge", json={"text": SIX, "digest": digest}).json()
    assert merged["mine"] == first and merged["conflicts"] == []
    assert merged["digest"] == browser.get(f"{at}/digest").json()["digest"] == digest_of(first)
    for wrong in ("0" * 64, "../../etc/passwd", ""):
        answer = browser.post(f"{at}/merge", json={"text": SIX, "digest": wrong})
        assert answer.status_code == 422 and "not in the history" in answer.json()["sentence"]


def test_a_change_names_what_was_there_and_what_is_there_now():
    """Also where a glyph is no kind of the palette; only what lies outside the board is nothing."""
    sheet = BENCH.read(SIX)
    for row, line in enumerate(sheet["rows"]):
        for column, glyph in enumerate(line):
            other = "T" if glyph != "T" else "s"
            (change,) = changed_cells(BENCH, SIX, painted(SIX, (row, column, other)))
            assert change.cell == (row, column) and change.old and change.new != change.old
            assert "nothing" not in change.words
