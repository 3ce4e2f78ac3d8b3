"""The lobby, as browsers see it: new tables, invitations, seats, links, names, rules."""

import re
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from html import unescape
from types import SimpleNamespace

import pytest

from offleash.bots.kinds import display_name, find, level_names
from offleash.bots.lineup import persona_of_seat
from offleash.games import registry
from offleash.play.session import Session
from offleash.play.transcript import format_transcript, parse_transcript
from offleash.tables.live.player_names import InvalidName, clean_name
from offleash.tables.lobby import lobby
from offleash.tables.lobby.forms import names_of
from offleash.tables.log.sqlite import SqliteStore
from offleash.tables.log.store import TableSummary
from offleash.tools.errors import OffleashError
from offleash.web.cookies import COOKIE, Keys
from offleash.web.headers import SECURITY
from offleash.web.rulebook import rulebook
from tests.tables import pictures
from tests.tables.site import make_site
from tests.web.serving import serving, visitor

SHIPPED = [name for name, row in registry.ROWS.items() if row.module.startswith("offleash.")]
GREEDY = {f"seat{seat}": "greedy" for seat in range(4)}


class Site:
    """A site with its store, to be looked into."""

    def __init__(self, url, app):
        self.url, self.app = url, app

    def look(self, table):
        """Who sits where, as its host has it."""
        return self.app.state.host.loaded_table(table).table


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    app = make_site(SqliteStore(tmp_path_factory.mktemp("lobby") / "tables.db"), pace=0.0)
    with serving(app) as url:
        yield Site(url, app)


@pytest.fixture
def guest(site):
    with visitor(site.url) as client:
        yield client


@contextmanager
def another_guest(site):
    with visitor(site.url) as client:
        yield client


def make(guest, game="dog", **fields):
    """A new table; where its maker is led to."""
    form = {"sent": "yes", "name": "Anna", "seat0": "me"} | GREEDY | {"seat0": "me"} | fields
    return guest.post(f"/new/{game}", data=form)


def create_table(guest, game="dog", **fields):
    """The id of a new table, and the links on its page."""
    answer = make(guest, game, **fields)
    assert answer.status_code == 303, sentences(answer)
    path = answer.headers["location"]
    text = guest.get(path).text
    links = dict.fromkeys(("join", "watch"), "")
    for kind in links:
        match = re.search(rf'http[^"]+(/{kind}/[^"]+)"', text)
        links[kind] = match[1] if match else ""
    return path.removeprefix("/table/"), links


def sentences(answer):
    """What a page says is wrong, by the field."""
    pairs = re.findall(r'class="wrong" id="wrong-([^"]+)">([^<]+)<', answer.text)
    return {field: unescape(text) for field, text in pairs}


# Headers, origins, cookies


PATHS = ["/", "/warmth", "/new/dog", "/new/cat", "/rules", "/rules/dog", "/rules/cat", "/join/x"]
PATHS += ["/watch/x", "/table/x", "/take/x", "/nowhere"]


@pytest.mark.parametrize("path", PATHS)
def test_every_answer_carries_the_headers(guest, path):
    answer = guest.get(path)
    assert answer.status_code in (200, 404)
    assert {name: answer.headers.get(name) for name in SECURITY} == SECURITY
    keeps = "no-cache" if path in ("/rules", "/rules/dog") else "no-store"
    assert answer.headers["cache-control"] == keeps
    assert "<script>" not in answer.text and " style=" not in answer.text
    assert not re.search(r"\son\w+=", re.sub(r"<main.*</main>", "", answer.text, flags=re.DOTALL))


@pytest.mark.parametrize("path", ["/new/dog", "/join/x", "/table/x/carry", "/take/x"])
def test_no_other_site_can_make_a_browser_do_anything(guest, path):
    for origin in ("https://evil.example", "null", ""):
        answer = guest.post(path, data={"sent": "yes"}, headers={"origin": origin})
        assert answer.status_code == 403


def test_a_seat_belongs_to_the_browser_that_took_it(site, guest):
    table, _ = create_table(guest)
    assert guest.get(f"/table/{table}").status_code == 200
    with another_guest(site) as stranger:
        assert stranger.get(f"/table/{table}").status_code == 403
        for forged in ("x", Keys(b"x" * 32).sign("y"), guest.cookies[COOKIE][:-2] + "zz"):
            stranger.cookies.set(COOKIE, forged)
            answer = stranger.get(f"/table/{table}")
            assert answer.status_code == 403
            assert "no seat at that table" in answer.text
            assert stranger.post(f"/table/{table}/carry").status_code == 403


