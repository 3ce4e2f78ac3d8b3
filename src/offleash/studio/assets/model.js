/** The sheet and its history: every edit is a patch that can be undone, without limit. */
import { isInside } from "./sheet.js";

/** @typedef {import("./sheet.js").Sheet} Sheet */
/** @typedef {import("./sheet.js").Cell} Cell */
/** @typedef {import("./sheet.js").Link} Link */
/** The changes: some cells by their number or all cells, and other fields of the sheet.
 * @typedef {Partial<Omit<Sheet, "cells">> & {cells?: Map<number, string> | string[]}} Edit */
/** A change that can be reversed: cells and fields with their values before and after it.
 * @typedef {object} Patch
 * @property {[number, string, string][]} cells
 * @property {[string, unknown, unknown][]} fields
 */

/** Makes the patch for an edit. @param {Sheet} sheet @param {Edit} edit @returns {Patch} */
export function makePatch(sheet, edit) {
  const { cells, ...fields } = edit;
  /** @type {Patch} */
  const patch = { cells: [], fields: [] };
  /** @type {Sheet} */
  const after = { ...sheet, ...fields, cells: sheet.cells };
  if (Array.isArray(cells)) after.cells = cells;
  else if (cells) {
    after.cells = [...sheet.cells];
    for (const [at, glyph] of cells) {
      const before = sheet.cells[at] ?? sheet.format.empty;
      if (before !== glyph) patch.cells.push([at, before, glyph]);
      after.cells[at] = glyph;
    }
  }
  removeDangling(after);
  for (const key of /** @type {(keyof Sheet)[]} */ (Object.keys(sheet))) {
    if (key === "cells" && !Array.isArray(cells)) continue;
    if (!isSame(sheet[key], after[key])) patch.fields.push([key, sheet[key], after[key]]);
  }
  return patch;
}

/** @param {unknown} one @param {unknown} other */
const isSame = (one, other) => one === other || JSON.stringify(one) === JSON.stringify(other);

/** Removes the lines about spaces that no longer exist. @param {Sheet} sheet */
function removeDangling(sheet) {
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

/** Returns the sheet after a patch, or before it if reversed. @param {Sheet} sheet @param {Patch} patch @param {boolean} isReversed
 * @returns {Sheet} */
function applyPatch(sheet, patch, isReversed) {
  const cells = patch.cells.length ? [...sheet.cells] : sheet.cells;
  for (const [at, before, after] of patch.cells) cells[at] = isReversed ? before : after;
  const fields = patch.fields.map(([key, before, after]) => [key, isReversed ? before : after]);
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
    /** @type {Patch | null} the stroke that is not yet committed */
    this.pending = null;
    /** @type {((isCommitted: boolean) => void)[]} */
    this.listeners = [];
  }

  /** @param {(isCommitted: boolean) => void} listener called after every change, with whether it is committed */
  listen(listener) {
    this.listeners.push(listener);
  }

  /** Shows an edit instead of the pending one. @param {Edit} edit */
  draw(edit) {
    this.#removePending();
    this.pending = makePatch(this.sheet, edit);
    this.sheet = applyPatch(this.sheet, this.pending, false);
    this.#notify(false);
  }

  /** Adds the pending edit to the history; returns whether it changed anything. */
  commit() {
    const patch = this.pending;
    this.pending = null;
    if (!patch || isEmpty(patch)) return false;
    this.past.push(patch);
    this.future = [];
    this.#notify(true);
    return true;
  }

  /** Discards the pending edit. */
  discard() {
    if (!this.pending) return;
    this.#removePending();
    this.#notify(false);
  }

  /** @param {Edit} edit */
  edit(edit) {
    this.draw(edit);
    return this.commit();
  }

  undo() {
    return this.#step(this.past, this.future, true);
  }

  redo() {
    return this.#step(this.future, this.past, false);
  }

  /** The sheet without the pending edit. */
  get committed() {
    return this.pending ? applyPatch(this.sheet, this.pending, true) : this.sheet;
  }

  /** @param {Patch[]} from @param {Patch[]} to @param {boolean} isReversed */
  #step(from, to, isReversed) {
    this.#removePending();
    const patch = from.pop();
    if (!patch) return false;
    to.push(patch);
    this.sheet = applyPatch(this.sheet, patch, isReversed);
    this.#notify(true);
    return true;
  }

  #removePending() {
    if (this.pending) this.sheet = applyPatch(this.sheet, this.pending, true);
    this.pending = null;
  }

  /** @param {boolean} isCommitted */
  #notify(isCommitted) {
    for (const listener of this.listeners) listener(isCommitted);
  }
}
