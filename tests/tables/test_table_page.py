"""The table page in a real browser: every game by mouse, by keyboard and as a phone."""

import re
from typing import Any

import pytest

from offleash.play.session import Session
from offleash.tables.live.views import PageState
from tests.browser import BrowserPage
from tests.play import lucky
from tests.tables.page_player import SEQ, Player
from tests.tables.rooms import (
    GAMES,
    PHONE,
    SEQ_IS,
    TOP,
    Room,
    by_finger,
    by_keyboard,
    by_mouse,
    play,
    until,
    violations,
)


def games(*often: str) -> pytest.MarkDecorator:
    """All games, but only these in `make test`."""
    soak = [pytest.mark.soak]
    return pytest.mark.parametrize(
        "game", [pytest.param(game, marks=soak * (game not in often)) for game in GAMES]
    )


@pytest.mark.soak
@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_by_mouse(room: Room, game: str) -> None:
    play_to_the_end(*room.sit(game))


def test_the_last_moves_and_a_rematch_one_seat_further(room: Room) -> None:
    game = lucky.play_game("secret-mission", lucky.pledge(("", "")).fair())
    start = game.past(len(game.history) - LAST_ACTIONS).position
    live = room.site.make_table("secret-mission", ["ann", "greedy"], start=start)
    opened_page = room.open(f"/table/{live.name}", "ann")
    page, first = opened_page.page, opened_page.page.url
    play_to_the_end(opened_page, Player(room.site, page, live))
    page.click("#rematch")
    page.wait_for_url(lambda url: "/table/" in url and url != first)
    page.locator("#seats .seat").nth(1).wait_for()
    seats = page.locator("#seats .seat").all_text_contents()
    assert "(you)" in seats[1] and "Gulp" in seats[0] and "Greedy bot" in seats[0]


LAST_ACTIONS = 9


def play_to_the_end(opened_page: BrowserPage, player: Player) -> None:
    """Plays by mouse, and looks at the end."""
    play(player, by_mouse)
    assert player.decisions >= 2
    page, table = opened_page.page, player.live.table
    page.wait_for_selector("#ended:not([hidden])")
    message = player.live.view.show(0, PageState(), {}, ())
    assert page.text_content("#headline") == message.headline
    assert table.facts.seed.hex() in page.text_content("#luck")
    assert page.locator("#log .move").count() == sum(line.kind == "move" for line in message.lines)
    assert violations(page) == []
    opened_page.keep(f"table-{table.game.name}-over")


@games("puppy-park")
def test_a_round_by_keyboard(room: Room, game: str) -> None:
    opened_page, player = room.sit(game)
    play(player, by_keyboard, turns=1)
    assert player.decisions >= 1
    assert violations(opened_page.page) == []
    opened_page.keep(f"table-{game}-keyboard")


@games("dog")
def test_a_round_as_a_phone(room: Room, game: str) -> None:
    opened_page, player = room.sit(game, **PHONE)
    play(player, by_finger, turns=1)
    assert player.decisions >= 1
    page = opened_page.page
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert violations(page) == []
    opened_page.keep(f"table-{game}-phone")


# What is the same for every game


def public(page: Any) -> Any:
    """What everybody may see of a table."""
    return page.evaluate(
        """() => [...document.querySelectorAll("#log .move")].map((line) => line.textContent)"""
    )


def test_two_browsers_and_a_spectator_see_the_same(room: Room) -> None:
    live = room.site.make_table("secret-mission", ["ann", "ben"])
    pages = [room.open(f"/table/{live.name}", name) for name in ("ann", "ben")]
    watching = room.open(f"/watch/{live.table.facts.watching}")
    players = [
        Player(room.site, opened_page.page, live, seat) for seat, opened_page in enumerate(pages)
    ]
    for _ in range(3):
        room.wait_until_playing(live)
        mover = players[live.table.actor]
        mover.wait()
        mover.click(mover.choose())
        for opened_page in (*pages, watching):
            until(opened_page.page, SEQ_IS, mover.seq + 1)
    views = [public(opened_page.page) for opened_page in (*pages, watching)]
    assert len(views[0]) == 3 and views[0] == views[1] == views[2]
    tiles = [opened_page.page.evaluate(ON_THE_TABLE) for opened_page in (*pages, watching)]
    assert len(tiles[0]) >= 2 and tiles[0] == tiles[1] == tiles[2]
    assert watching.page.locator("#targets button").count() == 0


ON_THE_TABLE = """() => [...document.querySelectorAll("#picture [id^=tile-]")]
  .filter((tile) => !tile.closest("[id^=hand-]"))
  .map((tile) => tile.id + tile.getAttribute("transform")).sort()"""


