"""Former names of modules that packages with games of their own import."""

import sys
from importlib import import_module

FORMER_NAMES = {
    "batch": "engine.batch",
    "compile": "compiler.rule",
    "encoding": "contract.encoding",
    "errors": "tools.errors",
    "figures": "contract.lab.general_measures",
    "game": "contract",
    "kit": "contract.studio.kit",
    "levels": "contract.bots.levels",
    "options": "contract.options",
    "plain": "contract.text.plain",
    "prose": "tools.prose",
    "record": "compiler.record",
    "rules.actors": "contract.rules.actors",
    "rules.copying": "compiler.rules.copying",
    "rules.outlook": "contract.rules.win_chance",
    "rules.random": "compiler.rules.random",
    "weights": "contract.bots.weights",
}
sys.modules[f"{__name__}.rules"] = sys.modules[__name__]
for former, name in FORMER_NAMES.items():
    sys.modules[f"{__name__}.{former}"] = import_module(f"offleash.{name}")
