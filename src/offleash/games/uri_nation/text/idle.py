"""Options that do nothing in the company they are in: noted, never refused (N2)."""

from collections.abc import Collection, Iterator

from offleash.core.game import Records
from offleash.core.options import NONE
from offleash.games.uri_nation.board.text import Board
from offleash.games.uri_nation.deck import deck_of
from offleash.games.uri_nation.options import ARCHETYPES, SWITCHES, board_of
from offleash.games.uri_nation.rules.card_words import CHANCE_DECK, EVENT_DECK, WATER_DECK

Idle = tuple[tuple[str, ...], str]  # options that do nothing, and why

ALLIANCE = (
    "diplomat_free_ally",
    "ceasefire_turns",
    "ally_water",
    "ally_bond",
    "join_water",
    "join_if_unable",
    "break_water",
    "break_swagger",
    "challenge_bond",
    "ally_zone",
    "join_clears_home",
)
HOME = ("home_bonus", "home_revert_turns", "home_fortify_max", "home_taken_blocks_resupply")
OF_ONE_DOG = {
    "bruiser": ("bruiser_free_claim",),
    "scrapper": ("scrapper_free_drink",),
    "diplomat": ("diplomat_free_ally", "ceasefire_turns", "diplomat_attack"),
    "yapper": ("yapper_free_fortify", "yapper_attacker_grit", "yapper_grit_timing"),
}


class NamedOptions:
    """Options by name, as they are written."""

    def __init__(self, options: Records) -> None:
        self.options = options
        self.board: Board = board_of(options)
        self.switches = {switch.name: switch for switch in SWITCHES}

    def says(self, name: str, word: str) -> bool:
        """Whether an option has this value."""
        return self.switches[name].format(self.options[name][0]) == word

    def is_on(self, name: str) -> bool:
        """Whether a flag is on, or a number above 0; none counts as off."""
        return int(self.options[name][0]) not in (0, NONE)

    def has(self, glyph: str) -> bool:
        """Whether the board has a cell with this glyph."""
        return bool(self.board.with_glyphs(glyph))

    def holds_cards(self) -> bool:
        """Whether a deck in use has a card to be held."""
        used = {
            WATER_DECK: self.says("drink_mode", "deck") and self.has("W"),
            CHANCE_DECK: self.is_on("chance_deck") and self.has("C"),
            EVENT_DECK: self.is_on("events_deck") and self.has("E"),
        }
        decks = (deck_of(self.options, which) for which, is_used in used.items() if is_used)
        return any(card.hold for deck in decks for card in deck)


def idle_notes(options: Records, among: Collection[str] | None = None) -> list[str]:
    """A sentence for each reason why options do nothing, or only for some of the options.

    Idle features of the board go with the option `board`.
    """
    notes, mentioned = [], set()
    for names, reason in idle_options(options):
        idle = [n for n in names if n not in mentioned and (among is None or n in among)]
        mentioned.update(idle)
        if idle:
            verb = "does" if len(idle) == 1 else "do"
            notes.append(f"{', '.join(idle)} {verb} nothing: {reason}")
    return notes + (inert_features(options) if among is None or "board" in among else [])


def idle_options(options: Records) -> list[Idle]:
    """Every option that does nothing, with the reason; one may have several."""
    named = NamedOptions(options)
    cases = [*_of_the_board(named), *_of_other_options(named), *_of_the_dogs(named)]
    return [(names, reason) for is_idle, names, reason in cases if is_idle]


def inert_features(options: Records) -> list[str]:
    """What is on the board and has no part in these rules."""
    named = NamedOptions(options)
    features = (
        (named.board.paths, "paths", not named.is_on("paths"), "paths is off"),
        (
            named.has("B"),
            "bond spaces",
            named.says("alliance_site", "park"),
            "alliances are made at parks",
        ),
        (named.has("C"), "chance spots", not named.is_on("chance_deck"), "chance_deck is off"),
        (named.has("E"), "events", not named.is_on("events_deck"), "events_deck is off"),
        (
            named.has("P"),
            "parks",
            named.says("alliance_site", "bond") and not named.is_on("park_bond"),
            "alliances are made at bond spaces, and park_bond is 0",
        ),
    )
    return [
        f"the board's {feature} do nothing: {reason}"
        for is_there, feature, is_idle, reason in features
        if is_there and is_idle
    ]


Case = tuple[bool, tuple[str, ...], str]


