"""A board as letters for a terminal."""

from rich.text import Text

from offleash.games.shared.board.layout import Place
from offleash.games.shared.board.scene import CARD, TILE, BoardScene, Piece, colours

MOST_COLUMNS = 60
SIGNS = {TILE: "■", CARD: "▯"}
EMPTY = "·"
MOST_PIECES = 2  # on a space of the map; of more it shows the number and the last one
DIM = "dim"

Word = tuple[str, str]  # letters and their style


def draw_text(scene: BoardScene) -> Text:
    """Return the spaces where they are in the picture, then a line for each hand and stack."""
    text = Text(no_wrap=True)
    spaces = [place for place in scene.places.values() if not place.is_aside]
    for line in _map_lines(scene, spaces) or [_line(scene, place) for place in spaces]:
        _append(text, line)
    for place in scene.places.values():
        if place.is_aside:
            _append(text, _line(scene, place))
    text.append(scene.headline, "bold")
    return text


def piece_word(piece: Piece) -> Word:
    """Return the letters of a piece, or a sign for its shape, in its colour."""
    return piece.text or SIGNS.get(piece.shape, "●"), f"bold {colours(piece)[2]}"


def _append(text: Text, line: list[Word]) -> None:
    for letters, style in line:
        text.append(letters, style)
    text.append("\n")


def _line(scene: BoardScene, place: Place) -> list[Word]:
    """One place: its name, what lies there, and how many pieces if some are not shown."""
    count, pieces = len(scene.pieces[place.name]), scene.visible(place)
    line = [(f"{place.name}:", DIM)]
    for piece in pieces:
        letters, style = piece_word(piece)
        line.append((f" {letters}", style))
    if count > len(pieces):
        line.append((f" ({count})", DIM))
    return _cut(line if pieces else [*line, (" –", DIM)])


def _cut(line: list[Word]) -> list[Word]:
    """Return a line that is too long says how many words of it are missing."""
    room = MOST_COLUMNS - len(" … 999 more")
    if sum(len(letters) for letters, _ in line) <= MOST_COLUMNS:
        return line
    short: list[Word] = []
    while line and sum(len(letters) for letters, _ in [*short, line[0]]) <= room:
        short.append(line.pop(0))
    return [*short, (f" … {len(line)} more", DIM)]


def _map_lines(scene: BoardScene, spaces: list[Place]) -> list[list[Word]]:
    """Return the spaces as a map, or nothing if it would be too wide for a terminal."""
    words = {place.name: _space_words(scene, place) for place in spaces}
    if not words:
        return []
    step = max(sum(len(letters) for letters, _ in word) for word in words.values()) + 1
    step += step % 2  # so that half a space is a whole column
    left = min(place.x for place in spaces)
    rows: dict[float, dict[int, list[Word]]] = {}
    for place in spaces:
        row = rows.setdefault(round(place.y, 2), {})
        column = round(step * (place.x - left))
        if column in row:
            return []
        row[column] = words[place.name]
    lines = [_map_line(row) for _, row in sorted(rows.items())]
    widest = max(sum(len(letters) for letters, _ in line) for line in lines)
    return lines if widest <= MOST_COLUMNS else []


def _map_line(row: dict[int, list[Word]]) -> list[Word]:
    line: list[Word] = []
    width = 0
    for column, words in sorted(row.items()):
        line.append((" " * (column - width), ""))
        line += words
        width = column + sum(len(letters) for letters, _ in words)
    return line


def _space_words(scene: BoardScene, place: Place) -> list[Word]:
    """Return what a space shows: its pieces, or how many there are; its text; or a dot."""
    pieces = scene.pieces[place.name]
    if len(pieces) > MOST_PIECES:
        return [(str(len(pieces)), DIM), piece_word(pieces[-1])]
    return [piece_word(piece) for piece in pieces] or [(place.text or EMPTY, DIM)]
