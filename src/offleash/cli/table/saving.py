"""Saving the game and pictures of it."""

from pathlib import Path
from typing import TYPE_CHECKING

from offleash.cli.terminal import confirm, print_plain, printable
from offleash.tools.errors import OffleashError
from offleash.tools.files import check_writable, exists, write_text

if TYPE_CHECKING:
    from offleash.play.session import Session


def run_file_command(session: "Session", seat: int, command: str, name: str) -> bool:
    """Run `save FILE` or `svg FILE`, asking before overwriting a file; False if it was kept.

    Raises OffleashError if the name is missing or the file can't be written.
    """
    if not name:
        raise OffleashError(f"{command} needs a file name")
    check_writable(name)
    if exists(name) and not confirm(f"{printable(name)} already exists. Overwrite it?"):
        print_plain("nothing was written")
        return False
    if command == "save":
        save(session, Path(name))
    else:
        write_text(name, session.svg(seat))
        print_plain(f"picture: {printable(name)}")
    return True


def save(session: "Session", path: Path) -> None:
    """Write the transcript, sealed as long as it contains secrets."""
    from offleash.play.transcript import format_transcript, has_secrets, seal

    text, is_secret = format_transcript(session), has_secrets(session)
    write_text(path, seal(text) if is_secret else text)
    sealed = ", sealed until the game ends" if is_secret else ""
    print_plain(f"transcript{sealed}: {printable(str(path))}")
