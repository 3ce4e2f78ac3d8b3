"""Replays: finished tables and dropped transcripts, looked at, checked and played on from."""

import asyncio
import json
import random
import re
from dataclasses import replace
from datetime import date
from html import unescape

import msgspec
import pytest
from websockets.exceptions import ConnectionClosed

from offleash.bots.lineup import kernel, shared_policy
from offleash.compiler import machine
from offleash.games import registry
from offleash.play.fair_luck import FairLuck
from offleash.play.transcript import format_transcript, parse_transcript, seal
from offleash.tables.live.table import Table
from offleash.tables.log.entries import OPEN, ChatSent, MovePlayed, SeatTaken, WordAdded
from offleash.tables.log.sqlite import SqliteStore
from offleash.tables.replays.futures import FuturesProgress, FuturesRequest, make_job, play_on
from offleash.tables.replays.tape import read
from offleash.web.cookies import COOKIE, holder
from tests.play import lucky
from tests.play.test_pledge import with_line_marks
from tests.tables.sample_tables import move, pinned_facts, take
from tests.tables.site import make_site
from tests.timeouts import TIMEOUT_S
from tests.web.serving import connect_websocket, serving, visitor

DAY = date(2026, 11, 15)
GAME = "secret-mission"


@pytest.fixture(scope="module")
def logs():
    """Whole logs: a table from sitting down to its end."""
    facts = msgspec.structs.replace(pinned_facts(GAME, [OPEN, OPEN]), table="finished")
    table, rng, log = Table(facts), random.Random(3), []
    for seat in range(2):
        log.append(take(table, SeatTaken(seat, holder(f"browser-{seat}"), f"Name <{seat}>")))
        log.append(take(table, WordAdded(seat, f"{seat:032x}")))
    log.append(take(table, table.begin()))
    log.append(take(table, ChatSent(1, "a <b> secret plan")))
    while table.phase != "over":
        log.append(move(table, rng))
    return facts, log, table


@pytest.fixture(scope="module")
def app(tmp_path_factory, logs):
    """A site with tables that are over and under way, of these rules and of others."""
    for game in map(registry.load, (GAME, "puppy-park")):
        kernel(game, shared_policy(game, ["random"] * 2)).make()  # jobs have no time for that
    facts, log, _ = logs
    path = tmp_path_factory.mktemp("site") / "tables.sqlite"

    async def fill():
        store = SqliteStore(path)
        await store.open()
        for name, rules, entries in (
            ("finished", facts.rules, log),
            ("underway", facts.rules, log[:-1]),
            ("old-over", "0.1", log),
            ("old-underway", "0.1", log[:-1]),
        ):
            variant = msgspec.structs.replace(
                facts, table=name, rules=rules, invitation=f"i-{name}", watching=f"w-{name}"
            )
            await store.create(variant, [(f"c{n}", entry) for n, entry in enumerate(entries)])
        await store.close()

    asyncio.run(fill())
    return make_site(SqliteStore(path))


@pytest.fixture(scope="module")
def site(app):
    with serving(app) as url:
        yield url


def get(site, path, status=200):
    with visitor(site) as client:
        answer = client.get(path)
    assert answer.status_code == status, answer.text[:500]
    return answer


def drop(site, text, status=303, client=None):
    data = text.encode() if isinstance(text, str) else text
    with visitor(site) as own_client:
        answer = (client or own_client).post("/replay", files={"transcript": ("game.txt", data)})
    assert answer.status_code == status, answer.text[-800:]
    return answer.headers.get("location", "") or answer.text


def error_text(page: str) -> str:
    return re.search(r'<p class="wrong"[^>]*>(.*?)</p>', page)[1]


# What is shown


def test_a_stored_table_is_read_in_a_process_of_its_own(app, site):
    get(site, "/replay/finished/frame/3?seat=all")
    get(site, "/replay/underway", 403)
    assert app.state.host.loaded_table("finished") is None
    assert app.state.host.loaded_table("underway") is None


def test_only_players_download_the_chat_and_only_if_they_ask(app, site):
    path = "/replay/finished/transcript.txt"
    assert "secret plan" not in get(site, f"{path}?chat=yes").text
    with visitor(site) as player:
        player.cookies.set(COOKIE, app.state.keys.sign("browser-1"))
        plain, whole = (player.get(f"{path}{query}").text for query in ("", "?chat=yes"))
        assert "with the chat" in player.get("/replay/finished").text
    assert "secret plan" not in plain
    assert whole == f"{plain}chat      seat 1: a <b> secret plan\n"
    assert "with the chat" not in get(site, "/replay/finished").text


