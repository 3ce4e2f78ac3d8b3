"""Runs a module with one source file replaced: `python -m tests.mutant FILE SOURCE MODULE …`.

FILE is the source file to replace, SOURCE the file to read instead.
"""

import runpy
import sys
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from pathlib import Path
from types import CodeType, ModuleType


class MutantLoader(SourceFileLoader):
    """Loads a module from another source than its file."""

    source = ""

    def get_code(self, fullname: str) -> CodeType:
        return compile(self.source, self.path, "exec")


class MutantFinder(MetaPathFinder):
    """Finds the module of one file, and leaves all others to Python."""

    def __init__(self, file: str, source: str) -> None:
        self._file, self._source = file, source

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        spec = PathFinder.find_spec(fullname, path, target)
        if spec is None or spec.origin != self._file:
            return None
        spec.loader = MutantLoader(fullname, self._file)
        spec.loader.source = self._source
        return spec


def main() -> None:
    file, source, module, *arguments = sys.argv[1:]
    sys.meta_path.insert(0, MutantFinder(file, Path(source).read_text(encoding="utf-8")))
    sys.argv[1:] = arguments
    runpy.run_module(module, run_name="__main__", alter_sys=True)


if __name__ == "__main__":
    main()
