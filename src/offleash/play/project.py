"""Projects: a game of one's own as plain files in one folder, which `project.toml` names.

    game = "uri-nation"
    base = "1.4"
    rules = "rules.toml"
    board = "board.txt"

Nothing outside the folder is ever read: a name is a plain file name, and a link may not lead out.
"""

import fcntl
import hashlib
import os
import stat
from codecs import BOM_UTF8
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from offleash.core.errors import BadFile, BadNotation, OffleashError, shown
from offleash.core.files import write_together
from offleash.core.game import Game, Records
from offleash.core.options import File
from offleash.core.texts import MOST_BYTES, keep_text, kept_text
from offleash.core.toml import parse_toml, settings
from offleash.games import registry
from offleash.play.toml_files import first_bad_option, line_of

PROJECT = "project.toml"
RULES = "rules.toml"
PLAIN_KEYS = ("game", "base", "title", "notes", "rules")  # beside the game's file options
MAX_NAME_BYTES = 100

ReadText = Callable[[str], str]  # the text of a file of the project, by its name


@dataclass(frozen=True)
class Project:
    """A project as it was read: its options, and the text of every file that it is made of."""

    folder: Path
    game: Game
    base: str | None
    title: str
    notes: str
    rules: str  # the name of its rules file; empty where it has none
    files: Mapping[str, str]  # file options and the names of their files
    changes: Mapping[str, Any]  # what differs from the base; files by their digest
    options: Records
    texts: Mapping[str, str]  # by the name of the file

    @property
    def digests(self) -> dict[str, str]:
        """What was read, to be shown again when something is written."""
        return {name: digest_of(text) for name, text in self.texts.items()}


class FileConflict(OffleashError):
    """A file is not what its writer knows, so nothing was written."""


def digest_of(text: str) -> str:
    """By what a text is known again."""
    return hashlib.sha256(text.encode()).hexdigest()


def is_project(path: Path) -> bool:
    """Whether a path names a project: its folder, or the file `project.toml` in it."""
    return path.name == PROJECT or (path.expanduser() / PROJECT).is_file()


def project_folder(path: Path) -> Path:
    """The folder of a project that is named by itself or by its `project.toml`."""
    path = path.expanduser()
    return path.parent if path.name == PROJECT and not path.is_dir() else path


# Reading


def read_project(folder: str | Path) -> Project:
    """The project in a folder; raises one sentence with the file and the line."""
    place = project_folder(Path(folder))
    return make_project(place, lambda name: read_inside(place, name))


def game_of(folder: str | Path) -> str:
    """The name of the game that a project is about; nothing else of it is looked at."""
    place = project_folder(Path(folder))
    return str(parse_head(place, read_inside(place, PROJECT))["game"])


def option_file_name(folder: str | Path, option: str) -> str:
    """The name of the file of an option, whether or not it can be read."""
    place = project_folder(Path(folder))
    head = parse_head(place, read_inside(place, PROJECT))
    if option not in head:
        raise BadFile(place / PROJECT, None, f'it names no {option}: write {option} = "FILE"')
    path_inside(place, head[option])
    return str(head[option])


def read_inside(folder: Path, name: str) -> str:
    """The text of a file of a folder, which may not be larger than an option's file."""
    path = path_inside(folder, name)
    try:
        handle = os.open(path, os.O_RDONLY | os.O_NONBLOCK)  # a pipe would wait for ever
        with open(handle, "rb") as file:
            if not stat.S_ISREG(os.fstat(handle).st_mode):
                raise BadFile(path, None, "it is no plain file")
            data = file.read(MOST_BYTES + 1)
    except OSError as error:
        raise BadFile(path, None, f"it can't be read ({error.strerror})") from None
    if len(data) > MOST_BYTES:
        raise BadFile(path, None, f"a file of a project has at most {MOST_BYTES:,} bytes")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise BadFile(path, None, "it is not text in UTF-8") from None
    return text.replace("\r\n", "\n").replace("\r", "\n")


