"""The terminal game of every game: what is listed, told, resumed, taken back, and kept secret."""

import os
import re
import select
import signal

import pytest

import offleash
from offleash.cli import terminal
from offleash.cli.table.listing import list_targets, print_legal
from offleash.cli.table.seating import parse_people
from offleash.games import registry
from offleash.play.transcript import format_transcript, read_transcript, seal
from offleash.tools.errors import OffleashError
from tests.processes import fork_server, run_program
from tests.timeouts import TIMEOUT_S

PROMPT = re.compile(r"(?:\w+, )?your action: |game over \([^)]*\): |\w+, press Enter[^:]*: ")


def run(*arguments, **environment):
    return run_program(
        "tests.program", *arguments, **{"COLUMNS": "60", "NO_COLOR": "1", **environment}
    )


def play(*arguments, stdin="", **environment):
    process = run("play", *arguments, stdin=stdin, **environment)
    assert process.returncode == 0, process.stderr
    assert "Traceback" not in process.stderr
    return process.stdout


def error_of(*arguments, stdin=""):
    process = run(*arguments, stdin=stdin)
    assert process.returncode == 2
    lines = [line for line in process.stderr.splitlines() if not line.startswith("Compiling")]
    assert len(lines) == 1
    return lines[0]


def write_save(path, position, seats=("person", "greedy", "greedy", "greedy"), **options):
    """A save that goes on from a position."""
    session = offleash.new("dog", position=position, seats=seats, options=options)
    path.write_text(seal(format_transcript(session)))
    return path


def answers(text):
    """What was printed after each question."""
    return PROMPT.split(text)[1:]


# The list


@pytest.fixture
def sixty(monkeypatch):
    monkeypatch.setattr(terminal.console, "_width", 60)


def test_actions_are_grouped_by_card_and_piece_with_ends_and_captures(sixty, capsys):
    session = offleash.new("dog", position="P10P20|P14||P50 hands=A,4,J|||")
    print_legal(session)
    assert [" ".join(line.split()) for line in capsys.readouterr().out.splitlines()] == [
        "legal:",
        "A #1 A a 1 a to space 11",
        "#2 A a 11 a to space 21",
        "#3 A b 1 b to space 21",
        "#4 A b 11 b to space 31",
        "#5 A start c starts on 0",
        "4 #6 4 a a to space 14, captures Yellow a",
        "#7 4 a back a back to space 6",
        "#8 4 b b to space 24",
        "#9 4 b back b back to space 16",
        "J #10 J a 1a a swaps with Yellow a",
        "#11 J a 3a a swaps with Green a",
        "#12 J b 1a b swaps with Yellow a",
        "#13 J b 3a b swaps with Green a",
    ]


def test_a_long_list_is_condensed_and_shown_in_full_on_request(sixty, capsys):
    session = offleash.new("dog", position="P10P20P30P40|P41||P50 hands=Joker,7,A,4|||")
    count = len(session.legal)
    print_legal(session)
    close = capsys.readouterr().out
    print_legal(session, in_full=True)
    full = capsys.readouterr().out
    assert count > 60
    assert len(close.splitlines()) < count * 3 / 4
    assert len(full.splitlines()) > count
    for listing in (close, full):
        assert max(map(len, listing.splitlines())) <= 60
        assert [int(n) for n in re.findall(r"#(\d+) ", listing)] == list(range(1, count + 1))
        assert "captures Green a" in " ".join(listing.split())
    assert "Joker 10 d " in full
    assert "Joker 10 d " not in close


@pytest.mark.parametrize("name", sorted(registry.ROWS))
def test_the_list_holds_every_legal_action_once(name):
    session = offleash.new(name, seed=5)
    for _ in range(60):
        if session.over:
            break
        assert sorted(target.text for target in list_targets(session)) == sorted(session.legal)
        session.play(list_targets(session)[-1].text)


# A game


def test_the_game_begins_with_who_is_who_and_what_was_dealt():
    text = play("dog", "--seed", 4)
    assert text.index("Blue opposite is your partner") < text.index("legal:")
    assert "  chance: deal 2, 3, K, Q, 6, 8\n" in text
    assert "  a new round: Blue has dealt 6 cards each\n" in text


def test_moves_of_others_are_reported_and_hidden_ones_are_not():
    after = answers(play("dog", "--seed", 4, stdin="give 6\n"))[0]
    assert "You: give 6\n" in after
    assert after.count("makes a hidden move") == 3
    assert "you gave Blue 6 and got 3\n  Green begins\n  Green: K start\n" in after
    assert "Blue: 7, step a x7\n" in after
    text = play("digs", "--seed", 4, stdin="1\n1\n")
    assert "chance: draw " in text


