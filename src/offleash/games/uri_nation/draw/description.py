"""The whole street in words, for readers who can't see the picture."""

from offleash.core.rules.actors import EVERYBODY, NOBODY
from offleash.games.uri_nation.draw.bowls import place_words
from offleash.games.uri_nation.draw.disks import fort_words, home_words, site_words
from offleash.games.uri_nation.position import Position
from offleash.games.uri_nation.rules import record as R
from offleash.games.uri_nation.text.status_line import lasting_effects, status_line


def describe(position: Position) -> str:
    """The street in words."""
    viewer = {NOBODY: "a spectator", EVERYBODY: "everybody"}.get(position.seat)
    viewer = viewer or position.name(position.seat)
    board, options = position.board, position.options
    status = status_line(position, position.name)
    sentences = [
        f"A street of Uri-Nation, {board.name}, seen by {viewer}",
        f"Round {position.rounds} of {options.max_rounds}; {status}",
    ]
    for seat in range(position.seats):
        cell = position.cell_name(position.cell(seat))
        sentences.append(f"{place_words(position, seat)}; at {cell}")
        claims = [
            place + fort_words(position.fort[number])
            for number, place in enumerate(position.names.territories)
            if position.owner(number) == seat
        ]
        sentences.append(f"{position.name(seat)} holds {' '.join(claims) or 'nothing'}")
    sentences += [
        home_words(position, home)
        for home in range(len(board.homes))
        if position.home_disk[home] != R.NOBODY_THERE or position.home_away[home]
    ]
    sentences += [site_words(position, n) for n in range(len(board.sites)) if position.marks[n]]
    return ". ".join([*sentences, *lasting_effects(position, position.name)]) + "."
