"""The command line. `main` is the only place where an error becomes a message and a status."""

import os
import sys


def main() -> None:
    """Runs one command; what a user did wrong is one sentence and status 2, Ctrl-C status 130."""
    try:
        status = _status()
    except KeyboardInterrupt:
        status = 130
    if status == 130:
        from offleash.cli.terminal import complain

        complain("stopped")
    sys.exit(status)


def _status() -> int:
    from offleash.cli.terminal import complain, settle_streams
    from offleash.core.errors import OffleashError

    settle_streams()
    from typer import Abort, TyperException

    from offleash.cli.app import run
    from offleash.cli.usage import usage_sentence

    try:
        status = run()
        if sys.stdout is not None:
            sys.stdout.flush()
        return status if isinstance(status, int) else 0
    except OffleashError as error:
        complain(str(error))
    except TyperException as error:
        complain(usage_sentence(error))
    except Abort:
        return 130
    except BrokenPipeError:
        # The reader went away (`offleash … | head`): no message, and none at shutdown either.
        _close_output()
        return 1
    except (MemoryError, OSError) as error:
        _close_output()
        complain(getattr(error, "strerror", None) or "there is not enough memory for this")
    return 2


def _close_output() -> None:
    """What is still to be printed can't be: Python shall not try it again at its end."""
    if sys.stdout is not None:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
