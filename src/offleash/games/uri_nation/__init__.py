"""Uri-Nation: dogs on a walk mark a neighbourhood. Rules in rules.md."""

from offleash.contract import (
    BotRules,
    Game,
    GameRules,
    Horizon,
    LabParts,
    LearnerParts,
    Notation,
    Pictures,
    StudioParts,
)
from offleash.contract.bots.learned_players import shipped_players
from offleash.contract.bots.levels import shipped_levels
from offleash.contract.bots.weights import shipped_weights
from offleash.games.uri_nation import encoding
from offleash.games.uri_nation.board.sizes import PIECES
from offleash.games.uri_nation.bots import features, goals, outlook, plans, values
from offleash.games.uri_nation.bots.personas import PERSONAS
from offleash.games.uri_nation.bots.weights import WEIGHTS
from offleash.games.uri_nation.draw import (
    heat,
    image_slots,
    kit,
    last,
    picture,
    routes,
    supply,
    targets,
    terminal,
)
from offleash.games.uri_nation.draw.colours import FILL
from offleash.games.uri_nation.editor.deck_bench import DECKS
from offleash.games.uri_nation.editor.own_names import OWN_NAMES
from offleash.games.uri_nation.editor.workbench import WORKBENCH
from offleash.games.uri_nation.options import (
    ARCHETYPES,
    OPTION_LIST,
    PRESET_TEXTS,
    PRESETS,
    SEATING,
    settle,
)
from offleash.games.uri_nation.rules import counting, course, ending, knowledge, setup, turn
from offleash.games.uri_nation.rules.actions import ACTIONS, HOME_IS, MAX_ACTIONS
from offleash.games.uri_nation.rules.record import rule
from offleash.games.uri_nation.text import (
    actions as action_text,
    advice,
    columns,
    figures,
    findings,
    headlines,
    idle,
    news,
    notation,
    pages,
    rulebook,
    rulings,
    shorthand,
    story,
    why_illegal,
)
from offleash.games.uri_nation.text.figures.playing_time import PLAYING_TIME
from offleash.games.uri_nation.text.figures.ratios import CONTROLS, RATIOS
from offleash.games.uri_nation.text.headlines import CAPTIONS
from offleash.games.uri_nation.text.names import ARCHETYPE_NAMES, SEAT_NAMES, archetype_name
from offleash.games.uri_nation.text.words import PHASES

GAME = Game(
    name="uri-nation",
    title="Uri-Nation",
    rules_version="1",
    rules=GameRules.of(
        *(setup, turn, course, ending, knowledge, counting),
        rule=rule,
        options=OPTION_LIST,
        presets=PRESETS,
        settle=settle,
        max_actions=MAX_ACTIONS,
        action_count=ACTIONS,
        seat_names=SEAT_NAMES,
    ),
    notation=OWN_NAMES.reword(
        Notation.of(
            *(notation, action_text, why_illegal, rulings, news, story, shorthand, rulebook, pages),
            read_board=notation.read_position,
            field_words={"phase": PHASES},
            pages=OWN_NAMES.reword_pages(pages.PAGES),
            preset_texts=PRESET_TEXTS,
            seat_word=archetype_name,
            notes=idle.idle_notes,
        ),
        *("why_illegal", "news", "story", "task", "welcome", "rulebook", "seat_word", "notes"),
    ),
    pictures=OWN_NAMES.reword(
        Pictures.of(picture, targets, routes, last, terminal, close_ups="bowl-"),
        *("draw", "targets", "draw_targets", "routes", "draw_last", "draw_text"),
    ),
    bots=BotRules.of(
        *(outlook, goals, features),
        points=OWN_NAMES.reworded(advice.points),
        prepare=plans.prepare,
        score=plans.score,
        evaluate=values.evaluate,
        models=ARCHETYPES,
        horizon=Horizon(boundaries=9, judged=9, width=8),
        weights_by_name=WEIGHTS,
        weight_sets=shipped_weights(__file__, WEIGHTS, PERSONAS),
        personas=PERSONAS,
        levels=shipped_levels(__file__),
        features=features.FEATURES,
        ahead=len(features.AHEAD),
        judges=shipped_players(
            __file__, (encoding.ENCODING, encoding.ACTION_ENCODING), features.FEATURES
        ),
        networks=("1.4", "1.2"),
    ),
    lab=LabParts.of(
        *(figures, columns, headlines, findings, heat),
        ratios=RATIOS,
        controls=CONTROLS,
        seating=SEATING,
        # by default the archetypes sit in this order
        colours=dict(zip((*SEAT_NAMES, *ARCHETYPE_NAMES), 2 * FILL, strict=True)),
        captions=CAPTIONS,
        playing_time=PLAYING_TIME,
        length_goal="length=9..18",  # 45 to 90 minutes, at five minutes for a round of four dogs
    ),
    studio=OWN_NAMES.reword(
        StudioParts.of(
            *(kit, supply, image_slots),
            workbench=WORKBENCH,
            decks=DECKS,
            piece_sizes=PIECES,
            own_names=OWN_NAMES,
        ),
        *("kit", "image_slots"),
    ),
    learning=LearnerParts.of(
        encoding,
        encoding=encoding.ENCODING,
        action_encoding=encoding.ACTION_ENCODING,
        chance_actions=range(HOME_IS, ACTIONS),
    ),
)