def test_forced_moves_are_played_and_reported_or_asked_for():
    default_text = play("dog", "--seed", 4, stdin="give K\n")
    assert "  You: throw (the only action)\n" in default_text
    asking_text = play("dog", "--seed", 4, "--ask-forced", stdin="give K\n")
    assert "the only action" not in asking_text
    assert "throw  #1 throw" in asking_text


def test_a_seven_in_one_line_is_one_decision(tmp_path):
    save = write_save(tmp_path / "g", "P10P20|P40|| hands=7,2|2,3|2,3|2,3")
    stdin = "7 a5\nlegal\nundo\n7 a4 b3\nundo\nlegal\n7 a8\n7 c7\n"
    parts = answers(play("--resume", save, "--seed", 1, stdin=stdin))
    assert "steps left: 2" in parts[0]
    assert "a to space 16" in parts[1]
    assert "seven steps" in parts[2]
    assert "You: 7, step a x4, step b x3\n" in parts[3]
    assert "seven steps" in parts[4]
    assert "7  #3 7 " in parts[5]
    assert "'7 a8' is not an action of Dog" in parts[6]
    assert "'c7' can't be played: token c is in the kennel" in parts[7]


def test_two_actions_in_one_line_for_another_game():
    text = play("digs", "--seed", 4, "--seat", 1, stdin="walk e1 bid 2\n")
    assert "You: walk e1, bid 2\n" in text


@pytest.mark.parametrize("name", sorted(registry.ROWS))
def test_pages_and_help_can_be_read_during_a_game(name):
    game = registry.load(name)
    assert "rules" in game.notation.pages
    stdin = "".join(f"{page}\n" for page in game.notation.pages) + "HELP\nRules\n"
    parts = answers(play(name, "--seed", 4, stdin=stdin))
    options = game.options()
    for page, part in zip(game.notation.pages, parts, strict=False):
        assert part.split() == game.page(page, options).split()
    helped = parts[len(game.notation.pages)]
    for word in (
        *game.notation.pages,
        "legal",
        "board",
        "undo",
        "save FILE",
        "svg FILE",
        "help",
        "quit",
    ):
        assert f"\n  {word} " in helped
    assert parts[-2].split() == game.page("rules", options).split()


WHOLE, BEGINNING = 700, 10  # pairs of turns


@pytest.mark.parametrize("name", sorted(registry.ROWS))
@pytest.mark.parametrize(
    ("people", "turns"),
    [
        ("0,1", BEGINNING),
        pytest.param("0,1", WHOLE, marks=pytest.mark.soak),
        pytest.param("0", WHOLE, marks=pytest.mark.soak),
    ],
)
def test_everything_fits_sixty_columns(name, people, turns):
    """Of Digs the whole game, and of others the first turns; in `make soak` all are whole."""
    is_whole = turns == WHOLE or name == "digs"
    stdin = "help\nrules\nlegal\nwoof\n" + "\n#1\nlegal\n#2\n" * (WHOLE if is_whole else turns)
    text = play(name, "--seed", 6, "--people", people, stdin=stdin)
    assert not is_whole or "win" in text.partition("game over (")[0][-500:]
    lines = [line for part in PROMPT.split(text) for line in part.splitlines()]
    assert max(map(len, lines)) <= 60
    assert max(map(len, PROMPT.findall(text))) <= 60


def test_the_same_seed_and_input_print_the_same():
    stdin = "help\n#1\nundo\n#2\n" + "#1\n" * 30
    texts = [play("digs", "--seed", seed, "--people", "0,2", stdin=stdin) for seed in (9, 9, 10)]
    assert texts[0] == texts[1] != texts[2]


# Undo, save and resume


def test_undo_reverts_decisions_back_to_the_first():
    """Each one shows again what was shown before the decision that it takes back."""
    text = play("dog", "--seed", 4, stdin="#1\n#1\n#2\n" + "undo\n" * 4)
    screens = [part.rpartition("way round")[2] for part in PROMPT.split(text)]
    assert "legal:" in screens[0]
    assert len(set(screens[:4])) == 4
    assert screens[4:7] == screens[2::-1]
    assert "you have no decision to undo" in screens[7]


