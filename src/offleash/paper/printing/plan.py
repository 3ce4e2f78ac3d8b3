"""The settings for printing a game, and the plan of its pages."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from offleash.contract import Game, Records
from offleash.contract.options import PLAYER_OPTIONS, Option
from offleash.contract.studio.kit import Component, Kit, KitChoice
from offleash.contract.studio.supplies import Supply
from offleash.paper.printing.sheets import Cuts, Sheet, fits_on_page, lay_out
from offleash.paper.printing.sizes import Paper, parse_paper
from offleash.paper.printing.tiling import Tiling, tile_board
from offleash.tools.errors import BadNotation, OffleashError, quote
from offleash.tools.prose import did_you_mean

MIN_CELL_MM, MAX_CELL_MM = 5.0, 200.0
FRONT_PAGES = 2  # instructions and page map; every front is on an odd page


@dataclass(frozen=True)
class PrintSettings:
    """The settings of the command line and the Print page.

    Raises BadNotation if the paper size is unknown or the cell too small or too large.
    """

    paper: str = "A4"
    large: bool = False  # each board on one large page instead of several pages
    grey: bool = False
    cell: float | None = None  # millimetres
    only: Sequence[str] = ()  # kinds of components
    players: int | None = None  # None: all that the box has
    grid_numbers: bool = False  # on boards
    sizes: Mapping[str, float] = field(default_factory=dict)  # of pieces, millimetres by name

    def __post_init__(self) -> None:
        parse_paper(self.paper)
        if self.cell is not None and not MIN_CELL_MM <= self.cell <= MAX_CELL_MM:
            limits = f"from {MIN_CELL_MM:g} to {MAX_CELL_MM:g} mm"
            raise BadNotation(f"a cell must measure {limits}, not {self.cell:g} mm")


@dataclass(frozen=True)
class PrintPlan:
    """The components to print, and their pages."""

    title: str
    rules: str  # in one line
    kit: Kit
    paper: Paper
    grey: bool
    sheets: Sequence[Sheet]
    boards: Sequence[Tiling]
    large: Sequence[Component]  # boards on one page each
    notes: Sequence[str] = ()  # on the rules, such as checks that the board ignores
    pages_before: int = 0  # of a rulebook that is bound in front

    @property
    def two_sided_pages(self) -> int:
        """The number of pages to print on both sides, including backs."""
        return 2 * sum(sheet.has_backs for sheet in self.sheets)

    @property
    def first_board_page(self) -> int:
        """The page on which the first board begins."""
        one_sided = sum(not sheet.has_backs for sheet in self.sheets)
        return FRONT_PAGES + self.two_sided_pages + one_sided + 1

    @property
    def pages(self) -> int:
        """The number of pages."""
        tiles = sum(len(board.tiles) for board in self.boards)
        return self.first_board_page - 1 + tiles + len(self.large)

    @property
    def cuts(self) -> Cuts:
        """How much there is to cut, boards included."""
        cuts = sum((block.cuts for sheet in self.sheets for block in sheet.blocks), Cuts(0, 0))
        pages = [len(board.seams_x) + len(board.seams_y) - 2 + 2 * len(board.tiles)
                 for board in self.boards]  # fmt: skip
        return cuts + Cuts(sum(pages) + 4 * len(self.large), 0)

    @property
    def counts(self) -> dict[str, int]:
        """The number of components of each kind."""
        counts = Counter[str]()
        for component in self.kit.components:
            counts[component.kind] += component.count
        return counts


def players_option(game: Game) -> Option | None:
    """Return the option that says how many play; None if that is fixed."""
    return next((o for o in game.rules.options if o.name in PLAYER_OPTIONS), None)


def player_numbers(game: Game) -> list[int]:
    """Return how many can play a game."""
    option = players_option(game)
    return [game.max_seats] if option is None else [int(n) for n in option.sweep]


def options_for(game: Game, options: Records, players: int | None) -> Records:
    """Return the options for so many players. Raise BadNotation if they can't be so many."""
    option = players_option(game)
    if players is None or (option is None and players == game.max_seats):
        return options
    if option is None:
        raise BadNotation(f"{game.title} is for {game.max_seats} players, not {players}")
    changed = options.copy()
    changed[option.name] = option.parse(players)
    game.settle_options(changed)
    return changed


def plan_game(game: Game, options: Records, title: str, settings: PrintSettings) -> PrintPlan:
    """Plan the pages of a game. Raise OffleashError if it has nothing to print."""
    return plan_kit(game, options, title, settings, make_kit(game, options, settings))


def make_kit(
    game: Game, options: Records, settings: PrintSettings, supply: Supply | None = None
) -> Kit:
    """Return all components of a game. Raise OffleashError if it has nothing to print."""
    if game.studio.kit is None:
        raise OffleashError(f"{game.title} has nothing to print yet")
    choice = KitChoice(
        settings.cell, settings.players, settings.grid_numbers, supply, settings.sizes
    )
    return game.studio.kit(options, choice)


def plan_kit(
    game: Game, options: Records, title: str, settings: PrintSettings, kit: Kit
) -> PrintPlan:
    """Plan the pages of the components that the settings select."""
    kit, paper = select_components(kit, settings.only), parse_paper(settings.paper)
    rules = game.describe_options(options)
    plan = plan_pages(title or game.title, rules, kit, paper, settings.large, settings.grey)
    return replace(plan, notes=game.notes_on(options))


def select_components(kit: Kit, kinds: Sequence[str]) -> Kit:
    """Return the kit with these kinds of components or all; raise BadNotation for unknown ones."""
    if not kinds:
        return kit
    known = component_kinds(kit)
    for kind in kinds:
        if kind not in known:
            hint = did_you_mean(kind, known)
            raise BadNotation(
                f"there is no component {quote(kind)}{hint}; choose from {', '.join(known)}"
            )
    return replace(kit, components=[part for part in kit.components if part.kind in kinds])


def component_kinds(kit: Kit) -> list[str]:
    """Return the kinds of components in a kit."""
    return list(dict.fromkeys(component.kind for component in kit.components))


def plan_pages(
    title: str, rules: str, kit: Kit, paper: Paper, large: bool = False, grey: bool = False
) -> PrintPlan:
    """Plan the pages of a kit; with `large`, each board is on one large page."""
    small = [part for part in kit.components if fits_on_page(part, paper)]
    others = [part for part in kit.components if not fits_on_page(part, paper)]
    boards = [part for part in others for _ in range(part.count)]
    tilings = [] if large else [tile_board(board, paper) for board in boards]
    sheets = lay_out(small, paper)
    return PrintPlan(title, rules, kit, paper, grey, sheets, tilings, boards if large else [])
