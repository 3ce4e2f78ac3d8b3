"""A workbench's findings about a board, as JSON for the page."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from offleash.contract.studio.workbench import BoardView, Workbench
from offleash.tools.errors import BadNotation

Json = dict[str, Any]


def board_to_json(
    bench: Workbench,
    text: str,
    views: Sequence[str],
    options: Any = None,
    sizes: Mapping[str, float] | None = None,
) -> Json:
    """Return the board's problem, or its sheet with constraints, views and sizes.

    The constraints are those under the project's options, and room is checked with its sizes.
    """
    try:
        sheet = bench.read(text)
    except BadNotation as error:
        details: Json = {"lights": [], "views": {}, "room": None}
        return {"text": text, "problem": problem_to_json(str(error)), "sheet": None, **details}
    lights = bench.lights(text, options)
    return {
        "text": text,
        "problem": None,
        "sheet": sheet,
        "lights": [asdict(light) | {"is_met": light.is_met} for light in lights],
        "views": {key: view_to_json(bench.view(text, key)) for key in views},
        "room": asdict(bench.room(text, sizes) if sizes else bench.room(text)),
    }


def problem_to_json(message: str) -> Json:
    """Return an error message and the line number with which it begins, if any."""
    word, _, rest = message.partition(" ")
    number = rest.partition(":")[0].partition(",")[0]
    has_line = word == "line" and number.isdecimal()
    return {"line": int(number) if has_line else None, "sentence": message}


def view_to_json(view: BoardView) -> Json:
    """Return one view; a layer is a list of row, column and number."""
    layers = [
        {"name": layer.name, "cells": [[*cell, number] for cell, number in layer.cells.items()]}
        for layer in view.layers
    ]
    return {
        "name": view.name,
        "words": view.words,
        "layers": layers,
        "ways": [asdict(way) for way in view.ways],
        "columns": list(view.columns),
        "rows": [list(row) for row in view.rows],
        "unit": view.unit,
        "has_groups": view.has_groups,
    }