# Every message about the connection, however soon the next one replaces it.
RECORD_MESSAGES = """() => {
  window.messages = [];
  const lost = document.getElementById("lost");
  const observer = new MutationObserver(() => window.messages.push(lost.textContent));
  observer.observe(lost, { childList: true, characterData: true, subtree: true });
}"""


def test_a_page_whose_line_is_lost_goes_on_by_itself(room: Room) -> None:
    opened_page, player = room.sit("domidog")
    assert player.wait()
    page = opened_page.page
    page.evaluate("window.kept = document.querySelector('#picture svg')")
    page.evaluate(RECORD_MESSAGES)
    room.site.cut_lines()
    until(page, "() => window.messages.length >= 2 && window.messages.at(-1) === ''")
    assert "lost" in page.evaluate("window.messages[0]")
    assert page.evaluate("window.kept === document.querySelector('#picture svg')")
    with room.site.losing_an_answer() as moves:
        by_mouse(player)
        assert player.wait()
        room.site.do(room.site.until(lambda: len(moves) >= 2))  # a slow answer is asked for again
    assert set(moves) == {moves[0]}
    own_moves = [moment for moment in player.live.table.session.history if moment.actor == 0]
    assert len(own_moves) == 1


def test_undo_takes_back_a_pick(room: Room) -> None:
    opened_page, player = room.sit("puppy-park")
    page = opened_page.page
    assert player.wait()
    while not player.choose().clicks[0].startswith("cell"):
        by_mouse(player)
        assert player.wait()
    page.keyboard.press("u")
    assert player.wait()
    assert player.choose().clicks[0].startswith("tile")
    assert page.is_disabled("#undo")


def test_a_pick_is_taken_back_by_escape_and_its_ghost_is_turned(room: Room) -> None:
    """A ghost is turned by a key, by the wheel and by a button."""
    opened_page, player = room.sit("secret-mission")
    page = opened_page.page
    assert player.wait()
    by_mouse(player)
    assert player.wait()
    firsts = [player.choose().clicks[0] for _ in range(60)]
    first = max(firsts, key=firsts.count)  # most of its neighbours are free
    player.point(first)
    assert page.locator("#targets .picked").count() == 1
    page.keyboard.press("Escape")
    assert page.locator("#targets .picked").count() == 0
    assert page.locator(f'#targets .next[data-target="{first}"]').count() == 1
    player.point(first)
    pictures = set()
    for turn in (
        lambda: page.keyboard.press("r"),
        lambda: page.mouse.wheel(0, 100),
        lambda: page.click("#buttons .turn"),
    ):
        until(page, "() => document.querySelector('#ghost').childElementCount > 0")
        before = page.text_content("#prompt")
        pictures.add(before)
        turn()
        until(page, "([was]) => document.getElementById('prompt').textContent !== was", before)
    assert len(pictures) >= 2
    opened_page.keep("table-ghost")
    tile, _, way = page.text_content("#prompt").partition(", way ")
    assert re.fullmatch(r"\d+ of \d+.*", way)
    page.click("#buttons .play")
    until(
        page,
        "([words]) => document.getElementById('log').textContent.includes(words)",
        f"lays {tile}",
    )


def straight_walk(player: Player, length: int = 3) -> list[str]:
    """The cells of steps that can be taken in a row in one direction, if a walk has begun."""
    session = player.live.table.session
    for step in player.choices():
        if step.group != "walk" or not step.text.startswith("step"):
            continue
        trial, cells = Session(session.game, session.options, position=session.position), []
        while step.text in trial.legal and len(cells) < length:
            legal = trial.legal_numbers
            targets = session.game.pictures.targets(trial.view(0), trial.options, 0, legal)
            cells += [target.clicks[0] for target in targets if target.text == step.text]
            trial.play(step.text)
        if len(cells) == length and trial.actor == 0:
            return cells
    return []


def at_a_walk(room: Room, **settings: Any) -> tuple[Player, list[str]]:
    """A page at which a walk begins, and the cells of a straight part of it."""
    _, player = room.sit("uri-nation", **settings)
    decide = by_finger if settings else by_mouse
    assert player.wait()
    while not (cells := straight_walk(player)):
        decide(player)
        assert player.wait()
    return player, cells


@pytest.mark.parametrize(
    "settings",
    [pytest.param({}, id="mouse", marks=pytest.mark.soak), pytest.param(PHONE, id="finger")],
)
def test_a_walk_is_drawn_as_one_path(room: Room, settings: dict[str, Any]) -> None:
    """At a person's speed: each step is written down before the pointer reaches the next one."""
    player, cells = at_a_walk(room, **settings)
    seq = player.seq
    ends = [player.centre_of(element) for element in (cells[-1], "dog-0", cells[-1])]
    dog, end = ends[1], ends[2]
    path = [
        (dog[0] + part * (end[0] - dog[0]) / 3, dog[1] + part * (end[1] - dog[1]) / 3)
        for part in range(4)
    ]
    player.draw(path, is_touch=bool(settings), pause_s=0.3)
    until(player.page, SEQ_IS, seq + 3)
    texts = [session_text(player, moment.action) for moment in player.live.table.session.history]
    assert len({text for text in texts[-3:] if text.startswith("step")}) == 1


