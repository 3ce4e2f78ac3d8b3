"""The command line. `main` is the only place where an error becomes a message and a status."""

import os
import sys

STOPPED = 130  # the status after Ctrl-C


def main() -> None:
    """Runs one command; what a user did wrong is one sentence and status 2, Ctrl-C status 130."""
    try:
        status = _status()
        if status == STOPPED:
            raise KeyboardInterrupt
    except KeyboardInterrupt as stop:
        from offleash.cli.terminal import complain

        complain(str(stop) or "stopped")
        status = STOPPED
    sys.exit(status)


def _status() -> int:
    from offleash.cli.terminal import complain, settle_streams
    from offleash.core.errors import OffleashError, Stopped

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
        return STOPPED
    except Stopped as stop:
        raise KeyboardInterrupt(str(stop)) from None
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
