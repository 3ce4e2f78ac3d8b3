"""`offleash print`: what it says, what it writes, and one sentence for every mistake."""

import sys

import pypdf
import pytest

from offleash.cli.app import run
from offleash.paper.printing.sizes import page_for
from offleash.tools.errors import OffleashError
from tests.cli.test_cli import output


def pages(file) -> int:
    return len(pypdf.PdfReader(file).pages)


def print_command(*arguments) -> None:
    run(["print", *map(str, arguments)])


def test_a_game_is_printed_and_summarised(tmp_path):
    file = tmp_path / "new" / "park.pdf"
    text = output("print", "puppy-park", "-o", file, "--preset", "expansion")
    parts = "28 tiles, 8 shiba tiles, 4 tree-poop tiles, 4 houses, 1 bone"
    cuts = "to cut: 11 straight cuts and 40 outlines with scissors."
    assert text.split() == f"wrote {file}: 7 pages of A4; {parts} {cuts}".split()
    assert pages(file) == 7


@pytest.mark.parametrize("choice", [["--players", "3"], ["--set", "players=3"]])
def test_parts_for_the_players_that_are_asked_for(tmp_path, capsys, choice):
    print_command("domidog", "-o", tmp_path / "x.pdf", *choice, "--only", "houses")
    assert "; 3 houses" in capsys.readouterr().out


def test_the_rulebook_is_bound_in_front(tmp_path, capsys):
    plain, bound = tmp_path / "plain.pdf", tmp_path / "bound.pdf"
    print_command("secret-mission", "-o", plain)
    print_command("secret-mission", "-o", bound, "--rulebook")
    file = pypdf.PdfReader(bound)
    before = len(file.pages) - pages(plain)
    assert before > 2 and before % 2 == 0  # fronts are still on odd pages
    assert f"bound.pdf: {len(file.pages)} pages" in capsys.readouterr().out.replace("\n", "")
    assert "Secret Mission to print and play" in file.pages[before].extract_text()
    words = file.pages[before].extract_text()
    assert f"Pages {before + 3} to {before + 6}: on both sides" in words
    assert f"page {before + 3} of {len(file.pages)}" in file.pages[before + 2].extract_text()


def test_numbers_of_spaces_are_printed_only_if_asked_for(tmp_path):
    files = [tmp_path / "plain.pdf", tmp_path / "numbered.pdf"]
    for file, more in zip(files, ([], ["--grid-numbers"]), strict=True):
        print_command("dog", "-o", file, "--only", "board", "--large", *more)
    plain, numbered = (pypdf.PdfReader(file).pages[2].extract_text() for file in files)
    assert "63" in numbered and "63" not in plain


def test_parts_can_be_printed_on_other_paper(tmp_path, capsys):
    file = tmp_path / "cards.pdf"
    print_command("dog", "-o", file, "--only", "cards", "--paper", "LETTER", "--set", "jokers=0")
    assert "104 cards" in capsys.readouterr().out
    assert pages(file) == 2 + 2 * 104 // 8
    assert float(pypdf.PdfReader(file).pages[2].mediabox.width) == pytest.approx(612)


@pytest.mark.parametrize(("way", "count"), [("--tile", 6), ("--large", 1)])
def test_a_board_is_tiled_or_one_large_page(tmp_path, capsys, way, count):
    file = tmp_path / "board.pdf"
    print_command("dog", "-o", file, "--only", "board", way, "--black-and-white")
    assert pages(file) == 2 + count
    box = pypdf.PdfReader(file).pages[2].mediabox
    side = 1000 * 18 / (19 / 0.42)  # spaces lie closer than that: they are no reason to grow
    if way == "--large":
        assert float(box.width) * 25.4 / 72 == pytest.approx(side + 18, abs=3)
        assert "on one page" in capsys.readouterr().out
    else:
        assert "glued from 6 pages" in capsys.readouterr().out


