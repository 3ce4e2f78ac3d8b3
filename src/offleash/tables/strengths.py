"""The bots that a page may choose: shipped ones that answer quickly, with words for people."""

from offleash.bots.kinds import GREEDY, SEARCH, of_set
from offleash.core.game import Game
from offleash.core.weights import TUNED

SEARCHES = {75: "thinks a little", 300: "thinks", 1200: "thinks hard"}
# Playouts that a search may have where more would take longer than 300 ms a move
MOST_PLAYOUTS = {"puppy-park": 300}


def names_of(game: Game) -> dict[str, str]:
    """Names of bots, weakest first, each with a few words. Nothing else is taken from a page."""
    found = {"random": "plays anything", GREEDY.name: "plays what looks best"}
    for name, persona in game.personas.items():
        found[f"persona:{name}"] = persona.text
    if TUNED in game.weight_sets:
        for name in of_set(TUNED).names(game):
            like = f"persona:{name.partition(':')[2]}"
            found[name] = f"{found.get(like, found[GREEDY.name])}, trained"
    if SEARCH.can_play(game):
        most = MOST_PLAYOUTS.get(game.name, max(SEARCHES))
        found |= {f"{SEARCH.name}:{n}": text for n, text in SEARCHES.items() if n <= most}
    return found


def title_of(name: str) -> str:
    """What people call a bot: `persona:hunter` is the Hunter."""
    kind, _, argument = name.partition(":")
    if kind == SEARCH.name:
        return f"Thinker {argument}".strip()
    if kind == TUNED:
        return f"Trained {argument.capitalize() or 'bot'}"
    return argument.capitalize() or kind.capitalize()
