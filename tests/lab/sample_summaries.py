"""Summaries of every kind of experiment, of made-up numbers that are easy to follow."""

from itertools import permutations, product

COMMON = {"game": "uri-nation", "rules": "1", "seatings": "all", "seed": 7, "digest": "ab" * 32}
BASE = {**COMMON, "preset": "1.4", "options": {"seats": "4"}, "seats": ["greedy"] * 4}
ROUNDS = {"measure": "Game length: rounds, mean", "unit": "per game", "is_share": False}
DOGS = ("Bruiser", "Yapper")
WINS = [
    {"measure": f"Win rates: by archetype, {dog}", "unit": "% of the games", "is_share": True}
    for dog in DOGS
]

# Comparing: rounds decide, then a share that differs, one that need not, and one too rare to say


def other(measure, values, interval, p_holm, is_share=True):
    a, b = values
    return {
        "measure": measure,
        "unit": "per game",
        "is_share": is_share,
        "values": list(values),
        "difference": b - a,
        "interval": list(interval),
        "p": p_holm / 4,
        "p_holm": p_holm,
    }


def compare(verdict="differs by more than the margin", effect=2.0, interval=(1.0, 3.0)):
    rows = [
        other("Win rates: by archetype, Bruiser", (0.30, 0.25), (-0.09, -0.01), 0.01),
        other("Win rates: by archetype, Yapper", (0.25, 0.26), (-0.03, 0.05), 0.9),
        other("Game length: shared wins", (0.001, 0.002), (None, None), 1.0),
        other("Home: visits, all", (4.0, 8.0), (3.5, 4.5), 0.00001, is_share=False),
        other("Home: thefts, all", (0.0, 0.0), (None, None), 1.0, is_share=False),
    ]
    values = [20.0, 20.0 + effect]
    arms = []
    for place, name in enumerate("ab"):
        figures = {row["measure"]: row["values"][place] for row in rows}
        figures[ROUNDS["measure"]] = values[place]
        arms.append(
            {
                "name": name,
                "preset": "1.4",
                "options": {},
                "chosen": {"swagger_per": str(place + 2)},
                "seats": ["greedy"] * 4,
                "games": 768,
                "unfinished": place,
                "figures": figures,
                "intervals": {ROUNDS["measure"]: [values[place] - 0.4, values[place] + 0.4]},
            }
        )
    return {
        **COMMON,
        **ROUNDS,
        "kind": "compare",
        "margin": 0.5,
        "margin_is_given": True,
        "level": 0.95,
        "verdict": verdict,
        "effect": effect,
        "interval": list(interval),
        "values": values,
        "blocks": 192,
        "games": [768, 768],
        "more_games": 1234,
        "looks": [
            {"blocks": 96, "effect": 2.5, "interval": [None, None]},
            {"blocks": 192, "effect": effect, "interval": list(interval)},
        ],
        "possible_looks": [96, 192, 384],
        "others": rows,
        "arms": arms,
    }


# Sweeping: every step of any option makes games 2 rounds longer and Bruiser win 5 % less


def sweep(over, base=None, sobol=None):
    """The base is a point of the grid, or by default none of them."""
    grid = [dict(zip(over, values, strict=True)) for values in product(*over.values())]
    points = [_point(point, _steps(over, point), point == base) for point in grid]
    if base is None:
        points.append(_point(None, 0, True))
    summary = {
        **BASE,
        "kind": "sweep",
        "blocks": 20,
        "games": 480 * len(points),
        "unfinished": 0,
        "over": over,
        "sobol": sobol,
        "base": next(i for i, point in enumerate(points) if not point["differences"]),
        "measures": [ROUNDS, *WINS],
        "points": points,
    }
    return summary | ({"indices": _indices(over)} if sobol else {})


def _steps(over, point):
    return sum(list(over[name]).index(value) for name, value in point.items())


def _point(values, steps, is_base):
    rounds, bruiser, yapper = (measure["measure"] for measure in (ROUNDS, *WINS))
    figures = {rounds: 20.0 + 2 * steps, bruiser: 0.5 - 0.05 * steps, yapper: 0.25}
    halves = {rounds: 1.0, bruiser: 0.04, yapper: 0.04}
    moves = {rounds: 2.0 * steps, bruiser: -0.05 * steps, yapper: 0.0}
    differences = {
        key: {
            "difference": move,
            "interval": [move - halves[key] / 2, move + halves[key] / 2],
            "p": 0.001 if steps > 1 and move else 0.5,
            "p_holm": 0.002 if steps > 1 and move else 1.0,
        }
        for key, move in moves.items()
    }
    return {
        "name": "base" if values is None else ", ".join(f"{k}={v}" for k, v in values.items()),
        "values": values,
        "games": 480,
        "unfinished": 0,
        "figures": figures,
        "intervals": {key: [v - halves[key], v + halves[key]] for key, v in figures.items()},
        "differences": {} if is_base else differences,
    }


