"""What the page hands out of a run's folder."""

from pathlib import Path

from starlette.exceptions import HTTPException

FILES = {  # and what is in them
    "plan.toml": "the plan, to be played again by offleash run",
    "summary.json": "all figures and intervals, and the verdict",
    "games.parquet": "one row a game",
    "seats.parquet": "one row a seat",
    "places.parquet": "counts by place",
    "versions.json": "what it was played with",
}


def listed(folder: Path) -> list[tuple[str, str]]:
    """Those that are there, with what is in them."""
    return [(name, text) for name, text in FILES.items() if _is_plain(folder / name)]


def file_in(folder: Path, name: str) -> Path:
    """A file that may be handed out: one of those above, and no link."""
    if name not in FILES or not _is_plain(folder / name):
        raise HTTPException(404, "There is no such file in this run.")
    return folder / name


def report_in(folder: Path, name: str) -> Path:
    """The report."""
    if not _is_plain(folder / name):
        raise HTTPException(404, "This run has no report.")
    return folder / name


def _is_plain(file: Path) -> bool:
    return file.is_file() and not file.is_symlink()
