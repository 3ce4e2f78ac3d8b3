"""`serve`: the web server with tables and the studio."""

import re
import tempfile
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated
from urllib.parse import urlsplit

import typer

from offleash.cli.terminal import console, print_error, print_plain
from offleash.tools.errors import OffleashError

if TYPE_CHECKING:
    from socket import socket

    from offleash.web.supervisor import Settings

APPLICATION = "offleash.cli.site:make_worker_app"
HOST = re.compile(r"([\w.-]+|\[[0-9A-Fa-f:.]+\])(:[0-9]+)?")  # what links may contain

Host = Annotated[
    str, typer.Option(help="the address to listen on; 0.0.0.0 admits others on your network")
]
Port = Annotated[
    int, typer.Option(min=0, max=65535, help="the port to listen on; 0 for any free port")
]
Workers = Annotated[
    int,
    typer.Option(min=1, max=64, help="number of worker processes; more than 1 needs PostgreSQL"),
]
Database = Annotated[
    str,
    typer.Option(
        metavar="FILE|URL",
        envvar="OFFLEASH_DATABASE",
        help="where to store tables: an SQLite file or [bold]postgresql://user@host/name[/bold]",
        show_default="a file in your data folder",
    ),
]
PublicUrl = Annotated[
    str,
    typer.Option(
        "--public-url",
        metavar="URL",
        envvar="OFFLEASH_PUBLIC_URL",
        help="the address that people use behind a proxy, for links",
        show_default="the address in the browser",
    ),
]

Names = Annotated[
    list[str] | None,
    typer.Option(
        "--name",
        metavar="HOST",
        help="another name by which people reach the server; it refuses unknown names",
        show_default="this machine's name",
    ),
]

Pace = Annotated[
    float, typer.Option(min=0, max=10, help="seconds that a bot waits before it moves")
]

Projects = Annotated[
    Path | None,
    typer.Option(
        metavar="FOLDER",
        help="the folder with your projects",
        show_default="a folder in your data folder",
    ),
]

Runs = Annotated[
    Path | None,
    typer.Option(
        metavar="FOLDER",
        help="where the lab stores its runs",
        show_default="a folder in your data folder",
    ),
]

Limit = Annotated[
    list[str] | None,
    typer.Option(
        "--limit",
        metavar="NAME=VALUE",
        help="change a limit per browser, such as [bold]tables=10/60[/bold], 10 in 60 seconds; "
        "docs/hosting.md lists them",
        show_default=False,
    ),
]

MetricsAddress = Annotated[
    str,
    typer.Option(
        "--metrics",
        metavar="HOST:PORT",
        help="serve figures for Prometheus on a port of their own",
        show_default=False,
    ),
]

LogFormat = Annotated[
    str, typer.Option("--log", metavar="text|json", help="json logs every request, without secrets")
]

Lobby = Annotated[
    bool,
    typer.Option(
        "--lobby", help="let players list their tables on the front page, for anyone to join"
    ),
]

NewOwner = Annotated[bool, typer.Option("--new-owner", help="sign out all browsers of the owner")]


def serve(
    host: Host = "127.0.0.1",
    port: Port = 8380,
    workers: Workers = 1,
    database: Database = "",
    public_url: PublicUrl = "",
    name: Names = None,
    pace: Pace = 0.7,
    projects: Projects = None,
    runs: Runs = None,
    limit: Limit = None,
    metrics: MetricsAddress = "",
    log: LogFormat = "text",
    lobby: Lobby = False,
    new_owner: NewOwner = False,
) -> None:
    """Play in the browser, with bots or with friends who get a link.

    Prints the address to open and serves until Ctrl-C. The first time you play a
    game, it has to be compiled; its card on the page shows the progress.

    The Studio link makes you the owner, who alone can edit projects. The link and your
    browser keep working until you start the server with --new-owner.

    The server deletes a table that never began after 7 days without activity, a
    finished table after 400 days, and an uploaded transcript after 30 days. It never
    deletes a game in progress.
    """
    import asyncio

    from offleash.tables.log import addresses
    from offleash.web.quotas import parse_quotas
    from offleash.web.supervisor import Settings, bind, network_link

    check_log_format(log)
    check_database(database, workers)
    settings = Settings(
        database,
        parse_public_url(public_url),
        workers=workers,
        pace=pace,
        projects=projects_folder(projects),
        runs=folder_or_default(runs, "runs"),
        quotas=parse_quotas(limit or ()),
        logs_json=log == "json",
        names=tuple(name or ()),
        has_lobby=lobby,
    )
    with addresses.lock_file(database), bind(host, port) as server_socket:
        network_url = network_link(server_socket) or ""
        owner = asyncio.run(addresses.owner_key(database, is_new=new_owner))
        settings = replace(settings, network_url=network_url, owner=owner)
        print_address(server_socket, settings.public_url)
        print_owner_link(server_socket, settings.owner)
        run_workers(server_socket, settings, metrics)
    console.print("Stopped. All tables are saved.")


