"""What the studio needs of a game: boards, decks and printed components."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from offleash.contract.part import ContractPart, Records
from offleash.contract.studio.kit import Kit, KitChoice
from offleash.contract.studio.supplies import Peaks
from offleash.contract.studio.workbench import DeckBench, Workbench
from offleash.contract.text.wording import OwnNames


@dataclass(frozen=True, kw_only=True)
class StudioParts(ContractPart):
    """What the studio needs: boards, decks and printed components."""

    # what is wanted of the kit -> the components to print, at true size
    kit: Callable[[Records, KitChoice], Kit] | None = None
    # (states, options) -> for each kind of piece, how many lie on the table in each position;
    # None where the rules give every number
    in_play: Callable[[Records, Records], Peaks] | None = None
    piece_sizes: Mapping[str, float] = field(default_factory=dict)  # millimetres across, by name
    workbench: Workbench | None = None  # how its boards are edited
    decks: Sequence[DeckBench] = ()  # how its decks are edited
    # (options) -> what a project may have images for, each with words for people
    image_slots: Callable[[Records], Mapping[str, str]] | None = None
    own_names: OwnNames | None = None  # words that a project may replace by its own