def test_a_finished_table_is_shown_from_every_seat(site, logs):
    page = get(site, "/replay/finished").text
    length = len(logs[2].session.history)
    assert f'data-length="{length}"' in page
    assert "Name &lt;0&gt;" in page
    assert "Name <0>" not in page
    assert "Every outcome follows from the seed" in page
    frames = {}
    for seat in ("all", "nobody", "0", "1"):
        answer = get(site, f"/replay/finished/frame/12?seat={seat}")
        assert "immutable" in answer.headers["cache-control"]
        frames[seat] = answer.json()
        assert frames[seat]["at"] == 12
        assert frames[seat]["svg"].startswith("<svg")
    session = logs[2].session.past(12)
    for seat in (0, 1):
        view = session.view(seat)
        svg = session.game.pictures.draw(view, session.options, seat)
        assert frames[str(seat)]["svg"] == logs[2].names.in_picture(svg)
    assert len({frame["svg"] for frame in frames.values()}) > 1
    last = get(site, f"/replay/finished/frame/{length}").json()
    assert re.fullmatch(r"Name <\d> wins\.?|Nobody wins: all share", last["headline"])
    get(site, f"/replay/finished/frame/{length + 1}", 404)
    get(site, "/replay/finished/frame/-1", 404)
    get(site, "/replay/finished/frame/3?seat=2", 400)


def test_the_words_of_a_game_are_those_of_the_seat_that_looks(site, logs):
    all_lines = get(site, "/replay/finished/lines?seat=all").json()
    own_lines = get(site, "/replay/finished/lines?seat=0").json()
    assert [line["number"] for line in all_lines if line["kind"] == "chance"]
    assert own_lines != all_lines
    decisions = sum(moment.actor >= 0 for moment in logs[2].session.history)
    for lines in (all_lines, own_lines):
        assert sum(line["kind"] == "move" for line in lines) == decisions


@pytest.mark.parametrize("name", ["underway", "old-underway"])
@pytest.mark.parametrize(
    "path", ["", "/frame/0", "/frame/0?seat=0", "/lines", "/luck", "/transcript.txt"]
)
def test_a_game_under_way_shows_nothing(site, name, path):
    page = get(site, f"/replay/{name}{path}", 403).text
    assert "This game is not over yet" in page
    assert "<svg" not in page


def test_a_game_under_way_is_neither_forked_nor_continued(site):
    with visitor(site) as client:
        assert client.post("/replay/underway/fork", data={"at": "3"}).status_code == 403
    with pytest.raises(ConnectionClosed, match="4004"):
        ask(site, "", "underway")


def test_a_game_of_other_rules_is_read_only(site, logs):
    page = get(site, "/replay/old-over").text
    assert "played with rules 0.1; this server has rules" in page
    assert "<svg" not in page.split("<main", 1)[1]
    moves = [(f"Name <{e.seat}>", e.action) for e in logs[1] if isinstance(e, MovePlayed)]
    lines = re.findall(r'<li><span class="soft">(.+)</span> (.+)</li>', page)
    assert moves == [tuple(map(unescape, line)) for line in lines if line[0] != "chance"]
    for path in ("/frame/0", "/lines", "/transcript.txt"):
        get(site, f"/replay/old-over{path}", 404)


def test_an_unknown_replay_is_not_found(site):
    get(site, "/replay/nothing", 404)


@pytest.mark.parametrize("at", ["x", "-1", "1.5", "٣", "9" * 8, "9" * 5000])
def test_an_unknown_moment_is_not_found(site, at):
    get(site, f"/replay/finished/frame/{at}", 404)


@pytest.mark.parametrize("name", ["%00", "a%0Ab", "a.b", "a" * 65])
def test_an_invalid_code_makes_no_database_query(site, app, monkeypatch, name):
    monkeypatch.setattr(app.state.host.store, "facts", None)
    get(site, f"/replay/{name}", 404)


def test_the_transcript_of_a_table_can_be_verified_and_dropped_again(site):
    answer = get(site, "/replay/finished/transcript.txt")
    assert "attachment" in answer.headers["content-disposition"]
    transcript = parse_transcript(answer.text, "it")
    assert transcript.pledge is not None
    assert transcript.pledge.seed is not None
    page = get(site, drop(site, answer.text)).text
    assert "Every outcome follows from the seed" in page


def test_luck_can_be_downloaded_and_checked(site, logs):
    luck = get(site, "/replay/finished/luck").json()
    assert luck["seed"] == logs[0].seed.hex()
    fair = FairLuck(logs[0].seed, luck["words"], luck["table"])
    indices = [fair.index(n, chance["weights"]) for n, chance in enumerate(luck["chances"])]
    assert indices == [chance["happened"] for chance in luck["chances"]]
    assert len(indices) > 10


# What comes in


