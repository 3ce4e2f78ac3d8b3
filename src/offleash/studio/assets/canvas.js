/** The sheet as a picture: cells, paths, the selection, the cursor, what is at fault. */
import { Ground } from "./ground.js";
import { neighbours } from "./shapes.js";
import { glyphAt, isInside, rowsOf } from "./text.js";

/** @typedef {import("./text.js").Cell} Cell */
/** @typedef {import("./text.js").Sheet} Sheet */
/** @typedef {import("./shapes.js").Box} Box */
/** @typedef {import("./tools.js").Hand} Hand */
/** A kind of space. A cell between two neighbours with one of some glyphs has the turned sprite.
 * @typedef {{key: string, name: string, words: string, sprite: string,
 *   turned: {name: string, axis: "row" | "column", glyphs: string} | null}} Kind */

export const UNIT = 40; // a cell, in the picture's own measure
const EDGE = 22; // for the numbers of rows and columns
const AROUND = 230; // pixels above and below the sheet
const SMALLEST = 8, LARGEST = 80; // pixels of a cell

/** The name of a cell's sprite, which may depend on its neighbours.
 * @param {Kind | undefined} kind @param {string[]} neighbours glyphs above, right, below and left */
export function spriteOf(kind, [above, right, below, left]) {
  const { sprite = "", turned = null } = kind ?? {};
  const pair = turned?.axis === "row" ? [left, right] : [above, below];
  return turned && pair.every((glyph) => glyph && turned.glyphs.includes(glyph)) ? turned.name : sprite;
}

/** @param {Sheet} sheet @param {number} at @returns {Cell} */
const cellOf = (sheet, at) => [Math.floor(at / sheet.columns), at % sheet.columns];

/** @param {string} tag @param {Record<string, string | number>} attributes @param {(Node | string)[]} inside */
export function svg(tag, attributes = {}, ...inside) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value));
  made.append(...inside);
  return made;
}

/** The middle of a cell. @param {Cell} cell */
export const middle = ([row, column]) => ({ x: (column + 0.5) * UNIT, y: (row + 0.5) * UNIT });

export class Canvas {
  /** @param {HTMLElement} place @param {HTMLElement} frame @param {Hand} hand @param {Kind[]} kinds */
  constructor(place, frame, hand, kinds) {
    this.kinds = new Map(kinds.map((kind) => [kind.key, kind]));
    this.place = place;
    this.frame = frame;
    this.hand = hand;
    this.net = svg("g");
    this.overlay = svg("g", { class: "overlay" });
    this.lines = svg("g", { class: "lines" });
    this.marks = svg("g", { class: "marks" });
    this.picture = /** @type {SVGSVGElement} */ (svg("svg", { "aria-hidden": "true" }));
    this.picture.append(this.net, this.overlay, this.lines, this.marks);
    this.ground = new Ground();
    place.replaceChildren(this.ground.picture, this.picture);
    /** @type {string[]} the glyphs that the ground shows */
    this.drawn = [];
    this.size = "";
    this.zoom = 0; // pixels of a cell; 0: as large as the frame
    this.pixels = UNIT; // of a cell, as it is
    /** @type {Cell[]} */
    this.faults = [];
    /** @type {number | undefined} */
    this.planned = undefined;
    new ResizeObserver(() => this.scale()).observe(frame);
    this.ground.ready.then(() => this.drawGround());
  }

  get sheet() {
    return this.hand.model.sheet;
  }

  /** Draws with the next frame, however many changes come before it. */
  plan() {
    this.planned ??= requestAnimationFrame(() => {
      this.planned = undefined;
      this.draw();
    });
  }

  draw() {
    const { sheet } = this;
    const rows = rowsOf(sheet), size = `${rows} ${sheet.columns}`;
    if (size !== this.size) this.lay(rows, sheet.columns);
    this.size = size;
    this.drawGround();
    this.drawLines();
    this.mark();
  }

