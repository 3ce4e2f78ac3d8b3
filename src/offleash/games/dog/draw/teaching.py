"""Pictures that teach the rules: a round at a glance."""

from offleash.games.dog.draw import shapes as S
from offleash.games.dog.position import CARD_NAMES
from offleash.games.dog.rules import record as R
from offleash.games.shared.panels import BADGE, StepPanel, draw_panels
from offleash.games.shared.svg import draw_paw, group, moved, path

CARD_WIDTH, CARD_HEIGHT = 46.0, 64.0
BOW = "M-22,-8 Q0,-30 22,-8 M14,-14 L22,-8 L14,-2 M22,8 Q0,30 -22,8 M-14,14 L-22,8 L-14,2"
TWO, FIVE, NINE = (CARD_NAMES.index(name) for name in "259")


def draw_round(is_hidden: bool) -> str:
    """Return the steps of a round; `is_hidden`: hands are thrown face down."""
    face = "face down" if is_hidden else "face up"
    return draw_panels(
        [
            StepPanel("Deal", _deal(), "The dealer gives everybody the cards of this round."),
            StepPanel("Exchange", _exchange(), "Give your partner one card, face down."),
            StepPanel(
                "Play", _play(), "Play a card and do what it says, one player after the other."
            ),
            StepPanel("Can't?", _throw(is_hidden), f"Throw your hand {face}: you are out."),
        ],
        room=92,
    )


def _fan(cards: list[str], step: float) -> str:
    """Return cards side by side, a little turned."""
    middle = (len(cards) - 1) / 2
    return "".join(
        group(card, transform=moved(step * (n - middle), abs(n - middle) * 2, 5 * (n - middle)))
        for n, card in enumerate(cards)
    )


def _back() -> str:
    return S.card_back(CARD_WIDTH, CARD_HEIGHT)


def _face(rank: int) -> str:
    return S.small_card(rank, CARD_WIDTH, S.INK)


def _deal() -> str:
    return _fan([_back()] * 5, 26)


def _exchange() -> str:
    bow = path(BOW, fill="none", stroke=BADGE, stroke_width=4, stroke_linecap="round")
    cards = (group(_back(), transform=moved(x, 0)) for x in (-62, 62))
    return bow + "".join(cards)


def _play() -> str:
    """Return a card, and a dog that has run as far as it says."""
    prints = (draw_paw(-18 + 22 * n, 12, 7, S.TAN, 1) for n in range(4))
    dog = group(S.draw_shape(0, 17), transform=moved(84, 10))
    return group(_face(FIVE), transform=moved(-68, 0)) + "".join(prints) + dog


def _throw(is_hidden: bool) -> str:
    ranks = (TWO, NINE, R.JACK)
    return _fan([_back() if is_hidden else _face(rank) for rank in ranks], 40)
