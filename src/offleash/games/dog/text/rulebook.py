"""The rulebook of Dog under its options, and the pages that players look up at the table."""

from pathlib import Path
from types import SimpleNamespace

from offleash.core import rulebook as book
from offleash.core.game import Records
from offleash.core.prose import count_of, join_and
from offleash.core.rulebook import Chapter, Example, Grid, Passage, Rulebook, chapter, grid, points
from offleash.games.dog.options import OPTION_LIST
from offleash.games.dog.rules import record as R

EXAMPLES = Path(__file__).parent.parent / "data" / "examples.toml"
DEALT = (6, 5, 4, 3, 2)  # cards for each player, round by round
TEAM = 2 * R.TOKENS
COVER = "F3P10P0*|P20P52|P41F2|P5P60 hands=|||"


# Chapters that are the same under all options

AIM = chapter(
    "The aim",
    f"{R.SEATS} players sit in two teams, partners opposite each other. Each has {R.TOKENS} "
    "tokens. They come out of the kennel, run once round the loop and into the home of their "
    f"colour. **The team whose {TEAM} tokens are all home first wins.**",
)
SETUP = chapter(
    "Setup",
    "Partners sit opposite each other: Red and Blue against Yellow and Green. All tokens are in "
    "their kennels. The home of a colour branches off the loop right behind the start of that "
    "colour. Tokens run anticlockwise. The lot names the first dealer.",
)
PARTNERS = chapter(
    "Partners",
    "Who has all tokens home plays the partner's tokens like own ones, from the kennel to the "
    "home, and is still dealt cards and still exchanges one. The partner goes on playing the same "
    "tokens.",
    "Partners do not talk about their cards.",
)
END = chapter(
    "The end",
    f"The game ends the moment a team has its token number {TEAM} home. Both partners have won.",
)


def rulebook(options: Records) -> Rulebook:
    """The whole book."""
    o = book.option_values(OPTION_LIST, options)
    chapters = (
        *(AIM, components(o), SETUP, course(o), chapter("The cards", card_table(o)), moving(o)),
        *(the_seven(o), the_jack(o), the_joker(o), home(o), PARTNERS, END),
    )
    tagline = "A race round the loop for two against two, with cards for legs."
    return Rulebook(tagline, chapters, summary(o), EXAMPLES, COVER)


def components(o: SimpleNamespace) -> Chapter:
    """What has to be on the table."""
    deck = R.COPIES * (R.RANKS - 1) + o.jokers
    return chapter(
        "Components",
        points(
            f"a board with a loop of **{o.loop_len} spaces**, a start for each player every "
            f"{o.loop_len // R.SEATS} spaces, and for each player a kennel and a home of "
            f"{R.TOKENS} spaces",
            f"{R.SEATS * R.TOKENS} tokens, {R.TOKENS} in each colour",
            f"{deck} cards: {R.COPIES} of each of {R.RANKS - 1} ranks and "
            f"{count_of(o.jokers, 'joker')}",
            "a die, to choose the first dealer",
        ),
    )


def course(o: SimpleNamespace) -> Chapter:
    """Turns, rounds, plays (D27–D33)."""
    hands = join_and(map(str, DEALT))
    starter = (
        "The first round is started by the player on the dealer's right, each further one by the "
        "player one seat further to the right."
        if o.starter_rotates_each_round
        else "Each round is started by the player on the dealer's right."
    )
    way = {
        "clockwise": "From there the play passes clockwise, to the left.",
        "anticlockwise": "From there the play passes anticlockwise, to the right, as tokens run.",
    }
    shuffle = {
        "each_turn": "Before every turn all cards are shuffled.",
        "exhausted": "The discards are shuffled in only when the stock does not last for a deal.",
    }
    thrown = "face down" if o.throw_hidden else "face up"
    return chapter(
        "The course of play",
        f"The game goes in **turns**. A turn has one dealer and {len(DEALT)} **rounds**, with "
        f"{hands} cards for each player. Then the player on the dealer's right deals the next "
        "turn. " + shuffle[o.reshuffle],
        points(
            "**Deal.** Cards go out one at a time.",
            "**Exchange.** Everybody gives the partner one card, face down. Only when all lie "
            "there are they picked up.",
            f"**Play.** {starter} {way[o.play_dir]} Play one card and do what it says.",
            "Who can play a card must play one, though it may hurt. Who can't play any throws the "
            f"whole hand, {thrown}, and is out until the next round. Who has no cards is passed "
            "over.",
            "The round is over when nobody has cards.",
            numbered=True,
        ),
        Example("Who can't play throws the whole hand"),
    )


def card_table(o: SimpleNamespace) -> Grid:
    """What each card does."""
    seven = "single steps, shared among your tokens as you like"
    if o.canadian:
        seven = "single steps, shared among your tokens and your partner's as you like"
    jack = "swaps a token of yours with one of another player"
    if o.jack_own_own:
        jack += ", or two of your own"
    joker = ("Joker", "any use of any other card") if o.jokers else None
    return grid(
        ("card", "use"),
        ("**2 3 5 6 8 9 10**", "that many steps forward with one token"),
        ("**Q**, **K**", "12 and 13 steps forward; a king may bring a token out instead"),
        ("**A**", "1 step or 11 steps forward, or bring a token out"),
        ("**4**", "4 steps forward, or 4 back"),
        ("**7**", f"7 {seven}; whoever is stepped on goes to the kennel"),
        ("**J**", jack),
        joker,
    )


