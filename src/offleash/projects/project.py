"""Projects: a user's variant of a game as plain files in one folder, named by `project.toml`.

    game = "uri-nation"
    base = "1.4"
    rules = "rules.toml"
    board = "board.txt"

A project reads nothing outside its folder: names must be plain file names, and links may not lead
out.
"""

import hashlib
import os
import re
import stat
from codecs import BOM_UTF8
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from offleash.contract import Game, Records
from offleash.contract.option_texts import MOST_BYTES, store_text, stored_text, text_name
from offleash.contract.options import FileOption
from offleash.games import registry
from offleash.play.rules_files import first_bad_option, line_of, read_rules
from offleash.projects.history import OUTSIDE, latest_version, record_version
from offleash.tools.errors import BadFile, BadNotation, OffleashError, quote
from offleash.tools.files import write_together
from offleash.tools.locks import lock_folder
from offleash.tools.prose import did_you_mean
from offleash.tools.toml import format_settings, parse_toml

PROJECT = "project.toml"
RULES = "rules.toml"
PLAIN_KEYS = ("game", "base", "title", "notes", "rules", "sizes", "names")  # and file options
MAX_NAME_BYTES = 100

ReadText = Callable[[str], str]  # the text of a file of the project, by its name
# Other files of the folder than `project.toml` names, by its keys: {"board": "Wide street.txt"}.
Selection = Mapping[str, str]


@dataclass(frozen=True)
class Project:
    """A project as read from disk: its options and the texts of all its files."""

    folder: Path
    game: Game
    base: str | None
    title: str
    notes: str
    rules: str  # the name of its rules file; empty if it has none
    files: Mapping[str, str]  # file names by option
    changes: Mapping[str, Any]  # options that differ from the base; files by digest
    options: Records
    texts: Mapping[str, str]  # by file name
    selection: Selection  # files in place of those that `project.toml` names
    sizes: Mapping[str, float]  # of pieces that differ, in millimetres by name
    names: Mapping[str, str]  # own names by the game's words

    @property
    def digests(self) -> dict[str, str]:
        """Digests of the files as read, for `write_project` to detect conflicts."""
        return {name: digest_of(text) for name, text in self.texts.items()}


class FileConflict(OffleashError):
    """A file changed on disk since it was read, so nothing was written."""


def digest_of(text: str) -> str:
    """Return the SHA-256 digest of a text."""
    return hashlib.sha256(text.encode()).hexdigest()


def is_project(path: Path) -> bool:
    """Return whether a path names a project: its folder, or the file `project.toml` in it."""
    return path.name == PROJECT or (path.expanduser() / PROJECT).is_file()


def project_folder(path: Path) -> Path:
    """Return the folder of a project, given the folder itself or its `project.toml`."""
    path = path.expanduser()
    return path.parent if path.name == PROJECT and not path.is_dir() else path


# Reading


def read_project(folder: str | Path, selection: Selection | None = None) -> Project:
    """Read the project in a folder. Raise BadFile with the file and the line."""
    place = project_folder(Path(folder))
    return make_project(place, lambda name: read_inside(place, name), selection)


def game_of(folder: str | Path) -> str:
    """Return the name of a project's game; read only `project.toml`."""
    place = project_folder(Path(folder))
    return str(parse_head(place, read_inside(place, PROJECT))["game"])


def option_file_name(folder: str | Path, option: str) -> str:
    """Return an option's file name; the file may be unreadable. Raise BadFile if there is none."""
    place = project_folder(Path(folder))
    head = parse_head(place, read_inside(place, PROJECT))
    if option not in head:
        raise BadFile(
            place / PROJECT, None, f'it does not name a {option}: write {option} = "FILE"'
        )
    path_inside(place, head[option])
    return str(head[option])


def read_inside(folder: Path, name: str) -> str:
    """Return the text of a file in a folder. Raise BadFile if it is too large or not text."""
    path = path_inside(folder, name)
    try:
        handle = os.open(path, os.O_RDONLY | os.O_NONBLOCK)  # a pipe would block
        with open(handle, "rb") as file:
            if not stat.S_ISREG(os.fstat(handle).st_mode):
                raise BadFile(path, None, "it is not a regular file")
            data = file.read(MOST_BYTES + 1)
    except OSError as error:
        raise BadFile(path, None, f"it can't be read ({error.strerror})") from None
    if len(data) > MOST_BYTES:
        raise BadFile(path, None, f"a file in a project may have at most {MOST_BYTES:,} bytes")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise BadFile(path, None, "it is not text in UTF-8") from None
    return text.replace("\r\n", "\n").replace("\r", "\n")


