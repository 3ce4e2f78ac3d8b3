"""The players' places: each dog's bowl with pegs and tokens, its cards and its state."""

from math import cos, pi, sin

from offleash.contract.text.wording import in_current_names
from offleash.games.shared import svg
from offleash.games.shared.svg import bold, box, ellipse, group, group_at, path, tooltip, words
from offleash.games.uri_nation.deck import Card
from offleash.games.uri_nation.draw import colours as C, shapes as S
from offleash.games.uri_nation.draw.layout import BOWL_WIDTH, Layout
from offleash.games.uri_nation.draw.own_pieces import dog_art, peg_image, token_image
from offleash.games.uri_nation.position import Position, plural
from offleash.games.uri_nation.rules import record as R
from offleash.games.uri_nation.rules.economy import is_housebound
from offleash.games.uri_nation.text import names as N

X, Y = 116.0, 102.0  # the middle of the bowl's opening
RIM_X, RIM_Y = 104.0, 52.0  # its outer edge
DISH_X, DISH_Y = 84.0, 38.0  # its inner edge
HEAP = 36.0  # between heaps of tokens
MOST_DRAWN = 3  # tokens of a heap that are drawn one by one
LONGEST = 21  # letters of a card's name
COLUMN = 280.0  # the middle of the right column
FLAG_ROWS = 4

# Steel, clay, porcelain and lilac bowls by archetype: light, dark, and inside the dish.
MATERIALS = (
    ("#c3cad2", "#808a95", "#98a2ad"),
    ("#d9a066", "#96622f", "#b57d45"),
    ("#fbf7ef", "#cdbfa3", "#e7dfce"),
    ("#e9bfe0", "#a86a9b", "#cf97c3"),
)


def draw_place(view: Position, layout: Layout, seat: int) -> str:
    """Return everything of a seat's, below the street."""
    height = layout.place_height
    is_on = view.mover == seat or view.has_won(seat)
    look: S.Look = {"fill": "#fff3c4", "stroke": S.GOLD, "stroke_width": 5} if is_on else {}
    look = look or {"fill": C.PAPER, "stroke": C.FILL[seat], "stroke_width": 2.5}
    return S.scaled(
        *layout.bowl(seat),
        layout.bowl_scale,
        tooltip(place_words(view, seat)),
        box(BOWL_WIDTH / 2, height / 2, BOWL_WIDTH - 4, height - 4, rx=16, **look),
        draw_name(view, seat),
        draw_bowl(view, seat),
        draw_column(view, seat),
        draw_slots(view, layout),
        *(draw_card_in_hand(view, seat, slot, card) for slot, card in enumerate(view.cards(seat))),
        id=f"bowl-{seat}",
    )


def draw_name(view: Position, seat: int) -> str:
    """Return the dog's name, and how many of the territories needed to win it has."""
    notes = ["you"] if seat == view.seat else []
    notes += ["decides"] if view.decider == seat and view.mover != seat else []
    note = bold(38, 43, 13, " · ".join(notes), fill=S.DEEP[seat], **S.LEFT)
    wins = f"of {int(view.options.territories_to_win)}"
    count = str(view.territory_count(seat))
    x = 262 - 11 * (len(count) - 1)  # so that two digits end before the words
    at = svg.moved(x - 16, 24)
    puddle = path(S.blob(11), fill=C.FILL[seat], stroke=C.DARK[seat], transform=at)
    return (
        group_at((22, 24), S.seat_mark(seat, 9))
        + bold(38, 24, 18, view.name(seat), data_room=186, **S.LEFT)
        + (note if notes else "")
        + puddle
        + bold(x, 23, 24, count, id=f"held-{seat}", **S.LEFT)
        + words(290, 25, 14, wins, fill=C.SOFT_INK, **S.LEFT)
    )


# The bowl


def draw_bowl(view: Position, seat: int) -> str:
    """Return the bowl of a dog's archetype, its pegs round the rim and its tokens in the dish."""
    bowl = draw_empty_bowl(view.archetype(seat), seat)
    pegs = draw_pegs(seat, view.most_water(seat), view.water(seat), peg_image())
    heaps = (
        draw_heap(seat, kind, view.stock(seat, kind), token_image(kind)) for kind in range(R.WATER)
    )
    return bowl + pegs + "".join(heaps)


