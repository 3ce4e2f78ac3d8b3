"""Single games worth reading, as transcripts that can be replayed."""

from dataclasses import dataclass
from datetime import UTC, date, datetime

import numpy as np
from numpy.typing import NDArray

from offleash.bots.players import watch_game
from offleash.lab.report.arm_data import ArmData
from offleash.lab.report.parts import Download, Part, Section, SvgImage
from offleash.lab.report.winning_chances import Curves
from offleash.lab.runs.experiment import Experiment
from offleash.lab.runs.folder import SUMMARY
from offleash.play.session import Session
from offleash.play.transcript import format_transcript
from offleash.tools.prose import capitalise, join_and

ENDED = {
    "longest": "the longest game",
    "median": "the game of median length",
    "dramatic": "the most dramatic game",
}


@dataclass(frozen=True)
class GameStory:
    """One game of an arm, and why it is worth reading."""

    name: str  # used in file names
    why: str  # a sentence
    block: int
    seating: int


def pick_stories(
    lengths: NDArray[np.int64],
    blocks: NDArray[np.int64],
    seatings: NDArray[np.int64],
    curves: Curves | None = None,
) -> list[GameStory]:
    """Return the longest game, one of median length and, with `curves`, the most dramatic."""
    order = np.lexsort((seatings, blocks, lengths))
    longest = int(order[np.searchsorted(lengths[order], lengths.max())])
    median = int(order[(len(order) - 1) // 2])
    picked = []
    for name, game, why in (
        ("longest", longest, "the longest game"),
        ("median", median, "a game of median length"),
    ):
        why += f": {int(lengths[game]):,} actions, including rolls and draws"
        picked.append(GameStory(name, why, int(blocks[game]), int(seatings[game])))
    if curves is not None and len(curves.drama):
        most = int(curves.drama.argmax())
        behind = 100 * float(curves.drama[most])
        why = "the most dramatic of the games that were analysed: on average, its winner's chance "
        why += f"was {behind:.0f} points below the leader's"
        picked.append(
            GameStory("dramatic", why, int(curves.block[most]), int(curves.seating[most]))
        )
    return picked


def replay_story(experiment: Experiment, story: GameStory, arm: int = 0) -> Session:
    """Replay the game of a story, move by move."""
    table = experiment.arm_table(arm)
    options = table.variants[story.seating : story.seating + 1]
    players = table.seatings[story.seating].players
    return watch_game(experiment.game, options, players, experiment.plan.seed, story.block)


def _winners(session: Session) -> str:
    """Return who wins, as in `Bruiser wins.`."""
    names = [session.game.seat_name(session.options, seat) for seat in range(len(session.seats))]
    winners = [name for name, share in zip(names, session.returns, strict=False) if share > 0]
    verb = "win" if len(winners) > 1 else "wins"
    return f"{join_and(winners)} {verb}." if winners else "Nobody wins."


def _day(data: ArmData) -> date:
    """Return the day on which the run ended, so that a second report has the same bytes."""
    ended = (data.loaded.folder / SUMMARY).stat().st_mtime
    return datetime.fromtimestamp(ended, UTC).date()


def stories_section(data: ArmData, curves: Curves) -> Section | None:
    """Return the longest, the median and the most dramatic game: transcripts and last positions."""
    if not data.has_games:
        return None
    columns = (data.games[name].to_numpy() for name in ("length", "block", "seating"))
    lengths, blocks, seatings = (column.astype(np.int64) for column in columns)
    stories, day = pick_stories(lengths, blocks, seatings, curves), _day(data)
    parts: list[Part] = []
    for story in stories:
        session = replay_story(data.experiment, story, data.arm)
        file, headline = f"{story.name}.txt", f"{capitalise(story.why)}. {_winners(session)}"
        command = f"offleash replay {file} --step"
        parts.append(Download(file, format_transcript(session, day), headline, command))
        parts.append(SvgImage(session.svg(), f"How {ENDED[story.name]} ended."))
    lead = "Averages hide what players remember. You can replay these games move by move."
    return Section("Three games" if len(stories) == 3 else "Games", parts, lead)
