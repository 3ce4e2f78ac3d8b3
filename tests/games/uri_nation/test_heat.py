"""Heat maps: true numbers in even colours, on every board."""

import re
import xml.etree.ElementTree as ET
from itertools import pairwise

import numpy as np
import pytest

from offleash.games.uri_nation import GAME
from offleash.games.uri_nation.board import BOARDS
from offleash.games.uri_nation.board.text import parse_board
from offleash.games.uri_nation.draw.heat import heat_of
from offleash.games.uri_nation.draw.scale import SHADES, lettering, scale_of, shades, short, ticks
from offleash.games.uri_nation.options import board_of
from offleash.games.uri_nation.text.columns import counts_by_place
from tests.games.uri_nation.pictures import HEAT, heat

SVG = "{http://www.w3.org/2000/svg}"
NAMES = ["visits", "fights", "ownership", "claims", "crossings"]
GAMES = 250
COUNT_NAMES = {
    "visits": "visits",
    "fights": "challenges",
    "ownership": "walks begun while owned",
    "claims": "claims",
    "crossings": "crossings",
}


def options_of(board, **settings):
    version = parse_board(BOARDS[board].read_text(encoding="utf-8")).version
    return GAME.options(version, board=board, **settings)


def planted_sums(seed, most=2_000):
    """Sums as a batch could have them, of numbers that no two fields share."""
    rng, sums = np.random.default_rng(seed), np.zeros(1, GAME.rules.sums)
    for name in ("visits", "crossings", "claims", "challenges", "owned"):
        sums[name] = rng.integers(0, most, sums[name].shape)
    sums["walks"] = most + 345
    return sums


def maps_of(options, sums, games=GAMES):
    return {heat_map.name: heat_map for heat_map in GAME.lab.heat(options, sums, games)}


def places_of(heat_map):
    """What each place says, and its colour, by cell."""
    (layer,) = (g for g in ET.fromstring(heat_map.svg).iter() if g.get("id") == "heat")
    places = {}
    for place in layer:
        title, shape = place[0], place[1]
        cell = tuple(map(int, re.search(r"\((\d+),(\d+)\)", title.text).groups()))
        assert cell not in places
        places[cell] = (title.text, shape.get("fill"))
    return places


def value_in(text):
    return float(re.search(r": ([\d.]+) ", text).group(1))


def count_in(text):
    return int(re.search(r"\(([\d,]+) (?:in all|of)", text).group(1).replace(",", ""))


def legend_of(heat_map):
    """The numbers below the bar, from left to right."""
    (bar,) = (g for g in ET.fromstring(heat_map.svg).iter() if g.get("id") == "legend")
    return [element.text for element in bar.iter() if element.tag.endswith("text")]


@pytest.mark.parametrize("board", BOARDS)
def test_every_place_tells_its_count_a_game(board):
    options, sums = options_of(board), planted_sums(3)
    maps = maps_of(options, sums)
    assert list(maps) == NAMES
    expected = counts_by_place(board_of(options), sums)
    for name, heat_map in maps.items():
        places, counts = places_of(heat_map), expected[COUNT_NAMES[name]]
        assert set(places) == set(counts)
        of = 2_345 / 100 if name == "ownership" else GAMES
        within = 0.05 if name == "ownership" else 0.005
        for cell, (text, _) in places.items():
            assert count_in(text) == counts[cell]
            assert value_in(text) == pytest.approx(counts[cell] / of, abs=within + 1e-9)


@pytest.mark.parametrize("board", BOARDS)
def test_more_is_never_a_fainter_colour(board):
    for heat_map in maps_of(options_of(board), planted_sums(4)).values():
        places = sorted(places_of(heat_map).values(), key=lambda place: count_in(place[0]))
        strength = [shades().index(colour) for _, colour in places]
        assert all(one <= two for one, two in pairwise(strength))
        assert strength[-1] == SHADES - 1


