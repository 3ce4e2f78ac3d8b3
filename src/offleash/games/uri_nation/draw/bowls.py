"""The players' places: each dog's bowl with pegs and tokens, what it holds, and how it stands."""

from math import cos, pi, sin
from xml.sax.saxutils import escape

from offleash.games.shared.svg import box, disc, kept, moved, number, polygon, tag, words
from offleash.games.uri_nation.deck import Card
from offleash.games.uri_nation.draw import colours as C
from offleash.games.uri_nation.draw import shapes as S
from offleash.games.uri_nation.draw.dogs import draw_dog
from offleash.games.uri_nation.draw.layout import BOWL_WIDTH, Layout
from offleash.games.uri_nation.draw.view import SHORT_TRICKS, View, counted
from offleash.games.uri_nation.rules import record as R
from offleash.games.uri_nation.rules.economy import is_housebound, most_of
from offleash.games.uri_nation.text.names import ARCHETYPE_NAMES, STOCK_NAMES

X, Y = 116.0, 102.0  # the middle of the bowl's opening
RIM_X, RIM_Y = 104.0, 52.0  # its outer edge
DISH_X, DISH_Y = 84.0, 38.0  # its inner edge
HEAP = 36.0  # between heaps of tokens
MOST_SHOWN = 3  # tokens of a heap that are drawn one by one
LONGEST = 21  # letters of a card's name
COLUMN = 280.0  # the middle of the right column
FLAG_ROWS = 4

# Each bowl's stuff by archetype, steel, clay, porcelain, lilac: light, dark, and inside the dish.
STUFF = (
    ("#c3cad2", "#808a95", "#98a2ad"),
    ("#d9a066", "#96622f", "#b57d45"),
    ("#fbf7ef", "#cdbfa3", "#e7dfce"),
    ("#e9bfe0", "#a86a9b", "#cf97c3"),
)


def draw_place(view: View, layout: Layout, seat: int) -> str:
    """All that belongs to a seat, below the street."""
    x, y = layout.bowl(seat)
    height = layout.place_height
    is_on = view.mover == seat or view.has_won(seat)
    look: S.Look = {"fill": "#fff3c4", "stroke": S.GOLD, "stroke_width": 5} if is_on else {}
    look = look or {"fill": C.PAPER, "stroke": C.FILL[seat], "stroke_width": 2.5}
    return S.scaled(
        x,
        y,
        layout.bowl_scale,
        tag("title", escape(place_words(view, seat))),
        box(BOWL_WIDTH / 2, height / 2, BOWL_WIDTH - 4, height - 4, rx=16, **look),
        draw_name(view, seat),
        draw_bowl(view, seat),
        draw_column(view, seat),
        draw_slots(view, layout),
        *(draw_held(view, seat, slot, card) for slot, card in enumerate(view.cards(seat))),
        id=f"bowl-{seat}",
    )


def draw_name(view: View, seat: int) -> str:
    """Who it is, and how many territories there are of how many to win."""
    left: S.Look = {"text_anchor": "start"}
    notes = ["you"] if seat == view.seat else []
    notes += ["decides"] if view.decider == seat and view.mover != seat else []
    note = words(38, 43, 13, " · ".join(notes), font_weight="bold", fill=S.DEEP[seat], **left)
    wins = f"of {int(view.options.win_territories)}"
    puddle = tag(
        "path", d=S.blob(11), fill=C.FILL[seat], stroke=C.DARK[seat], transform=moved(246, 24)
    )
    return (
        tag("g", S.seat_mark(seat, 9), transform=moved(22, 24))
        + words(38, 24, 18, view.name(seat), font_weight="bold", **left)
        + (note if notes else "")
        + puddle
        + words(
            262,
            23,
            24,
            str(view.territory_count(seat)),
            font_weight="bold",
            id=f"held-{seat}",
            **left,
        )
        + words(290, 25, 14, wins, fill=C.SOFT_INK, **left)
    )


# The bowl


def draw_bowl(view: View, seat: int) -> str:
    """The bowl of a dog's archetype, its pegs round the rim and its tokens in the dish."""
    archetype = view.archetype(seat)
    bowl = view.state.bowl[seat]
    cap = int(most_of(view.options, seat, R.WATER))
    heaps = (draw_heap(seat, kind, int(bowl[kind])) for kind in range(len(S.TOKEN_DRAWINGS)))
    pegs = draw_pegs(seat, cap, int(bowl[R.WATER]))
    return draw_empty_bowl(archetype, seat) + pegs + "".join(heaps)


