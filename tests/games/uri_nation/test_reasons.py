"""Why an action of Uri-Nation is refused: the sentence names what is missing."""

import pytest

import offleash
from offleash.contract.rules.actors import OVER
from offleash.games.uri_nation import GAME
from offleash.games.uri_nation.rules.actions import ACTIONS
from offleash.games.uri_nation.text.why_illegal import CHAPTERS, FIRST_OF_ALL, OUT_OF_PLACE
from offleash.tools.errors import IllegalAction
from tests.variety import view_of

TRICKS = {"walk_tricks": True}


def refusal(preset, position, action, **options):
    """What is said of an action that is not legal."""
    session = offleash.new("uri-nation", preset=preset, position=position, options=options)
    with pytest.raises(IllegalAction) as error:
        session.play(action)
    return error.value.reason


def check(rows, **options):
    """Rows of preset, position, action and sentence."""
    for preset, position, action, sentence in rows:
        reason = refusal(preset, position, action, **options)
        assert reason == sentence, f"{action} in {position!r}: {reason!r}"


# Walking

STREET = "yapper at (3,10) drive 0; turn yapper; steps 3"


def test_steps_and_crossings():
    check(
        [
            ("1.2", STREET, "step N", "there is nothing to walk on north of (3,10)"),
            ("1.2", f"{STREET}; came (3,9)", "step W", NO_TURN),
            ("1.2", STREET, "cross N", "no crossing leads north from (3,10)"),
            ("1.2", STREET, "cross S", "crossing here costs 1 Drive and the Yapper has none"),
            ("1.2", "bruiser at (3,5); steps 0", "step E", "no steps are left"),
            ("1.2", "bruiser at (3,6) drive 0; steps 2", "step N", INTO_SIDE_STREET),
            ("1.2", "bruiser at (5,6); steps 2; visited (3,6) (5,6)", "cross N", VISITED),
            ("1.2", "bruiser at (3,6); steps 2", "path", "paths are not used under these rules"),
            ("1.4", "bruiser at (3,9); steps 2", "path", "no path begins at (3,9)"),
            ("1.4", "bruiser at (3,10) drive 0; steps 2", "path", PATH_COSTS),
            ("1.2", "bruiser at (3,9); phase action", "step E", "the walk is over"),
        ]
    )


NO_TURN = "a dog does not turn back to (3,9) while another step is open"
INTO_SIDE_STREET = "stepping to (2,6) costs 1 Drive and the Bruiser has none"
VISITED = "(3,6) has been visited since the last step"
PATH_COSTS = "the path costs 1 Drive and the Bruiser has none"


def test_switches_of_the_walk():
    never = refusal("1.2", f"{STREET}; came (3,9)", "step W", uturn="never")
    assert never == "a dog does not turn back to (3,9) within a walk"
    reason = refusal("1.4", "bruiser at (3,10); steps 2", "path", path_forced=True)
    assert reason == (
        "nobody chooses a path: it takes along every dog that enters its start and can pay"
    )
    steps = refusal("1.2", "bruiser at (3,8); steps 1", "cross S", midblock_steps=2)
    assert steps == "crossing here takes 2 steps and 1 is left"
    dear = refusal("1.2", "bruiser at (3,8) drive 1; steps 1", "cross S", midblock_drive=2)
    assert dear == "crossing here costs 2 Drive and the Bruiser has 1"


def test_stops():
    at_park = "bruiser at (3,11) water 0; steps 6; moved yes"
    check(
        [
            ("1.4", "bruiser at (0,3); steps 2", "stop", FULL_ROLL.format("2 steps are")),
            ("1.4", "bruiser at (0,4); steps 1; moved yes", "stop", FULL_ROLL.format("1 step is")),
            ("1.4", at_park, "ally (2,11)", "an alliance costs 1 water and the Bruiser has none"),
            (
                "1.4",
                "bruiser at (3,9); steps 6",
                "ally (2,11)",
                NOT_BESIDE.format("(2,11)", "(3,9)"),
            ),
            ("1.4", "bruiser at (3,11); steps 0", "ally (2,11)", STOP_FIRST),
            ("1.2", "bruiser at (3,9); steps 2", "ally (2,9)", STOP_FIRST),
            ("1.2", "bruiser at (3,9); steps 2", "claim (2,10)", END_WALK),
            ("1.2", "bruiser at (3,9); steps 2", "pass", END_WALK),
        ]
    )
    still = refusal("1.2", "bruiser at (3,9); steps 2", "stop", stop_rule="min_one")
    assert still == "a dog has to move before it may stop"


