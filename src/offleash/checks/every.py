"""All checks, in the order in which they run, and what they look at."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from offleash.checks import forfeits, learning, options, pictures, rules, sampling, texts, views
from offleash.checks.check import Check, Outcome, run_check
from offleash.checks.sampling import Pair
from offleash.checks.subject import Subject
from offleash.contract import Game
from offleash.play.scenario import read_file, run_scenario

CHECKS: tuple[Check, ...] = (
    *options.CHECKS,
    *rules.CHECKS,
    *forfeits.CHECKS,
    *views.CHECKS,
    *texts.CHECKS,
    *pictures.CHECKS,
    *learning.CHECKS,
)
PLAYABLE = Check("rules", "random games can be played", lambda subject: iter(()))
AREAS = tuple(dict.fromkeys(check.area for check in CHECKS))


def run_checks(
    game: Game,
    *,
    scenarios: Sequence[Path] = (),
    games: int = sampling.WALKS,
    areas: Sequence[str] = AREAS,
    planted: bool = False,
) -> Iterator[Outcome]:
    """Yield the outcome of every check of a game.

    Its positions come from random games; those of `scenarios` are added if they show something new.
    """
    spare = scenario_positions(game, scenarios)
    try:
        subject = Subject.of(game, spare, games)
    except Exception as error:
        yield Outcome(PLAYABLE, (f"{type(error).__name__}: {error}",))
        return
    for check in CHECKS:
        if check.area in areas:
            yield run_check(check, subject, planted)


def scenario_positions(game: Game, files: Sequence[Path]) -> list[Pair]:
    """Return every position in the scenarios of a game that can be played on.

    Raises BadFile if a file is malformed.
    """
    pairs: list[Pair] = []
    for file in files:
        other, tables = read_file(file)
        for line, table in tables if other.name == game.name else ():
            _, _, session = run_scenario(file, line, game, table)
            moments = [session.past(number) for number in range(len(session.history))]
            pairs += [(moment.options, moment.state) for moment in (*moments, session)]
    return [pair for pair in pairs if game.notation.is_whole(pair[1])]
