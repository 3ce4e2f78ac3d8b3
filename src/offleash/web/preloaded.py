"""Imported once by the fork server: loads what every worker needs.

A new worker then has every compiled rule and answers at once; all workers share the memory.
"""

import gc
import importlib

from offleash.games import registry
from offleash.web import warming, worker

for module in (
    "asyncpg",
    "uvicorn.protocols.websockets.websockets_sansio_impl",
    "offleash.bots.advice",
    "offleash.web.frame",
    "offleash.web.protocol",
):
    importlib.import_module(module)
worker.loop_factory()
for name in registry.ROWS:
    registry.load(name)
    warming.load(name)
gc.freeze()  # or the garbage collector would copy all this into every worker
