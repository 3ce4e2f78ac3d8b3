"""The bots that a page may choose: shipped ones that answer quickly, with words for people."""

from offleash.bots.kinds import GREEDY, SEARCH
from offleash.core.game import Game
from offleash.core.weights import TUNED

SEARCHES = {75: "thinks a little", 300: "thinks", 1200: "thinks hard"}


def names_of(game: Game) -> dict[str, str]:
    """Names of bots, weakest first, each with a few words. Nothing else is taken from a page."""
    found = {"random": "plays anything", GREEDY.name: "plays what looks best"}
    for name, persona in game.personas.items():
        found[f"persona:{name}"] = persona.text
    if TUNED in game.weight_sets:
        found[TUNED] = "plays what looks best, better judged"
    if SEARCH.can_play(game):
        found |= {f"{SEARCH.name}:{playouts}": text for playouts, text in SEARCHES.items()}
    return found


def title_of(name: str) -> str:
    """What people call a bot: `persona:hunter` is the Hunter."""
    kind, _, argument = name.partition(":")
    if kind == SEARCH.name:
        return f"Thinker {argument}".strip()
    return {"persona": argument.capitalize(), GREEDY.name: "Greedy", TUNED: "Trained"}.get(
        kind, kind.capitalize()
    )
