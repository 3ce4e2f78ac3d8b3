"""`worth`: the chance to win with an action and without it."""

import json
from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Annotated, Any

import typer

from offleash.cli.lab import Threads
from offleash.cli.parameters import RulesChoice, WeightFiles, load
from offleash.cli.questions import as_command, values_of
from offleash.cli.terminal import messages, print_plain
from offleash.lab.questions.worth import Worth

if TYPE_CHECKING:
    from offleash.contract import Game, Records
    from offleash.lab.statistics.intervals import Interval

PROGRESS_INTERVAL = 20  # games


@dataclass(frozen=True)
class WorthOutput:
    """How it is played and printed."""

    weights: WeightFiles = None
    threads: Threads = None
    as_json: Annotated[bool, typer.Option("--json", help="print one JSON object")] = False


def worth_command() -> Callable[..., None]:
    """Return the command `worth`."""

    def command(name: str, rules: RulesChoice, output: WorthOutput, **values: Any) -> None:
        from offleash.lab.experiments.questions import make_question

        game = load(name, output.weights)
        question = make_question(Worth, game, values_of(Worth, game, values))
        _measure(game, rules.options(game), question, output)

    return as_command(Worth, command, {"rules": RulesChoice, "output": WorthOutput})


def _measure(game: "Game", options: "Records", question: Worth, output: WorthOutput) -> None:
    """Play the games, and print what the action is worth."""
    from offleash.bots.kinds import list_players
    from offleash.lab.experiments.action_worth import bots_of, measure_worth

    names, action, games = bots_of(question, game, options), question.action, question.games

    def on_split(done: int) -> None:
        if done % PROGRESS_INTERVAL == 0:
            messages.print(f"[dim]{done} of {games} games[/dim]")

    how = (games, question.futures, question.seed, output.threads, on_split)
    result = measure_worth(game, options, names, action, *how)
    if output.as_json:
        print(json.dumps({"game": game.name, "seats": names, "action": action, **asdict(result)}))
        return
    print_plain(f"{game.title}, {game.describe_options(options)}; {list_players(game, names)}")
    print_plain(f"  with {action:<12} wins {_percent(result.chance_with)}")
    print_plain(f"  without {'':<9} wins {_percent(result.chance_without)}")
    print_plain(f"  difference in points {_points(result.difference)}")
    print_plain(
        f"  {result.splits:,} games split, {result.futures:,} futures each way, seed "
        f"{question.seed}; the bot itself takes it in {100 * result.own_share:.0f} %"
    )


def _percent(interval: "Interval") -> str:
    low, high = 100 * interval.low, 100 * interval.high
    return f"{100 * interval.value:.1f} % ({low:.1f} … {high:.1f})"


def _points(interval: "Interval") -> str:
    low, high = 100 * interval.low, 100 * interval.high
    return f"{100 * interval.value:+.1f} ({low:+.1f} … {high:+.1f})"