def path_inside(folder: Path, name: str) -> Path:
    """Return the path of a file in a folder. Raise BadNotation if the name could lead elsewhere."""
    is_plain = name.isprintable() and not set(name) & set("/\\:") and not name.startswith(".")
    if not name or not is_plain or len(name.encode()) > MAX_NAME_BYTES:
        raise BadNotation(f"{quote(name)} is not a plain file name inside the project's folder")
    root = Path(os.path.realpath(folder))
    if Path(os.path.realpath(root / name)).parent != root:
        raise BadNotation(f"{quote(name)} is a link that leads out of the project's folder")
    return folder / name


def make_project(folder: Path, read: ReadText, selection: Selection | None = None) -> Project:
    """Return a project from its texts, which `read` returns. Raise BadFile if they are wrong."""
    texts = {PROJECT: read(PROJECT)}
    head = {**parse_head(folder, texts[PROJECT]), **(selection or {})}
    with _errors_at_line(folder / PROJECT, texts[PROJECT], "game"):
        game = registry.load(str(head["game"]))
    check_keys(folder, texts[PROJECT], game, head)
    for key in ("rules", *game.file_options):
        if key in head:
            with _errors_at_line(folder / PROJECT, texts[PROJECT], key):
                texts[head[key]] = read(head[key])
    files = {name: head[name] for name in game.file_options if name in head}
    digests = {key: store_file(folder, game, key, n, texts[n]) for key, n in files.items()}
    base, changes = _read_rules(folder, game, head, texts, digests, read, selection or {})
    title, notes = str(head.get("title", "")), str(head.get("notes", ""))
    changes = {**changes, **digests}
    with _errors_at_line(folder / PROJECT, texts[PROJECT], "base"):
        options = game.options(base, changes)
    rules = str(head.get("rules", ""))
    with _errors_at_line(folder / PROJECT, texts[PROJECT], "sizes"):
        sizes = parse_sizes(game, str(head.get("sizes", "")))
    with _errors_at_line(folder / PROJECT, texts[PROJECT], "names"):
        names = parse_own_names(game, str(head.get("names", "")))
    if names:
        changes = {**changes, **_with_names(game, options, names)}
        options = game.options(base, changes)
    return Project(
        folder,
        game,
        base,
        title,
        notes,
        rules,
        files,
        changes,
        options,
        texts,
        selection or {},
        sizes,
        names,
    )


def is_shipped(option: FileOption, value: object) -> bool:
    """Return whether a value names a file that the game ships."""
    return isinstance(value, str) and value in option.shipped


def file_name(option: str, value: object) -> str:
    """Return the file name that a rules file gives for an option. Raise BadNotation if not text."""
    if not isinstance(value, str):
        raise BadNotation(f"{option} must be a file name, not {quote(value)}")
    return value


def parse_head(folder: Path, text: str) -> dict[str, Any]:
    """Parse `project.toml`. Raise BadFile if a value is not text or the game is missing."""
    path = folder / PROJECT
    head = parse_toml(text, path)
    for key, value in head.items():
        if not isinstance(value, str):
            raise BadFile(path, line_of(text, key), f"{key} must be text, not {quote(value)}")
    if "game" not in head:
        raise BadFile(path, None, 'it does not name a game: write game = "uri-nation"')
    return head


def check_keys(folder: Path, text: str, game: Game, head: Mapping[str, Any]) -> None:
    """Raise BadFile if `project.toml` has an unknown key."""
    known = (*PLAIN_KEYS, *game.file_options)
    for key in head:
        if key not in known:
            hint = did_you_mean(key, known)
            listed = ", ".join(known)
            problem = f"there is no key {key!r}{hint}; the keys are {listed}"
            if key in {option.name for option in game.rules.options}:
                problem = f"{key} is an option: write it into the rules file"
            raise BadFile(folder / PROJECT, line_of(text, key), problem)


