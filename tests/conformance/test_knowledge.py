"""What a bot may know, for every game; what a seat may know is checked by `offleash check`."""

import pytest

from offleash.bots.kinds import bot_names, level_names
from offleash.bots.players import Bots
from offleash.compiler.rules.random import seed_streams
from offleash.compiler.seeds import streams
from offleash.games import registry
from offleash.play.session import Session
from tests.variety import positions

GAMES = tuple(registry.ROWS)

each_game = pytest.mark.parametrize("name", GAMES)


@each_game
@pytest.mark.parametrize("bot", ["greedy", "random", "personas", "levels"])
def test_a_bot_chooses_by_its_view_alone(name, bot):
    """The same luck and another deal of what the seat can't see: the same choice."""
    game = registry.load(name)
    compared = 0
    personas = [bot_name for bot_name in bot_names(game) if bot_name.startswith("persona:")]
    levels = list(level_names(game))
    bots = {"personas": personas, "levels": levels}.get(bot, [bot]) or ["greedy"]
    for options, states in positions(name, "knowledge"):
        seat = int(game.rules.actor(states[0]))
        if seat < 0:
            continue
        names = (bots * game.max_seats)[: game.seat_count(options)]
        if bot == "levels":  # one after the other: few of them are compiled into one kernel
            names = [bots[compared % len(bots)]] * len(names)
        view = states.copy()
        game.rules.hide(view[0], options[0], seat)
        rng = streams()
        seed_streams(rng, 8, compared)
        game.rules.resample(view[0], options[0], game.new_work()[0], seat, rng, 0)
        compared += 1
        decisions = []
        for one in (states, view):
            session = Session(game, options)
            session.state = one.copy()
            action, luck = Bots(game, names).choose(session)
            decisions.append((action, luck.streams.tobytes(), luck.plans.tobytes()))
        assert decisions[0] == decisions[1], game.notation.format_position(states, options)
    assert compared > 5
