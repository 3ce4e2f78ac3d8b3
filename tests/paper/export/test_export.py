"""Exports: pictures have their size, the list is right, the save follows its format."""

import csv
import json
from collections import Counter
from dataclasses import replace
from pathlib import Path
from urllib.parse import urlparse
from urllib.request import url2pathname

import numpy as np
import pytest
from jsonschema import Draft7Validator
from PIL import Image

from offleash.cli.app import run as offleash
from offleash.contract.studio.kit import KitChoice
from offleash.games import registry
from offleash.paper.export.folder import file_stem, write_export
from offleash.paper.export.png import render_png
from offleash.tools.errors import BadNotation

DPI = 60
NUMBER, TEXT, FLAG = {"type": "number"}, {"type": "string"}, {"type": "boolean"}
AXES = {f"{what}{axis}": NUMBER for what in ("pos", "rot", "scale") for axis in "XYZ"}
URL = {"type": "string", "pattern": "^(file:///|https?://).+[.]png$"}
SHEET = {
    "type": "object",
    "required": ["FaceURL", "BackURL", "NumWidth", "NumHeight", "BackIsHidden"],
    "properties": {
        "FaceURL": URL, "BackURL": URL, "BackIsHidden": FLAG, "UniqueBack": FLAG,
        "NumWidth": {"type": "integer", "minimum": 2, "maximum": 10},
        "NumHeight": {"type": "integer", "minimum": 2, "maximum": 7},
        "Type": {"type": "integer", "minimum": 0, "maximum": 4},
    },
}  # fmt: skip
# After Tabletop Simulator's own description of its saves
SAVE_FORMAT = {
    "definitions": {
        "object": {
            "type": "object",
            "required": ["Name", "Transform", "Nickname", "GUID"],
            "properties": {
                "Name": {"enum": ["DeckCustom", "Card", "Custom_Tile", "Custom_Board", "Bag",
                                  "Die_6"]},
                "GUID": {"type": "string", "pattern": "^[0-9a-f]{6}$"},
                "Transform": {"type": "object", "required": list(AXES), "properties": AXES},
                "Nickname": TEXT, "Description": TEXT, "Locked": FLAG, "Grid": FLAG,
                "CustomDeck": {"type": "object", "patternProperties": {"^[0-9]+$": SHEET},
                               "additionalProperties": False},
                "DeckIDs": {"type": "array", "items": {"type": "integer"}, "minItems": 2},
                "CustomImage": {
                    "type": "object",
                    "required": ["ImageURL", "ImageSecondaryURL", "ImageScalar", "WidthScale"],
                    "properties": {
                        "ImageURL": URL, "ImageScalar": NUMBER, "WidthScale": NUMBER,
                        "CustomTile": {"required": ["Type", "Thickness", "Stackable", "Stretch"]},
                    },
                },
                "ContainedObjects": {"type": "array", "items": {"$ref": "#/definitions/object"}},
            },
        }
    },
    "type": "object",
    "required": ["SaveName", "GameMode", "Date", "Table", "Sky", "Note", "LuaScript", "TabStates",
                 "LuaScriptState", "XmlUI", "Gravity", "PlayArea", "ObjectStates"],
    "properties": {
        "Gravity": NUMBER, "PlayArea": NUMBER, "SaveName": TEXT,
        "ObjectStates": {"type": "array", "items": {"$ref": "#/definitions/object"}, "minItems": 1},
    },
}  # fmt: skip


def few_of_each_kind(kit):
    """Of a deck some cards, which fill a sheet of their own as all of them do."""
    kinds = {}
    for part in kit.components:
        kinds.setdefault(part.kind, []).append(part)
    return replace(kit, components=[part for parts in kinds.values() for part in parts[:5]])


@pytest.fixture(scope="module", params=["dog", "puppy-park", "uri-nation"])
def exported(request, tmp_path_factory):
    game = registry.load(request.param)
    preset = {"puppy-park": "expansion", "uri-nation": "1.2"}.get(request.param)
    kit = few_of_each_kind(game.studio.kit(game.options(preset), KitChoice()))
    folder = tmp_path_factory.mktemp("export")
    write_export(folder, game.title, kit, DPI)
    return kit, folder


def things(objects):
    for thing in objects:
        yield thing
        yield from things(thing.get("ContainedObjects", []))


def test_every_component_has_a_picture_of_its_size(exported):
    kit, folder = exported
    with (folder / "components.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [(row["kind"], row["name"], int(row["count"])) for row in rows] == [
        (part.kind, part.label, part.count) for part in kit.components
    ]
    assert len({row["front"] for row in rows}) == len(rows)
    for part, row in zip(kit.components, rows, strict=True):
        pixels = tuple(round(side / 25.4 * DPI) for side in (part.width, part.height))
        for name in filter(None, (row["front"], row["back"])):
            with Image.open(folder / name) as image:
                assert image.size == pixels
                assert np.ptp(np.asarray(image.convert("L"))) > 20  # something is drawn
        assert bool(row["back"]) == bool(part.back)


