"""Why the main figures are as they are: findings, each with its evidence as a chart."""

from collections.abc import Sequence

from offleash.contract import Finding
from offleash.lab.figures.evidence import FEWEST_BLOCKS, findings_of
from offleash.lab.report.arm_data import ArmData
from offleash.lab.report.charts import theme
from offleash.lab.report.charts.forest import ForestAxis, ForestRow, forest, grouped
from offleash.lab.report.estimates import figure_interval
from offleash.lab.report.numbers import THIN
from offleash.lab.report.parts import Chart, DataTable, Part, Section, Text
from offleash.lab.runs.finished_run import FinishedRun

LEAD = (
    "What the games themselves say about their main figures, the clearest first. Only what is "
    "clear from the intervals is listed."
)

NOT_CLEAR = "nothing clear"


def why_section(data: ArmData) -> Section:
    """Return a paragraph and a chart for each finding, strongest first."""
    account = data.loaded.results.account(data.arm)
    parts: list[Part] = []
    for finding in findings_of(data.game, account):
        text = f"{finding.sentence} {finding.paragraph}".strip()
        parts += [Text([_without_breaks(text)]), _chart(finding)]
    if not parts and len(account.totals) < FEWEST_BLOCKS and data.game.lab.findings:
        few = f"Too few games to say why. At least {FEWEST_BLOCKS} blocks are needed."
        return Section("Why?", [Text([few])])
    return Section("Why?", parts, LEAD)


def why_comparison(loaded: FinishedRun, names: Sequence[str]) -> Section:
    """Return the findings of the first arms, with these names, side by side."""
    game = loaded.experiment.game
    by_arm = [findings_of(game, loaded.results.account(arm)) for arm in range(len(names))]
    strongest = sorted((f for findings in by_arm for f in findings), key=lambda f: -f.strength)
    titles = dict.fromkeys(finding.title for finding in strongest)
    sentences = [{f.title: _without_breaks(f.sentence) for f in fs} for fs in by_arm]
    rows = [[title, *(texts.get(title, NOT_CLEAR) for texts in sentences)] for title in titles]
    return Section("Why?", [DataTable(["", *names], rows)] if rows else [], LEAD)


def _without_breaks(text: str) -> str:
    """Return the text with per cent signs that stay with their numbers."""
    return text.replace(" %", f"{THIN}%")


def _chart(finding: Finding) -> Chart:
    """Return the figures of a finding with their intervals."""
    series = finding.series or ("",)
    rows = [
        ForestRow(name, figure_interval(figure), one)
        for name, figures in finding.rows.items()
        for one, figure in zip(series, figures, strict=True)
    ]
    label = next(iter(finding.rows.values()))[0].label
    if len(series) > 1:
        axis = ForestAxis(label.unit, label.is_share, zero=True)
        return grouped(finding.title, rows, theme.scale(list(series)), axis)
    end = 1.0 if label.is_share else None
    return forest(finding.title, rows, ForestAxis(label.unit, label.is_share, zero=True, end=end))
