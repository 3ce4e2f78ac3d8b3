"""The form for a new table: its bots, options, seats and a name, parsed and checked."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from offleash.bots.bot_names import OFFERED_PLAYOUTS
from offleash.bots.kinds import GREEDY, SEARCH, display_name, level_names, weight_set_kind
from offleash.bots.lineup import persona_of_seat
from offleash.contract import Game, Records
from offleash.contract.bots.weights import TUNED
from offleash.contract.options import Option
from offleash.projects.project import Project
from offleash.tables.live.clocks import MINUTES
from offleash.tables.live.player_names import InvalidName, check_not_a_seat, clean_name
from offleash.tables.log.entries import OPEN
from offleash.tools.errors import OffleashError
from offleash.tools.prose import to_sentence
from offleash.web.option_form import Field, FormValues, check_option, field_of, read_option

ME = "me"
SEAT_OPTIONS = ("players", "seats")  # what games call the option that says how many play
COMMITTED, LIVE = "committed", "live"  # kinds of luck
USUAL_LEVEL = "medium"
SEARCHES = dict(zip(OFFERED_PLAYOUTS, ("thinks a little", "thinks", "thinks hard"), strict=True))


# Seats


def names_of(game: Game) -> dict[str, str]:
    """Return the shipped bots that answer quickly, with descriptions; pages offer no others."""
    return level_names(game) | other_bots(game)


def other_bots(game: Game) -> dict[str, str]:
    """Return pages' bots that are no level: some play in one way only, or show how bots work."""
    names = {"random": "plays at random", GREEDY.name: "plays what looks best"}
    for name, persona in game.bots.personas.items():
        names[f"persona:{name}"] = persona.text
    if TUNED in game.bots.weight_sets:
        for name in weight_set_kind(TUNED).names(game):
            like = f"persona:{name.partition(':')[2]}"
            names[name] = f"{names.get(like, names[GREEDY.name])}, trained"
    if SEARCH.can_play(game):
        quick = {n: text for n, text in SEARCHES.items() if n <= game.bots.horizon.page_playouts}
        names |= {f"{SEARCH.name}:{n}": text for n, text in quick.items()}
    return names


def usual_bot(game: Game, options: Records, seat: int) -> str:
    """Return a bot of medium strength for a seat, in the style of the seat if the game has one."""
    persona = persona_of_seat(game, options, seat) if seat < game.seat_count(options) else ""
    if USUAL_LEVEL in game.bots.levels:
        return f"{USUAL_LEVEL}:{persona}" if persona else USUAL_LEVEL
    return f"persona:{persona}" if persona else GREEDY.name


def stand_ins(game: Game, options: Records, seat: int) -> dict[str, str]:
    """Return the bots that may play for a player who is away, of medium strength or more."""
    usual, levels = usual_bot(game, options, seat), list(game.bots.levels)
    if USUAL_LEVEL not in levels:
        return {usual: names_of(game)[usual]}
    _, _, persona = usual.partition(":")
    names = level_names(game, persona)
    weak = len(levels[: levels.index(USUAL_LEVEL)])
    return dict(list(names.items())[weak:])


@dataclass(frozen=True)
class SeatField:
    """A seat in the form."""

    name: str
    word: str
    value: str
    levels: Mapping[str, str]  # those that suit the seat, with descriptions
    is_extra: bool = False  # it exists only under other options


