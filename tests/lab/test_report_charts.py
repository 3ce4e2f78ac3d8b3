"""Charts made ready for a page and for files; pictures that share their ids."""

import itertools
import struct
from xml.etree import ElementTree

import altair as alt
import pytest

from offleash.games import registry
from offleash.games.uri_nation.draw.scale import shades
from offleash.lab.report.charts import theme
from offleash.lab.report.charts.matrix import matrix, square
from offleash.lab.report.charts.vega_lite import file_spec, page_spec, write_charts
from offleash.lab.report.parts import Chart, Report, Section, charts, slugs
from offleash.lab.report.safe_svg import inline_svg
from offleash.lab.statistics.intervals import Interval
from offleash.play.session import Session
from offleash.tools.errors import OffleashError

BAR = {
    "mark": "bar",
    "data": {"values": [{"dog": "Rex", "n": 3}]},
    "encoding": {"x": {"field": "n"}},
}


def of(*parts):
    return Report("Dogs", [Section("All", parts)])


def test_charts_are_written_as_pictures_under_their_slugs(tmp_path):
    files = write_charts(of(Chart("Who wins?", BAR), Chart("Who wins?", BAR)), tmp_path / "new")
    names = ["who-wins.svg", "who-wins.png", "who-wins-2.svg", "who-wins-2.png"]
    assert [file.name for file in files] == names
    svg = ElementTree.parse(files[0]).getroot()
    assert svg.tag == "{http://www.w3.org/2000/svg}svg"
    assert abs(float(svg.get("width")) - theme.FILE_WIDTH) <= 2
    assert "Who wins?" in files[0].read_text(encoding="utf-8")
    head = files[1].read_bytes()[:24]
    assert head[:8] == b"\x89PNG\r\n\x1a\n"
    assert struct.unpack(">II", head[16:])[0] == round(2 * float(svg.get("width")))


def test_only_the_kinds_that_are_asked_for_are_written(tmp_path):
    assert [file.name for file in write_charts(of(Chart("A", BAR)), tmp_path, ["svg"])] == ["a.svg"]
    with pytest.raises(OffleashError, match="as svg or png, not as gif"):
        write_charts(of(Chart("A", BAR)), tmp_path, ["gif"])


@pytest.mark.parametrize(("size", "angle", "layers"), [(4, 0, 3), (21, -90, 2)])
def test_many_columns_have_names_on_end_and_no_cut_intervals(size, angle, layers):
    """21 missions side by side: names would lie over each other, intervals be cut to `0 – 1…`."""
    names = [f"brown-yellow {n}" for n in range(size)]
    cells = {(i, j): Interval(0.5, 0.1, 0.9) for i in range(size) for j in range(size) if i != j}
    spec = matrix("Who beats whom", square(names, cells), True, 0.5).spec.to_dict()
    assert {layer["encoding"]["x"]["axis"]["labelAngle"] for layer in spec["layer"]} == {angle}
    assert len(spec["layer"]) == layers


def test_slugs_are_plain_and_differ():
    assert slugs(["Über 25 %!", "", "A b", "a-b", "A  B"]) == [
        "ber-25",
        "part",
        "a-b",
        "a-b-2",
        "a-b-3",
    ]
    assert [slug for slug, _ in charts(of(Chart("Long title", BAR, slug="short")))] == ["short"]


def test_a_chart_without_a_width_takes_what_there_is():
    assert page_spec(Chart("A", BAR))["width"] == "container"
    assert page_spec(Chart("A", {**BAR, "width": 100}))["width"] == 100
    assert file_spec(Chart("A", BAR))["width"] == theme.FILE_WIDTH
    assert "width" not in BAR


