"""The rules of a project as its files state them, valid or not, and edits to these files."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from offleash.contract import Game
from offleash.contract.options import FileOption
from offleash.contract.text.wording import Wording
from offleash.games import registry
from offleash.play.rules_files import line_of
from offleash.projects.project import (
    PROJECT,
    RULES,
    check_keys,
    digest_of,
    file_name,
    is_shipped,
    parse_head,
    parse_own_names,
    path_inside,
    project_folder,
    read_inside,
    store_file,
)
from offleash.tools.errors import BadFile, BadNotation, quote
from offleash.tools.toml import parse_toml
from offleash.tools.toml_lines import with_settings

MAX_FILES = 60  # of a folder that are examined


@dataclass(frozen=True)
class ProjectRules:
    """The contents of `project.toml` and the rules file; only options may be invalid."""

    folder: Path
    game: Game
    head: Mapping[str, Any]
    rules: str  # the name of the rules file, whether or not it exists
    texts: Mapping[str, str]  # of both files; no rules file if the project names none
    document: Mapping[str, Any]  # the rules file, without the files of `project.toml`
    is_other: bool = False  # another rule set than the one that `project.toml` names

    @property
    def digests(self) -> dict[str, str]:
        """Digests of the files as read, for `write_project` to detect conflicts."""
        return {name: digest_of(text) for name, text in self.texts.items()}

    @property
    def base(self) -> str:
        """The preset it is based on, its own or the project's; empty if the game has none."""
        base = self.document.get("base") or self.head.get("base")
        names = list(self.game.rules.presets)
        return str(base) if base in names else names[0] if names else ""

    @property
    def options(self) -> dict[str, Any]:
        """The options as written, files by their names."""
        return {
            **{key: value for key, value in self.document.items() if key not in ("base", "game")},
            **{key: self.head[key] for key in self.game.file_options if key in self.head},
        }

    @property
    def wording(self) -> Wording | None:
        """The project's own names, if it has any and they are valid."""
        own_names = self.game.studio.own_names
        try:
            names = parse_own_names(self.game, str(self.head.get("names", "")))
        except BadNotation:
            return None
        return own_names.wording(names) if own_names else None

    def file_of(self, option: str) -> str:
        """Return the project's file that an option names; empty if it names a shipped one."""
        name = str(self.options.get(option, ""))
        return "" if name in self.game.file_options[option].shipped else name

    def to_option_value(self, name: str, value: Any) -> Any:
        """Return a written value as `Game.options` takes it: for a file, the digest of its text."""
        option = self.game.file_options.get(name)
        if option is None or is_shipped(option, value):
            return value
        file = file_name(name, value)
        return store_file(self.folder, self.game, name, file, read_inside(self.folder, file))

    def files_for(self, option: FileOption) -> list[str]:
        """Return the names of the files in the folder that an option accepts."""
        endings = {path.suffix for path in option.shipped.values()}
        names = sorted(file.name for file in self.folder.iterdir() if file.suffix in endings)
        return [name for name in names[:MAX_FILES] if self._fits(option, name)]

    def _fits(self, option: FileOption, name: str) -> bool:
        try:
            option.check(read_inside(self.folder, name))
        except (BadFile, BadNotation):
            return False
        return True


def read_project_rules(folder: str | Path, rule_set: str = "") -> ProjectRules:
    """Return the rules of a project, or those of another of its rule sets.

    Raises OffleashError if its files can't be parsed.
    """
    place = project_folder(Path(folder))
    text = read_inside(place, PROJECT)
    head = parse_head(place, text)
    is_other = bool(rule_set) and head.get("rules") != rule_set
    if rule_set:
        head["rules"] = rule_set
    game = registry.load(str(head["game"]))
    check_keys(place, text, game, head)
    if "rules" not in head:
        return ProjectRules(place, game, head, _free_name(place, RULES), {PROJECT: text}, {})
    rules = str(head["rules"])
    rules_text = read_inside(place, rules)
    document = parse_toml(rules_text, place / rules)
    known = {"base", "game", *(option.name for option in game.rules.options)}
    for key in document:
        if key not in known:
            problem = f"there is no option {quote(key)}"
            raise BadFile(place / rules, line_of(rules_text, key), problem)
    texts = {PROJECT: text, rules: rules_text}
    return ProjectRules(place, game, head, rules, texts, document, is_other)


def _free_name(folder: Path, name: str) -> str:
    """Return a file name that is not in use."""
    stem, _, ending = name.rpartition(".")
    numbered = (f"{stem}-{number}.{ending}" for number in range(2, 1000))
    candidates = (name, *numbered)
    return next(name for name in candidates if not path_inside(folder, name).exists())


# Editing


def changed_texts(
    current: ProjectRules, base: str, changes: Mapping[str, str | None]
) -> dict[str, str]:
    """Return both files with another base and changed options; None resets one to the base."""
    head: dict[str, Any] = {}
    rules: dict[str, Any] = {}
    old_base = current.document.get("base") or current.head.get("base")
    if base != current.base or old_base not in (None, base):  # the old one may not exist
        # Another rule set gets a preset of its own, so that the one in use stays as it is.
        target = rules if "base" in current.document or current.is_other else head
        target["base"] = base
    files = current.game.file_options
    for option in current.game.rules.options:
        if option.name in changes:
            text = changes[option.name]
            value = None if text is None else option.to_toml(text)
            names_file = option.name in files and text is not None
            is_project_file = names_file and text not in files[option.name].shipped
            if option.name in current.head or is_project_file:
                head[option.name] = value if is_project_file else None
            if option.name in current.document or not is_project_file:
                rules[option.name] = None if is_project_file else value
    return _with_changes(current, head, rules)


def _with_changes(
    current: ProjectRules, head: dict[str, Any], rules: dict[str, Any]
) -> dict[str, str]:
    """Add a rules file when the first option needs one."""
    texts = dict(current.texts)
    if current.rules not in texts and any(value is not None for value in rules.values()):
        texts[current.rules] = f"# Options of {current.game.title} that differ from the base.\n"
        head["rules"] = current.rules
    for name, changes in ((PROJECT, head), (current.rules, rules)):
        if name in texts and changes:
            try:
                texts[name] = with_settings(texts[name], changes)
            except BadNotation as error:
                raise BadFile(current.folder / name, None, str(error)) from None
    return texts


def with_file(current: ProjectRules, option: str) -> tuple[str, dict[str, str]]:
    """Return the name of an option's file, and both files with that name in them."""
    if name := current.file_of(option):
        return name, dict(current.texts)
    file_option = current.game.file_options[option]
    ending = next(iter(file_option.shipped.values())).suffix
    name = _free_name(current.folder, f"{option}{ending}")
    return name, changed_texts(current, current.base, {option: name})
