"""Results on disk: a run can be interrupted at any time and resumed later.

A shard is a folder that is written under a temporary name and then renamed, so it is complete or
absent. At the end the shards are concatenated into files that hold the whole run.
"""

import hashlib
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from offleash.lab.figures.accounts import join_accounts
from offleash.lab.libraries import require
from offleash.lab.plans.plan import Plan, arm_names, format_plan
from offleash.lab.questions.question import ACCOUNTS, EVERYTHING
from offleash.lab.runs.experiment import Experiment, Shard, Work
from offleash.lab.runs.folder import (
    PLAN,
    SUMMARY,
    Folder,
    read_json,
    remove,
    write_failure,
    write_whole,
)
from offleash.lab.runs.parquet_tables import FILLER_FIELDS, PARQUET_OPTIONS
from offleash.lab.runs.results import Results, to_json
from offleash.lab.runs.shard_files import pack, unpack
from offleash.tools.errors import OffleashError
from offleash.tools.files import write_text

if TYPE_CHECKING:
    import polars as pl

SHARDS, ACCOUNT = "shards", "account.npz"
TABLES = ("games", "seats")  # per shard, and for the whole run
PLACES = "places"
PLAN_FILE = "plan.toml"  # for people; `plan.json` is authoritative
NAME = re.compile(r"(\d{5})-(\d{10})-(\d{10})")  # of a shard: arm and range of blocks
ROWS_AT_ONCE = 1 << 16  # row group size of the final tables, which bounds memory


class StoredResults(Results):
    """The results of finished shards, stored in a folder."""

    def __init__(self, experiment: Experiment, path: Path) -> None:
        if experiment.plan.record != ACCOUNTS:
            require("a folder of results", "polars")
        super().__init__(experiment)
        self.tables = TABLES if experiment.plan.record == EVERYTHING else ()
        self.folder = Folder(path, experiment.plan.identity, experiment.rules_digest)
        try:
            self.summary: dict[str, Any] | None = self._open()
        except BaseException:
            self.close()
            raise

    def _open(self) -> dict[str, Any] | None:
        """Load existing shards; return the summary if the run is finished."""
        path = self.folder.path
        if (path / SUMMARY).exists():
            shards, summary = read_ended(path, self.experiment)
            for shard in shards:
                super().add(shard)
            remove(path / SHARDS)
            return summary
        self.folder.write_facts()
        if not (path / PLAN_FILE).exists():
            write_text(path / PLAN_FILE, format_plan(self.experiment.plan))
        for shard in _read_shards(path / SHARDS, self.experiment, len(self.tables)):
            super().add(shard)
        return None

    def add(self, shard: Shard) -> None:
        """Write a finished shard, then add it."""
        assert shard.tables is not None or not self.tables, "these games are to be kept"
        try:
            write_whole(self._shard_folder(shard.work), _files(shard, self.tables))
        except OSError as error:
            raise write_failure(self.folder.path, error, self.games_of_all()) from None
        super().add(replace(shard, tables=None))

    def drop(self, work: Work) -> None:
        """Remove a shard."""
        remove(self._shard_folder(work))
        super().drop(work)

    def _shard_folder(self, work: Work) -> Path:
        return self.folder.path / SHARDS / f"{work.arm:05}-{work.lo:010}-{work.hi:010}"

    def finish(self, summary: Mapping[str, Any]) -> dict[str, Any]:
        """Write the final files: tables, counts by place, accounts and, last, the summary."""
        try:
            if self.experiment.plan.record != ACCOUNTS:
                self._write_tables()
            self.folder.write(ACCOUNT, pack([self._whole_arm(arm) for arm in self._arms()]))
        except OSError as error:
            raise write_failure(self.folder.path, error, self.games_of_all()) from None
        self.folder.write_json(SUMMARY, to_json(summary))
        self.summary = read_json(self.folder.path / SUMMARY)
        remove(self.folder.path / SHARDS)
        self.close()
        return self.summary

    def _write_tables(self) -> None:
        from polars.exceptions import PolarsError

        try:
            for table in self.tables:
                self._join(table)
            places = _places(self)
            places.write_parquet(draft := self.folder.draft(f"{PLACES}.parquet"))
            self.folder.publish(draft, f"{PLACES}.parquet")
        except PolarsError as error:
            raise write_failure(self.folder.path, error, self.games_of_all()) from None

    def close(self) -> None:
        """Release the folder for other processes."""
        self.folder.close()

    def _arms(self) -> Iterator[int]:
        """Return the arms with at least one shard."""
        return (arm for arm in range(len(self.experiment.plan.arms)) if self._of(arm))

    def _whole_arm(self, arm: int) -> Shard:
        """Return all shards of an arm merged into one."""
        shards = self._of(arm)
        return Shard(
            Work(arm, shards[0].work.lo, shards[-1].work.hi),
            join_accounts([shard.account for shard in shards]),
            self.sums(arm),
            b"".join(shard.digest for shard in shards),
            self.unfinished(arm),
            forfeits=self.forfeits(arm),
        )

    def _join(self, table: str) -> None:
        """Write all rows of a table to one file, ordered by arm, block and seating."""
        by_arm = [
            [self._shard_folder(shard.work) / f"{table}.parquet" for shard in self._of(arm)]
            for arm in self._arms()
        ]
        if not by_arm:
            return
        draft = self.folder.draft(f"{table}.parquet")
        frame = _with_names(scan(by_arm), self.experiment.plan)
        frame.sink_parquet(draft, row_group_size=ROWS_AT_ONCE, **PARQUET_OPTIONS)
        self.folder.publish(draft, f"{table}.parquet")