@pytest.mark.parametrize("code", ["%00", "a%00b", "x" * 65, "%ff", "'; DROP"])
def test_an_invalid_code_leads_nowhere(guest, code):
    for path in (f"/join/{code}", f"/watch/{code}", f"/table/{code}", f"/take/{code}"):
        assert guest.get(path).status_code == 404
    assert guest.post(f"/take/{code}").status_code == 404


# New tables


@pytest.mark.parametrize("game", SHIPPED)
def test_a_table_is_made_with_a_name_and_one_click(site, guest, game):
    form = guest.get(f"/new/{game}").text
    fields = dict(re.findall(r'<input[^>]* name="([^"]+)"[^>]* value="([^"]*)"', form))
    for name, inside in re.findall(r'<select[^>]* name="([^"]+)".*?>(.*?)</select>', form, re.S):
        fields[name] = re.search(r'value="([^"]*)" selected', inside)[1]
    answer = guest.post(f"/new/{game}", data=fields | {"name": "Anna"})
    assert answer.status_code == 303, sentences(answer)
    table = answer.headers["location"].removeprefix("/table/")
    assert guest.get(f"/table/{table}").status_code == 200
    new = site.look(table)
    assert new.facts.options == {}
    assert new.seats[0].name == "Anna"
    assert all(sitting.is_taken for sitting in new.seats)
    assert len(new.facts.seed) == 32 and len(new.facts.invitation) == 32


def test_options_are_written_into_the_table(site, guest):
    fields = {"o.players": "3", "o.starter": "", "o.tree_poop": "true", "preset": "expansion"}
    table, _ = create_table(guest, "puppy-park", **fields, hints="yes")
    facts = site.look(table).facts
    assert facts.base == "expansion" and facts.options == {"players": "3"}
    assert len(facts.seats) == 3 and facts.hints


def test_every_kind_of_option_is_read(site, guest):
    archetypes = {"0": "yapper", "1": "bruiser", "2": "scrapper", "3": "diplomat"}
    caps = {"bruiser": "3", "scrapper": "4", "diplomat": "5", "yapper": "6"}
    fields = {
        "o.seats": "2",
        "o.board": "elm-street",
        "o.homes.0": "random",
        "o.triggers_per_feature_per_turn": "",
        **{f"o.archetypes.{place}": word for place, word in archetypes.items()},
        **{f"o.water_cap.{label}": number for label, number in caps.items()},
    }
    table, _ = create_table(guest, "uri-nation", **fields)
    assert site.look(table).facts.options == {
        "seats": "2",
        "board": "elm-street",
        "homes": "random",
        "triggers_per_feature_per_turn": "none",
        "archetypes": "yapper,bruiser,scrapper,diplomat",
        "water_cap": "3,4,5,6",
    }


@pytest.mark.parametrize(
    ("game", "field", "value", "error_field"),
    [
        ("dog", "o.jokers", "13", "jokers"),
        ("dog", "o.jokers", "", "jokers"),
        ("dog", "o.jokers", "9" * 400, "jokers"),
        ("dog", "o.reshuffle", "<script>", "reshuffle"),
        ("uri-nation", "o.board", "/etc/passwd", "board"),
        ("uri-nation", "o.board", "../six-blocks.txt", "board"),
        ("uri-nation", "o.board", "@0123456789abcdef", "board"),
        ("uri-nation", "o.archetypes.1", "bruiser", "archetypes"),
        ("uri-nation", "o.water_cap.yapper", "99", "water_cap"),
        ("uri-nation", "preset", "9.9", "options"),
        ("dog", "seat2", "os:system", "seat2"),
        ("dog", "seat2", "search:1000000", "seat2"),
        ("dog", "seat2", "me", "seats"),
        ("dog", "name", "", "name"),
    ],
)
def test_errors_are_shown_at_their_field_and_nothing_is_lost(
    guest, game, field, value, error_field
):
    other_fields = (
        {f"o.archetypes.{n}": "bruiser" for n in range(4)} if "archetypes" in field else {}
    )
    answer = make(guest, game, **other_fields | {"name": "Zoë", "seat3": "open", field: value})
    assert answer.status_code == 422
    errors = sentences(answer)
    assert list(errors) == [error_field]
    assert re.fullmatch(r"[A-Z][^\n]*\.", errors[error_field])
    assert "passwd" not in errors[error_field]
    if field != "name":
        assert 'value="Zoë"' in answer.text
    assert re.search(r'name="seat3".*?value="open" selected', answer.text, re.S)
    assert "<script>" not in answer.text


