"""Boards as the studio sees them: sheets, lights, and views against second, naive ones."""

import random
import re

import pytest

from offleash.contract.studio.workbench import ERROR, IGNORED, OK, UNTESTED, WARNING
from offleash.games.uri_nation.board import BOARDS
from offleash.games.uri_nation.board.tables import influence_masks
from offleash.games.uri_nation.board.text import GLYPHS, LIMITS, parse_board
from offleash.games.uri_nation.editor.constraints import NEEDED
from offleash.games.uri_nation.editor.workbench import WORKBENCH
from offleash.tools.errors import BadNotation
from tests.games.uri_nation.test_board_checks import (
    BROKEN_BOARDS,
    LEVELS,
    MORE_BROKEN_BOARDS,
    replace_cells,
)

TEXTS = {name: path.read_text() for name, path in BOARDS.items()}
SIX, ELM = TEXTS["six-blocks"], TEXTS["elm-street"]
SHIPPED = pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)


# Sheets


@SHIPPED
def test_a_sheet_gives_back_the_file_to_the_byte(text):
    assert WORKBENCH.write(WORKBENCH.read(text)) == text


def test_every_file_of_a_box_is_read_as_it_is_shipped():
    for name, path in BOARDS.items():
        assert path.read_bytes() == WORKBENCH.write(WORKBENCH.read(TEXTS[name])).encode()


def test_random_boards_go_through_everything():
    chance = random.Random(7)
    for _ in range(40):
        rows, columns = chance.randint(1, 12), chance.randint(1, 12)
        glyphs = "".join(chance.choices("".join(GLYPHS), k=4)) + "sT=x"
        grid = ["".join(chance.choices(glyphs, k=columns)) for _ in range(rows)]
        version = chance.choice(["1.2", "1.4", "1.4 house"])
        text = f"urination-board 1\nname: N\nversion: {version}\ngrid:\n" + "\n".join(grid) + "\n"
        signs = "".join(grid)
        if any(sum(map(signs.count, glyphs)) > most for glyphs, most, _ in LIMITS):
            continue
        assert WORKBENCH.write(WORKBENCH.read(text)) == text
        assert WORKBENCH.lights(text) and WORKBENCH.room(text).cell_mm == 28
        for key in WORKBENCH.views:
            assert WORKBENCH.view(text, key).key == key


def test_an_empty_sheet_is_a_board_to_begin_with():
    text = WORKBENCH.blank(3, 5)
    assert WORKBENCH.read(text)["rows"] == ["....."] * 3
    for size in ((0, 5), (5, 0), (65, 5), (5, 65)):
        with pytest.raises(BadNotation):
            WORKBENCH.blank(*size)


@pytest.mark.parametrize(
    "wrong",
    [
        {"rows": "sss"},
        {"rows": [1]},
        {"rows": ["s\ns"]},
        {"name": "two\nlines"},
        {"name": "x\rpath: 0,0 > 0,1"},
        {"name": "x\u2028y"},
        {"name": None},
        {"version": 1.4},
        {"influence_radius": "2"},
        {"influence_radius": True},
        {"influence_radius": 10**5000},
        {"influence_radius": float("nan")},
        {"paths": [[0, 1]]},
        {"paths": [[[0, 1]]]},
        {"paths": [[[0, 1], [0, -1]]]},
        {"paths": {}},
        {"bonds": [[[0, 1], 5]]},
        {"cell_mm": "28"},
        {"cell_mm": float("inf")},
        {"sub_grid": [4]},
        {"footprints": [["q", [0, 0, 1, 1]]]},
        {"footprints": [[["T"], [0, 0, 1, 1]]]},
        {"footprints": [["T", [0, 0, 1]]]},
        {"own_footprints": [["T", [0, 0, 1, 1]]]},
        {"colour": "red"},
    ],
)
def test_a_broken_sheet_gets_a_one_sentence_error(wrong):
    sheet = WORKBENCH.read(SIX)
    with pytest.raises(BadNotation) as error:
        WORKBENCH.write({**sheet, **wrong})
    assert "\n" not in str(error.value) and len(str(error.value)) < 200


@pytest.mark.parametrize("sheet", [None, [], "x", 3, {}])
def test_an_invalid_sheet_is_refused(sheet):
    with pytest.raises(BadNotation):
        WORKBENCH.write(sheet)


# Lights


@pytest.mark.parametrize("name", BROKEN_BOARDS)
def test_exactly_the_lights_of_a_broken_board_go_out(name):
    text, expected = BROKEN_BOARDS[name]
    lights = {light.name: light for light in WORKBENCH.lights(text)}
    out = {check for check, light in lights.items() if light.state in (ERROR, WARNING)}
    assert out == expected and all(lights[check].why.startswith(check) for check in out)
    assert lights[name].reason and not lights[name].is_met
    assert lights[name].can_ignore == (name not in LEVELS[NEEDED])