def scan(by_arm: Sequence[Sequence[Path]]) -> "pl.LazyFrame":
    """Return the files of all arms as one table; enum columns that differ by arm become text."""
    import polars as pl

    schemas = [pl.read_parquet_schema(files[0]) for files in by_arm]
    if all(schema == schemas[0] for schema in schemas):
        return pl.scan_parquet([file for files in by_arm for file in files], glob=False)
    alike = {n for n, kind in schemas[0].items() if all(s.get(n) == kind for s in schemas)}
    frames = []
    for schema, files in zip(schemas, by_arm, strict=True):
        words = [n for n, kind in schema.items() if n not in alike and isinstance(kind, pl.Enum)]
        scanned = pl.scan_parquet(list(files), glob=False)
        frames.append(scanned.with_columns(pl.col(words).cast(pl.String)))
    return pl.concat(frames, how="diagonal_relaxed")


def _with_names(frame: "pl.LazyFrame", plan: Plan) -> "pl.LazyFrame":
    """Return the table with the names of files instead of their digests."""
    import polars as pl

    names = {arm.name: name for arm, name in zip(plan.arms, arm_names(plan), strict=True)}
    if all(old == new for old, new in names.items()):
        return frame
    kind = pl.Enum(list(names.values()))
    return frame.with_columns(pl.col("name").replace_strict(names, return_dtype=kind))


def read_ended(path: Path, experiment: Experiment) -> tuple[list[Shard], dict[str, Any]]:
    """Return the results of a finished run, a shard for each arm, and its summary.

    Raises OffleashError if a file is missing or damaged.
    """
    shards, summary = _read_account(path / ACCOUNT, experiment), read_json(path / SUMMARY)
    if not isinstance(summary, dict) or summary.get("kind") != experiment.plan.kind:
        raise OffleashError(f"{path / SUMMARY} is not the summary of the run in {path}")
    if not all(_is_planned(shard, experiment) for shard in shards):
        raise OffleashError(f"{path / ACCOUNT} does not match the games in {path / PLAN}")
    record = experiment.plan.record
    tables = TABLES if shards and record == EVERYTHING else ()
    for table in () if record == ACCOUNTS else (*tables, PLACES):
        _check_table(path / f"{table}.parquet")
    return shards, summary


