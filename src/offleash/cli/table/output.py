"""Text for players at the terminal: help, events and results."""

from collections.abc import Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from rich.color import ANSI_COLOR_NAMES

from offleash.cli.terminal import print_wrapped
from offleash.contract.rules.actors import CHANCE, UNSEEN
from offleash.tools.prose import join_and

if TYPE_CHECKING:
    from offleash.contract import Game
    from offleash.engine.forfeit import Forfeit
    from offleash.play.session import Event, Session

COLOURS = ("red", "yellow", "blue", "green", "magenta", "cyan")

MAX_LISTED = 20  # chance outcomes in a row that are listed one by one

COMMANDS = (
    ("legal", "list all legal actions"),
    ("board", "show the board again"),
    ("undo", "undo your last decision"),
    ("save FILE", "save the game"),
    ("svg FILE", "save a picture of what you see"),
    ("?", "get advice: the best actions, and why"),
    ("help", "show this text"),
    ("again", "after the end: play once more"),
    ("quit", "leave the game, and save it if you like"),
)


def colour_of(game: "Game", seat: int) -> str:
    """Return the colour of a seat: its name if that is a colour."""
    name = game.rules.seat_names[seat].lower()
    return name if name in ANSI_COLOR_NAMES else COLOURS[seat % len(COLOURS)]


def print_help(game: "Game") -> None:
    """Print what can be typed."""
    print_wrapped(
        "Type an action as listed, or its number. If a number is also an action, such as a card, "
        "it means the action; type #7 for number 7 of the list."
        + " You can type several steps in one line." * (game.notation.several is not None)
        + " Other commands:"
    )
    pages = [(page, f"read the {page} of {game.title}") for page in game.notation.pages]
    for command, meaning in (*pages, *COMMANDS):
        print_wrapped(f"  {command:<11} {meaning}", hanging=14)


# What happened


def print_events(session: "Session", seat: int, since: int, forced: set[int]) -> None:
    """Print the events since an action, as far as a seat may know them."""
    events = session.events(seat, since)
    for actor, run in groupby(_visible_events(events), key=lambda event: event.actor):
        batch = []
        for event in run:
            batch.append(event)
            if event.news:
                _print_actions(session, seat, actor, batch, forced)
                batch = []
                for line in event.news:
                    print_wrapped(f"  {line}", hanging=4)
        _print_actions(session, seat, actor, batch, forced)


def _visible_events(events: list["Event"]) -> list["Event"]:
    """Leave out chance events that a seat does not see and that tell it nothing."""
    return [e for e in events if e.news or e.actor != CHANCE or e.action != UNSEEN]


def _print_actions(
    session: "Session", seat: int, actor: int, events: list["Event"], forced: set[int]
) -> None:
    """Print consecutive actions of one actor on one line."""
    if actor == CHANCE:
        texts = [event.text for event in events if event.text]
        if texts:
            print_wrapped(f"  chance: {', '.join(_shorten(texts))}", "dim", hanging=4)
        return
    texts = [
        (event.text or "makes a hidden move")
        + (" (the only action)" if actor == seat and event.number in forced else "")
        for event in events
    ]
    if texts:
        game = session.game
        name = "You" if actor == seat else game.seat_name(session.options, actor)
        print_wrapped(
            f"  {name}: {', '.join(_count_repeats(texts))}", colour_of(game, actor), hanging=4
        )


def _count_repeats(texts: list[str]) -> list[str]:
    """Return `step a x4` for four equal actions in a row."""
    runs = [(text, len(list(run))) for text, run in groupby(texts)]
    return [f"{text} x{count}" if count > 1 else text for text, count in runs]


def _shorten(texts: list[str]) -> list[str]:
    """Return `deal 2, K, 6` for `deal 2, deal K, deal 6`; a long run is only counted."""
    shortened: list[str] = []
    for head, run in groupby(texts, key=lambda text: text.partition(" ")[0]):
        group = list(run)
        if len(group) > MAX_LISTED:
            shortened.append(f"{head} x{len(group)}")
        else:
            shortened += [group[0], *(text.partition(" ")[2] or text for text in group[1:])]
    return shortened


# Who has won


def print_forfeit(session: "Session", forfeit: "Forfeit") -> list[float]:
    """Print why a bot forfeits; returns each seat's share of the win."""
    from offleash.bots.kinds import display_name
    from offleash.engine.forfeit import forfeited_shares

    name = session.game.seat_name(session.options, forfeit.seat)
    bot = display_name(forfeit.player)
    print_wrapped(f"{name} forfeits the game: {bot} {forfeit.problem}.", "red")
    print_wrapped(f"It saw {forfeit.saw}", "dim", hanging=2)
    sides = session.game.sides(session.options[0])
    return forfeited_shares(sides, sides[forfeit.seat])


def print_result(session: "Session", people: Sequence[int], shares: Sequence[float]) -> None:
    """Print who won, and if there is one person, whether they did."""
    names = [session.game.seat_name(session.options, seat) for seat in range(len(shares))]
    winners = [seat for seat, share in enumerate(shares) if share == max(shares)]
    if len(winners) == len(shares):
        print_wrapped("The game is a draw.", "bold")
        return
    verb = "wins" if len(winners) == 1 else "win"
    print_wrapped(f"{join_and([names[seat] for seat in winners])} {verb}.", "bold")
    if len(people) == 1:
        won = people[0] in winners
        print_wrapped("You win." if won else "You lose.", "bold green" if won else "bold")
