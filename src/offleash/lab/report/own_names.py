"""A report in the names of the project that was played."""

from dataclasses import replace
from typing import Any

from offleash.contract.text.wording import Wording
from offleash.lab.plans.plan import wording_of_plan
from offleash.lab.report.parts import Chart, Download, Report
from offleash.lab.runs.finished_run import FinishedRun


def in_own_names(report: Report, loaded: FinishedRun) -> Report:
    """Return a report with the names of its arms' project, unless these differ."""
    wording = wording_of_plan(loaded.experiment.game, loaded.plan)
    if wording is None:
        return report
    sections = [
        replace(
            section,
            heading=wording.text(section.heading),
            lead=wording.text(section.lead),
            parts=[_part(wording, part) for part in section.parts],
        )
        for section in report.sections
    ]
    return replace(report, sections=sections)


def _part(wording: Wording, part: Any) -> Any:
    """Return a part with own names; a transcript to download has to stay as it is."""
    if isinstance(part, Download):
        return replace(part, headline=wording.text(part.headline))
    if isinstance(part, Chart) and hasattr(part.spec, "to_dict"):
        part = replace(part, spec=part.spec.to_dict())
    return wording.everything(part)
