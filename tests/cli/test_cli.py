"""The command line as a user meets it: output, files, and one sentence for every mistake."""

import json
import os
import re
import subprocess
import sys

import pytest

from offleash.cli import main
from offleash.compiler import machine
from offleash.contract.bots.levels import NAMES
from offleash.games import registry
from tests.processes import run_program


def offleash(*arguments, **environment):
    return run_program(
        "offleash.cli", *arguments, **{"COLUMNS": "100", "NO_COLOR": "1", **environment}
    )


def output(*arguments, **environment):
    process = offleash(*arguments, **environment)
    assert process.returncode == 0, process.stderr
    return process.stdout


def error_of(*arguments, **environment):
    """The one sentence that a mistake is answered with: nothing else is printed anywhere."""
    process = offleash(*arguments, **environment)
    return only_error(process.returncode, process.stdout, process.stderr)


def only_error(status, printed, errors):
    assert (status, printed) == (2, "")
    lines = [line for line in errors.splitlines() if not line.startswith("Compiling")]
    assert len(lines) == 1, errors
    assert lines[0].startswith("offleash: "), errors
    return lines[0]


@pytest.fixture
def error_here(monkeypatch, capsys):
    """The same with the program called in this process."""

    def error(*arguments):
        monkeypatch.setattr(sys, "argv", ["offleash", *arguments])
        monkeypatch.setattr(machine, "announce", machine.announce)  # commands set it
        with pytest.raises(SystemExit) as stop:
            main()
        return only_error(stop.value.code, *capsys.readouterr())

    return error


def test_help_names_every_command():
    text = output("--help")
    for name in (
        "games play simulate replay show outcomes perft scenario bench".split()  # noqa: SIM905
    ):
        assert name in text


def test_bench_prints_a_rate_for_each_kind_of_bot_and_number_of_threads():
    lines = output("bench", "domidog", "--seconds", "0.1", "--threads", "2").splitlines()
    cases = [line.split()[:2] for line in lines]
    assert cases == [["random", "1"], ["random", "2"], ["greedy", "1"], ["greedy", "2"]]
    assert all(re.search(r" [1-9][\d,]* games/s +\d+\.\d\d M nodes/s", line) for line in lines)


def test_games_lists_games_and_options():
    assert "race with cards" in output("games")
    text = output("games", "dog")
    assert "loop_len" in text
    assert "16 to 96 in steps of 4" in text


@pytest.mark.parametrize(
    ("position", "card", "options", "count"),
    [
        ("P10P20|||", "7", [], 8),
        ("P57P58P59P60|||", "7", [], 86),
        ("P10P20P30P40|P5P25|P35|P45P55", "Joker", [], 192),
        ("P10P20P30P40|P5P25|P35|P45P55", "j", [], 20),
        ("P10||P37|", "7", [], 1),
        ("P10||P37|", "7", ["--set", "canadian=true"], 8),
    ],
)
def test_outcomes_end_with_the_count(position, card, options, count):
    text = output("outcomes", "dog", "--position", position, "--seat", 0, "--card", card, *options)
    assert text.splitlines()[-1] == str(count)


def test_outcomes_can_be_listed():
    text = output("outcomes", "dog", "--position", "P0*|||", "--card", "4", "--list")
    assert text.splitlines() == ["P4|||", "P60|||", "2"]


def test_simulate_is_deterministic_and_json_is_json():
    arguments = ("simulate", "dog", "--games", 60, "--seats", "greedy,random,greedy,random")
    arguments += ("--seed", 5, "--set", "canadian=true", "--json")
    one = json.loads(output(*arguments, "--threads", 1))
    two = json.loads(output(*arguments, "--threads", 2))
    assert one == two
    assert one["options"] == {"canadian": "true"}
    assert one["games"] == 60
    assert one["unfinished"] == 0
    figures = one["figures"]
    assert figures["wins of greedy"] == 1 == 1 - figures["wins of random"]  # wherever it sits
    assert figures["wins of Red–Blue"] + figures["wins of Yellow–Green"] == 1
    assert "wins of greedy" not in one["intervals"]  # all games were alike: no spread is known
    low, high = one["intervals"]["cards played"]
    assert low < figures["cards played"] < high


