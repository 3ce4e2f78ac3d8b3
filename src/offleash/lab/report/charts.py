"""Charts as Vega-Lite: made ready for a page, or written to files without a browser."""

import functools
import json
import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from offleash.core.errors import OffleashError
from offleash.core.files import write_bytes
from offleash.lab.report import theme
from offleash.lab.report.parts import Chart, Report, charts

Spec = dict[str, Any]
KINDS = ("svg", "png")
SHARPNESS = 2  # pixels of a PNG for each unit
GAP = 90  # about what the axes beside one of several views take


def write_charts(report: Report, folder: str | Path, kinds: Sequence[str] = KINDS) -> list[Path]:
    """Writes every chart of a report as `<slug>.svg` and `.png`; returns the files."""
    check_kinds(kinds)
    written = []
    for slug, chart in charts(report):
        spec = file_spec(chart)
        for kind in kinds:
            file = Path(folder) / f"{slug}.{kind}"
            write_bytes(file, _drawn(spec, kind))
            written.append(file)
    return written


def check_kinds(kinds: Sequence[str]) -> None:
    """Raises a sentence where charts can't be written so."""
    unknown = [kind for kind in kinds if kind not in KINDS]
    if unknown:
        raise OffleashError(f"charts are written as {' or '.join(KINDS)}, not as {unknown[0]}")


def _drawn(spec: Spec, kind: str) -> bytes:
    import vl_convert

    options: dict[str, Any] = {
        "vl_version": _version(),
        "config": theme.config(),
        "format_locale": theme.LOCALE,
        "allowed_base_urls": [],  # a chart loads nothing
    }
    if kind == "svg":
        text: str = vl_convert.vegalite_to_svg(spec, **options)
        return text.encode("utf-8")
    data: bytes = vl_convert.vegalite_to_png(spec, scale=SHARPNESS, **options)
    return data


@functools.cache
def bundle() -> str:
    """The chart library as one script, about 0.9 MB."""
    import vl_convert

    text: str = vl_convert.javascript_bundle(vl_version=_version())  # type: ignore[call-arg]
    return text


def _version() -> str:
    """The version of Vega-Lite that altair writes, as `6.4`."""
    import altair

    return ".".join(altair.SCHEMA_VERSION.lstrip("v").split(".")[:2])


def page_spec(chart: Chart) -> Spec:
    """For a page: as wide as its box, in the variables of the style sheet."""
    spec: Spec = with_variables(_sized(_plain(chart), lambda views: f"container/{views}"))
    if spec.get("width") == "container/0":
        spec["width"] = "container"  # Vega's own word, which it knows for one view only
    said = ". ".join(text.rstrip(".") for text in (chart.title, chart.caption) if text)
    return {"description": said, **spec}


def file_spec(chart: Chart) -> Spec:
    """For a file: of a fixed width, and under its title."""
    spec = _sized(_plain(chart), _file_width)
    margin = {"title": chart.title, "padding": 16}
    if spec.get("width") == theme.FILE_WIDTH:
        margin["autosize"] = {"type": "fit-x", "contains": "padding"}
    return {**margin, **spec}


def page_config() -> Spec:
    """The shared configuration in the variables of the style sheet."""
    config: Spec = with_variables(theme.config())
    return config


def with_variables(value: Any) -> Any:
    """Every colour of the theme, wherever it stands, as a variable of the style sheet."""
    if isinstance(value, dict):
        return {key: with_variables(each) for key, each in value.items()}
    if isinstance(value, list):
        return [with_variables(each) for each in value]
    name = _NAMES.get(value) if isinstance(value, str) else None
    return f"var(--{name})" if name else value


_NAMES = {light: name for name, (light, _) in theme.COLOURS.items()}


def _file_width(views: int) -> int:
    return theme.FILE_WIDTH // views - GAP if views else theme.FILE_WIDTH


def _plain(chart: Chart) -> Spec:
    """The specification as a dict; names that altair numbers through are numbered anew."""
    if isinstance(chart.spec, dict):
        return chart.spec
    import altair

    with altair.theme.enable("none"):
        spec: Spec = chart.spec.to_dict(validate=False)  # browsers look at it in tests
    counted = dict.fromkeys(re.findall(r'"((?:view|param|selector)_\d+)"', json.dumps(spec)))
    text = json.dumps(spec)
    for number, name in enumerate(counted):
        text = re.sub(rf"\b{name}\b", f"{name.partition('_')[0]}\0{number}", text)
    renumbered: Spec = json.loads(text.replace("\0", "_"))
    return renumbered


def _sized(spec: Spec, width: Callable[[int], Any], views: int = 0) -> Spec:
    """Every view without a width, or with that of its container, gets one.

    Nought views stand for a single chart, otherwise it is how many stand side by side.
    """
    for several in ("hconcat", "vconcat", "concat"):
        if several in spec:
            inside = spec[several]
            beside = 1 if several == "vconcat" else spec.get("columns", len(inside))
            sized = [_sized(each, width, max(views, 1) * beside) for each in inside]
            return {**spec, several: sized}
    if "spec" in spec:  # a facet or a repetition
        inside = _sized(spec["spec"], width, max(views, 1) * spec.get("columns", 1))
        return {**spec, "spec": inside}
    facet = {"row", "column", "facet"} & set(spec.get("encoding", {}))
    if facet:
        views = max(views, 1) * spec["encoding"].get("facet", {}).get("columns", 1)
    if spec.get("width", "container") != "container":
        return spec
    return {**spec, "width": width(views)}
