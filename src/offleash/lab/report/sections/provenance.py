"""How it was played: everything needed to reproduce the numbers."""

import shlex

from offleash.core.options import describe_settings
from offleash.lab.plans.plan import Plan
from offleash.lab.report.arm_data import ArmData
from offleash.lab.report.parts import DataTable, Section
from offleash.lab.runs.folder import VERSIONS, read_json

SEATING_TEXTS = {
    "fixed": "everyone keeps their seat",
    "rotations": "all players move on one seat until each has had every seat",
    "all": "every order of the players",
    "subsets": "every choice of archetypes, in every order",
    "factorial": "every order of the players, with every rotation of the places",
}


def provenance_section(data: ArmData) -> Section:
    """A table of the plan, and the command that repeats it."""
    plan, game = data.loaded.plan, data.game
    arm, results = data.plan_arm, data.loaded.results
    cells = len(data.table.seatings)
    changed = describe_settings(arm.options, " = ") or "none"
    rows = [
        ["game", f"{game.title}, rules version {game.rules_version}"],
        ["preset", arm.preset or "none"],
        ["changed options", changed],
        ["players", data.players],
        [
            "seatings",
            f"{plan.seatings}: {SEATING_TEXTS.get(plan.seatings, '')} ({cells} games per block)",
        ],
        ["games", f"{results.games(data.arm):,} in {data.experiment.blocks:,} blocks"],
        ["recorded", "every game" if data.has_games else "figures only, no single games"],
        ["seed", str(plan.seed)],
        ["plan", plan.digest],
        ["fingerprint of the games", str(data.loaded.summary.get("digest", ""))[:16]],
        ["versions", _versions(data)],
        ["command", f"`{command_line(plan)}`"],
    ]
    lead = (
        "Games of one block share their dice and cards as far as possible, so that seatings are "
        "compared under the same luck. Intervals hold in 95 of 100 runs; they come from the "
        "variation between blocks."
    )
    return Section("How it was played", [DataTable(["", ""], rows)], lead)


def _versions(data: ArmData) -> str:
    path = data.loaded.folder / VERSIONS
    versions = read_json(path) if path.is_file() else {}
    return ", ".join(f"{name} {version}" for name, version in versions.items())


def command_line(plan: Plan) -> str:
    """The command line that repeats this run; options whose files are not shipped are left out."""
    arm = plan.arms[0]
    words = ["offleash", "simulate", plan.game, "--games", str(plan.games)]
    if arm.preset:
        words += ["--preset", arm.preset]
    for name, value in arm.options.items():
        words += [] if value.startswith("@") else ["--set", f"{name}={value}"]
    players = arm.lineups[0]
    words += ["--seats", players[0] if len(set(players)) == 1 else ",".join(players)]
    words += ["--seed", str(plan.seed), "--seatings", plan.seatings, "--report", "DIR"]
    return shlex.join(words)
