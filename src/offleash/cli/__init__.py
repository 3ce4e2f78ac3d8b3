"""The command line. Only `main` turns an error into a message and an exit status."""

import os
import sys

STOPPED = 130  # the status after Ctrl-C


def main() -> None:
    """Run one command. A mistake prints one line and exits with 2; Ctrl-C exits with 130."""
    try:
        status = _status()
        if status == STOPPED:
            raise KeyboardInterrupt
    except KeyboardInterrupt as stop:
        from offleash.cli.terminal import print_error

        print_error(str(stop) or "stopped")
        status = STOPPED
    sys.exit(status)


def _status() -> int:
    from offleash.cli.terminal import configure_streams, print_error
    from offleash.tools.errors import OffleashError, StoppedByUser

    configure_streams()
    from typer import Abort, TyperException

    from offleash.cli.app import run
    from offleash.cli.usage import format_usage_error

    try:
        status = run()
        if sys.stdout is not None:
            sys.stdout.flush()
        return status if isinstance(status, int) else 0
    except OffleashError as error:
        print_error(str(error))
    except TyperException as error:
        print_error(format_usage_error(error))
    except Abort:
        return STOPPED
    except StoppedByUser as stop:
        raise KeyboardInterrupt(str(stop)) from None
    except BrokenPipeError:
        # The reader is gone (`offleash … | head`): print no message, not even at shutdown.
        _close_output()
        return 1
    except (MemoryError, OSError) as error:
        _close_output()
        print_error(getattr(error, "strerror", None) or "out of memory")
    return 2


def _close_output() -> None:
    """Redirect stdout to the null device, so that Python does not flush it again at exit."""
    if sys.stdout is not None:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
