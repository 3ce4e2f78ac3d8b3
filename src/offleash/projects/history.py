"""The history of a project: a version of all its files for every save, in the folder `.history`.

A version is one small file that names the texts it consists of; a text is stored once, under its
digest. Texts are written before the version that names them, so that a version is always whole.
"""

import difflib
import hashlib
import json
import os
import stat
import time
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from offleash.contract.option_texts import MOST_BYTES
from offleash.tools.errors import BadFile, OffleashError
from offleash.tools.files import write_bytes, write_text
from offleash.tools.locks import lock_folder

FOLDER, TEXTS = ".history", "texts"
ENDINGS = (".toml", ".txt", ".csv")
IMAGE_PREFIX, IMAGE_ENDINGS = "image-", (".png", ".jpg", ".svg")
MOST_IMAGE_BYTES = 900_000  # of one image: a request has at most 1 MB
MOST_FILES = 400  # of a project that a version has
LONGEST_NOTE = 200
MOST_COMPARED = 4_000_000  # pairs of lines of two texts
MOST_SEARCHED = 300  # texts of a file that are read to find one
OUTSIDE = "changed outside the studio"
SAVED = "saved"  # instead of no note


@dataclass(frozen=True)
class Version:
    """The files of a project at one time."""

    number: int  # from 1
    at: float  # seconds since 1970
    note: str
    files: Mapping[str, str]  # digests of their bytes, by name


@dataclass(frozen=True)
class FileChange:
    """A file that differs between two versions; a text is None where the file is missing."""

    name: str
    old: str | None
    new: str | None

    @property
    def words(self) -> str:
        if self.old is None:
            return "added"
        return "removed" if self.new is None else "changed"

    @property
    def lines(self) -> list[str]:
        """The changed lines with a few around them, as `diff -u` prints them."""
        old, new = (self.old or "").splitlines(), (self.new or "").splitlines()
        if len(old) * len(new) > MOST_COMPARED:  # comparing them may take minutes
            return [*(f"-{line}" for line in old), *(f"+{line}" for line in new)]
        return list(difflib.unified_diff(old, new, lineterm="", n=2))[2:]


def record_version(folder: Path, note: str = "", at: float | None = None) -> Version | None:
    """Store the files of a project as a new version, unless they are as in the latest one.

    The caller has locked the folder. Raises OffleashError if the disk is full.
    """
    files = dict(project_files(folder))
    digests = {name: hashlib.sha256(data).hexdigest() for name, data in files.items()}
    latest = latest_version(folder)
    if not files or (latest is not None and latest.files == digests):
        return None
    for name, data in files.items():
        place = text_path(folder, digests[name])
        if not place.exists():
            write_bytes(place, data)
    number = max(_numbers(folder), default=0) + 1
    version = Version(number, time.time() if at is None else at, clean_note(note), digests)
    record = {"at": version.at, "note": version.note, "files": digests}
    write_text(_version_path(folder, number), json.dumps(record, indent=1, ensure_ascii=False))
    return version


def clean_note(note: str) -> str:
    """Return a note as one line of limited length."""
    visible = "".join(letter if letter.isprintable() else " " for letter in note)
    return " ".join(visible.split())[:LONGEST_NOTE]


def signed_note(note: str, author: str) -> str:
    """Return a note that ends with its author, however long it is; without one, the note itself."""
    if not author:
        return note
    signature = f"({clean_note(author)})"
    text = clean_note(note) or SAVED
    return f"{text[: LONGEST_NOTE - len(signature) - 1]} {signature}"


def is_image(name: str) -> bool:
    """Return whether a file of a project is an image."""
    return name.startswith(IMAGE_PREFIX) and name.endswith(IMAGE_ENDINGS)


def project_files(folder: Path) -> Iterator[tuple[str, bytes]]:
    """Yield the texts and images of a project, without links and what is too large to be one."""
    names = sorted(entry.name for entry in os.scandir(folder)) if folder.is_dir() else []
    texts = [name for name in names if name.endswith(ENDINGS) and not name.startswith(".")]
    for name in [*texts, *filter(is_image, names)][:MOST_FILES]:
        path = folder / name
        try:
            info = path.lstat()
            most = MOST_IMAGE_BYTES if is_image(name) else MOST_BYTES
            if stat.S_ISREG(info.st_mode) and info.st_size <= most:
                yield name, path.read_bytes()
        except OSError:
            continue


