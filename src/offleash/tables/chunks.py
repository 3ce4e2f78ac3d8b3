"""A drawing cut into chunks, so that after a move only those that differ are sent."""

from bisect import bisect_left
from collections import defaultdict, deque
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

Splice = tuple[int, int, tuple[str, ...]]  # start, end, replacement

ID = ' id="'


def chunks(svg: str) -> list[str]:
    """Cuts where a group or an element with an id begins; joined they are the same text again."""
    named = {svg.rfind("<", 0, place) for place in _places(svg, ID)}
    cuts = sorted({0, len(svg), *named, *_places(svg, "<g")} - {-1})
    return [svg[start:end] for start, end in pairwise(cuts)]


def _places(text: str, part: str) -> Iterator[int]:
    """The position of every occurrence of a part."""
    place = text.find(part)
    while place >= 0:
        yield place
        place = text.find(part, place + 1)


def hashes(pieces: Iterable[str]) -> list[int]:
    """Hashes of chunks, valid within one process; equal chunks under different ids differ."""
    result, name = [], ""
    for piece in pieces:
        name = piece.partition(ID)[2].partition('"')[0] or name
        result.append(hash((name, piece)))
    return result


def splices(old: Sequence[int], new: Sequence[str]) -> tuple[Splice, ...]:
    """The replacements that turn the old list, given by its hashes, into the new one.

    Positions refer to the old list and ascend.
    """
    result = []
    from_old, from_new = 0, 0
    for at_old, at_new in (*_common_chunks(old, hashes(new)), (len(old), len(new))):
        if at_old > from_old or at_new > from_new:
            result.append((from_old, at_old, tuple(new[from_new:at_new])))
        from_old, from_new = at_old + 1, at_new + 1
    return tuple(result)


def _common_chunks(old: Sequence[int], new: Sequence[int]) -> list[tuple[int, int]]:
    """Positions of common chunks in the old and the new list: as many as keep their order."""
    places: dict[int, deque[int]] = defaultdict(deque)
    for place, digest in enumerate(old):
        places[digest].append(place)
    pairs = [(places[digest].popleft(), at) for at, digest in enumerate(new) if places.get(digest)]
    return [pairs[number] for number in _longest_rise([place for place, _ in pairs])]


def _longest_rise(values: Sequence[int]) -> list[int]:
    """The indices of a longest increasing subsequence."""
    ends: list[int] = []  # the lowest last value of a subsequence of each length
    numbers: list[int] = []  # and its index
    before: list[int] = []  # the index before each value in its subsequence
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