def draw_empty_bowl(archetype: int, seat: int) -> str:
    """Return the part of a bowl that does not change in a game."""
    return _draw_empty_bowl(archetype, seat, in_current_names(N.ARCHETYPE_NAMES[archetype]))


@svg.cache_shapes
def _draw_empty_bowl(archetype: int, seat: int, name: str) -> str:
    light, dark, inside = MATERIALS[archetype]
    return (
        draw_wall(archetype, light, dark)
        + draw_band(archetype, seat, name.upper())
        + oval(RIM_X, RIM_Y, fill=light, stroke=C.INK, stroke_width=2.5)
        + oval(DISH_X, DISH_Y, fill=inside, stroke=dark, stroke_width=3)
        + draw_trim(archetype, dark)
    )


def oval(rx: float, ry: float, **look: str | float) -> str:
    """Return an ellipse round the middle of the opening."""
    return ellipse(X, Y, rx, ry, **look)


def wall_path(foot: float, drop: float) -> str:
    """Return the outside of a bowl: from rim to rim over a base of the given half width."""
    left, right, base = X - foot, X + foot, Y + drop
    return (
        f"M{svg.point(X - RIM_X, Y)} L{svg.point(left, base)} "
        f"Q{svg.point(X, base + 30)} {svg.point(right, base)} "
        f"L{svg.point(X + RIM_X, Y)} Z"
    )


def draw_wall(archetype: int, light: str, dark: str) -> str:
    """Return a bowl's wall: the Bruiser's wide, the Scrapper's crooked, the Diplomat's footed."""
    look: S.Look = {"fill": dark, "stroke": C.INK, "stroke_width": 2.5, "stroke_linejoin": "round"}
    if archetype == R.DIPLOMAT:
        stem = f"M{X - 20},{Y + 66} L{X - 44},{Y + 92} Q{X},{Y + 104} {X + 44},{Y + 92} "
        stem += f"L{X + 20},{Y + 66} Z"
        bell = f"M{X - RIM_X},{Y} Q{X - 92},{Y + 72} {X},{Y + 76} Q{X + 92},{Y + 72} "
        bell += f"{X + RIM_X},{Y} Z"
        gold = path(f"M{X - 40},{Y + 92} Q{X},{Y + 103} {X + 40},{Y + 92}", fill="none")
        foot = path(stem, **look) + group(gold, stroke=S.GOLD, stroke_width=4)
        return foot + path(bell, **{**look, "fill": light})
    if archetype == R.BRUISER:
        wall = path(wall_path(104, 74), **look)
        rivet: S.Look = {"fill": light, "stroke": C.INK}
        return wall + "".join(svg.disc(X + dx, Y + 70, 4, **rivet) for dx in (-88, -62, 62, 88))
    if archetype == R.SCRAPPER:
        wall = f"M{X - RIM_X},{Y} L{X - 84},{Y + 62} L{X - 70},{Y + 66} L{X - 66},{Y + 80} "
        wall += f"Q{X},{Y + 98} {X + 82},{Y + 74} L{X + RIM_X},{Y} Z"
        crack = f"M{X + 88},{Y + 30} L{X + 72},{Y + 42} L{X + 80},{Y + 52} L{X + 66},{Y + 68}"
        line: S.Look = {"fill": "none", "stroke": C.INK, "stroke_width": 2}
        return path(wall, **look) + path(crack, **line)
    frills = "".join(
        svg.disc(X + 96 * cos(k * pi / 10), Y + 18 + 62 * sin(k * pi / 10), 13, fill="#f7e3f3")
        for k in range(11)
    )
    return path(wall_path(74, 76), **look) + group(frills, stroke=dark)