def test_seatings_can_stay_fixed():
    arguments = ("simulate", "dog", "-n", 60, "--seats", "greedy,random,greedy,random", "--json")
    summaries = {way: json.loads(output(*arguments, "--seatings", way)) for way in ("fixed", "all")}
    assert summaries["fixed"]["figures"]["wins of Red–Blue"] > 0.9  # greedy beats random
    assert 0.1 < summaries["all"]["figures"]["wins of Red–Blue"] < 0.9
    assert summaries["all"]["games"] == 60  # ten blocks of six different seatings
    message = "seatings can't be 'round'; it can be fixed, rotations, all, subsets"
    assert message in error_of("simulate", "dog", "--seatings", "round")
    assert "Dog has no places that move" in error_of("simulate", "dog", "--seatings", "factorial")


def test_simulate_writes_a_transcript_that_replays_and_a_picture(tmp_path):
    transcript, svg = tmp_path / "new" / "game.txt", tmp_path / "new" / "game.svg"
    text = output("simulate", "dog", "-n", 5, "--seed", 3, "--transcript", transcript, "--svg", svg)
    assert "5 games of Dog" in text
    assert svg.read_text().startswith("<svg")
    assert "win" in output("replay", transcript)
    assert "1. chance: dealer" in output("replay", transcript, "--step")


def test_show_draws(tmp_path):
    svg = tmp_path / "x.svg"
    text = output("show", "dog", "P10P20|P5*||".replace("5*", "16*"), "--svg", svg)
    assert "Ra" in text
    assert "P10P20--|P16*---|----|----" in text
    assert 'id="token-0-1"' in svg.read_text()


def test_perft_counts_lines_and_positions():
    text = output("perft", "dog", "--depth", 3, "--distinct")
    numbers = [[int(n.replace(",", "")) for n in line.split() if n[0].isdigit()]
               for line in text.splitlines()]  # fmt: skip
    assert numbers == [[1, 4, 4], [2, 4 * 14, 4 * 14], [3, 4 * 14 * 14, 4 * 14 * 14]]


