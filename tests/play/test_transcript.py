import re
from datetime import date
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st

import offleash
from offleash.bots.players import watch_game
from offleash.contract.option_texts import digest_of, stored_text
from offleash.play.transcript import format_transcript, has_secrets, read_transcript, seal, unseal
from offleash.tools.errors import BadFile, OffleashError
from tests.battery import rebind

DAY = date(2026, 11, 15)


@pytest.fixture(scope="module")
def game_text():
    game = offleash.load_game("dog")
    options = game.options(canadian=True, loop_len=72, reshuffle="exhausted")
    session = watch_game(game, options, ["greedy", "random", "greedy", "random"], 12)
    return format_transcript(session, DAY)


def read(tmp_path, text):
    file = tmp_path / "game.txt"
    file.write_text(text, encoding="utf-8")
    return read_transcript(file)


def test_a_transcript_replays_exactly_without_a_seed(tmp_path, game_text):
    transcript = read(tmp_path, game_text)
    session = transcript.session
    assert session.seed is None
    assert session.over
    assert session.game.changes(session.options) == {
        "loop_len": "72",
        "reshuffle": "exhausted",
        "canadian": "true",
    }
    assert session.seats == ("greedy", "random", "greedy", "random")
    assert format_transcript(session, DAY) == game_text


def test_a_transcript_is_readable(game_text):
    lines = game_text.splitlines()
    assert lines[0].startswith("offleash transcript 1 ")
    assert re.fullmatch(r"option    loop_len=72 +~[0-9a-f]{4}", lines[3])
    numbered = [line for line in lines if re.match(r" *\d+  ", line)]
    assert re.fullmatch(r" +1  chance  dealer [0-3] +~[0-9a-f]{4}", numbered[0])
    assert [int(line.split()[0]) for line in numbered] == list(range(1, len(numbered) + 1))
    assert re.match(r"result    seat 0: [01], seat 1: [01], ", lines[-2])
    assert re.fullmatch(r"digest    [0-9a-f]{64}", lines[-1])


def test_an_unfinished_game_and_a_start_position(tmp_path):
    session = offleash.new(
        "dog", position="P0*P9||P40| hands=4,8|2||", seats=("me", "you", "she", "he")
    )
    session.play("4 a back")
    text = format_transcript(session, DAY)
    copy = read(tmp_path, text).session
    assert copy.position == session.position
    assert read(tmp_path, text).result == "unfinished"


def test_every_changed_line_is_refused_with_its_number(tmp_path, game_text):
    lines = game_text.splitlines()
    indices = [*range(len(lines) - 1)][:: max(1, len(lines) // 60)] + [len(lines) - 2]
    for index in indices:
        text, mark = lines[index].rsplit("~", 1)
        digit = re.search(r"\d|[a-z](?=\s)", text)
        other = "7" if digit[0] != "7" else "8"
        changed_line = text[: digit.start()] + other + text[digit.end() :]
        with pytest.raises(BadFile) as error:
            read(
                tmp_path, "\n".join([*lines[:index], f"{changed_line}~{mark}", *lines[index + 1 :]])
            )
        assert error.value.line == index + 1, (lines[index], changed_line)


@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_cut_swapped_and_doubled_lines_are_refused(tmp_path_factory, game_text, data):
    lines = game_text.splitlines()
    at = data.draw(st.integers(0, len(lines) - 1))
    damage = data.draw(st.sampled_from(["cut here", "drop one", "double one", "swap two"]))
    if damage == "cut here":
        damaged_lines = lines[:at]
    elif damage == "drop one":
        damaged_lines = lines[:at] + lines[at + 1 :]
    elif damage == "double one":
        damaged_lines = lines[: at + 1] + lines[at:]
    else:
        damaged_lines = [*lines[:at], *reversed(lines[at : at + 2]), *lines[at + 2 :]]
    if damaged_lines == lines:
        return
    folder = tmp_path_factory.mktemp("cut")
    with pytest.raises(BadFile) as error:
        read(folder, "\n".join(damaged_lines))
    assert error.value.line is not None


def test_the_digest_covers_the_end(tmp_path, game_text):
    digest = game_text.splitlines()[-1]
    wrong = digest[:-1] + ("0" if digest[-1] != "0" else "1")
    with pytest.raises(BadFile, match="the digest does not match the game"):
        read(tmp_path, game_text.replace(digest, wrong))
    with pytest.raises(BadFile, match="text after the digest"):
        read(tmp_path, game_text + "more\n")


def with_line_marks(text):
    """Puts right marks and digest on changed text, as a forger would."""
    from offleash.play.transcript import _LineMarks

    marks, out = _LineMarks(), []
    for line in text.splitlines():
        if not line.startswith("digest"):
            body = line.rsplit("~", 1)[0].rstrip()
            out.append(f"{body} ~{marks.mark(body)}")
    return "\n".join([*out, f"digest    {marks.digest('')}"])


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("game      dog", "game      cat", "there is no game 'cat'"),
        ("rules     1", "rules     0", "it was played with rules 0, these are 1"),
        ("loop_len=72", "loop_len=73", "option loop_len can't be '73'"),
        ("  chance  deal", "  seat 1  deal", "chance is to act, not seat 1"),
        ("     9  chance", "    10  chance", "expected action 9, not action 10"),
        ("result    seat 0: ", "result    seat 0: 5", "the result is seat 0:"),
    ],
)
def test_even_a_forged_file_must_be_a_legal_game(tmp_path, game_text, old, new, problem):
    assert old in game_text
    with pytest.raises(BadFile) as error:
        read(tmp_path, with_line_marks(game_text.replace(old, new, 1)))
    assert problem in str(error.value)
    assert error.value.line is not None


