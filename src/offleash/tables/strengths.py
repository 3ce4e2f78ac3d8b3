"""The bots that a page may choose: shipped ones that answer quickly, with words for people."""

from offleash.bots.kinds import GREEDY, SEARCH, weight_set_kind
from offleash.core.game import Game
from offleash.core.weights import TUNED

SEARCHES = {75: "thinks a little", 300: "thinks", 1200: "thinks hard"}


def names_of(game: Game) -> dict[str, str]:
    """Names of bots, each with a few words. Nothing else is taken from a page."""
    found = {"random": "plays anything", GREEDY.name: "plays what looks best"}
    for name, persona in game.personas.items():
        found[f"persona:{name}"] = persona.text
    if TUNED in game.weight_sets:
        for name in weight_set_kind(TUNED).names(game):
            like = f"persona:{name.partition(':')[2]}"
            found[name] = f"{found.get(like, found[GREEDY.name])}, trained"
    if SEARCH.can_play(game):
        quick = {n: text for n, text in SEARCHES.items() if n <= game.horizon.patience}
        found |= {f"{SEARCH.name}:{n}": text for n, text in quick.items()}
    return found


def title_of(name: str) -> str:
    """What people call a bot: `persona:hunter` is the Hunter."""
    kind, _, argument = name.partition(":")
    if kind == SEARCH.name:
        return f"Thinker {argument}".strip()
    if kind == TUNED:
        return f"Trained {argument.capitalize() or 'bot'}"
    return argument.capitalize() or kind.capitalize()
