"""A save for Tabletop Simulator: decks as sheets, boards, tiles, tokens in bags, and dice.

The format: https://kb.tabletopsimulator.com/custom-content/save-file-format
"""

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any
from zlib import crc32

from PIL import Image
from PIL.Image import Image as Picture

from offleash.contract.studio.kit import CIRCLE, HEXAGON, RECTANGLE, Component
from offleash.games.shared.tabletop import DICE, DIE

COLUMNS, ROWS = 10, 7  # of a sheet of cards, at most
SHEET_CARDS = COLUMNS * ROWS - 1  # the last place shows what a hidden card looks like
MAX_SHEET_PIXELS = 8192  # pixels of a side
UNIT_MM = 25.4  # millimetres for a unit of the table
CARD_WIDTH_MM = 56.0  # millimetres of a card at scale 1
TILE_TYPES = {RECTANGLE: 0, HEXAGON: 1, CIRCLE: 2}  # the box is for all other shapes
FACE_UP, FACE_DOWN = 0.0, 180.0  # degrees about the z axis
GAP = 3.0  # units between objects
ROW = 8  # objects side by side

JsonObject = dict[str, Any]
SavePicture = Callable[[str, Picture], str]  # a file name and a picture; returns its address


@dataclass(frozen=True)
class Art:
    """A component with its pictures."""

    part: Component
    front: Picture
    back: Picture | None


def make_save(title: str, arts: Sequence[Art], save_picture: SavePicture) -> str:
    """Return the save as JSON; hand pictures to `save_picture`, which returns their addresses."""
    objects: list[JsonObject] = []
    for kind, group in groupby(arts, key=lambda art: art.part.kind):
        objects += _objects(kind, list(group), save_picture)
    for n, thing in enumerate(objects):
        if thing["Name"] != "Custom_Board":
            row, column = divmod(n, ROW)
            thing["Transform"]["posX"] = GAP * (column - ROW / 2)
            thing["Transform"]["posZ"] = -12.0 - GAP * row
    save = {
        "SaveName": title,
        "GameMode": title,
        "Date": "",
        "VersionNumber": "",
        "GameType": "",
        "GameComplexity": "",
        "Tags": [],
        "Gravity": 0.5,
        "PlayArea": 0.5,
        "Table": "Table_RPG",
        "Sky": "Sky_Museum",
        "Note": "",
        "TabStates": {},
        "LuaScript": "",
        "LuaScriptState": "",
        "XmlUI": "",
        "ObjectStates": objects,
    }
    return json.dumps(save, indent=2, ensure_ascii=False) + "\n"


def _objects(kind: str, arts: list[Art], save_picture: SavePicture) -> Iterator[JsonObject]:
    """Yield the objects that stand for all components of a kind."""
    first = arts[0].part
    if kind in (DIE, DICE):  # the table has dice of its own
        for n in range(first.count):
            yield _object("Die_6", f"die {n + 1}", MaterialIndex=0)
    elif kind == "board":
        for art in arts:
            yield _board(art, save_picture)
    elif first.back and first.shape == RECTANGLE:
        yield from _decks(kind, arts, save_picture)
    elif first.count > 1 and len(arts) > 1:  # disks of a colour, tokens of a kind
        for art in arts:
            yield _bag(f"{kind}: {art.part.label}", [art], save_picture)
    else:
        yield _bag(kind, arts, save_picture)


def _bag(name: str, arts: list[Art], save_picture: SavePicture) -> JsonObject:
    """Return a bag of tiles; a single tile needs none."""
    tiles = [_tile(art, save_picture) for art in arts for _ in range(art.part.count)]
    if len(tiles) == 1:
        return tiles[0]
    numbered = [{**tile, "GUID": _guid(name, n)} for n, tile in enumerate(tiles)]
    return _object("Bag", name, ContainedObjects=numbered, Bag={"Order": 0})


def _guid(*parts: object) -> str:
    """Return six hexadecimal digits, always the same for an object."""
    return f"{crc32(repr(parts).encode()) & 0xFFFFFF:06x}"


