"""The files of a run's folder that can be downloaded."""

from pathlib import Path

from starlette.exceptions import HTTPException

FILES = {  # and their contents
    "plan.toml": "the plan; offleash run plays it again",
    "summary.json": "all figures and intervals, and the verdict",
    "games.parquet": "one row per game",
    "seats.parquet": "one row per seat",
    "places.parquet": "counts by place",
    "versions.json": "the versions it was played with",
}


def list_files(folder: Path) -> list[tuple[str, str]]:
    """Return the files that exist, with their contents in words."""
    return [(name, text) for name, text in FILES.items() if _is_regular(folder / name)]


def file_in(folder: Path, name: str) -> Path:
    """Return a downloadable file. Raises HTTPException if it is another file or a link."""
    if name not in FILES or not _is_regular(folder / name):
        raise HTTPException(404, "There is no such file in this run.")
    return folder / name


def report_in(folder: Path, name: str) -> Path:
    """Return the report. Raises HTTPException if there is none."""
    if not _is_regular(folder / name):
        raise HTTPException(404, "This run has no report.")
    return folder / name


def _is_regular(file: Path) -> bool:
    return file.is_file() and not file.is_symlink()