FULL_ROLL = "the walk must use its full roll: {} left"
NOT_BESIDE = "{} is not next to the dog at {}"
STOP_FIRST = "an alliance is the action after the walk: stop first"
END_WALK = "the Bruiser has to end its walk first"


# Territories

ACT = "; phase action"


def test_claims():
    check(
        [
            ("1.2", f"yapper at (3,10); turn yapper{ACT}", "claim (2,4)", FAR),
            ("1.2", f"bruiser at (3,4) owns (2,4){ACT}", "claim (2,4)", OWN_ALREADY),
            ("1.2", f"bruiser at (3,4){ACT}; yapper owns (2,4)", "claim (2,4)", YAPPERS_ALREADY),
            ("1.2", f"bruiser at (3,4) water 1{ACT}", "claim (2,4)", CLAIM_WATER),
            ("1.4", f"bruiser at (0,4) swagger 0{ACT}", "claim (1,4)", CLAIM_SWAGGER),
            (
                "1.2",
                f"bruiser at (3,4){ACT}",
                "claim territory 40",
                "this board has no territory 40",
            ),
        ]
    )
    reason = refusal(
        "1.2", f"bruiser at (3,4) owns (2,1) (2,2){ACT}", "claim (2,4)", supply_large=3
    )
    assert reason == "the supply has no large disk of the Bruiser left"  # its home holds the third


FAR = "(2,4) is not next to the dog at (3,10)"
OWN_ALREADY = "(2,4) is the Bruiser's own already"
YAPPERS_ALREADY = "(2,4) is the Yapper's already"
CLAIM_WATER = "a claim costs 2 water and the Bruiser has 1"
CLAIM_SWAGGER = "a claim costs 1 Swagger and the Bruiser has none"


def test_challenges():
    bonded = "bruiser at (3,10); yapper owns (2,10); (2,9) yapper* bruiser"
    hood = "bruiser at (0,4); yapper owns (1,4); (2,11) yapper* bruiser"
    check(
        [
            ("1.2", f"{bonded}{ACT}", "challenge (2,10)", PROTECTED.format("(2,10)", "(2,9)")),
            ("1.4", f"{hood}{ACT}", "challenge (1,4)", PROTECTED.format("(1,4)", "(2,11)")),
            ("1.2", f"bruiser at (3,4){ACT}", "challenge (2,4)", "(2,4) is empty"),
            ("1.2", f"bruiser at (3,4) owns (2,4){ACT}", "challenge (2,4)", IS_OWN),
            (
                "1.2",
                f"bruiser at (3,4) drive 0; yapper owns (2,4){ACT}",
                "challenge (2,4)",
                NO_DRIVE,
            ),
            ("1.4", f"bruiser at (0,19){ACT}", "challenge (1,19)", NO_HOMES),
            ("1.2", f"bruiser at (3,3){ACT}", "challenge (2,3)", "home 1 is the Bruiser's own"),
            (
                "1.2",
                f"bruiser at (3,5){ACT}",
                "challenge (6,3)",
                NOT_BESIDE.format("home 2", "(3,5)"),
            ),
            ("1.2", f"bruiser at (5,3); home 2 disk - away 1{ACT}", "challenge (6,3)", LOST),
        ]
    )
    assert refusal("1.2", f"bruiser at (5,3){ACT}", "challenge (6,3)", seats=2) == (
        "nobody lives at home 2"
    )


PROTECTED = "{} is protected by the alliance at {}"
IS_OWN = "(2,4) is the Bruiser's own"
NO_DRIVE = "a challenge costs 1 Drive and the Bruiser has none"
NO_HOMES = "homes can't be challenged under these rules"
LOST = "home 2 is lost, and left alone until the Scrapper has it back"


