/** The form about sizes: the cell in millimetres, its sub-grid, and what spaces take of it. */
import { element, make, makeButton, setText } from "../../web/assets/page.js";
import { UNIT, svg } from "./canvas.js";
import { dragged, gripped, pressed } from "./footprint.js";
import { drawSpace, kindPrint, ownPrint, printOf } from "./room.js";
import { glyphAt, subGridOf } from "./text.js";

/** @typedef {import("./text.js").Cell} Cell */
/** @typedef {import("./text.js").Print} Print */
/** @typedef {import("./text.js").Sheet} Sheet */
/** @typedef {import("./room.js").Room} Room */
/** @typedef {import("./tools.js").Hand} Hand */
/** @typedef {import("./canvas.js").Canvas} Canvas */
/** @typedef {import("./footprint.js").Drag} Drag */
/** @typedef {import("./footprint.js").Spot} Spot */

const FIELDS = ["print-rows", "print-columns", "print-row", "print-column"];
const MARGIN = 1; // around the picture of a cell

export class Sizes {
  /** @param {Hand} hand @param {Canvas} canvas @param {Map<string, string>} names of the kinds */
  constructor(hand, canvas, names) {
    this.hand = hand;
    this.canvas = canvas;
    this.names = names;
    /** @type {Room | null} */
    this.room = null;
    this.form = element("sizes", HTMLFormElement);
    this.whose = element("whose", HTMLSelectElement);
    this.prints = FIELDS.map((id) => element(id, HTMLInputElement));
    this.place = element("cell-picture", HTMLElement);
    /** @type {Drag | null} */
    this.drag = null;
    this.form.addEventListener("submit", (event) => event.preventDefault());
    this.form.addEventListener("change", (event) => this.change(event.target));
    element("whole", HTMLButtonElement).addEventListener("click", () => this.put(null));
    hand.listen(() => this.fill());
    this.listen();
  }

  get sheet() {
    return this.hand.model.sheet;
  }

  /** Rows and columns of sub-cells, also before the server has answered. */
  get grid() {
    return subGridOf(this.sheet);
  }

