"""How it was played: everything needed to reproduce the numbers."""

import shlex

from offleash.contract.lab.playing_time import format_seconds, seconds_of
from offleash.contract.options import describe_settings
from offleash.lab.plans.plan import Plan, arm_options
from offleash.lab.report.arm_data import ArmData
from offleash.lab.report.parts import DataTable, Section
from offleash.lab.runs.experiment import SECONDS
from offleash.lab.runs.folder import VERSIONS, read_json
from offleash.tools.prose import count_of

MINUTES = "Playing time: minutes, mean"  # which older runs lack
SEATING_TEXTS = {
    "fixed": "everyone keeps their seat",
    "rotations": "the players rotate through all seats",
    "all": "every order of the players",
    "subsets": "every choice of archetypes, in every order",
    "factorial": "every order of the players, with every rotation of the places",
}


def provenance_section(data: ArmData) -> Section:
    """Return a table of the plan, and the command that repeats it."""
    plan, game = data.loaded.plan, data.game
    arm, results = data.plan_arm, data.loaded.results
    games = count_of(len(data.table.seatings), "game")
    changed = describe_settings(arm.options, " = ") or "none"
    notes = game.notes_on(arm_options(game, arm))
    rows = [
        ["game", f"{game.title}, rules version {game.rules_version}"],
        ["preset", arm.preset or "none"],
        ["changed options", changed],
        *([["notes", "; ".join(notes)]] if notes else []),
        ["players", data.players],
        [
            "seatings",
            f"{plan.seatings}: {SEATING_TEXTS.get(plan.seatings, '')} ({games} per block)",
        ],
        ["games", f"{results.games(data.arm):,} in {data.experiment.blocks:,} blocks"],
        ["recorded", "every game" if data.has_games else "figures only, no single games"],
        ["seed", str(plan.seed)],
        *([["seconds per decision", _seconds(data)]] if MINUTES in data.by_key else []),
        ["plan", plan.digest],
        ["fingerprint of the games", str(data.loaded.summary.get("digest", ""))[:16]],
        ["versions", _versions(data)],
        ["command", f"`{command_line(plan)}`"],
    ]
    lead = (
        "Games of one block share their dice and cards as far as possible, so that seatings are "
        "compared under the same luck. In 95 of 100 such runs an interval contains the true value; "
        "intervals come from the variation between blocks."
    )
    return Section("How it was played", [DataTable(["", ""], rows)], lead)


def _seconds(data: ArmData) -> str:
    seconds = seconds_of(data.game, data.loaded.plan.goal.get(SECONDS))
    return ", ".join(f"{kind}: {number:g}" for kind, number in seconds.items())


def _versions(data: ArmData) -> str:
    path = data.loaded.folder / VERSIONS
    versions = read_json(path) if path.is_file() else {}
    return ", ".join(f"{name} {version}" for name, version in versions.items())


def command_line(plan: Plan) -> str:
    """Return the command that repeats this run, without options whose files are not shipped."""
    arm = plan.arms[0]
    words = ["offleash", "simulate", plan.game, "--games", str(plan.games)]
    if arm.preset:
        words += ["--preset", arm.preset]
    for name, value in arm.options.items():
        words += [] if value.startswith("@") else ["--set", f"{name}={value}"]
    players = arm.lineups[0]
    words += ["--seats", players[0] if len(set(players)) == 1 else ",".join(players)]
    words += ["--seed", str(plan.seed), "--seatings", plan.seatings, "--report", "DIR"]
    if seconds := plan.goal.get(SECONDS):
        words += ["--seconds", format_seconds(seconds)]
    return shlex.join(words)
