"""A board on a terminal: two letters a cell, so that nothing depends on colour."""

from rich.text import Text

from offleash.games.uri_nation.board.text import GLYPHS, LABELS, Board, Cell, cell_text

WIDEST = 47  # columns of two letters each that fit a hundred; wider boards have one letter

HOME_COLOURS = ("white on #c23b18", "black on #f4c51f", "white on #1c72b4", "white on #0b7d5e")
STYLES = {
    "s": "#8f8778 on #dfd8c9",
    ":": "#a97a5a on #cf9f7c",
    "=": "#8a8d93 on #5d6066",
    "x": "bold #f3efe2 on #5d6066",
    "+": "#8a8d93 on #5d6066",
    ".": "",
    "/": "#9a7038 on #ead9ae",
    "T": "#35591f on #c5dd9a",
    "B": "bold white on #a81f18",
    "P": "bold white on #4f8a2d",
    "C": "bold white on #5b6b74",
    "E": "bold white on #9c6b3d",
    "W": "bold white on #3b7fa8",
    **{label: f"bold {style}" for label, style in zip(LABELS, HOME_COLOURS, strict=True)},
}
SIGNS = {"s": "·", ".": " "}  # all other glyphs stand for themselves

Ground = dict[Cell, tuple[str, str]]  # the two letters of each cell, and their style


def ground(board: Board) -> Ground:
    """What each cell shows on an empty board."""
    return {
        (row, column): (f" {SIGNS.get(glyph, glyph)}", STYLES[glyph])
        for row, line in enumerate(board.rows)
        for column, glyph in enumerate(line)
    }


def draw_grid(board: Board, cells: Ground) -> Text:
    """Cells in their rows, with numbers of rows and columns around them."""
    text = Text(no_wrap=True)
    columns = range(len(board.rows[0]))
    letters = 2 if len(columns) <= WIDEST else 1
    tens = "".join(f"{'' if column % 10 else column // 10 or '':>{letters}}" for column in columns)
    units = "".join(f"{column % 10:{letters}}" for column in columns)
    text.append(f"   {tens.rstrip()}\n   {units}\n", "dim")
    for row in range(len(board.rows)):
        text.append(f"{row:2} ", "dim")
        for column in columns:
            sign, style = cells[row, column]
            text.append(sign[-letters:], style)
        text.append(f" {row}\n", "dim")
    return text


def draw_map(board: Board) -> Text:
    """A board with its name, its paths and what its letters mean."""
    text = Text(f"{board.name}, for version {board.version_text}\n\n", no_wrap=True)
    text.append_text(draw_grid(board, ground(board)))
    for entry, leave in board.paths:
        text.append(f"path {cell_text(entry)} > {cell_text(leave)}\n")
    used = dict.fromkeys(glyph for glyph in GLYPHS if any(glyph in row for row in board.rows))
    named = (glyph for glyph in used if glyph not in "./" + LABELS)
    legend = (f"{SIGNS.get(glyph, glyph)} {GLYPHS[glyph]}" for glyph in named)
    text.append("\n" + "  ".join(legend) + "  1-4 homes")
    return text