def test_the_bar_reaches_from_nothing_to_the_greatest_value():
    options, sums = options_of("elm-street"), planted_sums(5)
    sums["visits"][0, 17] = 123_456
    visits = maps_of(options, sums)["visits"]
    assert legend_of(visits) == ["0", "100", "200", "300", "400", "494"]  # 123456 / 250 = 493.8


def test_close_values_are_told_apart_and_the_bar_says_so():
    options, sums = options_of("four-corners"), planted_sums(6)
    sums["claims"] = 200
    sums["claims"][0, 2], sums["claims"][0, 3] = 160, 240
    claims = maps_of(options, sums)["claims"]
    assert (legend_of(claims)[0], legend_of(claims)[-1]) == ("0.64", "0.96")
    assert "colours begin at 0.64" in claims.svg
    assert {colour for _, colour in places_of(claims).values()} == {
        shades()[0], shades()[SHADES // 2], shades()[-1]
    }  # fmt: skip


def test_both_ways_over_a_road_are_one_band_and_wider_where_more_cross():
    options = options_of("elm-street")
    board, sums = board_of(options), np.zeros(1, GAME.rules.sums)
    above, below = board.cells.index((3, 7)), board.cells.index((5, 7))
    sums["crossings"][0, above, 2], sums["crossings"][0, below, 0] = 30, 10
    sums["crossings"][0, board.cells.index((3, 6)), 2] = 20
    crossings = maps_of(options, sums, 10)["crossings"]
    assert value_in(places_of(crossings)[4, 7][0]) == 4
    (layer,) = (g for g in ET.fromstring(crossings.svg).iter() if g.get("id") == "heat")
    widths = {
        place[0].text.split("\n")[0]: float(re.match(r"M-([\d.]+),", place[1].get("d")).group(1))
        for place in layer
    }
    assert widths["road (4,7)"] > widths["zebra crossing (4,6)"] > widths["road (4,5)"] > 0


@pytest.mark.parametrize("games", [0, 12])
def test_nothing_counted_is_drawn_as_nothing(games):
    for heat_map in maps_of(
        options_of("nine-blocks"), np.zeros(1, GAME.rules.sums), games
    ).values():
        texts, colours = zip(*places_of(heat_map).values(), strict=True)
        assert {value_in(text) for text in texts} == {0.0}
        assert set(colours) == {shades()[0]}
        assert legend_of(heat_map) == ["0"]
        assert "nothing was counted" in heat_map.svg
        assert ("no games yet" in heat_map.svg) == (games == 0)


def maps_on(name, grid):
    text = "\n".join(["urination-board 1", f"name: {name}", "version: 1.2", "grid:", *grid])
    return {
        heat_map.name: heat_map for heat_map in heat_of(parse_board(text), planted_sums(7), GAMES)
    }


def test_a_narrow_board_with_a_long_name_and_no_road():
    name = 'A court with <walks> & "gardens" and no road at all, anywhe'
    maps = maps_on(name, ["1sT", "Ts4", "2sT", "Ts3"])
    assert places_of(maps["crossings"]) == {}
    assert legend_of(maps["crossings"]) == ["0"]
    assert len(places_of(maps["visits"])) == 4
    texts = [element.text for element in ET.fromstring(maps["visits"].svg).iter(f"{SVG}text")]
    (title,) = (text for text in texts if text.startswith("A court"))
    assert title.endswith("…")
    assert name.startswith(title[:-1])


def test_a_band_over_a_wide_road_has_no_gap():
    crossings = maps_on("Wide", ["1T4T", "ssss", "==x=", "==x=", "ssss", "T2T3"])["crossings"]
    (layer,) = (g for g in ET.fromstring(crossings.svg).iter() if g.get("id") == "heat")
    lines = {place[0].text.split("\n")[0]: place[1].get("d") for place in layer}
    assert lines["road (2,1)"] == "M-21,-19A21,21 0 0 1 21,-19V24H-21Z"
    assert lines["road (3,1)"] == "M-21,-24H21V19A21,21 0 0 1 -21,19Z"


def test_equal_counts_give_equal_bytes_for_any_players():
    one, two = options_of("six-blocks"), options_of("six-blocks", seats=2)
    assert maps_of(one, planted_sums(8)) == maps_of(one.copy(), planted_sums(8))
    assert (
        maps_of(one, planted_sums(8))["fights"].svg == maps_of(two, planted_sums(8))["fights"].svg
    )


def test_captions_say_what_is_shown():
    for heat_map in maps_of(options_of("six-blocks"), planted_sums(8)).values():
        assert ET.fromstring(heat_map.svg).get("aria-label") == heat_map.title
        assert ": " in heat_map.title
    assert (
        len(
            {
                heat_map.title
                for heat_map in maps_of(options_of("elm-street"), planted_sums(1)).values()
            }
        )
        == 5
    )


def test_the_heat_of_the_documents_is_what_is_drawn():
    assert HEAT.read_text(encoding="utf-8") == heat(), "run `make pictures`"


# Rows


def test_rows_of_places_have_every_count_once():
    options, sums = options_of("hammerhead-lane"), planted_sums(9)
    rows = GAME.lab.places(options, sums)
    board = board_of(options)
    assert len({(kind, place) for kind, place, _ in rows}) == len(rows)
    total = {name: sum(n for kind, _, n in rows if kind == name) for name in COUNT_NAMES.values()}
    cells, territories = len(board.cells), len(board.territories)
    assert total["visits"] == sums["visits"][0, :cells].sum()
    assert total["claims"] == sums["claims"][0, :territories].sum()
    assert total["challenges"] == sums["challenges"][0, :territories].sum()
    assert total["walks begun while owned"] == sums["owned"][0, :territories].sum()
    assert ("visits", "(3,0)", int(sums["visits"][0, board.cells.index((3, 0))])) in rows


# The scale


def _light(colour):
    parts = np.array([int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)])
    return np.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)


