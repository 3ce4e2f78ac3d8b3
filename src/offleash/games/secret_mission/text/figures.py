"""What is counted in games of Secret Mission."""

import numpy as np

from offleash.core.game import FURTHER, LONGEST, Columns, FinishedGames, Label, Measure, Records
from offleash.games.secret_mission.rules import record as R
from offleash.games.tiles.rules.dogs import BREED, BREEDS
from offleash.games.tiles.text.names import COLOURS, SEAT_NAMES, TILE_NAMES
from offleash.games.tiles.text.wins import ANTICLOCKWISE, turn_of, wins


def measures(played: FinishedGames) -> list[Measure]:
    """Who won, with what score, how large groups grew, and which missions are good ones."""
    return [*wins(played, ANTICLOCKWISE), *_scores(played), *_groups(played), *_missions(played)]


def _is_over(played: FinishedGames) -> Records:
    return np.asarray(played.states["phase"] == R.FINISHED)


def _share(name: str, won: Records, there: Records, group: str) -> Measure:
    """A share of the games in which somebody was there."""
    label = Label(name, is_share=True, unit="", group=group)
    return Measure(label, np.where(there, won, 0.0), there.astype(np.int64))


def _scores(played: FinishedGames) -> list[Measure]:
    """Of the winner and of the others, and how often the best was shared."""
    over = _is_over(played)
    scores, won = played.tallies["score"], played.results > 0
    lost = played.playing & ~won & over[:, None]
    best = (scores * won).sum(axis=1)
    return [
        Measure(Label("score of the winner"), best, over.astype(np.int64)),
        Measure(
            Label("score of the others", unit="per player"),
            (scores * lost).sum(axis=1),
            lost.sum(axis=1),
        ),
        Measure(Label("highest score of any game", unit="", extent=LONGEST), scores.max(axis=1)),
        _share("ties for the lowest score", played.tallies["tied"], over, ""),
    ]


def _groups(played: FinishedGames) -> list[Measure]:
    """How large groups become, of all breeds in play and of each."""
    over, tallies = _is_over(played), played.tallies
    there = tallies["largest"] > 0  # the shiba is not always among them
    breeds = there.sum(axis=1)
    found = [
        Measure(Label(name, unit="per breed"), (tallies[field] * there).sum(axis=1), breeds)
        for field, name in (("largest", "largest group"), ("groups", "groups"))
    ]
    largest = Label("largest group of any game", unit="dogs", extent=LONGEST)
    found.append(Measure(largest, tallies["largest"].max(axis=1)))
    for breed in range(BREEDS):
        label = Label(f"largest group of {COLOURS[breed]}", group="breed", depth=FURTHER)
        counted = (there[:, breed] & over).astype(np.int64)
        found.append(Measure(label, tallies["largest"][:, breed] * counted, counted))
    return found


def _missions(played: FinishedGames) -> list[Measure]:
    """How often those win who keep each breed apart."""
    missions = played.states["mission"]
    held = played.playing & (missions >= 0) & _is_over(played)[:, None]
    found = []
    for breed in range(BREEDS):
        has = held & (BREED[missions] == breed).any(axis=2)
        label = Label(
            f"wins with {COLOURS[breed]} in the mission", True, "", "breed", depth=FURTHER
        )
        found.append(Measure(label, (played.results * has).sum(axis=1), has.sum(axis=1)))
    return found


def columns(played: FinishedGames) -> Columns:
    """What each game came to, and each seat in it."""
    tallies, over = played.tallies, _is_over(played)
    games = {"tied": tallies["tied"], "starter": played.states["starter"]}
    games["winner"] = np.where(over, played.results.argmax(axis=1), -1)
    for field in ("largest", "groups"):
        for breed, colour in enumerate(COLOURS):
            games[f"{field}_{colour}"] = tallies[field][:, breed]
    seats = {
        "score": tallies["score"],
        "mission": played.states["mission"],
        "turn": turn_of(played, ANTICLOCKWISE),
        "last": played.states["last"],
    }
    words = {"winner": SEAT_NAMES, "starter": SEAT_NAMES, "mission": TILE_NAMES}
    return Columns(games, seats, words)