@dataclass
class Form:
    """A new table as filled in so far, and its errors by field."""

    game: Game
    values: FormValues
    name: str  # the creator's name
    project: Project | None = None
    wrong: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.is_sent = "sent" in self.values
        self.preset = self._preset()
        self.options = self._options()
        self.count = self.game.seat_count(self.options)
        self.seats = [self._seat(seat) for seat in range(self.game.max_seats)]
        self.name = self.values.get("name", self.name)
        self.hints = "hints" in self.values or not self.is_sent
        self.chat = "chat" in self.values or not self.is_sent
        has_open_seat = OPEN in [seat.value for seat in self.seats[: self.count]]
        self.is_public = "public" in self.values and has_open_seat
        self.clock_minutes = self._clock_minutes()
        self.is_luck_live = self._is_luck_live()
        self.is_playtest = self.project is not None and "playtest" in self.values
        if self.is_sent:
            self._check_seats()

    def _preset(self) -> str:
        if self.project is not None:
            return self.game.base(self.project.options)
        names = list(self.game.rules.presets)
        requested = self.values.get("preset", "")
        if requested and requested not in names:
            self._add_error("options", f"the preset {requested!r} does not exist")
        return requested if requested in names else (names[0] if names else "")

    def _clock_minutes(self) -> int:
        text = self.values.get("clock", "")
        if text and text not in map(str, MINUTES):
            self._add_error("clock", "choose one of the times in the list")
            return 0
        return int(text or 0)

    def _is_luck_live(self) -> bool:
        text = self.values.get("luck", COMMITTED)
        if text not in (COMMITTED, LIVE):
            self._add_error("luck", "choose one of the two kinds of luck")
        return text == LIVE

    @property
    def clock_choices(self) -> Sequence[int]:
        return MINUTES

    @property
    def option_inputs(self) -> FormValues:
        """What was filled in for options; after a change of the preset, only how many play."""
        if self.values.get("of", self.preset) == self.preset:
            return self.values
        seats = [f"o.{name}" for name in SEAT_OPTIONS]
        kept_names = [name for name in self.values if name in seats or not name.startswith("o.")]
        return {name: self.values[name] for name in kept_names}

    def _options(self) -> Records:
        """Return the options as far as they are valid; the others get an error."""
        option_values: dict[str, str] = {}
        project_values = self.project.changes if self.project else {}
        for option in self.game.rules.options:
            text = read_option(option, self.option_inputs)
            if text is not None:
                try:
                    option_values[option.name] = check_option(
                        option, text, str(project_values.get(option.name, ""))
                    )
                except OffleashError as error:
                    self._add_error(option.name, str(error))
        try:
            return self.game.options(self.preset or None, project_values, option_values)
        except OffleashError as error:  # values that contradict each other
            self._add_error("options", str(error))
            return self.game.options(self.preset or None, project_values)

    def _add_error(self, field_name: str, message: str) -> None:
        self.wrong.setdefault(field_name, to_sentence(message))

    @property
    def seats_field(self) -> Field | None:
        """How many play, if that can be chosen."""
        options = [o for o in self.game.rules.options if o.name in SEAT_OPTIONS]
        return self._field(options[0]) if options else None

    @property
    def sections(self) -> dict[str, list[Field]]:
        """All other options by heading."""
        sections: dict[str, list[Field]] = {}
        for option in self.game.rules.options:
            if option.name not in SEAT_OPTIONS:
                sections.setdefault(option.section, []).append(self._field(option))
        return sections

    def _field(self, option: Option) -> Field:
        wrong = self.wrong.get(option.name, "")
        return field_of(option, self.options[option.name][0], self.option_inputs, wrong)

    @property
    def preset_texts(self) -> Mapping[str, str]:
        return self.game.notation.preset_texts

    @property
    def selection(self) -> Mapping[str, str]:
        """The project's board and rule set, if they are not those that it uses."""
        return self.project.selection if self.project else {}

    @property
    def changed(self) -> Mapping[str, str]:
        return self.game.changes(self.options)

    @property
    def notes(self) -> list[str]:
        """Notes on changed options that have no effect."""
        return self.game.notes_on(self.options)

    @property
    def has_changes(self) -> bool:
        """Whether an option was changed or has an error."""
        elsewhere = {"name", *SEAT_OPTIONS, *(seat.name for seat in self.seats)}
        return bool((self.changed.keys() | self.wrong.keys()) - elsewhere)

    @property
    def titles(self) -> Mapping[str, str]:
        own = self.game.in_own_names
        return {name: own(display_name(name), self.options) for name in self.bots}

    @property
    def bots(self) -> Mapping[str, str]:
        """All bots to choose from, each with a description."""
        return names_of(self.game)

    @property
    def bot_texts(self) -> Mapping[str, str]:
        """What each bot does; a level plays alike in every style, so it is there once."""
        return level_names(self.game, "") | other_bots(self.game)

    @property
    def other_bots(self) -> Mapping[str, str]:
        """The bots that are no level."""
        return other_bots(self.game)

    def _seat(self, seat: int) -> SeatField:
        is_extra = seat >= self.count
        names = self.game.rules.seat_names
        word = names[seat] if is_extra else self.game.seat_name(self.options, seat)
        persona = "" if is_extra else persona_of_seat(self.game, self.options, seat)
        levels = level_names(self.game, persona)
        value = self.values.get(
            f"seat{seat}", ME if seat == 0 else usual_bot(self.game, self.options, seat)
        )
        if value in (every := level_names(self.game)):  # in the style of another seat
            levels |= {value: every[value]}
        return SeatField(f"seat{seat}", word, value, levels, is_extra)

    def _check_seats(self) -> None:
        for seat in self.seats[: self.count]:
            if seat.value not in (ME, OPEN, *self.bots):
                self._add_error(
                    seat.name, f"choose from the list: {seat.value[:40]!r} can't sit here"
                )
        if [seat.value for seat in self.seats[: self.count]].count(ME) > 1:
            self._add_error(
                "seats", "you can only take one seat: leave the others open, or choose bots"
            )

    @property
    def own_seat(self) -> int | None:
        """The creator's seat, or None."""
        values = [seat.value for seat in self.seats[: self.count]]
        return values.index(ME) if ME in values else None

    @property
    def seat_values(self) -> Sequence[str]:
        """OPEN or a bot for each seat, as in a table's facts."""
        values = [seat.value for seat in self.seats[: self.count]]
        return [OPEN if value == ME else value for value in values]

    def check_name(self) -> str:
        """Return the creator's name, if one is needed; add an error if it is not valid."""
        if self.own_seat is None:
            return ""
        try:
            name = clean_name(self.name)
            check_not_a_seat(self.game, self.options, name)
            return name
        except InvalidName as error:
            self._add_error("name", str(error))
            return ""