@kept
def draw_empty_bowl(archetype: int, seat: int) -> str:
    """What does not change in a game."""
    light, dark, inside = STUFF[archetype]
    return (
        draw_wall(archetype, light, dark)
        + draw_band(archetype, seat)
        + oval(RIM_X, RIM_Y, fill=light, stroke=C.INK, stroke_width=2.5)
        + oval(DISH_X, DISH_Y, fill=inside, stroke=dark, stroke_width=3)
        + draw_trim(archetype, light, dark)
    )


def oval(rx: float, ry: float, **look: str | float) -> str:
    """An ellipse round the middle of the opening."""
    return tag("ellipse", cx=X, cy=Y, rx=rx, ry=ry, **look)


def wall_path(foot: float, drop: float) -> str:
    """The outside of a bowl: from rim to rim over a base of half that width."""
    left, right, base = X - foot, X + foot, Y + drop
    return (
        f"M{number(X - RIM_X)},{number(Y)} L{number(left)},{number(base)} "
        f"Q{number(X)},{number(base + 30)} {number(right)},{number(base)} "
        f"L{number(X + RIM_X)},{number(Y)} Z"
    )


def draw_wall(archetype: int, light: str, dark: str) -> str:
    """The Bruiser's bowl is wide, the Scrapper's crooked, the Diplomat's stands on a foot."""
    look: S.Look = {"fill": dark, "stroke": C.INK, "stroke_width": 2.5, "stroke_linejoin": "round"}
    if archetype == R.DIPLOMAT:
        stem = f"M{X - 20},{Y + 66} L{X - 44},{Y + 92} Q{X},{Y + 104} {X + 44},{Y + 92} "
        stem += f"L{X + 20},{Y + 66} Z"
        bell = f"M{X - RIM_X},{Y} Q{X - 92},{Y + 72} {X},{Y + 76} Q{X + 92},{Y + 72} "
        bell += f"{X + RIM_X},{Y} Z"
        gold = tag("path", d=f"M{X - 40},{Y + 92} Q{X},{Y + 103} {X + 40},{Y + 92}", fill="none")
        foot = tag("path", d=stem, **look) + tag("g", gold, stroke=S.GOLD, stroke_width=4)
        return foot + tag("path", d=bell, **{**look, "fill": light})
    if archetype == R.BRUISER:
        wall = tag("path", d=wall_path(104, 74), **look)
        rivets = (disc(X + dx, Y + 70, 4, fill=light, stroke=C.INK) for dx in (-88, -62, 62, 88))
        return wall + "".join(rivets)
    if archetype == R.SCRAPPER:
        wall = f"M{X - RIM_X},{Y} L{X - 84},{Y + 62} L{X - 70},{Y + 66} L{X - 66},{Y + 80} "
        wall += f"Q{X},{Y + 98} {X + 82},{Y + 74} L{X + RIM_X},{Y} Z"
        crack = f"M{X + 88},{Y + 30} L{X + 72},{Y + 42} L{X + 80},{Y + 52} L{X + 66},{Y + 68}"
        line: S.Look = {"fill": "none", "stroke": C.INK, "stroke_width": 2}
        return tag("path", d=wall, **look) + tag("path", d=crack, **line)
    frills = "".join(
        disc(X + 96 * cos(k * pi / 10), Y + 18 + 62 * sin(k * pi / 10), 13, fill="#f7e3f3")
        for k in range(11)
    )
    return tag("path", d=wall_path(74, 76), **look) + tag("g", frills, stroke=dark)


def draw_band(archetype: int, seat: int) -> str:
    """The dog's name on the outside, in its seat's colour."""
    drop = 66.0 if archetype != R.DIPLOMAT else 58.0
    half = {R.BRUISER: 50, R.SCRAPPER: 54, R.DIPLOMAT: 52}.get(archetype, 46)
    y = Y + drop
    path = f"M{X - half},{y - 9} Q{X},{y + 5} {X + half},{y - 9} L{X + half - 4},{y + 13} "
    path += f"Q{X},{y + 25} {X - half + 4},{y + 13} Z"
    plate = tag("path", d=path, fill=C.FILL[seat], stroke=C.INK, stroke_width=2)
    name = ARCHETYPE_NAMES[archetype].upper()
    return plate + words(
        X, y + 7, 13, name, font_weight="bold", fill=C.LETTERING[seat], letter_spacing="1"
    )


