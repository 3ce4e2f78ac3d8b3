"""Decisions of a search, made from any record and told whole: for the tests of every game.

`python -m tests.searching GAME FILE PLAYOUTS` prints the decisions in the positions of a file, so
that a process with other options can make them too; an interpreted one with checked indices.
"""

import json
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

import tests.toys  # noqa: F401
from offleash.bots.kinds import SEARCH
from offleash.bots.lineup import policy
from offleash.bots.templates import search
from offleash.compiler.rule import MODE, specialise
from offleash.compiler.rules.random import seed_streams
from offleash.compiler.seeds import streams
from offleash.contract import Game, Records
from offleash.engine.batch import Policy
from offleash.games import registry
from tests.compiler.checked import call_checked, check_tables
from tests.variety import filled, positions, view_of


class Position(NamedTuple):
    """Where somebody has a choice."""

    options: Records
    states: Records


class Decision(NamedTuple):
    """All that a search leaves behind."""

    action: int
    notes: Records
    plan: bytes
    luck: bytes


def search_positions(game: Game, count: int) -> list[Position]:
    """Positions in which somebody has a choice; half of them hide something, where enough do."""
    every = [Position(*case) for case in positions(game.name, "knowledge")]
    free = [
        at for at in every if game.rules.actor(at.states[0]) >= 0 and len(legal_in(game, at)) > 1
    ]
    blind = [at for at in free if indistinct(game, at)[0].states.tobytes() != at.states.tobytes()]
    return [*blind[-(count // 2) :], *free[-count:]][:count]


def legal_in(game: Game, at: Position) -> list[int]:
    out = game.new_out()
    return out[
        : game.rules.legal_actions(at.states[0], at.options[0], game.new_work()[0], out)
    ].tolist()


def seeded(luck: int) -> NDArray[np.uint64]:
    rng = streams()
    seed_streams(rng, luck, 0)
    return rng


def searching(game: Game, playouts: int) -> Policy:
    return policy(game, [f"search:{playouts}"] * game.max_seats)


def decide(
    game: Game,
    players: Policy,
    at: Position,
    luck: int,
    choose: Callable[..., Any] | None = None,
    legal: list[int] | None = None,
    litter: bool = False,
) -> Decision:
    """What the seat to move chooses: from this record, whatever that shows.

    With litter, all room to think in holds what nobody can have written on purpose.
    """
    seat = int(game.rules.actor(at.states[0]))
    study = game.new_study(players.note, players.notes, players.positions)
    work, out = game.new_work(), game.new_out()
    for room in (*study, work) if litter else ():
        room.view(np.uint8)[:] = 0x55
    plans, rng = game.new_plans(), seeded(luck)
    legal = legal_in(game, at) if legal is None else legal
    out[: len(legal)] = legal
    arguments = (plans[seat], study, out, len(legal), rng, players.personas, 0, seat)
    action = (choose or players.choose)(at.states[0], at.options[0], work[0], *arguments)
    return Decision(int(action), study.notes, plans.tobytes(), rng.tobytes())


def to_row(decision: Decision) -> dict[str, Any]:
    """The same as plain data: the notes, as far as they are filled."""
    note = decision.notes[0]
    count = int(note["candidates"])
    names = ("action", "total", "squares", "playouts")
    fields = {name: note[name][:count].tolist() for name in names}
    return {**fields, "chosen": decision.action, "luck": decision.luck.hex()}


def indistinct(game: Game, at: Position) -> list[Position]:
    """The view of the seat to move, and two ways in which it could be filled."""
    seat = int(game.rules.actor(at.states[0]))
    view = view_of(game, at.states, at.options, seat)
    every = [view, *(filled(game, view, at.options, seat, seed) for seed in (1, 2))]
    return [Position(at.options, states) for states in every]


def careless(game: Game, players: Policy) -> Callable[..., Any]:
    """An error planted: a search that looks at the record as it is, without `hide`."""
    template: ModuleType = search

    def look(state: Any, options: Any, seat: int) -> None:
        """Nothing is hidden."""

    rule_functions = {name: game.find_rule(name) for name in SEARCH.needs} | {"hide": look}
    rule_functions |= {
        name: rule for name in SEARCH.may_use if (rule := game.find_rule(name)) is not None
    }
    rule_functions |= {"pick_best": SEARCH.builds_on[0][0].module(game, players.note).pick_best}
    choose: Callable[..., Any]
    choose = specialise(
        game.rules.rule, template, note=players.note, **rule_functions
    ).choose_search
    return choose


def save(every: list[Position], path: Path) -> None:
    """Writes positions down for another process."""
    options = np.concatenate([at.options for at in every])
    np.savez(path, options=options, states=np.concatenate([at.states for at in every]))


def read(game: Game, path: Path) -> list[Position]:
    with np.load(path) as arrays:
        options = arrays["options"].view(game.rules.options_record)
        states = arrays["states"].view(game.rules.record)
    return [Position(options[i : i + 1], states[i : i + 1].copy()) for i in range(len(states))]


def main() -> None:
    name, path, playouts = sys.argv[1:4]
    game = registry.load(name)
    players = searching(game, int(playouts))
    is_careless = "careless" in sys.argv
    choose = careless(game, players) if is_careless else players.choose
    if MODE == "interpreted":
        check_tables()
        choose = partial(call_checked, choose)
    cases = read(game, Path(path))
    if is_careless:
        cases = [case for at in cases for case in (at, *indistinct(game, at))]
    rows = [to_row(decide(game, players, at, luck=i, choose=choose)) for i, at in enumerate(cases)]
    print(json.dumps(rows))


if __name__ == "__main__":
    main()
