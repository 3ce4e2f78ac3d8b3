"""Dog: four players in two teams race with cards round a loop. Rules in rules.md."""

from offleash import contract
from offleash.contract.bots.learned_players import shipped_players
from offleash.contract.bots.levels import shipped_levels
from offleash.contract.bots.weights import shipped_weights
from offleash.games.dog import encoding
from offleash.games.dog.bots import values
from offleash.games.dog.bots.personas import PERSONAS
from offleash.games.dog.bots.weights import WEIGHTS
from offleash.games.dog.draw import kit, last, marks, picture, routes, targets, terminal
from offleash.games.dog.draw.shapes import FILL
from offleash.games.dog.options import OPTION_LIST
from offleash.games.dog.position import PHASES, SEAT_NAMES
from offleash.games.dog.rules import course, knowledge, movement
from offleash.games.dog.rules.actions import ACTIONS, DECISIONS, MAX_ACTIONS
from offleash.games.dog.rules.record import rule
from offleash.games.dog.text import (
    advice,
    figures,
    news,
    notation,
    rulebook,
    shorthand,
    story,
    why_illegal,
)
from offleash.games.dog.text.outcomes import outcome_boards
from offleash.games.dog.text.pages import PAGES
from offleash.games.dog.text.rulings import ruling

GAME = contract.Game(
    name="dog",
    title="Dog",
    rules_version="1",
    rules=contract.GameRules.of(
        *(course, knowledge, movement),
        rule=rule,
        options=OPTION_LIST,
        max_actions=MAX_ACTIONS,
        action_count=ACTIONS,
        seat_names=SEAT_NAMES,
    ),
    notation=contract.Notation.of(
        *(notation, why_illegal, news, story, shorthand, rulebook),
        ruling=ruling,
        field_words={"phase": PHASES},
        pages=PAGES,
    ),
    pictures=contract.Pictures.of(picture, targets, routes, marks, last, terminal),
    bots=contract.BotRules.of(
        values,
        advice,
        weights_by_name=WEIGHTS,
        weight_sets=shipped_weights(__file__, WEIGHTS, PERSONAS),
        personas=PERSONAS,
        levels=shipped_levels(__file__),
        judges=shipped_players(__file__, (encoding.ENCODING, encoding.ACTION_ENCODING)),
    ),
    lab=contract.LabParts.of(
        figures,
        ratios=figures.RATIOS,
        outcomes=contract.Outcomes("card", "A 2 … 10 J Q K Joker", outcome_boards),
        colours=dict(zip(SEAT_NAMES, FILL, strict=True)),
        playing_time=contract.PlayingTime(turns=figures.count_turns),
    ),
    studio=contract.StudioParts.of(kit),
    learning=contract.LearnerParts.of(
        encoding,
        encoding=encoding.ENCODING,
        action_encoding=encoding.ACTION_ENCODING,
        chance_actions=range(DECISIONS, ACTIONS),
        returns_sum=2.0,  # both of a team win
    ),
)
