"""Live luck at a table: who may look ahead, choose or hold things up, and cannot."""

import hashlib
import random
from statistics import mean

import msgspec
import pytest

from offleash.games.dog.rules.record import COPIES, FIRST_DEAL, JOKER, SEATS
from offleash.play.fair_luck import find_mismatch
from offleash.play.live_luck import (
    anchor_of,
    draw_luck,
    link_of,
    memory_of_draws,
    number_of_link,
    remember_mark,
)
from offleash.play.luck_check import checked_luck, describe_unfair
from offleash.play.receipt import FORMAT, OwnChain, Receipt, disagreements
from offleash.tables.live import messages
from offleash.tables.live.table import ABANDONED, OVER, PLAYING, Refusal, Table
from offleash.tables.log.entries import (
    OPEN,
    ChainHandedOver,
    LinkShown,
    LinksMissed,
    SeatTaken,
    TableAbandoned,
)
from offleash.tables.replays.tape import tape_of_table
from tests.tables.rooms import BOT, Room, until
from tests.tables.sample_tables import move, pinned_facts, take
from tests.tables.test_grinding import HONEST, JOKERS, OTHERS
from tests.tables.test_receipt_page import ALARM, cheat, save_receipt

ID = "12345678"


def secret_of(seat: int, table: int = 0) -> bytes:
    return hashlib.sha256(f"seat {seat} of {table}".encode()).digest()


def live_table(game: str = "dog", bots: int = 0, **options) -> Table:
    """A table that has begun, and waits for its first draw."""
    facts = pinned_facts(game, [OPEN] * SEATS if game == "dog" else [OPEN] * 2, **options)
    seats = len(facts.seats)
    facts = msgspec.structs.replace(
        facts, live_luck=True, seats=tuple([OPEN] * (seats - bots) + ["greedy"] * bots)
    )
    table = Table(facts)
    for seat in range(seats - bots):
        take(table, SeatTaken(seat, f"holder-{seat}", f"Name {seat}"))
    for seat in range(seats - bots):
        promise = messages.Promise(id=ID, promise=anchor_of(secret_of(seat)))
        take(table, table.decide(seat, promise))
    take(table, table.begin())
    return table


def show(table: Table, *seats: int) -> None:
    draw = table.draws.number
    for seat in seats:
        link = link_of(secret_of(seat), number_of_link(draw)).hex()
        take(table, table.decide(seat, messages.ShowLink(id=ID, draw=draw, link=link)))


def draw_all(table: Table) -> None:
    show(table, *table.draws.missing)
    take(table, table.draw_chance())


def give_up(table: Table):
    bots = ["greedy"] * len(table.seats)
    return take(table, table.give_up_links(table.draws.number, bots))


def play_until_draw(table: Table, rng: random.Random) -> None:
    while table.draw_due is None and table.phase == PLAYING:
        move(table, rng)


def test_nothing_is_drawn_before_every_link_is_there():
    table = live_table()
    assert table.phase == PLAYING and table.actor < 0 and not table.session.history
    show(table, 0, 1, 3)
    with pytest.raises(Refusal, match="links are missing"):
        table.draw_chance()
    show(table, 2)
    take(table, table.draw_chance())
    assert len(table.session.history) > SEATS * FIRST_DEAL and table.actor >= 0


def test_a_whole_game_is_verified_also_after_somebody_left():
    table, rng = live_table("domidog"), random.Random(1)
    draw_all(table)
    for _ in range(4):
        play_until_draw(table, rng)
        draw_all(table)
    hand_over = messages.HandOver(id=ID, secret=secret_of(1).hex())
    assert isinstance(take(table, table.decide(1, hand_over)), ChainHandedOver)
    with pytest.raises(Refusal, match="already handed over"):
        table.decide(1, hand_over)
    while table.phase == PLAYING:
        play_until_draw(table, rng)
        if table.draw_due:
            assert table.draws.missing == (0,)  # nobody waits for who left
            draw_all(table)
    tape = tape_of_table(table)
    assert tape.verdict[0], tape.verdict
    assert tape.luck().live and len(tape.luck().chains) == 2


