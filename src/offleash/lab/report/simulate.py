"""The report of `simulate`: what the games of one set of rules came to."""

from dataclasses import dataclass

from offleash.lab.finished_run import FinishedRun
from offleash.lab.report.material import Material
from offleash.lab.report.parts import Report, Section
from offleash.lab.report.sections.feeling import Feel, feel, feeling
from offleash.lab.report.sections.length import length
from offleash.lab.report.sections.places import maps, places
from offleash.lab.report.sections.record import record
from offleash.lab.report.sections.short import in_short
from offleash.lab.report.sections.telling import Tale, tales, telling
from offleash.lab.report.sections.topics import every_figure, in_general, main_sections
from offleash.lab.report.sections.wins import wins


@dataclass(frozen=True, eq=False)
class Built:
    """A report, and the games that are told in it."""

    report: Report
    tales: list[Tale]


def build(loaded: FinishedRun) -> Built:
    """The report of a run that has ended. Some of its games are played again for it."""
    material = Material(loaded)
    found: Feel | None = None
    told: list[Tale] = []
    if loaded.can_play_again:
        found = feel(material)
        told = tales(material, found.curves)
    return Built(_report(material, found, told), told)


def _report(material: Material, found: Feel | None, told: list[Tale]) -> Report:
    drawn = maps(material)
    kept = material.has_games
    topics = main_sections(material, told_elsewhere=("Game length", "Win rates"), maps=drawn)
    used = [id(part) for section in topics for part in section.parts]
    rest = {name: each for name, each in drawn.items() if id(each) not in used}
    sections: list[Section | None] = [
        in_short(material, found),
        length(material) if kept else None,
        wins(material) if kept else None,
        in_general(material),
        *topics,
        places(rest),
        feeling(material, found),
        telling(material, told),
        every_figure(material),
        record(material),
    ]
    arm = material.loaded.plan.arms[material.arm]
    game = material.game
    title = f"{game.title} {arm.preset}".strip() + ": how it plays"
    return Report(title, [each for each in sections if each], _subtitle(material))


def _subtitle(material: Material) -> str:
    players = material.loaded.plan.arms[material.arm].lineups[0]
    who = players[0] if len(set(players)) == 1 else ", ".join(players)
    told = material.game.told(material.table.variants[:1])
    return f"{material.count:,} games between bots ({who}), {told}."
