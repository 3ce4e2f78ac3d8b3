/** Turns and mirrors; the glyphs of the four corners change places and stay anticlockwise. */
import { compareCells, rowsOf } from "./sheet.js";

/** @typedef {import("./sheet.js").Cell} Cell */
/** @typedef {import("./sheet.js").Path} Path */
/** @typedef {import("./sheet.js").Link} Link */
/** @typedef {import("./sheet.js").Sheet} Sheet */
/** @typedef {import("./model.js").Edit} Edit */
/**
 * @typedef {object} Turn
 * @property {(cell: Cell, rows: number, columns: number) => Cell} place the image of a cell
 * @property {number[]} corners which corner each of the four becomes
 * @property {boolean} swaps whether rows become columns
 */

/** @type {Record<"half" | "leftRight" | "topBottom" | "quarter" | "threeQuarters", Turn>} */
export const TURNS = {
  half: { place: ([r, c], rows, columns) => [rows - 1 - r, columns - 1 - c], corners: [2, 3, 0, 1], swaps: false },
  leftRight: { place: ([r, c], _, columns) => [r, columns - 1 - c], corners: [3, 2, 1, 0], swaps: false },
  topBottom: { place: ([r, c], rows) => [rows - 1 - r, c], corners: [1, 0, 3, 2], swaps: false },
  quarter: { place: ([r, c], _, columns) => [columns - 1 - c, r], corners: [1, 2, 3, 0], swaps: true },
  threeQuarters: { place: ([r, c], rows) => [c, rows - 1 - r], corners: [3, 0, 1, 2], swaps: true },
};

/** The modes of symmetry: which images are drawn with every cell.
 * @type {Record<string, {word: string, turns: Turn[]}>} */
export const MODES = {
  off: { word: "Off", turns: [] },
  turn2: { word: "Two-fold: half turn", turns: [TURNS.half] },
  mirror2: { word: "Two-fold: left and right", turns: [TURNS.leftRight] },
  flip2: { word: "Two-fold: top and bottom", turns: [TURNS.topBottom] },
  mirror4: { word: "Four-fold: both mirrors", turns: [TURNS.leftRight, TURNS.topBottom, TURNS.half] },
  turn4: { word: "Four-fold: quarter turns", turns: [TURNS.quarter, TURNS.half, TURNS.threeQuarters] },
};

/** Whether a mode can be used on a sheet: quarter turns need a square.
 * @param {Sheet} sheet @param {string} mode */
export function canUseMode(sheet, mode) {
  const isSquare = rowsOf(sheet) === sheet.columns;
  return isSquare || !(MODES[mode]?.turns ?? []).some((turn) => turn.swaps);
}

/** @param {Turn} turn @param {string} glyph @param {string} corners the glyphs of the four corners */
export function turnGlyph(turn, glyph, corners) {
  return corners[turn.corners[corners.indexOf(glyph)] ?? -1] ?? glyph;
}

/** Adds the images of an edit in a mode of symmetry; the edit itself takes precedence.
 * @param {Sheet} sheet @param {Edit} edit @param {string} mode @returns {Edit} */
export function withImages(sheet, edit, mode) {
  const turns = MODES[mode]?.turns ?? [];
  if (!turns.length || Array.isArray(edit.cells) || !canUseMode(sheet, mode)) return edit;
  const { columns } = sheet, rows = rowsOf(sheet);
  /** @type {Edit} */
  const result = { ...edit };
  if (edit.cells) {
    const images = [...edit.cells].flatMap(([at, glyph]) => turns.map((turn) => {
      const [r, c] = turn.place([Math.floor(at / columns), at % columns], rows, columns);
      return /** @type {[number, string]} */ ([r * columns + c, turnGlyph(turn, glyph, sheet.format.corners)]);
    }));
    result.cells = new Map([...images, ...edit.cells]);
  }
  const moves = turns.map((turn) => (/** @type {Cell} */ cell) => turn.place(cell, rows, columns));
  if (edit.paths) result.paths = pathsWithImages(sheet.paths, edit.paths, moves);
  if (edit.links) result.links = linksWithImages(sheet.links, edit.links, moves);
  return result;
}

/** @param {unknown} one */
const text = (one) => JSON.stringify(one);

/** @param {Path[]} before @param {Path[]} after @param {((cell: Cell) => Cell)[]} moves */
function pathsWithImages(before, after, moves) {
  /** @param {Path} path */
  const images = (path) => moves.map((move) => /** @type {Path} */ ([move(path[0]), move(path[1])]));
  const known = new Set(before.map(text)), remaining = new Set(after.map(text));
  const removed = new Set(before.filter((path) => !remaining.has(text(path))).flatMap(images).map(text));
  const paths = after.filter((path) => !removed.has(text(path)));
  const added = after.filter((path) => !known.has(text(path))).flatMap(images);
  const entries = new Set(paths.map((path) => text(path[0])));
  for (const path of added) {
    if (entries.has(text(path[0]))) continue;
    entries.add(text(path[0]));
    paths.push(path);
  }
  return paths;
}

/** @param {Link[]} before @param {Link[]} after @param {((cell: Cell) => Cell)[]} moves */
function linksWithImages(before, after, moves) {
  const known = new Set(before.map(text));
  const links = new Map(after.map((link) => [text(link[0]), link]));
  for (const [source, targets] of after.filter((link) => !known.has(text(link)))) {
    for (const move of moves) {
      const image = move(source);
      if (text(image) !== text(source)) links.set(text(image), [image, targets.map(move).sort(compareCells)]);
    }
  }
  return [...links.values()];
}
