"""Levels of play: five for every game, from weak to strong, in every archetype's style."""

from itertools import pairwise

import numpy as np
import pytest

from offleash.bots.kinds import bot_names, describe_bots, display_name, find, level_names
from offleash.bots.lineup import policy, seat_names
from offleash.bots.players import Bots
from offleash.contract.bots.levels import NAMES, read_levels
from offleash.engine.batch import play_batch
from offleash.games import registry
from offleash.lab.experiments.claim_files import CLAIM, read_claims
from offleash.play.session import Session
from offleash.tools.errors import BadFile, OffleashError
from tests.battery import rebind
from tests.bots.pages import CLAIMS, read_results

GAMES = [name for name, row in registry.ROWS.items() if row.module.startswith("offleash.games.")]
each_game = pytest.mark.parametrize("name", GAMES)
DOG = registry.load("dog")
PAIRS = list(pairwise(NAMES))


@each_game
def test_every_game_has_five_levels_with_a_line_each(name):
    game = registry.load(name)
    assert tuple(game.bots.levels) == NAMES
    assert len({level.text for level in game.bots.levels.values()}) == len(NAMES)
    assert not set(NAMES) & set(bot_names(game))
    described = describe_bots(game)
    assert list(described)[: len(NAMES)] == list(NAMES)  # offered before all others


@each_game
def test_every_level_plays_the_same_game_twice(name):
    game = registry.load(name)
    seats = game.seat_count(game.options())
    for level in level_names(game):
        positions = []
        for _ in range(2):
            session = Session(game, game.options(), seed=5, seats=[level] * seats)
            bots = Bots(game, [level] * seats)
            while not session.over and len(session.history) < 30:
                bots.play(session)
            positions.append(session.state.tobytes())
        assert positions[0] == positions[1], level


@each_game
def test_archetypes_keep_their_weights_at_every_level(name):
    game = registry.load(name)
    styles = list(game.bots.models)
    assert set(level_names(game)) == {
        *NAMES,
        *(f"{level}:{style}" for level in NAMES for style in styles),
    }
    for level in NAMES:
        rows = [list(bot.weights(game, how)) for bot, how in own_bots(game, level, styles)]
        assert len({tuple(row) for row in rows}) == len(styles)
        assert len({row[0] for row in rows}) <= 1  # slips or playouts: as strong in every style


def own_bots(game, level, styles):
    return [find(game, f"{level}:{style}") for style in styles]


@pytest.mark.parametrize(
    ("bot", "name"),
    [
        ("strong", "Strong bot"),
        ("strong:scrapper", "Scrapper bot, strong"),
        ("beginner:yapper", "Yapper bot, beginner"),
    ],
)
def test_people_see_names_of_levels(bot, name):
    assert display_name(bot) == name


def test_a_level_is_named_like_any_bot():
    assert seat_names(DOG, "Beginner,expert,EASY,greedy", 4) == [
        *("beginner", "expert", "easy", "greedy")
    ]
    with pytest.raises(OffleashError, match="there is no bot 'expret', did you mean expert"):
        find(DOG, "expret")
    with pytest.raises(OffleashError, match="there is no bot 'expert:runner'"):
        find(DOG, "expert:runner")  # only archetypes that seats stand for
    levels = dict(DOG.bots.levels)
    without = rebind(DOG, levels={})
    assert not level_names(without) and levels
    with pytest.raises(OffleashError, match="there is no bot 'expert'"):
        find(without, "expert")


# The figures on the ladder


@each_game
def test_neighbouring_levels_have_a_claim(name):
    claims = {
        (entry.fields["bot"], *entry.fields["against"]): entry
        for entry in read_claims(CLAIMS)
        if entry.table == CLAIM and entry.fields["game"] == name and "against" in entry.fields
    }
    results = read_results()
    for weak, strong in PAIRS:
        entry = claims[strong, weak]
        assert entry.fields["above"] >= 0.5
        if result := results.get(entry.name):
            assert result["share"] > 0.5, f"{strong} should win more often than {weak}"


# A careless bot