def parse_sizes(game: Game, text: str) -> dict[str, float]:
    """Return sizes of pieces, written as `disk 18, dog 15.5`, or raise BadNotation."""
    sizes: dict[str, float] = {}
    for part in filter(None, (part.strip() for part in text.split(","))):
        name, _, number = part.rpartition(" ")
        if name not in game.studio.piece_sizes:
            known = ", ".join(game.studio.piece_sizes) or "none"
            raise BadNotation(f"{quote(name)} is not a piece of {game.title}; its pieces: {known}")
        if not re.fullmatch(r"[0-9]{1,3}(\.[0-9])?", number) or not 2 <= float(number) <= 100:
            raise BadNotation(
                f"a {name} measures 2 to 100 mm, such as 18 or 18.5, not {quote(number)}"
            )
        sizes[name] = float(number)
    return sizes


def parse_own_names(game: Game, text: str) -> dict[str, str]:
    """Return own names, written as `Grit = Pluck, Yapper = Squeaker`, or raise BadNotation."""
    if game.studio.own_names is None:
        if text.strip():
            raise BadNotation(f"nothing in {game.title} can be renamed")
        return {}
    return game.studio.own_names.parse(text)


def _with_names(game: Game, options: Records, names: Mapping[str, str]) -> dict[str, str]:
    """Return the change of the option whose text stores own names, for all that is played."""
    own_names = game.studio.own_names
    assert own_names is not None
    digest = int(options[own_names.option][0])
    text = own_names.write(stored_text(digest) or "", names)
    return {own_names.option: f"@{store_text(text, text_name(digest)):016x}"}


def store_file(folder: Path, game: Game, option: str, name: str, text: str) -> str:
    """Check and store the text of an option's file; return its digest, the option's value."""
    try:
        game.file_options[option].check(text)
        return f"@{store_text(text, Path(name).stem):016x}"
    except BadNotation as error:
        raise BadFile(folder / name, None, str(error)) from None


def _read_rules(
    folder: Path,
    game: Game,
    head: Mapping[str, Any],
    texts: dict[str, str],
    digests: Mapping[str, str],
    read: ReadText,
    selection: Selection,
) -> tuple[str | None, dict[str, Any]]:
    """Return the base and the changes of the rules file, whose files must also be in the folder."""
    if "rules" not in head:
        return head.get("base"), {}
    path, text = folder / head["rules"], texts[head["rules"]]
    document = parse_toml(text, path)
    base, name = document.pop("base", None), document.pop("game", game.name)
    if name != game.name:
        raise BadFile(path, line_of(text, "game"), f"these are rules of {quote(name)}")
    if not isinstance(base, str | None):
        raise BadFile(path, line_of(text, "base"), f"base must be text, not {quote(base)}")
    for option, definition in game.file_options.items():
        if option in selection:
            document.pop(option, None)
        if option in document and option in digests:
            problem = f"{PROJECT} already names the file of {option}"
            raise BadFile(path, line_of(text, option), problem)
        if option in document and not is_shipped(definition, document[option]):
            with _errors_at_line(path, text, option):
                name = file_name(option, document[option])
                texts[name] = read(name)
            document[option] = store_file(folder, game, option, name, texts[name])
    base = head.get("base") if base is None else base  # a rule set may have its own
    try:
        game.options(base, document, digests)
    except OffleashError as error:
        key = first_bad_option(game, base, {**digests, **document}, str(error))
        if line := line_of(text, key):
            raise BadFile(path, line, str(error)) from None
        raise BadFile(folder / PROJECT, line_of(texts[PROJECT], key), str(error)) from None
    return base, document


@contextmanager
def _errors_at_line(path: Path, text: str, key: str) -> Iterator[None]:
    """Add the line of `key` to errors."""
    try:
        yield
    except BadFile as error:
        raise BadFile(path, line_of(text, key), f"{key}: {error}") from None
    except OffleashError as error:
        raise BadFile(path, line_of(text, key), str(error)) from None


# Writing


