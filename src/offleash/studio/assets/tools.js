/** The drawing tools: what they do when the pen goes down, moves and goes up, by pointer or key. */
import { boxAt, copyBlock, placeBlock, sheetBox, turnBlock, turnSheet } from "./blocks.js";
import { boxCells, boxOf, connectedCells, isInBox, lineCells } from "./shapes.js";
import { TURNS, withImages } from "./symmetry.js";
import { glyphAt, compareCells, isInside, subGridOf } from "./sheet.js";

/** @typedef {import("./sheet.js").Cell} Cell */
/** @typedef {import("./sheet.js").Path} Path */
/** @typedef {import("./sheet.js").Link} Link */
/** @typedef {import("./sheet.js").Format} Format */
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
  ["fill", { word: "Fill", key: "f", hint: "All connected cells of one kind" }],
  ["select", { word: "Select", key: "v", hint: "A part to move, copy, mirror or turn" }],
  ["path", { word: "Path", key: "a", hint: "From its entry to its exit; click an entry to remove its path" }],
];
/** Tools that need a start and an end. @type {ToolName[]} */
const TWO_ENDED = ["line", "rectangle", "select", "path"];

/** The tools for a format; only some games link spaces. @param {Format} format */
function toolsOf({ links }) {
  /** @type {[ToolName, Tool][]} */
  const extra = links ? [["link", { word: links.name, key: links.key, hint: links.hint }]] : [];
  return new Map([...TOOLS, ...extra]);
}

export class Toolbox {
  /** @param {Model} model @param {(message: string) => void} showMessage */
  constructor(model, showMessage) {
    this.model = model;
    this.showMessage = showMessage;
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
    /** @type {Cell | null} where the pen went down */
    this.start = null;
    /** @type {Cell} where the pen was last */
    this.last = [0, 0];
    /** @type {Set<number>} the cells of a brush stroke */
    this.stroke = new Set();
    /** @type {Cell | null} the start of a selection by keys */
    this.anchor = null;
    /** @type {{box: Box, block: Block} | null} the selection that is being moved */
    this.moving = null;
    /** @type {(() => void)[]} */
    this.listeners = [];
  }

  /** @param {() => void} listener called when the state of the toolbox changes */
  listen(listener) {
    this.listeners.push(listener);
  }

  notify() {
    for (const listener of this.listeners) listener();
  }

  get isDown() {
    return this.start !== null;
  }

  /** @param {ToolName} tool */
  selectTool(tool) {
    this.cancel();
    this.tool = tool;
    this.source = null;
    this.notify();
  }

  /** @param {string} kind */
  selectKind(kind) {
    this.kind = kind;
    if (["select", "path", "link"].includes(this.tool)) this.selectTool("brush");
    this.notify();
  }

  // Strokes

  /** @param {Cell} cell */
  penDown(cell) {
    this.cancel();
    this.start = this.last = this.cursor = cell;
    this.stroke.clear();
    const box = this.selection;
    if (this.tool === "select" && box && isInBox(box, cell)) this.grab();
    else if (this.tool === "select") this.selection = boxOf(cell, cell);
    else if (this.tool === "link") this.link(cell);
    else this.preview(cell);
    this.notify();
  }

  /** @param {Cell} cell */
  penMove(cell) {
    this.cursor = cell;
    this.anchor = null;
    if (this.start && String(cell) !== String(this.last)) this.preview(cell);
    this.notify();
  }

  penUp() {
    if (!this.start) return;
    if (this.tool === "path" && !this.moving) this.path(this.start, this.last);
    if (this.moving && this.selection) this.selection = this.clipToSheet(this.selection);
    this.start = this.moving = null;
    this.model.commit();
    this.notify();
  }

  cancel() {
    if (this.moving) this.selection = this.moving.box;
    this.start = this.moving = null;
    this.model.discard();
  }

  /** Esc: cancels the stroke, or else the selection. */
  escape() {
    if (this.isDown) this.cancel();
    else this.selection = this.source = null;
    this.notify();
  }

  /** Space: paints a cell, or sets one end. */
  tap() {
    if (this.isDown) this.penUp();
    else {
      this.penDown(this.cursor);
      if (!TWO_ENDED.includes(this.tool)) this.penUp();
    }
  }

  /** Enter: lowers or lifts the pen. */
  togglePen() {
    if (this.isDown) this.penUp();
    else this.penDown(this.cursor);
  }

  /** Shows the stroke with the pen at a cell. @param {Cell} cell */
  preview(cell) {
    const start = this.start ?? cell, from = this.last;
    this.last = cell;
    if (this.moving) this.previewMove(start, cell);
    else if (this.tool === "select") this.selection = boxOf(start, cell);
    else if (this.tool === "brush") {
      for (const [r, c] of lineCells(from, cell)) this.stroke.add(r * this.model.sheet.columns + c);
      this.paint([...this.stroke]);
    } else if (this.tool === "line") this.paintCells(lineCells(start, cell));
    else if (this.tool === "rectangle") this.paintCells(boxCells(boxOf(start, cell)));
    else if (this.tool === "fill") {
      this.model.discard();
      this.paintCells(connectedCells(this.model.sheet, cell));
    }
  }

