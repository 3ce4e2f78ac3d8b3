"""Empty environments with the wheel and exactly what it requires, and running programs there.

Packages are linked from the environment of the tests: that takes no network and a second. With
`make release`, pip installs them.
"""

import os
import subprocess
import sys
import venv
import zipfile
from collections.abc import Iterator, Mapping
from importlib import metadata
from pathlib import Path
from types import MappingProxyType

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.timeouts import TIMEOUT_S

ROOT = Path(__file__).parent.parent.parent


class Environment:
    """A virtual environment with Offleash, and a folder to run programs in."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.work = folder / "work"
        venv.create(folder, symlinks=True, with_pip=False)
        self.work.mkdir()
        self.packages = next(folder.glob("lib/python*/site-packages"))
        self.python = folder / "bin" / "python"

    def link(self, wheel: Path, extras: tuple[str, ...]) -> None:
        """Unpacks the wheel unless it is there, and links what it requires."""
        if not (self.packages / "offleash").exists():
            with zipfile.ZipFile(wheel) as archive:
                archive.extractall(self.packages)
        (own,) = metadata.distributions(name="offleash", path=[str(self.packages)])
        for name in required(own, extras):
            for file in metadata.distribution(name).files or ():
                first = file.parts[0]
                place = self.packages / first
                if first not in ("..", "__pycache__") and not place.exists():
                    place.symlink_to(Path(str(metadata.distribution(name).locate_file(first))))
        program = self.folder / "bin" / "offleash"
        program.write_text(f'#!/bin/sh\nexec "{self.python}" -m offleash "$@"\n')
        program.chmod(0o755)

    def install(self, wheel: Path, extras: tuple[str, ...]) -> None:
        """Has pip install the wheel, with the versions that all tests use."""
        target = f"{wheel}[{','.join(extras)}]" if extras else str(wheel)
        options = ["--quiet", "--no-compile", "-c", str(ROOT / "constraints.txt")]
        command = [sys.executable, "-m", "pip", "--python", str(self.python), "install"]
        subprocess.run([*command, *options, target], env=self.variables, check=True)

    @property
    def variables(self) -> dict[str, str]:
        """The variables of a program: nothing leads back to the source."""
        names = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
        path = f"{self.folder / 'bin'}{os.pathsep}{os.environ['PATH']}"
        return {**names, "PATH": path, "COLUMNS": "100", "NO_COLOR": "1"}

    def run(
        self, *arguments: object, stdin: str = "", **variables: str
    ) -> subprocess.CompletedProcess[str]:
        """Runs Python in the work folder, with further variables."""
        return self._run([str(self.python), *map(str, arguments)], stdin, variables)

    def shell(self, command: str) -> subprocess.CompletedProcess[str]:
        """Runs a command line in the work folder."""
        return self._run(["sh", "-c", command])

    def _run(
        self, words: list[str], stdin: str = "", variables: Mapping[str, str] = MappingProxyType({})
    ) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            words,
            cwd=self.work,
            env={**self.variables, **variables},
            input=stdin,
            capture_output=True,
            text=True,
            timeout=TIMEOUT_S,
        )

    def output(self, *arguments: object) -> str:
        done = self.run(*arguments)
        assert done.returncode == 0, (arguments, done.stdout, done.stderr)
        return done.stdout


def required(own: metadata.Distribution, extras: tuple[str, ...]) -> set[str]:
    """The names of all packages that a distribution with these extras needs, itself left out."""
    names: set[str] = set()
    waiting = [(own, extra) for extra in ("", *extras)]
    seen = set()
    while waiting:
        distribution, extra = waiting.pop()
        if (key := (distribution.name, extra)) in seen:
            continue
        seen.add(key)
        for requirement in _active(distribution, extra):
            name = canonicalize_name(requirement.name)
            is_own = name == canonicalize_name(own.name)
            target = own if is_own else metadata.distribution(name)
            waiting += [(target, more) for more in ("", *requirement.extras)]
            names |= set() if is_own else {name}
    return names


def _active(distribution: metadata.Distribution, extra: str) -> Iterator[Requirement]:
    for text in distribution.requires or ():
        requirement = Requirement(text)
        if requirement.marker is None or requirement.marker.evaluate({"extra": extra}):
            yield requirement
