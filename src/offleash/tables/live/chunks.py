"""A drawing cut into chunks, so that after a move only those that differ are sent."""

import re
from bisect import bisect_left
from collections import defaultdict, deque
from collections.abc import Iterable, Sequence
from itertools import pairwise

Splice = tuple[int, int, tuple[str, ...]]  # start, end, replacement

ID = ' id="'
START = re.compile('<(?:g|[^<]* id=")')  # of a group, or of an element with an id


def chunks(svg: str) -> list[str]:
    """Cut where a group or an element with an id begins; joined, the chunks are the same text."""
    cuts = sorted({0, len(svg), *(match.start() for match in START.finditer(svg))})
    return [svg[start:end] for start, end in pairwise(cuts)]


def hashes(pieces: Iterable[str]) -> list[int]:
    """Return hashes of chunks, valid in one process; equal chunks under different ids differ."""
    result, name = [], ""
    for piece in pieces:
        place = piece.find(ID)
        if place >= 0:
            name = piece[place + len(ID) : piece.find('"', place + len(ID))]
        result.append(hash((name, piece)))
    return result


def splices(old: Sequence[int], new: Sequence[int], pieces: Sequence[str]) -> tuple[Splice, ...]:
    """Return the replacements that turn the old list into the new one, both given by their hashes.

    `pieces` are the new list's. Positions refer to the old list and ascend.
    """
    result = []
    from_old = from_new = common_prefix(old, new)
    same_end = common_prefix(old[from_old:][::-1], new[from_new:][::-1])
    old_end, new_end = len(old) - same_end, len(new) - same_end
    pairs = _common_chunks(old[from_old:old_end], new[from_new:new_end])
    shifted = [(at_old + from_old, at_new + from_new) for at_old, at_new in pairs]
    for at_old, at_new in (*shifted, (old_end, new_end)):
        if at_old > from_old or at_new > from_new:
            result.append((from_old, at_old, tuple(pieces[from_new:at_new])))
        from_old, from_new = at_old + 1, at_new + 1
    return tuple(result)


def common_prefix(old: Sequence[object], new: Sequence[object]) -> int:
    """Return the length of the common prefix."""
    pairs = enumerate(zip(old, new, strict=False))
    return next((n for n, (a, b) in pairs if a != b), min(len(old), len(new)))


def _common_chunks(old: Sequence[int], new: Sequence[int]) -> list[tuple[int, int]]:
    """Return positions of common chunks in the old and new list: as many as keep their order."""
    places: dict[int, deque[int]] = defaultdict(deque)
    for place, digest in enumerate(old):
        places[digest].append(place)
    pairs = [(places[digest].popleft(), at) for at, digest in enumerate(new) if places.get(digest)]
    return [pairs[number] for number in _longest_rise([place for place, _ in pairs])]


def _longest_rise(values: Sequence[int]) -> list[int]:
    """Return the indices of a longest increasing subsequence."""
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
