"""What one call of each page and verb that anybody with a link can reach costs at worst.

Prints the table of docs/hosting.md: `python -m bench.costs`. A site with all parts runs in this
process; what is counted is CPU time, of the process and of its children but not
of its jobs, which have limits of their own, for the worst of some hostile inputs. Tests compare the
list of pages with the site.
"""

import argparse
import asyncio
import json
import re
import resource
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
from tests.studio.owner_site import make_app
from tests.tables.robots import write_tables
from tests.tables.sample_tables import pinned_facts
from tests.web.serving import serving, visitor

from offleash.contract.option_texts import MOST_BYTES
from offleash.projects.links import create_link
from offleash.tables.log.entries import OPEN
from offleash.web.cookies import COOKIE

OWNERS = re.compile("/(studio|lab|metrics|assets)")  # the owner's, and files that never change
SOCKETS = re.compile(".*(/socket|/futures)")  # messages there have limits of their own
MOST = 900_000  # characters of a text: a request has at most 1 MB
TRANSCRIPT = Path(__file__).parents[1] / "tests/play/table.txt"
LIMITS = {
    "/shared/": "`requests`; saves also `saves` and `project`",
    "/new/": "`requests`, `tables`, `open`, `database`",
    "/guide/": "`requests`, `tables`, `database`",
    "/your-data": "`requests`, `tables`",
    "/replay": "`requests`, `uploads`, `waiting`; reading a game is a job of at most 20 s",
    "/result": "`requests`, `waiting`; reading a game is a job of at most 20 s",
}


@dataclass(frozen=True)
class Cost:
    """The worst call of one page and verb."""

    method: str
    path: str
    cpu_ms: float
    status: int  # of the worst call
    limit: str


def guest_routes(app: Any) -> Iterator[tuple[str, str]]:
    """Yield method and path of every page that is not only for the owner."""
    for route in app.routes:
        if not OWNERS.match(route.path) and not SOCKETS.match(route.path):
            yield from ((method, route.path) for method in sorted(set(route.methods) - {"HEAD"}))


def hostile_texts() -> list[str]:
    """Texts as large as a request may be, each of another kind."""
    board = (Path(__file__).parents[1] / "src/offleash/games/uri_nation/data").glob("*.txt")
    text = sorted(board)[0].read_text(encoding="utf-8")
    texts = [
        "x\n" * (MOST // 2),
        "[" * MOST,
        (text * (MOST // len(text) + 1))[:MOST],
        text,
        'a = "' + "é" * (MOST // 4) + '"\n',
    ]
    return [*texts, *(text[: MOST_BYTES // 2] for text in texts)]


def bodies(method: str, path: str) -> Iterator[dict[str, Any]]:
    """Yield what a call may send."""
    if method != "POST":
        yield {}
        return
    if path == "/replay":
        for data in (TRANSCRIPT.read_bytes(), b"offleash transcript 1 ~4be2\n" * 30_000):
            yield {"files": {"transcript": ("game.txt", data)}}
        return
    for text in hostile_texts():
        yield {"content": json.dumps({"text": text, "digest": "", "base": ""})}
        short = dict.fromkeys(("title", "name", "text"), text[:4000])
        yield {"data": {"action": "title", **short}}
    yield {"data": {f"o.option{n}": "1" for n in range(450)} | {"name": "Ann"}}


def cpu_seconds() -> float:
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + children.ru_utime + children.ru_stime


def measure(guest: httpx.Client, method: str, path: str, address: str) -> Cost:
    """Call a page with each input, after a first call that imports and reads what it needs."""
    guest.request(method, address)
    worst, status = 0.0, 0
    for body in bodies(method, path):
        before = cpu_seconds()
        answer = guest.request(method, address, **body)
        used = cpu_seconds() - before
        if used >= worst:
            worst, status = used, answer.status_code
    limit = next((text for part, text in LIMITS.items() if path.startswith(part)), "`requests`")
    return Cost(method, path, 1000 * worst, status, limit)


def fill(path: str, values: dict[str, str]) -> str:
    return re.sub(r"{(\w+)(?::\w+)?}", lambda match: values[match[1]], path)


def measure_all(folder: Path) -> list[Cost]:
    app = make_app(folder)
    facts = pinned_facts("dog", [OPEN, "greedy", "greedy", "greedy"])
    asyncio.run(write_tables(str(folder / "tables.db"), [facts], browser="ann"))
    link = create_link(folder / "projects" / "mine", "Ben", can_edit=True)
    with ExitStack() as stack:
        url = stack.enter_context(serving(app))
        guest = stack.enter_context(visitor(url))
        guest.cookies.set(COOKIE, app.state.keys.sign("ann"))
        upload = {"transcript": ("game.txt", TRANSCRIPT.read_bytes())}
        stored = guest.post("/replay", files=upload)
        while stored.status_code != 303:  # the first one starts the process that reads transcripts
            stored = guest.post("/replay", files=upload)
        replay = stored.headers["location"].rpartition("/")[2]
        values = {"game": "dog", "table": facts.table, "name": replay, "at": "20", "key": "x"}
        values |= {"digest": "0" * 64, "deck": "chance_cards", "file": "board.txt"}
        costs = []
        for method, path in sorted(guest_routes(app), key=lambda page: "your-data" in page[1]):
            code = facts.invitation if path.startswith("/join") else facts.watching
            code = link if path.startswith("/shared") else code
            address = fill(path, values | {"code": code})
            costs.append(measure(guest, method, path, address))
    return costs


def print_table(costs: list[Cost]) -> None:
    print("| page | CPU of the worst call | its status | limits |\n|---|---|---|---|")
    for cost in sorted(costs, key=lambda cost: -cost.cpu_ms):
        print(
            f"| {cost.method} `{cost.path}` | {cost.cpu_ms:.0f} ms | {cost.status} | {cost.limit} |"
        )


def main() -> None:
    argparse.ArgumentParser(description=__doc__).parse_args()
    with tempfile.TemporaryDirectory() as folder:
        print_table(measure_all(Path(folder)))


if __name__ == "__main__":
    main()
