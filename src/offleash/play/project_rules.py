"""The rules of a project as its files say them, to be changed: sound or not, line by line."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from offleash.core.errors import BadFile, BadNotation, shown
from offleash.core.game import Game
from offleash.core.options import File, Numbers, Order, Switch, Whole
from offleash.core.toml import parse_toml
from offleash.core.toml_lines import with_settings
from offleash.games import registry
from offleash.play.project import (
    PROJECT,
    RULES,
    check_keys,
    digest_of,
    file_name,
    file_options,
    inside,
    is_shipped,
    keep_file,
    project_folder,
    read_head,
    read_inside,
)
from offleash.play.toml_files import line_of

MOST_FILES = 60  # of a folder that are looked at


@dataclass(frozen=True)
class Written:
    """What `project.toml` and the rules file say; options may be wrong, other things not."""

    folder: Path
    game: Game
    head: Mapping[str, Any]
    rules: str  # the name of the rules file, or what it is to be called
    texts: Mapping[str, str]  # of both; the rules file is missing where the project names none
    document: Mapping[str, Any]  # options as they are written, without files of `project.toml`

    @property
    def digests(self) -> dict[str, str]:
        """What was read, to be shown again when something is written."""
        return {name: digest_of(text) for name, text in self.texts.items()}

    @property
    def base(self) -> str:
        """The preset it builds on; empty where the game has none."""
        said = self.head.get("base") or self.document.get("base")
        names = list(self.game.presets)
        return str(said) if said in names else names[0] if names else ""

    @property
    def options(self) -> dict[str, Any]:
        """What is written for options, files by their names."""
        return {
            **{key: value for key, value in self.document.items() if key not in ("base", "game")},
            **{key: self.head[key] for key in file_options(self.game) if key in self.head},
        }

    def file_of(self, option: str) -> str:
        """The file of the project that an option names; empty where it names a shipped one."""
        name = str(self.options.get(option, ""))
        return "" if name in file_options(self.game)[option].shipped else name

    def stored(self, option: str, value: Any) -> Any:
        """What is written, as options take it: the text of a file is kept, and its digest told."""
        switch = file_options(self.game).get(option)
        if switch is None or is_shipped(switch, value):
            return value
        name = file_name(option, value)
        return keep_file(self.folder, self.game, option, name, read_inside(self.folder, name))

    def files_for(self, switch: File) -> list[str]:
        """The files of the folder that could be an option's, by their names."""
        endings = {path.suffix for path in switch.shipped.values()}
        found = sorted(each.name for each in self.folder.iterdir() if each.suffix in endings)
        return [name for name in found[:MOST_FILES] if self._fits(switch, name)]

    def _fits(self, switch: File, name: str) -> bool:
        try:
            switch.check(read_inside(self.folder, name))
        except (BadFile, BadNotation):
            return False
        return True


def read_written(folder: str | Path) -> Written:
    """What the files of a project say; raises one sentence where that can't be told."""
    place = project_folder(Path(folder))
    text = read_inside(place, PROJECT)
    head = read_head(place, text)
    game = registry.load(str(head["game"]))
    check_keys(place, text, game, head)
    if "rules" not in head:
        return Written(place, game, head, _free_name(place, RULES), {PROJECT: text}, {})
    rules = str(head["rules"])
    said = read_inside(place, rules)
    document = parse_toml(said, place / rules)
    known = {"base", "game", *(switch.name for switch in game.switches)}
    for key in document:
        if key not in known:
            problem = f"there is no option {shown(key)}"
            raise BadFile(place / rules, line_of(said, key), problem)
    return Written(place, game, head, rules, {PROJECT: text, rules: said}, document)


def _free_name(folder: Path, name: str) -> str:
    """A name that no file has."""
    stem, _, ending = name.rpartition(".")
    numbered = (f"{stem}-{number}.{ending}" for number in range(2, 1000))
    names = (each for each in (name, *numbered) if not inside(folder, each).exists())
    return next(names)


# Changing


def changed_texts(written: Written, base: str, changes: Mapping[str, str | None]) -> dict[str, str]:
    """Both files with another base and some other options; None is what the base has."""
    head: dict[str, Any] = {}
    rules: dict[str, Any] = {}
    said = written.head.get("base") or written.document.get("base")
    if base != written.base or said not in (None, base):  # or there is no such preset
        rules.update({"base": base} if "base" in written.document else {})
        head.update({"base": base} if "base" in written.head or not rules else {})
    files = file_options(written.game)
    for switch in written.game.switches:
        if switch.name in changes:
            text = changes[switch.name]
            value = None if text is None else as_toml(switch, text)
            names_file = switch.name in files and text is not None
            is_own = names_file and text not in files[switch.name].shipped
            if switch.name in written.head or is_own:
                head[switch.name] = value if is_own else None
            if switch.name in written.document or not is_own:
                rules[switch.name] = None if is_own else value
    return _with_changes(written, head, rules)


def _with_changes(written: Written, head: dict[str, Any], rules: dict[str, Any]) -> dict[str, str]:
    """A rules file is made, and named, when the first option needs it."""
    texts = dict(written.texts)
    if written.rules not in texts and any(value is not None for value in rules.values()):
        texts[written.rules] = f"# Options of {written.game.title} that differ from the base.\n"
        head["rules"] = written.rules
    for name, changes in ((PROJECT, head), (written.rules, rules)):
        if name in texts and changes:
            try:
                texts[name] = with_settings(texts[name], changes)
            except BadNotation as error:
                raise BadFile(written.folder / name, None, str(error)) from None
    return texts


def as_toml(switch: Switch, text: str) -> Any:
    """A value that a person wrote, as a rules file has it."""
    if isinstance(switch, File):
        return text
    stored = switch.parse(text)
    if isinstance(switch, Numbers):
        same = len(set(stored)) == 1
        by_label = dict(zip(switch.labels, map(int, stored), strict=True))
        return int(stored[0]) if same else by_label
    said = switch.format(stored)
    if isinstance(switch, Order):
        return said.split(",") if "," in said else said
    if isinstance(switch, Whole):
        return said if said == "none" else int(said)
    return said == "true" if switch.words == ("false", "true") else said


def with_file(written: Written, option: str) -> tuple[str, dict[str, str]]:
    """The file that an option's text is written to, and both files naming it."""
    if name := written.file_of(option):
        return name, dict(written.texts)
    switch = file_options(written.game)[option]
    ending = next(iter(switch.shipped.values())).suffix
    name = _free_name(written.folder, f"{option}{ending}")
    return name, changed_texts(written, written.base, {option: name})
