"""The options of a project as a form: what is written, what was just filled in, what is wrong."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from offleash.core.errors import OffleashError
from offleash.core.game import Records
from offleash.core.options import File, Numbers, Switch, Whole, make_options
from offleash.play.project_rules import ProjectRules, changed_texts
from offleash.play.toml_files import first_bad_option
from offleash.studio.boards import sentence
from offleash.web.option_form import Field, Part, Sent, checked, field_of, shown_word, written

WHOLE = "options"  # where a sentence stands that is about no single option


@dataclass
class RuleForm:
    """Options under a preset, as far as they are filled in; sentences by the option."""

    file: ProjectRules
    preset: str
    sent: Sent = field(default_factory=dict)  # what was filled in, by the names of parts
    back: Sequence[str] = ()  # options that are to be as in the preset
    wrong: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.game = self.file.game
        self._base = self.game.presets.get(self.preset, {})
        self._options = self._made({})
        self.plain = self._options.copy()  # the preset alone
        self._values = self._checked_values()
        self._options = self._made(self._values)
        self._check_together()

    def _made(self, values: Mapping[str, Any]) -> Records:
        """Not settled: values that contradict each other are shown as well."""
        return make_options(self.game.switches, self.game.options_record, self._base, values)

    def _checked_values(self) -> dict[str, Any]:
        """Each value that can be; the sentence about each other one stands at its option."""
        found: dict[str, Any] = {}
        for switch in self.game.switches:
            if switch.name in self.now:
                try:
                    value = self.file.to_option_value(switch.name, self._filled(switch))
                    switch.parse_onto(value, self.plain[switch.name][0])
                    found[switch.name] = value
                except OffleashError as error:
                    self.note(switch.name, error)
        return found

    def _filled(self, switch: Switch) -> Any:
        if (text := self.filled.get(switch.name)) is None:
            return self.file.options[switch.name]
        known = self.files.get(switch.name, [])
        return text if text in known else checked(switch, text)

    @cached_property
    def filled(self) -> dict[str, str]:
        """What was filled in, by the option."""
        texts = {each.name: written(each, self.sent) for each in self.game.switches}
        return {name: text for name, text in texts.items() if text is not None}

    @cached_property
    def now(self) -> set[str]:
        """The options that are written down, or filled in."""
        return {*self.file.options, *self.filled} - set(self.back)

    @cached_property
    def files(self) -> dict[str, list[str]]:
        """The files of the project that an option may name."""
        switches = [each for each in self.game.switches if isinstance(each, File)]
        return {each.name: self.file.files_for(each) for each in switches}

    def _check_together(self) -> None:
        if self.wrong:
            return
        try:
            made = self.game.options(self.preset or None, self._values)
        except OffleashError as error:
            last = {name: self._values[name] for name in self.filled if name in self._values}
            others = {name: self._values[name] for name in self._values if name not in last}
            told = first_bad_option(self.game, self.preset or None, {**others, **last}, str(error))
            self.note(told if told in self.now else WHOLE, error)
        else:
            self._options = made

    def note(self, where: str, error: OffleashError) -> None:
        """A sentence at an option."""
        said = str(error).replace(f"{self.file.folder}/", "")
        self.wrong.setdefault(where, sentence(OffleashError(said)))

    # What is shown

    @property
    def sections(self) -> dict[str, list[Field]]:
        """Every option under its heading."""
        found: dict[str, list[Field]] = {}
        for switch in self.game.switches:
            found.setdefault(switch.section, []).append(self.field(switch))
        return found

    def field(self, switch: Switch) -> Field:
        """An option with its value, or what was filled in."""
        sent = {} if switch.name in self.back else self.sent
        made = field_of(
            switch, self._options[switch.name][0], sent, self.wrong.get(switch.name, "")
        )
        return replace(made, parts=(self._file_part(switch),)) if isinstance(switch, File) else made

    def _file_part(self, switch: File) -> Part:
        """A choice of shipped files and of the project's own."""
        own = self.file.file_of(switch.name)
        names = self.files[switch.name]
        names = names if own in names or not own else [*names, own]
        choices = [(name, f"{name}, of the project") for name in names]
        choices += [(name, shown_word(name)) for name in switch.shipped]
        value = self.filled.get(switch.name) or self.file.options.get(switch.name)
        if switch.name in self.back or value is None:
            value = switch.format(self.plain[switch.name][0])
        return Part(f"o.{switch.name}", "", str(value), tuple(choices))

    def usual(self, switch: Switch) -> str:
        """The preset's value in words."""
        text = switch.format(self.plain[switch.name][0])
        if isinstance(switch, Numbers) and "," in text:
            each = zip(switch.labels, text.split(","), strict=True)
            return ", ".join(f"{label} {number}" for label, number in each)
        return shown_word(text).replace(",", ", ")

    def worth_trying(self, switch: Switch) -> str:
        """What a lab would try, where the choices do not say it."""
        text = switch.sweep_text if switch.swept or isinstance(switch, Whole) else ""
        return text.replace(" ", " · ") if "," in text else text

    def differs(self, switch: Switch) -> bool:
        return bool((self._options[switch.name][0] != self.plain[switch.name][0]).any())

    def idle(self, switch: Switch) -> str:
        """A sentence where a changed option does nothing in this company."""
        if self.wrong or self.game.notes is None or not self.differs(switch):
            return ""
        notes = self.game.notes(self._options, [switch.name])
        return " ".join(sentence(OffleashError(note)) for note in notes)

    @property
    def told(self) -> dict[str, Any]:
        """All of it for a page that has the form already."""
        switches = self.game.switches
        fields = {
            each.name: {
                "parts": {part.name: part.value for part in self.field(each).parts},
                "usual": self.usual(each),
                "differs": self.differs(each),
                "wrong": self.wrong.get(each.name, ""),
                "idle": self.idle(each),
            }
            for each in switches
        }
        return {"fields": fields, "problem": self.wrong.get(WHOLE, "")}

    # What is written

    @property
    def texts(self) -> dict[str, str]:
        """Both files, in which only the lines of what was changed are others."""
        return changed_texts(self.file, self.preset, self._changes())

    def _changes(self) -> dict[str, str | None]:
        """What was filled in and is not what is written; None is what the preset has."""
        changes: dict[str, str | None] = {}
        for switch in self.game.switches:
            name = switch.name
            is_written = name in self.file.options
            if name in self.back:
                changes.update({name: None} if is_written else {})
            elif name in self.filled and not self._is_same(switch):
                changes[name] = self.filled[name] if self._is_worth(switch) else None
        return changes

    def _is_same(self, switch: Switch) -> bool:
        """Whether it says what is written, in other words."""
        if switch.name not in self.file.options:
            return not self._is_worth(switch)
        if isinstance(switch, File):
            return bool(self.filled[switch.name] == self.file.options[switch.name])
        usual = self.plain[switch.name][0]
        try:
            before = switch.parse_onto(self.file.options[switch.name], usual)
        except OffleashError:
            return False
        return switch.format(before) == switch.format(switch.parse(self.filled[switch.name]))

    def _is_worth(self, switch: Switch) -> bool:
        """What the preset has anyway needs no line; a file of one's own does."""
        is_own = self.filled[switch.name] in self.files.get(switch.name, [])
        return is_own or self.differs(switch)