def test_fortifying():
    full = "bruiser at (3,4) owns (2,4)+3"
    check(
        [
            ("1.2", f"{full}{ACT}", "fortify (2,4)", "(2,4) has 3 fortify tokens, the most"),
            ("1.4", f"bruiser at (0,4) owns (1,4)+1{ACT}", "fortify (1,4)", ONE_AT_MOST),
            ("1.2", f"bruiser at (3,4){ACT}", "fortify (2,4)", "(2,4) is empty"),
            ("1.2", f"bruiser at (3,4); yapper owns (2,4){ACT}", "fortify (2,4)", YAPPERS),
            ("1.2", f"bruiser at (3,4) owns (2,4) grit 0{ACT}", "fortify (2,4)", NO_GRIT),
            (
                "1.4",
                f"bruiser at (0,3){ACT}",
                "fortify (1,3)",
                "homes are not fortified under these rules",
            ),
            ("1.2", f"bruiser at (5,3){ACT}", "fortify (6,3)", "home 2 is not the Bruiser's home"),
            ("1.2", f"bruiser at (3,3); home 1 fort 3{ACT}", "fortify (2,3)", HOME_FULL),
        ]
    )


ONE_AT_MOST = "(1,4) has 1 fortify token, the most"
YAPPERS = "(2,4) is the Yapper's"
NO_GRIT = "a fortify token costs 1 Grit and the Bruiser has none"
HOME_FULL = "home 1 has 3 fortify tokens, the most"


# Alliances


def test_alliances():
    at = "bruiser at (3,9)"
    check(
        [
            (
                "1.2",
                f"{at}; (2,9) yapper*{ACT}",
                "ally (2,9)",
                "there is an alliance at (2,9) already",
            ),
            (
                "1.2",
                f"{at} bond 0{ACT}",
                "ally (2,9)",
                "an alliance costs 1 Bond and the Bruiser has none",
            ),
            (
                "1.2",
                f"{at}{ACT}",
                "ally (2,12)",
                "no alliances are made at (2,12) under these rules",
            ),
            ("1.2", f"{at}{ACT}", "ally (2,5)", NOT_BESIDE.format("(2,5)", "(3,9)")),
            ("1.2", f"{at}{ACT}", "break (2,9)", "there is no alliance at (2,9)"),
            ("1.2", f"{at}; (2,9) yapper*{ACT}", "break (2,9)", OUTSIDE),
            ("1.2", f"{at} swagger 0; (2,9) bruiser*{ACT}", "break (2,9)", BREAK_COSTS),
            ("1.2", f"{at}; (2,9) bruiser*{ACT}", "challenge (2,9)", MEMBER),
            ("1.2", f"{at}{ACT}", "challenge (2,9)", "there is no alliance at (2,9)"),
            ("1.4", f"bruiser at (3,11); (2,11) yapper*{ACT}", "challenge (2,11)", NO_SITE_FIGHT),
        ]
    )


OUTSIDE = "the Bruiser is not in the alliance at (2,9)"
BREAK_COSTS = "breaking it costs 1 Swagger and the Bruiser has none"
MEMBER = "the Bruiser is in the alliance at (2,9), so it breaks it"
NO_SITE_FIGHT = "alliances can't be challenged under these rules"


def test_a_ceasefire():
    position = "bruiser at (3,9) barred (2,9)x{}; (2,9) diplomat* bruiser; phase action"
    once = refusal("1.2", position.format(1), "break (2,9)")
    assert once == "a ceasefire holds until the Bruiser's next turn"
    long = refusal("1.2", position.format(3), "break (2,9)", ceasefire_turns=3)
    assert long == "a ceasefire holds for 3 turns of the Bruiser, this one included"


# Cards, tricks, bids