def test_a_saved_game_goes_on_with_its_people_its_bots_and_its_history(tmp_path):
    save = tmp_path / "game.txt"
    first = play(
        "dog", "--seed", 4, "--seat", 2, "--bots", "random", stdin=f"#1\n#1\nsave {save}\n"
    )
    assert read_transcript(save, open_seal=True).session.seats == (
        "random",
        "random",
        "person",
        "random",
    )
    resumed = run("play", "--resume", save, "--seed", 3, stdin="undo\nundo\nundo\n")
    assert "You are Blue (seat 2); " in resumed.stderr
    assert "continuing with seed 3" in " ".join(resumed.stderr.split())
    board = first.split("your action: ")[2].rpartition("kennel")[2]
    parts = answers(resumed.stdout)
    assert resumed.stdout.partition("your action")[0].endswith(board)
    assert "Blue gives a card" in parts[1]
    assert "you have no decision to undo" in parts[2]
    second = run("play", "dog", "--resume", save, "--seed", 3, stdin="undo\nundo\nundo\n")
    assert second.stdout == resumed.stdout
    assert "continuing with seed" in " ".join(run("play", "--resume", save).stderr.split())


def test_a_resumed_game_is_played_to_its_end_and_saved_again(tmp_path):
    save, end = tmp_path / "game.txt", tmp_path / "end.txt"
    play("digs", "--seed", 4, stdin=f"#1\n#1\nsave {save}\n")
    play("--resume", save, "--seed", 3, "--transcript", end, stdin="#1\n" * 200)
    session = read_transcript(end).session
    assert session.over
    saved_session = read_transcript(save, open_seal=True).session
    actions = [moment.action for moment in saved_session.history]
    assert [moment.action for moment in session.history[: len(actions)]] == actions


def test_an_unfinished_transcript_needs_to_know_who_plays(tmp_path):
    file = tmp_path / "open.txt"
    file.write_text(format_transcript(offleash.new("dog", seed=3)))
    assert "choose your seat with --seat" in error_of("play", "--resume", file)
    process = run("play", "--resume", file, "--seat", 1, "--bots", "random", stdin="#1\n")
    assert "You are Yellow (seat 1)" in process.stderr


def test_what_cannot_be_resumed_is_refused(tmp_path):
    save = write_save(tmp_path / "g", "P10||| hands=7,2|2,3|2,3|2,3")
    assert "is a game of Dog, not of digs" in error_of("play", "digs", "--resume", save)
    rules = ("--set", "canadian=true")
    assert "a saved game keeps its rules" in error_of("play", "--resume", save, *rules)
    assert "play needs a GAME" in error_of("play")
    assert "there is no seat 4" in error_of("play", "--resume", save, "--seat", 4)
    strange = write_save(
        tmp_path / "h", "P10||| hands=7,2|2,3|2,3|2,3", ("person", "Ann", "Bo", "Cy")
    )
    assert "ann" in error_of("play", "--resume", strange)
    assert "Red (seat 0)" in run("play", "--resume", strange, "--bots", "random").stderr


@pytest.mark.parametrize(
    ("seats", "people", "expected"),
    [
        (None, None, ()),
        ([2], None, (2,)),
        ([0, 2, 0], None, (0, 2)),
        (None, "0,2", (0, 2)),
        (None, " 3 , 1 ", (3, 1)),
        ([0], "1", None),
        (None, "", None),
        (None, "0,,2", None),
        (None, "zero", None),
        (None, "-1", None),
    ],
)
def test_people_are_named_by_their_seats(seats, people, expected):
    if expected is None:
        with pytest.raises(OffleashError):
            parse_people(seats, people)
    else:
        assert parse_people(seats, people) == expected


# The end


def test_after_the_end_hands_are_open_and_the_game_can_be_saved_or_undone(tmp_path):
    file, picture = tmp_path / "end.txt", tmp_path / "end.svg"
    save = write_save(tmp_path / "g", "P0F1F2F3||F0F1F2F3| hands=A,2|5,6|2,8|J,4")
    stdin = f"A a 1 home\nboard\n5 a\nlegal\nsave {file}\nsvg {picture}\nundo\n2 a\n"
    parts = answers(play("--resume", save, "--seed", 1, stdin=stdin))
    for part in parts[:2]:
        assert re.search(r"Yellow +5 6 ", part)
        assert re.search(r"Green +4 J ", part)
    assert "Red and Blue win.\nYou win.\n" in parts[0]
    assert "the game is over; " in parts[2]
    assert "the game is over; " in parts[3]
    assert read_transcript(file).session.over
    assert picture.read_text().startswith("<svg")
    assert "A a 1 home" in parts[6]
    assert re.search(r"Yellow +\? \? ", parts[6])
    assert "You: 2 a" in parts[7]