def test_a_transcript_is_dropped_and_shown(site):
    path = drop(site, lucky.whole_game())
    assert re.fullmatch(r"/replay/[\w-]{16}", path)
    page = get(site, path).text
    assert "Every outcome follows from the seed: 28 of 28" in page
    assert get(site, f"{path}/frame/5?seat=1").json()["svg"].startswith("<svg")
    text = get(site, f"{path}/transcript.txt").text
    assert text == lucky.whole_game()


def test_a_transcript_of_other_rules_is_kept_to_be_read(site):
    text = re.sub(r"(?m)^rules .*", "rules     0.1", lucky.whole_game())
    page = get(site, drop(site, with_line_marks(text.splitlines()))).text
    assert "You can only read it" in page


def test_luck_that_does_not_match_the_seed_is_reported(site):
    transcript = parse_transcript(lucky.whole_game(), "it")
    wrong = replace(transcript.pledge, words=("", ""), steps=())
    text = format_transcript(transcript.session, DAY, wrong)
    assert "The luck does not follow from the seed: action" in get(site, drop(site, text)).text
    text_without_seed = format_transcript(transcript.session, DAY)
    assert "This game has no committed seed" in get(site, drop(site, text_without_seed)).text


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "Please choose a file"),
        ("hello", "The transcript, line 1: this is not a transcript"),
        (b"\xff\xfe\x00", "The transcript is not UTF-8 text."),
        ("a\0b", "The transcript is not text."),
        (
            lucky.whole_game().replace("deal red-grey", "deal red-gray"),
            "line 18: this line, or one",
        ),
        (lucky.whole_game()[:900], "The transcript, line"),
    ],
)
def test_an_invalid_transcript_is_refused(site, text, sentence):
    assert sentence in error_text(drop(site, text, 422))


def test_a_sealed_game_is_refused(site):
    text = seal(
        format_transcript(lucky.play_game("domidog", lucky.pledge(("", "")).fair(), 20), DAY)
    )
    assert "sealed until the game ends" in error_text(drop(site, text, 422))


def test_more_than_a_megabyte_is_refused(site):
    assert "1 MB" in drop(site, b"x" * (1 << 20), 413)


def test_an_unfinished_transcript_is_shown_but_not_played_on(site):
    session = lucky.play_game("puppy-park", lucky.pledge(("", "")).fair(), 20)
    path = drop(site, format_transcript(session, DAY))
    assert "This game is not over" in get(site, path).text
    with visitor(site) as client:
        answer = client.post(f"{path}/fork", data={"at": "3", "name": "Ann", "seat-0": "me"})
    assert answer.status_code == 400
    assert "play on from finished games" in answer.text


# Going on from a moment


def fork(site, client, **fields):
    form = {"at": "20", "name": "Zoë", "seat-0": "greedy", "seat-1": "me"} | fields
    return client.post("/replay/finished/fork", data=form)


def test_a_moment_is_forked_into_a_new_table(site, logs):
    with visitor(site) as client:
        answer = fork(site, client)
        path = answer.headers["location"]
        assert (answer.status_code, path.split("/")[1]) == (303, "table")
        assert client.get(path).status_code == 200
        cookie = client.cookies[COOKIE]
        headers = {"cookie": f"{COOKIE}={cookie}"}
        with connect_websocket(site, f"{path}/socket", additional_headers=headers) as line:
            show = json.loads(line.recv(TIMEOUT_S))
    assert [seat["name"] for seat in show["seats"]] == ["Gulp", "Zoë"]
    assert [seat["bot_name"] for seat in show["seats"]] == ["Greedy bot", ""]
    assert show["fate"]["seed"] == ""
    assert show["fate"]["commitment"] != get(site, "/replay/finished/luck").json()["commitment"]


def test_a_long_name_in_any_script_may_fork(site):
    with visitor(site) as client:
        assert fork(site, client, name="🐕" * 24).status_code == 303


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"at": "x"}, "does not have that moment"),
        ({"at": "100000"}, "there is no moment 100000"),
        ({"seat-0": "me"}, "only take one seat"),
        ({"seat-0": "hal"}, "Choose a bot from the list"),
        ({"name": " "}, "enter a name"),
        ({"name": "greedy"}, "is a bot"),
        ({"seat-1": "open"}, "take a seat yourself"),
    ],
)
def test_what_cannot_be_forked_is_refused(site, fields, sentence):
    with visitor(site) as client:
        answer = fork(site, client, **fields)
    assert answer.status_code == 400
    assert sentence in answer.text


def test_a_player_of_the_table_is_offered_the_same_seat(site, app):
    for browser, seat in (("browser-1", "1"), ("somebody", "0")):
        with visitor(site) as client:
            client.cookies.set(COOKIE, app.state.keys.sign(browser))
            page = client.get("/replay/finished").text
        assert re.findall(r'name="seat-(\d)">\s*<option value="me" selected', page) == [seat]


