"""The game loop at the terminal: people, bots, prompts and handing over the screen."""

import time
from typing import TYPE_CHECKING

from offleash.cli.advise import print_advice
from offleash.cli.table.listing import list_targets, number_hint, parse_actions, print_legal
from offleash.cli.table.output import print_events, print_forfeit, print_help, print_result
from offleash.cli.table.saving import run_file_command
from offleash.cli.terminal import (
    ask,
    clear_screen,
    console,
    discard_typed,
    print_plain,
    print_wrapped,
)
from offleash.contract.rules.actors import NOBODY
from offleash.engine.forfeit import Forfeited
from offleash.tools.errors import IllegalAction, OffleashError
from offleash.tools.prose import join_or

if TYPE_CHECKING:
    from offleash.bots.players import Bots
    from offleash.engine.forfeit import Forfeit
    from offleash.play.session import Session

QUIT_COMMANDS = ("quit", "q", "exit")
LONG_WAIT_S = 1.0  # after which nobody knows any more what was typed meanwhile


class TerminalGame:
    """People and bots in one session; each person sees only what their seat may know."""

    def __init__(
        self,
        session: "Session",
        people: tuple[int, ...],
        bots: "Bots",
        ask_forced: bool,
        is_saved_at_end: bool = False,
    ) -> None:
        self.session, self.people, self.bots = session, people, bots
        self.ask_forced, self.is_saved_at_end = ask_forced, is_saved_at_end
        self.wants_again = False  # after the end, the same game once more
        self._seen = {seat: self._last_decision(seat) + 1 for seat in people}
        self._welcomed: set[int] = set()
        self._forced: set[int] = set()  # actions, by their place in the history
        self._decisions: list[int] = []  # how long the history was at each decision of a person
        self._viewer = people[0] if len(people) == 1 else NOBODY  # the seat that sees the screen
        self._forfeit: Forfeit | None = None  # a bot forfeited, which ends the game

    def _last_decision(self, seat: int) -> int:
        """Return the index of the last decision of a seat, or −1."""
        decisions = [n for n, m in enumerate(self.session.history) if m.actor == seat]
        return decisions[-1] if decisions else -1

    def play(self) -> None:
        """Play until somebody quits."""
        is_playing = True
        while is_playing:
            seat = self.session.actor
            if self._is_over():
                is_playing = self._finish()
            elif seat not in self.people:
                self._ask_bot()
            elif self._is_forced():
                self._forced.add(len(self.session.history))
                self.session.play(self.session.legal_numbers[0])
            else:
                is_playing = self._decide(seat)

    def _is_over(self) -> bool:
        return self.session.over or self._forfeit is not None

    def _ask_bot(self) -> None:
        started_at = time.monotonic()
        try:
            self.bots.play(self.session)
        except Forfeited as error:
            self._forfeit = error.forfeit
        if time.monotonic() - started_at > LONG_WAIT_S:  # its rules were compiled, or it searched
            discard_typed()

    def _is_forced(self) -> bool:
        return not self.ask_forced and len(self.session.legal_numbers) == 1

    # One decision

    def _decide(self, seat: int) -> bool:
        """Let a person decide; False to quit."""
        if seat != self._viewer and not self._hand_over(seat):
            return False
        self._welcome(seat)
        self._print_news(seat)
        print_plain(self.session.text(seat, console.width))
        print_legal(self.session)
        return self._take_commands(seat, self._question(seat))

    def _question(self, seat: int) -> str:
        alone = len(self.people) == 1
        return "your action: " if alone else f"{self._name(seat)}, your action: "

    def _hand_over(self, seat: int) -> bool:
        """Hand the screen to another person, cleared if there are secrets; False to quit."""
        from offleash.play.transcript import has_secrets

        before, self._viewer = self._viewer, seat
        if not has_secrets(self.session):
            return True
        if before != NOBODY:
            clear_screen()
        while True:
            answer = ask(f"{self._name(seat)}, press Enter when only you can see the screen: ")
            if answer is None:
                return False
            if answer.lower() not in QUIT_COMMANDS:
                return True
            if self._may_leave():
                return False

    def _welcome(self, seat: int) -> None:
        game = self.session.game
        if game.notation.welcome is not None and seat not in self._welcomed:
            for line in game.notation.welcome(self.session.options, seat):
                print_wrapped(line)
        if not self._welcomed:
            words = ["help", *game.notation.pages]
            print_wrapped(f"Type {join_or(words)} at any time, ? for advice.", "dim")
        self._welcomed.add(seat)

    def _print_news(self, seat: int) -> None:
        """Print what happened since the person last decided."""
        since = min(self._seen.get(seat, 0), len(self.session.history))
        print_events(self.session, seat, since, self._forced)
        self._seen[seat] = len(self.session.history)

    def _take_commands(self, seat: int, question: str) -> bool:
        """Answer commands until an action or undo; False to quit."""
        decided = len(self.session.history)
        while len(self.session.history) == decided and not self.wants_again:
            answer = ask(question, remember=True)
            if answer is None:
                return False
            if not answer:
                continue
            if self._is_quit(answer):
                if self._may_leave():
                    return False
                continue
            try:
                self._run_command(seat, answer)
            except IllegalAction as error:
                # The full message repeats the position, which is already on the screen.
                print_wrapped(f"illegal action '{error.action}': {error.reason}", "red")
                if hint := number_hint(self.session, answer):
                    print_wrapped(hint)
            except OffleashError as error:
                print_wrapped(str(error), "red")
        return not self.wants_again

    def _is_quit(self, answer: str) -> bool:
        """Return whether an answer means to leave: `q` may be an action, such as a queen."""
        if answer.lower() not in QUIT_COMMANDS:
            return False
        groups = [] if self._is_over() else [target.group for target in list_targets(self.session)]
        return answer.lower() not in [group.lower() for group in groups]

    def _may_leave(self) -> bool:
        """Ask before an unfinished game is left, and offer to save it."""
        if self._is_over() or not self._decisions or self.is_saved_at_end:
            return True
        answer = ask("Leave this game? Type yes, a file name to save it first, or Enter to stay: ")
        if answer is None or answer.lower() in ("y", "yes", *QUIT_COMMANDS):
            return True
        if not answer:
            return False
        try:
            return run_file_command(self.session, self._viewer, "save", answer)
        except OffleashError as error:
            print_wrapped(str(error), "red")
            return False

    def _run_command(self, seat: int, answer: str) -> None:
        """Run a command, or play an action."""
        command, _, rest = answer.partition(" ")
        command, rest = command.lower(), rest.strip()
        game, over = self.session.game, self._is_over()
        if command in ("save", "svg"):
            run_file_command(self.session, seat, command, rest)
        elif rest:
            self._play_action(answer)
        elif command == "?":
            self._advise()
        elif command in ("help", "h"):
            print_help(game)
        elif command in game.notation.pages:
            print_wrapped(game.page(command, self.session.options))
        elif command == "board":
            print_plain(self.session.text(None if over else seat, console.width))
        elif command == "undo":
            self._undo()
        elif command == "again" and over:
            self.wants_again = True
        elif command == "legal" and not over:
            print_legal(self.session, in_full=True)
        else:
            self._play_action(answer)

    def _advise(self) -> None:
        """Print advice from what this seat sees; the game stays unchanged."""
        from offleash.bots.advice import advise

        if self._forfeit is not None:
            raise OffleashError("the game is over, so there is no advice")
        print_advice(self.session, advise(self.session))

    def _play_action(self, answer: str) -> None:
        session = self.session
        if self._is_over():
            raise OffleashError(
                "the game is over; type again, save FILE, svg FILE, board, undo or quit"
            )
        before = len(session.history)
        actions = parse_actions(session, answer)
        try:
            session.play(*actions)
        finally:
            if len(session.history) > before:
                self._decisions.append(before)

    def _undo(self) -> None:
        """Undo everything back to before the last decision of a person."""
        session = self.session
        target = self._decisions.pop() if self._decisions else self._last_choice()
        if target < 0:
            raise OffleashError("you have no decision to undo")
        while len(session.history) > target:
            session.undo()
        self._forfeit = None
        self._forced = {number for number in self._forced if number < target}
        self._seen = {seat: min(index, target) for seat, index in self._seen.items()}

    def _last_choice(self) -> int:
        """Return the index of the last choice of a person in a resumed game, or −1."""
        session = self.session
        return next(
            (
                number
                for number in reversed(range(len(session.history)))
                if session.history[number].actor in self.people
                and (self.ask_forced or session.choices_at(number) > 1)
            ),
            -1,
        )

    # The end

    def _finish(self) -> bool:
        """Show the result and all hands, then take commands; False to quit."""
        alone = len(self.people) == 1
        seat = self._viewer if alone else NOBODY  # several people: only what all may know
        since = min(self._seen.get(self._viewer, 0), len(self.session.history))
        print_events(self.session, seat, since, self._forced)
        self._seen = dict.fromkeys(self.people, len(self.session.history))
        print_plain(self.session.text(None, console.width))
        shares = self.session.returns
        if self._forfeit is not None:
            shares = print_forfeit(self.session, self._forfeit)
        print_result(self.session, self.people, shares)
        return self._take_commands(seat, "game over (again, save, svg, board, undo, quit): ")

    def _name(self, seat: int) -> str:
        return self.session.game.seat_name(self.session.options, seat)
