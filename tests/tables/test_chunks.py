"""Drawings cut into chunks: nothing is lost, and a move changes few of them."""

import random

import pytest
from hypothesis import given, settings, strategies as st

import offleash
from offleash.contract.rules.actors import NOBODY
from offleash.games import registry
from offleash.tables.live.chunks import chunks, hashes, splices

GAMES = tuple(registry.ROWS)
MOVES = 25
SMALL = 0.2  # the share of a drawing that a usual move may send

lists = st.lists(st.sampled_from([*"abcdefgh", ""]), max_size=30)


def apply_splices(old, changes):
    """What a page does with splices: from the last to the first, as they number the old list."""
    page = list(old)
    for start, end, pieces in reversed(changes):
        page[start:end] = pieces
    return page


@settings(deadline=None)
@given(lists, lists)
def test_splices_lead_from_one_list_to_the_other(old, new):
    changes = splices(hashes(old), hashes(new), new)
    assert apply_splices(old, changes) == new
    end_indices = [0, *(end for _, end, _ in changes)]
    assert all(before <= start for before, (start, _, _) in zip(end_indices, changes, strict=False))


@settings(deadline=None)
@given(lists)
def test_unchanged_chunks_are_not_sent(pieces):
    assert splices(hashes(pieces), hashes(pieces), pieces) == ()


@settings(deadline=None)
@given(st.permutations(range(12)), st.integers(0, 11))
def test_as_many_chunks_as_possible_stay(order, index):
    """Of chunks that differ, one that moves costs one chunk; the others are kept."""
    old = [f"chunk {number}" for number in order]
    new = [*old[:index], *old[index + 1 :], old[index]]
    changes = splices(hashes(old), hashes(new), new)
    sent_pieces = [piece for _, _, pieces in changes for piece in pieces]
    assert sent_pieces in ([], [old[index]], [old[-1]])


@settings(deadline=None)
@given(st.text(alphabet='<>/g i"d=x', max_size=80))
def test_chunks_are_the_whole_text(text):
    assert "".join(chunks(text)) == text


def test_chunks_begin_where_groups_and_elements_with_ids_begin():
    svg = '<svg><text id="a">A</text><path/><g><rect/></g><rect x="1" id="b"/></svg>'
    assert chunks(svg) == [
        "<svg>",
        '<text id="a">A</text><path/>',
        "<g><rect/></g>",
        '<rect x="1" id="b"/></svg>',
    ]


@pytest.mark.parametrize("name", GAMES)
def test_moves_change_few_chunks(name):
    session, luck = offleash.new(name, seed=3), random.Random(3)
    game, page, sizes, size = session.game, [], [], 0
    for _ in range(MOVES):
        session.play(luck.choice(session.legal_numbers))
        drawing = game.pictures.draw(session.view(NOBODY), session.options, NOBODY)
        pieces = chunks(drawing)
        changes = splices(hashes(page), hashes(pieces), pieces)
        page, size = apply_splices(page, changes), len(drawing)
        assert "".join(page) == drawing
        sizes.append(sum(len(piece) for _, _, pieces in changes for piece in pieces))
        if session.over:
            break
    assert sorted(sizes[1:])[len(sizes) // 2] < SMALL * size
