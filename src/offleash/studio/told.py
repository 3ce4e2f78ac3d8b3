"""What a workbench says of a board, as JSON for the page."""

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from offleash.core.errors import BadNotation
from offleash.core.workbench import Light, View, Workbench

Answer = dict[str, Any]


def told(bench: Workbench, text: str, views: Sequence[str]) -> Answer:
    """A board's problem, or its sheet with lights, views and sizes."""
    try:
        sheet = bench.read(text)
    except BadNotation as error:
        return {"text": text, "problem": problem(str(error)), "sheet": None} | _nothing()
    return {
        "text": text,
        "problem": None,
        "sheet": sheet,
        "lights": [told_light(light) for light in bench.lights(text)],
        "views": {key: told_view(bench.view(text, key)) for key in views},
        "room": asdict(bench.room(text)),
    }


def _nothing() -> Answer:
    return {"lights": [], "views": {}, "room": None}


def problem(sentence: str) -> Answer:
    """A sentence, with the line that it names at its beginning."""
    word, _, rest = sentence.partition(" ")
    number = rest.partition(":")[0].partition(",")[0]
    is_placed = word == "line" and number.isdecimal()
    return {"line": int(number) if is_placed else None, "sentence": sentence}


def told_light(light: Light) -> Answer:
    """One constraint."""
    return asdict(light) | {"is_met": light.is_met}


def told_view(view: View) -> Answer:
    """One view; a layer is a list of row, column and number."""
    layers = [
        {"name": each.name, "cells": [[*cell, number] for cell, number in each.cells.items()]}
        for each in view.layers
    ]
    return {
        "name": view.name,
        "words": view.words,
        "layers": layers,
        "ways": [asdict(way) for way in view.ways],
        "columns": list(view.columns),
        "rows": [list(row) for row in view.rows],
    }
