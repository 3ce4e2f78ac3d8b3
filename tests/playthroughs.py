"""Golden playthroughs: short readable games. `make goldens` writes them again.

Read the difference before you commit it. `python -m tests.playthroughs fetch` is for one game.
"""

import hashlib
import sys
from pathlib import Path

from offleash.bots.players import watch_game
from offleash.contract.rules.actors import CHANCE
from offleash.games import registry
from offleash.play.session import Session
from tests.battery import folder, playthroughs

DECISIONS = 60  # shown in full; the rest of the game only counts for its digest
MOST_LISTED = 100  # legal actions; of more only some are shown, and a digest of all


def golden(name: str) -> Path:
    """The file of a golden game, with its game's other tests."""
    game, _ = playthroughs()[name]
    return folder(game) / "playthroughs" / f"{name}.txt"


def fingerprint(state: bytes) -> str:
    return hashlib.sha256(state).hexdigest()[:8]


def playthrough(name: str) -> str:
    """The text of one case: what was dealt, then board, actor, legal actions, choice, digest."""
    game_name, case = playthroughs()[name]
    game, bots, seed = registry.load(game_name), case.bots, case.seed
    options = game.options(case.preset, **case.options)
    seats = int(game.rules.seats(options[0]))
    game_record = watch_game(game, options, (bots.split(",") * seats)[:seats], seed)
    session = Session(game, options)
    changes = " ".join(f"{k}={v}" for k, v in game.changes(options).items()) or "default options"
    lines = [f"{game.title}, rules {game.rules_version}, {changes}, {bots} bots, seed {seed}"]
    decisions, outcomes = 0, []
    for moment in game_record.history:
        if moment.actor == CHANCE:
            outcomes.append(game.notation.format_action(moment.action, options))
        elif decisions < DECISIONS:
            if outcomes:
                lines += ["", "chance   " + ", ".join(outcomes)]
                outcomes = []
            decisions += 1
            lines += _decision(session, moment.action)
        session.play(moment.action)
    result = ", ".join(f"{share:g}" for share in session.returns)
    last = fingerprint(session.state.tobytes())
    lines += ["", f"… {len(game_record.history)} actions in all; returns {result}; {last}", ""]
    return "\n".join(lines)


def _decision(session: Session, action: int) -> list[str]:
    text = session.game.notation.format_action(action, session.options)
    return [
        "",
        session.position,
        f"seat {session.actor}   legal: {_listed(session.legal)}",
        f"         plays: {text}   {fingerprint(session.state.tobytes())}",
    ]


def _listed(legal: list[str]) -> str:
    """All legal actions, or of many the first few, the last, their number and a digest."""
    text = ", ".join(legal)
    if len(legal) <= MOST_LISTED:
        return text
    digest = fingerprint(text.encode())
    return f"{', '.join(legal[:3])} … {legal[-1]}   {len(legal)} in all, {digest}"


if __name__ == "__main__":
    names = sys.argv[1:] or registry.ROWS
    for name in [name for name, (game, _) in playthroughs().items() if game in names]:
        golden(name).parent.mkdir(exist_ok=True)
        golden(name).write_text(playthrough(name), encoding="utf-8")
        print(f"wrote {golden(name)}")