@pytest.mark.parametrize(
    "seats", [["", "b", "c", "d"], ["a\nb", "b", "c", "d"], ["a"] * 5, "greedy", [1, 2, 3, 4]]
)
def test_names_that_could_not_be_read_back_are_refused(seats):
    with pytest.raises(OffleashError, match="seat"):
        offleash.new("dog", seed=1, seats=seats)


def test_a_start_position_on_two_lines_is_written_on_one(tmp_path):
    session = offleash.new("dog", position="P1|||\n  hands=A|A|A|A").play("A a 1")
    assert read(tmp_path, format_transcript(session)).session.position == session.position


@pytest.mark.parametrize("text", ["", "hello\n", "\n\n", "offleash transcript 12  ~8674\n"])
def test_other_files_are_refused(tmp_path, text):
    with pytest.raises(BadFile, match="line 1: this is not a transcript"):
        read(tmp_path, text)


def replace_text(text, old, new):
    assert old in text
    return with_line_marks(text.replace(old, new, 1))


SEATS = [f"seat {seat}    {name}" for seat, name in enumerate(("greedy", "random") * 2)]


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("date      2026-11-15", "date      tomorrow", "'tomorrow' is not a date"),
        ("date      2026-11-15", "date      2026-13-15", "'2026-13-15' is not a date"),
        ("date      2026-11-15", "date      20261115", "'20261115' is not a date"),
        ("date      2026-11-15", "date      2026-11-15\x1b[31m", "is not a date"),
        (SEATS[0], "seat 99    greedy", "expected seat 0, not seat '99'"),
        (SEATS[0], f"seat {'9' * 5000}    greedy", "expected seat 0"),
        (SEATS[1], "seat 2    random", "expected seat 1, not seat '2'"),
        (SEATS[1], "seat 1    \x1b[31mred", "'\\x1b[31mred' is not a seat's name"),
        (SEATS[1], "seat 1    \u202ered", "is not a seat's name"),
        (SEATS[1], "seat 1", "'' is not a seat's name"),
        ("     1  chance", f"{'9' * 5000}  chance", "expected action 1, not action 9999"),
        ("     1  chance", "    01  chance", "expected action 1, not action 01"),
        ("     1  chance", "    ١  chance", "is neither an action nor a header line"),
        (
            "     1  chance  dealer",
            f"     1  seat {'9' * 5000}  dealer",
            "chance is to act, not seat",
        ),
        ("     1  chance", "colour    red", "'colour    red  dealer"),
        ("option    canadian=true", "option    canadian", "'canadian' is not an option"),
        ("option    canadian=true", "option    =true", "'=true' is not an option"),
        ("option    canadian=true", f"option    jokers={'9' * 5000}", "option jokers can't be"),
    ],
)
def test_every_line_of_the_header_is_checked(tmp_path, game_text, old, new, problem):
    text = replace_text(game_text, old, new)
    with pytest.raises(BadFile) as error:
        read(tmp_path, text)
    assert problem in str(error.value)
    assert error.value.line == 1 + game_text[: game_text.index(old)].count("\n")
    assert len(str(error.value)) < 500


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("game      dog", "the header has two lines for game"),
        ("rules     1", "the header has two lines for rules"),
        ("date      2026-11-15", "the header has two lines for date"),
        ("option    loop_len=72", "option loop_len is set twice"),
        (SEATS[3], "expected seat 4, not seat '3'"),
    ],
)
def test_a_repeated_line_is_refused_with_its_number(tmp_path, game_text, line, problem):
    lines = game_text.splitlines()
    at = next(n for n, text in enumerate(lines) if text.startswith(line))
    with pytest.raises(BadFile, match=problem) as error:
        read(tmp_path, with_line_marks("\n".join([*lines[: at + 1], lines[at], *lines[at + 1 :]])))
    assert error.value.line == at + 2


def test_a_fifth_name_and_a_missing_one_are_refused(tmp_path, game_text):
    with pytest.raises(BadFile, match="5 seats have names, but 4 play"):
        read(tmp_path, replace_text(game_text, SEATS[3], f"{SEATS[3]} ~0\nseat 4    moon"))
    with pytest.raises(BadFile, match="3 seats have names, but 4 play"):
        read(
            tmp_path,
            with_line_marks("\n".join(t for t in game_text.splitlines() if SEATS[3] not in t)),
        )


