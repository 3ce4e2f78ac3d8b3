/** The sheet as a picture: cells, paths, the selection, the cursor, what is at fault. */
import { Ground } from "./ground.js";
import { beside } from "./shapes.js";
import { glyphAt, isInside, rowsOf } from "./text.js";

/** @typedef {import("./text.js").Cell} Cell */
/** @typedef {import("./text.js").Sheet} Sheet */
/** @typedef {import("./shapes.js").Box} Box */
/** @typedef {import("./tools.js").Hand} Hand */

export const UNIT = 40; // a cell, in the picture's own measure
const EDGE = 22; // for the numbers of rows and columns
const AROUND = 230; // pixels above and below the sheet
const SMALLEST = 8, LARGEST = 80; // pixels of a cell

/** @type {Record<string, string>} */
const SPRITES = {
  ".": "nothing", s: "sidewalk", ":": "side", "+": "junction", "/": "path", T: "territory",
  B: "bond", P: "park", C: "chance", E: "events", W: "water",
  1: "home-1", 2: "home-2", 3: "home-3", 4: "home-4",
};
const ROADS = "=x+", WALKED = "s:";

/** What a cell looks like; a street goes on where its neighbours do.
 * @param {string} glyph @param {string[]} around above, right, below, left */
export function spriteOf(glyph, around = [".", "=", ".", "="]) {
  const [above = ".", right = ".", below = ".", left = "."] = around;
  if (glyph === "=") return ROADS.includes(left) || ROADS.includes(right) ? "road-across" : "road-down";
  if (glyph === "x") return WALKED.includes(above) && WALKED.includes(below) ? "zebra-down" : "zebra-across";
  return SPRITES[glyph] ?? "nothing";
}

/** Whether a cell looks different beside others. @param {string} glyph */
const isJoined = (glyph) => glyph === "=" || glyph === "x";

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
  /** @param {HTMLElement} place @param {HTMLElement} frame @param {Hand} hand */
  constructor(place, frame, hand) {
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

  /** The cells that changed, and streets beside them, which go on where their neighbours do. */
  drawGround() {
    const { sheet, drawn } = this, isFresh = !this.ground.shown.length;
    /** @type {Set<number>} */
    const cells = new Set();
    sheet.cells.forEach((glyph, at) => {
      if (isFresh) cells.add(at);
      else if (glyph !== drawn[at]) for (const each of [at, ...this.streetsAt(at)]) cells.add(each);
    });
    this.ground.draw(cells, (at) => {
      const glyph = sheet.cells[at] ?? ".";
      return isJoined(glyph) ? spriteOf(glyph, beside(cellOf(sheet, at)).map((next) => glyphAt(sheet, next))) : spriteOf(glyph);
    });
    this.drawn = sheet.cells;
    this.place.dataset.size = this.ground.shown.length ? this.size : "";
  }

  /** @param {number} at */
  streetsAt(at) {
    const { sheet } = this;
    const found = beside(cellOf(sheet, at)).filter((next) => isJoined(glyphAt(sheet, next)));
    return found.map(([row, column]) => row * sheet.columns + column);
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
    if (hand.site) {
      const site = String(hand.site);
      const reached = sheet.bonds.find((bond) => String(bond[0]) === site)?.[1] ?? [];
      marks.push(around(boxed(hand.site), "site", 2), ...reached.map((cell) => around(boxed(cell), "reached", 3)));
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
