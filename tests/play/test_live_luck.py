"""Live luck: chains, draws and marks, against slow twins; and `verify` against each lie."""

import hashlib
import hmac
from dataclasses import replace

import msgspec
import pytest

import offleash
from offleash.cli.app import run
from offleash.compiler.rules.random import below
from offleash.compiler.seeds import streams
from offleash.contract.rules.actors import CHANCE
from offleash.play.fair_luck import Pledge, count_chances
from offleash.play.live_luck import (
    CHAIN_LENGTH,
    Gap,
    LinkChain,
    LivePledge,
    anchor_of,
    draw_luck,
    draw_starts,
    link_of,
    mark_of,
    memory_of_draws,
    number_of_link,
    remember_mark,
)
from offleash.play.receipt import FORMAT, OwnChain, Receipt, disagreements
from offleash.play.transcript import format_transcript, parse_transcript
from offleash.tools.errors import BadFile, OffleashError
from tests.play.lucky import DAY
from tests.play.test_pledge import with_line_marks
from tests.processes import run_program

SERVER, ANN, BEN = (hashlib.sha256(name.encode()).digest() for name in ("server", "Ann", "Ben"))
OTHER = hashlib.sha256(b"other").digest()
GAP = 3  # the draw in which Ben's link is missing


def naive_chain(secret: bytes) -> list[bytes]:
    links = [secret]
    while len(links) <= CHAIN_LENGTH:
        links.insert(0, hashlib.sha256(links[0]).digest())
    return links


def naive_index(server: bytes, links: list[bytes | None], table: str, n: int, weights) -> int:
    lines = ["offleash live luck 1", server.hex(), *(link.hex() if link else "" for link in links)]
    key = "".join(line + "\n" for line in lines).encode()
    total = sum(weights)
    for t in range(100):
        x = int(hmac.new(key, f"{table}\n{n}\n{t}\n".encode(), hashlib.sha256).hexdigest(), 16)
        if x < 2**256 - 2**256 % total:
            r = x % total
            return [i for i, w in enumerate(weights) for _ in range(w)][r]
    raise AssertionError


def test_a_chain_is_what_the_description_says():
    chain = naive_chain(ANN)
    assert anchor_of(ANN) == chain[0].hex()
    for number in (0, 1, 77, CHAIN_LENGTH):
        assert link_of(ANN, number) == chain[number]
    assert [number_of_link(draw) for draw in (0, 1, CHAIN_LENGTH - 1, CHAIN_LENGTH, 10**6)] == [
        1,
        2,
        CHAIN_LENGTH,
        CHAIN_LENGTH,
        CHAIN_LENGTH,
    ]


def play_live(gaps: tuple[int, ...] = ()) -> tuple[offleash.Session, LivePledge, list[str]]:
    """A game of Domidög, drawn by the description; Ben has no chain after the first gap."""
    chains = [naive_chain(secret) for secret in (SERVER, ANN, BEN)]
    session, rng = offleash.new("domidog"), streams()
    draw, marks, links, left = 0, [], [b"", None, None], False
    is_drawing = False
    while not session.over:
        if session.actor != CHANCE:
            is_drawing = False
            legal = session.legal_numbers
            session.play(legal[below(rng, 0, len(legal))])
            continue
        if not is_drawing:
            while draw in gaps:
                marks.append(mark_of(SERVER, draw, [m.action for m in session.history]))
                draw, left = draw + 1, True
            marks.append(mark_of(SERVER, draw, [m.action for m in session.history]))
            links = [chain[draw + 1] for chain in chains]
            draw, is_drawing = draw + 1, True
        outcomes, weights = session.chances()
        seats = [links[1], None if left else links[2]]
        n = count_chances(session)
        session.play(outcomes[naive_index(links[0], seats, "kennel", n, weights)])
    count = gaps[0] if gaps else draw
    ends = (
        LinkChain(0, chains[1][0].hex(), draw, chains[1][draw].hex()),
        LinkChain(1, chains[2][0].hex(), count, chains[2][count].hex()),
    )
    skipped = tuple(Gap(gap, (1,), (0,)) for gap in gaps)
    return session, LivePledge("kennel", chains[0][0].hex(), 2, ends, skipped, SERVER), marks


@pytest.fixture(scope="module")
def game():
    return play_live()


@pytest.fixture(scope="module")
def game_with_a_gap():
    return play_live((GAP,))


def memory(marks) -> str:
    memory = ""
    for draw, mark in enumerate(marks):
        memory = remember_mark(memory, draw, mark)
    return memory


def receipt_of(pledge: LivePledge, marks, seat: int = 0) -> Receipt:
    anchors = tuple(chain.anchor for chain in pledge.chains)
    chain = OwnChain(anchors[seat], seat, anchors, len(marks), memory(marks), marks[-1])
    return Receipt(FORMAT, "kennel", pledge.commitment, seed=SERVER.hex(), chain=chain)


def verify(tmp_path, session, pledge, receipt: Receipt | None = None) -> tuple[int, str]:
    game, file = tmp_path / "game.txt", tmp_path / "receipt.json"
    game.write_text(format_transcript(session, DAY, pledge), encoding="utf-8")
    words = ["verify", str(game)]
    if receipt:
        file.write_bytes(msgspec.json.encode(receipt))
        words += ["--receipt", str(file)]
    process = run_program("offleash.cli", *words)
    return process.returncode, process.stdout + process.stderr