# The cells to go to, for each constraint of the list above.
AT_FAULT = {
    "KA2": {(0, 0)},
    "KA3": {(3, 24)},
    "KA5": {(2, 6)},
    "KA6": {(2, 6)},
    "KA7": {(2, 3), (6, 3), (6, 21), (2, 21)},
    "KB1": {(2, 3)},
    "KB5": {(2, 12), (2, 13)},
    "KB10": {(3, 6), (5, 6)},
    "KB11": {(2, 9)},
    "KB12": {(8, 6)},
    "KB13": {(3, 0)},
    "KC1": {(2, 3)},
    "KC3": {(1, 3)},
    "KC4": {(1, 1)},
    "KC5": {(0, 10)},
    "KC6": {(0, 3)},
    "KC6b": {(3, 11)},
    "KC7": {(0, 1), (1, 0)},
    "KC8": {(3, 7)},
}


@pytest.mark.parametrize("name", AT_FAULT)
def test_a_light_leads_to_the_cells_at_fault(name):
    light = next(check for check in WORKBENCH.lights(BROKEN_BOARDS[name][0]) if check.name == name)
    assert set(light.cells) == AT_FAULT[name]


@pytest.mark.parametrize(
    ("name", "text"), [(n, t) for n, (t, _) in BROKEN_BOARDS.items()] + MORE_BROKEN_BOARDS
)
def test_a_light_leads_to_cells_of_the_board(name, text):
    light = next(check for check in WORKBENCH.lights(text) if check.name == name)
    without_cells = {"KA1", "KB5", "KB6", "KC2"}  # what is missing lies nowhere
    assert light.cells or name in without_cells
    board = parse_board(text)
    assert all(0 <= r < len(board.rows) and 0 <= c < len(board.rows[0]) for r, c in light.cells)


@SHIPPED
def test_shipped_boards_are_lit(text):
    lights = WORKBENCH.lights(text)
    assert all(light.state in (OK, WARNING, IGNORED) for light in lights)
    assert all(light.state == OK for light in lights) or "house" in text
    assert not any(light.cells or light.why for light in lights if light.state == OK)


def test_an_untestable_light_is_neither_on_nor_out():
    lights = {light.name: light for light in WORKBENCH.lights(replace_cells(ELM, {(2, 3): "T"}))}
    assert lights["KA7"].state == UNTESTED and "before KA1" in lights["KA7"].why
    assert not lights["KA7"].is_met and not lights["KA7"].cells


# Views, each worked out a second time in the plainest way


def around(cell):
    return [(cell[0] + d, cell[1] + r) for d, r in ((-1, 0), (1, 0), (0, -1), (0, 1))]


def grid_of(text):
    rows = text.rstrip("\n").split("grid:\n")[1].split("\n")
    return {(r, c): sign for r, row in enumerate(rows) for c, sign in enumerate(row)}


def walkable(grid):
    return [cell for cell, sign in grid.items() if sign in "s:"]


def naive_crossings(text):
    """By patterns in the rows, and in the columns."""
    rows = text.rstrip("\n").split("grid:\n")[1].split("\n")
    crossings = set()
    for lines, is_vertical in ((rows, False), (list(map("".join, zip(*rows, strict=True))), True)):
        for number, line in enumerate(lines):
            for match in re.finditer(r"(?=s([x=]+)s)", line):
                ends = (match.start(), match.end(1))
                pair = [(at, number) if is_vertical else (number, at) for at in ends]
                crossings.add((*pair, int("=" in match[1])))
    return crossings


def naive_steps(text, home):
    """Distances by lowering numbers until none can be lowered."""
    grid = grid_of(text)
    edges = [(a, b, 1) for a in walkable(grid) for b in around(a) if grid.get(b, ".") in "s:"]
    for start, end, price in naive_crossings(text):
        edges += [(start, end, 0), (end, start, 0)] if price == 0 else []
    distances = {cell: 0 for cell in around(home) if grid.get(cell, ".") in "s:"}
    while True:
        better = {
            b: distances[a] + d
            for a, b, d in edges
            if a in distances and distances[a] + d < distances.get(b, 999)
        }
        if not better:
            return distances
        for cell, steps in better.items():
            distances[cell] = min(steps, distances.get(cell, 999))


@SHIPPED
def test_walking_distances(text):
    grid = grid_of(text)
    layers = WORKBENCH.view(text, "walk").layers
    assert [layer.name for layer in layers] == [f"home {label}" for label in "1234"]
    for label, layer in zip("1234", layers, strict=True):
        home = next(cell for cell, sign in grid.items() if sign == label)
        walked = naive_steps(text, home)
        assert {c: n for c, n in layer.cells.items() if grid[c] in "s:"} == walked
        features = {c: n for c, n in layer.cells.items() if grid[c] not in "s:"}
        for cell, steps in features.items():
            assert steps == min(walked[other] for other in around(cell) if other in walked)
        assert set(features) == {c for c, sign in grid.items() if sign in "TBPCEW1234"}


@SHIPPED
def test_crossings_with_their_price(text):
    ways = WORKBENCH.view(text, "crossings").ways
    over = {(way.start, way.end, way.price) for way in ways if way.words != "path"}
    assert over == naive_crossings(text)
    paths = [(way.start, way.end) for way in ways if way.is_one_way]
    assert paths == list(parse_board(text).paths)
    assert all(way.price == 1 for way in ways if way.is_one_way)


