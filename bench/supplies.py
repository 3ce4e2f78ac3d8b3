"""Counts the pieces that games need and writes the counts for the printed kit: minutes of work.

python -m bench.supplies
"""

from importlib import import_module
from pathlib import Path

from offleash.contract.studio.supplies import format_supplies
from offleash.games import registry
from offleash.paper.printing.measure import measure_supply
from offleash.tools.files import write_text

COMMAND = "python -m bench.supplies"
SEATS = (2, 3, 4)


def main() -> None:
    """Measure every game whose supply depends on play, under every preset."""
    for name, row in registry.ROWS.items():
        game = registry.load(name)
        if game.studio.in_play is None:
            continue
        supplies = []
        for preset in game.rules.presets:
            for seats in SEATS:
                supply = measure_supply(game, game.options(preset, seats=seats), preset)
                print(name, preset, seats, dict(supply.counts), flush=True)
                supplies.append(supply)
        folder = Path(str(import_module(row.module).__file__)).parent
        write_text(folder / "data" / "supplies.toml", format_supplies(COMMAND, supplies))


if __name__ == "__main__":
    main()
