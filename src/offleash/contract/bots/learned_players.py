"""Learned players by name: judges of turns, and networks that score actions, each in a file."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from offleash.contract.bots.judges import SUFFIX, Judge, read_archive, read_judge
from offleash.contract.bots.player_networks import KIND, PlayerNetwork, read_player
from offleash.contract.encoding import Encoding
from offleash.tools.errors import BadFile

Encodings = tuple[Encoding, Encoding]  # of positions and actions
Learned = Judge | PlayerNetwork


def read_learned(path: str | Path, features: Sequence[str], encodings: Encodings) -> Learned:
    """Read a file of either kind; raise BadFile if it is damaged, or made for other numbers."""
    damaged = BadFile(path, None, "it is not a judge, or it is damaged")
    archive = read_archive(path, damaged)
    try:
        kind = json.loads(str(archive["about"])).get("kind")
    except (AttributeError, KeyError, ValueError, RecursionError):
        raise damaged from None
    if kind == KIND:
        return read_player(path, encodings)
    return read_judge(path, features)


@dataclass(frozen=True, eq=False)
class ShippedPlayers(Mapping[str, Learned]):
    """The players in a folder by the names of their files; each is read when it is first used."""

    folder: Path
    features: Sequence[str]
    encodings: Encodings

    @cached_property
    def _files(self) -> dict[str, Path]:
        return {file.stem: file for file in sorted(self.folder.glob(f"*{SUFFIX}"))}

    @cached_property
    def _players(self) -> dict[str, Learned]:
        return {}

    def __getitem__(self, name: str) -> Learned:
        if name not in self._players:
            self._players[name] = read_learned(self._files[name], self.features, self.encodings)
        return self._players[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._files)

    def __len__(self) -> int:
        return len(self._files)


def shipped_players(
    package: str, encodings: Encodings, features: Sequence[str] = ()
) -> ShippedPlayers:
    """Return the learned players of the game whose `__init__.py` is `package`."""
    return ShippedPlayers(Path(package).parent / "data" / "judges", tuple(features), encodings)