@SHIPPED
def test_frontages(text):
    grid = grid_of(text)
    cells, features = WORKBENCH.view(text, "frontage").layers
    assert cells.cells == {
        cell: sum(grid.get(other) == "T" for other in around(cell)) for cell in walkable(grid)
    }
    assert features.cells == {
        cell: sum(grid.get(other, ".") in "s:" for other in around(cell))
        for cell, sign in grid.items()
        if sign in "TBPCEW1234"
    }


@SHIPPED
def test_territory_groups(text):
    grid, board = grid_of(text), parse_board(text)
    front = {cell: {o for o in around(cell) if grid.get(o) == "T"} for cell in walkable(grid)}
    links = [front[a] | front[b] for a in front for b in (a, *around(a)) if b in front]
    if board.version == "1.2":  # what bond spaces reach is tested elsewhere
        masks = influence_masks(board, 0)
        links += [
            {cell for n, cell in enumerate(board.territories) if int(mask) >> n & 1}
            for mask in masks
        ]
    sets = [{cell} for cell in board.territories]
    for link in links:
        touched = [group for group in sets if group & link]
        sets = [group for group in sets if not group & link] + [set().union(*touched)]
    view = WORKBENCH.view(text, "groups")
    numbers = view.layers[0].cells
    actual = [{c for c, n in numbers.items() if n == number} for number, _ in view.rows]
    assert sorted(map(sorted, actual)) == sorted(sorted(group) for group in sets if group)
    assert [size for _, size in view.rows] == sorted(map(len, actual), reverse=True)


def naive_ends(board, lanes, cell, came, drive, left):
    """Every walk one after the other: a set of the cells where it may end."""
    shifts, waiting = {(cell, came, drive)}, [(cell, drive)]
    while waiting:
        position, has = waiting.pop()
        for start, end, price in lanes:
            new = (end, None, has - price)
            if start == position and has >= price and end != cell and new not in shifts:
                shifts.add(new)
                waiting.append((end, has - price))
    ends = set()
    for position, before, has in shifts:
        ways = [other for other in around(position) if board.at(other) == "s"]
        ways = [other for other in ways if other != before] or ways
        if not left or not ways:
            ends.add(position)
        else:
            ends |= set().union(
                *(naive_ends(board, lanes, other, position, has, left - 1) for other in ways)
            )
    return ends


@pytest.mark.parametrize("drive", [0, 1, 2])
def test_the_reach_of_an_average_roll(drive):
    text = TEXTS["four-corners"]
    board = parse_board(text)
    lanes = [
        (a, b, price)
        for one, two, price in naive_crossings(text)
        for a, b in ((one, two), (two, one))
    ]
    view = WORKBENCH.view(text, "reach")
    assert view.layers[drive].name == f"with {drive} Drive"
    for start in [(0, 0), (3, 3), (3, 5), (8, 12)]:
        ends = naive_ends(board, lanes, start, None, drive, 7)
        territories = {other for cell in ends for other in around(cell) if board.at(other) == "T"}
        assert view.layers[drive].cells[start] == len(territories)
    assert set(view.layers[drive].cells) == set(board.with_glyphs("s"))


@SHIPPED
def test_fairness(text):
    grid, view = grid_of(text), WORKBENCH.view(text, "fairness")
    assert view.columns == ("steps to", *(f"home {label}" for label in "1234"), "difference")
    names = {"a territory": "T", "water": "W", "a park": "P", "a bond space": "B"}
    names |= {"a chance spot": "C", "events": "E", "another home": "1234"}
    for name, *numbers, difference in view.rows:
        for label, number in zip("1234", numbers, strict=True):
            home = next(cell for cell, sign in grid.items() if sign == label)
            walked = naive_steps(text, home)
            away = {
                cell: min(walked[other] for other in around(cell) if other in walked)
                for cell, sign in grid.items()
                if sign in names.get(name, "T") and sign != label
            }
            if name in names:
                assert number == min(away.values())
            else:
                assert number == sum(steps <= 7 for steps in away.values())
        assert difference == max(numbers) - min(numbers)
    kinds = {n for n, signs in names.items() if any(s in signs for s in grid.values())}
    assert {row[0] for row in view.rows} == kinds | {"territories within 7 steps"}


def test_views_of_a_board_without_homes_or_ways():
    nothing = WORKBENCH.blank(2, 2)
    assert WORKBENCH.view(nothing, "fairness").rows == []
    assert WORKBENCH.view(nothing, "walk").layers == []
    cut_off = nothing.replace("..\n..", "1s\n.2")
    rows = {row[0]: row for row in WORKBENCH.view(cut_off, "fairness").rows}
    assert rows["another home"] == ["another home", 0, 0, 0]
    apart = nothing.replace("..\n..", "1..2\ns..s")
    rows = {row[0]: row for row in WORKBENCH.view(apart, "fairness").rows}
    assert rows["another home"] == ["another home", None, None, None]
