"""Files of the user: read whole, written whole or not at all."""

from pathlib import Path

from offleash.core.errors import BadFile


def read_text(path: Path) -> str:
    """A text file, whatever editor wrote it; what can't be read is one sentence."""
    try:
        return path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise BadFile(path, None, f"it can't be read ({error.strerror})") from None
    except UnicodeDecodeError:
        raise BadFile(path, None, "it is not text in UTF-8") from None
