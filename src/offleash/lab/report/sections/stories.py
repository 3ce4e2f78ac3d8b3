"""Single games worth reading, as transcripts that can be replayed."""

from dataclasses import dataclass
from datetime import UTC, date, datetime

import numpy as np

from offleash.lab.report.arm_data import ArmData
from offleash.lab.report.parts import Download, Part, Picture, Section
from offleash.lab.report.stories import pick_stories, replay_story
from offleash.lab.report.winning_chances import Curves
from offleash.lab.runs.folder import SUMMARY
from offleash.play.session import Session
from offleash.play.transcript import format_transcript


@dataclass(frozen=True, eq=False)
class StoryTranscript:
    """The transcript of one game, and why the report presents it."""

    name: str
    why: str
    text: str  # the transcript
    session: Session

    @property
    def file(self) -> str:
        return f"{self.name}.txt"


def story_transcripts(data: ArmData, curves: Curves | None) -> list[StoryTranscript]:
    """Transcripts of the longest, the median and the most dramatic game."""
    if not data.has_games:
        return []
    games = data.games
    lengths, blocks, seatings = (
        games[name].to_numpy().astype(np.int64) for name in ("length", "block", "seating")
    )
    day = _day(data)
    transcripts = []
    for story in pick_stories(lengths, blocks, seatings, curves):
        session = replay_story(data.experiment, story, data.arm)
        transcripts.append(
            StoryTranscript(story.name, story.why, format_transcript(session, day), session)
        )
    return transcripts


def _winners(session: Session) -> str:
    """`Bruiser wins.`"""
    names = [session.game.name_of(session.options, seat) for seat in range(len(session.seats))]
    winners = [name for name, share in zip(names, session.returns, strict=False) if share > 0]
    verb = "win" if len(winners) > 1 else "wins"
    return f"{' and '.join(winners)} {verb}." if winners else "Nobody wins."


def _day(data: ArmData) -> date:
    """The day on which the run ended, so that a second report has the same bytes."""
    ended = (data.loaded.folder / SUMMARY).stat().st_mtime
    return datetime.fromtimestamp(ended, UTC).date()


def stories_section(transcripts: list[StoryTranscript]) -> Section | None:
    """Every transcript with the command that replays it and the last position."""
    if not transcripts:
        return None
    parts: list[Part] = []
    for story in transcripts:
        headline = f"{story.why[:1].upper()}{story.why[1:]}. {_winners(story.session)}"
        command = f"offleash replay {story.file} --step"
        parts.append(Download(story.file, story.text, headline, command))
        parts.append(Picture(story.session.svg(), f"How the {story.name} game ended."))
    lead = "Averages hide what players remember. You can replay these games move by move."
    return Section("Three games" if len(transcripts) == 3 else "Games", parts, lead)
