/** Pieces at their true size in the spaces of the sheet. */
import { UNIT, svg } from "./canvas.js";

/** @typedef {import("./sheet.js").Cell} Cell */
/** @typedef {import("./sheet.js").Footprint} Footprint */
/** @typedef {import("./sheet.js").Sheet} Sheet */
/** @typedef {[number, string, number]} Piece how many of what, millimetres across */
/** @typedef {{words: string, cells: Cell[]}} Misfit */
/** @typedef {{cell_mm: number, sub_grid: [number, number], pieces: Record<string, Piece[]>, misfits: Misfit[]}} Room */

/** The footprint of a space: its own, or that of its kind, or the whole cell.
 * @param {Sheet} sheet @param {[number, number]} grid @param {Cell} cell @param {string} kind its name
 * @returns {Footprint} */
export function footprintOf(sheet, grid, cell, kind) {
  return ownFootprint(sheet, cell) ?? kindFootprint(sheet, kind) ?? [...grid, 0, 0];
}

/** @param {Sheet} sheet @param {Cell} cell */
export const ownFootprint = (sheet, cell) => sheet.own.find(([owner]) => String(owner) === String(cell))?.[1];

/** @param {Sheet} sheet @param {string} kind */
export const kindFootprint = (sheet, kind) => sheet.footprints.find(([name]) => name === kind)?.[1];

/** Draws every space with its footprint and pieces; `names` are those of the kinds.
 * @param {Sheet} sheet @param {Room} room @param {Map<string, string>} names */
export function drawRoom(sheet, room, names) {
  const crowded = new Set(room.misfits.flatMap((misfit) => misfit.cells.map(String)));
  return sheet.cells.flatMap((glyph, at) => {
    const pieces = room.pieces[glyph];
    const name = names.get(glyph) ?? "";
    /** @type {Cell} */
    const cell = [Math.floor(at / sheet.columns), at % sheet.columns];
    if (!pieces && !ownFootprint(sheet, cell) && !kindFootprint(sheet, name)) return [];
    const footprint = footprintOf(sheet, room.sub_grid, cell, name);
    return [drawSpace(room, footprint, pieces ?? [], crowded.has(String(cell)), cell)];
  });
}

/** Draws one space. @param {Room} room @param {Footprint} footprint @param {Piece[]} pieces @param {boolean} isCrowded
 * @param {Cell} cell */
export function drawSpace(room, footprint, pieces, isCrowded, [row, column]) {
  const [down, across] = room.sub_grid, [rows, columns, top, left] = footprint;
  const x = (column + left / across) * UNIT, y = (row + top / down) * UNIT;
  const wide = (columns / across) * UNIT, high = (rows / down) * UNIT;
  const discs = packDiscs(pieces, room.cell_mm, wide, high);
  const space = svg("rect", { x: x + 0.75, y: y + 0.75, width: wide - 1.5, height: high - 1.5, rx: 3 });
  const circles = discs.map((disc) => svg("circle", { cx: x + disc.x, cy: y + disc.y, r: disc.r - 0.4 }));
  return svg("g", { class: isCrowded ? "space short" : "space" }, space, ...circles);
}

/** Packs round pieces in rows, the largest first, along the side where they fit.
 * @param {Piece[]} pieces @param {number} size of a cell in millimetres @param {number} wide
 * @param {number} high */
function packDiscs(pieces, size, wide, high) {
  const sizes = pieces.flatMap(([count, , across]) => Array(count).fill((across / size) * UNIT));
  sizes.sort((one, other) => other - one);
  const along = packRows(sizes, wide);
  const down = packRows(sizes, high);
  if (along.depth <= high + 0.01 || down.depth > wide) return along.discs;
  return down.discs.map(({ x, y, r }) => ({ x: y, y: x, r }));
}

/** @param {number[]} sizes @param {number} wide */
function packRows(sizes, wide) {
  let x = 0, y = 0, high = 0;
  const discs = sizes.map((size) => {
    if (x > 0 && x + size > wide + 0.01) [x, y, high] = [0, y + high, 0];
    const disc = { x: x + size / 2, y: y + size / 2, r: size / 2 };
    x += size;
    high = Math.max(high, size);
    return disc;
  });
  return { discs, depth: y + high };
}
