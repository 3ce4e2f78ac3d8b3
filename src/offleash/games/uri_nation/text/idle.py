"""Notes on options: those that do nothing in the company they are in (N2), and on the board."""

from collections.abc import Collection, Iterator

from offleash.contract import Records
from offleash.contract.studio.workbench import IGNORED
from offleash.games.uri_nation.editor.constraints import check_board
from offleash.games.uri_nation.options import ARCHETYPES, board_of
from offleash.games.uri_nation.text.rulebook.context import BookContext, book_context

Idle = tuple[tuple[str, ...], str]  # options that do nothing, and why

ALLIANCE = (
    *("diplomat_free_ally", "ceasefire_turns", "ally_water", "ally_bond"),
    *("join_water", "join_if_unable", "break_water", "break_swagger"),
    "break_disk",
    *("challenge_bond", "ally_zone", "join_clears_home"),
)
BONDS = ("influence_radius", "bond_links_adjacency")
PATHS = ("path_drive", "path_forced")
HOME = ("home_bonus", "home_revert_turns", "home_fortify_max", "home_taken_blocks_resupply")
DECK_GLYPHS = {"Water Chance": "W", "Chance": "C", "Neighbourhood Events": "E"}
OF_FEATURES = {  # the name of each glyph, and the options that do nothing without it
    ":": ("side streets", ("side_street_drive", "side_street_return_drive")),
    "W": ("water", ("drink_drive", "drink_mode", "scrapper_free_drink", "water_cards")),
    "C": ("chance spots", ("chance_deck", "chance_cards")),
    "E": ("events space", ("events_deck", "event_cards")),
    "P": ("dog park", ("park_bond", "park_bond_if_active", "park_early_stop")),
}
OF_ONE_DOG = {
    "bruiser": ("bruiser_free_claim",),
    "scrapper": ("scrapper_free_drink",),
    "diplomat": ("diplomat_free_ally", "ceasefire_turns", "diplomat_attack"),
    "yapper": ("yapper_free_fortify", "yapper_attacker_grit", "yapper_grit_timing"),
}
FREE_ANYWAY = {  # what frees a dog from a price, and that price
    "bruiser_free_claim": "claim_swagger",
    "scrapper_free_drink": "drink_drive",
    "diplomat_free_ally": "ally_bond",
    "yapper_free_fortify": "fortify_grit",
    "yapper_grit_timing": "yapper_attacker_grit",
}


def idle_notes(options: Records, among: Collection[str] | None = None) -> list[str]:
    """Return a sentence for each reason why options do nothing, or only for some of the options.

    Idle features of the board and checks that it ignores go with the option `board`.
    """
    notes, mentioned = [], set()
    for names, reason in idle_options(options):
        idle = [n for n in names if n not in mentioned and (among is None or n in among)]
        mentioned.update(idle)
        if idle:
            verb = "does" if len(idle) == 1 else "do"
            notes.append(f"{', '.join(idle)} {verb} nothing: {reason}")
    has_board = among is None or "board" in among
    return notes + (inert_features(options) + ignored_checks(options) if has_board else [])


def ignored_checks(options: Records) -> list[str]:
    """Return the checks that the board breaks and ignores (N25)."""
    win = int(options["territories_to_win"][0])
    return [
        f"the board ignores {result.id} ({result.constraint.sentence})"
        for result in check_board(board_of(options), win)
        if result.severity == IGNORED
    ]


def idle_options(options: Records) -> list[Idle]:
    """Return every option that does nothing, with the reason; one may have several."""
    book = book_context(options)
    cases = [*_of_the_board(book), *_of_other_options(book), *_of_the_dogs(book)]
    return [(names, reason) for is_idle, names, reason in cases if is_idle]


def inert_features(options: Records) -> list[str]:
    """Return what is on the board and has no part in these rules."""
    book = book_context(options)
    has, is_bond = book.count, book.alliance_site == "bond"
    no_park = is_bond and not book.park_bond
    features = (
        (book.board.paths, "paths", not book.paths, "paths is off"),
        (has("B"), "bond spaces", not is_bond, "alliances are made at parks"),
        (has("C"), "chance spots", not book.chance_deck, "chance_deck is off"),
        (has("E"), "events", not book.events_deck, "events_deck is off"),
        (has("P"), "parks", no_park, "alliances are made at bond spaces, and park_bond is 0"),
    )
    return [
        f"the board's {feature} do nothing: {reason}"
        for is_there, feature, is_idle, reason in features
        if is_there and is_idle
    ]