def test_misfits_are_reported(tmp_path, capsys):
    options = ["--only", "pegs", "--cell", 20, "--preset", "1.2"]
    print_command("uri-nation", "-o", tmp_path / "x.pdf", *options)
    message = " ".join(capsys.readouterr().err.split())
    assert (
        "does not fit: disk + 3 fortify tokens need 24 mm; a space of kind territory has" in message
    )


def test_a_project_is_printed(tmp_path, capsys):
    run(["project", "new", str(tmp_path / "mine"), "--game", "uri-nation", "--title", "My Street"])
    board = tmp_path / "mine" / "board.txt"
    text = board.read_text(encoding="utf-8")
    name = next(line for line in text.splitlines() if line.startswith("name:"))
    board.write_text(text.replace(name, "name: Döner Alley"), encoding="utf-8")
    print_command(
        tmp_path / "mine", "-o", tmp_path / "mine.pdf", "--only", "board", "--paper", "a3"
    )
    assert "Döner Alley" in capsys.readouterr().out
    words = pypdf.PdfReader(tmp_path / "mine.pdf").pages[0].extract_text()
    assert "My Street to print and play" in words
    with pytest.raises(OffleashError, match="leave out --rules"):
        print_command(tmp_path / "mine", "-o", tmp_path / "x.pdf", "--rules", "x.toml")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--paper", "a5"], "'a5' is not a paper size; choose from A4, Letter, A3"),
        (["--paper", "leter"], "did you mean Letter"),
        (["--cell", "1"], "a cell must measure from 5 to 200 mm, not 1 mm"),
        (["--cell", "201"], "a cell must measure from 5 to 200 mm, not 201 mm"),
        (["--cell", "nan"], "a cell must measure from 5 to 200 mm, not nan mm"),
        (["--only", "card"], "there is no component 'card', did you mean cards"),
        (["--set", "jokers=99"], "jokers"),
        (["--players", "3"], "Dog is for 4 players, not 3"),
        (["--measure"], "Dog has a fixed number of pieces: there is nothing to count"),
    ],
)
def test_mistakes_give_one_error_message_and_nothing_is_written(tmp_path, arguments, message):
    file = tmp_path / "x.pdf"
    with pytest.raises(OffleashError) as error:
        print_command("dog", "-o", file, *arguments)
    assert message in str(error.value) and "\n" not in str(error.value)
    assert not file.exists()


def test_an_unwritable_file_is_reported_first(tmp_path):
    (tmp_path / "file").write_text("x")
    with pytest.raises(OffleashError, match="can't be written"):
        print_command("dog", "-o", tmp_path / "file" / "x.pdf")
    with pytest.raises(OffleashError, match="it is a folder"):
        print_command("dog", "-o", tmp_path)


def test_a_page_that_is_too_large_is_refused():
    with pytest.raises(OffleashError, match="6000 × 100 mm does not fit on a page"):
        page_for(6000, 100)


def test_a_letter_that_no_font_has_gives_one_error_message(tmp_path):
    deck = tmp_path / "chance.toml"
    deck.write_text(
        '[[card]]\nid = "X1"\ncategory = "a"\nname = "To the 公園 →"\neffects = "water +1"\n',
        encoding="utf-8",
    )
    message = r"X1 of the chance cards \(U\+516C 公, U\+5712 園\)"
    with pytest.raises(OffleashError, match=message):
        print_command("uri-nation", "-o", tmp_path / "x.pdf", "--set", f"chance_cards={deck}",
                "--set", "chance_deck=true", "--only", "chance cards")  # fmt: skip
    assert not (tmp_path / "x.pdf").exists()


def test_a_missing_print_library_is_reported(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "reportlab.pdfgen.canvas", None)
    for name in [module for module in sys.modules if module.startswith("offleash.paper.printing")]:
        monkeypatch.delitem(sys.modules, name)
    with pytest.raises(OffleashError, match=r"pip install 'offleash\[print\]'"):
        print_command("dog", "-o", tmp_path / "x.pdf")