def run_workers(server_socket: "socket", settings: "Settings", metrics_address: str) -> None:
    """Serve until a signal, with files for progress and figures in a temporary folder."""
    from offleash.web.metrics import create_file, serve_metrics
    from offleash.web.supervisor import Supervisor

    with tempfile.TemporaryDirectory(prefix="offleash-") as folder:
        metrics, warmth = Path(folder) / "metrics", Path(folder) / "warmth.json"
        create_file(metrics, settings.workers)
        settings = replace(settings, metrics=str(metrics), warmth=str(warmth))
        with serve_metrics(metrics_address, settings.metrics):
            Supervisor(server_socket, APPLICATION, settings, print_error).run()


def check_log_format(log: str) -> None:
    """Raise OffleashError if logs can't be written like this."""
    if log not in ("text", "json"):
        raise OffleashError(f"--log is text or json, not {log!r}")


def check_database(database: str, workers: int) -> None:
    """Raise OffleashError if tables can't be stored there, or not by so many workers."""
    import asyncio

    from offleash.tables.log import addresses

    if workers > 1 and not addresses.is_shared(database):
        raise OffleashError(
            f"{workers} workers can't share a file; use --database postgresql://user@host/name"
        )
    asyncio.run(addresses.check_database(database))


def projects_folder(folder: Path | None) -> str:
    """Return the projects folder, or raise OffleashError if it is named but does not exist."""
    if folder is not None and not folder.expanduser().is_dir():
        raise OffleashError(f"--projects {folder} is not a folder")
    return folder_or_default(folder, "projects")


def folder_or_default(folder: Path | None, name: str) -> str:
    """Return the named folder, or one in the data folder, which is created when it is needed.

    Empty if there is no home folder. Raises OffleashError if the path is not a folder.
    """
    from offleash.tables.log.addresses import data_folder

    try:
        path = data_folder() / name if folder is None else folder.expanduser()
    except OffleashError:
        return ""
    if path.exists() and not path.is_dir():
        raise OffleashError(f"--{name} {folder or path} is not a folder")
    return str(path.resolve())


def parse_public_url(url: str) -> str:
    """Return the address that links start with, without a trailing slash.

    Raises OffleashError if it is not an address.
    """
    if not url:
        return ""
    try:
        parts = urlsplit(url)
        is_valid = bool(HOST.fullmatch(parts.netloc)) and parts.port != 0
        is_valid = is_valid and parts.scheme in ("http", "https")
    except ValueError:
        is_valid = False
    if not is_valid or parts.path.strip("/") or parts.query or parts.fragment:
        raise OffleashError(
            f"--public-url must be like https://name or http://name:port, not {url!r}"
        )
    return f"{parts.scheme}://{parts.netloc}"


def print_address(server_socket: "socket", public_url: str) -> None:
    """Print the links at once; pages wait until the first worker is ready."""
    from offleash.web.supervisor import link_of, network_link

    print_plain(f"Open {link_of(server_socket)} in a browser; press Ctrl-C to stop.")
    if link := network_link(server_socket):
        print_plain(f"On your network: {link}")
    if public_url:
        print_plain(f"Public address: {public_url}/")


def print_owner_link(server_socket: "socket", key: str) -> None:
    """Print the link to the studio; on a network the key is separate, not in the address."""
    from offleash.web.supervisor import link_of, network_link

    if network_link(server_socket) is None:
        print_plain(f"Studio: {link_of(server_socket)}owner/{key}")
    else:
        print_plain(f"Studio: {link_of(server_socket)}owner with the key {key}")