def draw_trim(archetype: int, light: str, dark: str) -> str:
    """What else is special about a rim."""
    if archetype == R.BRUISER:
        return oval(RIM_X - 3, RIM_Y - 3, fill="none", stroke="#eef1f4", stroke_width=2.5)
    if archetype == R.DIPLOMAT:
        return oval(RIM_X - 2, RIM_Y - 2, fill="none", stroke=S.GOLD, stroke_width=3.5)
    if archetype == R.SCRAPPER:
        bite = polygon(
            (
                (X + 76, Y - 42),
                (X + 66, Y - 30),
                (X + 80, Y - 28),
                (X + 90, Y - 20),
                (X + 104, Y - 30),
            ),
            fill=C.PAPER,
        )  # a bite out of the rim
        return bite + tag(
            "path",
            d=f"M{X + 76},{Y - 36} L{X + 66},{Y - 30} L{X + 80},{Y - 28} L{X + 92},{Y - 22}",
            fill="none",
            stroke=C.INK,
            stroke_width=2,
        )
    return oval(
        RIM_X - 3, RIM_Y - 3, fill="none", stroke=dark, stroke_width=2, stroke_dasharray="5 5"
    )


@kept
def draw_pegs(seat: int, cap: int, water: int) -> str:
    """As many holes as the bowl can hold water, those with a peg filled."""
    holes, pegs = max(cap, water), []
    for hole in sorted(range(holes), key=lambda hole: (-cos(2 * pi * hole / holes), hole)):
        angle = 2 * pi * hole / holes - pi / 2  # those behind first
        x = X + (RIM_X + DISH_X) / 2 * cos(angle)
        y = Y + (RIM_Y + DISH_Y) / 2 * sin(angle)
        hollow = tag("ellipse", cx=x, cy=y, rx=6.5, ry=4.5, fill="#4c4034", stroke=C.INK)
        d = "M-6,0 V-11 A6,4 0 0 1 6,-11 V0 A6,4 0 0 1 -6,0 Z"
        peg = tag("path", d=d, fill=S.PEG, stroke=S.PEG_DARK, stroke_width=1.5)
        peg += tag("ellipse", cx=0, cy=-11, rx=6, ry=4, fill=S.PEG_LIGHT, stroke=S.PEG_DARK)
        pegs.append(hollow + (tag("g", peg, transform=moved(x, y)) if hole < water else ""))
    title = tag("title", f"{water} of {cap} water")
    return tag("g", title, *pegs, id=f"water-{seat}")


@kept
def draw_heap(seat: int, kind: int, count: int) -> str:
    """Tokens of one kind: a few drawn, all counted."""
    x = X + HEAP * (kind - 1.5)
    icon = S.TOKEN_DRAWINGS[kind]()
    shown = min(count, MOST_SHOWN)
    top = Y - 9 + 4.5 * (shown - 1)
    icons = [S.scaled(0, top - 9 * i, 11.5, icon) for i in range(shown)]
    faint = S.scaled(0, Y - 9, 11.5, icon, opacity=0.22)
    number_plate = box(
        0, Y + 17, 10 + 9 * len(str(count)), 17, rx=8.5, fill="#ffffff", opacity=0.75
    )
    label = number_plate + words(0, Y + 17, 15, str(count), font_weight="bold")
    return tag(
        "g",
        tag("title", f"{count} {STOCK_NAMES[kind]}"),
        *(icons or [faint]),
        label if count else "",
        id=f"token-{seat}-{STOCK_NAMES[kind].lower()}",
        transform=moved(x, 0),
    )


# Beside the bowl


