/** Turns and mirrors; the glyphs of the four corners change places and stay counterclockwise. */
import { inOrder, rowsOf } from "./text.js";

/** @typedef {import("./text.js").Cell} Cell */
/** @typedef {import("./text.js").Path} Path */
/** @typedef {import("./text.js").Link} Link */
/** @typedef {import("./text.js").Sheet} Sheet */
/** @typedef {import("./model.js").Edit} Edit */
/**
 * @typedef {object} Turn
 * @property {(cell: Cell, rows: number, columns: number) => Cell} place where a cell goes
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

/** The modes of drawing: what else is drawn with every cell.
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
export function suits(sheet, mode) {
  const isSquare = rowsOf(sheet) === sheet.columns;
  return isSquare || !(MODES[mode]?.turns ?? []).some((turn) => turn.swaps);
}

/** @param {Turn} turn @param {string} glyph @param {string} corners the glyphs of the four corners */
export function turnedGlyph(turn, glyph, corners) {
  return corners[turn.corners[corners.indexOf(glyph)] ?? -1] ?? glyph;
}

/** An edit of some cells with everything that a mode draws with it; what was drawn itself wins.
 * @param {Sheet} sheet @param {Edit} edit @param {string} mode @returns {Edit} */
export function withImages(sheet, edit, mode) {
  const turns = MODES[mode]?.turns ?? [];
  if (!turns.length || Array.isArray(edit.cells) || !suits(sheet, mode)) return edit;
  const { columns } = sheet, rows = rowsOf(sheet);
  /** @type {Edit} */
  const whole = { ...edit };
  if (edit.cells) {
    const images = [...edit.cells].flatMap(([at, glyph]) => turns.map((turn) => {
      const [r, c] = turn.place([Math.floor(at / columns), at % columns], rows, columns);
      return /** @type {[number, string]} */ ([r * columns + c, turnedGlyph(turn, glyph, sheet.format.corners)]);
    }));
    whole.cells = new Map([...images, ...edit.cells]);
  }
  const moves = turns.map((turn) => (/** @type {Cell} */ cell) => turn.place(cell, rows, columns));
  if (edit.paths) whole.paths = pathsWithImages(sheet.paths, edit.paths, moves);
  if (edit.links) whole.links = linksWithImages(sheet.links, edit.links, moves);
  return whole;
}

/** @param {unknown} one */
const text = (one) => JSON.stringify(one);

/** @param {Path[]} before @param {Path[]} after @param {((cell: Cell) => Cell)[]} moves */
function pathsWithImages(before, after, moves) {
  /** @param {Path} path */
  const images = (path) => moves.map((move) => /** @type {Path} */ ([move(path[0]), move(path[1])]));
  const known = new Set(before.map(text)), left = new Set(after.map(text));
  const gone = new Set(before.filter((path) => !left.has(text(path))).flatMap(images).map(text));
  const kept = after.filter((path) => !gone.has(text(path)));
  const added = after.filter((path) => !known.has(text(path))).flatMap(images);
  const entries = new Set(kept.map((path) => text(path[0])));
  for (const path of added) {
    if (entries.has(text(path[0]))) continue;
    entries.add(text(path[0]));
    kept.push(path);
  }
  return kept;
}

/** @param {Link[]} before @param {Link[]} after @param {((cell: Cell) => Cell)[]} moves */
function linksWithImages(before, after, moves) {
  const known = new Set(before.map(text));
  const links = new Map(after.map((link) => [text(link[0]), link]));
  for (const [source, targets] of after.filter((link) => !known.has(text(link)))) {
    for (const move of moves) {
      const image = move(source);
      if (text(image) !== text(source)) links.set(text(image), [image, targets.map(move).sort(inOrder)]);
    }
  }
  return [...links.values()];
}