def test_views_next_to_each_other_share_the_width():
    pair = {"hconcat": [BAR, {"vconcat": [BAR, {**BAR, "width": 50}]}]}
    first, second = page_spec(Chart("A", pair))["hconcat"]
    assert first["width"] == "container/2"
    assert [view["width"] for view in second["vconcat"]] == ["container/2", 50]
    rows = {"facet": {"row": {"field": "dog"}}, "spec": BAR}
    assert page_spec(Chart("A", rows))["spec"]["width"] == "container/1"
    wrapped = {**BAR, "encoding": {"facet": {"field": "dog", "columns": 3}}}
    assert page_spec(Chart("A", wrapped))["width"] == "container/3"


def test_colours_of_the_theme_become_variables_on_a_page_only():
    chart = Chart("A", {**BAR, "mark": {"type": "bar", "color": theme.colour("red")}})
    assert page_spec(chart)["mark"]["color"] == "var(--red)"
    assert file_spec(chart)["mark"]["color"] == theme.colour("red")


def test_names_that_altair_counts_up_do_not_show():
    def chart():
        return alt.Chart(alt.Data(values=[{"n": 1}])).mark_bar().encode(x="n:Q").interactive()

    assert page_spec(Chart("A", chart())) == page_spec(Chart("A", chart()))


def test_ids_of_a_picture_and_all_that_points_at_them_get_a_prefix():
    svg = (
        '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" aria-labelledby="t d">'
        '<title id="t">A &amp; B</title><desc id="d">url(#t)</desc>'
        '<defs><clipPath id="c"/></defs><g clip-path="url(#c)" fill="#c0ffee"/>'
        '<g style="fill:url(\'#c\')"/><use href="#c"/></svg>'
    )
    assert inline_svg(svg, "p1-") == (
        '<svg xmlns="http://www.w3.org/2000/svg" aria-labelledby="p1-t p1-d">'
        '<title id="p1-t">A &amp; B</title><desc id="p1-d">url(#t)</desc>'
        '<defs><clipPath id="p1-c"/></defs><g clip-path="url(#p1-c)" fill="#c0ffee"/>'
        '<g style="fill:url(\'#p1-c\')"/><use href="#p1-c"/></svg>'
    )


@pytest.mark.parametrize(
    ("inside", "problem"),
    [
        ("<script>1</script>", "script element"),
        ("<style>p{color:red}</style>", "style element"),
        ('<g onclick="run()"/>', "handler onclick"),
        ('<image href="https://example.org/a.png"/>', "load https://example.org"),
        ('<a href="javascript:run()"/>', "load javascript:"),
        ("<g>", "not well-formed"),
    ],
)
def test_a_picture_that_runs_or_loads_something_is_refused(inside, problem):
    with pytest.raises(ValueError, match=problem):
        inline_svg(f'<svg xmlns="http://www.w3.org/2000/svg">{inside}</svg>', "p-")


def test_every_thing_has_its_colour_and_there_are_only_so_many():
    assert theme.scale(["Rex", "Ann"]) == {
        "domain": ["Rex", "Ann"],
        "range": [theme.colour("blue"), theme.colour("red")],
    }
    with pytest.raises(ValueError, match="8 categories for 7 colours"):
        theme.scale([str(n) for n in range(8)])


@pytest.mark.parametrize(
    ("categories", "names"),
    [
        (["Rex", "Ann"], ["red", "yellow"]),
        (["Kim", "Rex", "Lee"], ["blue", "red", "green"]),  # others take what is left
        (["Rex–Lee", "Ann–Kim"], ["red", "yellow"]),
        (["Rex", "Max"], ["red", "blue"]),  # no colour twice
    ],
)
def test_pieces_have_the_nearest_colour_of_the_theme(categories, names):
    pieces = {"Rex": "#d5431c", "Ann": "#f4c51f", "Max": "#cc2222"}
    colours = [theme.colour(name) for name in names]
    assert theme.scale(categories, pieces) == {"domain": categories, "range": colours}