def moving(o: SimpleNamespace) -> Chapter:
    """Steps, captures, protection (D1–D7)."""
    again = (
        "With the own fresh token there the start is possible too: that one goes to the kennel, "
        "and another comes out."
        if o.restart_over_fresh
        else "Only the own fresh token bars the start."
    )
    return chapter(
        "Moving",
        "A step card moves one token by the whole number of steps. It passes other tokens freely. "
        "The token it ends on goes to its kennel, whoever owns it, a partner's and an own one too.",
        "**Coming out.** A token from the kennel goes to its own start. It captures whatever "
        "stands there. " + again,
        "**Fresh tokens.** A token that has come out is fresh until it moves. A fresh token is "
        "protected: nobody can land on it, pass it or swap it, not even its owner. A token that "
        "comes back to its own start later is an ordinary one.",
        Example("An ace brings a token out"),
        Example("Landing on a token sends it to its kennel"),
        Example("Nobody passes a fresh token"),
    )


def the_seven(o: SimpleNamespace) -> Chapter:
    """Seven single steps (D5, D10–D16)."""
    whole = (
        "After the first step you may end the card at any time, and you must when nobody can step."
        if o.seven_partial
        else "All steps must be made. If your tokens can't make them all, the 7 can't be played."
    )
    jump = (
        "A token with a protected one directly ahead may jump it, for two of the steps; nothing "
        "happens to the protected one."
        if o.seven_jumps_protected
        else "Protected tokens stop a 7 like any other card."
    )
    partner = (
        "Your partner's tokens may take steps at any time, even alone."
        if o.canadian
        else "Your partner's tokens may take steps only once all of yours are home, which may "
        "happen in the middle of the card."
    )
    last = (
        "The last token of a team may come home with any step: the rest is wasted."
        if o.seven_waste_win or o.seven_partial
        else "The last token of a team comes home by a 7 only with its very last step."
    )
    return chapter(
        "The seven",
        "The steps are made one by one, in any order, by one token or by several. Every space that "
        "is stepped on is swept: an unprotected token there goes to its kennel, whoever owns it.",
        f"{whole} {jump} {partner} {last}",
        Example("A seven is shared, and sweeps what it steps on"),
    )


def the_jack(o: SimpleNamespace) -> Chapter:
    """Swaps (D8, D9)."""
    own = (
        "Two tokens of your own may be swapped too."
        if o.jack_own_own
        else "Two tokens of one player are never swapped."
    )
    return chapter(
        "The jack",
        "It swaps a token of yours with a token of another player, partner or opponent. Both must "
        f"be on the loop, and neither may be fresh. {own} Without such a pair the jack can't be "
        "played.",
        Example("A jack swaps two tokens"),
    )


def the_joker(o: SimpleNamespace) -> Chapter:
    """What it may not do (D23, D24)."""
    if not o.jokers:
        return chapter("The joker", "This deck has no jokers.")
    last = (
        "No joker may bring the last token of any player home."
        if o.joker_last_own
        else "No joker may bring the last token of a team home. Your own last one may come home by "
        "it as long as your partner still has tokens out."
    )
    return chapter("The joker", f"It is any card you like. {last}")


def home(o: SimpleNamespace) -> Chapter:
    """Entering and being there (D17–D22)."""
    lap = (
        "It must have gone a whole lap forward since it came out; a token that went back over its "
        "start has to come round again."
        if o.full_lap
        else "It need not have gone round the whole loop: a token that went back over its start "
        "with a 4 may go forward over it, and in."
    )
    must = (
        "A move whose steps fit into home has to end there."
        if o.must_enter
        else "Entering is a choice: it may just as well walk on round the loop."
    )
    back = (
        "A 4 back may lead over the own start into home, and out of home again."
        if o.four_back_home
        else "A 4 back uses the loop only: it leads neither into home nor out of it."
    )
    return chapter(
        "Home",
        "A token that moves forward over its own start, or off it, may turn into home. "
        f"A fresh token may not. {lap} {must}",
        "In home tokens move forward only, by exact count, and do not pass each other. Nobody is "
        "captured there. With too many steps a token walks on along the loop. " + back,
        Example("A token turns into its home"),
        Example("Four back, then home"),
    )


def summary(o: SimpleNamespace) -> tuple[Passage, ...]:
    """What one looks up while playing."""
    return (
        points(
            f"Deal {join_and(map(str, DEALT))} cards in the {len(DEALT)} rounds of a turn",
            "Everybody gives the partner one card",
            f"Play a card, {o.play_dir}; who can't throws the hand",
            "Fresh tokens on their start can't be passed, hit or swapped",
            "Over the own start and into home by exact count"
            + (", after a whole lap" if o.full_lap else ""),
            numbered=True,
        ),
        card_table(o),
    )
