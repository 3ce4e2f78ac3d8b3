"""What advice says of an action: true, from the view alone, and something in every phase."""

import offleash
from offleash.contract.rules.actors import CHANCE, OVER
from offleash.games.uri_nation import GAME
from offleash.games.uri_nation.text.rulings import OF_PHASE
from tests.variety import applied, choices, positions, twins, view_of


def phrases(preset, position, action, **options):
    """The points of an action that is written down, by their keys."""
    session = offleash.new("uri-nation", preset=preset, position=position, options=options)
    assert action in session.legal
    number = GAME.notation.parse_action(action, session.options)
    seat = session.actor
    points = GAME.bots.points(session.view(seat), session.options, seat, number)
    assert len({point.key for point in points}) == len(points)
    return {point.key: point.words for point in points}


def test_a_claim_tells_its_group_its_price_and_its_risk():
    """(1,1) is next to (2,1) and (1,2); a group of three wins ties, so 15 of 36 take it."""
    alone = phrases("1.4", "bruiser at (0,1) water 3; phase action", "claim (1,1)")
    assert alone["group"] == "claims (1,1), a yard on its own"
    assert alone["water left"] == "leaves 1 water"
    assert alone["Swagger left"] == "leaves 2 Swagger"
    assert alone["risk"] == "opponents can take it at 50 %"
    assert alone["yards"] == "holds 1 of 15 yards then"
    third = phrases("1.4", "bruiser at (0,1) owns (2,1) (1,2); phase action", "claim (1,1)")
    assert third["group"] == "claims (1,1), the third yard of a cluster"
    assert third["risk"] == "opponents can take it at 42 %"
    assert third["income"] == "earns 1 Swagger more each turn"
    last = "bruiser at (3,4) owns (2,1) (2,2) (2,7) (2,10) (2,11) (2,13) (2,14) (2,17) (2,20)"
    assert phrases("1.2", f"{last}; phase action", "claim (2,4)")["win"] == "wins the game"


def test_a_token_lowers_the_risk():
    """One token is a handicap of one: 10 of 31 (part 3)."""
    words = phrases("1.4", "bruiser at (0,1) owns (1,1); phase action", "fortify (1,1)")
    assert words["tokens"] == "puts the first fortify token on (1,1)"
    assert words["risk"] == "opponents can take it at 32 %"
    assert words["Grit left"] == "leaves 1 Grit"


def test_a_challenge_names_the_opponent_and_the_odds():
    naked = phrases("1.2", "bruiser at (3,4); yapper owns (2,4); phase action", "challenge (2,4)")
    assert naked["odds"] == "challenges the Yapper for (2,4) at 50 %"
    twice = "diplomat at (3,4); yapper owns (2,4)+1; turn diplomat; phase action"
    assert phrases("1.2", twice, "challenge (2,4)")["odds"].endswith("at 19 %")  # one worse
    position = "bruiser at (3,4); challenge (2,4); phase reclaim"
    assert phrases("1.2", position, "reclaim grit")["keeps"] == "keeps (2,4)"
    assert phrases("1.2", position, "decline")["keeps"] == "leaves (2,4) empty"


def test_a_bid_tells_its_best_and_its_worst():
    """Against a full Yapper of four pegs: 2 bid make -2, or 2 if all is bid (part 3)."""
    fight = "bruiser at (3,4); yapper owns (2,4); challenge (2,4); phase bid"
    words = phrases("1.2", fight, "bid 2", secret_bidding=True)["bid"]
    assert words == "bids 2 water: 81 % if the other bids nothing, 19 % if all"


def test_a_walk_tells_what_it_meets_and_what_it_leaves_open():
    street = "yapper at (3,10) drive 0; (2,9) bruiser*; turn yapper; steps 6"
    west = phrases("1.2", street, "step W")
    assert west["way"] == "walks west to (3,9)"
    assert west["alliance"] == "has to join the alliance at (2,9)"
    assert west["water left"] == "leaves 3 water"
    crossing = phrases("1.4", "bruiser at (3,10); steps 2", "cross S")
    assert crossing["Drive left"] == "leaves 1 Drive"
    # Two steps either way, or one and another crossing: only (3,12) is next to a yard, (2,12).
    assert crossing["ahead"] == "can still end next to 1 empty yard"
    assert phrases("1.2", "bruiser at (3,4); steps 0", "stop")["stop"].startswith("stops next to")


def test_every_action_has_a_point_in_every_phase():
    """Short phrases of its own; positions that a seat can't tell apart have the same."""
    phases = set()
    for options, states in positions("uri-nation", "points"):
        seat = int(GAME.rules.actor(states[0]))
        phases.add(int(states["phase"][0]))
        if seat in (CHANCE, OVER):
            continue
        view = view_of(GAME, states, options, seat)
        others = [view_of(GAME, twin, options, seat) for twin in twins(GAME, states, options, seat)]
        for action in choices(GAME, states, options)[:12]:
            points = GAME.bots.points(view, options, seat, action)
            assert points and len({point.key for point in points}) == len(points), points
            for point in points:
                assert point.words[0].islower() and point.words[-1] not in ". \n", point
            assert all(GAME.bots.points(other, options, seat, action) == points for other in others)
            assert applied(GAME, states, options, action).tobytes() != states.tobytes()
    assert phases == {*OF_PHASE}  # none is left out