WRONG_LINKS = {
    "of another seat": lambda: link_of(secret_of(1), 1).hex(),
    "of a later draw": lambda: link_of(secret_of(0), 2).hex(),
    "the anchor": lambda: anchor_of(secret_of(0)),
    "made up": lambda: "0" * 64,
}


@pytest.mark.parametrize("name", WRONG_LINKS)
def test_no_other_link_is_taken(name):
    with pytest.raises(Refusal, match="not the next link"):
        live_table().decide(0, messages.ShowLink(id=ID, draw=0, link=WRONG_LINKS[name]()))


def test_a_link_is_taken_once_and_for_the_draw_that_is_due():
    table = live_table()
    later = link_of(secret_of(0), 2).hex()
    with pytest.raises(Refusal, match="needs no link now"):
        table.decide(0, messages.ShowLink(id=ID, draw=1, link=later))
    show(table, 0)
    first = link_of(secret_of(0), 1).hex()
    with pytest.raises(Refusal, match="no link from you"):
        table.decide(0, messages.ShowLink(id=ID, draw=0, link=first))
    with pytest.raises(Refusal, match="only players"):
        table.decide(-1, messages.ShowLink(id=ID, draw=0, link=first))
    with pytest.raises(Refusal, match="too late to add a word"):
        table.decide(0, messages.Word(id=ID, word="0" * 32))


def test_no_move_is_taken_back_once_links_may_have_been_shown():
    table, rng = live_table("domidog"), random.Random(1)
    draw_all(table)
    while table.draw_due is None:
        move(table, rng)
    assert not any(table.can_undo(seat) for seat in range(2))


def test_a_missing_link_of_the_first_draw_means_that_nobody_plays():
    table = live_table()
    show(table, 0, 2, 3)
    assert isinstance(give_up(table), TableAbandoned)
    assert table.phase == ABANDONED


def test_a_later_missing_link_costs_the_game_and_is_told():
    """The operator's friend sees what would be drawn, and keeps his link back."""
    table, rng = live_table(), random.Random(1)
    draw_all(table)
    play_until_draw(table, rng)
    show(table, *HONEST, 1)
    entry = give_up(table)
    assert isinstance(entry, LinksMissed) and entry.missing == (3,) and not entry.ends
    assert table.seats[3].has_resigned and table.draws.number == 2
    with pytest.raises(Refusal, match="no link from you"):
        show(table, 3)
    with pytest.raises(Refusal, match="no bot is playing"):
        table.decide(3, messages.Return(id=ID))
    draw_all(table)
    tape = tape_of_table(table)
    assert "seat 3 did not show a link for draw 2" in describe_unfair(tape.pledge)
    assert find_mismatch(tape.session, checked_luck(tape.pledge, tape.session)) is None


def test_at_a_table_of_two_a_missing_link_loses():
    table, rng = live_table("domidog"), random.Random(1)
    draw_all(table)
    play_until_draw(table, rng)
    show(table, 0)
    assert give_up(table).ends and table.phase == OVER and table.shares == [1.0, 0.0]
    assert "the link for the luck did not arrive" in table.early_end.describe(table.names.labels)


def test_an_operator_who_asks_early_is_found_by_any_receipt():
    """He gets the links for a draw, looks at the dice, and then decides on another move."""
    table, rng = live_table("domidog"), random.Random(1)
    mark_seen = table.mark
    draw_all(table)
    play_until_draw(table, rng)
    marks = [mark_seen, table.mark]
    memory = ""
    for draw, mark in enumerate(marks):
        memory = remember_mark(memory, draw, mark)
    other = table.session.clone()
    draw_all(table)
    tape = tape_of_table(table)
    anchors = tuple(anchor_of(secret_of(seat)) for seat in range(2))
    own = OwnChain(anchors[0], 0, anchors, 2, memory, marks[-1])
    receipt = Receipt(FORMAT, "a-table", table.commitment, chain=own)
    assert disagreements(receipt, tape.pledge, tape.session) == []
    other.undo()
    instead = next(n for n in other.legal_numbers if n != tape.session.history[-2].action)
    other.play(instead)
    assert memory_of_draws(other, tape.pledge, table.facts.seed, 2) != memory
    faults = disagreements(receipt, tape.pledge, other)
    assert ["may have known the luck before moves were made" in f for f in faults] == [True]


