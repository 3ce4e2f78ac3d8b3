"""What is said at the table: who is who, what happened, who has won."""

from collections.abc import Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from rich.color import ANSI_COLOR_NAMES

from offleash.cli.terminal import tell
from offleash.core.rules.actors import CHANCE, UNSEEN

if TYPE_CHECKING:
    from offleash.core.forfeit import Forfeit
    from offleash.core.game import Game
    from offleash.play.session import Event, Session

COLOURS = ("red", "yellow", "blue", "green", "magenta", "cyan")

MOST_TOLD = 20  # outcomes of chance, one after the other

COMMANDS = (
    ("legal", "list the legal actions, one by one"),
    ("board", "show the board again"),
    ("undo", "take back your last decision"),
    ("save FILE", "write the game so far"),
    ("svg FILE", "draw what you see"),
    ("?", "advice: the best few actions, and why"),
    ("help", "this text"),
    ("quit", "leave the game"),
)


def colour_of(game: "Game", seat: int) -> str:
    """A seat's own colour, by its name where that is one."""
    name = game.seat_names[seat].lower()
    return name if name in ANSI_COLOR_NAMES else COLOURS[seat % len(COLOURS)]


def joined(names: Sequence[str], word: str = "and") -> str:
    """`Red`, `Red and Blue`, `Red, Blue and Green`."""
    return f" {word} ".join(filter(None, [", ".join(names[:-1]), names[-1]]))


def tell_help(game: "Game") -> None:
    """What can be typed."""
    tell(
        "Type an action as it is listed, or its number. A number that is an action itself, as a "
        "card is, means the action: for number 7 of the list write #7."
        + " What takes several steps may stand in one line." * (game.several is not None)
        + " Also:"
    )
    pages = [(page, f"read the {page} of {game.title}") for page in game.pages]
    for command, meaning in (*pages, *COMMANDS):
        tell(f"  {command:<11} {meaning}", hanging=14)


# What happened


def tell_events(session: "Session", seat: int, since: int, forced: set[int]) -> None:
    """What a seat has heard since an action, in order: no more than it may know."""
    events = session.events(seat, since)
    for actor, run in groupby(_runs(events), key=lambda event: event.actor):
        batch = []
        for event in run:
            batch.append(event)
            if event.news:
                _tell_actions(session, seat, actor, batch, forced)
                batch = []
                for line in event.news:
                    tell(f"  {line}", hanging=4)
        _tell_actions(session, seat, actor, batch, forced)


def _runs(events: list["Event"]) -> list["Event"]:
    """Chance that a seat does not see, and that changes nothing it knows, is no event to it."""
    return [e for e in events if e.news or e.actor != CHANCE or e.action != UNSEEN]


def _tell_actions(
    session: "Session", seat: int, actor: int, events: list["Event"], forced: set[int]
) -> None:
    """Actions of one actor in a row, in one line."""
    if actor == CHANCE:
        texts = [event.text for event in events if event.text]
        if texts:
            tell(f"  chance: {', '.join(_shortened(texts))}", "dim", hanging=4)
        return
    said = [
        (event.text or "does something face down")
        + (" (only one action)" if actor == seat and event.number in forced else "")
        for event in events
    ]
    if said:
        game = session.game
        who = "You" if actor == seat else game.name_of(session.options, actor)
        tell(f"  {who}: {', '.join(_counted(said))}", colour_of(game, actor), hanging=4)


def _counted(texts: list[str]) -> list[str]:
    """`step a x4` for what was done four times in a row."""
    runs = [(text, len(list(run))) for text, run in groupby(texts)]
    return [f"{text} x{count}" if count > 1 else text for text, count in runs]


def _shortened(texts: list[str]) -> list[str]:
    """`deal 2, K, 6` for `deal 2, deal K, deal 6`; a whole deck is only counted."""
    found: list[str] = []
    for head, run in groupby(texts, key=lambda text: text.partition(" ")[0]):
        alike = list(run)
        if len(alike) > MOST_TOLD:
            found.append(f"{head} x{len(alike)}")
        else:
            found += [alike[0], *(text.partition(" ")[2] or text for text in alike[1:])]
    return found


# Who has won


def tell_forfeit(session: "Session", forfeit: "Forfeit") -> list[float]:
    """Why a bot has lost the game; what each seat wins by that."""
    from offleash.core.forfeit import forfeited_shares

    name = session.game.name_of(session.options, forfeit.seat)
    tell(f"{name} forfeits the game: {forfeit.player} {forfeit.problem}.", "red")
    tell(f"It saw {forfeit.saw}", "dim", hanging=2)
    sides = session.game.sides(session.options[0])
    return forfeited_shares(sides, sides[forfeit.seat])


def tell_result(session: "Session", people: Sequence[int], shares: Sequence[float]) -> None:
    """Who has won, and whether that is the person who looks."""
    names = [session.game.name_of(session.options, seat) for seat in range(len(shares))]
    winners = [seat for seat, share in enumerate(shares) if share == max(shares)]
    if len(winners) == len(shares):
        tell("Nobody wins: all share.", "bold")
        return
    verb = "wins" if len(winners) == 1 else "win"
    tell(f"{joined([names[seat] for seat in winners])} {verb}.", "bold")
    if len(people) == 1:
        won = people[0] in winners
        tell("You win." if won else "You lose.", "bold green" if won else "bold")