def _of_the_board(named: NamedOptions) -> Iterator[Case]:
    """What the board does not have."""
    has = named.has
    paths = ("path_drive", "path_forced")
    yield not named.board.paths, ("paths", *paths), "the board has no paths"
    streets = ("side_street_drive", "side_street_return_drive")
    yield not has(":"), streets, "the board has no side streets"
    water = ("drink_drive", "drink_mode", "scrapper_free_drink", "water_cards")
    yield not has("W"), water, "the board has no water"
    yield not has("C"), ("chance_deck", "chance_cards"), "the board has no chance spots"
    yield not has("E"), ("events_deck", "event_cards"), "the board has no events space"
    parks = ("park_bond", "park_bond_if_active", "park_early_stop")
    yield not has("P"), parks, "the board has no dog park"
    is_bond = named.says("alliance_site", "bond")
    bonds = ("influence_radius", "bond_links_adjacency")
    yield is_bond and not has("B"), (*ALLIANCE, *bonds), "the board has no bond spaces"
    yield not is_bond and not has("P"), ALLIANCE, "the board has no dog park"
    is_listed = len(named.board.bonds) == len(named.board.with_glyphs("B"))
    yield is_bond and is_listed, ("influence_radius",), "the board lists what each bond reaches"
    count = len(named.board.territories)
    is_out_of_reach = int(named.options["win_territories"][0]) > count
    yield is_out_of_reach, ("win_territories",), f"the board has {count} territories"


def _of_other_options(named: NamedOptions) -> Iterator[Case]:
    """What another option takes the sense of."""
    says, is_on = named.says, named.is_on
    yield not is_on("paths"), ("path_drive", "path_forced"), "paths is off"
    is_park = says("alliance_site", "park")
    bonds = ("influence_radius", "bond_links_adjacency")
    yield is_park, bonds, "alliances are made at parks, which reach no territories"
    yield not is_park, ("park_bond_if_active",), "alliances are made at bond spaces"
    nobody_allies = not is_park and says("park_early_stop", "initiate_only")
    yield nobody_allies, ("park_early_stop",), "alliances are made at bond spaces"
    yield not is_on("park_bond"), ("park_bond_if_active",), "park_bond is 0"
    no_zone = is_park and says("ally_zone", "influence")
    yield no_zone, ("ally_zone",), "parks reach no territories, so allies are not protected"
    anywhere = says("stop_rule", "anywhere")
    yield anywhere, ("park_early_stop",), "a walk may stop anywhere"
    is_optional = anywhere and says("home_stop", "optional")
    yield is_optional, ("home_stop",), "a walk may stop anywhere"
    yield not is_on("join_water"), ("join_if_unable",), "join_water is 0"
    desperation = ("desperation_below", "desperation_grace_rounds")
    yield not is_on("desperation_grit"), desperation, "desperation_grit is 0"
    below = ("desperation_grit", "desperation_grace_rounds")
    yield not is_on("desperation_below"), below, "desperation_below is 0"
    yield says("swagger_mode", "band"), ("swagger_per",), "swagger_mode is band"
    yield says("drink_mode", "fill"), ("water_cards",), "a drink fills the bowl"
    yield not is_on("chance_deck"), ("chance_cards",), "chance_deck is off"
    yield not is_on("events_deck"), ("event_cards",), "events_deck is off"
    yield not named.holds_cards(), ("held_cards_max",), "no deck in use has a HOLD card"
    yield says("tie_rule", "defender"), ("cluster_min",), "the defender wins every tie"
    yield not is_on("home_challenge"), HOME, "home_challenge is off"
    can_fortify = is_on("fortify_max") or (is_on("home_challenge") and is_on("home_fortify_max"))
    fortify = ("fortify_water", "fortify_grit", "yapper_free_fortify")
    yield not can_fortify, fortify, "nothing may be fortified"


def _of_the_dogs(named: NamedOptions) -> Iterator[Case]:
    """What belongs to a dog that does not play, or frees it from what is free anyway."""
    seats = int(named.options["seats"][0])
    playing = {ARCHETYPES[int(n)] for n in named.options["archetypes"][0][:seats]}
    for dog in ARCHETYPES:
        names = (f"mod_max_{dog}", *OF_ONE_DOG[dog])
        yield dog not in playing, names, f"the {dog.capitalize()} does not play"
    free = {
        "bruiser_free_claim": "claim_swagger",
        "scrapper_free_drink": "drink_drive",
        "diplomat_free_ally": "ally_bond",
        "yapper_free_fortify": "fortify_grit",
        "yapper_grit_timing": "yapper_attacker_grit",
    }
    for name, price in free.items():
        yield not named.is_on(price), (name,), f"{price} is 0"