@pytest.mark.parametrize("gaps", [(), (GAP,)])
def test_a_fair_game_is_verified(tmp_path, game, game_with_a_gap, gaps):
    session, pledge, marks = game_with_a_gap if gaps else game
    transcript = parse_transcript(format_transcript(session, DAY, pledge), "it")
    assert transcript.pledge == pledge
    status, text = verify(tmp_path, session, pledge, receipt_of(pledge, marks))
    assert f"all {count_chances(session)} outcomes follow from these chains" in text
    assert status == (1 if gaps else 0)
    if gaps:
        assert "seat 1 did not show a link for draw 4 after seat 0 had" in text


def test_marks_and_draws_are_those_of_the_description(game_with_a_gap):
    session, pledge, marks = game_with_a_gap
    starts = draw_starts(session, pledge.gaps)
    assert list(starts) == list(range(len(marks)))
    assert starts[GAP] == starts[GAP + 1]
    assert memory_of_draws(session, pledge, SERVER, len(marks)) == memory(marks)


def changed_action(session):
    """The same game, as if a decision before the last draw had been another."""
    other = session.clone()
    starts = draw_starts(session, ())
    at = starts[len(starts) - 1] - 1
    other.history[at] = replace(other.history[at], action=other.history[at].action + 1)
    return other


def test_each_lie_of_a_record_is_found(game, game_with_a_gap):
    session, pledge, marks = game
    honest = receipt_of(pledge, marks)
    assert disagreements(honest, pledge, session) == []
    ann, ben = pledge.chains
    lies = {
        "the commitment is not the one": replace(pledge, commitment=anchor_of(OTHER)),
        "the chain of seat 1 is not the one": replace(
            pledge, chains=(ann, replace(ben, anchor=anchor_of(OTHER)))
        ),
        "the chain of seat 0 is not the one": replace(pledge, chains=(ben,)),
        "of the": replace(pledge, chains=(replace(ann, count=2), ben)),
        "your link was dropped by the server": replace(pledge, gaps=(Gap(1, (0,), (1,)),)),
        "leaves out that your link for draw 2 was shown": replace(pledge, gaps=(Gap(1, (1,), ()),)),
        "the receipt is of table kennel": replace(pledge, table="another"),
    }
    for sentence, lie in lies.items():
        assert any(sentence in fault for fault in disagreements(honest, lie, session)), sentence
    [fault] = disagreements(honest, pledge, changed_action(session))
    assert "may have known the luck before moves were made" in fault
    plain = Pledge("kennel", pledge.commitment, ("", ""), SERVER)
    assert any("live luck, and the record has none" in f for f in disagreements(honest, plain))


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (lambda p: replace(p, seed=OTHER), "the server's chain is not the one"),
        (
            lambda p: replace(p, chains=(replace(p.chains[0], link=OTHER.hex()), p.chains[1])),
            "the links of seat 0 are not those of its chain",
        ),
        (lambda p: replace(p, chains=(p.chains[0], chain_up_to(BEN, 1, 1))), "of seat 1 for draw"),
        (lambda p: replace(p, chains=p.chains[:1]), "but the seed gives"),
        (lambda p: replace(p, table="other"), "but the seed gives"),
    ],
)
def test_a_record_that_contradicts_itself_is_refused(tmp_path, game, change, sentence):
    session, pledge, _ = game
    file = tmp_path / "game.txt"
    file.write_text(format_transcript(session, DAY, change(pledge)), encoding="utf-8")
    with pytest.raises(OffleashError, match=sentence):
        run(["verify", str(file)])


def chain_up_to(secret: bytes, seat: int, count: int) -> LinkChain:
    return LinkChain(seat, anchor_of(secret), count, link_of(secret, count).hex())


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("luck      dead", "is not a kind of luck"),
        ("chain     0 abc", "is not a chain"),
        ("chain     9 " + "0" * 64, "there is no seat 9"),
        ("chain     0 " + "0" * 64 + " 4097 " + "0" * 64, "a chain has 4096 links"),
        ("gap       3 missing x", "is not a gap"),
    ],
)
def test_a_wrong_line_is_named(game, line, sentence):
    session, pledge, _ = game
    lines = format_transcript(session, DAY, pledge).splitlines()
    key = "luck" if line.startswith("luck") else "chain"
    at = [n for n, text in enumerate(lines) if text.startswith(key)][-1]
    lines[at : at + 1] = [lines[at], line] if line.startswith("gap") else [line]
    with pytest.raises(BadFile, match=sentence):
        parse_transcript(with_line_marks(lines), "it")


def test_luck_depends_on_every_link():
    links = {0: ANN, 1: BEN}
    first = [draw_luck("kennel", SERVER, links, 2).index(n, [1] * 1000) for n in range(20)]
    for server, others in ((OTHER, links), (SERVER, {0: OTHER, 1: BEN}), (SERVER, {0: ANN})):
        assert [draw_luck("kennel", server, others, 2).index(n, [1] * 1000) for n in range(20)] != (
            first
        )