def test_header_lines_have_a_fixed_order(tmp_path, game_text):
    lines = game_text.splitlines()
    for first in range(1, 10):
        if lines[first].split()[0] == lines[first + 1].split()[0]:
            continue
        swapped = [*lines[:first], lines[first + 1], lines[first], *lines[first + 2 :]]
        with pytest.raises(BadFile) as error:
            read(tmp_path, with_line_marks("\n".join(swapped)))
        assert error.value.line in (first + 1, first + 2)


@pytest.mark.parametrize("key", ["game", "rules", "date"])
def test_a_header_that_lacks_something_is_refused(tmp_path, game_text, key):
    lines = [line for line in game_text.splitlines() if not line.startswith(f"{key} ")]
    with pytest.raises(BadFile, match=f"the header has no {key}"):
        read(tmp_path, with_line_marks("\n".join(lines)))


def test_the_wrong_option_among_several_is_named_by_its_line(tmp_path, game_text):
    text = replace_text(game_text, "option    loop_len=72", "option    loop_len=71")
    with pytest.raises(BadFile, match="option loop_len") as error:
        read(tmp_path, text)
    assert error.value.line == 4


# Sealed saves


def test_a_seal_can_be_opened_again(game_text):
    sealed = seal(game_text)
    assert unseal(sealed) == game_text
    assert unseal(sealed.replace("\n", "\r\n")) == game_text
    assert "greedy" not in sealed and "deal" not in sealed
    assert max(map(len, sealed.splitlines())) <= 80


def test_only_a_finished_game_shows_through_its_seal(tmp_path, game_text):
    assert read(tmp_path, seal(game_text)).session.over
    session = offleash.new("dog", seed=1)
    session.play(session.legal[0])
    text = seal(format_transcript(session, DAY))
    with pytest.raises(BadFile, match="it is sealed until the game ends"):
        read(tmp_path, text)
    transcript = read_transcript(tmp_path / "game.txt", open_seal=True)
    assert transcript.sealed
    assert transcript.session.position == session.position


def test_a_damaged_seal_is_refused(tmp_path, game_text):
    sealed = seal(game_text)
    lines = sealed.splitlines()
    middle = len(lines) // 2
    bomb = seal("x" * (17 << 20))
    for text in (
        sealed[: len(sealed) // 2],
        sealed.replace(lines[middle], lines[middle][::-1]),
        sealed.replace(lines[middle], "ä" * 76),
        sealed.replace(lines[1], "hello"),
        sealed + "AAAA\n",
        "\n".join(lines[:2]),
        lines[0],
        bomb,
        seal("hello"),
        seal(""),
        seal(game_text.replace("greedy", "clever", 1)),
    ):
        with pytest.raises(BadFile) as error:
            read(tmp_path, text)
        assert error.value.line is None


def test_an_open_game_needs_no_seal():
    """A game without secrets, or one that is over, is saved for all to read."""
    session = offleash.new("dog", seed=1)
    assert has_secrets(session)
    session.game = rebind(session.game, hide=lambda state, options, seat: None)
    assert not has_secrets(session)
    session = offleash.new("dog", position="P0F1F2F3|P20|F0F1F2F3| hands=A|5|5|5")
    assert has_secrets(session)
    assert not has_secrets(session.play("A a 1 home"))


def test_files_from_any_editor_are_read(tmp_path, game_text):
    file = tmp_path / "game.txt"
    for data in (b"\xef\xbb\xbf" + game_text.encode(), game_text.replace("\n", "\r\n").encode()):
        file.write_bytes(data)
        assert read_transcript(file).session.over


def test_a_transcript_opens_no_other_file(tmp_path):
    """A board that is not shipped stands in the transcript; a path in one is refused."""
    board = tmp_path / "park.txt"
    board.write_text((Path(__file__).parents[1] / "toys/digs/data/park.txt").read_text() + "\n")
    session = offleash.new("digs", options={"board": str(board)})
    text = format_transcript(session, DAY)
    assert read(tmp_path, text).session.position == session.position
    setting = re.search(r"board=@[0-9a-f]{16}", text)[0]
    other = f"other {'board ' * 9}"
    embedded = f'file      @{digest_of(other):016x}\nfile      "{other}"\noption    board'
    with pytest.raises(BadFile, match="the digest does not match the game"):
        read(tmp_path, with_line_marks(text.replace("option    board", embedded)))
    assert stored_text(digest_of(other)) is None, "what no option names is not kept"
    for path in (board, "@folder/park.txt", f"@{'0' * 16}"):
        with pytest.raises(
            BadFile, match="option board names a file that is not embedded"
        ) as error:
            read(tmp_path, with_line_marks(text.replace(setting, f"board={path}")))
        assert text.splitlines()[error.value.line - 1].startswith("option    board=")
    with pytest.raises(BadFile, match="is not a line of a file"):
        read(tmp_path, with_line_marks(re.sub(r'(?m)^file {6}"1', r'file      "\\ud8001', text)))