def path_inside(folder: Path, name: str) -> Path:
    """A file of a folder; refuses a name that could lead anywhere else."""
    is_plain = name.isprintable() and not set(name) & set("/\\:") and not name.startswith(".")
    if not name or not is_plain or len(name.encode()) > MAX_NAME_BYTES:
        raise BadNotation(f"{shown(name)} is no plain file name inside the project's folder")
    home = Path(os.path.realpath(folder))
    if Path(os.path.realpath(home / name)).parent != home:
        raise BadNotation(f"{shown(name)} is a link that leads out of the project's folder")
    return folder / name


def make_project(folder: Path, read: ReadText) -> Project:
    """A project from its texts, wherever these come from."""
    texts = {PROJECT: read(PROJECT)}
    head = parse_head(folder, texts[PROJECT])
    with _errors_at_line(folder / PROJECT, texts[PROJECT], "game"):
        game = registry.load(str(head["game"]))
    check_keys(folder, texts[PROJECT], game, head)
    for key in ("rules", *file_options(game)):
        if key in head:
            with _errors_at_line(folder / PROJECT, texts[PROJECT], key):
                texts[head[key]] = read(head[key])
    files = {name: head[name] for name in file_options(game) if name in head}
    chosen = {
        option: store_file(folder, game, option, name, texts[name])
        for option, name in files.items()
    }
    base, changed = _read_rules(folder, game, head, texts, chosen, read)
    title, notes = str(head.get("title", "")), str(head.get("notes", ""))
    told = {**changed, **chosen}
    with _errors_at_line(folder / PROJECT, texts[PROJECT], "base"):
        options = game.options(base, told)
    rules = str(head.get("rules", ""))
    return Project(folder, game, base, title, notes, rules, files, told, options, texts)


def file_options(game: Game) -> dict[str, File]:
    """The options of a game that name files."""
    return {switch.name: switch for switch in game.switches if isinstance(switch, File)}


def is_shipped(switch: File, value: object) -> bool:
    """Whether a value names a file of the box."""
    return isinstance(value, str) and value in switch.shipped


def file_name(option: str, value: object) -> str:
    """What a rules file says for an option that names a file."""
    if not isinstance(value, str):
        raise BadNotation(f"{option} takes the name of a file, not {shown(value)}")
    return value


def parse_head(folder: Path, text: str) -> dict[str, Any]:
    """What `project.toml` says: texts only, and a game above all."""
    path = folder / PROJECT
    head = parse_toml(text, path)
    for key, value in head.items():
        if not isinstance(value, str):
            raise BadFile(path, line_of(text, key), f"{key} must be a text, not {shown(value)}")
    if "game" not in head:
        raise BadFile(path, None, 'it names no game: write game = "uri-nation"')
    return head


def check_keys(folder: Path, text: str, game: Game, head: Mapping[str, Any]) -> None:
    """Everything that is said is known."""
    known = (*PLAIN_KEYS, *file_options(game))
    for key in head:
        if key not in known:
            near = get_close_matches(key, known, 1)
            hint = f", did you mean {near[0]}" if near else ""
            listed = ", ".join(known)
            problem = f"there is no key {key!r}{hint}; known are {listed}"
            if key in {switch.name for switch in game.switches}:
                problem = f"{key} is an option: write it into the rules file"
            raise BadFile(folder / PROJECT, line_of(text, key), problem)


def store_file(folder: Path, game: Game, option: str, name: str, text: str) -> str:
    """The text of a file option, checked and kept: its digest is the option's value."""
    try:
        file_options(game)[option].check(text)
        return f"@{keep_text(text):016x}"
    except BadNotation as error:
        raise BadFile(folder / name, None, str(error)) from None


