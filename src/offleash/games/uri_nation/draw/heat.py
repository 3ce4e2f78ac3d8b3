"""Heat maps of a board: where dogs walk, cross, claim and fight, and what is owned."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from xml.sax.saxutils import escape

from offleash.contract import HeatMap, Records
from offleash.games.shared import svg
from offleash.games.shared.svg import bold, box, group, moved, number, path, point, tag, words
from offleash.games.uri_nation.board.streets import crossings
from offleash.games.uri_nation.board.text import GLYPHS, Board, Cell, cell_text
from offleash.games.uri_nation.draw import geometry as G, street
from offleash.games.uri_nation.draw.colours import INK, SOFT_INK, TEXT
from offleash.games.uri_nation.draw.gardens import draw_gardens, draw_meadow
from offleash.games.uri_nation.draw.pavement import draw_paths, draw_road
from offleash.games.uri_nation.draw.scale import Scale, draw_bar, lettering, scale_of, short
from offleash.games.uri_nation.draw.shapes import LEFT, Look
from offleash.games.uri_nation.options import board_of
from offleash.games.uri_nation.rules.places import HOMES
from offleash.games.uri_nation.text.columns import counts_by_place
from offleash.tools.prose import capitalise, count_of

NARROWEST = 620.0  # a picture, so that its words fit on a small board
TOP, BELOW = 96.0, 84.0  # room for the title above the board, and for the bar below it
ROOM = 300.0  # for the title, before the board's name
WIDEST_BAR = 460.0
THINNEST, WIDEST = 2.5, 42.0  # bands over the road
EAST, SOUTH = 1, 2  # ways, as crossings have them
REACH = 40.0  # from the middle of the road into a sidewalk
FEW = 0.04  # of the greatest: below it a band has no number
PAPER, LAWN, SLAB, SLAB_EDGE = "#fcfaf4", "#e9ecdd", "#f3eee2", "#d8cfbc"
FIGURES = "system-ui, 'Segoe UI', 'Helvetica Neue', 'DejaVu Sans', sans-serif"
NOBODYS = (None,) * HOMES  # over many games every dog lives in every home

Draw = Callable[[Board, Cell, float, Scale], str]  # a place around the origin


@dataclass(frozen=True)
class MapKind:
    """One of the maps: what it counts, and how it says so."""

    name: str
    title: str
    about: str  # the caption's second half
    count_name: str  # as the counts by place call it
    draw: Draw
    is_share: bool = False  # of all walks, instead of a number a game

    @property
    def caption(self) -> str:
        return f"{self.title}: {self.about}"

    @property
    def unit(self) -> str:
        return "% of all walks" if self.is_share else f"{self.count_name} per game"


def _tile(board: Board, cell: Cell, value: float, scale: Scale) -> str:
    """Return a territory or a cell of the walks in its colour."""
    colour, side = scale.colour(value), G.CELL - 2
    look: Look = {"fill": colour, "rx": 4}
    if board.at(cell) == "T":
        look |= {"rx": 9, "stroke": INK, "stroke_opacity": 0.3}
        side = G.CELL - 5
    return box(0, 0, side, side, **look) + _number(value, colour)


def _band(board: Board, cell: Cell, value: float, scale: Scale) -> str:
    """Return a cell of road: a band from walk to walk, wider the more dogs cross there."""
    share = value / scale.high if scale.high else 0.0
    wide = THINNEST + share * (WIDEST - THINNEST)
    colour, spans = scale.colour(value), spans_of(board)[cell]
    band = "".join(_ribbon(span, wide, colour) for span in spans)
    if share < FEW:
        return band
    text = short(value)
    is_level = all(span.way == EAST for span in spans)
    if wide > (18 if is_level else 10 * len(text)):
        return band + _number(value, colour)
    plate = box(0, 0, 9 * len(text) + 6, 18, rx=9, fill=PAPER, fill_opacity=0.9)
    return band + plate + _number(value, PAPER)


@dataclass(frozen=True)
class RoadSpan:
    """A way over one cell of road, and whether it begins and ends there."""

    way: int
    is_first: bool
    is_last: bool


@lru_cache(256)
def spans_of(board: Board) -> dict[Cell, list[RoadSpan]]:
    """Return the ways over each cell of road; a way and its reverse are one."""
    spans: dict[Cell, list[RoadSpan]] = {}
    for crossing in crossings(board):
        if crossing.way in (EAST, SOUTH):
            first, last = crossing.road[0], crossing.road[-1]
            for cell in crossing.road:
                span = RoadSpan(crossing.way, cell == first, cell == last)
                spans.setdefault(cell, []).append(span)
    return spans


def _ribbon(span: RoadSpan, wide: float, colour: str) -> str:
    """Return a band that goes south, or is turned to go east; its ends on the walks are round."""
    r, inner = number(wide / 2), number(G.HALF)
    outer = number(REACH - wide / 2)
    top, bottom = outer if span.is_first else inner, outer if span.is_last else inner
    over = f"A{r},{r} 0 0 1 {r},-{top}" if span.is_first else f"H{r}"
    under = f"A{r},{r} 0 0 1 -{r},{bottom}" if span.is_last else f"H-{r}"
    turn = {"transform": "rotate(-90)"} if span.way == EAST else {}
    return path(f"M-{r},-{top}{over}V{bottom}{under}Z", fill=colour, **turn)


def _number(value: float, colour: str) -> str:
    return tag("text", escape(short(value)), y=5.2, fill=lettering(colour))


KINDS = (
    MapKind("visits", "Where dogs walk", "how often a dog comes to each cell", "visits", _tile),
    MapKind("fights", "Where dogs fight", "how often each territory is challenged", "challenges",
            _tile),
    MapKind("ownership", "What is owned", "how many walks begin with a disk on each territory",
            "walks begun while owned", _tile, is_share=True),
    MapKind("claims", "What is claimed", "how often each territory is claimed", "claims", _tile),
    MapKind("crossings", "Where dogs cross", "how often the road is crossed, by cell", "crossings",
            _band),
)  # fmt: skip


def heat(options: Records, sums: Records, games: int) -> list[HeatMap]:
    """Return every map of the options' board, from the counts of a number of games on it."""
    return heat_of(board_of(options), sums, games)