def test_cards():
    check(
        [
            ("1.2", f"bruiser holds EV15{ACT}", "play EV15", "EV15 is played before the roll"),
            ("1.2", "bruiser holds EV15+EV16; phase pre-roll", "play EV16", LATER),
            ("1.2", f"bruiser holds EV15{ACT}", "play EV16", "the Bruiser does not hold EV16"),
            ("1.2", f"bruiser holds EV16{ACT}", "discard EV16", "no card has to be discarded"),
            ("1.2", f"bruiser skip yes at (3,4){ACT}", "claim (2,4)", SKIPPED),
            (
                "1.2",
                f"{SWEEPER}; phase target",
                "target (2,2)",
                "(2,2) has no fortify token to take off",
            ),
            ("1.2", f"{SWEEPER}; phase target", "target (2,4)", NOT_OWN),
            (
                "1.2",
                f"{SWEEPER}; phase target",
                "target (2,9)",
                "EV18 asks for a territory, not for an alliance",
            ),
            ("1.2", f"{SWEEPER}; phase target", "pass", TARGET_FIRST),
            ("1.2", "bruiser holds EV15+EV16+EV17; phase discard", "discard EV22", NOT_HELD),
        ]
    )
    two = refusal("1.2", f"bruiser holds EV16; acted yes{ACT}", "play EV16", actions_per_turn=2)
    assert two == "held cards are played before the first action of a turn"


SWEEPER = "bruiser owns (2,1)+1 (2,2); yapper owns (2,4)+1; card EV18"
LATER = "EV16 is played at the start of the action phase"
SKIPPED = "a card has taken the Bruiser's action phase"
NOT_OWN = "EV18 asks for a territory of the Bruiser, and (2,4) is not one"
TARGET_FIRST = "the Bruiser has to choose a target for EV18 first"
NOT_HELD = "the Bruiser does not hold EV22"


def test_somebody_else_decides():
    """All lose a fortify token to EV18, each by its own choice."""
    waiting = f"{SWEEPER} for yapper; phase target"
    assert refusal("1.2", waiting, "target (2,1)") == (
        "EV18 asks for a territory of the Yapper, and (2,1) is not one"
    )
    assert refusal("1.2", waiting, "pass") == "the Yapper has to choose a target for EV18 first"


def test_tricks():
    rolled = "; rolled 7; phase post-roll"
    scrapper = f"turn scrapper{rolled}; scrapper"
    zoomed = f"turn scrapper; tricked zoomies; scrapper at (5,4) used zoomies{ACT}"
    check(
        [
            ("1.2", f"{scrapper} drive 3", "distracted", NO_DOUBLES),
            ("1.2", f"{scrapper} drive 1", "leash", LEASH_COSTS),
            ("1.2", f"{scrapper} used zoomies", "zoomies", USED),
            ("1.2", f"bruiser drive 2{rolled}", "zoomies", SCRAPPERS),
            ("1.2", zoomed, "claim (6,4)", "after Zoomies there is no action"),
            ("1.2", f"turn scrapper{ACT}", "sniff", DIPLOMATS),
            ("1.2", f"turn diplomat{ACT}", "sniff", "no other dog stands here or one step away"),
            ("1.2", f"turn yapper; yapper at (3,10){ACT}", "patrol", NOTHING_NEAR),
            ("1.2", f"bruiser at (3,7){ACT}", "leg claim (2,4)", TOO_FAR),
            ("1.2", f"bruiser used leg{ACT}", "leg claim (2,4)", LEG_USED),
            ("1.2", f"bruiser at (3,3){ACT}", "done", "no patrol is under way"),
        ],
        **TRICKS,
    )
    off = refusal("1.2", f"turn scrapper{ACT}", "zoomies")
    assert off == "there are no walk tricks under these rules"


NO_DOUBLES = "Distracted Owner needs doubles, and the dice show none"
LEASH_COSTS = "Pull the Leash costs 2 Drive and the Scrapper has 1"
USED = "the Scrapper has used up Zoomies: every trick comes once a game"
SCRAPPERS = "Zoomies are a trick of the Scrapper alone"
DIPLOMATS = "Butt Sniff is a trick of the Diplomat alone"
NOTHING_NEAR = "nothing within 3 walking steps can be fortified"
TOO_FAR = "(2,4) is more than 2 walking steps away"
LEG_USED = "the Bruiser has used up Leg Day: every trick comes once a game"


def test_a_patrol():
    on = "turn yapper; phase patrol; yapper at (3,20) owns (2,20)+1 (2,22)"
    walked = {**TRICKS, "fortify_max": 3}
    assert refusal("1.2", f"{on}; patrolled (2,20)", "fortify (2,20)", **walked) == (
        "the patrol has been at (2,20) already"
    )
    assert refusal("1.2", on, "pass", **walked) == "the Yapper is on patrol: fortify, or done"
    far = f"{on} (2,1)"
    assert refusal("1.2", far, "fortify (2,1)", **walked) == (
        "(2,1) is more than 3 walking steps away"
    )


