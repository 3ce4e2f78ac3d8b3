"""A small site, supervised: `python -m tests.web.supervised_site APPLICATION WORKERS WARMTH`."""

import sys
from contextlib import suppress
from functools import partial

from offleash.tools.errors import OffleashError
from offleash.web import supervisor as supervisors
from offleash.web.supervisor import Settings, Supervisor, bind, link_of
from tests.timeouts import TIMEOUT_S

PRELOADED = (
    "uvicorn.protocols.http.httptools_impl",
    "uvicorn.protocols.websockets.websockets_sansio_impl",
)
WARMING = ("offleash.games.registry", "offleash.web.warming")  # once, however often it begins again


def main() -> None:
    """As the command does: Ctrl-C before the supervisor listens for it is no mistake either."""
    with suppress(KeyboardInterrupt):
        serve()


def serve() -> None:
    supervisors.STOP_TIMEOUT_S = TIMEOUT_S  # a worker of a slow machine is not killed
    bound = bind("127.0.0.1", 0)
    print(link_of(bound), flush=True)
    settings = Settings(workers=int(sys.argv[2]), warmth="".join(sys.argv[3:]))
    application = f"tests.web.small_sites:{sys.argv[1]}"
    preloaded = (*PRELOADED, *WARMING) if settings.warmth else PRELOADED
    supervisor = Supervisor(bound, application, settings, partial(print, flush=True), preloaded)
    try:
        supervisor.run()
    except OffleashError as error:
        print(f"refused: {error}", flush=True)


if __name__ == "__main__":
    main()
