"""The report of `simulate`: the results of the games of one rule set."""

from collections.abc import Sequence

from offleash.lab.report import facts
from offleash.lab.report.arm_data import ArmData
from offleash.lab.report.parts import Report, Section, SvgImage
from offleash.lab.report.sections.feel import analyse_feel, feel_section
from offleash.lab.report.sections.headlines import headlines_section
from offleash.lab.report.sections.length import length_section
from offleash.lab.report.sections.provenance import provenance_section
from offleash.lab.report.sections.stories import stories_section
from offleash.lab.report.sections.topics import figures_section, general_section, main_sections
from offleash.lab.report.sections.why import why_section
from offleash.lab.report.sections.wins import wins_section
from offleash.lab.runs.finished_run import FinishedRun

HEAT_LEAD = "What happens at each place of the board, over all games."


def build(loaded: FinishedRun) -> Report:
    """Build the report of a finished run; this plays some of its games again."""
    data = ArmData(loaded)
    feel = analyse_feel(data) if loaded.can_play_again else None
    maps = heat_maps(data)
    topics = main_sections(data, skip_headings=("Game length", "Win rates"), maps=maps)
    used = [id(part) for section in topics for part in section.parts]
    rest = {name: picture for name, picture in maps.items() if id(picture) not in used}
    sections: list[Section | None] = [
        headlines_section(data, feel),
        length_section(data) if data.has_games else None,
        wins_section(data) if data.has_games else None,
        why_section(data),
        general_section(data),
        *topics,
        Section("Where does it happen?", list(rest.values()), HEAT_LEAD),
        feel_section(data, feel),
        stories_section(data, feel.curves) if feel else None,
        figures_section(data),
        provenance_section(data),
    ]
    return _report(data, sections)


def build_brief(loaded: FinishedRun) -> Report:
    """Build the sections that take no further games, for a cell of a notebook."""
    data = ArmData(loaded)
    sections = [headlines_section(data, None)]
    if data.has_games:
        sections += [length_section(data), wins_section(data)]
    sections.append(why_section(data))
    return _report(data, sections)


def _report(data: ArmData, sections: Sequence[Section | None]) -> Report:
    preset = data.plan_arm.preset
    version = f" {preset}" if preset[:1].isdigit() else ""
    title = f"{data.game.title}{version}: how it plays"
    variant = facts.rules_text(data.loaded.summary) or "default rules"
    subtitle = f"{data.count:,} games between bots ({data.players}), {variant}."
    return Report(title, [section for section in sections if section and section.parts], subtitle)


def heat_maps(data: ArmData) -> dict[str, SvgImage]:
    """Return the game's heat maps by name."""
    if data.game.lab.heat is None:
        return {}
    sums = data.loaded.results.sums(data.arm)
    maps = data.game.lab.heat(data.table.variants[:1], sums, data.count)
    return {heat.name: SvgImage(heat.svg, f"{heat.title}.") for heat in maps}
