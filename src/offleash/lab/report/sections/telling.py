"""Single games worth reading, as transcripts that can be replayed."""

from dataclasses import dataclass
from datetime import UTC, date, datetime

import numpy as np

from offleash.lab.feel import Curves
from offleash.lab.folder import SUMMARY
from offleash.lab.report.material import Material
from offleash.lab.report.parts import Download, Part, Picture, Section
from offleash.lab.stories import pick_stories, replay_story
from offleash.play.session import Session
from offleash.play.transcript import format_transcript


@dataclass(frozen=True, eq=False)
class Tale:
    """A game that is told: its file, why it is told, and how it went."""

    name: str
    why: str
    text: str  # the transcript
    session: Session

    @property
    def file(self) -> str:
        return f"{self.name}.txt"


def tales(material: Material, curves: Curves | None) -> list[Tale]:
    """The longest game, the median one, the most dramatic one."""
    if not material.has_games:
        return []
    games = material.games
    lengths, blocks, seatings = (
        games[name].to_numpy().astype(np.int64) for name in ("length", "block", "seating")
    )
    day = _day(material)
    found = []
    for story in pick_stories(lengths, blocks, seatings, curves):
        session = replay_story(material.experiment, story, material.arm)
        found.append(Tale(story.name, story.why, format_transcript(session, day), session))
    return found


def _winners(session: Session) -> str:
    """`Bruiser wins.`"""
    names = [session.game.name_of(session.options, seat) for seat in range(len(session.seats))]
    won = [name for name, share in zip(names, session.returns, strict=False) if share > 0]
    return f"{' and '.join(won)} {'win' if len(won) > 1 else 'wins'}." if won else "Nobody wins."


def _day(material: Material) -> date:
    """When the run ended: a report that is made anew is the same."""
    ended = (material.loaded.folder / SUMMARY).stat().st_mtime
    return datetime.fromtimestamp(ended, UTC).date()


def telling(material: Material, found: list[Tale]) -> Section | None:
    """Each with the command that replays it and its last position."""
    if not found:
        return None
    parts: list[Part] = []
    for tale in found:
        headline = f"{tale.why[:1].upper()}{tale.why[1:]}. {_winners(tale.session)}"
        command = f"offleash replay {tale.file} --step"
        parts.append(Download(tale.file, tale.text, headline, command))
        parts.append(Picture(tale.session.svg(), f"How the {tale.name} game ended."))
    lead = "A mean hides what players will remember. These games can be replayed, move by move."
    return Section("Three games" if len(found) == 3 else "Games", parts, lead)
