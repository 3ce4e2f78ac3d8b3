"""The boards and rule sets of a project. `project.toml` names the board and the rules in use."""

import unicodedata
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from pathlib import Path

from offleash.contract import Game
from offleash.contract.text.wording import format_names
from offleash.games import registry
from offleash.projects.history import data_in, is_image, signed_note, text_in, version_of
from offleash.projects.images import restore_images
from offleash.projects.project import (
    PROJECT,
    Selection,
    digest_of,
    parse_head,
    path_inside,
    project_folder,
    read_inside,
    write_project,
)
from offleash.tools.errors import OffleashError, quote
from offleash.tools.toml import parse_toml
from offleash.tools.toml_lines import with_settings

RULE_SET = "rules"  # the key of `project.toml`; a board's key is the option of its game
LONGEST_NAME = 60
MOST_PARTS = 60  # files of a folder that are examined


@dataclass(frozen=True)
class ProjectPart:
    """A board or a rule set of a project."""

    kind: str  # its key in `project.toml`
    file: str
    name: str
    is_used: bool  # `project.toml` names it


@dataclass(frozen=True)
class ProjectParts:
    """The boards and rule sets in a project's folder."""

    folder: Path
    game: Game
    head: Mapping[str, str]
    head_text: str
    parts: tuple[ProjectPart, ...]
    author: str = ""  # of changes, for the history; empty for the owner

    @property
    def board_kind(self) -> str:
        """The key of boards in `project.toml`; empty if the game has none to draw."""
        return self.game.studio.workbench.option if self.game.studio.workbench else ""

    @property
    def boards(self) -> list[ProjectPart]:
        return [part for part in self.parts if part.kind != RULE_SET]

    @property
    def rule_sets(self) -> list[ProjectPart]:
        return [part for part in self.parts if part.kind == RULE_SET]

    def part(self, file: str) -> ProjectPart:
        """Return a board or rule set by its file. Raise OffleashError if there is none."""
        for part in self.parts:
            if part.file == file:
                return part
        raise OffleashError(f"this project has no board or rule set {quote(file)}")

    def selection(self, choice: Mapping[str, str]) -> Selection:
        """Return the files in a choice by kind, such as {"board": "Wide street.txt"}.

        Raises OffleashError if one of them is not a part of that kind.
        """
        files = {kind: file for kind, file in choice.items() if file}
        for kind, file in files.items():
            if self.part(file).kind != kind:
                raise OffleashError(f"{quote(file)} can't be used as {kind}")
        return files


def read_parts(folder: str | Path, author: str = "") -> ProjectParts:
    """Return the boards and rule sets of a project. Raise BadFile if `project.toml` is invalid."""
    place = project_folder(Path(folder))
    text = read_inside(place, PROJECT)
    head = parse_head(place, text)
    game = registry.load(str(head["game"]))
    names = sorted(path.name for path in place.iterdir() if _may_be_part(path))
    parts = [_part(place, game, head, name) for name in names[:MOST_PARTS]]
    return ProjectParts(place, game, head, text, tuple(part for part in parts if part), author)


def _may_be_part(path: Path) -> bool:
    is_hidden = path.name.startswith(".")  # drafts and the history
    return path.suffix in (".toml", ".txt") and path.name != PROJECT and not is_hidden


def _part(folder: Path, game: Game, head: Mapping[str, str], name: str) -> ProjectPart | None:
    """Return the part in a file, or None if it is something else."""
    bench = game.studio.workbench
    stem, is_text = Path(name).stem, Path(name).suffix == ".txt"
    used = {key: head.get(key) for key in (RULE_SET, bench.option if bench else RULE_SET)}
    try:
        text = read_inside(folder, name)
        if is_text and bench is not None:
            title = str(bench.read(text).get("name") or stem)
            return ProjectPart(bench.option, name, title, used[bench.option] == name)
        if not is_text and _is_rule_set(game, text, name):
            return ProjectPart(RULE_SET, name, stem, used[RULE_SET] == name)
    except OffleashError:
        for kind, file in used.items():
            if file == name:  # damaged, but in use
                return ProjectPart(kind, name, stem, True)
    return None