def test_bids_and_reclaims():
    bidding = {"secret_bidding": True}
    fight = "bruiser at (3,4) water 2; yapper owns (2,4); challenge (2,4)"
    assert refusal("1.2", f"{fight}; phase bid", "bid 3", **bidding) == (
        "the Bruiser has 2 water left to bid"
    )
    assert refusal("1.2", f"{fight}; phase bid", "pass", **bidding) == (
        "the Bruiser has to bid water first"
    )
    position = "bruiser at (3,4) swagger 0 grit 1; challenge (2,4); phase reclaim"
    check(
        [
            (
                "1.2",
                position,
                "reclaim swagger",
                "a re-claim costs 1 Swagger and the Bruiser has none",
            ),
            ("1.2", position, "pass", "the Bruiser has to re-claim (2,4) or decline first"),
            ("1.2", f"bruiser at (3,4){ACT}", "bid 0", "no challenge waits for a bid"),
            ("1.2", f"bruiser at (3,4){ACT}", "reclaim grit", "there is nothing to re-claim"),
        ]
    )


# Setup, drinks and luck


def test_setup_and_drinks():
    check(
        [
            ("1.2", "phase setup", "claim (2,10)", "(2,10) is not next to home 1"),
            ("1.2", "phase setup", "pass", "the Bruiser first claims a territory next to its home"),
            ("1.2", "bruiser at (3,0); phase drink; steps 1", "stop", DRINK_FIRST),
            ("1.2", "bruiser at (3,1); steps 1", "drink", "there is no water to drink from now"),
        ]
    )


DRINK_FIRST = "the Bruiser has to drink here or leave it first"


def test_luck():
    draw = "bruiser at (3,8); phase draw; deck chance; steps 2"
    check(
        [
            ("1.2", "phase roll", "step E", "the dice of the walk have to be rolled first"),
            ("1.2", "phase roll", "roll 3", "a walk is rolled with 2 dice"),
            ("1.2", draw, "draw WA01", "a card of the Chance deck is drawn, and WA01 is not one"),
            ("1.2", f"{draw}; out CH04", "draw CH04", "CH04 is not in the pile any more"),
            ("1.2", draw, "stop", "a card has to be drawn first"),
            ("1.2", "bruiser at (3,4); steps 1", "roll 3-4", FOR_LUCK),
            ("1.2", "yapper owns (2,20); phase order", "next 3", FEWER),
        ]
    )


FOR_LUCK = "that is for dice, decks and lots: now the Bruiser decides"
FEWER = "dogs with fewer territories than the Yapper come first"


def test_the_end():
    over = "bruiser owns (2,1); phase over; winners bruiser; ending last-dog; once held all"
    session = offleash.new("uri-nation", preset="1.2", position=over)
    assert session.actor == OVER
    with pytest.raises(IllegalAction) as error:
        session.play("pass")
    assert error.value.reason == "the game is over"


# All of it


def test_a_secret_bid_changes_no_reason():
    fight = "bruiser at (3,4); yapper owns (2,4); challenge (2,4) bids {} -; phase counterbid"
    reasons = []
    for bid in (0, 3):
        session = offleash.new(
            "uri-nation", preset="1.2", position=fight.format(bid), options={"secret_bidding": True}
        )
        view = view_of(GAME, session.state, session.options, session.actor)
        for states in (session.state, view):
            reasons.append(
                [GAME.notation.why_illegal(states, session.options, n) for n in range(ACTIONS)]
            )
    assert reasons[0] == reasons[1] == reasons[2] == reasons[3]


def test_every_phase_of_a_decision_has_its_words():
    """A phase that is not open to other actions says what comes first."""
    phases = GAME.notation.field_words["phase"]
    decided = {phases[number] for number in CHAPTERS}
    luck = {"homes", "order", "roll", "draw", "reveal", "dice", "tie", "over"}
    assert decided | luck == set(phases) and not decided & luck
    is_open = {phases[number] for number in CHAPTERS if number not in FIRST_OF_ALL}
    assert is_open == {"pre-roll", "post-roll", "move", "action"}
    assert all(OUT_OF_PLACE.values())
