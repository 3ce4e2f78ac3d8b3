/** A footprint in its cell: moves and resizes it by pointer or keys, one sub-cell at a time. */

/** @typedef {import("./sheet.js").Footprint} Footprint */
/** @typedef {[number, number]} Spot row and column of a sub-cell, or a point between two */
/** The sides of a footprint that are dragged; no side: all of it. @typedef {{down: -1 | 0 | 1, across: -1 | 0 | 1}} Grip */
/** @typedef {{grid: [number, number], footprint: Footprint, at: Spot, grip: Grip | null}} Drag grip null: draws a new footprint */

const GRIP_DISTANCE = 0.35; // of a sub-cell, from an edge

/** @type {Record<string, Spot>} */
const ARROWS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

/** @param {number} number @param {number} low @param {number} high */
const clamp = (number, low, high) => Math.min(Math.max(number, low), high);

/** @param {Footprint} footprint @param {[number, number]} grid @param {Spot} by @returns {Footprint} */
export function moveFootprint([rows, columns, row, column], [down, across], by) {
  return [rows, columns, clamp(row + by[0], 0, down - rows), clamp(column + by[1], 0, across - columns)];
}

/** Moves the dragged sides, but not past the opposite side or out of the cell.
 * @param {Footprint} footprint @param {[number, number]} grid @param {Grip} grip @param {Spot} by @returns {Footprint} */
export function resizeFootprint([rows, columns, row, column], [down, across], grip, by) {
  const [top, high] = resizeAxis(row, rows, down, grip.down, by[0]);
  const [left, wide] = resizeAxis(column, columns, across, grip.across, by[1]);
  return [high, wide, top, left];
}

/** @param {number} start @param {number} length @param {number} limit @param {number} side @param {number} by
 * @returns {[number, number]} */
function resizeAxis(start, length, limit, side, by) {
  const end = start + length;
  if (side > 0) return [start, clamp(end + by, start + 1, limit) - start];
  if (side === 0) return [start, length];
  const from = clamp(start + by, 0, end - 1);
  return [from, end - from];
}

/** Starts to drag a footprint. @param {Footprint} footprint @param {[number, number]} grid @param {Spot} at @returns {Drag} */
export function startDrag(footprint, grid, at) {
  const [rows, columns, row, column] = footprint;
  const down = sideAt(at[0], row, rows), across = sideAt(at[1], column, columns);
  return { grid, footprint, at, grip: down === null || across === null ? null : { down, across } };
}

/** @param {number} at @param {number} start @param {number} length @returns {-1 | 0 | 1 | null} */
function sideAt(at, start, length) {
  if (at < start - GRIP_DISTANCE || at > start + length + GRIP_DISTANCE) return null;
  if (at > start + length - GRIP_DISTANCE) return 1;
  return at < start + GRIP_DISTANCE ? -1 : 0;
}

/** Returns the footprint while it is dragged. @param {Drag} drag @param {Spot} to @returns {Footprint} */
export function dragFootprint({ grid, footprint, at, grip }, to) {
  /** @type {Spot} */
  const by = [Math.round(to[0] - at[0]), Math.round(to[1] - at[1])];
  if (grip && (grip.down || grip.across)) return resizeFootprint(footprint, grid, grip, by);
  if (grip) return moveFootprint(footprint, grid, by);
  const one = subCell(at, grid), other = subCell(to, grid);
  const top = Math.min(one[0], other[0]), left = Math.min(one[1], other[1]);
  return [Math.abs(one[0] - other[0]) + 1, Math.abs(one[1] - other[1]) + 1, top, left];
}

/** @param {Spot} at @param {[number, number]} grid @returns {Spot} */
const subCell = ([row, column], [down, across]) =>
  [clamp(Math.floor(row), 0, down - 1), clamp(Math.floor(column), 0, across - 1)];

/** Returns the footprint after an arrow key; null for other keys.
 * @param {Footprint} footprint @param {[number, number]} grid @param {KeyboardEvent} event @returns {Footprint | null} */
export function moveByKey(footprint, grid, { key, shiftKey }) {
  const by = ARROWS[key];
  if (!by) return null;
  return shiftKey ? resizeFootprint(footprint, grid, { down: 1, across: 1 }, by) : moveFootprint(footprint, grid, by);
}
