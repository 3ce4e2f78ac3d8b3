"""Small applications under the supervisor: `python -m tests.web.supervised APPLICATION WORKERS`."""

import os
import sys
from functools import partial

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.routing import Route

from offleash.core.errors import OffleashError
from offleash.web.supervisor import Settings, Supervisor, bind, link_of

PRELOADED = (
    "uvicorn.protocols.http.httptools_impl",
    "uvicorn.protocols.websockets.websockets_sansio_impl",
)


async def who(request: Request) -> PlainTextResponse:
    return PlainTextResponse(str(os.getpid()))


def says_who(settings: Settings) -> Starlette:
    """Answers with the number of its process."""
    return Starlette(routes=[Route("/", who)])


def dies_at_birth(settings: Settings) -> Starlette:
    raise OffleashError("the kennel is closed")


def main() -> None:
    bound = bind("127.0.0.1", 0)
    print(link_of(bound), flush=True)
    settings = Settings(workers=int(sys.argv[2]))
    application = f"tests.web.supervised:{sys.argv[1]}"
    say = partial(print, flush=True)
    supervisor = Supervisor(bound, application, settings, say, PRELOADED)
    try:
        supervisor.run()
    except OffleashError as error:
        print(f"refused: {error}", flush=True)


if __name__ == "__main__":
    main()
