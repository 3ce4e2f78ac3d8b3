"""Shards as files: accounts, counts by place and fingerprints, without games."""

import io
import json
from collections.abc import Mapping, Sequence
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile

import numpy as np
from numpy.typing import NDArray

from offleash.contract import Label
from offleash.lab.figures.accounts import Counts, MeasureAccount
from offleash.lab.figures.forfeits import forfeits_from
from offleash.lab.runs.experiment import Experiment, Shard, Work

COMPRESSION_LEVEL = 1  # low, for speed
METADATA = "told"  # name of the member that holds JSON


def pack(shards: Sequence[Shard], more: Mapping[str, Any] | None = None) -> bytes:
    """Pack shards and plain data into a file; the same shards give the same bytes."""
    arrays: dict[str, NDArray[Any]] = {}
    labels: dict[Label, int] = {}
    shard_entries = []
    for number, shard in enumerate(shards):
        account = shard.account
        arrays[f"totals.{number}"], arrays[f"of.{number}"] = account.totals, account.of
        arrays[f"sums.{number}"] = shard.sums.view(np.int64)
        arrays[f"digest.{number}"] = np.frombuffer(shard.digest, np.uint8)
        shard_entries.append(
            {
                "work": [shard.work.arm, shard.work.lo, shard.work.hi],
                "unfinished": shard.unfinished,
                "labels": [labels.setdefault(label, len(labels)) for label in account.labels],
                "spreads": [
                    [labels.setdefault(label, len(labels)), *_in_order(counts)]
                    for label, counts in account.spreads.items()
                ],
                **({"forfeits": shard.forfeits.data} if shard.forfeits else {}),
            }
        )
    whole = {
        "labels": [vars(label) for label in labels],
        "shards": shard_entries,
        "more": more or {},
    }
    arrays[METADATA] = np.frombuffer(json.dumps(whole).encode(), np.uint8)
    return _zip_arrays(arrays)


def _in_order(counts: Counts) -> tuple[list[float], list[int]]:
    """Return sorted values and their counts, independent of the order of shards."""
    values = sorted(counts)
    return values, [counts[value] for value in values]


def _zip_arrays(arrays: Mapping[str, NDArray[Any]]) -> bytes:
    """Return arrays in the format of `numpy.savez_compressed`, but compressed faster."""
    file = io.BytesIO()
    with ZipFile(file, "w", ZIP_DEFLATED, compresslevel=COMPRESSION_LEVEL) as archive:
        for name, array in arrays.items():
            with archive.open(f"{name}.npy", "w") as member:
                np.lib.format.write_array(member, np.ascontiguousarray(array), allow_pickle=False)
    return file.getvalue()


def unpack(data: bytes, experiment: Experiment) -> tuple[list[Shard], dict[str, Any]]:
    """Return the shards and plain data in a file."""
    with np.load(io.BytesIO(data), allow_pickle=False) as arrays:
        metadata = json.loads(arrays[METADATA].tobytes())
        labels = [Label(**entry) for entry in metadata["labels"]]
        shards = [
            Shard(
                Work(*entry["work"]),
                MeasureAccount(
                    tuple(labels[i] for i in entry["labels"]),
                    arrays[f"totals.{number}"],
                    arrays[f"of.{number}"],
                    {
                        labels[i]: dict(zip(values, counts, strict=True))
                        for i, values, counts in entry["spreads"]
                    },
                ),
                arrays[f"sums.{number}"].view(experiment.game.rules.sums),
                arrays[f"digest.{number}"].tobytes(),
                entry["unfinished"],
                forfeits=forfeits_from(entry.get("forfeits", {})),
            )
            for number, entry in enumerate(metadata["shards"])
        ]
    more: dict[str, Any] = metadata["more"]
    return shards, more
