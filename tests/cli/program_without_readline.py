"""The program on a Python that can't edit lines: `python -m tests.cli.program_without_readline`."""

import sys

import tests.toys  # noqa: F401
from offleash.cli import main

if __name__ == "__main__":
    sys.modules["readline"] = None  # type: ignore[assignment]
    main()
