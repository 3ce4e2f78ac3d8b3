"""Actions and positions as text, and the texts that people read at a table."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field

from offleash.contract.encoding import Observation
from offleash.contract.part import DEFAULT, ContractPart, Records
from offleash.contract.text.rulebook import Rulebook


@dataclass(frozen=True, kw_only=True)
class Notation(ContractPart):
    """Actions and positions as text, and the texts that people read at a table."""

    format_action: Callable[[int, Records], str]
    parse_action: Callable[[str, Records], int]
    format_position: Callable[[Records, Records], str]
    parse_position: Callable[[str, Records], Records]
    format_board: Callable[[Records, Records], str]  # the canonical board alone, in short form
    read_board: Callable[[str, Records], Records]  # for comparisons; it need not be playable
    position_differs: Callable[[str, Records, Records], list[str]]  # from a partial position
    is_whole: Callable[[Records], bool]  # whether nothing is unknown
    why_illegal: Callable[[Records, Records, int], str]  # one sentence, empty iff legal
    # What a seat may know as numbers and text; made from the encoding and `format_position`
    observe: Callable[[Records, Records, int], Observation] = DEFAULT
    # Record fields whose numbers have names, for scenarios: {"phase": ("deal", "play")}
    field_words: Mapping[str, Sequence[str]] = field(default_factory=dict)
    # (view before, view after, options, seat) -> what the seat learnt besides the action
    news: Callable[[Records, Records, Records, int], list[str]] | None = None
    # (views, actions, options, viewer, actor): actions in a row of one actor, UNSEEN where the
    # viewer did not see them, with the views before each of them and after the last -> how many
    # actions each sentence is about, and the sentence: of a seat without its subject ("plays the
    # 7: 4 with one token, 3 with another"), of chance with it; empty where `news` say everything
    story: Callable[..., list[tuple[int, str]]] | None = None
    task: Callable[[Records, Records, int], str] | None = None  # (view, options, seat) -> to do now
    welcome: Callable[[Records, int], list[str]] | None = None  # (options, seat) -> its role
    # (text, states, options) -> the actions that a person typed in one line, or None
    several: Callable[[str, Records, Records], list[int] | None] | None = None
    # (…, seat, legal) -> a few lines on how to choose, if a list of all actions would be too long,
    # such as how to type the numbers on the board; None: the list
    brief: Callable[[Records, Records, int, Sequence[int]], list[str] | None] | None = None
    # (options, shares) -> options that a rematch changes; `shares` is what each seat won before
    rematch: Callable[[Records, Sequence[float]], Mapping[str, str]] | None = None
    # Pages to look up at the table (rules, cards): texts, or functions of the options
    pages: Mapping[str, str | Callable[[Records], str]] = field(default_factory=dict)
    preset_texts: Mapping[str, str] = field(default_factory=dict)  # a sentence or two on each
    # (options, texts) -> the rules under these options, for the printed book; `texts` are files of
    # a project that replace sections of the game, or None
    rulebook: Callable[..., Rulebook] | None = None
    # (options, seat) -> the name of a seat, if that depends on the options
    seat_word: Callable[[Records, int], str] | None = None
    # (states, options, action or -1) -> the id of the ruling behind the action or the decision
    ruling: Callable[[Records, Records, int], str] | None = None
    # (options, names of the changed ones) -> a sentence for each option that has no effect
    notes: Callable[[Records, Collection[str]], list[str]] | None = None