def test_the_save_follows_the_format(exported):
    _, folder = exported
    save = json.loads((folder / "tabletop-simulator" / "save.json").read_text(encoding="utf-8"))
    assert [error.message for error in Draft7Validator(SAVE_FORMAT).iter_errors(save)] == []
    for thing in things(save["ObjectStates"]):
        image = thing.get("CustomImage", {})
        urls = [image.get("ImageURL"), image.get("ImageSecondaryURL")]
        urls += [sheet[key] for sheet in thing.get("CustomDeck", {}).values()
                 for key in ("FaceURL", "BackURL")]  # fmt: skip
        for url in filter(None, urls):
            assert Path(url2pathname(urlparse(url).path)).is_file()


def test_the_save_has_as_many_of_everything_as_the_kit(exported):
    kit, folder = exported
    save = json.loads((folder / "tabletop-simulator" / "save.json").read_text(encoding="utf-8"))
    counts, sheets = Counter(), {}
    for thing in things(save["ObjectStates"]):
        if thing["Name"] == "DeckCustom":
            cards = thing["ContainedObjects"]
            assert [card["CardID"] for card in cards] == thing["DeckIDs"]
            assert {key for card in cards for key in card["CustomDeck"]} == set(thing["CustomDeck"])
            assert not sheets.keys() & thing["CustomDeck"].keys()
            sheets |= thing["CustomDeck"]
        elif thing["Name"] == "Die_6":
            counts["die"] += 1
        elif thing["Name"] != "Bag":
            counts[thing["Nickname"]] += 1
    expected = Counter()
    for part in kit.components:
        expected[part.label] += part.count
    assert counts == expected
    assert bool(sheets) == any(part.back and part.shape == "rectangle" for part in kit.components)


def test_disks_of_a_colour_and_tokens_of_a_kind_have_bags_of_their_own(exported):
    kit, folder = exported
    save = json.loads((folder / "tabletop-simulator" / "save.json").read_text(encoding="utf-8"))
    bags = {
        thing["Nickname"]: [inside["Nickname"] for inside in thing["ContainedObjects"]]
        for thing in save["ObjectStates"]
        if thing["Name"] == "Bag"
    }
    for part in kit.components:
        if part.kind in ("large disks", "fortify tokens", "tokens") and part.count > 1:
            assert bags[f"{part.kind}: {part.label}"] == [part.label] * part.count
        elif part.kind in ("tiles", "bowls"):
            assert bags[part.kind].count(part.label) == part.count


def test_corners_of_a_domino_are_transparent(tmp_path):
    game = registry.load("puppy-park")
    kit = game.studio.kit(game.options(), KitChoice())
    write_export(
        tmp_path, "x", type(kit)(kit.components[:1], kit.cell, ""), DPI, "https://x.org/a/"
    )
    (front,) = (tmp_path / "pictures").glob("*[!k].png")
    with Image.open(front) as image:
        alpha = np.asarray(image)[..., 3]
    assert alpha[0, 0] == 0 and alpha[-1, -1] == 0
    assert alpha[alpha.shape[0] // 2, alpha.shape[1] // 4] == 255
    save = (tmp_path / "tabletop-simulator" / "save.json").read_text(encoding="utf-8")
    assert '"ImageURL": "https://x.org/a/table-' in save


def test_file_names():
    assert file_stem("Wasser & Käse / 5") == "wasser-kase-5"
    assert file_stem("中") == "part"


def test_a_resolution_out_of_range_writes_nothing(tmp_path):
    with pytest.raises(BadNotation, match="a resolution must be from 20 to 1200 dpi, not 5"):
        offleash(["export", "secret-mission", "-o", str(tmp_path / "out"), "--dpi", "5"])
    assert not (tmp_path / "out").exists()


def test_a_project_sets_the_sizes_of_pieces(tmp_path):
    folder, out = tmp_path / "mine", tmp_path / "out"
    offleash(["project", "new", str(folder), "--game", "uri-nation"])
    project = folder / "project.toml"
    with project.open("a", encoding="utf-8") as file:
        file.write('sizes = "disk 31"\n')
    offleash(["export", str(folder), "-o", str(out), "--dpi", "20", "--only", "large disks"])
    with (out / "components.csv").open(encoding="utf-8") as file:
        assert {row["width_mm"] for row in csv.DictReader(file)} == {"31"}


def test_boards_and_positions_as_png(tmp_path):
    board, position = tmp_path / "board.png", tmp_path / "position.png"
    offleash(["board", "show", "six-blocks", "--png", str(board)])
    game = registry.load("dog")
    text = game.notation.format_position(game.new_state(game.options()), game.options())
    offleash(["show", "dog", text, "--png", str(position)])
    for file in (board, position):
        with Image.open(file) as image:
            assert max(image.size) == 1400 and len(image.convert("RGB").getcolors(1 << 24)) > 50


def test_a_picture_has_the_proportions_of_its_drawing():
    red = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 30 10"><rect width="30" '
    data = render_png(red + 'height="10" fill="#ff0000"/></svg>', 300)
    assert data.startswith(b"\x89PNG") and int.from_bytes(data[16:20]) == 300
    assert int.from_bytes(data[20:24]) == 100
