/** The tools: what pressing on a cell, going on and letting go does, by mouse, finger or key. */
import { boxAt, placed, sheetTurned, taken, turned, wholeOf } from "./blocks.js";
import { boxCells, boxOf, fieldCells, holds, lineCells } from "./shapes.js";
import { TURNS, withImages } from "./symmetry.js";
import { glyphAt, inOrder, isInside, subGridOf } from "./text.js";

/** @typedef {import("./text.js").Cell} Cell */
/** @typedef {import("./text.js").Path} Path */
/** @typedef {import("./text.js").Link} Link */
/** @typedef {import("./text.js").Format} Format */
/** @typedef {import("./shapes.js").Box} Box */
/** @typedef {import("./blocks.js").Block} Block */
/** @typedef {import("./model.js").Model} Model */
/** @typedef {import("./model.js").Edit} Edit */
/** @typedef {"brush" | "line" | "rectangle" | "fill" | "select" | "path" | "link"} ToolName */
/** @typedef {{word: string, key: string, hint: string}} Tool */

/** @type {[ToolName, Tool][]} */
const TOOLS = [
  ["brush", { word: "Brush", key: "d", hint: "Draw cell by cell" }],
  ["line", { word: "Line", key: "l", hint: "From one cell straight to another" }],
  ["rectangle", { word: "Rectangle", key: "r", hint: "From corner to corner, filled" }],
  ["fill", { word: "Fill", key: "f", hint: "All that hangs together" }],
  ["select", { word: "Select", key: "v", hint: "A part to move, copy, mirror or turn" }],
  ["path", { word: "Path", key: "a", hint: "From its entry to its exit; once more takes it away" }],
];
/** Tools for which one press is only the beginning. @type {ToolName[]} */
const TWO_ENDED = ["line", "rectangle", "select", "path"];

/** The tools for a format; only some games link spaces. @param {Format} format */
function toolsOf({ links }) {
  /** @type {[ToolName, Tool][]} */
  const extra = links ? [["link", { word: links.name, key: links.key, hint: links.hint }]] : [];
  return new Map([...TOOLS, ...extra]);
}

export class Hand {
  /** @param {Model} model @param {(sentence: string) => void} say */
  constructor(model, say) {
    this.model = model;
    this.say = say;
    /** @type {ToolName} */
    this.tool = "brush";
    this.tools = toolsOf(model.sheet.format);
    this.kind = model.sheet.format.brush;
    this.mode = "off";
    /** @type {Cell} */
    this.cursor = [0, 0];
    /** @type {Box | null} */
    this.selection = null;
    /** @type {Block | null} */
    this.clipboard = null;
    /** @type {Cell | null} the space whose links are being drawn */
    this.source = null;
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
    this.source = null;
    this.changed();
  }

  /** @param {string} kind */
  pick(kind) {
    this.kind = kind;
    if (["select", "path", "link"].includes(this.tool)) this.take("brush");
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
    else if (this.tool === "link") this.link(cell);
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
    else this.selection = this.source = null;
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

  // Paths and links

  /** @param {Cell} entry @param {Cell} leave */
  path(entry, leave) {
    const { paths } = this.model.sheet;
    const others = paths.filter((path) => String(path[0]) !== String(entry));
    if (String(entry) !== String(leave)) this.draw({ paths: [...others, [entry, leave]] });
    else if (others.length < paths.length) this.draw({ paths: others });
    else this.say("A path leads from its entry to another cell.");
  }

  /** @param {Cell} cell */
  link(cell) {
    const glyph = glyphAt(this.model.sheet, cell), line = this.model.sheet.format.links;
    if (glyph === line?.source) this.source = this.source && String(this.source) === String(cell) ? null : cell;
    else if (glyph === line?.target && this.source) this.toggle(this.source, cell);
    else this.say((this.source ? line?.no_target : line?.no_source) ?? "");
  }

  /** Links two cells, or unlinks them. @param {Cell} source @param {Cell} target */
  toggle(source, target) {
    const { links } = this.model.sheet;
    const before = links.find((link) => String(link[0]) === String(source))?.[1] ?? [];
    const others = before.filter((cell) => String(cell) !== String(target));
    const targets = others.length < before.length ? others : [...before, target].sort(inOrder);
    /** @type {Link[]} */
    const after = [...links.filter((link) => String(link[0]) !== String(source)), [source, targets]];
    this.draw({ links: after.sort((one, other) => inOrder(one[0], other[0])) });
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
    const { sheet } = this.model;
    const block = { columns: 1, cells: [], paths: [], links: [], own: [], grid: subGridOf(sheet), corners: "" };
    this.draw(placed(sheet, block, [box.top, box.left], box));
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
