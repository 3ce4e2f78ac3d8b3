"""The report of `simulate`: the results of the games of one set of rules."""

from collections.abc import Mapping
from dataclasses import dataclass

from offleash.lab.report.arm_data import ArmData
from offleash.lab.report.parts import Report, Section, SvgImage
from offleash.lab.report.sections.feel import FeelAnalysis, analyse_feel, feel_section
from offleash.lab.report.sections.headlines import headlines_section
from offleash.lab.report.sections.length import length_section
from offleash.lab.report.sections.provenance import provenance_section
from offleash.lab.report.sections.stories import StoryTranscript, stories_section, story_transcripts
from offleash.lab.report.sections.topics import figures_section, general_section, main_sections
from offleash.lab.report.sections.wins import wins_section
from offleash.lab.runs.finished_run import FinishedRun


@dataclass(frozen=True, eq=False)
class SimulateReport:
    """A report, and the transcripts of the games it presents."""

    report: Report
    stories: list[StoryTranscript]


def build(loaded: FinishedRun) -> SimulateReport:
    """Build the report of a finished run; this plays some of its games again."""
    data = ArmData(loaded)
    feel: FeelAnalysis | None = None
    stories: list[StoryTranscript] = []
    if loaded.can_play_again:
        feel = analyse_feel(data)
        stories = story_transcripts(data, feel.curves)
    return SimulateReport(_report(data, feel, stories), stories)


def _report(data: ArmData, feel: FeelAnalysis | None, stories: list[StoryTranscript]) -> Report:
    maps = heat_maps(data)
    has_games = data.has_games
    topics = main_sections(data, skip_headings=("Game length", "Win rates"), maps=maps)
    used = [id(part) for section in topics for part in section.parts]
    rest = {name: picture for name, picture in maps.items() if id(picture) not in used}
    sections: list[Section | None] = [
        headlines_section(data, feel),
        length_section(data) if has_games else None,
        wins_section(data) if has_games else None,
        general_section(data),
        *topics,
        _heat_map_section(rest),
        feel_section(data, feel),
        stories_section(stories),
        figures_section(data),
        provenance_section(data),
    ]
    arm = data.loaded.plan.arms[data.arm]
    game = data.game
    title = f"{game.title} {arm.preset}".strip() + ": how it plays"
    return Report(title, [section for section in sections if section], _subtitle(data))


def _subtitle(data: ArmData) -> str:
    players = data.loaded.plan.arms[data.arm].lineups[0]
    bots = players[0] if len(set(players)) == 1 else ", ".join(players)
    variant = data.game.describe_options(data.table.variants[:1])
    return f"{data.count:,} games between bots ({bots}), {variant}."


def heat_maps(data: ArmData) -> dict[str, SvgImage]:
    """The game's heat maps by name."""
    if data.game.lab.heat is None:
        return {}
    sums = data.loaded.results.sums(data.arm)
    maps = data.game.lab.heat(data.table.variants[:1], sums, data.count)
    return {heat.name: SvgImage(heat.svg, f"{heat.title}.") for heat in maps}


def _heat_map_section(pictures: Mapping[str, SvgImage]) -> Section | None:
    """A section with all these maps."""
    if not pictures:
        return None
    lead = "Everything counted on the board, over all games."
    return Section("Where does it happen?", list(pictures.values()), lead)