def draw_band(archetype: int, seat: int, name: str) -> str:
    """Return the dog's name on the outside, in its seat's colour."""
    drop = 66.0 if archetype != R.DIPLOMAT else 58.0
    half = {R.BRUISER: 50, R.SCRAPPER: 54, R.DIPLOMAT: 52}.get(archetype, 46)
    y = Y + drop
    outline = f"M{X - half},{y - 9} Q{X},{y + 5} {X + half},{y - 9} L{X + half - 4},{y + 13} "
    outline += f"Q{X},{y + 25} {X - half + 4},{y + 13} Z"
    plate = path(outline, fill=C.FILL[seat], stroke=C.INK, stroke_width=2)
    size = min(13.0, (2 * half - 10) / (0.8 * len(name)))
    return plate + bold(X, y + 7, size, name, fill=C.LETTERING[seat], letter_spacing="1")


def draw_trim(archetype: int, dark: str) -> str:
    """Return the decoration of a rim: a line, a bite out of it, or stitches."""
    if archetype == R.BRUISER:
        return oval(RIM_X - 3, RIM_Y - 3, fill="none", stroke="#eef1f4", stroke_width=2.5)
    if archetype == R.DIPLOMAT:
        return oval(RIM_X - 2, RIM_Y - 2, fill="none", stroke=S.GOLD, stroke_width=3.5)
    if archetype == R.SCRAPPER:
        corners = ((76, -42), (66, -30), (80, -28), (90, -20), (104, -30))
        bite = svg.polygon(((X + dx, Y + dy) for dx, dy in corners), fill=C.PAPER)
        edge = f"M{X + 76},{Y - 36} L{X + 66},{Y - 30} L{X + 80},{Y - 28} L{X + 92},{Y - 22}"
        return bite + path(edge, fill="none", stroke=C.INK, stroke_width=2)
    look: S.Look = {"fill": "none", "stroke": dark, "stroke_width": 2, "stroke_dasharray": "5 5"}
    return oval(RIM_X - 3, RIM_Y - 3, **look)


@svg.cache_shapes
def draw_pegs(seat: int, cap: int, water: int, image: str = "") -> str:
    """Return holes for all the water a bowl can hold, those with a peg, or its image, filled."""
    holes, pegs = max(cap, water), []
    d = "M-6,0 V-11 A6,4 0 0 1 6,-11 V0 A6,4 0 0 1 -6,0 Z"
    peg = path(d, fill=S.PEG, stroke=S.PEG_DARK, stroke_width=1.5)
    peg += ellipse(0, -11, 6, 4, fill=S.PEG_LIGHT, stroke=S.PEG_DARK)
    peg = image or peg
    for hole in sorted(range(holes), key=lambda hole: (-cos(2 * pi * hole / holes), hole)):
        angle = 2 * pi * hole / holes - pi / 2  # those behind first
        x = X + (RIM_X + DISH_X) / 2 * cos(angle)
        y = Y + (RIM_Y + DISH_Y) / 2 * sin(angle)
        hollow = ellipse(x, y, 6.5, 4.5, fill="#4c4034", stroke=C.INK)
        pegs.append(hollow + (group_at((x, y), peg) if hole < water else ""))
    return group(tooltip(f"{water} of {cap} water"), *pegs, id=f"water-{seat}")


@svg.cache_shapes
def draw_heap(seat: int, kind: int, count: int, image: str = "") -> str:
    """Return tokens of one kind, or their image: a few drawn, all counted."""
    name, icon = N.STOCK_NAMES[kind], image or S.TOKEN_DRAWINGS[kind]()
    heap = [S.scaled(0, Y - 9, 11.5, icon, opacity=0.22)]
    if count:
        top = min(count, MOST_DRAWN) - 1
        heap = [S.scaled(0, Y - 9 + 4.5 * top - 9 * i, 11.5, icon) for i in range(top + 1)]
        look: S.Look = {"rx": 8.5, "fill": "#ffffff", "opacity": 0.75}
        heap.append(box(0, Y + 17, 10 + 9 * len(str(count)), 17, **look))
        heap.append(bold(0, Y + 17, 15, str(count)))
    at = (X + HEAP * (kind - 1.5), 0)
    return group_at(at, tooltip(f"{count} {name}"), *heap, id=f"token-{seat}-{name.lower()}")


# Next to the bowl


