"""Ways to play Dömidög: what each changes of the weights of the greedy bot."""

from offleash.contract import Persona

PERSONAS = {
    "jailer": Persona(
        "shuts the ends that others need", {"stop": 3000, "stop later": 900, "forked": 300}
    ),
    "hoarder": Persona(
        "keeps every dog at hand, and the house to the end", {"variety": 200, "forked": 4000}
    ),
    "digger": Persona("forks as soon as there is a chain to fork", {"forked": -2000}),
}
