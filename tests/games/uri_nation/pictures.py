"""The picture of Uri-Nation in the documents: `make pictures` draws it anew.

It is a moment of a game between dogs that would rather do anything than pass.
"""

import random
from pathlib import Path

from offleash.games.uri_nation import GAME
from offleash.games.uri_nation.rules.record import MOVE
from offleash.play.session import Session

ROOT = Path(__file__).parents[3]
PICTURE = ROOT / "docs" / "uri-nation.svg"
GAME_SEED, ROUND, CHOICES = 11, 7, 5


def eager_game(preset: str, seed: int, **chosen: object) -> Session:
    """A game about to begin, whose luck is fixed."""
    return Session(GAME, GAME.options(preset, **chosen), seed=seed)


def play_eagerly(session: Session, rng: random.Random) -> None:
    """Any action but the last in the list, which is passing or stopping where that is legal."""
    legal = session.legal_numbers
    session.play(rng.choice(legal[:-1] or legal))


def picture() -> str:
    """The picture as it should be: a walk with several ways to go."""
    session, rng = eager_game("1.2", GAME_SEED), random.Random(GAME_SEED)
    while not session.over:
        state = session.state[0]
        if state.phase == MOVE and state.rounds >= ROUND and len(session.legal_numbers) >= CHOICES:
            break
        play_eagerly(session, rng)
    return session.svg(session.actor)


if __name__ == "__main__":
    PICTURE.write_text(picture(), encoding="utf-8")
    print(f"written: {PICTURE.relative_to(ROOT)}")