def _read_account(file: Path, experiment: Experiment) -> list[Shard]:
    try:
        return unpack(file.read_bytes(), experiment)[0]
    except Exception as error:
        raise _read_error(file, error) from None


def _is_planned(shard: Shard, experiment: Experiment) -> bool:
    """Return whether a shard fits the plan, which somebody may have edited."""
    work, per_block = shard.work, experiment.games_per_block
    if not (0 <= work.arm < len(per_block) and 0 <= work.lo < work.hi <= experiment.blocks):
        return False
    return len(shard.account.totals) == -(-(work.hi - work.lo) // experiment.group)


def _check_table(file: Path) -> None:
    """Raise OffleashError if the footer of a Parquet file is missing or damaged."""
    import polars as pl

    try:
        pl.read_parquet_schema(file)
    except Exception as error:
        raise _read_error(file, error) from None


def _read_error(file: Path, error: Exception) -> OffleashError:
    reason = getattr(error, "strerror", None) or "it was damaged or changed"
    if not file.exists():
        reason = "it is missing"
    return OffleashError(f"{file} can't be read ({reason}): play it again in a new folder")


def _files(shard: Shard, tables: Sequence[str]) -> dict[str, bytes]:
    """Return the files of a shard; the account file has checksums of the tables."""
    data = {f"{name}.parquet": getattr(shard.tables, name) for name in tables}
    sums = {name: hashlib.sha256(content).hexdigest() for name, content in data.items()}
    return {**data, ACCOUNT: pack([shard], sums)}


def _read_shards(folder: Path, experiment: Experiment, tables: int) -> Iterator[Shard]:
    """Yield the complete shards, each block once; delete all other files."""
    known: dict[int, int] = {}  # by arm, the end of its last shard
    for place in sorted(folder.iterdir()) if folder.is_dir() else ():
        named = NAME.fullmatch(place.name)
        shard = _read_shard(place, experiment, tables) if named else None
        if named and shard and shard.work == Work(*map(int, named.groups())):
            if known.get(shard.work.arm, 0) <= shard.work.lo:
                known[shard.work.arm] = shard.work.hi
                yield shard
                continue
        remove(place)


def _read_shard(place: Path, experiment: Experiment, tables: int) -> Shard | None:
    """Read a shard; return None if its files are damaged."""
    try:
        shards, sums = unpack((place / ACCOUNT).read_bytes(), experiment)
        files = {name: (place / name).read_bytes() for name in sums}
    except Exception:  # a damaged shard is simply played again
        return None
    is_whole = all(hashlib.sha256(files[name]).hexdigest() == sums[name] for name in sums)
    return shards[0] if is_whole and len(sums) == tables else None


# Counts by place


def _places(results: Results) -> "pl.DataFrame":
    """Return counts by place, summed over all games of an arm."""
    import polars as pl

    experiment = results.experiment
    rows: list[tuple[int, str, str, str, int]] = []
    for arm, name in enumerate(arm_names(experiment.plan)):
        counts = _by_place(experiment, arm, results.sums(arm))
        rows += [(arm, name, what, where, count) for what, where, count in counts]
    kinds = {"arm": pl.Int16, "name": pl.String, "what": pl.String, "place": pl.String}
    return pl.DataFrame(rows, {**kinds, "count": pl.Int64}, orient="row")


def _by_place(experiment: Experiment, arm: int, sums: Any) -> list[tuple[str, str, int]]:
    if experiment.game.lab.places is not None:
        return experiment.game.lab.places(experiment.arm_table(arm).variants[:1], sums)
    return [
        (name, ",".join(map(str, at)), int(sums[name][0][at]))
        for name in sums.dtype.names or ()
        if name not in FILLER_FIELDS
        for at in np.ndindex(sums[name].shape[1:])
    ]
