"""Charts as Vega-Lite: prepared for a page, or written to files without a browser."""

import functools
import json
import re
from collections.abc import Callable, Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Any

from offleash.compiler import cache_files
from offleash.compiler.cache import digest
from offleash.lab.report.charts import theme
from offleash.lab.report.parts import Chart, Report, charts
from offleash.tools.errors import OffleashError
from offleash.tools.files import write_bytes

Spec = dict[str, Any]
FORMATS = ("svg", "png")
PNG_SCALE = 2  # pixels for each unit
GAP = 90  # about the width of the axes of one of several views


def write_charts(
    report: Report, folder: str | Path, formats: Sequence[str] = FORMATS
) -> list[Path]:
    """Write every chart of a report as `<slug>.svg` and `.png`; return the paths."""
    check_formats(formats)
    files = []
    for slug, chart in charts(report):
        files += [write_chart(chart, Path(folder) / f"{slug}.{format_}") for format_ in formats]
    return files


def write_chart(chart: Chart, file: Path) -> Path:
    """Write a chart as a picture; the ending of the file's name says which kind."""
    write_bytes(file, render(file_spec(chart), file.suffix[1:]))
    return file


def check_formats(formats: Sequence[str]) -> None:
    """Check the file formats of charts.

    Raises OffleashError if one of them is not supported.
    """
    unknown = [format_ for format_ in formats if format_ not in FORMATS]
    if unknown:
        raise OffleashError(f"charts are written as {' or '.join(FORMATS)}, not as {unknown[0]}")


def render(spec: Spec, format_: str) -> bytes:
    """Draw a chart as the bytes of an SVG or PNG file."""
    import vl_convert

    options: dict[str, Any] = {
        "vl_version": _version(),
        "config": theme.config(),
        "format_locale": theme.LOCALE,
        "allowed_base_urls": [],  # a chart loads nothing
    }
    if format_ == "svg":
        text: str = vl_convert.vegalite_to_svg(spec, **options)
        return text.encode("utf-8")
    data: bytes = vl_convert.vegalite_to_png(spec, scale=PNG_SCALE, **options)
    return data


@functools.cache
def vega_bundle() -> str:
    """Return the chart library as one script, about 0.9 MB; stored, since it takes seconds."""
    key = digest(f"{version('vl-convert-python')} {_version()}", ())
    try:
        file = cache_files.open_folder(f"vega-{key}") / "bundle.js"
    except OffleashError:  # a report needs no compiled rules: it is made without a cache too
        return _make_bundle()
    if (contents := cache_files.read(file)) is not None:
        return contents.decode("utf-8")
    text = _make_bundle()
    cache_files.write(file, text.encode("utf-8"))
    return text


def _make_bundle() -> str:
    import vl_convert

    text: str = vl_convert.javascript_bundle(vl_version=_version())  # type: ignore[call-arg]
    return text


def _version() -> str:
    """Return the version of Vega-Lite that altair writes, as `6.4`."""
    import altair

    return ".".join(altair.SCHEMA_VERSION.lstrip("v").split(".")[:2])


def page_spec(chart: Chart) -> Spec:
    """Return the specification for a page: as wide as its box, with CSS variables as colours."""
    spec: Spec = use_css_variables(
        _with_width(_spec_dict(chart), lambda views: f"container/{views}")
    )
    if spec.get("width") == "container/0":
        spec["width"] = "container"  # Vega's own word, which it knows for one view only
    description = ". ".join(text.rstrip(".") for text in (chart.title, chart.caption) if text)
    return {"description": description, **spec}


def file_spec(chart: Chart) -> Spec:
    """Return the specification for a file: with a fixed width and the title."""
    spec = _with_width(_spec_dict(chart), _file_width)
    margin = {"title": chart.title, "padding": 16}
    if spec.get("width") == theme.FILE_WIDTH:
        margin["autosize"] = {"type": "fit-x", "contains": "padding"}
    return {**margin, **spec}


def page_config() -> Spec:
    """Return the shared configuration with CSS variables as colours."""
    config: Spec = use_css_variables(theme.config())
    return config


def use_css_variables(value: Any) -> Any:
    """Replace every colour of the theme, at any depth, by its CSS variable."""
    if isinstance(value, dict):
        return {key: use_css_variables(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [use_css_variables(inner) for inner in value]
    name = _VARIABLES.get(value) if isinstance(value, str) else None
    return f"var(--{name})" if name else value


_VARIABLES = {light: name for name, (light, _) in theme.COLOURS.items()}


def _file_width(views: int) -> int:
    return theme.FILE_WIDTH // views - GAP if views else theme.FILE_WIDTH


def _spec_dict(chart: Chart) -> Spec:
    """Return the specification as a dict, with altair's running numbers restarted."""
    if isinstance(chart.spec, dict):
        return chart.spec
    import altair

    with altair.theme.enable("none"):
        spec: Spec = chart.spec.to_dict(validate=False)  # tests check it in a browser
    counted = dict.fromkeys(re.findall(r'"((?:view|param|selector)_\d+)"', json.dumps(spec)))
    text = json.dumps(spec)
    for number, name in enumerate(counted):
        text = re.sub(rf"\b{name}\b", f"{name.partition('_')[0]}\0{number}", text)
    renumbered: Spec = json.loads(text.replace("\0", "_"))
    return renumbered


def _with_width(spec: Spec, width: Callable[[int], Any], views: int = 0) -> Spec:
    """Set the width of every view that has none, or that of its container.

    `views` counts the views side by side; zero means a single chart.
    """
    for several in ("hconcat", "vconcat", "concat"):
        if several in spec:
            inside = spec[several]
            columns = 1 if several == "vconcat" else spec.get("columns", len(inside))
            sized = [_with_width(view, width, max(views, 1) * columns) for view in inside]
            return {**spec, several: sized}
    if "spec" in spec:  # a facet or a repetition
        inside = _with_width(spec["spec"], width, max(views, 1) * spec.get("columns", 1))
        return {**spec, "spec": inside}
    facet = {"row", "column", "facet"} & set(spec.get("encoding", {}))
    if facet:
        views = max(views, 1) * spec["encoding"].get("facet", {}).get("columns", 1)
    if spec.get("width", "container") != "container":
        return spec
    return {**spec, "width": width(views)}
