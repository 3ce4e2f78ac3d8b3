/** Blocks of a sheet to copy, turn and paste, with the paths and links inside them. */
import { boxCells, boxOf, holds } from "./shapes.js";
import { turnedGlyph } from "./symmetry.js";
import { glyphAt, inOrder, isInside, rowsOf, subGridOf } from "./text.js";

/** @typedef {import("./text.js").Cell} Cell */
/** @typedef {import("./text.js").Path} Path */
/** @typedef {import("./text.js").Link} Link */
/** @typedef {import("./text.js").Print} Print */
/** @typedef {import("./text.js").Sheet} Sheet */
/** @typedef {import("./shapes.js").Box} Box */
/** @typedef {import("./symmetry.js").Turn} Turn */
/** @typedef {import("./model.js").Edit} Edit */
/**
 * @typedef {object} Block
 * @property {number} columns
 * @property {string[]} cells
 * @property {Path[]} paths with cells counted from the block's own corner, like links
 * @property {Link[]} links
 * @property {[Cell, Print][]} own footprints
 * @property {[number, number]} grid of sub-cells, in which footprints turn
 * @property {string} corners glyphs that change places when the block is turned
 */

/** @param {Sheet} sheet @returns {Box} */
export const wholeOf = (sheet) => ({ top: 0, left: 0, bottom: rowsOf(sheet) - 1, right: sheet.columns - 1 });

/** @param {Block} block */
export const heightOf = (block) => block.cells.length / block.columns;

/** A copy of what lies in a box. @param {Sheet} sheet @param {Box} box @returns {Block} */
export function taken(sheet, box) {
  const moved = shifted(-box.top, -box.left);
  return {
    columns: box.right - box.left + 1,
    cells: boxCells(box).map((cell) => glyphAt(sheet, cell)),
    paths: sheet.paths.filter((path) => path.every((cell) => holds(box, cell)))
      .map(([one, other]) => [moved(one), moved(other)]),
    links: sheet.links.filter(([source]) => holds(box, source))
      .map(([source, targets]) => [moved(source), targets.filter((cell) => holds(box, cell)).map(moved)]),
    own: sheet.own.filter(([cell]) => holds(box, cell)).map(([cell, print]) => [moved(cell), print]),
    grid: subGridOf(sheet),
    corners: sheet.format.corners,
  };
}

/** @param {number} down @param {number} across @returns {(cell: Cell) => Cell} */
const shifted = (down, across) => ([row, column]) => [row + down, column + across];

/** @param {Block} block @param {Turn} turn @returns {Block} */
export function turned(block, turn) {
  const rows = heightOf(block), { columns } = block;
  /** @param {Cell} cell */
  const place = (cell) => turn.place(cell, rows, columns);
  const across = turn.swaps ? rows : columns;
  /** @type {string[]} */
  const cells = Array(block.cells.length).fill("");
  block.cells.forEach((glyph, at) => {
    const [row, column] = place([Math.floor(at / columns), at % columns]);
    cells[row * across + column] = turnedGlyph(turn, glyph, block.corners);
  });
  return {
    columns: across,
    cells,
    paths: block.paths.map(([one, other]) => [place(one), place(other)]),
    links: block.links.map(([source, targets]) => [place(source), targets.map(place).sort(inOrder)]),
    own: block.own.map(([cell, print]) => [place(cell), turnedPrint(print, turn, block.grid)]),
    grid: block.grid,
    corners: block.corners,
  };
}

/** @param {Print} print @param {Turn} turn @param {[number, number]} grid @returns {Print} */
function turnedPrint(print, turn, grid) {
  if (turn.swaps && grid[0] !== grid[1]) return print; // it could leave its cell
  const [rows, columns, row, column] = print;
  const box = boxOf(turn.place([row, column], ...grid), turn.place([row + rows - 1, column + columns - 1], ...grid));
  return [box.bottom - box.top + 1, box.right - box.left + 1, box.top, box.left];
}

/** The edit that empties a box, if any, and puts a block down with its corner at a cell; what
 * would lie outside is left out. @param {Sheet} sheet @param {Block} block @param {Cell} corner
 * @param {Box | null} [emptied] @returns {Edit & {cells: Map<number, string>}} */
export function placed(sheet, block, corner, emptied = null) {
  /** @type {Map<number, string>} */
  const cells = new Map();
  const moved = shifted(corner[0], corner[1]);
  const inside = (/** @type {Cell} */ cell) => isInside(sheet, cell);
  if (emptied) for (const [r, c] of boxCells(emptied)) cells.set(r * sheet.columns + c, sheet.format.empty);
  block.cells.forEach((glyph, at) => {
    const cell = moved([Math.floor(at / block.columns), at % block.columns]);
    if (inside(cell)) cells.set(cell[0] * sheet.columns + cell[1], glyph);
  });
  const box = boxAt(block, corner);
  /** @param {Cell} cell */
  const isCovered = (cell) => holds(box, cell) || (emptied !== null && holds(emptied, cell));
  /** @type {Path[]} */
  const paths = block.paths.map(([one, other]) => [moved(one), moved(other)]);
  /** @type {Link[]} */
  const links = block.links.map(([source, targets]) => [moved(source), targets.map(moved)]);
  const [down, across] = subGridOf(sheet); // it may have changed since the block was copied
  /** @type {[Cell, Print][]} */
  const own = block.own.filter(([, [high, wide, row, column]]) => row + high <= down && column + wide <= across)
    .map(([cell, print]) => [moved(cell), print]);
  return {
    cells,
    paths: [
      ...sheet.paths.filter((path) => !path.every(isCovered) && !hasEntry(paths, path)),
      ...paths.filter((path) => path.every(inside)),
    ],
    links: [...sheet.links.filter(([source]) => !isCovered(source)), ...links.filter(([source]) => inside(source))],
    own: [...sheet.own.filter(([cell]) => !isCovered(cell)), ...own.filter(([cell]) => inside(cell))],
  };
}

/** @param {Path[]} paths @param {Path} path */
const hasEntry = (paths, path) => paths.some(([entry]) => String(entry) === String(path[0]));

/** Where a block lies. @param {Block} block @param {Cell} corner @returns {Box} */
export function boxAt(block, [top, left]) {
  return { top, left, bottom: top + heightOf(block) - 1, right: left + block.columns - 1 };
}

/** The edit that turns the whole sheet. @param {Sheet} sheet @param {Turn} turn @returns {Edit} */
export function sheetTurned(sheet, turn) {
  const { grid: _grid, corners: _corners, ...edit } = turned(taken(sheet, wholeOf(sheet)), turn);
  return edit;
}

/** The edit that gives a sheet another size; what is cut off is gone.
 * @param {Sheet} sheet @param {number} rows @param {number} columns @returns {Edit} */
export function resized(sheet, rows, columns) {
  const box = { top: 0, left: 0, bottom: rows - 1, right: columns - 1 };
  return { columns, cells: boxCells(box).map((cell) => glyphAt(sheet, cell)) };
}