def _object(
    name: str, nickname: str, scale: float = 1.0, turn: float = FACE_UP, **more: Any
) -> JsonObject:
    """Return what every object has."""
    return {
        "Name": name,
        "GUID": _guid(name, nickname),
        "Transform": {
            "posX": 0.0, "posY": 1.5, "posZ": 0.0,
            "rotX": 0.0, "rotY": 180.0, "rotZ": turn,
            "scaleX": scale, "scaleY": 1.0, "scaleZ": scale,
        },
        "Nickname": nickname,
        "Description": "",
        "ColorDiffuse": {"r": 1.0, "g": 1.0, "b": 1.0},
        "Locked": False,
        "Grid": True,
        "Snap": True,
        "Autoraise": True,
        "Sticky": True,
        "Tooltip": True,
        "LuaScript": "",
        "LuaScriptState": "",
        **more,
    }  # fmt: skip


def _board(art: Art, save_picture: SavePicture) -> JsonObject:
    """Return a board in the middle of the table."""
    part = art.part
    url = save_picture(f"table-{part.label}", art.front)
    image = {"ImageURL": url, "ImageSecondaryURL": "", "ImageScalar": 1.0}
    image |= {"WidthScale": round(part.width / part.height, 6)}
    board = _object("Custom_Board", part.label, part.height / UNIT_MM / 10, CustomImage=image)
    return {**board, "Locked": True}


def _tile(art: Art, save_picture: SavePicture) -> JsonObject:
    """Return a component on its own, with the true proportions of its sides."""
    part = art.part
    front = save_picture(f"table-{part.kind}-{part.label}", art.front)
    back = save_picture(f"table-{part.kind}-{part.label}-back", art.back) if art.back else front
    form = TILE_TYPES.get(part.shape, TILE_TYPES[RECTANGLE])
    tile = {"Type": form, "Thickness": 0.1, "Stackable": part.count > 1, "Stretch": True}
    image = {"ImageURL": front, "ImageSecondaryURL": back, "ImageScalar": 1.0, "WidthScale": 0.0}
    scale = part.height / UNIT_MM / 2  # a tile of scale 1 is two units high
    return _object("Custom_Tile", part.label, scale, CustomImage={**image, "CustomTile": tile})


def _decks(kind: str, arts: list[Art], save_picture: SavePicture) -> Iterator[JsonObject]:
    """Yield a deck of all cards of a kind, face down; sheets hold each card once."""
    sheets: JsonObject = {}
    ids: list[int] = []
    cards: list[JsonObject] = []
    scale = arts[0].part.width / CARD_WIDTH_MM
    for start in range(0, len(arts), SHEET_CARDS):
        group, number = arts[start : start + SHEET_CARDS], start // SHEET_CARDS + 1
        key = int(_guid(kind, number), 16) % 100_000 + 1  # other decks have other numbers
        sheet = {str(key): _sheet(f"table-{kind}-{number}", group, save_picture)}
        sheets |= sheet
        for place, art in enumerate(group):
            card = {"CardID": 100 * key + place, "CustomDeck": sheet, "SidewaysCard": False}
            for copy in range(art.part.count):
                thing = _object("Card", art.part.label, scale, FACE_DOWN, **card)
                cards.append({**thing, "GUID": _guid(kind, art.part.label, copy)})
                ids.append(100 * key + place)
    more = {"DeckIDs": ids, "CustomDeck": sheets, "ContainedObjects": cards, "SidewaysCard": False}
    if len(cards) == 1:
        yield cards[0]
    else:
        yield _object("DeckCustom", kind, scale, FACE_DOWN, **more)


def _sheet(name: str, arts: Sequence[Art], save_picture: SavePicture) -> JsonObject:
    """Return one picture of many cards, and one of their back."""
    columns = min(COLUMNS, max(2, len(arts)))
    rows = max(2, -(-(len(arts) + 1) // columns))
    width, height = arts[0].front.size
    shrink = min(1.0, MAX_SHEET_PIXELS / (columns * width), MAX_SHEET_PIXELS / (rows * height))
    size = int(width * shrink), int(height * shrink)
    sheet = Image.new("RGB", (columns * size[0], rows * size[1]), "#ffffff")
    for n, art in enumerate(arts):
        row, column = divmod(n, columns)
        sheet.paste(art.front.resize(size), (column * size[0], row * size[1]))
    back = arts[0].back
    if back is None:
        raise ValueError(f"{name} has no back")
    sheet.paste(back.resize(size), ((columns - 1) * size[0], (rows - 1) * size[1]))
    return {
        "FaceURL": save_picture(name, sheet),
        "BackURL": save_picture(f"{name}-back", back),
        "NumWidth": columns,
        "NumHeight": rows,
        "BackIsHidden": True,
        "UniqueBack": False,
        "Type": 0,
    }
