"""The course of the game: aim, a turn, income, home, the end."""

from offleash.core.prose import count_of
from offleash.core.rulebook import Chapter, Example, Illustration, chapter, points, sentences
from offleash.games.uri_nation.draw.teaching import draw_turn
from offleash.games.uri_nation.text.rulebook.context import BookContext, territories


def aim(book: BookContext) -> Chapter:
    """What it is all about."""
    return chapter(
        "The aim",
        "You are a dog on a leash. You walk through the neighbourhood, mark territory, challenge "
        "the marks of others and make alliances that you may regret.",
        f"You win with **{territories(book.win_territories)}** at the end of any turn, as the last "
        "dog that still holds one, or with the most after "
        f"**{count_of(book.max_rounds, 'round')}**.",
    )


def turn(book: BookContext) -> Chapter:
    """The steps of a turn, and who is next."""
    orders = {
        "fixed_ccw": "The dogs take their turns counterclockwise by their homes, from the first "
        "player on.",
        "least_first": "Before each round but the first the order is made anew: the fewest "
        "territories first, and the lot among equals. So who was last may be first in the next "
        "round.",
        "least_then_seat": "Before each round but the first it is seen who has the fewest "
        "territories, by lot among equals. That dog goes first, and the others follow in the order "
        "of the seats.",
    }
    maintenance = sentences(
        "See whether you are housebound." if book.housebound_turns else "",
        "A home of yours that was lost may come back." if book.home_challenge else "",
    )
    return chapter(
        "A turn",
        Illustration(draw_turn(_glance(book)), "A turn at a glance."),
        points(
            "**Income.** You get tokens for what you hold.",
            f"**Walk.** Roll {count_of(book.walk_dice, 'die', 'dice')} and walk. What you pass "
            "happens as you pass it.",
            f"**Action.** You have {count_of(book.actions_per_turn, 'action')}, where you stand. "
            "You may also pass.",
            "**Home.** If your home has to resupply you, it does so now."
            if book.resupply_timing == "after_action"
            else None,
            f"**Maintenance.** {maintenance}" if maintenance else None,
            "**Has somebody won?** All dogs are tested, not just yours.",
            numbered=True,
        ),
        orders[book.turn_order],
    )


def _glance(book: BookContext) -> list[tuple[str, str]]:
    """A title and a sentence for each step, under the options in force."""
    stop = {
        "anywhere": "and stop where you like",
        "full_roll": "as far as you rolled",
        "min_one": "at least one step",
    }[book.stop_rule]
    passing = "passed" if book.resupply_on == "pass_or_land" else "stopped at"
    dice = count_of(book.walk_dice, "die", "dice")
    return [
        ("Income", "Take Swagger for your connected territories."),
        ("Walk", f"Roll {dice} and walk, {stop}."),
        ("Action", "Claim, challenge, fortify, ally or break, next to where you stand."),
        ("Home", f"If you {passing} your home, it fills your bowl."),
        ("Won?", f"{territories(book.win_territories)} win the game."),
    ]


def income(book: BookContext) -> Chapter:
    """What comes at the start of a turn (E1–E8)."""
    per, grace = territories(book.swagger_per), book.desperation_grace_rounds
    modes = {
        "floor_per_group": f"For every {per} of a group you get one Swagger. Each group is counted "
        "for itself, and what is left over in it counts nothing.",
        "largest_only": f"For every {per} of your largest group you get one Swagger. Your other "
        "groups bring nothing.",
        "floor_total": f"For every {per} that you hold you get one Swagger, wherever they lie.",
        "band": "A group of a single territory brings nothing. Any larger group brings Swagger for "
        "a third of its territories, rounded up.",
    }
    desperation = sentences(
        f"**Desperation.** A dog with fewer than {territories(book.desperation_below)}, its home "
        f"not counted, gets {book.desperation_grit} Grit at the start of each of its turns, like "
        "it or not.",
        f"In the first {count_of(grace, 'round')} nobody does." if grace else "",
    )
    return chapter(
        "Income",
        sentences(
            modes[book.swagger_mode],
            "Your own home counts as one more territory of the group next to it."
            if book.home_counts_connected
            else "Your home does not count.",
        ),
        desperation if book.desperation_grit and book.desperation_below else None,
        "**Housebound.** A dog that has held no territory at the end of "
        f"{count_of(book.housebound_turns, 'turn')} of its own in a row is housebound: it has no "
        "income at all and walks half its roll, rounded up. This ends the moment it gains a "
        "territory."
        if book.housebound_turns
        else None,
        Example("A group of three brings Swagger"),
    )


def at_home(book: BookContext) -> Chapter:
    """Resupply, and homes that can be lost (E9, E10, C16)."""
    passing = book.resupply_on == "pass_or_land"
    when = "when you pass it or stop there" if passing else "when your walk ends there"
    return chapter(
        "Home",
        sentences(
            f"Your own home resupplies you {when}, if you entered its frontage in this turn: water "
            "to the rim, and each token up to the number of your dog. What you hold above that "
            "stays.",
            "This happens after your action. So it can't pay for this turn, but what the action "
            "has spent is refilled."
            if book.resupply_timing == "after_action"
            else "This happens at once, so you can spend it in the same turn.",
            "The homes of others mean nothing to you." if not book.home_challenge else "",
        ),
        _lost_homes(book) if book.home_challenge else None,
        Example("Home refills the bowl"),
    )


def _lost_homes(book: BookContext) -> str:
    turns, fort = book.home_revert_turns, book.home_fortify_max
    back = {0: "as soon as the challenge is over", 1: "at its owner's next maintenance"}.get(
        turns, f"at its owner's maintenance, {count_of(turns, 'own turn')} later"
    )
    return sentences(
        "**Homes can be challenged** like a territory.",
        f"The home adds {book.home_bonus} to the defender's die." if book.home_bonus else "",
        f"It may carry {count_of(fort, 'fortify token')} at most."
        if fort
        else "It can't be fortified.",
        "A home that is won is no territory and brings its winner nothing.",
        f"It is the owner's again, without tokens, {back}; until then nobody can do anything to "
        "it.",
        "While another dog's disk lies on it, it does not resupply its owner."
        if book.home_taken_blocks_resupply
        else "Even while another dog's disk lies on it, it resupplies its owner.",
    )


def end(book: BookContext) -> Chapter:
    """How it ends (T3–T10)."""
    guard = {
        "all_have_held": "This counts only once every dog has held a territory at some time.",
        "none": "This counts from the very first turn.",
    }
    ties = {
        "shared": "If they are still equal, they share the victory.",
        "random": "If they are still equal, the lot names one of them the winner.",
    }
    return chapter(
        "The end",
        points(
            f"Who holds {territories(book.win_territories)} or more at the end of anybody's turn "
            "wins. Homes do not count, home neighbourhoods do. If several do, the one with more "
            "wins.",
            "Who is the only dog that holds any territory wins. " + guard[book.last_dog_guard],
            f"After {count_of(book.max_rounds, 'round')} the dog with the most territories wins.",
        ),
        "Among equals the one with more fortify tokens on the board wins, then the one with more "
        "Swagger in the bowl. " + ties[book.final_tie],
        "Nobody is ever out of the game, and allies do not win together.",
    )
