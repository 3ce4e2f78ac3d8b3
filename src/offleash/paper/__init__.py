"""Games on paper: kits to print and cut out, and rulebooks, as PDF or HTML.

`printing` plans the pages of a kit and writes their PDF, `rulebook` writes rulebooks, and `svg`
draws the pictures of both. PDFs need the optional packages of `offleash[print]`.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from offleash.tools.errors import OffleashError

OnProgress = Callable[[int, int], None]  # pages or parts done, and their total


@contextmanager
def require_print_packages() -> Iterator[None]:
    """Raise OffleashError if a package for PDFs is not installed."""
    try:
        yield
    except ModuleNotFoundError as error:
        missing = error.name or ""
        if missing.split(".")[0] == "offleash":
            raise
        needs = f"PDFs need the package {missing}: pip install 'offleash[print]'"
        raise OffleashError(needs) from None
