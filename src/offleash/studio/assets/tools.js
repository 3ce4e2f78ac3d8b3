/** The tools: what pressing on a cell, going on and letting go does, by mouse, finger or key. */
import { boxAt, placed, sheetTurned, taken, turned, wholeOf } from "./blocks.js";
import { boxCells, boxOf, fieldCells, holds, lineCells } from "./shapes.js";
import { TURNS, withImages } from "./symmetry.js";
import { USUAL_GRID, glyphAt, inOrder, isInside } from "./text.js";

/** @typedef {import("./text.js").Cell} Cell */
/** @typedef {import("./text.js").Path} Path */
/** @typedef {import("./text.js").Bond} Bond */
/** @typedef {import("./shapes.js").Box} Box */
/** @typedef {import("./blocks.js").Block} Block */
/** @typedef {import("./model.js").Model} Model */
/** @typedef {import("./model.js").Edit} Edit */
/** @typedef {"brush" | "line" | "rectangle" | "fill" | "select" | "path" | "influence"} ToolName */

/** @type {Record<ToolName, {word: string, key: string, says: string}>} */
export const TOOLS = {
  brush: { word: "Brush", key: "d", says: "Draw cell by cell" },
  line: { word: "Line", key: "l", says: "From one cell straight to another" },
  rectangle: { word: "Rectangle", key: "r", says: "From corner to corner, filled" },
  fill: { word: "Fill", key: "f", says: "All that hangs together" },
  select: { word: "Select", key: "v", says: "A part to move, copy, mirror or turn" },
  path: { word: "Path", key: "a", says: "From its entry to its exit; once more takes it away" },
  influence: { word: "Influence", key: "i", says: "A bond space, then its territories" },
};
/** Tools for which one press is only the beginning. @type {ToolName[]} */
const TWO_ENDED = ["line", "rectangle", "select", "path"];
/** @type {Block} */
const NO_BLOCK = { columns: 1, cells: [], paths: [], bonds: [], own: [], grid: USUAL_GRID };

export class Hand {
  /** @param {Model} model @param {(sentence: string) => void} say */
  constructor(model, say) {
    this.model = model;
    this.say = say;
    /** @type {ToolName} */
    this.tool = "brush";
    this.kind = "s";
    this.mode = "off";
    /** @type {Cell} */
    this.cursor = [0, 0];
    /** @type {Box | null} */
    this.selection = null;
    /** @type {Block | null} */
    this.clipboard = null;
    /** @type {Cell | null} the bond space whose influence is being drawn */
    this.site = null;
    /** @type {Cell | null} where the press began */
    this.start = null;
    /** @type {Cell} where it is now */
    this.last = [0, 0];
    /** @type {Set<number>} what a brush went over */
    this.stroke = new Set();
    /** @type {Cell | null} where a selection by keys began */
    this.anchor = null;
    /** @type {{box: Box, block: Block} | null} what is being moved */
    this.moving = null;
    /** @type {(() => void)[]} */
    this.listeners = [];
  }

  /** @param {() => void} listener told when anything of the hand's own changes */
  listen(listener) {
    this.listeners.push(listener);
  }

  changed() {
    for (const listener of this.listeners) listener();
  }

  get isDown() {
    return this.start !== null;
  }

  /** @param {ToolName} tool */
  take(tool) {
    this.cancel();
    this.tool = tool;
    this.site = null;
    this.changed();
  }

  /** @param {string} kind */
  pick(kind) {
    this.kind = kind;
    if (["select", "path", "influence"].includes(this.tool)) this.take("brush");
    this.changed();
  }

  // A press and what follows

  /** @param {Cell} cell */
  down(cell) {
    this.cancel();
    this.start = this.last = this.cursor = cell;
    this.stroke.clear();
    const box = this.selection;
    if (this.tool === "select" && box && holds(box, cell)) this.grab();
    else if (this.tool === "select") this.selection = boxOf(cell, cell);
    else if (this.tool === "influence") this.influence(cell);
    else this.show(cell);
    this.changed();
  }

  /** @param {Cell} cell */
  over(cell) {
    this.cursor = cell;
    this.anchor = null;
    if (this.start && String(cell) !== String(this.last)) this.show(cell);
    this.changed();
  }

  up() {
    if (!this.start) return;
    if (this.tool === "path" && !this.moving) this.path(this.start, this.last);
    if (this.moving && this.selection) this.selection = this.inSheet(this.selection);
    this.start = this.moving = null;
    this.model.keep();
    this.changed();
  }

  cancel() {
    if (this.moving) this.selection = this.moving.box;
    this.start = this.moving = null;
    this.model.drop();
  }

  /** Esc: lets go of what is being drawn, then of the selection. */
  escape() {
    if (this.isDown) this.cancel();
    else this.selection = this.site = null;
    this.changed();
  }

  /** Space: a dot, or one end of what has two. */
  press() {
    if (this.isDown) this.up();
    else {
      this.down(this.cursor);
      if (!TWO_ENDED.includes(this.tool)) this.up();
    }
  }

  /** Enter: the pen stays down until the next. */
  hold() {
    if (this.isDown) this.up();
    else this.down(this.cursor);
  }

