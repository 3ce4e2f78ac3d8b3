"""Ways to play Dog: what each changes of the weights of the greedy bot."""

from offleash.contract import Persona

PERSONAS = {
    "runner": Persona("runs for home and ignores everybody else", {"opponents": 20, "space": 2}),
    "hunter": Persona("captures whenever it can", {"opponents": 250}),
    "blocker": Persona("loves a protected token on its start", {"blocking": 40}),
}