def test_after_the_end_another_game_begins(tmp_path):
    save = write_save(tmp_path / "g", "P0F1F2F3||F0F1F2F3| hands=A,2|5,6|2,8|J,4")
    text = play("--resume", save, "--seed", 1, stdin="A a 1 home\nagain\nquit\n")
    end, start = text.split("You win.\n")
    assert "new round" in start and "your action: " in start and "new round" not in end


def test_another_game_leaves_the_transcript_of_the_last_one(tmp_path):
    save, file = write_save(tmp_path / "g", "P0F1F2F3||F0F1F2F3| hands=A|5|2|J"), tmp_path / "t.txt"
    stdin = "A a 1 home\nagain\n#1\nquit\n"
    play("--resume", save, "--seed", 1, "--transcript", file, stdin=stdin)
    assert read_transcript(file).session.over
    second = read_transcript(tmp_path / "t-2.txt", open_seal=True).session
    assert not second.over and len(second.history) > 1


def test_leaving_a_game_asks_and_offers_to_save_it(tmp_path):
    """`q` is the queen where there is one; nothing is asked before the first decision."""
    file = tmp_path / "later.txt"
    save = write_save(tmp_path / "g", "P10||| hands=3,Q,2|2,3,4|2,5,6|2,8,9")
    text = play("--resume", save, "--seed", 1, stdin=f"q\nquit\n\nquit\n{file}\n3\n")
    assert "You: Q a" in text
    assert text.count("Leave this game?") == 2
    assert "You: 3 a" not in text
    assert len(read_transcript(file, open_seal=True).session.history) > 0
    output = play("--resume", save, "--seed", 1, stdin=f"q\nquit\n{file}\nn\n3\n")
    assert "nothing was written" in output and "You: 3 a" in output, "it is not left unsaved"
    unplayed = play("--resume", save, "--seed", 1, stdin="quit\n3\n")
    assert "Leave this game?" not in unplayed and "You: 3" not in unplayed


def test_a_bare_number_is_the_card_and_a_number_sign_the_list():
    after = play("dog", "--seed", 4, stdin="3\n")
    assert "You: give 3\n" in after
    listed = play("dog", "--seed", 4, stdin="#3\n")
    assert "You: give 6\n" in listed
    assert "illegal action 'give 5'" in play("dog", "--seed", 4, stdin="5\n")


def test_a_lost_game_says_so(tmp_path):
    save = write_save(tmp_path / "g", "P9|P16F1F2F3||F0F1F2F3 hands=2,3|5|2,8|A")
    text = play("--resume", save, "--seed", 1, stdin="2 a\n")
    assert "Yellow and Green win.\nYou lose.\n" in text


# Several people


def test_several_people_take_turns_and_hear_what_happened_since():
    parts = answers(play("dog", "--seed", 4, "--people", "0,2", stdin="\n#1\n\n#2\n\n"))
    prompts = PROMPT.findall(
        play("dog", "--seed", 4, "--seat", 0, "--seat", 2, stdin="\n#1\n\n#2\n")
    )
    assert prompts[:4] == [
        "Red, press Enter when only you can see the screen: ",
        "Red, your action: ",
        "Blue, press Enter when only you can see the screen: ",
        "Blue, your action: ",
    ]
    assert "You are Red" in parts[0]
    assert "You are Blue" in parts[2]
    assert "Red: makes a hidden move" in parts[2]
    assert "you gave " in parts[3] + parts[4]


def open_hands(text):
    """The seats whose cards a part of the output shows."""
    names = "Red   |Yellow|Blue  |Green "
    rows = re.findall(rf"^[> ] ({names})  (.+?) *(?:  laid.*)?$", text, re.MULTILINE)
    return {seat.strip() for seat, hand in rows if set(hand.split()) - {"?", "-"}}