def test_the_end_cannot_be_forked(site, logs):
    with visitor(site) as client:
        answer = fork(site, client, at=str(len(logs[2].session.history)))
    assert "the game is over at this moment" in answer.text.lower()


def ask(site, query, name="finished"):
    """Everything that the futures of a moment bring."""
    messages = []
    with connect_websocket(site, f"/replay/{name}/futures") as line:
        if query != "":
            line.send(query if isinstance(query, str | bytes) else json.dumps(query))
        while not messages or messages[-1]["is"] not in ("done", "refused"):
            messages.append(json.loads(line.recv(TIMEOUT_S)))
    return messages


def test_futures_come_in_with_their_intervals(site):
    messages = ask(site, {"at": 20, "bots": ["greedy", "random"], "games": 200})
    assert messages[-1] == {"is": "done", "cut": False}
    played = [message for message in messages if message["is"] == "played"]
    assert len(played) > 1
    assert [message["games"] for message in played] == sorted(
        {message["games"] for message in played}
    )
    assert played[-1]["games"] == played[-1]["of"] == 200
    shares = played[-1]["seats"]
    for share in shares:
        assert 0 <= share["low"] <= share["wins"] <= share["high"] <= 1
    assert sum(share["wins"] for share in shares) == pytest.approx(1, abs=0.01)
    first = played[0]["seats"][0]
    assert shares[0]["high"] - shares[0]["low"] < first["high"] - first["low"]


def test_futures_that_are_all_the_same_say_so(app, monkeypatch):
    """In Puppy Park nothing is left to chance once the tiles are dealt."""
    monkeypatch.setattr(machine, "announce", machine.announce)
    session = lucky.play_game("puppy-park", lucky.pledge(("", "")).fair())
    tape = read(format_transcript(session, DAY))
    progress: list[FuturesProgress] = []
    for bot, games in (("greedy", 100), ("random", 60)):
        play_on(progress.append, make_job(tape, FuturesRequest(40, [bot, bot], games)))
        assert progress[-1].same == (bot == "greedy")
        assert (progress[-1].games < games) == (bot == "greedy")


@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        ({"at": 20, "bots": ["greedy"]}, "choose 2 bots, one for each seat"),
        ({"at": 20, "bots": ["greedy", "guest:/etc/passwd"]}, "can't be chosen"),
        ({"at": 5000, "bots": ["greedy", "greedy"]}, "there is no moment 5000"),
    ],
)
def test_impossible_futures_are_refused(site, query, sentence):
    [reply] = ask(site, query)
    assert reply["is"] == "refused"
    assert sentence in reply["why"]


@pytest.mark.parametrize(
    "query",
    [" ", "{", b"\x00", {"at": -1, "bots": ["greedy"]}, {"at": 1, "bots": ["a"], "games": 1001}],
)
def test_an_invalid_request_closes_the_connection(site, query):
    with pytest.raises(ConnectionClosed, match="1007"):
        ask(site, query)


def test_a_second_request_closes_the_connection(site):
    with connect_websocket(site, "/replay/finished/futures") as line:
        for _ in range(2):
            line.send(json.dumps({"at": 0, "bots": ["greedy", "greedy"]}))
        with pytest.raises(ConnectionClosed):
            list(line)
        assert line.close_reason == "one request at a time"


def test_a_page_that_goes_takes_its_job_along(site):
    """As long as the job is there, the next page of the same browser is refused."""
    count = 0
    while count < 2:
        with connect_websocket(site, "/replay/finished/futures") as line:
            line.send(json.dumps({"at": 2, "bots": ["search:1200"] * 2}))
            first = json.loads(line.recv(TIMEOUT_S))
            if first["is"] == "refused":
                assert "one at a time" in first["why"]
                assert count, "nobody else has asked"
            else:
                assert first["is"] == "played"
                count += 1


# The result


def test_the_result_says_who_won_by_what_and_where_it_turned(site, logs):
    table = logs[2]
    text = unescape(re.sub(r"\s+", " ", get(site, "/result/finished").text))
    winner = table.names.labels[table.session.returns.index(1.0)]
    assert f"<h1>{winner} wins</h1>" in text
    assert re.search(rf"{re.escape(winner)} wins (with|the tie)", text)
    assert "The turning point" in text and 'href="/replay/finished#' in text
    assert text.count("<polyline") == 4  # two seats, each with a rim


def test_a_game_under_way_has_no_result(site):
    get(site, "/result/underway", 403)
    get(site, "/result/old-over", 404)
    get(site, "/result/nothing", 404)