def _is_rule_set(game: Game, text: str, name: str) -> bool:
    """Return whether a TOML file has nothing but options; a deck has tables."""
    known = {"base", "game", *(option.name for option in game.rules.options)}
    return set(parse_toml(text, name)) <= known


# Changes, each of which is a version of the history


def part_file_name(name: str, kind: str) -> str:
    """Return the file of a part with this name. Raise OffleashError if no part can have it."""
    clean = " ".join(unicodedata.normalize("NFC", name).split())
    is_visible = clean.isprintable() and any(letter.isalnum() for letter in clean)
    if not is_visible or len(clean) > LONGEST_NAME or clean.startswith("."):
        raise OffleashError(
            f"a name has 1 to {LONGEST_NAME} characters, including a letter or a digit"
        )
    if set(clean) & set("/\\:"):
        raise OffleashError(f"{quote(clean)} is not a valid name: it must not contain /, \\ or :")
    return f"{clean}{'.toml' if kind == RULE_SET else '.txt'}"


def add_part(
    parts: ProjectParts, kind: str, name: str, text: str = "", *, keeps_name: bool = False
) -> str:
    """Add a board or rule set with a text, or the text of an empty one; returns its file.

    A board gets the name of its file, unless it keeps the one in its text.
    """
    file = part_file_name(name, kind)
    if (parts.folder / file).exists():
        raise OffleashError(f"{quote(Path(file).stem)} already exists: choose another name")
    if kind not in (RULE_SET, parts.board_kind):
        raise OffleashError(f"{parts.game.title} has no boards to draw")
    if sum(map(_may_be_part, parts.folder.iterdir())) >= MOST_PARTS:
        raise OffleashError(f"a project can have at most {MOST_PARTS} boards, rule sets and decks")
    is_named = bool(text) and keeps_name
    text = text or (_empty_rules(parts.game) if kind == RULE_SET else _first_board(parts))
    text = text if is_named else _with_name(parts, kind, text, Path(file).stem)
    note = f"added {Path(file).stem}"
    _write(parts, {file: text}, selection={kind: file}, note=note)
    return file


def import_part(parts: ProjectParts, kind: str, file_name: str, text: str) -> str:
    """Add a board or rule set under the name of its file, or with a number if that is taken.

    A board keeps the name in its text. Returns its file.
    """
    stem = Path(file_name.replace("\\", "/")).stem
    names = (stem, *(f"{stem} {number}" for number in range(2, MOST_PARTS + 2)))
    free = (name for name in names if not (parts.folder / part_file_name(name, kind)).exists())
    return add_part(parts, kind, next(free, stem), text, keeps_name=True)


def copy_part(parts: ProjectParts, file: str, name: str) -> str:
    """Copy a board or rule set under another name; returns the file of the copy."""
    return add_part(parts, parts.part(file).kind, name, read_inside(parts.folder, file))


def rename_part(parts: ProjectParts, file: str, name: str) -> str:
    """Rename a board or rule set and its file; returns the new file."""
    part, text = parts.part(file), read_inside(parts.folder, file)
    new = part_file_name(name, part.kind)
    if new != file and (parts.folder / new).exists():
        raise OffleashError(f"{quote(Path(new).stem)} already exists: choose another name")
    texts = {new: _with_name(parts, part.kind, text, Path(new).stem)}
    digests = {file: digest_of(text)}
    if part.is_used and new != file:
        texts[PROJECT] = with_settings(parts.head_text, {part.kind: new})
        digests[PROJECT] = digest_of(parts.head_text)
    remove = [file] if new != file else []
    selection = {part.kind: new}
    note = f"renamed {part.name} to {Path(new).stem}"
    _write(parts, texts, digests, selection=selection, remove=remove, note=note)
    return new


