"""What is counted in games of Secret Mission."""

import numpy as np

from offleash.contract import FURTHER, Columns, FinishedGames, Label, Measure
from offleash.games.secret_mission.rules import record as R
from offleash.games.shared import figures as F
from offleash.games.tiles.rules.dogs import BREED, BREEDS
from offleash.games.tiles.text import figures as T
from offleash.games.tiles.text.names import ANTICLOCKWISE, COLOURS, SEAT_NAMES, TILE_NAMES


def measures(played: FinishedGames) -> list[Measure]:
    """Return who won, with what score, how large groups grew, and which missions are good ones."""
    return [*T.wins(played, ANTICLOCKWISE), *_scores(played), *_groups(played), *_missions(played)]


def _scores(played: FinishedGames) -> list[Measure]:
    """Return the scores of the winner and of the others, and how often the best was shared."""
    over = T.is_over(played, R.FINISHED)
    scores, won = played.tallies["score"], played.results > 0
    lost = played.playing & ~won & over[:, None]
    best, others = (scores * won).sum(axis=1), (scores * lost).sum(axis=1)
    return [
        F.average(Label("score of the winner"), best, over),
        F.average(Label("score of the others", unit="per player"), others, lost.sum(axis=1)),
        F.record_of("highest score of any game", scores.max(axis=1)),
        F.share("ties for the lowest score", played.tallies["tied"], over),
    ]


def _groups(played: FinishedGames) -> list[Measure]:
    """Return how large groups become, of all breeds in play and of each."""
    over, tallies = T.is_over(played, R.FINISHED), played.tallies
    present = tallies["largest"] > 0  # the shiba is not always among them
    breeds = present.sum(axis=1)
    measures = [
        Measure(Label(name, unit="per breed"), (tallies[field] * present).sum(axis=1), breeds)
        for field, name in (("largest", "largest group"), ("groups", "groups"))
    ]
    largest = tallies["largest"]
    measures.append(F.record_of("largest group of any game", largest.max(axis=1), "dogs"))
    for breed in range(BREEDS):
        label = Label(f"largest group of {COLOURS[breed]}", group="breed", depth=FURTHER)
        games = (present[:, breed] & over).astype(np.int64)
        measures.append(Measure(label, largest[:, breed] * games, games))
    return measures


def _missions(played: FinishedGames) -> list[Measure]:
    """Return how often those win who keep each breed apart."""
    missions = played.states["mission"]
    counts = played.playing & (missions >= 0) & T.is_over(played, R.FINISHED)[:, None]
    measures = []
    for breed in range(BREEDS):
        has = counts & (BREED[missions] == breed).any(axis=2)
        label = Label(
            f"wins with {COLOURS[breed]} in the mission", True, "", "breed", depth=FURTHER
        )
        measures.append(Measure(label, (played.results * has).sum(axis=1), has.sum(axis=1)))
    return measures


def columns(played: FinishedGames) -> Columns:
    """Return what each game came to, and each seat in it."""
    tallies, over = played.tallies, T.is_over(played, R.FINISHED)
    games = {"tied": tallies["tied"], "starter": played.states["starter"]}
    games["winner"] = np.where(over, played.results.argmax(axis=1), -1)
    for field in ("largest", "groups"):
        for breed, colour in enumerate(COLOURS):
            games[f"{field}_{colour}"] = tallies[field][:, breed]
    seats = {
        "score": tallies["score"],
        "mission": played.states["mission"],
        "turn": T.turn_of(played, ANTICLOCKWISE),
        "last": played.states["last"],
    }
    words = {"winner": SEAT_NAMES, "starter": SEAT_NAMES, "mission": TILE_NAMES}
    return Columns(games, seats, words)
