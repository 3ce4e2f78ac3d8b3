"""The errors that a user can cause; their messages say what is wrong and where."""


class OffleashError(Exception):
    """Bad input. The message is one sentence that can be shown to the user as it is."""


def quote(value: object) -> str:
    """Return the `repr` of a value, cut to 60 characters, for an error message."""
    try:
        text = repr(value)
    except ValueError:  # a number of thousands of digits
        return "a number too long to print"
    return text if len(text) <= 60 else f"{text[:56]}…"


class Unavailable(OffleashError):
    """A service that we need does not answer; the same request may work later."""


class StoppedByUser(Exception):
    """The user stopped long work. The message is one sentence on how to continue it."""


class IllegalAction(OffleashError):
    """A well-formed action that the rules do not allow in this position."""

    def __init__(self, action: str, seat: str, reason: str, position: str) -> None:
        self.action, self.seat, self.reason, self.position = action, seat, reason, position
        super().__init__(f"illegal action '{action}' for {seat}: {reason}, in {position}")


class BadNotation(OffleashError):
    """Text that can't be parsed as an action, a position or an option value."""


class BadFile(OffleashError):
    """A file that can't be read or parsed, with the line of the mistake if it is known."""

    def __init__(self, path: object, line: int | None, problem: str) -> None:
        self.path, self.line, self.problem = str(path), line, problem
        where = f"{path}, line {line}" if line else f"{path}"
        super().__init__(f"{where}: {problem}")