def heat_of(board: Board, sums: Records, games: int) -> list[HeatMap]:
    """Return every map of a board."""
    maps = maps_of(board, sums, games)
    return [HeatMap(m.kind.name, m.kind.caption, _picture(board, m, games)) for m in maps]


def maps_of(board: Board, sums: Records, games: int) -> list["MapCounts"]:
    """Return what every map of a board shows."""
    counts, walks = counts_by_place(board, sums), int(sums["walks"][0])
    return [
        MapCounts(kind, counts[kind.count_name], walks if kind.is_share else games)
        for kind in KINDS
    ]


@dataclass(frozen=True)
class MapCounts:
    """What one map shows: how often, by place, out of so many games or walks."""

    kind: MapKind
    by_place: Mapping[Cell, int]
    of: int

    @cached_property
    def values(self) -> dict[Cell, float]:
        """Per game, or in hundredths of all walks."""
        factor = 100 if self.kind.is_share else 1
        return {cell: factor * count / max(1, self.of) for cell, count in self.by_place.items()}

    @cached_property
    def scale(self) -> Scale:
        """Of its colours."""
        return scale_of(self.values.values())

    @property
    def note(self) -> str:
        """Where most of it was, in a few words."""
        most = max(self.by_place.values(), default=0)
        hottest = [cell for cell, count in self.by_place.items() if count == most]
        if most == 0:
            return "nothing was counted"
        note = f"most at {cell_text(hottest[0])}" + (" and elsewhere" if hottest[1:] else "")
        return f"{note}; colours begin at {short(self.scale.low)}" if self.scale.low else note

    def label(self, board: Board, cell: Cell) -> str:
        """Return a place and its number, in words."""
        value, count = self.values[cell], self.by_place[cell]
        noun, figure = self.kind.count_name, f"{value:.2f} per game ({count:,} in all)"
        if self.kind.is_share:
            noun, figure = "owned", f"{value:.1f} % of the walks ({count:,} of {self.of:,})"
        return f"{GLYPHS[board.at(cell)]} {cell_text(cell)}\n{noun}: {figure}"


