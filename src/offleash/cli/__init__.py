"""The command line. `main` is the only place where an error becomes a message and a status."""

import os
import sys


def main() -> None:
    """Runs one command; what a user did wrong is one sentence and status 2."""
    from offleash.cli.app import app
    from offleash.core.errors import OffleashError

    try:
        app()
    except OffleashError as error:
        print(f"offleash: {error}", file=sys.stderr)
        sys.exit(2)
    except BrokenPipeError:
        # The reader went away (`offleash … | head`): no message, and none at shutdown either.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
    except (MemoryError, OSError) as error:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        what = getattr(error, "strerror", None) or "there is not enough memory for this"
        print(f"offleash: {what}", file=sys.stderr)
        sys.exit(2)
