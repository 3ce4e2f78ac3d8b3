"""Optional libraries that the extra `lab` installs."""

from importlib import import_module

from offleash.core.errors import OffleashError


def require(feature: str, *libraries: str) -> None:
    """Raises OffleashError if a library that `feature` needs is not installed."""
    for name in libraries:
        try:
            import_module(name)
        except ImportError:
            raise OffleashError(
                f"{feature} needs {name}, which is not installed: pip install 'offleash[lab]'"
            ) from None
