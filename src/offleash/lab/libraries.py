"""Optional libraries that extras install."""

from importlib import import_module

from offleash.tools.errors import OffleashError


def require(feature: str, *libraries: str, extra: str = "lab") -> None:
    """Raise OffleashError if a library that `feature` needs is not installed."""
    for name in libraries:
        try:
            import_module(name)
        except ImportError:
            raise OffleashError(
                f"{feature} needs {name}, which is not installed: pip install 'offleash[{extra}]'"
            ) from None