def test_scenario_reports_pass_fail_and_invalid(tmp_path):
    good, bad, broken = (tmp_path / f"{name}.toml" for name in ("good", "bad", "broken"))
    head = 'game = "dog"\n[[scenario]]\nname = "four"\nposition = "P0*||| hands=4|||"\n'
    good.write_text(head + 'steps = [{ legal = ["4 a", "4 a back"] }]\n')
    bad.write_text(head + 'steps = [{ legal = ["4 a"] }]\n')
    broken.write_text(head + "steps = [")
    assert "scenarios: 1 passed, 0 failed" in output("scenario", good)
    failed = offleash("scenario", tmp_path / "bad.toml", good)
    assert failed.returncode == 1
    assert "'4 a back' should not be legal" in failed.stdout
    process = offleash("scenario", broken)
    assert process.returncode == 2
    assert "broken.toml, line 5: not valid TOML" in process.stderr


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["simulate", "cat"], "there is no game 'cat'; the games are uri-nation, dog"),
        (["simulate", "dog", "--seats", "clever"], "there is no bot 'clever'"),
        (["simulate", "dog", "--seats", "greedy,random"], "2 bots are named for 4 seats"),
        (["simulate", "dog", "--set", "canadian"], "--set needs name=value, not 'canadian'"),
        (["simulate", "dog", "--set", "canadian=5"], "option canadian can't be '5'"),
        (["simulate", "dog", "--set", "loop_len=64", "--set", "loop_len=60"], "loop_len twice"),
        (["simulate", "dog", "-n", "2", "--svg", "/proc/no/x.svg"], "/proc/no/x.svg can't be"),
        (["show", "dog", "P10"], "board 'P10' has 1 part: write 4"),
        (["show", "dog", "P64|||"], "'P64' is off the board"),
        (["show", "dog", "P5*|||"], "'P5*' can't be fresh"),
        (["show", "dog", "P5P5|||"], "two tokens are on P5"),
        (["show", "dog", "|||", "--seat", "4"], "there is no seat 4"),
        (["outcomes", "dog", "--position", "P1|||", "--card", "1"], "'1' is not a card"),
        (["outcomes", "dog", "--position", "P1|||", "--card", "2", "--seat", "9"], "no seat 9"),
        (["replay", "/nowhere/x.txt"], "/nowhere/x.txt: it can't be read"),
        (["replay", "pyproject.toml"], "line 1: this is not a transcript"),
        (["scenario", "/nowhere/x.toml"], "it can't be read"),
        (["play", "dog", "--seat", "7"], "there is no seat 7"),
        (["perft", "dog", "--position", "x|||"], "'x' is not a list of tokens"),
        (["perft", "dog", "--position", ""], "must begin with a board"),
        (["perft", "dog", "--position", "||| hands=?1|?1|?1|?1"], "a position with unknowns"),
        (["show", "dog", "||| discard=?5"], "'?5' is not a card"),
        (["show", "dog", f"P{'9' * 5000}|||"], "is not a list of tokens"),
        (["show", "dog", "P\u0661|||"], "is not a list of tokens"),
        (["show", "dog", f"||| deal={'9' * 5000}"], "is wrong: write a number from 2 to 6"),
        (["show", "dog", "F0F1F2F3||F0F1F2F3|"], "all eight tokens of one team home"),
        (["show", "dog", "||| joker=yes"], "joker=yes goes with phase=seven only"),
        (
            ["show", "dog", "||| phase=give hands=A|A|A|A joker=yes"],
            "joker=yes goes with phase=seven",
        ),
        (["games", ""], "there is no game ''"),
        (["simulate", "dog", "--set", "jokers=--4"], "option jokers can't be '--4'"),
        (["simulate", "dog", "--set", f"jokers={'9' * 5000}"], "option jokers can't be"),
        (["simulate", "dog", "--set", "self=1"], "there is no option 'self'"),
        (["simulate", "dog", "--seed", str(1 << 63)], "the seed is 9223372036854775808"),
        (["play", "dog", "--seed", str(1 << 70)], "the seed is"),
    ],
)
def test_a_mistake_gives_one_error_message_and_status_2(error_here, arguments, message):
    assert message in error_here(*arguments)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["gamse"], "there is no command 'gamse', did you mean games"),
        (["zzz"], "there is no command 'zzz'"),
        (["--gmaes"], "there is no option '--gmaes'"),
        (
            ["simulate", "dog", "--gmaes", "5"],
            "'--gmaes', did you mean --games; see `offleash simulate",
        ),
        (["simulate"], "GAME is missing"),
        (["show", "dog"], "POSITION is missing"),
        (["simulate", "dog", "--games"], "--games needs a value"),
        (["simulate", "dog", "-n"], "-n needs a value"),
        (["simulate", "dog", "--json=5"], "'--json' does not take a value"),
        (["simulate", "dog", "-n0"], "--games must be a whole number of at least 1, not '0'"),
        (["simulate", "dog", "--games", "x"], "of at least 1, not 'x'"),
        (
            ["simulate", "dog", "--games", "9" * 5000],
            "--games must be a whole number of at least 1, not '999",
        ),
        (
            ["simulate", "dog", "--seed", "-1"],
            "--seed must be a whole number of at least 0, not '-1'",
        ),
        (["play", "dog", "--seat", "one"], "--seat must be a whole number, not 'one'"),
        (["perft", "dog", "--depth", "99"], "must be a whole number from 0 to 12, not '99'"),
        (
            ["bench", "dog", "--seconds", "inf"],
            "--seconds must be a number from 0.1 to 3,600, not 'inf'",
        ),
        (["bench", "dog", "--seconds", "nan"], "not 'nan'"),
        (["games", "dog", "cat"], "unexpected argument cat"),
        (["outcomes", "dog"], "outcomes needs --position"),
        (["outcomes", "dog", "--position", "|||"], "needs --of: a card, one of A 2 … 10 J Q K Jok"),
        (["outcomes", "dog", "--position", "|||", "--of", "2", "--card", "3"], "mean the same"),
    ],
)
def test_a_wrong_command_line_gives_one_error_message_too(error_here, arguments, message):
    assert message in error_here(*arguments)


@pytest.mark.parametrize(
    "mode", ["", *(pytest.param(mode, marks=pytest.mark.soak) for mode in ("foo", "Compiled"))]
)
def test_a_wrong_setting_of_the_environment_gives_one_error_message_too(mode):
    assert "OFFLEASH_RULES" in error_of("perft", "dog", OFFLEASH_RULES=mode)


def test_no_arguments_print_the_help():
    assert output() == output("--help")


@pytest.mark.parametrize(
    "board",
    [
        "-P5--|||",
        "--P5-|||",
        *(pytest.param(b, marks=pytest.mark.soak) for b in ("---P5|||", "----|P16*---|----|----")),
    ],
)
def test_positions_may_begin_with_dashes(board):
    """The program takes every position that it prints."""
    position = output("show", "dog", board, "--seat=0").splitlines()[-1]
    assert position.startswith(board[:5])
    whole = f"{board} hands=A|2|3|4"
    assert output("show", "dog", whole).splitlines()[-1].startswith(board[:5])
    assert output("show", "--seat", 0, "--", "dog", position).splitlines()[-1] == position
    assert output("perft", "dog", "--position", whole, "--depth", 1).startswith("depth 1")
    assert output("outcomes", "dog", f"--position={board}", "--of", "9").strip().isdigit()


