"""What a person may type at the table besides plain actions, and what stands for a long list.

- `red-yellow`: a tile that fits one end only, or that opens
- `left`: an end that only one tile fits; `l` and `r` do as well
- `fork left red-yellow at brown-yellow`: the half follows from the dogs
- `fork left red-yellow`, `fork red-yellow`, `fork`: as long as one fork is like that
"""

from collections.abc import Sequence
from dataclasses import dataclass

from offleash.contract import Records
from offleash.contract.rules.actors import NOBODY
from offleash.games.domidog.rules import actions as A, record as R
from offleash.games.domidog.rules.chain import dog_at
from offleash.games.domidog.text import position as P
from offleash.games.domidog.text.position import END_NAMES, ChainPosition, dog_word, parts_of
from offleash.games.domidog.text.why_illegal import why_no_fork
from offleash.games.tiles.rules.dogs import BREED, HALVES, TILES
from offleash.games.tiles.text.names import TILE_NAMES, is_tile, parse_tile
from offleash.tools.errors import BadNotation
from offleash.tools.prose import count_of, join_and, join_or

FORK_WORD, OPEN_WORD, AT_WORD = "fork", "open", "at"
END_WORDS = {word[:n]: end for end, word in enumerate(END_NAMES) for n in (1, len(word))}


