import re
from datetime import date

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import offleash
from offleash.bots.seats import watch_game
from offleash.core.errors import BadFile, OffleashError
from offleash.play.transcript import format_transcript, read_transcript

DAY = date(2026, 11, 15)


@pytest.fixture(scope="module")
def game_text():
    game = offleash.load("dog")
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
    assert session.game.changed(session.options) == {
        "loop_len": "72",
        "reshuffle": "exhausted",
        "canadian": "true",
    }
    assert session.seats == ("greedy", "random", "greedy", "random")
    assert format_transcript(session, DAY) == game_text


def test_it_is_readable(game_text):
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
    again = read(tmp_path, text).session
    assert again.position == session.position
    assert read(tmp_path, text).result == "unfinished"


def test_every_changed_line_is_refused_with_its_number(tmp_path, game_text):
    lines = game_text.splitlines()
    picked = [*range(len(lines) - 1)][:: max(1, len(lines) // 60)] + [len(lines) - 2]
    for index in picked:
        text, mark = lines[index].rsplit("~", 1)
        digit = re.search(r"\d|[a-z](?=\s)", text)
        other = "7" if digit[0] != "7" else "8"
        changed = text[: digit.start()] + other + text[digit.end() :]
        with pytest.raises(BadFile) as error:
            read(tmp_path, "\n".join([*lines[:index], f"{changed}~{mark}", *lines[index + 1 :]]))
        assert error.value.line == index + 1, (lines[index], changed)


@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_cut_swapped_and_doubled_lines_are_refused(tmp_path_factory, game_text, data):
    lines = game_text.splitlines()
    at = data.draw(st.integers(0, len(lines) - 1))
    how = data.draw(st.sampled_from(["cut here", "drop one", "double one", "swap two"]))
    if how == "cut here":
        changed = lines[:at]
    elif how == "drop one":
        changed = lines[:at] + lines[at + 1 :]
    elif how == "double one":
        changed = lines[: at + 1] + lines[at:]
    else:
        changed = [*lines[:at], *reversed(lines[at : at + 2]), *lines[at + 2 :]]
    if changed == lines:
        return
    folder = tmp_path_factory.mktemp("cut")
    with pytest.raises(BadFile) as error:
        read(folder, "\n".join(changed))
    assert error.value.line is not None


def test_the_digest_covers_the_end(tmp_path, game_text):
    digest = game_text.splitlines()[-1]
    wrong = digest[:-1] + ("0" if digest[-1] != "0" else "1")
    with pytest.raises(BadFile, match="the digest is not the one of this game"):
        read(tmp_path, game_text.replace(digest, wrong))
    with pytest.raises(BadFile, match="text after the digest"):
        read(tmp_path, game_text + "more\n")


def remark(text):
    """Puts right marks and digest on changed text, as a forger would."""
    from offleash.play.transcript import _Marks

    marks, out = _Marks(), []
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
        ("     9  chance", "    10  chance", "action 10 stands where action 9 is due"),
        ("result    seat 0: ", "result    seat 0: 5", "the result is seat 0:"),
    ],
)
def test_even_a_forged_file_must_be_a_legal_game(tmp_path, game_text, old, new, problem):
    assert old in game_text
    with pytest.raises(BadFile) as error:
        read(tmp_path, remark(game_text.replace(old, new, 1)))
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
def test_other_files_are_no_transcripts(tmp_path, text):
    with pytest.raises(BadFile, match="line 1: this is no transcript"):
        read(tmp_path, text)