def _indices(over):
    """The last option is the most important; Yapper's wins do not vary."""
    indices = {}
    for measure in (ROUNDS, WINS[0]):
        shares = {name: 0.1 * (place + 1) for place, name in enumerate(over)}
        indices[measure["measure"]] = {
            "first": {name: [share, share - 0.05, share + 0.05] for name, share in shares.items()},
            "total": {name: [2 * share, share, 3 * share] for name, share in shares.items()},
        }
    undefined = {name: [None, None, None] for name in over}
    indices[WINS[1]["measure"]] = {"first": undefined, "total": undefined}
    return indices


# A ladder: each bot is 100 points above the next, and wins 60 % against it, 70 % two below …


def ladder(names=("clever", "greedy", "simple", "random"), anchor=""):
    ratings = []
    for place, name in enumerate(names):
        rating = 100.0 * ((len(names) - 1) / 2 - place)
        row = {"bot": name, "rating": rating, "low": rating - 20, "high": rating + 20}
        if place + 1 < len(names):
            row["above_next"] = 0.6 if place == 1 else 1.0
        ratings.append(row)
    matrix = []
    for row, column in permutations(names, 2):
        score = min(1.0, max(0.0, 0.5 + 0.1 * (names.index(column) - names.index(row))))
        interval = {"low": max(0.0, score - 0.07), "high": min(1.0, score + 0.07)}
        matrix.append({"row": row, "column": column, "games": 200, "score": score, **interval})
    return {
        **COMMON,
        "kind": "ladder",
        "preset": "1.4",
        "options": {},
        "games": 1200,
        "blocks": 50,
        "unfinished": 0,
        "bots": sorted(names),
        "anchor": anchor,
        "scale": "in Elo points: 400 of them are odds of 10 to 1",
        "prior": "strengths are normal around their mean with a deviation of 521 points",
        "ratings": ratings,
        "matrix": matrix,
        "groups": [list(names[:-1]), [names[-1]]],
    }


# Tuning: unfairness in per cent, distance from 22 rounds, and how many options are changed

TRIALS = {  # by number: changes, unfairness, distance, most drama
    0: ({}, 0.40, 6.0, 0.1),
    1: ({"max_rounds": "20"}, 0.30, 2.0, 0.3),
    2: ({"max_rounds": "35"}, 0.50, 9.0, 0.2),
    3: ({"swagger_per": "2", "max_rounds": "20"}, 0.20, 2.5, 0.2),
}


def tune(front=(3, 1, 0), best=1, goals=4):
    goal_list = [
        {"text": "fairness", "kind": "fairness", "measure": "", "target": 0.0},
        {"text": "rounds=22", "kind": "target", "measure": ROUNDS["measure"], "target": 22.0},
        {"text": "few-changes", "kind": "few-changes", "measure": "", "target": 0.0},
        {"text": "max:drama", "kind": "max", "measure": "drama", "target": 0.0},
    ]
    trials = [
        {"number": n, "changes": changes, "games": 240, "unfinished": 0, "digest": "cd" * 32,
         "reached": _reached(changes, *near)[:goals]}
        for n, (changes, *near) in TRIALS.items()
    ]  # fmt: skip
    trials.append(
        {"number": 4, "changes": {"seats": "9"}, "refused": "too many seats", "reached": []}
    )
    checks = [
        {**trial, "reached": [_again(reached) for reached in trial["reached"]]}
        for trial in trials
        if trial["number"] in {0, *front}
    ]
    summary = {name: value for name, value in BASE.items() if name != "digest"}
    return {
        **summary,
        "kind": "tune",
        "sampler": "nsga2",
        "over": {"swagger_per": ["3", "2"], "max_rounds": ["30", "20", "35"]},
        "goals": goal_list[:goals],
        "games": 960,
        "unfinished": 0,
        "trials": trials if front else trials[-1:],
        "checks": checks if front else [],
        "front": list(front),
        "best": best if front else None,
    }


def _again(reached):
    """Worse by a hundredth on fresh luck, unless it is a count or has no interval."""
    if reached["low"] in (None, reached["value"]):
        return reached
    worse = {name: reached[name] + 0.01 for name in ("value", "low", "high")}
    return {**reached, **worse}


def _reached(changes, unfair, distance, drama):
    count = len(changes)
    return [
        {"value": unfair, "low": unfair - 0.06, "high": unfair + 0.06, "is_share": True},
        {"value": distance, "low": distance - 0.5, "high": distance + 0.5, "is_share": False},
        {"value": count, "low": count, "high": count, "is_share": False},
        {"value": drama, "low": None, "high": None, "is_share": False},
    ]


# Proposals: two rule sets for two groups of bots; the first is fairer, the second is not clearly so

BOTS = ("persona bots", "searching bots")


