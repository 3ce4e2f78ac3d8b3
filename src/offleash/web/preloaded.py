"""What every worker needs, imported once by the server that workers are forked from."""

import importlib

from offleash.games import registry

for module in (
    "asyncpg",
    "uvloop",
    "uvicorn.protocols.http.httptools_impl",
    "uvicorn.protocols.websockets.websockets_sansio_impl",
    "offleash.bots.advice",
    "offleash.web.frame",
    "offleash.web.warming",
    "offleash.web.worker",
):
    importlib.import_module(module)
for name in registry.ROWS:
    registry.load(name)