  /** Pointer and keys on the picture of the cell. */
  listen() {
    const { place, hand } = this;
    place.addEventListener("pointerdown", (event) => this.down(event));
    place.addEventListener("pointermove", (event) => this.over(event));
    place.addEventListener("pointerup", () => {
      if (this.drag) hand.model.keep();
      this.drag = null;
    });
    place.addEventListener("pointercancel", () => this.drop());
    place.addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const print = pressed(this.print(), this.grid, event);
      if (print) this.put(print);
      else if (event.key === "Delete" || event.key === "Backspace") this.put(null);
      else if (event.key === "Escape") this.drop();
      else return;
      event.preventDefault();
    });
  }

  /** @param {PointerEvent} event */
  down(event) {
    if (event.button !== 0 || this.drag) return;
    event.preventDefault();
    this.place.focus({ preventScroll: true });
    this.place.setPointerCapture(event.pointerId);
    this.hand.cancel();
    this.drag = gripped(this.print(), this.grid, this.spotAt(event));
  }

  /** @param {PointerEvent} event */
  over(event) {
    const spot = this.spotAt(event);
    const { grip } = this.drag ?? gripped(this.print(), this.grid, spot);
    this.place.dataset.grip = grip ? `${grip.down}${grip.across}` : "none";
    if (this.drag) this.preview(dragged(this.drag, spot));
  }

  drop() {
    this.drag = null;
    this.hand.model.drop();
    this.fill();
  }

  /** Where a pointer is, in sub-cells. @param {PointerEvent} event @returns {Spot} */
  spotAt({ clientX, clientY }) {
    const box = (this.place.firstElementChild ?? this.place).getBoundingClientRect();
    const [down, across] = this.grid, unit = box.width / (UNIT + 2 * MARGIN);
    const row = (clientY - box.top) / unit - MARGIN, column = (clientX - box.left) / unit - MARGIN;
    return [(row / UNIT) * down, (column / UNIT) * across];
  }

  /** The kind whose footprint the form shows. */
  get kind() {
    return this.names.get(this.isOwn ? glyphAt(this.sheet, this.hand.cursor) : this.hand.kind) ?? "";
  }

  get isOwn() {
    return this.whose.value === "own";
  }

  /** @param {Room | null} room */
  show(room) {
    if (!room) return; // nothing is known of the board as it is
    this.room = room;
    const lines = room.misfits.map((misfit) => {
      const button = makeButton(`${misfit.words}.`, () => this.go(misfit.cells), "light");
      return make("li", "warning", button);
    });
    element("misfits", HTMLElement).replaceChildren(...lines);
    setText(element("fits", HTMLElement), lines.length ? "What does not fit:" : "All pieces fit their spaces.");
    this.fill();
  }

  /** @param {Cell[]} cells */
  go(cells) {
    this.canvas.faults = cells;
    this.hand.cursor = cells[0] ?? this.hand.cursor;
    this.hand.changed();
    this.canvas.reveal();
  }

  fill() {
    const { sheet, hand, room } = this;
    if (!room) return;
    const [every, own] = this.whose.options, [row, column] = hand.cursor;
    if (every) setText(every, `Every ${this.names.get(hand.kind) ?? ""}`);
    if (own) setText(own, `Only row ${row}, column ${column}`);
    const [down, across] = sheet.subGrid ?? ["", ""];
    write(element("cell-size", HTMLInputElement), sheet.cellSize ?? "");
    write(element("sub-rows", HTMLInputElement), down);
    write(element("sub-columns", HTMLInputElement), across);
    const print = this.print();
    this.prints.forEach((input, at) => {
      const most = this.grid[at % 2] ?? 1;
      input.max = String(at < 2 ? most - (print[at + 2] ?? 0) : most - (print[at - 2] ?? 0));
      write(input, print[at] ?? 0);
    });
    element("whole", HTMLButtonElement).disabled = !this.said;
    this.picture(room, print);
  }

  /** The footprint that the form is about, where the file says one. */
  get said() {
    return this.isOwn ? ownPrint(this.sheet, this.hand.cursor) : kindPrint(this.sheet, this.kind);
  }

  /** @returns {Print} */
  print() {
    if (this.isOwn) return printOf(this.sheet, this.grid, this.hand.cursor, this.kind);
    return this.said ?? [...this.grid, 0, 0];
  }

  /** A cell in its sub-grid with its footprint. @param {Room} told @param {Print} print */
  picture(told, print) {
    const room = { ...told, sub_grid: this.grid, cell_mm: this.sheet.cellSize ?? told.cell_mm };
    const [down, across] = room.sub_grid, [rows, columns, row, column] = print;
    const lines = [
      ...Array.from({ length: across - 1 }, (_, at) => `M${((at + 1) * UNIT) / across} 0V${UNIT}`),
      ...Array.from({ length: down - 1 }, (_, at) => `M0 ${((at + 1) * UNIT) / down}H${UNIT}`),
    ];
    const key = [...this.names].find(([, name]) => name === this.kind)?.[0] ?? "";
    const pieces = room.pieces[key] ?? [];
    const size = UNIT + 2 * MARGIN;
    const drawn = svg("svg", { viewBox: `${-MARGIN} ${-MARGIN} ${size} ${size}`, "aria-hidden": "true" });
    const corners = [[row, column], [row, column + columns], [row + rows, column], [row + rows, column + columns]];
    drawn.append(
      svg("rect", { width: UNIT, height: UNIT, class: "cell" }),
      svg("path", { d: lines.join(""), class: "sub" }),
      drawSpace(room, print, pieces, false, [0, 0]),
      ...corners.map(([y = 0, x = 0]) =>
        svg("circle", { cx: (x / across) * UNIT, cy: (y / down) * UNIT, r: 1, class: "corner" })),
    );
    this.place.replaceChildren(drawn);
    const words = pieces.map(([count, word]) => (count > 1 ? `${count} ${word}s` : word)).join(" and ");
    const wide = (columns / across) * room.cell_mm, high = (rows / down) * room.cell_mm;
    setText(element("cell-words", HTMLElement),
      `${capital(this.kind)}${words ? ` with ${words}` : ""}: ${plain(wide)} × ${plain(high)} mm of ${plain(room.cell_mm)}`);
  }

  /** @param {EventTarget | null} field what was changed */
  change(field) {
    const { room } = this;
    if (field === this.whose || !room) return this.fill();
    if (!this.form.reportValidity()) return;
    if (this.prints.some((input) => input === field)) {
      const [rows = 1, columns = 1, row = 0, column = 0] = this.prints.map((input) => input.valueAsNumber);
      return this.put([rows, columns, row, column]);
    }
    const [size, down, across] = ["cell-size", "sub-rows", "sub-columns"].map((id) => element(id, HTMLInputElement).value);
    const { sub_grid: usual } = this.sheet.format;
    /** @type {[number, number] | null} */
    const subGrid = down || across ? [Number(down || usual[0]), Number(across || usual[1])] : null;
    this.hand.model.edit({ cellSize: size ? Number(size) : null, subGrid, ...this.cut(subGrid ?? usual) });
  }

  /** Footprints that still lie within a smaller sub-grid. @param {[number, number]} subGrid */
  cut([down, across]) {
    /** @param {[any, Print]} each */
    const stays = ([, [rows, columns, row, column]]) => row + rows <= down && column + columns <= across;
    return { footprints: this.sheet.footprints.filter(stays), own: this.sheet.own.filter(stays) };
  }

  /** Says a footprint, or says nothing more of it. @param {Print | null} print */
  put(print) {
    this.preview(print);
    this.hand.model.keep();
  }

  /** Shows it in the place of what is being dragged. @param {Print | null} print */
  preview(print) {
    const { hand } = this, isShown = () => print && String(print) === String(this.print());
    if (isShown()) return;
    hand.model.drop();
    const { own, footprints } = this.sheet;
    if (isShown()) return this.fill(); // dragged back to where it was
    if (this.isOwn && glyphAt(this.sheet, hand.cursor) === this.sheet.format.empty) hand.say("An empty cell has no footprint.");
    else if (this.isOwn) hand.model.draw({ own: said(own, hand.cursor, print) });
    else hand.model.draw({ footprints: said(footprints, this.kind, print) });
    this.fill();
  }
}

/** What somebody is typing just now stays. @param {HTMLInputElement} input @param {number | string} value */
function write(input, value) {
  if (document.activeElement !== input) input.value = String(value);
}

/** Lines with another footprint for one of them, in its place. @template T
 * @param {[T, Print][]} lines @param {T} what @param {Print | null} print @returns {[T, Print][]} */
function said(lines, what, print) {
  const at = lines.findIndex(([each]) => String(each) === String(what));
  if (!print) return lines.filter((_, number) => number !== at);
  return at < 0 ? [...lines, [what, print]] : lines.with(at, [what, print]);
}

/** @param {string} text */
const capital = (text) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

/** @param {number} size in millimetres */
const plain = (size) => String(Math.round(size * 10) / 10);
