"""What only the extra `lab` installs, and what is said where it is missing."""

from importlib import import_module

from offleash.core.errors import OffleashError


def require(what: str, *libraries: str) -> None:
    """Raises one sentence where a library that something needs is not installed."""
    for name in libraries:
        try:
            import_module(name)
        except ImportError:
            raise OffleashError(
                f"{what} needs {name}, which is not installed: pip install 'offleash[lab]'"
            ) from None