# The picture


def _picture(board: Board, counts: MapCounts, games: int) -> str:
    """Return the board with its heat, a heading above and the scale below."""
    wide, tall = G.size(board)
    width, height = max(NARROWEST, wide), TOP + tall - G.HEADER + BELOW
    at = moved((width - wide) / 2, TOP - G.HEADER)
    places = group(*_places(board, counts), id="heat", font_family=FIGURES, font_size=15)
    return svg.document(
        width,
        height,
        box(width / 2, height / 2, width, height, rx=18, fill=PAPER),
        _heading(board, counts.kind, games, width),
        group(_base(board, counts), places, transform=at),
        _legend(counts, width, height - BELOW),
        role="img",
        aria_label=escape(counts.kind.caption, {'"': "&quot;"}),
        **TEXT,
    )


def _heading(board: Board, kind: MapKind, games: int, width: float) -> str:
    played = count_of(games, "game") if games else "no games yet"
    most = int((width - 2 * G.MARGIN - ROOM) / 9)  # letters
    name = board.name if len(board.name) <= most else f"{board.name[: most - 1].rstrip()}…"
    return (
        bold(G.MARGIN, 40, 30, kind.title, **LEFT)
        + words(G.MARGIN, 72, 16, capitalise(kind.about), fill=SOFT_INK, **LEFT)
        + words(width - G.MARGIN, 40, 16, name, fill=SOFT_INK, text_anchor="end")
        + words(width - G.MARGIN, 72, 16, played, fill=SOFT_INK, text_anchor="end")
    )


def _base(board: Board, counts: MapCounts) -> str:
    """Return the street in pale colours, only there to show where things are."""
    is_covered = any(board.at(cell) == "T" for cell in counts.by_place)
    return group(
        street.draw_inner(board, fill=LAWN),
        group(draw_meadow(board), opacity=0.35),
        group(draw_road(board, is_worn=False), opacity=0.4),
        path("".join(map(_slab, board.cells)), fill=SLAB, stroke=SLAB_EDGE),
        "" if is_covered else group(draw_gardens(board), opacity=0.4),
        group(draw_paths(board), opacity=0.6),
        group(street.draw_features(board), street.draw_homes(board, NOBODYS), opacity=0.65),
        street.draw_numbers(board, SOFT_INK),
    )


def _slab(cell: Cell) -> str:
    (x, y), side = G.centre(cell), number(G.CELL)
    return f"M{point(x - G.HALF, y - G.HALF)}h{side}v{side}h-{side}z"


def _places(board: Board, counts: MapCounts) -> Iterator[str]:
    for cell, value in counts.values.items():
        place = counts.kind.draw(board, cell, value, counts.scale)
        yield G.at_cell(cell, svg.tooltip(counts.label(board, cell)), place)


def _legend(counts: MapCounts, width: float, top: float) -> str:
    """Return the bar with its numbers, what they count, and where most of it was."""
    bar = min(WIDEST_BAR, width - 2 * G.MARGIN - 250)
    return group(
        draw_bar(counts.scale, counts.values.values(), bar),
        words(bar + 28, 4, 16, counts.kind.unit, **LEFT),
        words(bar + 28, 26, 14, counts.note, fill=SOFT_INK, **LEFT),
        transform=moved(G.MARGIN, top + 28),
    )