def draw_column(view: View, seat: int) -> str:
    """The dog itself, its water, its home, and what hampers or helps it."""
    cap, water = int(most_of(view.options, seat, R.WATER)), int(view.state.bowl[seat, R.WATER])
    home = int(view.state.home[seat])
    drop = S.scaled(COLUMN - 30, 112, 8, S.draw_drop(S.PEG, S.PEG_DARK))
    lives = f"home {home + 1}" if home >= 0 else "no home yet"
    return (
        S.scaled(COLUMN, 72, 29, draw_dog(view.archetype(seat), seat))
        + drop
        + words(COLUMN + 8, 113, 17, f"{water} of {cap}", font_weight="bold")
        + words(COLUMN, 132, 14, lives, fill=C.SOFT_INK)
        + "".join(draw_flag(seat, row, flag) for row, flag in enumerate(shown_flags(view, seat)))
    )


def flags(view: View, seat: int) -> list[str]:
    """What is special about a seat just now, in words."""
    state, found = view.state, []
    if is_housebound(state, view.options, seat):
        found.append("housebound")
    if int(state.skip[seat]):
        found.append("no action")
    if extra := int(state.walk_extra[seat]):
        found.append(f"next walk {extra:+d}")
    if bonus := int(state.attack[seat]):
        found.append(f"attack {bonus:+d}")
    if int(state.home_away[max(0, int(state.home[seat]))]) and int(state.home[seat]) >= 0:
        found.append("home lost")
    used = int(state.tricks[seat])
    return found + [f"used {name}" for bit, name in enumerate(SHORT_TRICKS) if used >> bit & 1]


def shown_flags(view: View, seat: int) -> list[str]:
    """As many as there is room for; the last says how many more."""
    found = flags(view, seat)
    if len(found) <= FLAG_ROWS:
        return found
    return [*found[: FLAG_ROWS - 1], f"{len(found) - FLAG_ROWS + 1} more"]


def draw_flag(seat: int, row: int, text: str) -> str:
    """A small plate in the right column."""
    y = 150 + 17 * row
    plate = box(COLUMN, y, 102, 15, rx=7.5, fill=C.PAPER, stroke=C.FILL[seat], stroke_width=2)
    return plate + words(COLUMN, y, min(12, 180 / len(text)), text)


def draw_slots(view: View, layout: Layout) -> str:
    """Room for as many cards as may be held."""
    if not layout.has_cards:
        return ""
    look: S.Look = {"rx": 5, "fill": "none", "stroke": "#c9b68c", "stroke_dasharray": "5 4"}
    slots = range(int(view.options.held_cards_max))
    return "".join(
        tag("g", box(0, 0, 156, 22, **look), transform=moved(*held_spot(slot))) for slot in slots
    )


def draw_held(view: View, seat: int, slot: int, card: Card) -> str:
    """A card in hand, open to all: its id, its name, and when it may be played."""
    name = card.name if len(card.name) <= LONGEST else card.name[: LONGEST - 1].rstrip() + "…"
    when = card.hold.replace("_", " ")
    left: S.Look = {"text_anchor": "start"}
    return tag(
        "g",
        tag("title", escape(f"{card.id} {card.name}: {card.text} ({when})")),
        box(0, 0, 156, 22, rx=5, fill="#fffdf6", stroke=C.INK, stroke_width=1.5),
        box(-54, 0, 46, 19, rx=4, fill=S.DEEP[seat]),
        words(-54, 0, min(12, 66 / len(card.id)), card.id, font_weight="bold", fill="#ffffff"),
        words(-28, 0, min(11.5, 175 / len(name)), name, **left),
        id=f"card-{card.id}",
        transform=moved(*held_spot(slot)),
    )


def held_spot(slot: int) -> S.Point:
    """The middle of a held card within its player's place."""
    return 89 + 162 * (slot % 2), 226 + 24 * (slot // 2)


def place_words(view: View, seat: int) -> str:
    """A seat and all it has, in words."""
    bowl = view.state.bowl[seat]
    tokens = ", ".join(
        f"{int(bowl[kind])} {name}" for kind, name in enumerate(STOCK_NAMES[: R.WATER])
    )
    cap = int(most_of(view.options, seat, R.WATER))
    said = f"{view.name(seat)}: {counted(view.territory_count(seat), 'territory', 'territories')}, "
    said += f"{int(bowl[R.WATER])} of {cap} water, {tokens}"
    cards = [f"{card.id} {card.name}" for card in view.cards(seat)]
    return "; ".join([said, *cards, *flags(view, seat)])
