"""The program with the toys in the box: `python -m tests.program scenario …`."""

import tests.toys  # noqa: F401
from offleash.cli import main

if __name__ == "__main__":
    main()
