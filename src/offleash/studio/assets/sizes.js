/** The form about sizes: the cell in millimetres, its sub-grid, and what spaces take of it. */
import { element, make, makeButton, setText } from "../../web/assets/page.js";
import { UNIT, svg } from "./canvas.js";
import { drawSpace, kindPrint, ownPrint, printOf } from "./room.js";
import { USUAL_GRID, glyphAt } from "./text.js";

/** @typedef {import("./text.js").Cell} Cell */
/** @typedef {import("./text.js").Print} Print */
/** @typedef {import("./text.js").Sheet} Sheet */
/** @typedef {import("./room.js").Room} Room */
/** @typedef {import("./tools.js").Hand} Hand */
/** @typedef {import("./canvas.js").Canvas} Canvas */

const FIELDS = ["print-rows", "print-columns", "print-row", "print-column"];

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
    this.form.addEventListener("submit", (event) => event.preventDefault());
    this.form.addEventListener("change", (event) => this.change(event.target));
    element("whole", HTMLButtonElement).addEventListener("click", () => this.put(null));
    hand.listen(() => this.fill());
  }

  get sheet() {
    return this.hand.model.sheet;
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
    this.room = room ?? this.room;
    const lines = (room?.misfits ?? []).map((misfit) => {
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
    element("cell-size", HTMLInputElement).value = String(sheet.cellSize ?? "");
    element("sub-rows", HTMLInputElement).value = String(down);
    element("sub-columns", HTMLInputElement).value = String(across);
    const print = this.print(room);
    this.prints.forEach((input, at) => {
      const most = room.sub_grid[at % 2] ?? 1;
      input.max = String(at < 2 ? most - (print[at + 2] ?? 0) : most - (print[at - 2] ?? 0));
      input.value = String(print[at]);
    });
    element("whole", HTMLButtonElement).disabled = !this.said;
    this.picture(room, print);
  }

  /** The footprint that the form is about, where the file says one. */
  get said() {
    return this.isOwn ? ownPrint(this.sheet, this.hand.cursor) : kindPrint(this.sheet, this.kind);
  }

  /** @param {Room} room @returns {Print} */
  print(room) {
    if (this.isOwn) return printOf(this.sheet, room, this.hand.cursor, this.kind);
    return this.said ?? [...room.sub_grid, 0, 0];
  }

  /** A cell in its sub-grid, as large as on the table. @param {Room} room @param {Print} print */
  picture(room, print) {
    const [down, across] = room.sub_grid;
    const lines = [
      ...Array.from({ length: across - 1 }, (_, at) => `M${((at + 1) * UNIT) / across} 0V${UNIT}`),
      ...Array.from({ length: down - 1 }, (_, at) => `M0 ${((at + 1) * UNIT) / down}H${UNIT}`),
    ];
    const key = [...this.names].find(([, name]) => name === this.kind)?.[0] ?? "";
    const pieces = room.pieces[key] ?? [];
    const drawn = svg("svg", { viewBox: `-1 -1 ${UNIT + 2} ${UNIT + 2}`, width: `${room.cell_mm}mm`, height: `${room.cell_mm}mm` });
    drawn.append(
      svg("rect", { width: UNIT, height: UNIT, class: "cell" }),
      svg("path", { d: lines.join(""), class: "sub" }),
      drawSpace(room, print, pieces, false, [0, 0]),
    );
    const words = pieces.map(([count, word]) => (count > 1 ? `${count} ${word}s` : word)).join(" and ");
    element("cell-picture", HTMLElement).replaceChildren(drawn);
    setText(element("cell-words", HTMLElement), `${this.kind}${words ? ` with ${words}` : ""}, in true size`);
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
    /** @type {[number, number] | null} */
    const subGrid = down || across ? [Number(down || USUAL_GRID[0]), Number(across || USUAL_GRID[1])] : null;
    this.hand.model.edit({ cellSize: size ? Number(size) : null, subGrid, ...this.cut(subGrid ?? USUAL_GRID) });
  }

  /** Footprints that still lie within a smaller sub-grid. @param {[number, number]} subGrid */
  cut([down, across]) {
    /** @param {[any, Print]} each */
    const stays = ([, [rows, columns, row, column]]) => row + rows <= down && column + columns <= across;
    return { footprints: this.sheet.footprints.filter(stays), own: this.sheet.own.filter(stays) };
  }

  /** Says a footprint, or says nothing more of it. @param {Print | null} print */
  put(print) {
    const { sheet, hand } = this;
    if (this.isOwn) {
      const others = sheet.own.filter(([cell]) => String(cell) !== String(hand.cursor));
      hand.model.edit({ own: print ? [...others, [hand.cursor, print]] : others });
    } else {
      const others = sheet.footprints.filter(([kind]) => kind !== this.kind);
      hand.model.edit({ footprints: print ? [...others, [this.kind, print]] : others });
    }
    this.fill();
  }
}
