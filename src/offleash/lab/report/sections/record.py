"""How it was played: everything that another run needs to come to the same numbers."""

import shlex

from offleash.lab.folder import read_json
from offleash.lab.plan import Plan
from offleash.lab.report.material import Material
from offleash.lab.report.parts import Section, Table

VERSIONS = "versions.json"
WAYS = {
    "fixed": "everybody keeps its seat",
    "rotations": "all players move on by a seat, until everybody has had each seat",
    "all": "every order of the players",
    "factorial": "every order of the players, with every turn of the places",
}


def record(material: Material) -> Section:
    """The plan in words, and the command."""
    plan, game = material.loaded.plan, material.game
    arm, results = plan.arms[material.arm], material.loaded.results
    cells = len(material.table.seatings)
    changed = ", ".join(f"{name} = {value}" for name, value in arm.options.items()) or "none"
    who = ", ".join(dict.fromkeys(arm.lineups[0])) if len(set(arm.lineups[0])) == 1 else None
    rows = [
        ["game", f"{game.title}, rules of version {game.rules_version}"],
        ["preset", arm.preset or "none"],
        ["options that were changed", changed],
        ["players", who or ", ".join(arm.lineups[0])],
        ["seatings", f"{plan.seatings}: {WAYS.get(plan.seatings, '')} ({cells} games a block)"],
        ["games", f"{results.games(material.arm):,} in {material.experiment.blocks:,} blocks"],
        ["kept", "every game" if material.has_games else "figures alone, and no single game"],
        ["seed", str(plan.seed)],
        ["plan", plan.digest],
        ["fingerprint of the games", str(material.loaded.summary.get("digest", ""))[:16]],
        ["versions", _versions(material)],
        ["command", f"`{command(plan)}`"],
    ]
    lead = (
        "Games of one block share their dice and cards as far as they can, so that seatings are "
        "compared under the same luck. Intervals hold in 95 of 100 runs; they are made from the "
        "spread between blocks."
    )
    return Section("How it was played", [Table(["", ""], rows)], lead)


def _versions(material: Material) -> str:
    path = material.loaded.folder / VERSIONS
    versions = read_json(path) if path.is_file() else {}
    return ", ".join(f"{name} {version}" for name, version in versions.items())


def command(plan: Plan) -> str:
    """The command line that plays this again; options whose files are not shipped are left out."""
    arm = plan.arms[0]
    words = ["offleash", "simulate", plan.game, "--games", str(plan.games)]
    if arm.preset:
        words += ["--preset", arm.preset]
    for name, value in arm.options.items():
        words += ["--set", f"{name}={value}"]
    players = arm.lineups[0]
    words += ["--seats", players[0] if len(set(players)) == 1 else ",".join(players)]
    words += ["--seed", str(plan.seed), "--seatings", plan.seatings, "--report", "DIR"]
    return shlex.join(words)
