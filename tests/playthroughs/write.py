"""Writes every golden playthrough anew: `make goldens`. Read the diff before you commit it."""

from tests.playthroughs.playthrough import CASES, FOLDER, playthrough

for name in CASES:
    (FOLDER / f"{name}.txt").write_text(playthrough(name), encoding="utf-8")
    print(f"wrote {FOLDER / name}.txt")