@pytest.mark.parametrize("name", ["uri-nation", "dog", "puppy-park", "secret-mission", "domidog"])
def test_every_game_has_the_colours_of_its_pictures(name):
    game = registry.load(name)
    count = {option.name: 4 for option in game.rules.options if option.name in ("seats", "players")}
    session = Session(game, game.options(None, count))
    colours = [game.lab.colours[seat] for seat in game.rules.seat_names]
    assert all(colour in session.svg() for colour in colours)
    nearest = theme.scale(game.rules.seat_names, game.lab.colours)["range"]
    assert {*nearest} == {theme.colour(hue) for hue in ("red", "yellow", "blue", "green")}
    if game.rules.seat_names[0] == "Red":
        assert nearest == [theme.colour(seat.lower()) for seat in game.rules.seat_names]


def test_no_two_colours_of_the_theme_are_one_and_ramps_use_none_of_them():
    light = [pair[0] for pair in theme.COLOURS.values()]
    assert len(light) == len(set(light))
    assert not {*theme.HEAT, *theme.DIVERGING, theme.INK} & set(light)


def test_heat_in_charts_is_the_heat_of_boards():
    colours = shades()
    places = [colours.index(colour) for colour in theme.HEAT]
    assert places[0] == 0 and places[-1] == len(colours) - 1
    assert len({b - a for a, b in itertools.pairwise(places)}) == 1


# How the colour-blind see linear red, green and blue (Machado, Oliveira and Fernandes, 2009).
SIGHTS = {
    "full": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "no red": ((0.152, 1.053, -0.205), (0.115, 0.786, 0.099), (-0.004, -0.048, 1.052)),
    "no green": ((0.367, 0.861, -0.228), (0.280, 0.673, 0.047), (-0.012, 0.043, 0.969)),
    "no blue": ((1.256, -0.077, -0.179), (-0.078, 0.931, 0.148), (0.005, 0.691, 0.304)),
}


def linear(colour):
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    return [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]


def to_cielab(colour, sight):
    """The colour in CIELAB, by somebody of this sight."""
    light = linear(colour)
    r, g, b = (min(1, max(0, sum(m * c for m, c in zip(row, light, strict=True)))) for row in sight)
    x = (0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505
    y = 0.2126 * r + 0.7152 * g + 0.0722 * b
    z = (0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089
    x, y, z = (t ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116 for t in (x, y, z))
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def nearest(colours, sight):
    views = [to_cielab(colour, sight) for colour in colours]
    return min(
        sum((p - q) ** 2 for p, q in zip(a, b, strict=True)) ** 0.5
        for a, b in itertools.combinations(views, 2)
    )


def contrast(one, other):
    weights = (0.2126, 0.7152, 0.0722)
    a, b = sorted(sum(w * c for w, c in zip(weights, linear(x), strict=True)) for x in (one, other))
    return (b + 0.05) / (a + 0.05)


@pytest.mark.parametrize("scheme", [0, 1], ids=["light", "dark"])
@pytest.mark.parametrize("sight", SIGHTS.values(), ids=SIGHTS)
def test_six_series_can_be_told_apart(scheme, sight):
    """A distance of 2 in CIELAB is just seen; red and green of equal lightness would fail."""
    colours = [theme.COLOURS[name][scheme] for name in theme.SERIES[:6]]
    assert nearest(colours, sight) > 12
    assert nearest(["#c04040", "#557f2a"], SIGHTS["no green"]) < 12


@pytest.mark.parametrize("scheme", [0, 1], ids=["light", "dark"])
def test_colours_stand_out_from_the_page(scheme):
    of = {name: pair[scheme] for name, pair in theme.COLOURS.items()}
    for ground in ("surface", "ground"):
        assert contrast(of["ink"], of[ground]) > 12
        assert contrast(of["soft-ink"], of[ground]) > 4.5
        assert contrast(of["accent"], of[ground]) > 4.5
    assert all(contrast(of[name], of["surface"]) > 3 for name in theme.SERIES)


def test_ink_can_be_read_on_the_diverging_ramp():
    assert all(contrast(theme.INK, colour) > 4.5 for colour in theme.DIVERGING)
