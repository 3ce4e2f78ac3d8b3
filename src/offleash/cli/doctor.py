"""`doctor`: what a bug report should say about this machine, on one page."""

import locale
import os
import platform
import re
import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator
from importlib import metadata
from importlib.util import find_spec
from pathlib import Path

import typer

from offleash.cli.serve import Database
from offleash.cli.terminal import console, print_plain, printable
from offleash.tools.errors import OffleashError

BASE = ("numba", "llvmlite", "numpy", "typer", "rich", "starlette", "uvicorn", "uvloop")
HIDDEN_EXTRAS = ("all", "test", "docs", "bench")  # other extras together, and those of developers
SHOWN_VARIABLES = ("OFFLEASH_CACHE", "OFFLEASH_RULES")  # others may hold passwords
LABEL_WIDTH = 12
PROBE_TIMEOUT_S = 10

Fact = tuple[str, str]


def doctor(database: Database = "") -> None:
    """Print versions, extras, cores, GPU, cache, database and fonts for a bug report.

    Changes nothing and prints no passwords. Exits with 1 if something is broken.
    """
    is_well = True
    sections = (_versions(), _extras(), _machine(), _cache(), _tables(database), _terminal())
    for facts in sections:
        try:
            for name, value in facts:
                print_plain(f"{name:<{LABEL_WIDTH}}{printable(value)}")
        except OffleashError as error:
            is_well = False
            print_plain(f"{'broken':<{LABEL_WIDTH}}{printable(str(error))}")
    if not is_well:
        raise typer.Exit(1)


def _versions() -> Iterator[Fact]:
    from offleash import __version__

    yield "offleash", f"{__version__} in {Path(__file__).parent.parent}"
    yield "Python", f"{platform.python_version()} ({sys.executable})"
    yield "system", platform.platform()
    yield "packages", ", ".join(_with_versions(BASE))


def _extras() -> Iterator[Fact]:
    """Yield what each extra has, or how to install it."""
    try:
        requirements = metadata.requires("offleash") or []
        extras = metadata.metadata("offleash").get_all("Provides-Extra") or []
    except metadata.PackageNotFoundError:
        raise OffleashError("offleash is not installed: its extras are not known") from None
    for extra in (name for name in extras if name not in HIDDEN_EXTRAS):
        marker = re.compile(rf"""^([\w.-]+).*;.*\bextra == ['"]{extra}['"]""")
        names = [match[1] for text in requirements if (match := marker.match(text))]
        installed = _with_versions(names)
        if len(installed) == len(names):
            yield extra, ", ".join(installed)
        else:
            have = f"only {', '.join(installed)}" if installed else "not installed"
            yield extra, f"{have}: pip install 'offleash[{extra}]'"


def _with_versions(names: Iterable[str]) -> list[str]:
    """Return those of these packages that are installed, with their versions."""
    packages = []
    for name in names:
        try:
            packages.append(f"{name} {metadata.version(name)}")
        except metadata.PackageNotFoundError:
            continue
    return packages


def _machine() -> Iterator[Fact]:
    from offleash.bots.speed import processor_name
    from offleash.engine.batch import cores

    yield "processor", processor_name()
    yield "cores", f"{cores()} of {os.cpu_count()}"
    yield "GPU", _gpu()


def _gpu() -> str:
    """Return the NVIDIA GPUs that the driver reports."""
    if not (program := shutil.which("nvidia-smi")):
        return "none that NVIDIA's driver knows"
    query = "--query-gpu=name,memory.total,driver_version"
    try:
        done = subprocess.run(
            [program, query, "--format=csv,noheader"],
            capture_output=True,
            text=True,
            timeout=PROBE_TIMEOUT_S,
        )
    except (OSError, subprocess.TimeoutExpired):
        return "nvidia-smi does not answer"
    return "; ".join(done.stdout.splitlines()) if not done.returncode else "nvidia-smi fails"


def _cache() -> Iterator[Fact]:
    from offleash.compiler.cache_files import cache_root
    from offleash.games import registry
    from offleash.web import warming

    root = cache_root()
    yield "cache", f"{root}, {_size(root)}{'' if _is_writable(root) else ', not writable'}"
    ready = [name for name in registry.ROWS if warming.is_ready(name)]
    yield "compiled", ", ".join(ready) or "nothing yet; run `offleash warm`"
    variables = {
        name: value if name in SHOWN_VARIABLES else "…"
        for name, value in sorted(os.environ.items())
        if name.startswith(("OFFLEASH_", "NUMBA_"))
    }
    yield "settings", ", ".join(f"{name}={value}" for name, value in variables.items()) or "none"


def _tables(database: str) -> Iterator[Fact]:
    """Yield the database of tables; a file that does not exist is not created."""
    from offleash.tables.log import addresses
    from offleash.tools.locks import is_locked

    place = addresses.without_password(database)
    if addresses.is_shared(database):
        try:
            yield "tables", f"{place}, {_postgresql(database)}"
        except OffleashError as error:
            raise OffleashError(f"{place}: {error}") from None
        return
    file = Path(place)
    use = ", in use by a server" if is_locked(file.with_name(f"{file.name}.lock")) else ""
    yield "tables", f"{file}, {_size(file)}{use}"


def _postgresql(address: str) -> str:
    """Return the version of the server, or raise OffleashError if it does not answer."""
    import asyncio

    from offleash.tables.log.postgresql import server_version

    return f"PostgreSQL {asyncio.run(server_version(address, PROBE_TIMEOUT_S))}"


def _terminal() -> Iterator[Fact]:
    from offleash.paper.fonts import missing_fonts

    yield "terminal", f"{console.encoding}, {console.width} columns; locale {locale.getlocale()}"
    if find_spec("reportlab") is None:
        yield "PDF fonts", "none: pip install 'offleash[print]'"
        return
    if missing := missing_fonts():
        raise OffleashError(f"the package lacks the fonts {', '.join(missing)}")
    yield "PDF fonts", "DejaVu Sans"


def _is_writable(folder: Path) -> bool:
    existing = next(place for place in (folder, *folder.parents) if place.exists())
    return os.access(existing, os.W_OK)


def _size(place: Path) -> str:
    """Return the megabytes of a file or folder, and how many the disk has left."""
    existing = next(part for part in (place, *place.parents) if part.exists())
    free = f"{shutil.disk_usage(existing).free >> 20:,} MB free"
    if existing != place:
        return f"does not exist yet, {free}"
    files = place.rglob("*") if place.is_dir() else [place]
    return f"{sum(file.stat().st_size for file in files if file.is_file()) >> 20:,} MB, {free}"