# Grinding, as in test_grinding.py: jokers in the first hands of seats 1 and 3


def first_deal(number: int, silent: int = -1) -> int:
    """The jokers of the operator's side, by links that nobody chose."""
    links = {seat: link_of(secret_of(seat, number), 4096) for seat in range(SEATS)}
    links.pop(silent, None)
    server = hashlib.sha256(f"server {number}".encode()).digest()
    luck, stock, jokers = draw_luck("a-table", server, links, SEATS), [*[COPIES] * JOKER, JOKERS], 0
    seat = luck.index(0, [1] * SEATS)
    for chance in range(1, 1 + SEATS * FIRST_DEAL):
        card = luck.index(chance, stock)
        stock[card] -= 1
        seat = (seat + 1) % SEATS
        jokers += card == JOKER and seat in OTHERS
    return jokers


def withhold_a_link(number: int) -> int:
    """He keeps his link back unless he likes the deal: then nobody plays."""
    return first_deal(number)  # the game is played only with all links: 0 jokers otherwise


def redraw_without_him(number: int) -> int:
    """What a table would allow that went on without the link that is missing."""
    return max(first_deal(number), first_deal(number, silent=OTHERS[0]))


@pytest.mark.parametrize("tables", [200, pytest.param(2000, marks=pytest.mark.soak)])
def test_who_keeps_a_link_back_gains_nothing(tables):
    expected = 12 * JOKERS / 110
    assert abs(mean(map(withhold_a_link, range(tables))) - expected) < 2.5 * 0.78 / tables**0.5
    assert mean(map(redraw_without_him, range(tables))) > 1.3 * expected  # the check can fail


# In a real browser


def test_a_browser_shows_links_by_itself_and_the_operator_cannot_look_ahead(
    room: Room, tmp_path
) -> None:
    live = room.site.make_table("domidog", ["ann", BOT], has_words=False, is_live=True)
    page = room.open(f"/table/{live.name}", "ann").page
    room.site.do(room.site.until(lambda: live.table.actor >= 0))
    shown = [n for n, _ in enumerate(live.table.draws.chains)]
    assert shown == [0] and live.table.draws.chains[0].count >= 1
    receipt = save_receipt(page, tmp_path / "receipt.json")
    assert receipt.chain.anchor == live.table.promises[0] and receipt.chain.count >= 1
    assert "secret" not in (tmp_path / "receipt.json").read_text()
    page.reload()  # the chain goes on after it
    until(page, "() => document.getElementById('table').dataset.phase === 'playing'")
    due = {"is": "draw", "draw": 40, "mark": "0" * 64, "seat": 0}
    asked = page.evaluate(
        """async (due) => {
          const { Chain } = await import(document.querySelector('script[src*="table.js"]').src
            .replace('table.js', 'chain.js'));
          const { Receipt, recall } = await import(document.querySelector('script[src*="table.js"]')
            .src.replace('table.js', 'receipt.js'));
          const receipt = new Receipt(location.pathname.split('/').at(-1));
          const show = { fate: { promises: receipt.memory.chain.anchors } };
          return [new Chain(receipt).answer(due, show), receipt.memory.faults];
        }""",
        due,
    )
    assert asked[0] is None and "out of order" in asked[1][0]
    cheat(room, live, promises={0: "1" * 64})
    until(page, ALARM, "The server changed the start of a chain after this page had shown a link.")


def test_links_are_refused_where_luck_is_committed():
    facts = pinned_facts("domidog", [OPEN, "greedy"])
    table = Table(facts)
    take(table, SeatTaken(0, "holder-0", "Ann"))
    with pytest.raises(Refusal, match="needs no link"):
        table.decide(0, messages.ShowLink(id=ID, draw=0, link="0" * 64))
    with pytest.raises(Refusal, match="no chain"):
        table.decide(0, messages.HandOver(id=ID, secret="0" * 64))


def test_a_link_draws_no_picture_again():
    table = live_table()
    before = table.game_seq
    take(table, LinkShown(0, 0, link_of(secret_of(0), 1).hex()))
    assert table.game_seq == before