@pytest.mark.parametrize(
    "people", ["2", "0,1,2,3", *(pytest.param(p, marks=pytest.mark.soak) for p in ("0", "1,3"))]
)
def test_no_screen_shows_another_hand(people):
    stdin = "\n#1\nlegal\nthrow\nwoof\n\nboard\n#2\n" * 40
    text, end, _ = play("dog", "--seed", 7, "--people", people, stdin=stdin).partition("game over")
    if end:  # then all hands are open
        text = text.rpartition("your action: ")[0]
    screens = re.split(r"-{40}\n", text) if "," in people else [text]
    names = [registry.load("dog").rules.seat_names[int(seat)] for seat in people.split(",")]
    assert len(screens) > 20 or "," not in people
    all_hands = set()
    for screen in screens:
        hands = open_hands(screen)
        all_hands |= hands
        assert len(hands) <= 1
        if "," in people and "press Enter" in screen:
            assert hands <= {screen.partition(", press Enter")[0].split()[-1]}
        assert "hands=" not in screen
    assert all_hands == set(names)


def test_what_is_hidden_changes_nothing_that_is_printed(tmp_path):
    """Twins: positions that differ only in what the person may not know."""
    stdin = "legal\nboard\nthrow\n9 a\n7 a3 b5\nrules\nwoof\nundo\n#99\n"
    texts = []
    for hidden_hands in ("4,9|6,K|7,8", "7,8|4,6|9,K"):
        save = write_save(tmp_path / "g", f"P10P20|P40||P30 hands=5,7|{hidden_hands}")
        texts.append(play("--resume", save, "--seed", 2, stdin=stdin))
    assert texts[0] == texts[1]
    assert "the only action" not in texts[0]


# Terminals


class Terminal:
    """The program at a terminal of its own."""

    def __init__(self, *arguments, module="tests.program"):
        import pty

        self.master, slave = pty.openpty()
        environment = {**os.environ, "COLUMNS": "60", "TERM": "xterm", "NO_COLOR": "1"}
        streams = dict.fromkeys(("stdin", "stdout", "stderr"), os.ttyname(slave))
        self.process = fork_server().start(
            module, [str(argument) for argument in arguments], environment, **streams
        )
        self.buffer = ""
        self.read()
        os.close(slave)  # the program has it open by now

    def read(self):
        """Waits for more of what is printed."""
        ready, _, _ = select.select([self.master], [], [], TIMEOUT_S)
        chunk = os.read(self.master, 4096) if ready else b""
        assert chunk, self.buffer
        self.buffer += chunk.decode(errors="replace")

    def wait_for(self, text):
        """What was printed up to a text, and that text."""
        while text not in self.buffer:
            self.read()
        at = self.buffer.index(text) + len(text)
        before, self.buffer = self.buffer[:at], self.buffer[at:]
        return before

    def type(self, text):
        os.write(self.master, text.encode())

    def interrupt(self):
        """Ctrl-C; again where readline slept over one that came just before it waited."""
        self.type("\x03")
        for _ in range(40):
            if "stopped" in self.buffer:
                return
            if select.select([self.master], [], [], 3)[0]:
                self.buffer += os.read(self.master, 4096).decode(errors="replace")
            else:
                self.process.send_signal(signal.SIGINT)

    def end(self):
        status = self.process.wait()
        os.close(self.master)
        return status


@pytest.fixture
def at_terminal():
    """Starts the program at a terminal; none is left behind."""
    terminals = []

    def start(*arguments, **settings):
        terminals.append(Terminal(*arguments, **settings))
        return terminals[-1]

    yield start
    for opened_terminal in terminals:
        opened_terminal.process.kill()


def test_lines_come_back_with_the_arrow_key_and_other_answers_do_not(at_terminal, tmp_path):
    path = tmp_path / "kept"
    path.write_text("dear")
    terminal = at_terminal("play", "dog", "--seed", 4)
    terminal.wait_for("your action: ")
    terminal.type("woof\r")
    terminal.wait_for("'woof' is not an action of Dog")
    terminal.wait_for("your action: ")
    terminal.type(f"save {path}\r")
    terminal.wait_for("Overwrite it? (y/n) ")
    terminal.type("n\r")
    terminal.wait_for("your action: ")
    terminal.type("\x1b[A\x1b[A\r")
    terminal.wait_for("'woof' is not an action of Dog")
    terminal.interrupt()
    terminal.wait_for("offleash: stopped")
    assert terminal.end() == 130


