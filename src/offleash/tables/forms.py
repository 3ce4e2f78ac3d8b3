"""What people fill in for a new table, read and checked: options, seats, a name."""

import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from offleash.bots.seats import default_bot
from offleash.core.errors import OffleashError
from offleash.core.game import Game, Records
from offleash.play.project import Project
from offleash.tables.entries import OPEN
from offleash.tables.strengths import names_of, title_of
from offleash.web.option_form import Field, Sent, checked, field_of, written

ME = "me"
LONGEST_NAME = 24


class BadName(OffleashError):
    """Nobody can be called that."""


def clean_name(text: str) -> str:
    """A name to show to others: short, in one line, and all of it can be seen."""
    name = " ".join(unicodedata.normalize("NFC", text).split())
    if not name:
        raise BadName("Please write a name, so that the others know who you are.")
    if len(name) > LONGEST_NAME:
        raise BadName(f"A name has at most {LONGEST_NAME} characters.")
    if not name.isprintable():  # control characters, and those that turn the direction of text
        raise BadName("A name is made of letters and signs that can be seen.")
    return name


# Seats


@dataclass(frozen=True)
class Seat:
    """A seat as the form shows it."""

    name: str
    word: str
    value: str
    is_extra: bool = False  # it would be there with other options


@dataclass
class Form:
    """A new table as far as it is filled in, and what is wrong with it, by the field."""

    game: Game
    sent: Sent
    name: str  # usual name of who fills it in
    project: Project | None = None
    wrong: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.is_sent = "sent" in self.sent
        self.preset = self._preset()
        self.options = self._options()
        self.count = self.game.seat_count(self.options)
        self.seats = [self._seat(seat) for seat in range(self.game.max_seats)]
        self.name = self.sent.get("name", self.name)
        self.hints = "hints" in self.sent or not self.is_sent
        if self.is_sent:
            self._check_seats()

    def _preset(self) -> str:
        if self.project is not None:
            return self.game.base(self.project.options)
        names = list(self.game.presets)
        wanted = self.sent.get("preset", "")
        if wanted and wanted not in names:
            self._note("options", f"there is no preset {wanted!r}")
        return wanted if wanted in names else (names[0] if names else "")

    def _options(self) -> Records:
        """As far as they can be made; each value that can't is told at its field."""
        chosen: dict[str, str] = {}
        given = self.project.changes if self.project else {}
        for switch in self.game.switches:
            text = written(switch, self.sent)
            if text is not None:
                try:
                    chosen[switch.name] = checked(switch, text, str(given.get(switch.name, "")))
                except OffleashError as error:
                    self._note(switch.name, str(error))
        try:
            return self.game.options(self.preset or None, given, chosen)
        except OffleashError as error:  # values that do not go together
            self._note("options", str(error))
            return self.game.options(self.preset or None, given)

    def _note(self, where: str, sentence: str) -> None:
        self.wrong.setdefault(where, sentence[:1].upper() + sentence[1:].rstrip(".") + ".")

    @property
    def sections(self) -> dict[str, list[Field]]:
        """Every option under its heading."""
        found: dict[str, list[Field]] = {}
        for switch in self.game.switches:
            wrong = self.wrong.get(switch.name, "")
            made = field_of(switch, self.options[switch.name][0], self.sent, wrong)
            found.setdefault(switch.section, []).append(made)
        return found

    @property
    def changed(self) -> Mapping[str, str]:
        return self.game.changed(self.options)

    @property
    def notes(self) -> list[str]:
        """What was changed and does nothing."""
        return self.game.notes_on(self.options)

    @property
    def has_own_options(self) -> bool:
        """Whether there is something to see among the options."""
        elsewhere = {"name", "seats", *(seat.name for seat in self.seats)}
        return bool(self.changed or self.wrong.keys() - elsewhere)

    @property
    def titles(self) -> Mapping[str, str]:
        return {name: title_of(name) for name in self.company}

    @property
    def company(self) -> Mapping[str, str]:
        """The bots that may be asked, with a few words each."""
        return names_of(self.game)

    def _seat(self, seat: int) -> Seat:
        is_extra = seat >= self.count
        word = self.game.seat_names[seat] if is_extra else self.game.name_of(self.options, seat)
        usual = ME if seat == 0 else "greedy"
        if seat and not is_extra:
            usual = default_bot(self.game, self.options, seat)
        return Seat(f"seat{seat}", word, self.sent.get(f"seat{seat}", usual), is_extra)

    def _check_seats(self) -> None:
        for seat in self.seats[: self.count]:
            if seat.value not in (ME, OPEN, *self.company):
                self._note(seat.name, f"nobody called {seat.value[:40]!r} can sit here")
        if [seat.value for seat in self.seats[: self.count]].count(ME) > 1:
            self._note("seats", "you can have one seat only: leave another open, or ask a bot")

    @property
    def mine(self) -> int | None:
        """The seat of who fills it in, if they want one."""
        values = [seat.value for seat in self.seats[: self.count]]
        return values.index(ME) if ME in values else None

    @property
    def seated(self) -> Sequence[str]:
        """For each seat OPEN or a bot, as a table's facts have it."""
        values = [seat.value for seat in self.seats[: self.count]]
        return [OPEN if value == ME else value for value in values]

    def check_name(self) -> str:
        """The name, where one is needed; what is wrong with it is told at its field."""
        if self.mine is None:
            return ""
        try:
            return clean_name(self.name)
        except BadName as error:
            self._note("name", str(error))
            return ""