@dataclass(frozen=True)
class Request:
    """What a line says of an action; None for what it leaves out."""

    forks: bool = False
    end: int | None = None
    tile: int | None = None
    spot_tile: int | None = None
    spot: int | None = None

    def fits(self, action: int) -> bool:
        """Return whether an action is like that, and a fork where one is meant."""
        end, tile, spot = parts_of(action)
        return (
            self.end in (None, end)
            and self.tile in (None, tile)
            and self.spot in (None, spot)
            and self.spot_tile in (None, spot // HALVES)
        )


def several(text: str, states: Records, options: Records) -> list[int] | None:
    """Return the one action that a line stands for, or None for a line of another kind."""
    position = ChainPosition.of(states, options)
    if position.mover == NOBODY:
        return None
    request = _parse(text.lower().split())
    if request is None:
        return None
    if request.forks:
        return [_find_fork(position, request)]
    if position.phase == R.OPENING:
        return None if request.tile is None or request.end is not None else [A.OPEN + request.tile]
    return [_find_play(position, request)]


def _parse(words: list[str]) -> Request | None:
    """Return the parts of a line, the tile before its goal; None for a line of another kind."""
    forks = words[:1] == [FORK_WORD]
    words = words[1:] if forks or words[:1] == [OPEN_WORD] else words
    ends = [END_WORDS[word] for word in words if word in END_WORDS]
    names = [word for word in words if word not in END_WORDS and word != AT_WORD]
    if len(ends) > 1 or len(names) > 1 + forks or not (forks or ends or names):
        return None
    if not forks and not all(is_tile(name) for name in names):
        return None  # a sentence on the whole line says more
    end = ends[0] if ends else None
    tile = parse_tile(names[0]) if names else None
    if len(names) < 2:
        return Request(forks, end, tile)
    if "." in names[1]:
        return Request(forks, end, tile, spot=P.parse_half(names[1]))
    return Request(forks, end, tile, spot_tile=parse_tile(names[1]))


# Laying


def _find_play(position: ChainPosition, request: Request) -> int:
    """Return the one play that is like that; raise BadNotation for what is wrong or missing."""
    plays = [action for action in position.lays if request.fits(action)]
    if len(plays) == 1:
        return plays[0]
    ends = [dog_word(half) for half in position.ends]
    if request.tile is None:
        end = request.end or 0
        names = [TILE_NAMES[parts_of(action).tile] for action in plays]
        where = f"the {END_NAMES[end]} end"
        if not names:
            raise BadNotation(f"no tile in your hand fits {where}, which is {ends[end]}")
        raise BadNotation(f"{join_and(names)} fit {where}: say which one")
    name = TILE_NAMES[request.tile]
    if plays:
        raise BadNotation(f"{name} fits both ends: add {' or '.join(END_NAMES)}")
    if request.end is not None or request.tile not in position.own_tiles:
        play = A.PLAY + (request.end or 0) * TILES + request.tile
        return play  # which is refused with its reason
    raise BadNotation(f"{name} fits neither end: left is {ends[0]}, right is {ends[1]}")


# Forking


def _find_fork(position: ChainPosition, request: Request) -> int:
    """Return the one fork that is like that.

    The two halves of a double are worth the same for ever: the first one will do.
    Raises BadNotation for what is wrong or missing.
    """
    alike = {}
    for action in filter(request.fits, reversed(position.forks)):
        end, tile, spot = parts_of(action)
        alike[end, tile, spot // HALVES] = action
    if len(alike) == 1:
        return alike.popitem()[1]
    if not alike:
        return _refuse_fork(position, request)
    ends, tiles, spots = ({key[part] for key in alike} for part in range(3))
    if len(tiles) > 1:
        names = [TILE_NAMES[tile] for tile in sorted(tiles)]
        raise BadNotation(f"say which tile you lay: {join_or(names)}")
    if len(ends) > 1:
        raise BadNotation(f"say which end your house shuts: {' or '.join(END_NAMES)}")
    names = [TILE_NAMES[tile] for tile in sorted(spots)]
    raise BadNotation(f"say where {TILE_NAMES[tiles.pop()]} goes: at {join_or(names)}")


def _refuse_fork(position: ChainPosition, request: Request) -> int:
    """Return a fork that is refused with its reason; raise BadNotation where none is like that."""
    reason = position.phase == R.PLAYING and why_no_fork(position)
    if reason:
        raise BadNotation(reason)
    end, tile, spot = request.end or 0, request.tile, request.spot
    if tile is not None and request.spot_tile is not None:
        halves = [request.spot_tile * HALVES + k for k in range(HALVES)]
        spot = next((half for half in halves if dog_at(half) in BREED[tile]), halves[0])
    if position.phase == R.OPENING or (tile is not None and tile not in position.own_tiles):
        spot = spot or 0
    if spot is not None:
        return int(A.fork_of(end, tile or 0, spot))
    subject = "no tile in your hand" if tile is None else TILE_NAMES[tile]
    matches = "matches" if tile is None else "does not match"
    raise BadNotation(f"{subject} {matches} an inner half of another tile")


# Instead of a list


def brief(states: Records, options: Records, seat: int, legal: Sequence[int]) -> list[str] | None:
    """Return what fits where, with the numbers of the list, and how to fork."""
    position = ChainPosition.of(states, options)
    if position.phase != R.PLAYING:
        return None
    return [*(_about_ends(position) or [_about_stuck(position)]), *_about_forks(position)]


def _about_ends(position: ChainPosition) -> list[str]:
    """Return `left, red:  #1 red-yellow  #2 red-red`; numbers as in the list, sorted by tiles."""
    tiles = list(dict.fromkeys(parts_of(action).tile for action in position.lays))
    by_tile = sorted(position.lays, key=lambda action: tiles.index(parts_of(action).tile))
    lines = []
    for end, half in enumerate(position.ends):
        fitting = [
            f"#{number} {TILE_NAMES[parts_of(action).tile]}"
            for number, action in enumerate(by_tile, 1)
            if parts_of(action).end == end
        ]
        head = f"{END_NAMES[end]}, {dog_word(half)}: "
        lines.append(head + ("  ".join(fitting) or "nothing fits"))
    return lines if by_tile else []


def _about_stuck(position: ChainPosition) -> str:
    ends = join_or(dict.fromkeys(map(dog_word, position.ends)))
    if position.legal[0] == A.DRAW:
        left = count_of(position.supply, "tile")
        return f"No tile of yours has {ends}: draw, {left} left."
    return f"No tile of yours has {ends}, and the supply is empty: pass."


def _about_forks(position: ChainPosition) -> list[str]:
    if not position.forks:
        return []
    end, tile, spot = parts_of(position.forks[0])
    example = f"fork {END_NAMES[end]} {TILE_NAMES[tile]} at {TILE_NAMES[spot // HALVES]}"
    return [f"Or {example}, once a game: your house shuts an end, and a tile goes to a spot."]
