/** The cells of lines, rectangles and connected areas. */
import { glyphAt, isInside } from "./sheet.js";

/** @typedef {import("./sheet.js").Cell} Cell */
/** @typedef {import("./sheet.js").Sheet} Sheet */
/** @typedef {{top: number, left: number, bottom: number, right: number}} Box both ends are inside */

/** @param {Cell} one @param {Cell} other @returns {Box} */
export function boxOf(one, other) {
  return {
    top: Math.min(one[0], other[0]), left: Math.min(one[1], other[1]),
    bottom: Math.max(one[0], other[0]), right: Math.max(one[1], other[1]),
  };
}

/** @param {Box} box @param {Cell} cell */
export function isInBox(box, [row, column]) {
  return row >= box.top && row <= box.bottom && column >= box.left && column <= box.right;
}

/** @param {Box} box @returns {Cell[]} */
export function boxCells(box) {
  /** @type {Cell[]} */
  const cells = [];
  for (let row = box.top; row <= box.bottom; row++) {
    for (let column = box.left; column <= box.right; column++) cells.push([row, column]);
  }
  return cells;
}

/** A straight line from cell to cell. @param {Cell} from @param {Cell} to @returns {Cell[]} */
export function lineCells(from, to) {
  const steps = Math.max(Math.abs(to[0] - from[0]), Math.abs(to[1] - from[1]));
  return Array.from({ length: steps + 1 }, (_, step) => {
    const share = steps ? step / steps : 0;
    return [Math.round(from[0] + share * (to[0] - from[0])), Math.round(from[1] + share * (to[1] - from[1]))];
  });
}

/** The four neighbours. @param {Cell} cell @returns {Cell[]} */
export const neighbours = ([r, c]) => [[r - 1, c], [r, c + 1], [r + 1, c], [r, c - 1]];

/** The connected cells of the same kind around a cell.
 * @param {Sheet} sheet @param {Cell} start @returns {Cell[]} */
export function connectedCells(sheet, start) {
  const glyph = glyphAt(sheet, start);
  const seen = new Set([start[0] * sheet.columns + start[1]]);
  const cells = [start];
  for (const cell of cells) {
    for (const next of neighbours(cell)) {
      const at = next[0] * sheet.columns + next[1];
      if (!isInside(sheet, next) || seen.has(at) || sheet.cells[at] !== glyph) continue;
      seen.add(at);
      cells.push(next);
    }
  }
  return cells;
}
