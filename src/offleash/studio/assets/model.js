/** The sheet and its history: every edit becomes a patch that can be taken back, without end. */
import { isInside } from "./text.js";

/** @typedef {import("./text.js").Sheet} Sheet */
/** @typedef {import("./text.js").Cell} Cell */
/** @typedef {import("./text.js").Link} Link */
/** What is to change: some cells by their number, or all of them, and whatever else is named.
 * @typedef {Partial<Omit<Sheet, "cells">> & {cells?: Map<number, string> | string[]}} Edit */
/** Both ways: cells with what was and what is, and fields likewise.
 * @typedef {object} Patch
 * @property {[number, string, string][]} cells
 * @property {[string, unknown, unknown][]} fields
 */

/** The patch that makes an edit of a sheet. @param {Sheet} sheet @param {Edit} edit @returns {Patch} */
export function patchOf(sheet, edit) {
  const { cells, ...fields } = edit;
  /** @type {Patch} */
  const patch = { cells: [], fields: [] };
  /** @type {Sheet} */
  const after = { ...sheet, ...fields, cells: sheet.cells };
  if (Array.isArray(cells)) after.cells = cells;
  else if (cells) {
    after.cells = [...sheet.cells];
    for (const [at, glyph] of cells) {
      const was = sheet.cells[at] ?? sheet.format.empty;
      if (was !== glyph) patch.cells.push([at, was, glyph]);
      after.cells[at] = glyph;
    }
  }
  tidy(after);
  for (const key of /** @type {(keyof Sheet)[]} */ (Object.keys(sheet))) {
    if (key === "cells" && !Array.isArray(cells)) continue;
    if (!isSame(sheet[key], after[key])) patch.fields.push([key, sheet[key], after[key]]);
  }
  return patch;
}

/** @param {unknown} one @param {unknown} other */
const isSame = (one, other) => one === other || JSON.stringify(one) === JSON.stringify(other);

/** Lines about things that are no longer there go with them. @param {Sheet} sheet */
function tidy(sheet) {
  /** @param {Cell} cell @param {string} glyph */
  const has = (cell, glyph) =>
    isInside(sheet, cell) && sheet.cells[cell[0] * sheet.columns + cell[1]] === glyph;
  sheet.paths = sheet.paths.filter((path) => path.every((cell) => isInside(sheet, cell)));
  sheet.own = sheet.own.filter(([cell]) => isInside(sheet, cell) && !has(cell, sheet.format.empty));
  const { source = "", target = "" } = sheet.format.links ?? {};
  sheet.links = sheet.links
    .filter(([cell]) => has(cell, source))
    .map(([cell, targets]) => /** @type {Link} */ ([cell, targets.filter((one) => has(one, target))]));
}

/** The sheet after a patch, or before it. @param {Sheet} sheet @param {Patch} patch @param {boolean} back
 * @returns {Sheet} */
function patched(sheet, patch, back) {
  const cells = patch.cells.length ? [...sheet.cells] : sheet.cells;
  for (const [at, was, is] of patch.cells) cells[at] = back ? was : is;
  const fields = patch.fields.map(([key, was, is]) => [key, back ? was : is]);
  return { ...sheet, cells, ...Object.fromEntries(fields) };
}

/** @param {Patch} patch */
const isEmpty = (patch) => !patch.cells.length && !patch.fields.length;

export class Model {
  /** @param {Sheet} sheet */
  constructor(sheet) {
    this.sheet = sheet;
    /** @type {Patch[]} */
    this.past = [];
    /** @type {Patch[]} */
    this.future = [];
    /** @type {Patch | null} what is being drawn and not yet kept */
    this.pending = null;
    /** @type {((isKept: boolean) => void)[]} */
    this.listeners = [];
  }

  /** @param {(isKept: boolean) => void} listener told after every change, and whether it is kept */
  listen(listener) {
    this.listeners.push(listener);
  }

  /** Shows an edit in the place of what was being drawn. @param {Edit} edit */
  draw(edit) {
    this.#lift();
    this.pending = patchOf(this.sheet, edit);
    this.sheet = patched(this.sheet, this.pending, false);
    this.#tell(false);
  }

  /** What was being drawn becomes one step of the history; says whether it changed anything. */
  keep() {
    const patch = this.pending;
    this.pending = null;
    if (!patch || isEmpty(patch)) return false;
    this.past.push(patch);
    this.future = [];
    this.#tell(true);
    return true;
  }

  /** What was being drawn is gone. */
  drop() {
    if (!this.pending) return;
    this.#lift();
    this.#tell(false);
  }

  /** @param {Edit} edit */
  edit(edit) {
    this.draw(edit);
    return this.keep();
  }

  undo() {
    return this.#step(this.past, this.future, true);
  }

  redo() {
    return this.#step(this.future, this.past, false);
  }

  /** The sheet without what is being drawn. */
  get kept() {
    return this.pending ? patched(this.sheet, this.pending, true) : this.sheet;
  }

  /** @param {Patch[]} from @param {Patch[]} to @param {boolean} back */
  #step(from, to, back) {
    this.#lift();
    const patch = from.pop();
    if (!patch) return false;
    to.push(patch);
    this.sheet = patched(this.sheet, patch, back);
    this.#tell(true);
    return true;
  }

  #lift() {
    if (this.pending) this.sheet = patched(this.sheet, this.pending, true);
    this.pending = null;
  }

  /** @param {boolean} isKept */
  #tell(isKept) {
    for (const listener of this.listeners) listener(isKept);
  }
}
