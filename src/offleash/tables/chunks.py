"""A drawing cut into chunks, so that after a move only those that differ are sent."""

from bisect import bisect_left
from collections import defaultdict, deque
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

Splice = tuple[int, int, tuple[str, ...]]  # from, to: what stands there instead

ID = ' id="'


def chunks(svg: str) -> list[str]:
    """Cuts where a group or an element with an id begins; joined they are the same text again."""
    named = {svg.rfind("<", 0, place) for place in _places(svg, ID)}
    cuts = sorted({0, len(svg), *named, *_places(svg, "<g")} - {-1})
    return [svg[start:end] for start, end in pairwise(cuts)]


def _places(text: str, part: str) -> Iterator[int]:
    """Where a part of a text begins, each time that it occurs."""
    place = text.find(part)
    while place >= 0:
        yield place
        place = text.find(part, place + 1)


def hashes(pieces: Iterable[str]) -> list[int]:
    """What tells chunks apart, within one process: equal ones under different ids too."""
    found, name = [], ""
    for piece in pieces:
        name = piece.partition(ID)[2].partition('"')[0] or name
        found.append(hash((name, piece)))
    return found


def splices(old: Sequence[int], new: Sequence[str]) -> tuple[Splice, ...]:
    """What has to be replaced in the old list, whose hashes are given, to get the new one.

    Numbers refer to the old list and ascend.
    """
    found = []
    from_old, from_new = 0, 0
    for at_old, at_new in (*_kept(old, hashes(new)), (len(old), len(new))):
        if at_old > from_old or at_new > from_new:
            found.append((from_old, at_old, tuple(new[from_new:at_new])))
        from_old, from_new = at_old + 1, at_new + 1
    return tuple(found)


def _kept(old: Sequence[int], new: Sequence[int]) -> list[tuple[int, int]]:
    """Where chunks stand in the old list and in the new one: as many as keep their order."""
    places: dict[int, deque[int]] = defaultdict(deque)
    for place, each in enumerate(old):
        places[each].append(place)
    pairs = [(places[each].popleft(), at) for at, each in enumerate(new) if places.get(each)]
    return [pairs[number] for number in _longest_rise([place for place, _ in pairs])]


def _longest_rise(values: Sequence[int]) -> list[int]:
    """The numbers of the longest run, with gaps, of values that rise."""
    ends: list[int] = []  # the lowest value that a run of each length ends with
    numbers: list[int] = []  # and where it stands
    before: list[int] = []  # what stands before each value in its run
    for number, value in enumerate(values):
        length = bisect_left(ends, value)
        before.append(numbers[length - 1] if length else -1)
        ends[length : length + 1] = [value]
        numbers[length : length + 1] = [number]
    run = []
    number = numbers[-1] if numbers else -1
    while number >= 0:
        run.append(number)
        number = before[number]
    return run[::-1]
