"""The options of a project as a form: saved values, values just filled in, and errors."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from offleash.contract import Records
from offleash.contract.options import FileOption, NumberOption, Option, make_options
from offleash.play.rules_files import first_bad_option
from offleash.projects.rule_edits import ProjectRules, changed_texts
from offleash.tools.errors import OffleashError
from offleash.tools.prose import to_sentence
from offleash.web.option_form import (
    Field,
    FormInput,
    FormValues,
    check_option,
    display_value,
    display_word,
    field_of,
    read_option,
)

WHOLE_FORM = "options"  # the key of errors that concern no single option


@dataclass
class RuleForm:
    """Options under a preset as far as they are filled in, with errors by option."""

    file: ProjectRules
    preset: str
    sent: FormValues = field(default_factory=dict)  # what was filled in, by field name
    reset: Sequence[str] = ()  # options to reset to the preset's values
    errors: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.game = self.file.game
        self._base = self.game.rules.presets.get(self.preset, {})
        self._options = self._make_options({})
        self.preset_options = self._options.copy()
        self._values = self._check_values()
        self._options = self._make_options(self._values)
        self._check_together()

    def _make_options(self, values: Mapping[str, Any]) -> Records:
        """Make options without checking them together: contradictory values are shown too."""
        return make_options(
            self.game.rules.options, self.game.rules.options_record, self._base, values
        )

    def _check_values(self) -> dict[str, Any]:
        """Return the valid values; an invalid one becomes an error of its option."""
        values: dict[str, Any] = {}
        for option in self.game.rules.options:
            if option.name in self.overrides:
                try:
                    value = self.file.to_option_value(option.name, self._entered_value(option))
                    option.parse_onto(value, self.preset_options[option.name][0])
                    values[option.name] = value
                except OffleashError as error:
                    self.add_error(option.name, error)
        return values

    def _entered_value(self, option: Option) -> Any:
        if (text := self.entries.get(option.name)) is None:
            return self.file.options[option.name]
        known = self.files.get(option.name, [])
        return text if text in known else check_option(option, text)

    @cached_property
    def entries(self) -> dict[str, str]:
        """Return what was filled in, by option."""
        texts = {option.name: read_option(option, self.sent) for option in self.game.rules.options}
        return {name: text for name, text in texts.items() if text is not None}

    @cached_property
    def overrides(self) -> set[str]:
        """Return the options that are in the file or filled in."""
        return {*self.file.options, *self.entries} - set(self.reset)

    @cached_property
    def files(self) -> dict[str, list[str]]:
        """Return the project's files that each option can name."""
        options = self.game.file_options
        return {name: self.file.files_for(option) for name, option in options.items()}

    def _check_together(self) -> None:
        if self.errors:
            return
        try:
            options = self.game.options(self.preset or None, self._values)
        except OffleashError as error:
            last = {name: self._values[name] for name in self.entries if name in self._values}
            others = {name: self._values[name] for name in self._values if name not in last}
            name = first_bad_option(self.game, self.preset or None, {**others, **last}, str(error))
            self.add_error(name if name in self.overrides else WHOLE_FORM, error)
        else:
            self._options = options

    def add_error(self, option: str, error: OffleashError) -> None:
        """Record an option's error; the first one counts."""
        message = str(error).replace(f"{self.file.folder}/", "")
        self.errors.setdefault(option, to_sentence(message))

    # For the page

    @property
    def sections(self) -> dict[str, list[Field]]:
        """Return every option's field under its heading."""
        sections: dict[str, list[Field]] = {}
        for option in self.game.rules.options:
            sections.setdefault(option.section, []).append(self.field(option))
        return sections

    def field(self, option: Option) -> Field:
        """Return an option with its value, or what was filled in."""
        sent = {} if option.name in self.reset else self.sent
        value, error = self._options[option.name][0], self.errors.get(option.name, "")
        plain = field_of(option, value, sent, error)
        if isinstance(option, FileOption):
            return replace(plain, parts=(self._file_part(option),))
        return plain

    def _file_part(self, option: FileOption) -> FormInput:
        """Return a choice of shipped files and the project's own."""
        own = self.file.file_of(option.name)
        names = self.files[option.name]
        names = names if own in names or not own else [*names, own]
        choices = [(name, f"{name}, in this project") for name in names]
        choices += [(name, display_word(name)) for name in option.shipped]
        value = self.entries.get(option.name) or self.file.options.get(option.name)
        if option.name in self.reset or value is None:
            value = option.format(self.preset_options[option.name][0])
        return FormInput(f"o.{option.name}", "", str(value), tuple(choices))

    def preset_text(self, option: Option) -> str:
        """Return the preset's value in words."""
        return display_value(option, option.format(self.preset_options[option.name][0]))

    def worth_trying(self, option: Option) -> str:
        """Return the values that a sweep would try, unless the choices show them."""
        text = option.sweep_text if option.swept or isinstance(option, NumberOption) else ""
        return text.replace(" ", " · ") if "," in text else text

    def differs(self, option: Option) -> bool:
        return bool((self._options[option.name][0] != self.preset_options[option.name][0]).any())

    def idle(self, option: Option) -> str:
        """Return a note if a changed option has no effect with the others; otherwise empty."""
        if self.errors or self.game.notation.notes is None or not self.differs(option):
            return ""
        notes = self.game.notation.notes(self._options, [option.name])
        return " ".join(to_sentence(note) for note in notes)

    def to_json(self) -> dict[str, Any]:
        """Return every field for a page that already has the form."""
        wording = self.file.wording
        shown = wording.text if wording else str
        fields = {
            option.name: {
                "parts": {part.name: part.value for part in self.field(option).parts},
                "usual": shown(self.preset_text(option)),
                "differs": self.differs(option),
                "wrong": self.errors.get(option.name, ""),
                "idle": shown(self.idle(option)),
            }
            for option in self.game.rules.options
        }
        return {"fields": fields, "problem": self.errors.get(WHOLE_FORM, "")}

    # For the files

    @property
    def texts(self) -> dict[str, str]:
        """Return both files, with only the lines of changed options altered."""
        return changed_texts(self.file, self.preset, self._changes())

    def _changes(self) -> dict[str, str | None]:
        """Return the options whose values changed; None resets one to the preset."""
        changes: dict[str, str | None] = {}
        for option in self.game.rules.options:
            name = option.name
            if name in self.reset:
                changes.update({name: None} if name in self.file.options else {})
            elif name in self.entries and not self._is_same(option):
                changes[name] = self.entries[name] if self._needs_line(option) else None
        return changes

    def _is_same(self, option: Option) -> bool:
        """Return whether the entry means what the file already has."""
        if option.name not in self.file.options:
            return not self._needs_line(option)
        if isinstance(option, FileOption):
            return bool(self.entries[option.name] == self.file.options[option.name])
        default = self.preset_options[option.name][0]
        try:
            before = option.parse_onto(self.file.options[option.name], default)
        except OffleashError:
            return False
        return option.format(before) == option.format(option.parse(self.entries[option.name]))

    def _needs_line(self, option: Option) -> bool:
        """Return whether the value differs from the preset or is a file of the project."""
        is_own = self.entries[option.name] in self.files.get(option.name, [])
        return is_own or self.differs(option)
