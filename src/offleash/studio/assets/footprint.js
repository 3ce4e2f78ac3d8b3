/** A footprint in its cell: moved and resized by pointer or keys, a sub-cell at a time. */

/** @typedef {import("./text.js").Print} Print */
/** @typedef {[number, number]} Spot row and column of a sub-cell, or a place between two */
/** Which sides of a footprint are held; none: all of it. @typedef {{down: -1 | 0 | 1, across: -1 | 0 | 1}} Grip */
/** @typedef {{grid: [number, number], print: Print, at: Spot, grip: Grip | null}} Drag grip null: drawn anew */

const NEAR = 0.35; // of a sub-cell: as near to an edge one takes hold of it

/** @type {Record<string, Spot>} */
const ARROWS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

/** @param {number} number @param {number} low @param {number} high */
const between = (number, low, high) => Math.min(Math.max(number, low), high);

/** @param {Print} print @param {[number, number]} grid @param {Spot} by @returns {Print} */
export function moved([rows, columns, row, column], [down, across], by) {
  return [rows, columns, between(row + by[0], 0, down - rows), between(column + by[1], 0, across - columns)];
}

/** The held sides go along, and never past the side across from them or out of the cell.
 * @param {Print} print @param {[number, number]} grid @param {Grip} grip @param {Spot} by @returns {Print} */
export function resized([rows, columns, row, column], [down, across], grip, by) {
  const [top, high] = stretched(row, rows, down, grip.down, by[0]);
  const [left, wide] = stretched(column, columns, across, grip.across, by[1]);
  return [high, wide, top, left];
}

/** @param {number} start @param {number} length @param {number} most @param {number} side @param {number} by
 * @returns {[number, number]} */
function stretched(start, length, most, side, by) {
  const end = start + length;
  if (side > 0) return [start, between(end + by, start + 1, most) - start];
  if (side === 0) return [start, length];
  const from = between(start + by, 0, end - 1);
  return [from, end - from];
}

/** What a press takes hold of. @param {Print} print @param {[number, number]} grid @param {Spot} at @returns {Drag} */
export function gripped(print, grid, at) {
  const [rows, columns, row, column] = print;
  const down = sideAt(at[0], row, rows), across = sideAt(at[1], column, columns);
  return { grid, print, at, grip: down === null || across === null ? null : { down, across } };
}

/** @param {number} at @param {number} start @param {number} length @returns {-1 | 0 | 1 | null} */
function sideAt(at, start, length) {
  if (at < start - NEAR || at > start + length + NEAR) return null;
  if (at > start + length - NEAR) return 1;
  return at < start + NEAR ? -1 : 0;
}

/** The footprint while it is dragged to a place. @param {Drag} drag @param {Spot} to @returns {Print} */
export function dragged({ grid, print, at, grip }, to) {
  /** @type {Spot} */
  const by = [Math.round(to[0] - at[0]), Math.round(to[1] - at[1])];
  if (grip && (grip.down || grip.across)) return resized(print, grid, grip, by);
  if (grip) return moved(print, grid, by);
  const one = subCell(at, grid), other = subCell(to, grid);
  const top = Math.min(one[0], other[0]), left = Math.min(one[1], other[1]);
  return [Math.abs(one[0] - other[0]) + 1, Math.abs(one[1] - other[1]) + 1, top, left];
}

/** @param {Spot} at @param {[number, number]} grid @returns {Spot} */
const subCell = ([row, column], [down, across]) =>
  [between(Math.floor(row), 0, down - 1), between(Math.floor(column), 0, across - 1)];

/** The footprint after an arrow; nothing for other keys.
 * @param {Print} print @param {[number, number]} grid @param {KeyboardEvent} event @returns {Print | null} */
export function pressed(print, grid, { key, shiftKey }) {
  const by = ARROWS[key];
  if (!by) return null;
  return shiftKey ? resized(print, grid, { down: 1, across: 1 }, by) : moved(print, grid, by);
}
