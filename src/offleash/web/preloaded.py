"""What every worker needs, made ready once by the server that workers are forked from.

A worker that takes another's place then has every rule that is compiled already, and answers at
once; all workers share the memory.
"""

import gc
import importlib

from offleash.games import registry
from offleash.web import warming

for module in (
    "asyncpg",
    "uvloop",
    "uvicorn.protocols.http.httptools_impl",
    "uvicorn.protocols.websockets.websockets_sansio_impl",
    "offleash.bots.advice",
    "offleash.web.frame",
    "offleash.web.worker",
):
    importlib.import_module(module)
for name in registry.ROWS:
    registry.load(name)
    warming.load(name)
gc.freeze()  # a collector that looked through all this would copy it into every worker