@pytest.mark.parametrize("bot", ["search:1000000000", "os:system"])
def test_a_handmade_form_is_checked_as_well(guest, bot):
    answer = guest.post("/new/dog", data={"name": "Anna", "seat0": "me", "seat1": bot})
    assert answer.status_code == 422 and list(sentences(answer)) == ["seat1"]


def test_a_number_of_players_brings_its_seats(guest):
    text = guest.get("/new/domidog", params={"sent": "yes", "o.players": "3"}).text
    assert text.count('class="seat"') == 3 and text.count('class="seat extra"') == 1


def test_a_form_of_files_or_of_endless_fields_is_refused(guest):
    files = {"name": ("a.txt", b"x")}
    assert guest.post("/new/dog", files=files).status_code == 400
    many = {f"f{n}": "x" for n in range(600)}
    assert guest.post("/new/dog", data=many).status_code == 400
    assert guest.post("/new/dog", data={"name": "x" * 5000}).status_code in (400, 422)
    assert guest.post("/new/dog", content=b"\xff\x00" * 100).status_code == 422


def test_a_host_without_a_seat_gets_the_link_or_watches(guest):
    answer = make(guest, seat0="open", name="")
    assert answer.headers["location"].startswith("/join/")
    assert "set-cookie" not in answer.headers
    assert make(guest, seat0="greedy", name="").headers["location"].startswith("/watch/")


@pytest.mark.parametrize("game", registry.ROWS)
def test_every_bot_on_offer_can_play_and_none_is_code(game):
    loaded = registry.load(game)
    for name in names_of(loaded):
        find(loaded, name)
        assert re.fullmatch(r"[A-Z][\w ]+ bot( \(\d+\)|, [a-z]+)?", display_name(name))


@pytest.mark.parametrize("game", registry.ROWS)
def test_levels_are_offered_first_with_a_line_each(guest, game):
    loaded = registry.load(game)
    text = unescape(guest.get(f"/new/{game}").text)
    described = re.findall(r"<dd>([^<]+)</dd>", text)
    text = text[text.index('<fieldset id="seats"') : text.index("</fieldset>")]
    offers = re.findall(r'<option value="([^"]+)"( selected)?>([^<]+)</option>', text)
    bots = [value for value, *_ in offers if value not in ("me", "open")]
    persona = persona_of_seat(loaded, loaded.options(), 0)
    levels = level_names(loaded, persona)
    assert bots[: len(levels)] == list(levels)
    for value, _, line in offers:
        if value in levels:
            assert line == display_name(value)
            assert levels[value] in described
    usual = {value.partition(":")[0] for value, is_usual, _ in offers if is_usual} - {"me"}
    assert usual == {"medium"} or not levels


def test_a_level_sits_under_its_name(site, guest):
    table, links = create_table(guest, seat1="strong", seat2="open", seat3="search:75")
    assert [seat.bot for seat in site.look(table).seats] == ["", "strong", "", "search:75"]
    with another_guest(site) as ben:
        text = ben.get(links["join"]).text
    line = registry.load("dog").bots.levels["strong"].text
    assert f'<bdi>Nova</bdi> <span class="soft small">Strong bot: {line}</span>' in text
    assert re.search("<bdi>Sherlock</bdi>.*Search bot .75.", text) and "search:75" not in text


# Invitations


def test_an_invitation_gives_free_seats_only(site, guest):
    table, links = create_table(guest, seat1="open", seat2="open")
    with another_guest(site) as ben, another_guest(site) as cleo, another_guest(site) as dario:
        assert "Anna" in ben.get(links["join"]).text
        answer = ben.post(links["join"], data={"name": "Ben", "seat": "2"})
        assert answer.headers["location"] == f"/table/{table}"
        response = cleo.post(links["join"], data={"name": "Cleo", "seat": "2"})
        assert (response.status_code, sentences(response)) == (409, {"seat": "That seat is taken."})
        for seat in ("0", "3", "77"):  # of Anna, of a bot, of nobody
            assert cleo.post(links["join"], data={"name": "X", "seat": seat}).status_code == 409
        same = cleo.post(links["join"], data={"name": "ANNA"})
        assert (same.status_code, list(sentences(same))) == (422, ["name"])
        assert cleo.post(links["join"], data={"name": "Cleo"}).status_code == 303
        assert [s.name for s in site.look(table).seats] == ["Anna", "Cleo", "Ben", ""]
        full = dario.get(links["join"]).text
        assert "Every seat at this table is taken" in full and links["watch"] in full
        assert dario.post(links["join"], data={"name": "Dario"}).status_code == 409
        # who has a seat is led to it
        assert ben.get(links["join"]).headers["location"] == f"/table/{table}"
        assert ben.post(links["join"], data={"name": "Ben"}).status_code == 303


