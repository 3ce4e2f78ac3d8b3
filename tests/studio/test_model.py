"""The sheet in the browser: its file, its history, its symmetries."""

from pathlib import Path

import offleash.games.uri_nation
from offleash.games.uri_nation.board.text import format_board_file, parse_board
from offleash.tools.errors import BadNotation
from tests.studio.scripts import run_script

DATA = Path(offleash.games.uri_nation.__file__).parent / "data"
SHIPPED = {file.stem: file.read_text() for file in sorted(DATA.glob("*.txt"))}
WITH_BOND = """urination-board 1
name: Small
version: 1.2 house
influence_radius: 3
path: 0,0 > 2,4
bond: 1,2 : 1,1 1,3
grid:
sssss
1TBT2
sssss
"""

RANDOM_EDITS = """
const { readSheet, writeSheet, rowsOf } = await load("sheet.js");
const { Model } = await load("model.js");
const { Toolbox } = await load("tools.js");
const { TURNS, MODES } = await load("symmetry.js");
const { resizeSheet } = await load("blocks.js");
let state = data.seed;
const below = (count) => {
  state = (state * 1103515245 + 12345) % 2147483648;
  return Math.floor(state / 65536) % count;
};
const some = (list) => list[below(list.length)];
const model = new Model(readSheet(data.text, format));
const toolbox = new Toolbox(model, () => {});
const cell = () => [below(rowsOf(model.sheet)), below(model.sheet.columns)];
const texts = [writeSheet(model.sheet)];
while (texts.length <= data.edits) {
  toolbox.tool = some([...toolbox.tools.keys()]);
  toolbox.mode = some(Object.keys(MODES));
  toolbox.kind = some([..."s:=x+./T1234BPCEW"]);
  const kind = below(12);
  if (kind === 0) toolbox.turn(some(Object.keys(TURNS)));
  else if (kind === 1) model.edit(resizeSheet(model.sheet, 3 + below(12), 3 + below(20)));
  else if (kind === 2) { toolbox.copy(); toolbox.cursor = cell(); toolbox.paste(); }
  else if (kind === 3) model.edit({ name: `Board ${below(1000)}` });
  else {
    toolbox.penDown(cell());
    toolbox.penMove(cell());
    toolbox.penMove(cell());
    toolbox.penUp();
  }
  const text = writeSheet(model.sheet);
  if (model.past.length === texts.length) texts.push(text);
  else if (text !== texts.at(-1)) throw new Error("changed without a step");
}
let back = 0, again = 0;
for (const text of texts.slice(0, -1).reverse()) {
  back += model.undo() && writeSheet(model.sheet) === text;
}
for (const text of texts.slice(1)) again += model.redo() && writeSheet(model.sheet) === text;
give({ back, again, distinct: new Set(texts).size, texts: texts.filter((_, at) => at % 10 === 0) });
"""


def test_the_browser_writes_files_as_the_game_does() -> None:
    code = """
const { readSheet, writeSheet } = await load("sheet.js");
give(data.map((text) => writeSheet(readSheet(text, format))));
"""
    texts = [*SHIPPED.values(), WITH_BOND]
    loose = WITH_BOND.replace("1,2 : 1,1 1,3", "(1,2):  1,3 (1,1)").replace("\n", "\r\n")
    assert run_script(code, [*texts, loose]) == [*texts, format_board_file(parse_board(loose))]


def is_fine(text: str) -> bool:
    """Whether the game reads a drawn file and writes the same; too many of a kind can be drawn."""
    try:
        return format_board_file(parse_board(text)) == text
    except BadNotation as error:
        return "at most" in str(error)


def test_two_hundred_edits_and_as_many_undos_give_back_the_same_bytes() -> None:
    for seed, text in ((1, SHIPPED["six-blocks"]), (2, WITH_BOND)):
        result = run_script(RANDOM_EDITS, {"text": text, "seed": seed, "edits": 200})
        assert (result["back"], result["again"]) == (200, 200)
        assert result["distinct"] > 150
        for edited_text in result["texts"]:
            assert is_fine(edited_text), edited_text


def test_an_undone_step_that_is_lost_is_seen() -> None:
    broken = RANDOM_EDITS.replace("let back", "model.past.splice(50, 1); let back")
    result = run_script(broken, {"text": WITH_BOND, "seed": 3, "edits": 60})
    assert result["back"] < 60


