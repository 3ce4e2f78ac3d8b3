"""What is said at the table: news, a line of two actions, and the rules to read."""

import re
from pathlib import Path

import numpy as np

from offleash.contract import Records
from tests.toys.digs.options import SEAT_NAMES
from tests.toys.digs.rules.actions import BID
from tests.toys.digs.rules.course import apply
from tests.toys.digs.rules.record import BIDDING, FINISHED, TALLY, WALKING, WORK
from tests.toys.digs.text.notation import parse_action
from tests.toys.digs.text.reasons import why_illegal

PAGES = {"rules": (Path(__file__).parent.parent / "rules.md").read_text(encoding="utf-8")}


def news(before: Records, after: Records, options: Records, seat: int) -> list[str]:
    """Bids laid open, who got the bone, a new round, and the end."""
    old, new, seats = before[0], after[0], int(options["seats"][0])
    lines = []
    if old["phase"] == BIDDING and new["phase"] != BIDDING:
        bids = ", ".join(
            f"{SEAT_NAMES[number]} {int(new['bid'][number])}" for number in range(seats)
        )
        winners = [number for number in range(seats) if new["won"][number] > old["won"][number]]
        lines.append(f"the bids are {bids}")
        lines.append(
            f"{SEAT_NAMES[winners[0]]} gets the bone" if winners else "nobody gets the bone"
        )
    if new["phase"] == FINISHED:
        lines.append("the dogs are called in")
    elif new["played"] > old["played"]:
        lines.append(f"round {int(new['played']) + 1} begins")
    return lines


def several(text: str, states: Records, options: Records) -> list[int] | None:
    """`walk c4 bid 2`: a dog that digs a bone up bids first, so both can be said at once."""
    match = re.fullmatch(r"(walk \S+) (bid \S+)", " ".join(text.lower().split()))
    if match is None or states["phase"][0] != WALKING:
        return None
    walk, bid = (parse_action(part, options) for part in match.groups())
    if bid < BID or why_illegal(states, options, walk):
        return None
    after = states.copy()
    work, tally = np.zeros(1, WORK), np.zeros(1, TALLY)
    apply(after[0], options[0], work[0], walk, tally[0])
    return None if why_illegal(after, options, bid) else [walk, bid]