ROUTES = "() => document.querySelectorAll('#targets .next:not(.walk)').length > 0"
TRAIL_POINTS = "([count]) => document.querySelector('#trail polyline').points.length === count"


def test_a_click_on_the_destination_makes_the_whole_walk(room: Room) -> None:
    player, _ = at_a_walk(room)
    page, session = player.page, player.live.table.session
    until(page, ROUTES)
    routes = session.game.pictures.routes(
        session.view(0), session.options, 0, session.legal_numbers
    )
    route = next(r for r in routes if len(r.clicks) == 1 and len(r.passes) > 2)
    x, y = player.centre_of(route.clicks[0])
    page.mouse.move(x, y)
    until(page, TRAIL_POINTS, len(route.passes))
    page.mouse.click(x, y)
    until(page, SEQ_IS, player.seq + len(route.actions))
    assert [moment.action for moment in session.history if moment.actor == 0][
        -len(route.actions) :
    ] == list(route.actions)


def test_a_tap_shows_the_walk_and_another_one_makes_it(room: Room) -> None:
    player, _ = at_a_walk(room, **PHONE)
    page, seq = player.page, player.seq
    until(page, ROUTES)
    target = page.locator("#targets .next:not(.walk)").first.get_attribute("data-target")
    page.touchscreen.tap(*player.centre_of(target))
    until(page, "() => document.getElementById('prompt').textContent.startsWith('Walk to')")
    assert page.get_attribute("#trail polyline", "points").count(",") > 2
    assert page.evaluate(SEQ) == seq
    page.screenshot(path=str(room.folder / "table-walk-phone.png"))
    page.touchscreen.tap(*player.centre_of(target))
    until(page, SEQ_IS, seq + 2)


def test_every_one_of_equal_cards_can_be_clicked(room: Room) -> None:
    live = room.site.make_table("dog", ["ann", "ben", "cleo", "dan"], start=TWO_KINGS)
    player = Player(room.site, room.open(f"/table/{live.name}", "ann").page, live)
    assert player.wait()
    player.point("card-K-1")
    player.point("token-0-0")
    player.point("space-23")
    until(player.page, SEQ_IS, player.seq + 1)
    assert session_text(player, live.table.session.history[0].action) == "K a"


TWO_KINGS = "P10||| hands=Kx2,3|2|2|2"


def session_text(player: Player, action: int) -> str:
    session = player.live.table.session
    return session.game.notation.format_action(action, session.options)


# Every animation that a page begins: what moves or appears, and from where.
WATCHED = """() => {
  window.moved = [];
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (frames, how) {
    const begun = animate.call(this, frames, how);
    const box = this.getBoundingClientRect();
    const at = [box.left + box.width / 2, box.top + box.height / 2];
    window.moved.push([this.id, Object.keys(frames)[0], ...at.map(Math.round)]);
    return begun;
  };
}"""


AT_REST = """() => document.querySelector("#picture svg").getAnimations({ subtree: true })
  .length === 0"""


LOSE = """() => {
  const text = "Connection lost. Your game is safe; reconnecting …";
  document.getElementById("lost").textContent = text;
}"""


def test_a_lost_connection_does_not_move_the_board(room: Room) -> None:
    opened_page, player = room.sit("dog")
    page = opened_page.page
    assert player.wait()
    for width in (390, 1280):  # the last one is that of other tests
        page.set_viewport_size({"width": width, "height": 900})
        top = page.evaluate(TOP)
        page.evaluate(LOSE)
        assert page.is_visible("#lost") and page.evaluate(TOP) == top
        opened_page.keep(f"table-lost-{width}")
        page.evaluate("() => document.getElementById('lost').replaceChildren()")


# Heights of the bar while ways to lay a tile are compared, and afterwards.
HEIGHTS = """async () => {
  const script = document.querySelector("script[src*='/table.js']").src;
  const { Bar } = await import(script.replace("/table.js", "/bar.js"));
  const parts = ["bar", "prompt", "buttons"].map((id) => document.getElementById(id));
  const bar = new Bar(parts[1], parts[2], {});
  const long = "way 2: " + "two pairs, ".repeat(20);
  return ["way 1", long, "way 3", ""].map((prompt) => {
    const preview = prompt ? { action: "", text: "", label: "", clicks: [] } : null;
    const rotation = "Rotate the piece";
    bar.show({ prompt, preview, choices: [], rotation, canGoBack: true, hint: null });
    return parts[0].offsetHeight;
  });
}"""


