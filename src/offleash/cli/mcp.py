"""`mcp`: serve language models and other programs over the Model Context Protocol."""

from pathlib import Path
from typing import Annotated

import typer

from offleash.cli.serve import Host, Limit, Projects, projects_folder
from offleash.cli.terminal import console, print_plain
from offleash.tools.errors import OffleashError

PORT = 8381
SHORTEST_KEY = 16  # characters
Key = Annotated[
    str,
    typer.Option(
        envvar="OFFLEASH_MCP_KEY",
        help="the owner's key, with --http",
        show_default="a new one at every start",
    ),
]


def mcp(
    http: Annotated[
        bool, typer.Option("--http", help="serve over HTTP instead of standard input and output")
    ] = False,
    host: Host = "127.0.0.1",
    port: Annotated[
        int, typer.Option(min=0, max=65535, help="the port to listen on; 0 for any free port")
    ] = PORT,
    projects: Projects = None,
    key: Key = "",
    limit: Limit = None,
) -> None:
    """Let a language model play, examine rules and check boards: a server for MCP.

    Name this command in the settings of your program, which starts it and talks to
    it over standard input and output. With --http, programs connect to an address
    and send a key: the one that is printed, the code of a project's link, or the key
    of a seat.
    """
    folder = projects_folder(projects)
    place = Path(folder) if folder else None
    if not http:
        if limit or key:
            raise OffleashError("--limit and --key need --http: your own program has no limits")
        check_installed()
        from offleash.mcp.access import Access
        from offleash.mcp.server import serve_stdio

        return serve_stdio(Access("owner", is_owner=True, projects=place))
    check_installed()
    _serve_http(host, port, place, key, limit)


def check_installed() -> None:
    """Raise OffleashError if the extra is missing."""
    from offleash.lab.libraries import require

    require("this command", "mcp", extra="mcp")


def _serve_http(
    host: str, port: int, projects: Path | None, key: str, limit: list[str] | None
) -> None:
    from offleash.mcp.http import PATH, serve_http
    from offleash.web.owner import new_key
    from offleash.web.quotas import parse_quotas
    from offleash.web.supervisor import bind, link_of, network_link

    if key and len(key) < SHORTEST_KEY:
        raise OffleashError(f"--key needs at least {SHORTEST_KEY} characters, so nobody guesses it")
    quotas, owner = parse_quotas(limit or ()), key or new_key()
    with bind(host, port) as listener:
        print_plain(f"Programs connect to {link_of(listener).rstrip('/')}{PATH}; Ctrl-C stops.")
        if link := network_link(listener):
            print_plain(f"On your network: {link.rstrip('/')}{PATH}")
        if not key:
            print_plain(f"Key: {owner}")
        serve_http(listener, owner, projects, quotas)
    console.print("Stopped.")