def draw_column(view: Position, seat: int) -> str:
    """Return the dog itself, its water, its home, and what hampers or helps it."""
    home = view.home[seat]
    lives = N.home_text(home) if home >= 0 else "no home yet"
    return (
        S.scaled(COLUMN, 72, 29, dog_art(view.archetype(seat), seat))
        + S.scaled(COLUMN - 30, 112, 8, S.draw_drop(S.PEG, S.PEG_DARK))
        + bold(COLUMN + 8, 113, 17, f"{view.water(seat)} of {view.most_water(seat)}")
        + words(COLUMN, 132, 14, lives, fill=C.SOFT_INK)
        + "".join(draw_flag(seat, row, flag) for row, flag in enumerate(visible_flags(view, seat)))
    )


def flags(view: Position, seat: int) -> list[str]:
    """Return what is special about a seat just now, in words."""
    state, home = view.state, view.home[seat]
    extra, bonus, used = state.walk_extra[seat], state.attack[seat], int(state.tricks[seat])
    texts = {
        "housebound": is_housebound(state, view.options, seat),
        "no action": state.skip[seat],
        f"next walk {extra:+d}": extra,
        f"attack {bonus:+d}": bonus,
        "home lost": home >= 0 and view.home_away[home],
        **{f"used {name}": used >> bit & 1 for bit, name in enumerate(N.SHORT_TRICKS)},
    }
    return [text for text, is_true in texts.items() if is_true]


def visible_flags(view: Position, seat: int) -> list[str]:
    """Return as many flags as fit; the last says how many more there are."""
    texts = flags(view, seat)
    if (more := len(texts) - FLAG_ROWS) <= 0:
        return texts
    return [*texts[: FLAG_ROWS - 1], f"{more + 1} more"]


def draw_flag(seat: int, row: int, text: str) -> str:
    """Return a small plate in the right column."""
    y = 150 + 17 * row
    plate = box(COLUMN, y, 102, 15, rx=7.5, fill=C.PAPER, stroke=C.FILL[seat], stroke_width=2)
    return plate + words(COLUMN, y, min(12, 180 / len(text)), text)


def draw_slots(view: Position, layout: Layout) -> str:
    """Return slots for as many cards as a hand may hold."""
    if not layout.has_cards:
        return ""
    look: S.Look = {"rx": 5, "fill": "none", "stroke": "#c9b68c", "stroke_dasharray": "5 4"}
    slot_box, slots = box(0, 0, 156, 22, **look), range(int(view.options.held_cards_max))
    return "".join(group_at(card_spot(slot), slot_box) for slot in slots)


def draw_card_in_hand(view: Position, seat: int, slot: int, card: Card) -> str:
    """Return a card in hand, open to all: its id, its name, and when it may be played."""
    name = card.name if len(card.name) <= LONGEST else card.name[: LONGEST - 1].rstrip() + "…"
    when = card.hold.replace("_", " ")
    return group_at(
        card_spot(slot),
        tooltip(f"{card.id} {card.name}: {card.text} ({when})"),
        box(0, 0, 156, 22, rx=5, fill="#fffdf6", stroke=C.INK, stroke_width=1.5),
        box(-54, 0, 46, 19, rx=4, fill=S.DEEP[seat]),
        bold(-54, 0, min(12, 66 / len(card.id)), card.id, fill="#ffffff"),
        words(-28, 0, min(11.5, 175 / len(name)), name, **S.LEFT),
        id=f"card-{card.id}",
    )


def card_spot(slot: int) -> S.Point:
    """Return the middle of a card within its player's place."""
    return 89 + 162 * (slot % 2), 226 + 24 * (slot // 2)


def place_words(view: Position, seat: int) -> str:
    """Return a seat and all it has, in words."""
    count = plural(view.territory_count(seat), "territory", "territories")
    water = f"{view.water(seat)} of {view.most_water(seat)} water"
    tokens = [f"{view.stock(seat, kind)} {N.STOCK_NAMES[kind]}" for kind in range(R.WATER)]
    stocks = ", ".join([f"{view.name(seat)}: {count}", water, *tokens])
    cards = [f"{card.id} {card.name}" for card in view.cards(seat)]
    return "; ".join([stocks, *cards, *flags(view, seat)])