def test_of_many_simultaneous_requests_one_gets_the_seat(site, guest):
    table, links = create_table(guest, seat3="open")

    def knock(number):
        with another_guest(site) as somebody:
            return somebody.post(links["join"], data={"name": f"Guest {number}"}).status_code

    with ThreadPoolExecutor(8) as crowd:
        answers = sorted(crowd.map(knock, range(8)))
    assert answers == [303] + [409] * 7
    assert site.look(table).seats[3].name.startswith("Guest")


def test_spectators_are_not_invited(site, guest):
    _, links = create_table(guest, seat1="open")
    with another_guest(site) as watcher:
        answer = watcher.get(links["watch"])
        assert answer.status_code == 200
        assert links["join"] not in answer.text and "/carry" not in answer.text


# Another device


def test_a_seat_goes_to_another_device_once(site, guest):
    table, _ = create_table(guest)
    link = re.search(r'value="http://[^/]+(/take/[^"]+)"', guest.post(f"/table/{table}/carry").text)
    with another_guest(site) as phone, another_guest(site) as thief:
        for _ in range(2):  # looking at it uses nothing up
            assert "Play here" in phone.get(link[1]).text
        assert phone.post(link[1]).headers["location"] == f"/table/{table}"
        assert phone.get(f"/table/{table}").status_code == 200
        assert guest.get(f"/table/{table}").status_code == 403
        late = thief.post(link[1])
        assert late.status_code == 404 and "has been used or has expired" in late.text
        assert thief.get(f"/table/{table}").status_code == 403


def test_a_link_that_the_wrong_device_tried_still_works(site, guest):
    table, links = create_table(guest, seat1="open")
    link = re.search(r'value="http://[^/]+(/take/[^"]+)"', guest.post(f"/table/{table}/carry").text)
    with another_guest(site) as ben, another_guest(site) as phone:
        ben.post(links["join"], data={"name": "Ben"})
        wrong = ben.post(link[1])
        assert wrong.status_code == 400 and "has another seat" in wrong.text
        assert phone.post(link[1]).headers["location"] == f"/table/{table}"


# Names


@pytest.mark.parametrize(
    "name", ["", "  ", "a" * 25, "a\nb\x00", "\u202eevil", "a\u200bb", "\x1b[0m"]
)
def test_invalid_names_are_refused(guest, name):
    with pytest.raises(InvalidName):
        clean_name(name)
    assert make(guest, name=name).status_code == 422


def test_a_name_is_only_ever_text(site, guest):
    name = '<img src=x onerror="a">'
    table, links = create_table(guest, name=name, seat1="open")
    assert site.look(table).seats[0].name == name
    with another_guest(site) as friend:
        for text in (friend.get(links["join"]).text, guest.get("/new/dog").text):
            assert "<img src=x" not in text and "&lt;img src=x" in text


FAMILY = "👨\u200d👩\u200d👧\u200d👦"


@pytest.mark.parametrize(
    "name", ["Anna", "  Zoë  von  H. ", "犬", "O'Neil & co", "🐶", FAMILY, "❤\ufe0f\u200d🔥"]
)
def test_names_of_people(name):
    assert clean_name(name) == " ".join(name.split())


BLANK_LOOKING = [
    "\u3164",
    "\u2800",
    "A\u3164",
    "\u115f",
    "\u200d",
    "a\u200db",
    "\ufe0f",
    "\u0301",
    "\xad",
]


@pytest.mark.parametrize("name", [*BLANK_LOOKING, " ", "x" * 25, "a\u202eb"])
def test_names_that_nobody_could_read(name):
    with pytest.raises(InvalidName):
        clean_name(name)


@pytest.mark.parametrize("name", ["Blue", "yellow", "medium", "greedy", "search:300"])
def test_nobody_is_called_like_a_seat_or_a_bot(guest, name):
    fields = {"sent": "yes", "name": name, "seat0": "me", "seat1": "open"}
    answer = guest.post("/new/dog", data=fields)
    assert answer.status_code == 422
    assert "please choose another" in answer.text