IdleCase = tuple[bool, tuple[str, ...], str]


def _of_the_board(book: BookContext) -> Iterator[IdleCase]:
    """Yield what the board does not have."""
    yield not book.board.paths, ("paths", *PATHS), "the board has no paths"
    for glyph, (feature, names) in OF_FEATURES.items():
        yield not book.count(glyph), names, f"the board has no {feature}"
    if book.alliance_site == "bond":
        yield not book.count("B"), (*ALLIANCE, *BONDS), "the board has no bond spaces"
        is_listed = len(book.board.bonds) == len(book.board.with_glyphs("B"))
        yield is_listed, ("influence_radius",), "the board lists what each bond reaches"
    else:
        yield not book.count("P"), ALLIANCE, "the board has no dog park"
    count = len(book.board.territories)
    is_scaled = book.win_share is not None
    too_many = book.win_territories > count and not is_scaled
    yield too_many, ("win_territories",), f"the board has {count} territories"


def _of_other_options(book: BookContext) -> Iterator[IdleCase]:
    """Yield what makes no sense beside another option."""
    yield not book.paths, PATHS, "paths is off"
    is_park = book.alliance_site == "park"
    yield is_park, BONDS, "alliances are made at parks, which reach no territories"
    yield not is_park, ("park_bond_if_active",), "alliances are made at bond spaces"
    nobody_allies = not is_park and book.park_early_stop == "initiate_only"
    yield nobody_allies, ("park_early_stop",), "alliances are made at bond spaces"
    yield not book.park_bond, ("park_bond_if_active",), "park_bond is 0"
    no_zone = is_park and book.ally_zone == "influence"
    yield no_zone, ("ally_zone",), "parks reach no territories, so allies are not protected"
    anywhere = book.stop_rule == "anywhere"
    yield anywhere, ("park_early_stop",), "a walk may stop anywhere"
    is_optional = anywhere and book.home_stop == "optional"
    yield is_optional, ("home_stop",), "a walk may stop anywhere"
    yield not book.join_water, ("join_if_unable",), "join_water is 0"
    yield book.win_share is not None, ("win_territories",), "win_share says how many win"
    yield (
        book.cells_per_round is not None,
        ("max_rounds",),
        "cells_per_round says how many there are",
    )
    yield book.supply_small is None, ("break_disk",), "supply_small is none"
    desperation = ("desperation_below", "desperation_grace_rounds")
    yield not book.desperation_grit, desperation, "desperation_grit is 0"
    below = ("desperation_grit", "desperation_grace_rounds")
    yield not book.desperation_below, below, "desperation_below is 0"
    yield book.swagger_mode == "band", ("swagger_per",), "swagger_mode is band"
    yield book.drink_mode == "fill", ("water_cards",), "a drink fills the bowl"
    yield not book.chance_deck, ("chance_cards",), "chance_deck is off"
    yield not book.events_deck, ("event_cards",), "events_deck is off"
    decks = [deck for name, deck in book.decks if book.count(DECK_GLYPHS[name])]
    is_held = any(card.hold for deck in decks for card in deck)
    yield not is_held, ("held_cards_max",), "no deck in use has a HOLD card"
    yield book.tie_rule == "defender", ("cluster_min",), "the defender wins every tie"
    yield not book.home_challenge, HOME, "home_challenge is off"
    can_fortify = book.fortify_max or (book.home_challenge and book.home_fortify_max)
    fortify = ("fortify_water", "fortify_grit", "yapper_free_fortify")
    yield not can_fortify, fortify, "nothing may be fortified"


def _of_the_dogs(book: BookContext) -> Iterator[IdleCase]:
    """Yield what belongs to a dog that does not play, or frees a dog from what is free anyway."""
    for dog in ARCHETYPES:
        names = (f"mod_max_{dog}", *OF_ONE_DOG[dog])
        yield dog not in book.dogs, names, f"the {dog.capitalize()} does not play"
    for name, price in FREE_ANYWAY.items():
        yield not getattr(book, price), (name,), f"{price} is 0"