def test_another_person_finds_nothing_on_the_screen_nor_among_the_lines(at_terminal):
    terminal = at_terminal("play", "dog", "--seed", 4, "--people", "0,2")
    terminal.wait_for("Red, press Enter when only you can see the screen: ")
    terminal.type("\r")
    terminal.wait_for("Red, your action: ")
    terminal.type("give K\r")
    assert "\x1b[H\x1b[2J\x1b[3J" in terminal.wait_for(
        "Blue, press Enter when only you can see the screen: "
    )
    terminal.type("\r")
    terminal.wait_for("Blue, your action: ")
    terminal.type("\x1b[Awoof\r")
    assert "'woof' is not an action" in terminal.wait_for("is not an action of Dog")
    terminal.wait_for("Blue, your action: ")
    terminal.type("\x04")
    assert terminal.end() == 0


def test_a_terminal_without_line_editing_works(at_terminal):
    terminal = at_terminal("play", "dog", "--seed", 4, module="tests.cli.program_without_readline")
    terminal.wait_for("your action: ")
    terminal.type("give K\r")
    terminal.wait_for("you gave Blue K and got")
    terminal.wait_for("your action: ")
    terminal.type("quit\r")
    terminal.wait_for("Leave this game?")
    terminal.type("yes\r")
    assert terminal.end() == 0


@pytest.mark.parametrize("wait", ["Red, press Enter", "Red, your action: ", "Overwrite it?"])
def test_ctrl_c_anywhere_prints_one_message_and_keeps_the_game(at_terminal, tmp_path, wait):
    file, other = tmp_path / "game.txt", tmp_path / "other.txt"
    other.write_text("dear")
    terminal = at_terminal("play", "dog", "--seed", 4, "--people", "0,2", "--transcript", file)
    for question, answer in (
        ("Red, press Enter", "\r"),
        ("Red, your action: ", f"save {other}\r"),
        ("Overwrite it?", ""),
    ):
        terminal.wait_for(question)
        if question == wait:
            break
        terminal.type(answer)
    terminal.interrupt()
    text = terminal.wait_for("offleash: stopped")
    assert "Traceback" not in text
    assert terminal.end() == 130
    assert read_transcript(file, open_seal=True).result == "unfinished"
    assert other.read_text() == "dear"


# Replay


@pytest.fixture(scope="module")
def game_file(tmp_path_factory):
    file = tmp_path_factory.mktemp("replay") / "game.txt"
    process = run("simulate", "dog", "-n", 1, "--seed", 3, "--transcript", file)
    assert process.returncode == 0
    return file


def test_replay_shows_any_position_and_draws_it(game_file, tmp_path):
    picture = tmp_path / "x.svg"
    session = read_transcript(game_file).session
    count = len(session.history)
    process = run("replay", game_file, "--at", 40, "--svg", picture)
    while len(session.history) > 40:
        session.undo()
    assert process.stdout.startswith(session.text().plain)
    assert "\n40. seat " in process.stdout
    assert picture.read_text() == session.svg(session.actor)
    run("replay", game_file, "--at", 40, "--seat", 1, "--svg", picture)
    assert picture.read_text() == session.svg(1)
    assert run("replay", game_file, "--at", count).stdout.startswith("  ")
    assert "\n1. chance" not in run("replay", game_file, "--at", 0).stdout
    assert f"there is no position {count + 1}" in error_of("replay", game_file, "--at", count + 1)
    assert "--at must be a whole number of at least 0, not '-1'" in error_of(
        "replay", game_file, "--at=-1"
    )
    assert "there is no seat 4" in error_of("replay", game_file, "--seat", 4)


def test_replay_steps_both_ways_and_jumps(game_file):
    stdin = "\n\nb\nb\nb\nb\n40\nb\n5\nx\n99999\nq\n"
    process = run("replay", game_file, "--step", stdin=stdin, TTY_COMPATIBLE="1")
    parts = process.stdout.split("q: quit ")
    numbers = [re.findall(r"^(\d+)\. seat", part, re.MULTILINE)[-1:] for part in parts]
    places = [int(match[0]) if match else 0 for match in numbers]
    assert places[:9] == [26, 27, 28, 27, 26, 0, 0, 40, 39]
    assert "5. chance: " in parts[9]
    assert "enter a number from 0 to " in parts[10]
    assert "enter a number from 0 to " in parts[11]
    last = run("replay", game_file, "--step", "--at", 40, stdin="", TTY_COMPATIBLE="1")
    assert "40. seat" in last.stdout


def test_replay_without_a_terminal_prints_everything(game_file):
    text = run("replay", game_file, "--step").stdout
    count = len(read_transcript(game_file).session.history)
    assert [int(n) for n in re.findall(r"^(\d+)\. ", text, re.MULTILINE)] == list(
        range(1, count + 1)
    )
    assert "q: quit" not in text
