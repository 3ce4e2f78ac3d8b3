"""`serve`: tables in the browser."""

import asyncio
import re
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Annotated
from urllib.parse import urlsplit

import typer

from offleash.cli.terminal import complain, console, say
from offleash.core.errors import OffleashError

if TYPE_CHECKING:
    from socket import socket

APPLICATION = "offleash.cli.site:make_worker_app"
HOST = re.compile(r"([\w.-]+|\[[0-9A-Fa-f:.]+\])(:[0-9]+)?")  # nothing else belongs in links

Host = Annotated[
    str, typer.Option(help="the address to serve on; 0.0.0.0 lets others in the network in")
]
Port = Annotated[int, typer.Option(min=0, max=65535, help="0 takes any that is free")]
Workers = Annotated[
    int, typer.Option(min=1, max=64, help="processes that serve; more than 1 needs PostgreSQL")
]
Database = Annotated[
    str,
    typer.Option(
        metavar="FILE|URL",
        help="where tables are kept: a file of SQLite, or [bold]postgresql://user@host/name[/bold]",
        show_default="a file in your data folder",
    ),
]
PublicUrl = Annotated[
    str,
    typer.Option(
        "--public-url",
        metavar="URL",
        help="how people reach it through a proxy, for the links that it makes",
        show_default="the address that it is opened at",
    ),
]

Pace = Annotated[
    float, typer.Option(min=0, max=10, help="seconds that a bot waits, so that people can follow")
]

Projects = Annotated[
    Path | None,
    typer.Option(
        metavar="FOLDER",
        help="a folder of projects, to be drawn and played",
        show_default="a folder in your data folder",
    ),
]

Runs = Annotated[
    Path | None,
    typer.Option(
        metavar="FOLDER",
        help="where the lab keeps what the owner has it play",
        show_default="a folder in your data folder",
    ),
]

NewOwner = Annotated[
    bool, typer.Option("--new-owner", help="browsers that were the owner's so far become guests")
]


def serve(
    host: Host = "127.0.0.1",
    port: Port = 8380,
    workers: Workers = 1,
    database: Database = "",
    public_url: PublicUrl = "",
    pace: Pace = 0.7,
    projects: Projects = None,
    runs: Runs = None,
    new_owner: NewOwner = False,
) -> None:
    """Play in the browser: with bots, and with friends who get a link.

    It prints the address to open, and serves until Ctrl-C. A game that was never
    played here compiles first, which its card on the page shows.

    Whoever opens the Studio link that it prints is the owner, and draws the boards
    of --projects there; nobody else can. That browser stays the owner's, until a
    start with --new-owner.

    Tables are kept. Removed are only: a table that never began, 7 days after the
    last thing that happened there; a finished one after 400 days; a transcript
    that was dropped on the page after 30 days. A table under way never is.
    """
    from offleash.tables.store import addresses
    from offleash.web.owner import new_key
    from offleash.web.supervisor import Settings, Supervisor, bind

    public_url = checked_url(public_url)
    check_database(database, workers)
    folder_of_projects, folder_of_runs = checked_folder(projects), folder_or_usual(runs, "runs")
    temporary = tempfile.TemporaryDirectory(prefix="offleash-")
    with addresses.lock_file(database), bind(host, port) as bound, temporary as folder:
        tell_address(bound, public_url)
        if new_owner:
            asyncio.run(addresses.renew_owner(database))
        owner = new_key()
        tell_owner(bound, owner)
        warmth = str(Path(folder) / "warmth.json")
        settings = Settings(
            database,
            public_url,
            warmth,
            workers,
            pace,
            folder_of_projects,
            owner,
            folder_of_runs,
        )
        Supervisor(bound, APPLICATION, settings, complain).run()
    console.print("Stopped; every table is kept.")


def check_database(database: str, workers: int) -> None:
    """One sentence where tables can't be kept there, or not by so many."""
    from offleash.tables.store import addresses

    if workers > 1 and not addresses.is_shared(database):
        raise OffleashError(
            f"{workers} workers can't share a file: --workers above 1 needs "
            "--database postgresql://user@host/name"
        )
    asyncio.run(addresses.check_database(database))


def checked_folder(folder: Path | None) -> str:
    """Where projects lie; a folder that is named must be there."""
    if folder is not None and not folder.expanduser().is_dir():
        raise OffleashError(f"--projects {folder} is no folder")
    return folder_or_usual(folder, "projects")


def folder_or_usual(folder: Path | None, usual: str) -> str:
    """The folder that is named, or one in the data folder, which is made when it is needed.

    Empty where there is no place: without a home folder tables may do without, so do the rest.
    """
    from offleash.tables.store.addresses import data_folder

    try:
        place = data_folder() / usual if folder is None else folder.expanduser()
    except OffleashError:
        return ""
    if place.exists() and not place.is_dir():
        raise OffleashError(f"--{usual} {folder or place} is no folder")
    return str(place.resolve())


def checked_url(url: str) -> str:
    """The address that links begin with, without a slash behind it."""
    if not url:
        return ""
    try:
        parts = urlsplit(url)
        is_fine = bool(HOST.fullmatch(parts.netloc)) and parts.port != 0
        is_fine = is_fine and parts.scheme in ("http", "https")
    except ValueError:
        is_fine = False
    if not is_fine or parts.path.strip("/") or parts.query or parts.fragment:
        raise OffleashError(f"--public-url takes https://name or http://name:port, not {url!r}")
    return f"{parts.scheme}://{parts.netloc}"


def tell_address(bound: "socket", public_url: str) -> None:
    """The links to open, at once: pages wait until the first worker is there."""
    from offleash.web.supervisor import link_of, network_link

    say(f"Open {link_of(bound)} in a browser; Ctrl-C ends it.")
    if there := network_link(bound):
        say(f"In the local network: {there}")
    if public_url:
        say(f"From everywhere: {public_url}/")


def tell_owner(bound: "socket", key: str) -> None:
    """The link to the studio; in a network the key stands beside it, not in an address."""
    from offleash.web.supervisor import link_of, network_link

    if network_link(bound) is None:
        say(f"Studio: {link_of(bound)}owner/{key}")
    else:
        say(f"Studio: {link_of(bound)}owner with the key {key}")