def delete_versions(folder: Path, after: int, before: int) -> int:
    """Delete the versions between two numbers, and texts that no version needs any more.

    Returns how many were deleted. Raises OffleashError if there is none of these numbers.
    """
    for number in (after, before):
        version_of(folder, number)
    with lock_folder(folder, wait=True):
        numbers = [number for number in _numbers(folder) if after < number < before]
        for number in numbers:  # before their texts, so that every version stays whole
            _version_path(folder, number).unlink(missing_ok=True)
        needed = {digest for version in _versions(folder) for digest in version.files.values()}
        for text in (folder / FOLDER / TEXTS).iterdir():
            if text.name not in needed:
                text.unlink(missing_ok=True)
    return len(numbers)


# Reading


def list_versions(folder: Path) -> list[Version]:
    """Return every version that can be read, the newest first."""
    return list(_versions(folder))


def latest_version(folder: Path) -> Version | None:
    """Return the newest version, or None if there is none."""
    return next(_versions(folder), None)


def _versions(folder: Path) -> Iterator[Version]:
    for number in sorted(_numbers(folder), reverse=True):
        if version := _read_version(folder, number):
            yield version


def version_of(folder: Path, number: int) -> Version:
    """Return a version by its number. Raise OffleashError if there is none."""
    version = _read_version(folder, number)
    if version is None:
        raise OffleashError(f"there is no version {number}")
    return version


def text_in(folder: Path, version: Version, name: str) -> str:
    """Return the text of a file in a version. Raise OffleashError if it is missing or damaged."""
    data = data_in(folder, version, name)
    if is_image(name):
        return f"an image of {len(data):,} bytes, {version.files[name][:12]}"
    return data.decode("utf-8-sig", "replace").replace("\r\n", "\n").replace("\r", "\n")


def data_in(folder: Path, version: Version, name: str) -> bytes:
    """Return the bytes of a file in a version. Raise OffleashError if it is missing or damaged."""
    if name not in version.files:
        raise OffleashError(f"version {version.number} has no file {name}")
    path = text_path(folder, version.files[name])
    try:
        data = path.read_bytes()
    except OSError:
        data = b""
    if hashlib.sha256(data).hexdigest() != version.files[name]:
        raise BadFile(name, None, f"its text in version {version.number} is damaged")
    return data


def text_with_digest(folder: Path, name: str, digest: str) -> str | None:
    """Return a text that a file had, by the digest of the text, or None if no version has it.

    The digests of versions are of bytes, which differ if lines end as in Windows.
    """
    seen: set[str] = set()
    for version in _versions(folder):
        stored = version.files.get(name, "")
        if not stored or stored in seen or (len(seen) >= MOST_SEARCHED and stored != digest):
            continue
        seen.add(stored)
        with suppress(BadFile):
            text = text_in(folder, version, name)
            if hashlib.sha256(text.encode()).hexdigest() == digest:
                return text
    return None


def compare_versions(folder: Path, old: Version, new: Version) -> list[FileChange]:
    """Return the files that differ between two versions."""
    names = sorted({*old.files, *new.files})
    changed = [name for name in names if old.files.get(name) != new.files.get(name)]
    sides = [
        [text_in(folder, side, name) if name in side.files else None for side in (old, new)]
        for name in changed
    ]
    return [FileChange(name, *texts) for name, texts in zip(changed, sides, strict=True)]


def _numbers(folder: Path) -> list[int]:
    try:
        stems = [path.stem for path in (folder / FOLDER).iterdir() if path.suffix == ".json"]
    except OSError:
        return []
    return [int(stem) for stem in stems if stem.isascii() and stem.isdecimal() and len(stem) < 10]


def _read_version(folder: Path, number: int) -> Version | None:
    try:
        record: Any = json.loads(_version_path(folder, number).read_bytes())
        files = {str(name): str(digest) for name, digest in record["files"].items()}
        if not all(_is_digest(digest) for digest in files.values()):
            return None
        return Version(number, float(record["at"]), str(record["note"]), files)
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return None


def _is_digest(text: str) -> bool:
    return len(text) == 64 and set(text) <= set("0123456789abcdef")


def _version_path(folder: Path, number: int) -> Path:
    return folder / FOLDER / f"{number:06}.json"


def text_path(folder: Path, digest: str) -> Path:
    """Return the file of the history with the bytes that have this digest."""
    return folder / FOLDER / TEXTS / digest
