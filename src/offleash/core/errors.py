"""Every error a user can cause: one sentence that names what is wrong and where."""


class OffleashError(Exception):
    """Bad input. The message is one sentence, fit to be shown as it is."""


def shown(value: object) -> str:
    """What was handed in, short enough for a sentence, whatever it is."""
    try:
        text = repr(value)
    except ValueError:  # a number of thousands of digits
        return "a number too long to print"
    return text if len(text) <= 60 else f"{text[:56]}…"


class Unavailable(OffleashError):
    """Something that others provide does not answer: the same may work later."""


class Stopped(Exception):
    """Somebody stopped long work. The message is one sentence that says how it can go on."""


class IllegalAction(OffleashError):
    """A well-formed action that the rules do not allow in this position."""

    def __init__(self, action: str, seat: str, reason: str, position: str) -> None:
        self.action, self.seat, self.reason, self.position = action, seat, reason, position
        super().__init__(f"illegal action '{action}' for {seat}: {reason}, in {position}")


class BadNotation(OffleashError):
    """Text that is no action, no position or no option value."""


class BadFile(OffleashError):
    """A file that is not what it should be, with the line where that shows."""

    def __init__(self, path: object, line: int | None, problem: str) -> None:
        self.path, self.line, self.problem = str(path), line, problem
        where = f"{path}, line {line}" if line else f"{path}"
        super().__init__(f"{where}: {problem}")


def to_sentence(message: object) -> str:
    """Return a message with a full stop, and a capital if it begins with a word."""
    text = str(message)
    initial = text[:1].upper() if text.partition(" ")[0].isalpha() else text[:1]
    return f"{initial}{text[1:]}".rstrip(".") + "."
