/** The form for sizes: the cell in millimetres, its sub-grid, and the footprints of spaces. */
import { element, make, makeButton, setText } from "../../web/assets/page.js";
import { UNIT, svg } from "./canvas.js";
import { dragFootprint, moveByKey, startDrag } from "./footprint.js";
import { drawSpace, kindFootprint, ownFootprint, footprintOf } from "./room.js";
import { glyphAt, subGridOf } from "./sheet.js";

/** @typedef {import("./sheet.js").Cell} Cell */
/** @typedef {import("./sheet.js").Footprint} Footprint */
/** @typedef {import("./sheet.js").Sheet} Sheet */
/** @typedef {import("./room.js").Misfit} Misfit */
/** @typedef {import("./room.js").Room} Room */
/** @typedef {import("./tools.js").Toolbox} Toolbox */
/** @typedef {import("./canvas.js").Canvas} Canvas */
/** @typedef {import("./footprint.js").Drag} Drag */
/** @typedef {import("./footprint.js").Spot} Spot */

const FIELDS = ["print-rows", "print-columns", "print-row", "print-column"];
const MARGIN = 1; // around the picture of a cell, in its units

export class Sizes {
  /** @param {Toolbox} toolbox @param {Canvas} canvas @param {Map<string, string>} names of the kinds */
  constructor(toolbox, canvas, names) {
    this.toolbox = toolbox;
    this.canvas = canvas;
    this.names = names;
    /** @type {Room | null} */
    this.room = null;
    this.form = element("sizes", HTMLFormElement);
    this.ownerSelect = element("whose", HTMLSelectElement);
    this.prints = FIELDS.map((id) => element(id, HTMLInputElement));
    this.place = element("cell-picture", HTMLElement);
    /** @type {Drag | null} */
    this.drag = null;
    this.form.addEventListener("submit", (event) => event.preventDefault());
    this.form.addEventListener("change", (event) => this.change(event.target));
    element("whole", HTMLButtonElement).addEventListener("click", () => this.set(null));
    toolbox.listen(() => this.fill());
    this.listen();
  }

  get sheet() {
    return this.toolbox.model.sheet;
  }

  /** Rows and columns of sub-cells in a cell. */
  get grid() {
    return subGridOf(this.sheet);
  }