def _lab(colour):
    """CIE L*a*b* under D65: another measure of what the eye sees than the one it is made with."""
    to_xyz = np.array(
        [[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]]
    )
    x, y, z = np.cbrt(to_xyz @ _light(colour) / (0.9505, 1.0, 1.089))
    return np.array([116 * y - 16, 500 * (x - y), 200 * (y - z)])


def test_colours_grow_darker_in_even_steps():
    lightness = np.array([_lab(colour)[0] for colour in shades()])
    steps = -np.diff(lightness)
    assert steps.min() > 0
    eighths = -np.diff(lightness[::7])
    assert eighths.max() < 1.4 * eighths.min()
    assert lightness[0] > 90 > 30 > lightness[-1]


def test_numbers_can_be_read_on_every_colour():
    for colour in shades():
        low, high = sorted(
            _light(shade) @ (0.2126, 0.7152, 0.0722) for shade in (colour, lettering(colour))
        )
        assert (high + 0.05) / (low + 0.05) >= 4.5


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0, "0"), (0.004, "<.01"), (0.005, "0.01"), (0.314, "0.31"), (0.996, "1.0"), (3.14, "3.1"),
        (9.96, "10"), (31.4, "31"), (999, "999"), (999.6, "1.0k"), (3_141, "3.1k"), (31_415, "31k"),
    ],
)  # fmt: skip
def test_numbers_in_cells_are_short(value, text):
    assert short(value) == text
    assert len(text) <= 4


@pytest.mark.parametrize(
    ("values", "low", "high", "tick_values"),
    [
        ([0, 8.13], 0, 8.13, [0, 2, 4, 6, 8.13]),
        ([0.3, 0.5], 0.3, 0.5, [0.3, 0.35, 0.4, 0.45, 0.5]),
        ([1, 5], 0, 5, [0, 1, 2, 3, 4, 5]),
        ([7, 7], 0, 7, [0, 2, 4, 6, 7]),
        ([], 0, 0, [0]),
    ],
)
def test_a_scale_begins_at_nothing_unless_all_lie_close_together(values, low, high, tick_values):
    scale = scale_of(values)
    assert (scale.low, scale.high) == (low, high)
    assert ticks(scale) == pytest.approx(tick_values)
