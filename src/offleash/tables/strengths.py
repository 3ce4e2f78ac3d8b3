"""The bots that a page offers: shipped ones that answer quickly, with descriptions."""

from offleash.bots.kinds import GREEDY, SEARCH, weight_set_kind
from offleash.core.game import Game
from offleash.core.weights import TUNED

SEARCHES = {75: "thinks a little", 300: "thinks", 1200: "thinks hard"}


def names_of(game: Game) -> dict[str, str]:
    """Names of bots, each with a description. Pages can choose no other bot."""
    names = {"random": "plays anything", GREEDY.name: "plays what looks best"}
    for name, persona in game.bots.personas.items():
        names[f"persona:{name}"] = persona.text
    if TUNED in game.bots.weight_sets:
        for name in weight_set_kind(TUNED).names(game):
            like = f"persona:{name.partition(':')[2]}"
            names[name] = f"{names.get(like, names[GREEDY.name])}, trained"
    if SEARCH.can_play(game):
        quick = {n: text for n, text in SEARCHES.items() if n <= game.bots.horizon.page_playouts}
        names |= {f"{SEARCH.name}:{n}": text for n, text in quick.items()}
    return names
