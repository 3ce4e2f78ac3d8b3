"""What one call of each page and verb that anybody with a link can reach costs at worst.

Prints the tables of docs/hosting.md: `python -m bench.costs`. A site with all parts runs in this
process; what is counted is CPU time, of the process and of its children but not
of its jobs, which have limits of their own, for the worst of some hostile inputs. The second table
is about the messages of a page at its table. Tests compare both lists with the site.
"""

import argparse
import asyncio
import hashlib
import json
import random
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
from msgspec.structs import replace
from tests.studio.owner_site import make_app
from tests.tables.lines import Visitor, open_line
from tests.tables.robots import people_facts, write_tables
from tests.tables.sample_tables import pinned_facts
from tests.web.serving import serving, visitor

from offleash.contract.option_texts import MOST_BYTES
from offleash.games import registry
from offleash.projects.links import create_link
from offleash.tables.live import messages
from offleash.tables.log.entries import OPEN, Facts
from offleash.web.cookies import COOKIE
from offleash.web.wasm import game_files
from offleash.web.wasm.package import build_game

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
    "/result": "`requests`, `waiting`; reading a game is a job of at most 20 s, its moments one "
    "of at most 60 s, which takes a share of `futures`",
}


GAMES = ("uri-nation", "puppy-park", "dog")  # the longest lists of actions and the largest pictures
DECISIONS = 12  # played before and between the messages
FINAL_MESSAGES = ("resign", "offer end", "again")  # in this order: after them nobody plays
MESSAGE_LIMITS = {
    "advise": "`messages`, `advice`; a search of at most a second, one at a time for each browser",
    "chat": "`messages`, `chat`",
    "again": "`messages`, `tables`, `open`, `database`",
}


@dataclass(frozen=True)
class Cost:
    """The worst call of one page and verb, or the worst message of a kind."""

    method: str
    path: str
    cpu_ms: float
    answer: str  # status or kind of the worst answer
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
    return Cost(method, path, 1000 * worst, str(status), limit)


def fill(path: str, values: dict[str, str]) -> str:
    return re.sub(r"{(\w+)(?::\w+)?}", lambda match: values[match[1]], path)


def measure_all(folder: Path) -> list[Cost]:
    game_files.SHIPPED = folder / "games"
    game_files.write_game(game_files.SHIPPED, build_game(registry.load("dog")))
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


def message_kinds() -> dict[str, type[messages.Request]]:
    """Return the requests that a page can send, by their names on the wire."""
    kinds = {kind.__struct_config__.tag: kind for kind in messages.Request.__args__}
    return dict(sorted(kinds.items()))


def hostile_fields(kind: str, page: Visitor) -> Iterator[dict[str, Any]]:
    """Yield what a message may hold: what is legal, as much as is allowed, and nonsense."""
    at = page.show["at"]
    legal = [choice["action"] for choice in page.show["choices"]] or ["pass"]
    digest, long = hashlib.sha256(b"x").hexdigest(), "x" * 80
    fields: dict[str, list[dict[str, Any]]] = {
        "promise": [{"promise": digest}],
        "word": [{"word": digest[:32]}],
        "link": [{"draw": 1_000_000, "link": digest}],
        "hand over": [{"secret": digest}],
        "move": [{"at": at, "action": long}, {"at": at, "action": legal[0]}],
        "moves": [
            {"at": at, "actions": [legal[0], *[long] * 39]},
            {"at": at, "actions": legal[:1]},
        ],
        "undo": [{"at": at}],
        "lend": [{"seat": 63}, {"seat": 0, "bot": "greedy" * 6}],
        "stand-in": [{"bot": "greedy"}, {"bot": "search:99999999"}],
        "chat": [{"text": "<é" * 500}],
        "switch chat": [{"is_on": False}],
        "look": [{"actions": (legal * 12)[:12]}, {"actions": [long] * 12}],
        "recall": [{"number": at - 1}, {"number": 1_000_000}],
        "why": [{"action": long}, {"action": ""}, {"action": legal[-1]}],
    }
    yield from fields.get(kind, [{}])


def cost_of_message(page: Visitor, kind: str) -> tuple[float, str]:
    """Return the CPU seconds of the worst message of a kind with its picture, and the answer."""
    worst, answer = 0.0, ""
    for fields in hostile_fields(kind, page):
        before = cpu_seconds()
        heard = page.ask(kind, **fields)
        if heard["is"] in ("done", "refused"):
            page.until(lambda message: message["is"] == "show")
        used = cpu_seconds() - before
        if used >= worst:
            worst, answer = used, heard["is"]
    return worst, answer


def make_table(game: str) -> Facts:
    """Return a table with one person, who may chat and ask for advice."""
    rules = registry.load(game)
    bots = ["random"] * (rules.seat_count(rules.options()) - 1)
    return replace(people_facts(game, bots), hints=True, chat=True, maker=0)


def is_turn(message: dict[str, Any]) -> bool:
    return message["is"] == "show" and bool(message["choices"])


def measure_messages(folder: Path) -> list[Cost]:
    """Return the worst cost of each message, some decisions after the begin of a game."""
    app = make_app(folder)
    tables = [make_table(game) for game in GAMES]
    keys = asyncio.run(write_tables(str(folder / "tables.db"), tables, "ann"))
    kinds = [kind for kind in message_kinds() if kind not in FINAL_MESSAGES] + [*FINAL_MESSAGES]
    worst = dict.fromkeys(kinds, (0.0, ""))
    rng = random.Random(1)
    with serving(app) as url:
        for facts in tables:
            with open_line(url, f"/table/{facts.table}/socket", keys, "ann") as page:
                page.until(is_turn)
                for _ in range(DECISIONS):
                    page.play(rng.choice(page.show["choices"])["action"])
                    page.until(is_turn)
                for kind in kinds:
                    worst[kind] = max(worst[kind], cost_of_message(page, kind))
    return [
        Cost("message", kind, 1000 * seconds, answer, MESSAGE_LIMITS.get(kind, "`messages`"))
        for kind, (seconds, answer) in worst.items()
    ]


def print_table(costs: list[Cost]) -> None:
    kind, answer = ("page", "its status") if costs[0].method != "message" else ("message", "answer")
    print(f"| {kind} | CPU of the worst one | {answer} | limits |\n|---|---|---|---|")
    for cost in sorted(costs, key=lambda cost: -cost.cpu_ms):
        name = f"{cost.method} `{cost.path}`"
        print(f"| {name} | {cost.cpu_ms:.0f} ms | {cost.answer} | {cost.limit} |")


def main() -> None:
    argparse.ArgumentParser(description=__doc__).parse_args()
    for measure_part in (measure_all, measure_messages):
        with tempfile.TemporaryDirectory() as folder:
            print_table(measure_part(Path(folder)))
        print()


if __name__ == "__main__":
    main()
