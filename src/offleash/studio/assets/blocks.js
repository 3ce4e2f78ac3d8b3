/** Blocks of a sheet to copy, turn and paste, with the paths and links inside them. */
import { boxCells, boxOf, isInBox } from "./shapes.js";
import { turnGlyph } from "./symmetry.js";
import { glyphAt, compareCells, isInside, rowsOf, subGridOf } from "./sheet.js";

/** @typedef {import("./sheet.js").Cell} Cell */
/** @typedef {import("./sheet.js").Path} Path */
/** @typedef {import("./sheet.js").Link} Link */
/** @typedef {import("./sheet.js").Footprint} Footprint */
/** @typedef {import("./sheet.js").Sheet} Sheet */
/** @typedef {import("./shapes.js").Box} Box */
/** @typedef {import("./symmetry.js").Turn} Turn */
/** @typedef {import("./model.js").Edit} Edit */
/**
 * @typedef {object} Block
 * @property {number} columns
 * @property {string[]} cells
 * @property {Path[]} paths with cells counted from the block's own corner, like links
 * @property {Link[]} links
 * @property {[Cell, Footprint][]} own footprints
 * @property {[number, number]} grid of sub-cells, in which footprints turn
 * @property {string} corners glyphs that change places when the block is turned
 */

/** @param {Sheet} sheet @returns {Box} */
export const sheetBox = (sheet) => ({ top: 0, left: 0, bottom: rowsOf(sheet) - 1, right: sheet.columns - 1 });

/** @param {Block} block */
export const heightOf = (block) => block.cells.length / block.columns;

/** Copies the cells of a box. @param {Sheet} sheet @param {Box} box @returns {Block} */
export function copyBlock(sheet, box) {
  const move = shiftBy(-box.top, -box.left);
  return {
    columns: box.right - box.left + 1,
    cells: boxCells(box).map((cell) => glyphAt(sheet, cell)),
    paths: sheet.paths.filter((path) => path.every((cell) => isInBox(box, cell)))
      .map(([one, other]) => [move(one), move(other)]),
    links: sheet.links.filter(([source]) => isInBox(box, source))
      .map(([source, targets]) => [move(source), targets.filter((cell) => isInBox(box, cell)).map(move)]),
    own: sheet.own.filter(([cell]) => isInBox(box, cell)).map(([cell, footprint]) => [move(cell), footprint]),
    grid: subGridOf(sheet),
    corners: sheet.format.corners,
  };
}

/** @param {number} down @param {number} across @returns {(cell: Cell) => Cell} */
const shiftBy = (down, across) => ([row, column]) => [row + down, column + across];

/** @param {Block} block @param {Turn} turn @returns {Block} */
export function turnBlock(block, turn) {
  const rows = heightOf(block), { columns } = block;
  /** @param {Cell} cell */
  const place = (cell) => turn.place(cell, rows, columns);
  const across = turn.swaps ? rows : columns;
  /** @type {string[]} */
  const cells = Array(block.cells.length).fill("");
  block.cells.forEach((glyph, at) => {
    const [row, column] = place([Math.floor(at / columns), at % columns]);
    cells[row * across + column] = turnGlyph(turn, glyph, block.corners);
  });
  return {
    columns: across,
    cells,
    paths: block.paths.map(([one, other]) => [place(one), place(other)]),
    links: block.links.map(([source, targets]) => [place(source), targets.map(place).sort(compareCells)]),
    own: block.own.map(([cell, footprint]) => [place(cell), turnFootprint(footprint, turn, block.grid)]),
    grid: block.grid,
    corners: block.corners,
  };
}

/** @param {Footprint} footprint @param {Turn} turn @param {[number, number]} grid @returns {Footprint} */
function turnFootprint(footprint, turn, grid) {
  if (turn.swaps && grid[0] !== grid[1]) return footprint; // it might not fit into its cell
  const [rows, columns, row, column] = footprint;
  const box = boxOf(turn.place([row, column], ...grid), turn.place([row + rows - 1, column + columns - 1], ...grid));
  return [box.bottom - box.top + 1, box.right - box.left + 1, box.top, box.left];
}

/** Returns the edit that empties a box, if any, and places a block with its corner at a cell,
 * without the cells outside the sheet. @param {Sheet} sheet @param {Block} block @param {Cell} corner
 * @param {Box | null} [cleared] @returns {Edit & {cells: Map<number, string>}} */
export function placeBlock(sheet, block, corner, cleared = null) {
  /** @type {Map<number, string>} */
  const cells = new Map();
  const move = shiftBy(corner[0], corner[1]);
  const inside = (/** @type {Cell} */ cell) => isInside(sheet, cell);
  if (cleared) for (const [r, c] of boxCells(cleared)) cells.set(r * sheet.columns + c, sheet.format.empty);
  block.cells.forEach((glyph, at) => {
    const cell = move([Math.floor(at / block.columns), at % block.columns]);
    if (inside(cell)) cells.set(cell[0] * sheet.columns + cell[1], glyph);
  });
  const box = boxAt(block, corner);
  /** @param {Cell} cell */
  const isReplaced = (cell) => isInBox(box, cell) || (cleared !== null && isInBox(cleared, cell));
  /** @type {Path[]} */
  const paths = block.paths.map(([one, other]) => [move(one), move(other)]);
  /** @type {Link[]} */
  const links = block.links.map(([source, targets]) => [move(source), targets.map(move)]);
  const [down, across] = subGridOf(sheet); // it may have changed since the block was copied
  /** @type {[Cell, Footprint][]} */
  const own = block.own.filter(([, [high, wide, row, column]]) => row + high <= down && column + wide <= across)
    .map(([cell, footprint]) => [move(cell), footprint]);
  return {
    cells,
    paths: [
      ...sheet.paths.filter((path) => !path.every(isReplaced) && !hasEntry(paths, path)),
      ...paths.filter((path) => path.every(inside)),
    ],
    links: [...sheet.links.filter(([source]) => !isReplaced(source)), ...links.filter(([source]) => inside(source))],
    own: [...sheet.own.filter(([cell]) => !isReplaced(cell)), ...own.filter(([cell]) => inside(cell))],
  };
}

/** @param {Path[]} paths @param {Path} path */
const hasEntry = (paths, path) => paths.some(([entry]) => String(entry) === String(path[0]));

/** The box of a block. @param {Block} block @param {Cell} corner @returns {Box} */
export function boxAt(block, [top, left]) {
  return { top, left, bottom: top + heightOf(block) - 1, right: left + block.columns - 1 };
}

/** Returns the edit that turns the whole sheet. @param {Sheet} sheet @param {Turn} turn @returns {Edit} */
export function turnSheet(sheet, turn) {
  const { grid: _grid, corners: _corners, ...edit } = turnBlock(copyBlock(sheet, sheetBox(sheet)), turn);
  return edit;
}

/** Returns the edit that changes the size of a sheet; cells outside are lost.
 * @param {Sheet} sheet @param {number} rows @param {number} columns @returns {Edit} */
export function resizeSheet(sheet, rows, columns) {
  const box = { top: 0, left: 0, bottom: rows - 1, right: columns - 1 };
  return { columns, cells: boxCells(box).map((cell) => glyphAt(sheet, cell)) };
}
