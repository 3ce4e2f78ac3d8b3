"""What is going on, in one line: who decides what, what lasts, and how it ended."""

from collections.abc import Callable

from offleash.core.prose import count_of, join_and
from offleash.games.uri_nation.position import Position
from offleash.games.uri_nation.rules import record as R
from offleash.games.uri_nation.text.names import DECK_NAMES
from offleash.games.uri_nation.text.words import FIGHTING, PHASE_TEXTS

Naming = Callable[[int], str]  # what to call a seat: `position.dog` or `position.name`

ENDING_TEXTS = {
    R.BY_THRESHOLD: "{win_territories} territories or more",
    R.LAST_DOG: "no other dog holds a territory",
    R.OUT_OF_TIME: "the last round is over",
}
LASTING = {
    "no_water": "the water is closed",
    "no_chance": "the chance spots are closed",
    "open_road": "crossings are free",
}


def status_line(position: Position, name: Naming, has_bonuses: bool = False) -> str:
    """Who decides what: `the Yapper walks, 3 steps left`.

    With `has_bonuses`, a challenge also says what each side adds to its die.
    """
    seat = position.walker if position.decider == R.NOBODY_THERE else position.decider
    attacker, quarry, fight = name(position.walker), position.quarry_name, ""
    if position.phase in FIGHTING:
        fight = f"{attacker} challenges {name(position.defender)} for {quarry}"
        fight += f", {bonuses(position)}" if has_bonuses else ""
    actions = int(position.state.actions_left)
    winners = position.members(position.winners)
    ending = ENDING_TEXTS.get(position.ending, "")
    return PHASE_TEXTS[position.phase][2].format(
        rounds=position.rounds,
        dog=name(seat),
        dice=position.dice,
        steps=count_of(position.steps, "step"),
        deck=DECK_NAMES[position.deck],
        card=position.card(max(int(position.state.card), 0)).name,
        actions=f", {actions} actions left" if actions > 1 else "",
        attacker=attacker,
        quarry=quarry,
        fight=fight,
        winners=join_and(map(name, winners)),
        win="wins" if len(winners) == 1 else "share the win",
        ending=ending.format(win_territories=position.options.win_territories),
    )


def bonuses(position: Position) -> str:
    """What each side of a challenge adds to its die: `die -1 against die +2`."""
    (attack, defence), bids = position.bonuses, position.bids
    if position.phase == R.DICE and min(bids) > R.NO_BID:
        attack, defence = attack + bids[0], defence + bids[1]
    return f"die {attack:+d} against die {defence:+d}"


def lasting_effects(position: Position, name: Naming) -> list[str]:
    """What cards keep up until the next turns of those who drew them."""
    return [
        f"{effect} until the next turn of {join_and(map(name, position.members(mask)))}"
        for field, effect in LASTING.items()
        if (mask := int(position.state[field]))
    ]