  /** Pointer and keys on the picture of the cell. */
  listen() {
    const { place, toolbox } = this;
    place.addEventListener("pointerdown", (event) => this.startDrag(event));
    place.addEventListener("pointermove", (event) => this.continueDrag(event));
    place.addEventListener("pointerup", () => {
      if (this.drag) toolbox.model.commit();
      this.drag = null;
    });
    place.addEventListener("pointercancel", () => this.cancelDrag());
    place.addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const footprint = moveByKey(this.footprint(), this.grid, event);
      if (footprint) this.set(footprint);
      else if (event.key === "Delete" || event.key === "Backspace") this.set(null);
      else if (event.key === "Escape") this.cancelDrag();
      else return;
      event.preventDefault();
    });
  }

  /** @param {PointerEvent} event */
  startDrag(event) {
    if (event.button !== 0 || this.drag) return;
    event.preventDefault();
    this.place.focus({ preventScroll: true });
    this.place.setPointerCapture(event.pointerId);
    this.toolbox.cancel();
    this.drag = startDrag(this.footprint(), this.grid, this.spotAt(event));
  }

  /** @param {PointerEvent} event */
  continueDrag(event) {
    const spot = this.spotAt(event);
    const { grip } = this.drag ?? startDrag(this.footprint(), this.grid, spot);
    this.place.dataset.grip = grip ? `${grip.down}${grip.across}` : "none";
    if (this.drag) this.preview(dragFootprint(this.drag, spot));
  }

  cancelDrag() {
    this.drag = null;
    this.toolbox.model.discard();
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
    return this.names.get(this.isOwn ? glyphAt(this.sheet, this.toolbox.cursor) : this.toolbox.kind) ?? "";
  }

  get isOwn() {
    return this.ownerSelect.value === "own";
  }

  /** @param {Room | null} room */
  show(room) {
    if (!room) return; // the board has a problem
    const isNew = JSON.stringify(room.misfits) !== JSON.stringify(this.room?.misfits);
    this.room = room;
    if (isNew) this.listMisfits(room.misfits); // a button that is replaced loses a click on it
    this.fill();
  }

  /** @param {Misfit[]} misfits */
  listMisfits(misfits) {
    const lines = misfits.map((misfit) => {
      const button = makeButton(`${misfit.words}.`, () => this.goTo(misfit.cells), "light");
      return make("li", "warning", button);
    });
    element("misfits", HTMLElement).replaceChildren(...lines);
    setText(element("fits", HTMLElement), lines.length ? "What does not fit:" : "All pieces fit their spaces.");
  }

  /** @param {Cell[]} cells */
  goTo(cells) {
    this.canvas.faults = cells;
    this.toolbox.cursor = cells[0] ?? this.toolbox.cursor;
    this.toolbox.notify();
    this.canvas.reveal();
  }

  fill() {
    const { sheet, toolbox, room } = this;
    if (!room) return;
    const [kind, own] = this.ownerSelect.options, [row, column] = toolbox.cursor;
    if (kind) setText(kind, `Every ${this.names.get(toolbox.kind) ?? ""}`);
    if (own) setText(own, `Only row ${row}, column ${column}`);
    const [down, across] = sheet.subGrid ?? ["", ""];
    setValue(element("cell-size", HTMLInputElement), sheet.cellSize ?? "");
    setValue(element("sub-rows", HTMLInputElement), down);
    setValue(element("sub-columns", HTMLInputElement), across);
    const footprint = this.footprint();
    this.prints.forEach((input, at) => {
      const max = this.grid[at % 2] ?? 1;
      input.max = String(at < 2 ? max - (footprint[at + 2] ?? 0) : max - (footprint[at - 2] ?? 0));
      setValue(input, footprint[at] ?? 0);
    });
    element("whole", HTMLButtonElement).disabled = !this.explicit;
    this.drawCell(room, footprint);
  }

  /** The selected footprint, if the file has it. */
  get explicit() {
    return this.isOwn ? ownFootprint(this.sheet, this.toolbox.cursor) : kindFootprint(this.sheet, this.kind);
  }

  /** @returns {Footprint} */
  footprint() {
    if (this.isOwn) return footprintOf(this.sheet, this.grid, this.toolbox.cursor, this.kind);
    return this.explicit ?? [...this.grid, 0, 0];
  }

  /** Draws a cell with its sub-grid and footprint. @param {Room} checked @param {Footprint} footprint */
  drawCell(checked, footprint) {
    const room = { ...checked, sub_grid: this.grid, cell_mm: this.sheet.cellSize ?? checked.cell_mm };
    const [down, across] = room.sub_grid, [rows, columns, row, column] = footprint;
    const lines = [
      ...Array.from({ length: across - 1 }, (_, at) => `M${((at + 1) * UNIT) / across} 0V${UNIT}`),
      ...Array.from({ length: down - 1 }, (_, at) => `M0 ${((at + 1) * UNIT) / down}H${UNIT}`),
    ];
    const key = [...this.names].find(([, name]) => name === this.kind)?.[0] ?? "";
    const pieces = room.pieces[key] ?? [];
    const size = UNIT + 2 * MARGIN;
    const picture = svg("svg", { viewBox: `${-MARGIN} ${-MARGIN} ${size} ${size}`, "aria-hidden": "true" });
    const corners = [[row, column], [row, column + columns], [row + rows, column], [row + rows, column + columns]];
    picture.append(
      svg("rect", { width: UNIT, height: UNIT, class: "cell" }),
      svg("path", { d: lines.join(""), class: "sub" }),
      drawSpace(room, footprint, pieces, false, [0, 0]),
      ...corners.map(([y = 0, x = 0]) =>
        svg("circle", { cx: (x / across) * UNIT, cy: (y / down) * UNIT, r: 1, class: "corner" })),
    );
    this.place.replaceChildren(picture);
    const words = pieces.map(([count, word]) => (count > 1 ? `${count} ${word}s` : word)).join(" and ");
    const wide = (columns / across) * room.cell_mm, high = (rows / down) * room.cell_mm;
    setText(element("cell-words", HTMLElement),
      `${capitalise(this.kind)}${words ? ` with ${words}` : ""}: ${formatSize(wide)} × ${formatSize(high)} mm of ${formatSize(room.cell_mm)}`);
  }

  /** @param {EventTarget | null} field that was changed */
  change(field) {
    const { room } = this;
    if (field === this.ownerSelect || !room) return this.fill();
    if (!this.form.reportValidity()) return;
    if (this.prints.some((input) => input === field)) {
      const [rows = 1, columns = 1, row = 0, column = 0] = this.prints.map((input) => input.valueAsNumber);
      return this.set([rows, columns, row, column]);
    }
    const [size, down, across] = ["cell-size", "sub-rows", "sub-columns"].map((id) => element(id, HTMLInputElement).value);
    const { sub_grid: usual } = this.sheet.format;
    /** @type {[number, number] | null} */
    const subGrid = down || across ? [Number(down || usual[0]), Number(across || usual[1])] : null;
    this.toolbox.model.edit({ cellSize: size ? Number(size) : null, subGrid, ...this.fittingFootprints(subGrid ?? usual) });
  }

  /** The footprints that fit into a new sub-grid. @param {[number, number]} subGrid */
  fittingFootprints([down, across]) {
    /** @param {[any, Footprint]} entry */
    const fits = ([, [rows, columns, row, column]]) => row + rows <= down && column + columns <= across;
    return { footprints: this.sheet.footprints.filter(fits), own: this.sheet.own.filter(fits) };
  }

  /** Sets the selected footprint, or removes it. @param {Footprint | null} footprint */
  set(footprint) {
    this.preview(footprint);
    this.toolbox.model.commit();
  }

  /** Shows a footprint as the pending edit. @param {Footprint | null} footprint */
  preview(footprint) {
    const { toolbox } = this, isCurrent = () => footprint && String(footprint) === String(this.footprint());
    if (isCurrent()) return;
    toolbox.model.discard();
    const { own, footprints } = this.sheet;
    if (isCurrent()) return this.fill(); // dragged back to the start
    if (this.isOwn && glyphAt(this.sheet, toolbox.cursor) === this.sheet.format.empty) toolbox.showMessage("An empty cell has no footprint.");
    else if (this.isOwn) toolbox.model.draw({ own: replaceFootprint(own, toolbox.cursor, footprint) });
    else toolbox.model.draw({ footprints: replaceFootprint(footprints, this.kind, footprint) });
    this.fill();
  }
}

/** Sets a value, unless the user is typing there. @param {HTMLInputElement} input @param {number | string} value */
function setValue(input, value) {
  if (document.activeElement !== input) input.value = String(value);
}

/** Replaces, adds or removes a footprint in a list. @template T
 * @param {[T, Footprint][]} lines @param {T} key @param {Footprint | null} footprint @returns {[T, Footprint][]} */
function replaceFootprint(lines, key, footprint) {
  const at = lines.findIndex(([name]) => String(name) === String(key));
  if (!footprint) return lines.filter((_, number) => number !== at);
  return at < 0 ? [...lines, [key, footprint]] : lines.with(at, [key, footprint]);
}

/** @param {string} text */
const capitalise = (text) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

/** @param {number} size in millimetres */
const formatSize = (size) => String(Math.round(size * 10) / 10);