def test_a_family_can_play_and_be_read_again():
    rules = registry.load("secret-mission")
    session = Session(rules, rules.options(), seats=[FAMILY, "Ann"])
    assert parse_transcript(format_transcript(session), "it").session.seats == (FAMILY, "Ann")
    with pytest.raises(OffleashError, match="at most 80 characters"):
        Session(rules, rules.options(), seats=["x" * 81, "Ann"])


# The front page


def test_the_front_page_shows_every_game(guest):
    text = guest.get("/").text
    for name in SHIPPED:
        assert f'href="/new/{name}"' in text
        picture = re.search(rf'src="(/assets/[^"]+/{name}.svg)"', text)
        assert guest.get(picture[1]).headers["content-type"].startswith("image/svg+xml")


def test_tables_are_found_again(site, guest):
    assert "Your tables" not in guest.get("/").text
    table, _ = create_table(guest, seat1="open")
    text = guest.get("/").text
    assert "Your tables" in text and f'href="/table/{table}"' in text
    assert "waiting for players" in text
    with another_guest(site) as stranger:
        assert table not in stranger.get("/").text


@pytest.mark.parametrize("is_over", [False, True])
def test_a_finished_table_leads_to_its_replay(is_over):
    host = SimpleNamespace(loaded_table=lambda table: None)
    request = SimpleNamespace(app=SimpleNamespace(state=SimpleNamespace(host=host)))
    line = lobby.summary_line(
        request, TableSummary("abc", "dog", 0, 0.0, 100.0, is_over), 100.0 + 2 * 3600
    )
    link, state = ("/replay/abc", "finished") if is_over else ("/table/abc", "")
    assert line == {"title": "Dog", "link": link, "state": state, "ago": "2 hours ago"}


def test_a_game_that_is_not_ready_says_so(site, guest, monkeypatch):
    monkeypatch.setattr(site.app.state, "warmth", lambda: {"dog": 0.25})
    assert guest.get("/warmth").json()["dog"] == 0.25
    assert re.search(r'id="warmth-dog" max="1" value="0.25"', guest.get("/").text)
    for answer in (guest.get("/new/dog"), make(guest, "dog")):
        assert answer.status_code == 503
        assert "still getting" in answer.text
    assert guest.get("/new/domidog").status_code == 200


@pytest.mark.parametrize("name", pictures.SCENES)
def test_the_pictures_are_what_the_games_draw(name):
    """Otherwise: python -m tests.tables.pictures."""
    assert pictures.file_of(name).read_text(encoding="utf-8") == pictures.draw(name)


def test_every_game_has_a_picture():
    """Otherwise: a Scene in tests.tables.pictures."""
    assert list(pictures.SCENES) == SHIPPED


# Rules


@pytest.mark.parametrize("name", SHIPPED)
def test_every_ruling_has_its_anchor_and_every_link_leads_somewhere(guest, name):
    text = guest.get(f"/rules/{name}").text
    page = (registry.folder(name) / "rules.md").read_text(encoding="utf-8")
    rulings = re.findall(r"^#+ ([A-Z]\d+)\b", page, re.MULTILINE)
    anchors = re.findall(r' id="([^"]+)"', text)
    assert rulings and set(rulings) <= set(anchors)
    assert len(set(anchors)) == len(anchors)
    for link in re.findall(r'href="(#[^"]+|/rules/[^"]+#[^"]+)"', text):
        path, _, anchor = link.partition("#")
        target = text if not path else guest.get(path).text
        assert f' id="{anchor}"' in target, link


@pytest.mark.parametrize("name", SHIPPED)
def test_newcomers_meet_pictures_first_and_nobody_meets_the_code(guest, name):
    """Every page leads to the two others; rules are for people who play."""
    pages = {path: guest.get(f"/rules/{name}{path}").text for path in ("", "/glance", "/book")}
    for text in pages.values():
        assert all(f'href="/rules/{name}{path}"' in text for path in pages)
        assert "scenario" not in re.sub("<svg.*?</svg>", "", text.partition("<h2")[0], flags=re.S)
    assert pages["/glance"].count("<svg") >= 3
    assert f'href="/rules/{name}/glance"' in guest.get("/rules").text
    assert f'href="/rules/{name}/glance"' in guest.get("/").text


def test_a_card_shows_the_first_sentence_of_the_rules(guest):
    front = unescape(guest.get("/").text)
    for name in SHIPPED:
        blurb = rulebook(name).blurb
        assert blurb[0].isupper() and blurb.endswith(".")
        assert f"<p>{blurb}</p>" in front
