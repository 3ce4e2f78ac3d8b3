/** The picture of the sheet: cells, paths, the selection, the cursor, cells at fault. */
import { CellLayer } from "./cell_layer.js";
import { neighbours } from "./shapes.js";
import { glyphAt, isInside, rowsOf } from "./sheet.js";

/** @typedef {import("./sheet.js").Cell} Cell */
/** @typedef {import("./sheet.js").Sheet} Sheet */
/** @typedef {import("./shapes.js").Box} Box */
/** @typedef {import("./tools.js").Toolbox} Toolbox */
/** A kind of space. A cell between two neighbours with one of some glyphs has the turned sprite.
 * @typedef {{key: string, name: string, words: string, sprite: string,
 *   turned: {name: string, axis: "row" | "column", glyphs: string} | null}} Kind */

export const UNIT = 40; // of a cell, in the picture's own units
const EDGE = 22; // around the sheet, for the numbers of rows and columns
const OUTER_HEIGHT_PX = 230; // of the page above and below the sheet
const MIN_CELL_PX = 8, MAX_CELL_PX = 80;

/** The name of a cell's sprite, which may depend on its neighbours.
 * @param {Kind | undefined} kind @param {string[]} neighbours glyphs above, right, below and left */
export function spriteOf(kind, [above, right, below, left]) {
  const { sprite = "", turned = null } = kind ?? {};
  const pair = turned?.axis === "row" ? [left, right] : [above, below];
  return turned && pair.every((glyph) => glyph && turned.glyphs.includes(glyph)) ? turned.name : sprite;
}

/** @param {Sheet} sheet @param {number} at @returns {Cell} */
const cellOf = (sheet, at) => [Math.floor(at / sheet.columns), at % sheet.columns];

/** @param {string} tag @param {Record<string, string | number>} attributes @param {(Node | string)[]} children */
export function svg(tag, attributes = {}, ...children) {
  const shape = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) shape.setAttribute(name, String(value));
  shape.append(...children);
  return shape;
}

/** The middle of a cell. @param {Cell} cell */
export const middle = ([row, column]) => ({ x: (column + 0.5) * UNIT, y: (row + 0.5) * UNIT });

export class Canvas {
  /** @param {HTMLElement} place @param {HTMLElement} frame @param {Toolbox} toolbox @param {Kind[]} kinds */
  constructor(place, frame, toolbox, kinds) {
    this.kinds = new Map(kinds.map((kind) => [kind.key, kind]));
    this.place = place;
    this.frame = frame;
    this.toolbox = toolbox;
    this.net = svg("g");
    this.overlay = svg("g", { class: "overlay" });
    this.lines = svg("g", { class: "lines" });
    this.marks = svg("g", { class: "marks" });
    this.picture = /** @type {SVGSVGElement} */ (svg("svg", { "aria-hidden": "true" }));
    this.picture.append(this.net, this.overlay, this.lines, this.marks);
    this.cellLayer = new CellLayer();
    place.replaceChildren(this.cellLayer.picture, this.picture);
    /** @type {string[]} the glyphs on the cell layer */
    this.drawn = [];
    this.size = "";
    this.zoom = 0; // pixels of a cell; 0: fits the frame
    this.pixels = UNIT; // of a cell at the current zoom
    /** @type {Cell[]} */
    this.faults = [];
    /** @type {number | undefined} */
    this.frameRequest = undefined;
    new ResizeObserver(() => this.scale()).observe(frame);
    this.cellLayer.ready.then(() => this.drawCells());
  }

  get sheet() {
    return this.toolbox.model.sheet;
  }

  /** Draws once with the next frame. */
  requestDraw() {
    this.frameRequest ??= requestAnimationFrame(() => {
      this.frameRequest = undefined;
      this.draw();
    });
  }

  draw() {
    const { sheet } = this;
    const rows = rowsOf(sheet), size = `${rows} ${sheet.columns}`;
    if (size !== this.size) this.drawGrid(rows, sheet.columns);
    this.size = size;
    this.drawCells();
    this.drawLines();
    this.drawMarks();
  }

  /** Draws the cells that changed, and the neighbours whose sprites depend on them. */
  drawCells() {
    const { sheet, drawn } = this, isFresh = !this.cellLayer.drawn.length;
    /** @type {Set<number>} */
    const cells = new Set();
    sheet.cells.forEach((glyph, at) => {
      if (isFresh) cells.add(at);
      else if (glyph !== drawn[at]) for (const number of [at, ...this.dependentsOf(at)]) cells.add(number);
    });
    this.cellLayer.draw(cells, (at) => {
      const kind = this.kinds.get(sheet.cells[at] ?? "");
      return spriteOf(kind, kind?.turned ? neighbours(cellOf(sheet, at)).map((next) => glyphAt(sheet, next)) : []);
    });
    this.drawn = sheet.cells;
    this.place.dataset.size = this.cellLayer.drawn.length ? this.size : "";
  }

  /** The neighbours of a cell whose sprites depend on it. @param {number} at */
  dependentsOf(at) {
    const { sheet } = this;
    const cells = neighbours(cellOf(sheet, at)).filter((next) => this.kinds.get(glyphAt(sheet, next))?.turned);
    return cells.map(([row, column]) => row * sheet.columns + column);
  }

