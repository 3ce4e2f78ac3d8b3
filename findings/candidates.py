"""The chapter about candidates for the next rules: their changes, and their checks."""

from collections.abc import Iterator, Mapping
from typing import Any

from findings.play import LEARNED, PERSONAS, SEARCH
from offleash.games import registry
from offleash.lab.experiments.rule_changes import describe_changes
from offleash.tools.prose import join_and

GAME, TODAY = "uri-nation", "1.2"
CANDIDATES = ("1.5-even", "1.5-lively")
IDENTICAL = "identical"  # dogs without differences: what is left comes from the bots
CHECKED = (TODAY, *CANDIDATES, IDENTICAL)
ARCHETYPES = ("Bruiser", "Scrapper", "Diplomat", "Yapper")
BOARDS = {
    "board=elm-street": "Elm Street",
    "board=hammerhead-lane": "Hammerhead Lane",
    "board=parallel-streets": "Parallel Streets",
}
HOME = next(iter(BOARDS))  # the board that the searches for rules played
GOAL = 5.0  # points that an archetype may be off a quarter
EFFECTS = {
    "Game length: rounds, mean": ("rounds", 1),
    "Playing time: minutes, mean": ("minutes", 1),
    "Game length: % of the games, out of time": ("games out of time, %", 100),
    "Lead: leader at half time wins": ("leader at half time wins, %", 100),
    "Lead: came from behind": ("winners from behind, %", 100),
    "Marking: challenges, all": ("challenges per dog", 1),
    "Challenges by defence: no fortify token, % won": ("undefended territory falls, %", 100),
    "Alliances: initiated, all": ("alliances founded per dog", 1),
}
BOTS = {PERSONAS: "Personas", LEARNED: "Learned", SEARCH: "Search"}

Results = Mapping[str, Mapping[str, Any]]  # by plan and by strength


def plan_of(rules: str) -> str:
    """Return the plan that checks a rule set on several boards."""
    return f"boards-{rules}"


PLAN_NAMES = tuple(map(plan_of, CHECKED))


class CandidateTables:
    """Texts and tables for the chapter, from the results."""

    def __init__(self, results: Results) -> None:
        self._results = results

    def changes(self, preset: str) -> str:
        """Return what a candidate changes of today's rules, as a list."""
        game = registry.load(GAME)
        rows = describe_changes(game, game.options(TODAY), game.options(preset))
        return "\n".join(f"- {row['text']}: {row['change']}." for row in rows)

    def count(self, preset: str, base: str = TODAY) -> int:
        """Return how many options differ from other rules."""
        game = registry.load(GAME)
        return len(describe_changes(game, game.options(base), game.options(preset)))

    def gap(self, preset: str, strength: str = PERSONAS, board: str = HOME) -> float:
        """Return how far the worst archetype is from a quarter, in points."""
        return max(abs(share - 25) for share in self._shares(preset, strength, board))

    def worst(self, preset: str) -> str:
        """Return the largest gap on any board, for each kind of bots, in words."""
        texts = [
            f"{max(self.gap(preset, s, board) for board in BOARDS):.1f} points ({name.lower()})"
            for s, name in self._strengths(preset)
        ]
        return join_and(texts)

    def last_places(self, archetype: str) -> str:
        """Say in how many rows of the candidates on new boards a dog wins least often."""
        rows = [
            self._shares(preset, strength, board)
            for preset in CANDIDATES
            for strength, _ in self._strengths(preset)
            for board in BOARDS
            if board != HOME
        ]
        place = ARCHETYPES.index(archetype)
        return f"{sum(min(row) == row[place] for row in rows)} of {len(rows)}"

    def games(self) -> str:
        """Return how many games a row of the table has."""
        results = [r for preset in CANDIDATES for r in self._results[plan_of(preset)].values()]
        return f"{min(point['games'] for result in results for point in result['points']):,}"

    def shares_table(self) -> str:
        """Return the share of wins of every dog, by rules, board and bots."""
        lines = [f"| | | | {' | '.join(ARCHETYPES)} | worst gap |", f"|---|---|---|{'---|' * 5}"]
        for preset in CHECKED:
            for place, (board, title) in enumerate(BOARDS.items()):
                rules = f"{preset}{' dogs' * (preset == IDENTICAL)}" if place == 0 else ""
                for row, (strength, name) in enumerate(self._strengths(preset)):
                    shares = self._shares(preset, strength, board)
                    numbers = " | ".join(f"{share:.1f}" for share in shares)
                    gap = self.gap(preset, strength, board)
                    mark = f"**{gap:.1f}**" if gap <= GOAL else f"{gap:.1f}"
                    head = f"{rules if row == 0 else ''} | {title if row == 0 else ''} | {name}"
                    lines.append(f"| {head} | {numbers} | {mark} |")
        return "\n".join(lines)

    def effects_table(self) -> str:
        """Return what else changes on Elm Street, with personas."""
        presets = (TODAY, *CANDIDATES)
        lines = [f"| | {' | '.join(presets)} |", f"|---|{'---|' * len(presets)}"]
        for key, (name, times) in EFFECTS.items():
            cells = [_cell(self._point(preset, PERSONAS, HOME), key, times) for preset in presets]
            lines.append(f"| {name} | {' | '.join(cells)} |")
        return "\n".join(lines)

    def _strengths(self, preset: str) -> Iterator[tuple[str, str]]:
        results = self._results[plan_of(preset)]
        return ((strength, name) for strength, name in BOTS.items() if strength in results)

    def _point(self, preset: str, strength: str, board: str) -> Mapping[str, Any]:
        points = self._results[plan_of(preset)][strength]["points"]
        return next(point for point in points if point["name"] == board)  # type: ignore[no-any-return]

    def _shares(self, preset: str, strength: str, board: str) -> list[float]:
        figures = self._point(preset, strength, board)["figures"]
        return [100 * figures[f"Win rates: by archetype, {name}"] for name in ARCHETYPES]


def _cell(point: Mapping[str, Any], key: str, times: int) -> str:
    """Return a figure with its interval."""
    value, ends = times * point["figures"][key], point["intervals"].get(key)
    if not ends or None in ends:
        return f"{value:.2f}"
    digits = 2 if times == 1 and value < 10 else 1
    low, high = (f"{times * end:.{digits}f}" for end in ends)
    return f"{value:.{digits}f} ({low} … {high})"
