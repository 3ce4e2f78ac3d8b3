"""People and bots at a table are called what they are called."""

import re
import xml.etree.ElementTree as ET

import pytest

from offleash.bots.kinds import level_names
from offleash.contract.bots.levels import NAMES as LEVELS
from offleash.games import registry
from offleash.tables.live.characters import NAMES as NAMES_OF_BOTS, face_of
from offleash.tables.live.player_names import colour_of, player_names
from offleash.tables.live.views import PageState, TableView
from offleash.web.templates import package_folder
from tests.tables.sample_tables import seated_table

FACES = package_folder("tables", "assets") / "faces"


def names_at(game, *players, **options):
    rules = registry.load(game)
    return player_names(rules, rules.options(**options), players)


def test_bots_have_names_and_faces_of_their_own():
    names = names_at("uri-nation", "Ann", "strong:scrapper", "persona:hunter", "search:300")
    assert names.labels == ("Ann", "Rascal", "Rover", "Sherlock")
    assert names.faces == ("", "scrapper", "other", "search")


def test_equal_bots_are_told_apart_and_open_seats_keep_their_word():
    yellow = registry.load("dog").rules.seat_names[3]
    assert names_at("dog", "medium", "Ann", "medium", "").labels == ("Bruno", "Ann", "Juno", yellow)
    assert names_at("dog", "medium", "bruno", "medium", "medium").labels[2] == "Ziggy"


def test_no_two_characters_share_a_name_and_each_bot_has_a_drawn_face():
    names = [name for names in NAMES_OF_BOTS.values() for name in names.split(", ")]
    assert len(names) == len(set(names))
    seats = {word for row in registry.ROWS for word in registry.load(row).rules.seat_names}
    assert not seats & set(names)
    for game in map(registry.load, registry.ROWS):
        assert {face_of(bot) for bot in level_names(game)} <= {*LEVELS, *game.bots.models}
    for face in NAMES_OF_BOTS:
        drawing = (FACES / f"{face}.svg").read_text("utf-8")
        assert ET.fromstring(drawing).get("viewBox") == "0 0 64 64"
        assert len(drawing) < 2_000


def test_texts_name_players_even_where_names_are_those_of_other_seats():
    names = names_at("uri-nation", "Bo", "Hunter Ann", seats=2)
    words = [registry.load("uri-nation").rules.seat_names[seat] for seat in (0, 1)]
    first = registry.load("uri-nation").seat_name(registry.load("uri-nation").options(), 0)
    text = f"the {first}'s turn, {words[0]} {first} beats {words[1]}"
    assert names.in_text(text) == "Bo's turn, Bo beats Hunter Ann"
    assert names.in_text(first.upper()) == first.upper()


@pytest.mark.parametrize("game", ["dog", "puppy-park", "uri-nation"])
def test_a_picture_has_peoples_names_as_text_only(game):
    rules = registry.load(game)
    options = rules.options()
    seats = rules.seat_count(options)
    people = ["<&Ann>", "Juno", *["medium"] * (seats - 2)]
    names = player_names(rules, options, people)
    table = seated_table(game)
    svg = rules.pictures.draw(table.session.view(0), options, 0)
    named = names.in_picture(svg)
    texts = "".join(ET.fromstring(named).itertext())
    assert "<&Ann>" in texts
    assert "Juno" in texts
    assert ("Bruno" in texts) == (seats > 2)  # a bot
    assert len(ET.fromstring(named).findall(".//*")) == len(ET.fromstring(svg).findall(".//*"))


def test_the_page_shows_names_and_colours():
    table = seated_table("puppy-park")
    show = TableView(table).show(0, PageState(), {}, ())
    assert [seat.name for seat in show.seats] == [f"Name {n}" for n in range(len(table.seats))]
    colours = [seat.colour for seat in show.seats]
    assert colours[0] == colour_of(table.game, 0) == "#d5431c"
    assert len(set(colours)) == len(colours)
    words = {table.seat_word(seat) for seat in range(len(table.seats))}
    assert not any(word in line.text for line in show.lines for word in words)


# Of ten languages, with the widest glyphs, marks, emoji and letters that run from right to left
NAMES = (
    *("Christina", "Großmutter Hildegard", "WWWWWWWWWWWWWWWWWWWWWWWW", "mmmmmmmmmmmmmmmmmmmmmmmm"),
    *("iiiiiiiiiiiiiiiiiiiiiiii", "Ann", "Jo", "Maximilian-Alexander", "Þórgnýr Guðmundsson"),
    *("Владислава Константиновна", "Щщщщщщщщщщщщщщщщ", "Ελευθερία Παπαδοπούλου", "Åse Ødegård"),
    *(
        "محمد عبد الرحمن",
        "שרה בת־אברהם הלוי",
        "नरेन्द्र मोहन शर्मा",
        "สมชาย ใจดีมาก",
        "田中さくら太郎左衛門",
    ),
    *(
        "김수한무거북이와두루미",
        "龍龘靐齉齾爩鱻麤龗灪籲",
        "👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦",
        "🐕🐕🐕🐕🐕🐕🐕🐕🐕🐕",
        "🏴󠁧󠁢󠁳󠁣󠁴󠁿 Ailsa",
    ),
    *("Nguyễn Thị Minh Khai", "Żółć Gęślą Jaźń", "José-María Ñuñoa", "Łukasz Brzęczyszczykiew"),
    *("𝕎𝕚𝕕𝕖 𝕄𝕒𝕥𝕙 𝔽𝕠𝕟𝕥", "ﷺ Bismillah", "————————————", "@@@@@@@@@@@@@@@@", "%%%%%%%%%%%%%%%%"),
    *("Ǆǅǆ Đorđe", "O'Connor-Smythe III", "ẞẞẞẞẞẞẞẞẞẞẞẞ", "QQQQQQQQQQQQQQQQQQQQ", "ՀայերենԱնուն"),
    *("ქართული სახელი", "አበበ ቢቂላ", "Ann (the second one)", "Ｆｕｌｌｗｉｄｔｈ　Ｎａｍｅ"),
)
MEASURE = """() => [...document.querySelectorAll("text")].map((text) =>
  [text.textContent, text.getComputedTextLength(), Number(text.dataset.room)])"""


def test_every_name_fits_where_every_game_draws_it(open_page, tmp_path):
    pictures = []
    for game in ("dog", "domidog", "puppy-park", "secret-mission", "uri-nation"):
        table = seated_table(game)
        svg = table.game.pictures.draw(table.session.view(0), table.session.options, 0)
        words = [table.seat_word(seat) for seat in range(len(table.seats))]
        texts = [text for text in TEXT.findall(svg) if any(word in text for word in words)]
        assert all("data-room" in text for text in texts), game  # each says how much room it has
        for name in NAMES[: len(NAMES) if game != "uri-nation" else 12]:
            names = player_names(table.game, table.session.options, [name] * len(words))
            named = names.in_picture("".join(texts))
            assert "…" not in named or "<title>" in named
            pictures.append(named)
    file = tmp_path / "names.html"
    style = "font-family='Georgia, serif' font-weight='bold'"
    file.write_text(f"<meta charset='utf-8'><svg {style}>{''.join(pictures)}</svg>", "utf-8")
    measured = open_page(file).page.evaluate(MEASURE)
    assert len(measured) > 40
    assert [row for row in measured if row[1] > row[2] + 1] == []


TEXT = re.compile(r"<text[^<>]*>[^<>]+</text>")