def test_the_board_stays_in_place_while_ways_are_compared(room: Room) -> None:
    page = room.sit("puppy-park")[0].page
    for width in (390, 1280):  # the last one is that of other tests
        page.set_viewport_size({"width": width, "height": 900})
        first, longest, last, after = page.evaluate(HEIGHTS)
        assert first < longest == last > after


def test_moves_are_animated_unless_motion_is_reduced(room: Room) -> None:
    opened_page, player = room.sit("domidog")
    page = opened_page.page
    assert player.wait()
    page.evaluate(WATCHED)

    def lay_a_tile() -> tuple[Any, list[Any]]:
        """What moved, and what of it the tile should have done."""
        while not (target := player.choose("greedy")).clicks[0].startswith("tile"):
            player.click(target)
            assert player.wait()
        until(page, AT_REST)  # a tile on its way is not where it will be
        page.evaluate("window.moved = []")
        x, y = player.centre_of(target.clicks[0])
        player.click(target)
        assert player.wait()
        return page.evaluate("window.moved"), [target.clicks[0], "translate", x, y]

    assert lay_a_tile()[0] == []
    page.emulate_media(reduced_motion="no-preference")
    moves, (name, change, x, y) = lay_a_tile()
    tile = next(move for move in moves if move[:2] == [name, change])
    assert tile[2:] == [pytest.approx(x, abs=2), pytest.approx(y, abs=2)]


def test_help_says_why_a_move_is_illegal(room: Room) -> None:
    opened_page, player = room.sit("dog")
    page = opened_page.page
    assert player.wait()
    page.keyboard.press("?")
    page.fill("#notation", "throw")
    page.keyboard.press("Enter")
    until(page, "() => document.getElementById('reason').textContent.length > 10")
    assert page.get_attribute("#ruling", "href").startswith("/rules/dog")
    assert violations(page, "#help") == []
    opened_page.keep("table-help")
    page.keyboard.press("Escape")
    # A closed dialog has nothing more to do with keys.
    until(page, "() => !document.getElementById('help').contains(document.activeElement)")
    page.keyboard.press("l")
    until(page, "() => document.getElementById('moves').open")
    choice = player.choose()
    page.locator("#all-moves button", has_text=choice.label).first.click()
    assert player.wait()


def test_missing_players_are_waited_for(room: Room) -> None:
    live = room.site.make_table("dog", ["ann", "greedy", "open", "greedy"], has_words=False)
    opened_page = room.open(f"/table/{live.name}", "ann")
    page = opened_page.page
    until(page, "() => document.getElementById('headline').textContent.startsWith('Waiting')")
    assert live.table.facts.invitation in page.input_value("#invitation-now")
    assert page.is_visible("#invitation-now")
    assert page.locator(".qr svg path").first.bounding_box()["width"] > 80
    assert "You play together with Blue" in page.inner_text(".waiting")
    assert "only works on this computer" in page.inner_text(".waiting")
    assert violations(page, "#headline", ".waiting") == []
    opened_page.keep("table-waiting")
    page.click("text=Let a bot play")
    assert Player(room.site, page, live).wait()
    assert live.table.words[0] in page.text_content("#luck")


# A browser whose owner allows notifications when asked, and looks at another tab.
ELSEWHERE = """() => {
  window.notices = [];
  window.Notification = class extends EventTarget {
    static permission = "default";
    static async requestPermission() {
      window.notices.push(navigator.userActivation.isActive ? "asked" : "asked unasked");
      this.permission = "granted";
    }
    constructor(title) { super(); window.notices.push(title); }
    close() { window.notices.push("closed"); }
  };
  Object.defineProperty(document, "hidden", { get: () => true });
}"""


def test_your_turn_is_shown_in_the_title_and_as_a_notification(room: Room) -> None:
    """Permission is asked for by a click only, and a notice goes when the turn is over."""
    opened_page, player = room.sit("domidog", reduced_motion="no-preference")
    page = opened_page.page
    assert player.wait()
    assert page.title() == "● Your turn – Dömidög"
    page.evaluate(ELSEWHERE)

    def play_a_turn() -> None:
        turns = player.turns
        while player.turns == turns:
            by_mouse(player)
            assert player.wait()

    play_a_turn()
    assert page.evaluate("window.notices") == []
    page.click("#notify")
    assert not page.is_visible("#notify")
    play_a_turn()
    assert page.evaluate("window.notices") == ["asked", "Your turn"]
    play_a_turn()
    assert page.evaluate("window.notices")[2:] == ["closed", "Your turn"]
