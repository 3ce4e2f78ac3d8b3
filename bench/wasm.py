"""Games in WebAssembly, compared with the same games as compiled here: `make bench-wasm`.

One core, the same run, each the best of its rounds. Parity comes first: digests of all that is
kept must be equal, and only then a rate is printed. In chromium the whole browser counts,
once it has optimised the code.
"""

import argparse
import gzip
import sys
import tempfile
import time
from dataclasses import replace
from pathlib import Path

from tests.web.wasm_orders import WEB_GAMES, Case, need_tools, play
from tests.web.wasm_page import play_in_chromium

from offleash.games import registry
from offleash.web.wasm.game_files import write_game
from offleash.web.wasm.package import RUNTIME, build_game, write_package

GREEDY = {"uri-nation": "persona:bruiser"}  # others: greedy
GOALS = {"playouts": 0.65, "search": 0.60}
ROUNDS = 3
SEARCH = "search:20"


def native(case: Case) -> tuple[dict[str, str], float]:
    """Digests, and the processor time that one thread takes."""
    start = time.process_time()
    digests = case.digests(threads=1)
    return digests, time.process_time() - start


def cases(name: str, seconds: float) -> dict[str, Case]:
    """Whole games of quick bots, and the same with a search, about as many as fit into the time."""
    game = registry.load(name)
    sized = {}
    for kind, bot in (("playouts", GREEDY.get(name, "greedy")), ("search", SEARCH)):
        case = Case(game, [game.options()], [bot], 2, 10_000_000)
        native(case)  # compiles
        while (taken := native(case)[1]) < 0.1:
            case = replace(case, games=case.games * 4)
        sized[kind] = replace(case, games=max(2, int(case.games * seconds / taken)))
    return sized


def compare(folder: Path, name: str, kind: str, case: Case, with_browser: bool) -> bool:
    """Print one row; return whether it reaches its goal."""
    best: dict[str, float] = {}
    for _ in range(ROUNDS):
        digests, seconds = native(case)
        (answer,) = play(folder, replace(case, workers=1))
        if answer["digests"] != digests:
            raise SystemExit(f"{name}, {kind}: the games differ")
        times = {"native": seconds, "node": answer["cpu_s"]}
        if with_browser:
            page = play_in_chromium(folder, replace(case, workers=1))
            if page["digests"] != digests:
                raise SystemExit(f"{name}, {kind}: the games differ in chromium")
            times["chromium"] = page["s"]
        best = {place: min(taken, best.get(place, taken)) for place, taken in times.items()}
    rates = {place: case.games / taken for place, taken in best.items()}
    shares = {place: rate / rates["native"] for place, rate in rates.items() if place != "native"}
    columns = "".join(f"{rate:12,.1f}" for rate in rates.values())
    ratios = "".join(f"{share:8.0%}" for share in shares.values())
    print(f"{name:15} {kind:9}{columns}{ratios}", flush=True)
    return min(shares.values()) >= GOALS[kind]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", default=list(WEB_GAMES[:5]))
    parser.add_argument("--seconds", type=float, default=5.0, help="of each measurement, native")
    parser.add_argument("--no-browser", action="store_true")
    arguments = parser.parse_args()
    need_tools()
    print(f"runtime: {len(gzip.compress(RUNTIME.read_bytes(), 9)):,} bytes gzipped")
    slow = []
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        write_package(folder, arguments.names)
        for name in arguments.names:
            built = build_game(registry.load(name), [SEARCH])
            write_game(folder, built)
            for file, code in built.code.items():
                print(f"{file}: {len(gzip.compress(code, 9)):,} bytes gzipped")
        print(f"{'games/CPU s':25}{'native':>12}{'node':>12}{'chromium':>12}")
        for name in arguments.names:
            for kind, case in cases(name, arguments.seconds).items():
                if not compare(folder, name, kind, case, not arguments.no_browser):
                    slow.append(f"{name} {kind}")
    if slow:
        sys.exit(f"below the goal: {', '.join(slow)}")


if __name__ == "__main__":
    main()