def delete_part(parts: ProjectParts, file: str) -> None:
    """Delete a board or rule set that is not in use; the history still has it."""
    part = parts.part(file)
    if part.is_used:
        raise OffleashError(f"{quote(part.name)} is in use: use another one first")
    digests = {file: digest_of(read_inside(parts.folder, file))}
    _write(parts, {}, digests, remove=[file], note=f"deleted {part.name}")


def use_part(parts: ProjectParts, file: str) -> None:
    """Make a board or rule set the one that `project.toml` names."""
    part = parts.part(file)
    text = with_settings(parts.head_text, {part.kind: file})
    _write_head(parts, text, f"uses {part.name}")


def retitle(parts: ProjectParts, title: str, notes: str) -> None:
    """Change the title and the notes of a project."""
    text = with_settings(parts.head_text, {"title": title, "notes": notes or None})
    _write_head(parts, text, "changed the title or the notes")


def resize_pieces(parts: ProjectParts, sizes: Mapping[str, str]) -> None:
    """Change the sizes of pieces; an empty text is the usual size."""
    usual = {name: f"{size:g}" for name, size in parts.game.studio.piece_sizes.items()}
    values = {name: sizes.get(name, "").strip() for name in usual}
    written = [f"{name} {text}" for name, text in values.items() if text not in ("", usual[name])]
    text = with_settings(parts.head_text, {"sizes": ", ".join(written) or None})
    _write_head(parts, text, "changed the sizes of pieces")


def rename_words(parts: ProjectParts, names: Mapping[str, str]) -> None:
    """Change own names of the game's words; an empty text is the usual word."""
    own = {word: " ".join(name.split()) for word, name in names.items() if name.strip()}
    commas = next((name for name in own.values() if "," in name or "=" in name), "")
    if commas:
        raise OffleashError(f"a name must not contain , or =, as {quote(commas)} does")
    text = with_settings(parts.head_text, {"names": format_names(own) or None})
    _write_head(parts, text, "changed names")


def _write_head(parts: ProjectParts, text: str, note: str) -> None:
    _write(parts, {PROJECT: text}, {PROJECT: digest_of(parts.head_text)}, note=note)


def _write(
    parts: ProjectParts,
    texts: Mapping[str, str],
    read: Mapping[str, str] | None = None,
    *,
    selection: Selection | None = None,
    remove: Collection[str] = (),
    note: str,
) -> None:
    signed = signed_note(note, parts.author)
    write_project(parts.folder, texts, read, selection=selection, remove=remove, note=signed)


def _empty_rules(game: Game) -> str:
    return f"# Options of {game.title} that differ from what the project builds on.\n"


def _first_board(parts: ProjectParts) -> str:
    """Return the board of the preset, for a new one to begin with."""
    option = parts.game.file_options[parts.board_kind]
    value = parts.game.options(parts.head.get("base"))[parts.board_kind][0]
    return option.shipped[option.format(value)].read_text("utf-8")


def _with_name(parts: ProjectParts, kind: str, text: str, name: str) -> str:
    """Return a board with another name in its file; a rule set has none in it."""
    bench = parts.game.studio.workbench
    if kind == RULE_SET or bench is None:
        return text
    return bench.write({**bench.read(text), "name": name})


# The history


def restore_version(folder: Path, number: int, file: str = "", author: str = "") -> list[str]:
    """Write the files of a version again, or one of them, as a new version.

    Files that the version does not have stay, so nothing is lost. Returns what was written.
    """
    version = version_of(folder, number)
    names = [file] if file else list(version.files)
    texts, digests = {}, {}
    images = {name: data_in(folder, version, name) for name in names if is_image(name)}
    for name in (name for name in names if name not in images):
        text, path = text_in(folder, version, name), path_inside(folder, name)
        if path.exists():
            digests[name] = digest_of(read_inside(folder, name))
        if digests.get(name) != digest_of(text):
            texts[name] = text
    note = signed_note(f"restored {file or 'everything'} from version {number}", author)
    if texts:  # first, since they may be refused
        write_project(folder, texts, digests, note=note)
    return [*texts, *(restore_images(folder, images, note) if images else [])]