  /** @param {Cell[]} cells */
  paintCells(cells) {
    this.paint(cells.map(([r, c]) => r * this.model.sheet.columns + c));
  }

  /** @param {number[]} numbers of cells */
  paint(numbers) {
    this.draw({ cells: new Map(numbers.map((at) => [at, this.kind])) });
  }

  /** @param {Edit} edit */
  draw(edit) {
    this.model.draw(withImages(this.model.committed, edit, this.mode));
  }

  // Paths and links

  /** @param {Cell} entry @param {Cell} exit */
  path(entry, exit) {
    const { paths } = this.model.sheet;
    const others = paths.filter((path) => String(path[0]) !== String(entry));
    if (String(entry) !== String(exit)) this.draw({ paths: [...others, [entry, exit]] });
    else if (others.length < paths.length) this.draw({ paths: others });
    else this.showMessage("A path must lead to another cell.");
  }

  /** @param {Cell} cell */
  link(cell) {
    const glyph = glyphAt(this.model.sheet, cell), line = this.model.sheet.format.links;
    if (glyph === line?.source) this.source = this.source && String(this.source) === String(cell) ? null : cell;
    else if (glyph === line?.target && this.source) this.toggle(this.source, cell);
    else this.showMessage((this.source ? line?.no_target : line?.no_source) ?? "");
  }

  /** Links two cells, or unlinks them. @param {Cell} source @param {Cell} target */
  toggle(source, target) {
    const { links } = this.model.sheet;
    const before = links.find((link) => String(link[0]) === String(source))?.[1] ?? [];
    const others = before.filter((cell) => String(cell) !== String(target));
    const targets = others.length < before.length ? others : [...before, target].sort(compareCells);
    /** @type {Link[]} */
    const after = [...links.filter((link) => String(link[0]) !== String(source)), [source, targets]];
    this.draw({ links: after.sort((one, other) => compareCells(one[0], other[0])) });
  }

  // The selection

  /** Starts to move the selection. */
  grab() {
    if (!this.selection) return;
    this.moving = { box: this.selection, block: copyBlock(this.model.sheet, this.selection) };
    this.start = this.last = this.cursor;
  }

  /** @param {Cell} from @param {Cell} to */
  previewMove(from, to) {
    if (!this.moving) return;
    const { box, block } = this.moving;
    /** @type {Cell} */
    const corner = [box.top + to[0] - from[0], box.left + to[1] - from[1]];
    this.model.discard();
    this.draw(placeBlock(this.model.sheet, block, corner, box));
    this.selection = boxAt(block, corner);
  }

  /** @param {Box} box @returns {Box | null} the part of a box that lies on the sheet */
  clipToSheet(box) {
    const whole = sheetBox(this.model.sheet);
    const part = {
      top: Math.max(box.top, 0), left: Math.max(box.left, 0),
      bottom: Math.min(box.bottom, whole.bottom), right: Math.min(box.right, whole.right),
    };
    return part.top <= part.bottom && part.left <= part.right ? part : null;
  }

  /** Shift with an arrow key: extends the selection to a cell. @param {Cell} cell */
  extendSelection(cell) {
    if (this.tool !== "select") this.selectTool("select");
    this.anchor ??= this.cursor;
    this.cursor = cell;
    this.selection = boxOf(this.anchor, cell);
    this.notify();
  }

  copy() {
    const box = this.selection ?? boxOf(this.cursor, this.cursor);
    this.clipboard = copyBlock(this.model.sheet, box);
    this.showMessage("Copied.");
    this.notify();
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
    this.draw(placeBlock(sheet, block, [box.top, box.left], box));
    this.model.commit();
  }

  paste() {
    if (!this.clipboard) return this.showMessage("Nothing has been copied yet.");
    this.cancel();
    this.draw(placeBlock(this.model.sheet, this.clipboard, this.cursor));
    this.model.commit();
    this.tool = "select";
    this.selection = this.clipToSheet(boxAt(this.clipboard, this.cursor));
    this.notify();
  }

  selectAll() {
    this.selectTool("select");
    this.selection = sheetBox(this.model.sheet);
    this.notify();
  }

  /** Mirrors or turns the selection, or the whole sheet. @param {keyof typeof TURNS} name */
  turn(name) {
    this.cancel();
    const { sheet } = this.model, box = this.selection, turn = TURNS[name];
    const whole = sheetBox(sheet);
    if (!box || String(Object.values(box)) === String(Object.values(whole))) {
      this.model.edit(turnSheet(sheet, turn));
      this.selection = box && sheetBox(this.model.sheet);
      if (!isInside(this.model.sheet, this.cursor)) this.cursor = [0, 0];
      return this.notify();
    }
    const block = turnBlock(copyBlock(sheet, box), turn);
    const after = boxAt(block, [box.top, box.left]);
    if (after.bottom > whole.bottom || after.right > whole.right) {
      return this.showMessage("There is no room to turn the selection here: move it away from the edge.");
    }
    this.model.edit(placeBlock(sheet, block, [box.top, box.left], box));
    this.selection = after;
    this.notify();
  }
}