def test_four_quarter_turns_and_two_mirrors_change_nothing() -> None:
    code = """
const { readSheet, writeSheet } = await load("sheet.js");
const { Model } = await load("model.js");
const { Toolbox } = await load("tools.js");
const after = (text, ...turns) => {
  const toolbox = new Toolbox(new Model(readSheet(text, format)), () => {});
  for (const turn of turns) toolbox.turn(turn);
  return writeSheet(toolbox.model.sheet);
};
give(data.map((text) => [
  after(text, "quarter", "quarter", "quarter", "quarter"),
  after(text, "quarter", "threeQuarters"),
  after(text, "leftRight", "leftRight"),
  after(text, "leftRight", "topBottom", "half"),
  after(text, "quarter"),
]));
"""
    texts = [SHIPPED["six-blocks"], SHIPPED["cul-de-sac"], WITH_BOND]
    for text, results in zip(texts, run_script(code, texts), strict=True):
        assert results[:4] == [text] * 4
        assert results[4] != text
        assert len(parse_board(results[4]).rows) == len(parse_board(text).rows[0])


def test_half_a_board_and_symmetry_make_a_full_board() -> None:
    code = """
const { readSheet, writeSheet } = await load("sheet.js");
const { Model } = await load("model.js");
const { Toolbox } = await load("tools.js");
const whole = readSheet(data.text, format);
const empty = { ...whole, paths: [], cells: whole.cells.map(() => ".") };
const toolbox = new Toolbox(new Model(empty), () => {});
toolbox.mode = data.mode;
whole.cells.forEach((glyph, at) => {
  if (at > whole.cells.length / 2) return;
  toolbox.selectKind(glyph);
  toolbox.penDown([Math.floor(at / whole.columns), at % whole.columns]);
  toolbox.penUp();
});
toolbox.selectTool("path");
toolbox.penDown([3, 10]);
toolbox.penMove([0, 10]);
toolbox.penUp();
give(writeSheet(toolbox.model.sheet));
"""
    text = SHIPPED["six-blocks"]
    assert run_script(code, {"text": text, "mode": "turn2"}) == text  # it looks the same turned
    assert run_script(code, {"text": text, "mode": "off"}) != text


def test_what_lies_on_a_cell_goes_with_it() -> None:
    code = """
const { readSheet, writeSheet } = await load("sheet.js");
const { Model } = await load("model.js");
const { Toolbox } = await load("tools.js");
const toolbox = new Toolbox(new Model(readSheet(data, format)), () => {});
const paint = (kind, cell) => {
  toolbox.selectKind(kind);
  toolbox.penDown(cell);
  toolbox.penUp();
};
paint("s", [1, 1]);
const lost = writeSheet(toolbox.model.sheet);
paint("s", [1, 2]);
const gone = writeSheet(toolbox.model.sheet);
toolbox.model.undo();
toolbox.model.undo();
give([lost, gone, writeSheet(toolbox.model.sheet)]);
"""
    lost, gone, back = run_script(code, WITH_BOND)
    assert "bond: 1,2 : 1,3\n" in lost
    assert "bond:" not in gone
    assert back == WITH_BOND


def test_a_truncated_answer_is_an_error() -> None:
    code = """
const { RequestError, fetchJson } = await load("server.js");
const cut = (error, ok = true) => {
  const json = async () => { throw error; };
  globalThis.fetch = async () => ({ ok, status: ok ? 200 : 500, json });
};
const outcome = async (signal) => {
  try {
    return JSON.stringify(await fetchJson("/check", {}, signal));
  } catch (error) {
    return `${error.constructor.name} ${error.status ?? error.name}`;
  }
};
const outcomes = [];
cut(new TypeError("network error"));
outcomes.push(await outcome());
cut(new SyntaxError("no JSON"), false);
outcomes.push(await outcome());
const taken = new AbortController();
taken.abort();
cut(new DOMException("gone", "AbortError"));
outcomes.push(await outcome(taken.signal));
give(outcomes);
"""
    assert run_script(code, None) == [
        "RequestError 0",
        "RequestError 500",
        "DOMException AbortError",
    ]


def test_a_footprint_that_outgrew_the_sub_grid_is_not_pasted() -> None:
    code = """
const { readSheet, writeSheet } = await load("sheet.js");
const { Model } = await load("model.js");
const { Toolbox } = await load("tools.js");
const toolbox = new Toolbox(new Model(readSheet(data, format)), () => {});
toolbox.cursor = [0, 0];
toolbox.copy();
toolbox.model.edit({ subGrid: [2, 2], own: [] });
toolbox.cursor = [0, 1];
toolbox.paste();
give(writeSheet(toolbox.model.sheet));
"""
    text = SHIPPED["six-blocks"].replace("grid:\n", "footprint: 0,0 : 3 x 4 at 1,0\ngrid:\n")
    pasted = run_script(code, text)
    assert "sub_grid: 2 x 2\n" in pasted and "footprint" not in pasted
    parse_board(pasted)
