"""Games of Dömidög as they are heard, and every deal they could have come from, by plain counting.

A story is a first position and all actions from there, by the naive twin. What a seat hears of it
is every action but the tiles that others take. A completion is another story that sounds the same:
other tiles in the hidden places, and every action legal when it was taken. Each is equally likely.
Nothing of `rules/knowledge.py` is used for it.
"""

from dataclasses import dataclass
from itertools import combinations
from math import comb

from offleash.contract.rules.actors import NOBODY
from tests.games.domidog import naive

UNHEARD = "deal ?"


@dataclass(frozen=True)
class Story:
    """Where it began, and what happened."""

    options: naive.Options
    start: naive.Position
    actions: tuple[str, ...] = ()

    def now(self):
        p = self.start
        for action in self.actions:
            assert action in choices(p, self.options), f"{action} is not legal in this story"
            p = naive.apply(p, self.options, action)
        return p


def choices(p, options):
    acting = naive.actor(p)
    if acting == "over":
        return set()
    return naive.chances(p, options) if acting == "chance" else naive.legal(p, options)


def make_story(text, actions, **settings):
    options = naive.Options(**settings)
    return Story(options, naive.from_text(text, options), tuple(actions))


def takes_openly(p, options, viewer):
    """Whether the viewer sees which tile is taken next."""
    taker = naive.to_be_dealt(p) if p.phase == "deal" else p.seat
    return options.face_up or taker == viewer


def actions_heard(story, viewer):
    """The actions as a seat hears them."""
    p, actions = story.start, []
    for action in story.actions:
        is_hidden = action.startswith("deal") and not takes_openly(p, story.options, viewer)
        actions.append(UNHEARD if is_hidden else action)
        p = naive.apply(p, story.options, action)
    return actions


def starts(story, viewer):
    """The first position with every other distribution of what the viewer can't see."""
    p = story.start
    others = [s for s in range(len(p.hands)) if s != viewer and not story.options.face_up]
    tiles = sorted(p.supply.union(*(p.hands[seat] for seat in others)))
    yield from _deals(naive.copy_position(p), others, tiles)


def ways_to_start(story, viewer):
    """How many distributions there are to try."""
    p, ways = story.start, 1
    free = len(p.supply)
    for seat, hand in enumerate(p.hands):
        if seat != viewer and not story.options.face_up:
            free += len(hand)
            ways *= comb(free, len(hand))
    return ways


def _deals(p, seats, tiles):
    if not seats:
        p.supply = set(tiles)
        if not (p.phase == "start" and any("blue-blue" in hand for hand in p.hands)):  # M1
            yield naive.copy_position(p)
        return
    seat, *others = seats
    for hand in combinations(tiles, len(p.hands[seat])):
        p.hands[seat] = [*hand]
        yield from _deals(p, others, [tile for tile in tiles if tile not in hand])


def completions(story, viewer):
    """Every story that this seat can't tell from this one."""
    sounds = actions_heard(story, viewer)
    for start in starts(story, viewer):
        for actions in _continued(start, story.options, sounds):
            yield Story(story.options, start, tuple(actions))


def _continued(p, options, sounds):
    if not sounds:
        yield []
        return
    sound, *later = sounds
    possible = choices(p, options)
    for action in sorted(possible) if sound == UNHEARD else {sound} & possible:
        if sound != UNHEARD or action.startswith("deal"):
            for rest in _continued(naive.apply(p, options, action), options, later):
                yield [action, *rest]


# Whole games: too many completions to count, but one can be looked for


def shown_void(p, options, action):
    """What an action of a seat says about all tiles it holds then, as a test of a tile; or None.

    Who draws or passes can lay none, and who forks after drawing can't either (M5, M7).
    """
    if not (action in ("draw", "pass") or (action.startswith("fork") and p.drew)):
        return None
    if p.phase == "open":
        return naive.is_double
    colours = {naive.dog(end) for end in p.ends.values()}
    return lambda tile: bool(colours & {*naive.dogs(tile)})


def deal_for(story, hands, viewer=NOBODY):
    """A story that sounds the same to a seat and ends with these hands, or None.

    `told` begins with nothing dealt. Each tile a seat has had is matched with the moment that it
    was taken: not after it was laid, and not before a void that it would have belied.
    """
    seats = range(story.options.players)
    p, moment = story.start, 0
    taken_at = [[] for _ in seats]  # moments
    voids = [[] for _ in seats]  # (moment, test)
    laid_at = [{} for _ in seats]  # tile: moment
    nobody = False  # has blue-blue been dealt to (M1)
    for moment, action in enumerate(story.actions):
        seat = naive.to_be_dealt(p) if p.phase == "deal" else p.seat
        if action.startswith("deal"):
            taken_at[seat].append(moment)
        elif action.startswith("first"):
            nobody = True
        else:
            nobody |= p.phase == "open" and action != "open blue-blue"
            if test := shown_void(p, story.options, action):
                voids[seat].append((moment, test))
            laid_tiles = [tile for tile in p.hands[seat] if tile in action.split()]
            laid_at[seat] |= dict.fromkeys(laid_tiles, moment)
        p = naive.apply(p, story.options, action)
    dealt_tiles = naive.HAND_SIZE * len(seats)
    actions = list(story.actions)
    for seat in set(seats) - {viewer}:
        slots = matched(
            taken_at[seat],
            [*laid_at[seat], *hands[seat]],
            lambda tile, slot, seat=seat: (
                slot < laid_at[seat].get(tile, len(actions))
                and not (nobody and tile == "blue-blue" and slot < dealt_tiles)
                and not any(
                    slot < when < laid_at[seat].get(tile, len(actions)) + 1 and test(tile)
                    for when, test in voids[seat]
                )
            ),
        )
        if slots is None:
            return None
        for slot, tile in slots.items():
            actions[slot] = f"deal {tile}"
    return Story(story.options, story.start, tuple(actions))


def matched(slots, tiles, fits):
    """A tile for each slot that it fits, by augmenting paths, or None."""
    if len(slots) != len(tiles):
        return None
    owner = {}  # slot: tile

    def place(tile, visited):
        for slot in slots:
            if slot not in visited and fits(tile, slot):
                visited.add(slot)
                if slot not in owner or place(owner[slot], visited):
                    owner[slot] = tile
                    return True
        return False

    return owner if all(place(tile, set()) for tile in tiles) else None


def viewers(options):
    return (NOBODY, *range(options.players))