def propose(best=1):
    goals = [
        {"text": "fairness:archetype", "kind": "fairness", "measure": "archetype", "target": 0.0},
        {
            "text": "length=9..18",
            "kind": "target",
            "measure": "length",
            "target": 9.0,
            "upper": 18.0,
        },
        {"text": "few-changes", "kind": "few-changes", "measure": "", "target": 0.0},
    ]
    first, second = {"water_cap.bruiser": "5", "swagger_per": "2"}, {"swagger_per": "2"}
    trials = [
        {"number": n, "changes": changes, "reached": _reached(changes, unfair, off, 0)[:3]}
        for n, (changes, unfair, off) in enumerate(
            [
                ({}, 0.45, 0.0),
                (first, 0.04, 0.0),
                (second, 0.40, 0.0),
                ({"max_rounds": "60"}, 0.5, 3),
            ]
        )
    ]
    trials.append({"number": 4, "changes": {"seats": "9"}, "refused": "too many seats"})
    summary = {name: value for name, value in BASE.items() if name != "options"}
    proposals = [
        _proposed(1, 1, first, (0.04, 0.06), best == 1),
        _proposed(2, 2, second, (0.40, 0.43), False),
    ]
    return {
        **summary,
        "options": {},
        "kind": "propose",
        "goals": goals,
        "goal_measures": [[measure["measure"] for measure in WINS], [ROUNDS["measure"]], []],
        "over": {"swagger_per": ["3", "2"], "max_rounds": ["30", "60"]},
        "games": 12_345,
        "unfinished": 0,
        "stages": {},
        "screening": {
            "options": [
                _screened("swagger_per", 0.12, 1.0, True),
                _screened("max_rounds", 0.02, 9.0, False),
            ],
            "luck": [0.03, 0.2, 0.0],
        },
        "bots": [{"name": name, "seats": ["greedy"] * 4} for name in BOTS],
        "trials": trials,
        "front": [0, 1, 2],
        "today": _validated((0.45, 0.44), (0.44, 0.46)),
        "proposals": proposals,
        "best": best,
        "files": {},
    }


def _screened(option, share, rounds, is_varied):
    effects = [
        {
            "measure": key,
            "is_share": is_share,
            "size": size,
            "interval": [size / 2, 2 * size],
            "mean": 0.0,
        }
        for key, is_share, size in (
            (WINS[0]["measure"], True, share),
            (ROUNDS["measure"], False, rounds),
        )
    ]
    text = f"What {option} is for"
    return {"option": option, "text": text, "is_varied": is_varied, "effects": [*effects, None]}


def _validated(unfair, seen):
    """The largest gaps on fresh luck and while searching, with each group of bots."""

    def values(gap):
        return [
            {
                "value": gap,
                "low": gap - 0.02,
                "high": gap + 0.02,
                "is_share": True,
                "difference": gap - 0.45,
                "interval": [gap - 0.48, gap - 0.42],
            },
            {
                "value": 0.0,
                "low": 0.0,
                "high": 0.0,
                "is_share": False,
                "difference": 0.0,
                "interval": [0.0, 0.0],
            },
            {
                "value": 1.0,
                "low": 1.0,
                "high": 1.0,
                "is_share": False,
                "difference": 1.0,
                "interval": [1.0, 1.0],
            },
        ]

    shares = {
        bots: {
            WINS[0]["measure"]: {
                "value": 0.5 + gap,
                "interval": [0.4, 0.6],
                "is_share": True,
                "group": "archetype",
            },
            WINS[1]["measure"]: {
                "value": 0.5 - gap,
                "interval": [0.4, 0.6],
                "is_share": True,
                "group": "archetype",
            },
            ROUNDS["measure"]: {
                "value": 12.0,
                "interval": [11.5, 12.5],
                "is_share": False,
                "group": "",
            },
        }
        for bots, gap in zip(BOTS, unfair, strict=True)
    }
    return {
        "validated": {bots: values(gap) for bots, gap in zip(BOTS, unfair, strict=True)},
        "seen": {bots: values(gap) for bots, gap in zip(BOTS, seen, strict=True)},
        "measures": shares,
    }


def _proposed(number, trial, changes, unfair, is_better):
    verdict = "clearly better than today's rules with all bots"
    return {
        "number": number,
        "trial": trial,
        "changes": changes,
        "described": [
            {"option": name, "text": f"What {name} is for", "change": f"old → {value}"}
            for name, value in changes.items()
        ],
        "is_better": is_better,
        "verdict": verdict if is_better else "not clearly better than today's rules with any",
        **_validated(unfair, (0.01, 0.015)),
        "others": [
            {
                "measure": "Home: visits, all",
                "unit": "per game",
                "is_share": False,
                "values": [4.0, 8.0],
                "difference": 4.0,
                "interval": [3.5, 4.5],
            }
        ],
        "sentences": [
            {"chapter": "The dogs", "before": ["The bowl holds 6."], "after": ["The bowl holds 5."]}
        ],
        "notes": [],
        "files": {f"proposal-{number}.toml": 'game = "uri-nation"\n'},
    }