def test_a_bot_that_never_slips_is_the_greedy():
    plain, careful, careless, again = (
        play_batch(DOG, policy(DOG, [bot] * 4, also_compiled=["greedy"]), 20, seed=4).states
        for bot in ("greedy", "careless:0:hand", "careless:20:hand", "careless:20:hand")
    )
    assert plain.tobytes() == careful.tobytes() != careless.tobytes() == again.tobytes()


def test_a_bot_slips_as_often_as_its_name_says():
    """At a decision where the greedy always does the same, the rest are slips."""
    session = Session(DOG, DOG.options(), seed=1)
    bots = Bots(DOG, ["greedy"] * 4)
    while session.actor < 0 or len(session.legal_numbers) < 4:
        bots.play(session)
    choices = {}
    samples = {"careless:0:hand": 60, "careless:30:hand": 400, "careless:100:hand": 400}
    for bot, count in samples.items():
        careless = Bots(DOG, [bot] * 4)
        choices[bot] = np.zeros(count, np.int64)
        for seed in range(count):
            moment = Session(DOG, session.options, seed, position=session.position)
            choices[bot][seed] = careless.choose(moment)[0]
    best = set(choices["careless:0:hand"].tolist())
    legal = len(session.legal_numbers)
    for bot, share in (("careless:30:hand", 0.3), ("careless:100:hand", 1.0)):
        others = np.mean([action not in best for action in choices[bot].tolist()])
        assert abs(others - share * (1 - len(best) / legal)) < 0.06


@pytest.mark.parametrize(
    ("bot", "message"),
    [
        ("careless", "careless: is not valid"),
        ("careless:", "careless: has nothing after its colon"),
        ("careless:101", "careless:101 is not valid: write careless:20"),
        ("careless:-1", "careless:-1 is not valid"),
        ("careless:20:", "careless:20: has nothing after its last colon"),
        ("careless:20:foo", "Dog has no weights 'foo'; choose from hand, tuned"),
        ("careless:20:hand:cat", "Dog has no persona 'cat'; choose from runner, hunter, blocker"),
        ("search:20:hand:cat", "Dog has no persona 'cat'"),
        ("search:20:hand:", "search:20:hand: has nothing after its last colon"),
    ],
)
def test_mistakes_in_names_are_explained(bot, message):
    with pytest.raises(OffleashError) as error:
        find(DOG, bot)
    assert str(error.value).startswith(message)


def test_a_search_in_the_style_of_a_persona_thinks_of_others_as_before():
    game = registry.load("uri-nation")
    search, argument = find(game, "search:20:tuned")
    plain = list(search.weights(game, argument))
    styled = list(search.weights(game, "20:tuned:scrapper"))
    own = 4 * len(game.weights)  # a set for each of the four archetypes
    header = len(plain) - 3 * own
    assert plain[:header] == styled[:header]
    assert plain[header + own :] == styled[header + own :]
    scrapper = game.weights_in_set("tuned", "own", "scrapper")
    assert styled[header : header + own] == 4 * scrapper != plain[header : header + own]


# The file


FILE = "\n".join(f'[{name}]\ntext = "plays"\nbot = "greedy"' for name in NAMES)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("[easy]", "[hard]", "it must have the levels beginner, easy, medium, strong, expert"),
        ('text = "plays"\n', "", "levels.toml, line 1: [beginner] must have text and bot"),
        ('"greedy"', "7", "levels.toml, line 1: bot is 7; it must be a text"),
        ('"greedy"', '""', "levels.toml, line 1: bot is ''; it must be a text"),
        ('bot = "greedy"', 'bot = "greedy"\nelo = 3', "[beginner] must have text and bot"),
    ],
)
def test_mistakes_in_a_file_are_reported_with_their_line(tmp_path, old, new, message):
    path = tmp_path / "levels.toml"
    path.write_text(FILE)
    assert list(read_levels(path)) == list(NAMES)
    path.write_text(FILE.replace(old, new, 1))
    with pytest.raises(BadFile) as error:
        read_levels(path)
    assert message in str(error.value)