def write_project(
    folder: Path,
    texts: Mapping[str, str],
    read: Mapping[str, str] | None = None,
    *,
    selection: Selection | None = None,
    remove: Collection[str] = (),
    note: str = "",
) -> Project:
    """Write files of a project if together they form a valid one, as a version of its history.

    `read` has the digests of the files as the caller read them. Raises FileConflict, and writes
    nothing, if a file has changed since, or exists although the caller did not read it. Files to
    remove stay in the history.
    """
    known = read or {}
    for name in (*texts, *remove):
        path_inside(folder, name)

    def read_next(name: str) -> str:
        if name in remove:
            raise BadFile(folder / name, None, "it is in use")
        return texts[name] if name in texts else read_inside(folder, name)

    project = make_project(folder, read_next, selection)
    if remove and selection:  # the rules in use may name a file that the selection replaces
        make_project(folder, read_next)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise OffleashError(f"{folder} can't be created ({error.strerror})") from None
    with lock_folder(folder, wait=True):
        for name in (*texts, *remove):
            _check_unchanged(folder, name, known.get(name))
        record_version(folder, OUTSIDE if latest_version(folder) else "")
        ordered = sorted(texts, key=lambda name: name == PROJECT)  # which names the others: last
        paths = {
            folder / name: texts[name] for name in ordered if _is_new(texts[name], known.get(name))
        }
        write_together({path: _encode_like(path, text) for path, text in paths.items()})
        for name in remove:
            (folder / name).unlink(missing_ok=True)
        with suppress(OffleashError):  # a disk that is full now: the next save records it
            record_version(folder, note)
    return project


def _is_new(text: str, known: str | None) -> bool:
    return known != digest_of(text)


def _encode_like(path: Path, text: str) -> bytes:
    """Encode a text with the line ends and byte order mark of the file that it replaces."""
    data = text.encode("utf-8", "replace")
    try:
        before = path.read_bytes()
    except OSError:
        return data
    if b"\r\n" in before and before.count(b"\n") == before.count(b"\r\n"):
        data = data.replace(b"\n", b"\r\n")
    if before.startswith(BOM_UTF8):
        data = BOM_UTF8 + data
    return data if len(data) <= MOST_BYTES else text.encode("utf-8", "replace")


def _check_unchanged(folder: Path, name: str, digest: str | None) -> None:
    path = path_inside(folder, name)
    if not path.exists():
        if digest is not None:
            raise FileConflict(f"{path}: it was removed in the meantime, so nothing was written")
    elif digest is None:
        raise FileConflict(f"{path}: it already exists, so nothing was written")
    elif digest_of(read_inside(folder, name)) != digest:
        raise FileConflict(
            f"{path}: it was changed on disk in the meantime, so nothing was written"
        )


def new_project(folder: Path, game: Game, preset: str | None = None, title: str = "") -> Project:
    """Create a project with copies of the board and the decks of a preset."""
    options = game.options(preset)
    base = game.base(options)
    head = {"game": game.name, **({"base": base} if base else {}), "title": title or game.title}
    texts = {RULES: f"# Options of {game.title} that differ from what the project builds on.\n"}
    for name, definition in game.file_options.items():
        shipped = definition.shipped[definition.format(options[name][0])]
        file = f"{name}{shipped.suffix}"
        head[name], texts[file] = file, stored_text(int(options[name][0])) or ""
    texts[PROJECT] = "".join(format_settings({**head, "rules": RULES}))
    return write_project(folder, texts)


def list_projects(folder: Path) -> list[str]:
    """Return the names of the projects in a folder of projects."""
    try:
        names = sorted(path.name for path in folder.iterdir() if (path / PROJECT).is_file())
    except OSError:
        return []
    root = Path(os.path.realpath(folder))
    return [name for name in names if Path(os.path.realpath(root / name)).parent == root]


# Options


def options_from(
    game: Game, preset: str | None, rules: Path | None, settings: dict[str, Any]
) -> Records:
    """Return a preset, changed by a rules file or a project, then by single settings.

    Raises OffleashError if these don't fit together.
    """
    base, changes = _read_changes(game, rules) if rules else (None, {})
    if preset is not None and base is not None and preset != base:
        raise OffleashError(
            f"{rules} is based on {base}, but the preset is {preset}: name only one of them"
        )
    return game.options(base if preset is None else preset, changes, settings)


def _read_changes(game: Game, path: Path) -> tuple[str | None, dict[str, Any]]:
    """Return the base and the changes of a rules file, or of the project of a `project.toml`."""
    if path.name != PROJECT:
        return read_rules(path, game)
    project = read_project(path)
    if project.game.name != game.name:
        raise OffleashError(f"{path} is a project of {project.game.name}, not of {game.name}")
    return project.base, dict(project.changes)