def _read_rules(
    folder: Path,
    game: Game,
    head: Mapping[str, Any],
    texts: dict[str, str],
    chosen: Mapping[str, str],
    read: ReadText,
) -> tuple[str | None, dict[str, Any]]:
    """The base and what the rules file changes; where it names files, these are inside too."""
    if "rules" not in head:
        return head.get("base"), {}
    path, text = folder / head["rules"], texts[head["rules"]]
    document = parse_toml(text, path)
    base, wanted = document.pop("base", None), document.pop("game", game.name)
    if wanted != game.name:
        raise BadFile(path, line_of(text, "game"), f"these are rules of {shown(wanted)}")
    if base not in (None, head.get("base", base)) or not isinstance(base, str | None):
        problem = f"base is {shown(base)} here and {head.get('base')!r} in {PROJECT}: name one"
        raise BadFile(path, line_of(text, "base"), problem)
    for option, switch in file_options(game).items():
        if option in document and option in chosen:
            problem = f"{PROJECT} names the file of {option} already"
            raise BadFile(path, line_of(text, option), problem)
        if option in document and not is_shipped(switch, document[option]):
            with _errors_at_line(path, text, option):
                name = file_name(option, document[option])
                texts[name] = read(name)
            document[option] = store_file(folder, game, option, name, texts[name])
    base = head.get("base", base)
    try:
        game.options(base, document, chosen)
    except OffleashError as error:
        key = first_bad_option(game, base, {**chosen, **document}, str(error))
        if line := line_of(text, key):
            raise BadFile(path, line, str(error)) from None
        raise BadFile(folder / PROJECT, line_of(texts[PROJECT], key), str(error)) from None
    return base, document


@contextmanager
def _errors_at_line(path: Path, text: str, key: str) -> Iterator[None]:
    """What goes wrong is told with the line that asked for it."""
    try:
        yield
    except BadFile as error:
        raise BadFile(path, line_of(text, key), f"{key}: {error}") from None
    except OffleashError as error:
        raise BadFile(path, line_of(text, key), str(error)) from None


# Writing


def write_project(
    folder: Path, texts: Mapping[str, str], read: Mapping[str, str] | None = None
) -> Project:
    """Writes files of a project, where all of them together are one; `read` are the digests
    of what the writer knows. A file that is otherwise by now, or that is there although the
    writer knows nothing of it, is not overwritten, and then nothing is written at all.
    """
    known = read or {}
    for name in texts:
        path_inside(folder, name)
    made = make_project(
        folder, lambda name: texts[name] if name in texts else read_inside(folder, name)
    )
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise OffleashError(f"{folder} can't be made ({error.strerror})") from None
    with _lock(folder):
        for name in texts:
            _check_unchanged(folder, name, known.get(name))
        ordered = sorted(texts, key=lambda each: each == PROJECT)  # what names all comes last
        paths = {
            folder / each: texts[each] for each in ordered if _is_new(texts[each], known.get(each))
        }
        write_together({path: _encode_like(path, text) for path, text in paths.items()})
    return made


def _is_new(text: str, known: str | None) -> bool:
    return known != digest_of(text)


def _encode_like(path: Path, text: str) -> bytes:
    """A text with the line ends, and the mark at its beginning, of the file that it replaces."""
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


@contextmanager
def _lock(folder: Path) -> Iterator[None]:
    """While one writes, nobody else of us does."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)


def _check_unchanged(folder: Path, name: str, digest: str | None) -> None:
    path = path_inside(folder, name)
    if not path.exists():
        if digest is not None:
            raise FileConflict(f"{path}: it was removed meanwhile: nothing was written")
    elif digest is None:
        raise FileConflict(f"{path}: it is there already: nothing was written")
    elif digest_of(read_inside(folder, name)) != digest:
        raise FileConflict(f"{path}: it was changed on disk meanwhile: nothing was written")


def new_project(folder: Path, game: Game, preset: str | None = None, title: str = "") -> Project:
    """A project with copies of the board and the decks that a preset is played with."""
    options = game.options(preset)
    base = game.base(options)
    head = {"game": game.name, **({"base": base} if base else {}), "title": title or game.title}
    texts = {RULES: f"# Options of {game.title} that differ from what the project builds on.\n"}
    for name, switch in file_options(game).items():
        shipped = switch.shipped[switch.format(options[name][0])]
        file = f"{name}{shipped.suffix}"
        head[name], texts[file] = file, kept_text(int(options[name][0])) or ""
    texts[PROJECT] = "".join(settings({**head, "rules": RULES}))
    return write_project(folder, texts)


def list_projects(folder: Path) -> list[str]:
    """The names of the projects in a folder of projects."""
    try:
        found = sorted(each.name for each in folder.iterdir() if (each / PROJECT).is_file())
    except OSError:
        return []
    home = Path(os.path.realpath(folder))
    return [name for name in found if Path(os.path.realpath(home / name)).parent == home]
