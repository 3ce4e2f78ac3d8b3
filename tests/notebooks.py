"""Runs the notebooks of the documents: `python -m tests.notebooks` writes their outputs again."""

import os
import sys
from pathlib import Path
from typing import Any

import nbformat
from nbclient import NotebookClient

from tests.timeouts import TIMEOUT_S

DOCS = Path(__file__).parent.parent / "docs"
NOTEBOOKS = sorted(DOCS.glob("*.ipynb"))
ARGUMENTS = ["-m", "ipykernel_launcher", "-f", "{connection_file}"]


def run_notebook(file: Path, folder: Path) -> Any:
    """The notebook with the outputs of a new kernel that works in a folder."""
    notebook = nbformat.read(file, as_version=4)
    client = NotebookClient(notebook, timeout=TIMEOUT_S, resources={"metadata": {"path": folder}})
    client.create_kernel_manager()
    client.km.kernel_spec.argv[:] = [sys.executable, *ARGUMENTS]
    client.execute(env={**os.environ})
    return notebook


def is_gone(output: Any) -> bool:
    """Whether an output was a progress bar."""
    return output.get("data", {}).get("text/html") == ""


def strip(notebook: Any) -> Any:
    """Leaves out what does not belong to the page: bars that are gone, notes on compiling."""
    notebook.metadata = {"kernelspec": notebook.metadata["kernelspec"]}
    for cell in notebook.cells:
        cell.metadata = {}
        if cell.cell_type == "code":
            lasting = (output for output in cell.outputs if output.output_type != "stream")
            cell.outputs = [output for output in lasting if not is_gone(output)]
    return notebook


def main() -> None:
    for file in NOTEBOOKS:
        nbformat.write(strip(run_notebook(file, DOCS)), file)


if __name__ == "__main__":
    main()
