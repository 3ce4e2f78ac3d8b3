"""Every page that anybody with a link can reach is in the table of its worst cost."""

import re
from pathlib import Path

from bench.costs import guest_routes, message_kinds

from tests.studio.owner_site import make_app

HOSTING = Path(__file__).parents[2] / "docs/hosting.md"
ROW = re.compile(
    r"^\| (GET|POST|DELETE) `([^`]+)` \| (\d+) ms \| (?!429)\d+ \| `requests`", re.MULTILINE
)
MESSAGE = re.compile(r"^\| message `([^`]+)` \| (\d+) ms \| \w+ \| `messages`", re.MULTILINE)
HEAVY_MS = 1000  # what takes longer belongs into the queue of jobs


def test_each_page_has_its_cost_and_its_limit(tmp_path):
    rows = {(method, path): int(ms) for method, path, ms in ROW.findall(HOSTING.read_text("utf-8"))}
    pages = set(guest_routes(make_app(tmp_path)))
    assert pages - rows.keys() == set(), "run python -m bench.costs"
    assert rows.keys() - pages == set()
    assert {page for page, ms in rows.items() if ms > HEAVY_MS} == set()


def test_each_message_has_its_cost_and_its_limit():
    rows = {kind: int(ms) for kind, ms in MESSAGE.findall(HOSTING.read_text("utf-8"))}
    assert rows.keys() == message_kinds().keys(), "run python -m bench.costs"
    assert {kind for kind, ms in rows.items() if ms > HEAVY_MS} <= {"advise"}