def test_outcomes_lists_the_games_that_offer_it():
    assert "dog   Dog    outcomes of a card" in output("outcomes")
    for row in registry.ROWS.values():
        offer = registry.load(row.name).lab.outcomes
        assert row.offers == ((f"outcomes of a {offer.noun}",) if offer else ())


def test_a_person_can_play(tmp_path):
    """Help, a wrong word, a wrong action, undo, saving; then the end of input leaves."""
    path = tmp_path / "game.txt"
    picture = tmp_path / "seen.svg"
    stdin = f"help\nwoof\nthrow\n#1\nundo\n#1\nlegal\nboard\nsave {path}\nsvg {picture}\n#99\n"
    text = output("play", "dog", "--seed", 4, "--bots", "random", stdin=stdin)
    assert "undo your last decision" in text
    assert "'woof' is not an action of Dog" in text
    assert "illegal action 'throw': every player first gives the partner a card" in text
    assert "there is no action #99" in text
    assert "makes a hidden move" in text  # the others' gifts
    assert "sealed until the game ends" in path.read_text()
    assert "it is sealed until the game ends" in error_of("replay", path)
    assert picture.read_text().startswith("<svg")


def test_a_person_never_sees_another_hand():
    """Wrong actions, wrong words and markup: no hand but the viewer's own is ever printed."""
    stdin = "throw\n5 a\n[/red]\nwoof\n#1\n7\nlegal\nundo\nboard\n"
    text = output("play", "dog", "--seed", 1, stdin=stdin)
    assert "hands=" not in text
    assert "'[/red]' is not an action of Dog" in text
    for line in text.splitlines():
        if line.startswith(("  Yellow ", "  Blue ", "  Green ")) and "laid" in line:
            assert "?" in line


def test_nobody_at_the_terminal_leaves_the_game():
    process = subprocess.run(
        f"{sys.executable} -m offleash.cli play dog --seed 1 <&-",
        shell=True,
        capture_output=True,
        text=True,
        check=False,
    )
    assert process.returncode == 0
    first, offer, *levels = [
        line for line in process.stderr.splitlines() if "Compiling" not in line
    ]
    assert first == "You are Red (seat 0); seed 1."
    assert offer == "You play with the Greedy bot. Choose another level with --bots:"
    assert [line.split()[0] for line in levels] == list(NAMES)


def test_json_stays_json_with_files(tmp_path):
    text = output("simulate", "dog", "-n", 2, "--json", "--svg", tmp_path / "x.svg")
    assert json.loads(text)["games"] == 2


def test_a_full_disk_gives_one_error_message():
    process = subprocess.run(
        f"{sys.executable} -m offleash.cli games > /dev/full",
        shell=True,
        capture_output=True,
        text=True,
        check=False,
    )
    assert process.returncode == 2
    assert process.stderr == "offleash: No space left on device\n"


def test_version():
    assert output("--version").startswith("offleash 0.")


def test_show_for_a_seat_hides_the_other_hands():
    text = output("show", "dog", "P1||| hands=A,7|Q|J|K", "--seat", 0)
    assert "hands=A,7|?1|?1|?1" in text


def test_a_person_can_play_to_the_end(tmp_path):
    path = tmp_path / "game.txt"
    text = output("play", "dog", "--seed", 4, "--transcript", path, stdin="#1\n" * 3000)
    assert "You win." in text or "You lose." in text
    assert path.read_text().startswith("offleash transcript 1")  # and not sealed
    assert "seat 0: " in output("replay", path)


def test_the_first_compiled_run_says_so_once(tmp_path):
    """With an empty cache a notice is printed when compiling begins; a single rule makes none."""
    code = (
        "import sys, tests.toys\n"
        "from offleash.cli import parameters\n"
        "parameters.load('digs')\n"
        "from tests.toys.digs.rules import course\n"
        "print('loaded', file=sys.stderr)\n"
        "course.others.machine.make()\n"
        "course.legal_actions.machine.make()\n"
    )
    folder = str(tmp_path / "empty")
    cold, warm = (output_of_errors(code, OFFLEASH_CACHE=folder).splitlines() for _ in range(2))
    assert cold[0] == "loaded"
    assert re.fullmatch(r"offleash: compiling \d+ rules of digs for legal_actions, once", cold[1])
    assert len(cold) == 2
    assert warm == ["loaded"]


def output_of_errors(code, **environment):
    process = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        env={**os.environ, **environment},
        check=True,
    )
    return process.stderr
