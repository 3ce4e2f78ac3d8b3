"""Several policies in one game: a template that binds up to four of them by number."""

from typing import Any

from offleash.compiler.rule import kernel

choose_0: Any
choose_1: Any
choose_2: Any
choose_3: Any


@kernel
def choose_mixed(state, options, work, plan, study, out, n, rng, personas, who, seat):
    """Choose by the player's own policy, which the first number of its persona names."""
    if n == 1:
        return int(out[0])
    kind = personas[who, 0]
    if kind == 0:
        return choose_0(state, options, work, plan, study, out, n, rng, personas, who, seat)
    if kind == 1:
        return choose_1(state, options, work, plan, study, out, n, rng, personas, who, seat)
    if kind == 2:
        return choose_2(state, options, work, plan, study, out, n, rng, personas, who, seat)
    return choose_3(state, options, work, plan, study, out, n, rng, personas, who, seat)
