"""The notebooks of the documents still run, and still show what they did."""

import nbformat
import pytest

from tests.notebooks import NOTEBOOKS, is_gone, run_notebook, strip


def contents(notebook) -> list[list[str]]:
    """What each cell shows: texts, and that there is a picture."""
    rows = []
    for cell in notebook.cells:
        data = [output.get("data", {}) for output in cell.get("outputs", ())]
        rows.append([text for part in data for text in (part["text/plain"], *sorted(part))])
    return rows


@pytest.mark.parametrize("file", NOTEBOOKS, ids=lambda file: file.stem)
def test_a_notebook_shows_what_it_did(file, tmp_path):
    stored = nbformat.read(file, as_version=4)
    again = run_notebook(file, tmp_path)
    outputs = [output for cell in again.cells for output in cell.get("outputs", ())]
    assert sum(map(is_gone, outputs)) == 2  # progress bars, one for each experiment
    strip(again)
    assert contents(again) == contents(stored)
    assert sum(text == "image/svg+xml" for row in contents(again) for text in row) > 1
    code = [cell for cell in again.cells if cell.cell_type == "code"]
    assert len(code) > 3 and all(cell.outputs for cell in code)
