"""The cache of compiled rules: what their machine code depends on, and so the keys of its folders.

Compiled is a place. A package has its rules in a folder `rules`, and how its bots think in a folder
`bots`; bots call rules, and no rule calls a bot. So there are two keys: machine code in which no
bot takes part depends on the rules alone.
"""

import hashlib
import importlib.util
from collections.abc import Iterable
from pathlib import Path

from offleash.compiler import machine

BASES = ("offleash.compiler", "offleash.contract")  # packages whose rules every game may call
RULES, BOTS = "rules", "bots"
NOT_COMPILED = ("personas.py", "weights.py")  # of `bots`: names, texts and numbers
# How code is made
MAKERS = (Path(__file__).with_name("rule.py"), Path(machine.__file__))


def compiled_files(package: str, folder: str) -> list[Path]:
    """Return the compiled files of a package in one of its folders, `RULES` or `BOTS`."""
    spec = importlib.util.find_spec(package)
    if spec is None or spec.origin is None:
        raise ValueError(f"{package} is no package")
    files = (Path(spec.origin).parent / folder).rglob("*.py")
    return sorted(file for file in files if file.name not in NOT_COMPILED)


def digest(facts: str, files: Iterable[Path]) -> str:
    """Return a name for facts and the contents of files."""
    sha = hashlib.sha256(f"{facts}\n".encode())
    for file in sorted(set(files)):
        sha.update(file.name.encode() + b"\0" + file.read_bytes() + b"\0")
    return sha.hexdigest()[:16]


def key(facts: str, files: Iterable[Path]) -> str:
    """Return a name for everything that determines machine code: settings, facts and sources."""
    return digest(f"{machine.switches()}\n{facts}", files)