  /** Draws the grid of a new size. @param {number} rows @param {number} columns */
  drawGrid(rows, columns) {
    const wide = columns * UNIT, high = rows * UNIT;
    this.picture.setAttribute("viewBox", `${-EDGE} ${-EDGE} ${wide + EDGE + 4} ${high + EDGE + 4}`);
    const numbers = [
      ...Array.from({ length: columns }, (_, at) => label((at + 0.5) * UNIT, -8, at)),
      ...Array.from({ length: rows }, (_, at) => label(-11, (at + 0.5) * UNIT + 4, at)),
    ];
    const net = svg("rect", { width: wide, height: high, fill: "url(#cell-lines)" });
    const rim = svg("rect", { width: wide, height: high, class: "rim" });
    this.net.replaceChildren(net, rim, ...numbers);
    this.scale();
  }

  scale() {
    const { columns } = this.sheet, rows = rowsOf(this.sheet);
    const width = this.frame.clientWidth - 2, height = Math.max(window.innerHeight - OUTER_HEIGHT_PX, 200);
    const fit = Math.min(width / (columns + 0.65), height / (rows + 0.65), MAX_CELL_PX);
    const pixels = Math.floor(this.zoom || Math.max(fit, MIN_CELL_PX)); // whole pixels are sharp
    const unit = pixels / UNIT, { picture, style } = { picture: this.picture, style: this.cellLayer.picture.style };
    this.pixels = pixels;
    picture.setAttribute("width", String(unit * (columns * UNIT + EDGE + 4)));
    picture.setAttribute("height", String(unit * (rows * UNIT + EDGE + 4)));
    style.left = style.top = `${unit * EDGE}px`;
    style.width = `${columns * pixels}px`;
    style.height = `${rows * pixels}px`;
    this.cellLayer.resize(rows, columns, pixels);
    if (!this.cellLayer.drawn.length) this.drawCells();
  }

  /** @param {number} factor 0: fits the frame */
  zoomBy(factor) {
    if (factor) this.zoomTo(this.pixels * factor);
    else {
      this.zoom = 0;
      this.scale();
    }
    this.reveal();
  }

  /** @param {number} pixels of a cell */
  zoomTo(pixels) {
    this.zoom = Math.min(MAX_CELL_PX, Math.max(MIN_CELL_PX, pixels));
    this.scale();
  }

  /** The cell under a point of the window, or the nearest one.
   * @param {{clientX: number, clientY: number}} point @returns {Cell} */
  cellAt({ clientX, clientY }) {
    const box = this.picture.getBoundingClientRect();
    const { columns } = this.sheet, rows = rowsOf(this.sheet);
    const perPixel = (columns * UNIT + EDGE + 4) / box.width;
    const column = Math.floor(((clientX - box.left) * perPixel - EDGE) / UNIT);
    const row = Math.floor(((clientY - box.top) * perPixel - EDGE) / UNIT);
    return [Math.min(Math.max(row, 0), rows - 1), Math.min(Math.max(column, 0), columns - 1)];
  }

  drawLines() {
    const paths = this.sheet.paths.map(([entry, exit]) => {
      const from = middle(entry), to = middle(exit);
      return svg("line", { x1: from.x, y1: from.y, x2: to.x, y2: to.y, "marker-end": "url(#arrow)" });
    });
    this.lines.replaceChildren(...paths);
  }

  /** Draws the cursor and all other marks. */
  drawMarks() {
    const { toolbox, sheet } = this;
    const marks = this.faults.filter((cell) => isInside(sheet, cell)).map((cell) => outline(boxOfCell(cell), "fault", 1));
    if (toolbox.selection) marks.push(outline(toolbox.selection, "selection", 0));
    if (toolbox.tool === "path" && toolbox.start) marks.push(lineTo(toolbox.start, toolbox.cursor));
    if (toolbox.source) {
      const source = String(toolbox.source);
      const targets = sheet.links.find((link) => String(link[0]) === source)?.[1] ?? [];
      marks.push(outline(boxOfCell(toolbox.source), "site", 2), ...targets.map((cell) => outline(boxOfCell(cell), "reached", 3)));
    }
    marks.push(outline(boxOfCell(toolbox.cursor), "cursor", 2));
    this.marks.replaceChildren(...marks);
  }

  /** Scrolls to the cursor. */
  reveal() {
    this.marks.lastElementChild?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }
}

/** @param {number} x @param {number} y @param {number} number */
const label = (x, y, number) => svg("text", { x, y, class: "number" }, String(number));

/** @param {Cell} cell @returns {Box} */
const boxOfCell = ([row, column]) => ({ top: row, left: column, bottom: row, right: column });

/** @param {Box} box @param {string} name @param {number} inset */
function outline(box, name, inset) {
  return svg("rect", {
    class: name, rx: 4, x: box.left * UNIT + inset, y: box.top * UNIT + inset,
    width: (box.right - box.left + 1) * UNIT - 2 * inset,
    height: (box.bottom - box.top + 1) * UNIT - 2 * inset,
  });
}

/** @param {Cell} from @param {Cell} to */
function lineTo(from, to) {
  const one = middle(from), other = middle(to);
  return svg("line", { x1: one.x, y1: one.y, x2: other.x, y2: other.y, class: "drawn", "marker-end": "url(#arrow)" });
}
