"""Ways to play Secret Mission: what each changes of the weights of the greedy bot."""

from offleash.contract import Persona

PERSONAS = {
    "loner": Persona("keeps its own dogs apart and minds nobody else", {"others": 1}),
    "herder": Persona("flocks the others' dogs together", {"own": 4}),
    "fencer": Persona("puts dogs in the way of groups it fears", {"room": 15}),
}