  /** What is drawn so far, with the pen at a cell. @param {Cell} cell */
  show(cell) {
    const start = this.start ?? cell, from = this.last;
    this.last = cell;
    if (this.moving) this.showMoved(start, cell);
    else if (this.tool === "select") this.selection = boxOf(start, cell);
    else if (this.tool === "brush") {
      for (const [r, c] of lineCells(from, cell)) this.stroke.add(r * this.model.sheet.columns + c);
      this.paint([...this.stroke]);
    } else if (this.tool === "line") this.paintCells(lineCells(start, cell));
    else if (this.tool === "rectangle") this.paintCells(boxCells(boxOf(start, cell)));
    else if (this.tool === "fill") {
      this.model.drop();
      this.paintCells(fieldCells(this.model.sheet, cell));
    }
  }

  /** @param {Cell[]} cells */
  paintCells(cells) {
    this.paint(cells.map(([r, c]) => r * this.model.sheet.columns + c));
  }

  /** @param {number[]} places */
  paint(places) {
    this.draw({ cells: new Map(places.map((at) => [at, this.kind])) });
  }

  /** @param {Edit} edit */
  draw(edit) {
    this.model.draw(withImages(this.model.kept, edit, this.mode));
  }

  // Paths and influence

  /** @param {Cell} entry @param {Cell} leave */
  path(entry, leave) {
    const { paths } = this.model.sheet;
    const others = paths.filter((path) => String(path[0]) !== String(entry));
    if (String(entry) !== String(leave)) this.draw({ paths: [...others, [entry, leave]] });
    else if (others.length < paths.length) this.draw({ paths: others });
    else this.say("A path leads from its entry to another cell.");
  }

  /** @param {Cell} cell */
  influence(cell) {
    const glyph = glyphAt(this.model.sheet, cell);
    if (glyph === "B") this.site = this.site && String(this.site) === String(cell) ? null : cell;
    else if (glyph === "T" && this.site) this.toggle(this.site, cell);
    else this.say(this.site ? "Only territories are influenced." : "Begin with a bond space.");
  }

  /** @param {Cell} site @param {Cell} territory */
  toggle(site, territory) {
    const { bonds } = this.model.sheet;
    const known = bonds.find((bond) => String(bond[0]) === String(site))?.[1] ?? [];
    const others = known.filter((cell) => String(cell) !== String(territory));
    const reached = others.length < known.length ? others : [...known, territory].sort(inOrder);
    const rest = bonds.filter((bond) => String(bond[0]) !== String(site));
    /** @type {Bond[]} */
    const all = [...rest, [site, reached]];
    this.draw({ bonds: all.sort((one, other) => inOrder(one[0], other[0])) });
  }

  // The selection

  /** Takes hold of the selection, to be moved. */
  grab() {
    if (!this.selection) return;
    this.moving = { box: this.selection, block: taken(this.model.sheet, this.selection) };
    this.start = this.last = this.cursor;
  }

  /** @param {Cell} from @param {Cell} to */
  showMoved(from, to) {
    if (!this.moving) return;
    const { box, block } = this.moving;
    /** @type {Cell} */
    const corner = [box.top + to[0] - from[0], box.left + to[1] - from[1]];
    this.model.drop();
    this.draw(placed(this.model.sheet, block, corner, box));
    this.selection = boxAt(block, corner);
  }

  /** @param {Box} box @returns {Box | null} the part of a box that lies on the sheet */
  inSheet(box) {
    const whole = wholeOf(this.model.sheet);
    const part = {
      top: Math.max(box.top, 0), left: Math.max(box.left, 0),
      bottom: Math.min(box.bottom, whole.bottom), right: Math.min(box.right, whole.right),
    };
    return part.top <= part.bottom && part.left <= part.right ? part : null;
  }

  /** Shift and an arrow: from the cell where it began to another. @param {Cell} cell */
  extend(cell) {
    if (this.tool !== "select") this.take("select");
    this.anchor ??= this.cursor;
    this.cursor = cell;
    this.selection = boxOf(this.anchor, cell);
    this.changed();
  }

  copy() {
    const box = this.selection ?? boxOf(this.cursor, this.cursor);
    this.clipboard = taken(this.model.sheet, box);
    this.say("Copied.");
    this.changed();
  }

  cut() {
    this.copy();
    this.clear();
  }

  clear() {
    this.cancel();
    const box = this.selection ?? boxOf(this.cursor, this.cursor);
    this.draw(placed(this.model.sheet, NO_BLOCK, [box.top, box.left], box));
    this.model.keep();
  }

  paste() {
    if (!this.clipboard) return this.say("Nothing has been copied yet.");
    this.cancel();
    this.draw(placed(this.model.sheet, this.clipboard, this.cursor));
    this.model.keep();
    this.tool = "select";
    this.selection = this.inSheet(boxAt(this.clipboard, this.cursor));
    this.changed();
  }

  all() {
    this.take("select");
    this.selection = wholeOf(this.model.sheet);
    this.changed();
  }

  /** The selection, or the whole sheet, mirrored or turned. @param {keyof typeof TURNS} name */
  turn(name) {
    this.cancel();
    const { sheet } = this.model, box = this.selection, turn = TURNS[name];
    const whole = wholeOf(sheet);
    if (!box || String(Object.values(box)) === String(Object.values(whole))) {
      this.model.edit(sheetTurned(sheet, turn));
      this.selection = box && wholeOf(this.model.sheet);
      if (!isInside(this.model.sheet, this.cursor)) this.cursor = [0, 0];
      return this.changed();
    }
    const block = turned(taken(sheet, box), turn);
    const after = boxAt(block, [box.top, box.left]);
    if (after.bottom > whole.bottom || after.right > whole.right) {
      return this.say("There is no room to turn it here: move it away from the edge.");
    }
    this.model.edit(placed(sheet, block, [box.top, box.left], box));
    this.selection = after;
    this.changed();
  }
}