  /** Draws the cells that changed, and the neighbours whose sprites depend on them. */
  drawGround() {
    const { sheet, drawn } = this, isFresh = !this.ground.shown.length;
    /** @type {Set<number>} */
    const cells = new Set();
    sheet.cells.forEach((glyph, at) => {
      if (isFresh) cells.add(at);
      else if (glyph !== drawn[at]) for (const number of [at, ...this.dependentsOf(at)]) cells.add(number);
    });
    this.ground.draw(cells, (at) => {
      const kind = this.kinds.get(sheet.cells[at] ?? "");
      return spriteOf(kind, kind?.turned ? neighbours(cellOf(sheet, at)).map((next) => glyphAt(sheet, next)) : []);
    });
    this.drawn = sheet.cells;
    this.place.dataset.size = this.ground.shown.length ? this.size : "";
  }

  /** The neighbours of a cell whose sprites depend on it. @param {number} at */
  dependentsOf(at) {
    const { sheet } = this;
    const cells = neighbours(cellOf(sheet, at)).filter((next) => this.kinds.get(glyphAt(sheet, next))?.turned);
    return cells.map(([row, column]) => row * sheet.columns + column);
  }

  /** A sheet of another size. @param {number} rows @param {number} columns */
  lay(rows, columns) {
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
    const room = this.frame.clientWidth - 2, high = Math.max(window.innerHeight - AROUND, 200);
    const fit = Math.min(room / (columns + 0.65), high / (rows + 0.65), LARGEST);
    const pixels = Math.floor(this.zoom || Math.max(fit, SMALLEST)); // whole ones are sharp
    const unit = pixels / UNIT, { picture, style } = { picture: this.picture, style: this.ground.picture.style };
    this.pixels = pixels;
    picture.setAttribute("width", String(unit * (columns * UNIT + EDGE + 4)));
    picture.setAttribute("height", String(unit * (rows * UNIT + EDGE + 4)));
    style.left = style.top = `${unit * EDGE}px`;
    style.width = `${columns * pixels}px`;
    style.height = `${rows * pixels}px`;
    this.ground.lay(rows, columns, pixels);
    if (!this.ground.shown.length) this.drawGround();
  }

  /** @param {number} factor 0: as large as fits */
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
    this.zoom = Math.min(LARGEST, Math.max(SMALLEST, pixels));
    this.scale();
  }

  /** The cell under a point of the window, the nearest where it lies outside.
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
    const paths = this.sheet.paths.map(([entry, leave]) => {
      const from = middle(entry), to = middle(leave);
      return svg("line", { x1: from.x, y1: from.y, x2: to.x, y2: to.y, "marker-end": "url(#arrow)" });
    });
    this.lines.replaceChildren(...paths);
  }

  /** The cursor and everything that is marked. */
  mark() {
    const { hand, sheet } = this;
    const marks = this.faults.filter((cell) => isInside(sheet, cell)).map((cell) => around(boxed(cell), "fault", 1));
    if (hand.selection) marks.push(around(hand.selection, "selection", 0));
    if (hand.tool === "path" && hand.start) marks.push(lineTo(hand.start, hand.cursor));
    if (hand.source) {
      const source = String(hand.source);
      const targets = sheet.links.find((link) => String(link[0]) === source)?.[1] ?? [];
      marks.push(around(boxed(hand.source), "site", 2), ...targets.map((cell) => around(boxed(cell), "reached", 3)));
    }
    marks.push(around(boxed(hand.cursor), "cursor", 2));
    this.marks.replaceChildren(...marks);
  }

  /** Scrolls until the cursor is seen. */
  reveal() {
    this.marks.lastElementChild?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }
}

/** @param {number} x @param {number} y @param {number} number */
const label = (x, y, number) => svg("text", { x, y, class: "number" }, String(number));

/** @param {Cell} cell @returns {Box} */
const boxed = ([row, column]) => ({ top: row, left: column, bottom: row, right: column });

/** @param {Box} box @param {string} name @param {number} inset */
function around(box, name, inset) {
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
