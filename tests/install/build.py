"""Builds the sdist and, from that, the wheel: `python -m tests.install.build FOLDER`."""

import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
HOOK = "import sys, setuptools.build_meta as b; getattr(b, 'build_' + sys.argv[1])(sys.argv[2])"


def source_files() -> list[str]:
    """What git has or would add."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    return sorted(name for name in listed.stdout.split("\0") if (ROOT / name).is_file())


def build(folder: Path) -> tuple[Path, Path]:
    """The sdist of a fresh copy of the tree, and the wheel of the unpacked sdist."""
    folder = folder.absolute()
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as place:
        tree = Path(place) / "tree"
        for name in source_files():
            (tree / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, tree / name)
        _run_hook("sdist", tree, folder)
        (sdist,) = folder.glob("*.tar.gz")
        with tarfile.open(sdist) as archive:
            archive.extractall(place, filter="data")
        _run_hook("wheel", Path(place) / sdist.name.removesuffix(".tar.gz"), folder)
    (wheel,) = folder.glob("*.whl")
    return sdist, wheel


def _run_hook(kind: str, tree: Path, folder: Path) -> None:
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    command = [sys.executable, "-c", HOOK, kind, str(folder)]
    done = subprocess.run(command, cwd=tree, env=environment, capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(f"can't build the {kind}:\n{done.stdout}{done.stderr}")


if __name__ == "__main__":
    for file in build(Path(sys.argv[1])):
        print(f"{file.name}: {file.stat().st_size:,} bytes")
