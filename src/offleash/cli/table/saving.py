"""Saving the game and pictures of it."""

from pathlib import Path
from typing import TYPE_CHECKING

from offleash.cli.terminal import agrees, printable, say
from offleash.core.errors import OffleashError
from offleash.core.files import check_writable, exists, write_text

if TYPE_CHECKING:
    from offleash.play.session import Session


def write_on_request(session: "Session", seat: int, what: str, name: str) -> None:
    """Run `save FILE` or `svg FILE`, asking before overwriting a file.

    Raises OffleashError if the name is missing or the file can't be written.
    """
    if not name:
        raise OffleashError(f"{what} needs a file name")
    check_writable(name)
    if exists(name) and not agrees(f"{printable(name)} already exists. Overwrite it?"):
        say("nothing was written")
    elif what == "save":
        save(session, Path(name))
    else:
        write_text(name, session.svg(seat))
        say(f"picture: {printable(name)}")


def save(session: "Session", path: Path) -> None:
    """Write the transcript, sealed as long as it contains secrets."""
    from offleash.play.transcript import format_transcript, has_secrets, seal

    text, secret = format_transcript(session), has_secrets(session)
    write_text(path, seal(text) if secret else text)
    sealed = ", sealed until the game ends" if secret else ""
    say(f"transcript{sealed}: {printable(str(path))}")
