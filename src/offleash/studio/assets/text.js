/** The board file in the browser: read leniently, written exactly as the game writes it. */

/** @typedef {[number, number]} Cell row and column */
/** @typedef {[Cell, Cell]} Path entry and exit */
/** @typedef {[Cell, Cell[]]} Bond a bond space and the territories that it influences */
/** @typedef {[number, number, number, number]} Print rows and columns of sub-cells, from row and column */
/**
 * @typedef {object} Sheet
 * @property {string} name
 * @property {string} version
 * @property {number | null} radius
 * @property {Path[]} paths
 * @property {Bond[]} bonds
 * @property {number | null} cellSize in millimetres
 * @property {[number, number] | null} subGrid rows and columns of sub-cells
 * @property {[string, Print][]} footprints by the name of a kind
 * @property {[Cell, Print][]} own footprints of single spaces
 * @property {number} columns
 * @property {string[]} cells a glyph each, in reading order
 */

const FIRST_LINE = "urination-board 1";
export const NOTHING = ".";
/** @type {[number, number]} */
export const USUAL_GRID = [4, 4];

/** @param {Sheet} sheet */
export const rowsOf = (sheet) => sheet.cells.length / sheet.columns;

/** @param {Cell} cell */
const plain = (cell) => `${cell[0]},${cell[1]}`;

/** @param {string} text @returns {Cell} */
function cellOf(text) {
  const [row, column] = text.replace(/[()\s]/g, "").split(",").map(Number);
  return [row ?? 0, column ?? 0];
}

/** Reading order. @param {Cell} one @param {Cell} other */
export const inOrder = (one, other) => one[0] - other[0] || one[1] - other[1];

/** The sheet of a file that the server found nothing wrong with. @param {string} text @returns {Sheet} */
export function readSheet(text) {
  const lines = text.trimEnd().replaceAll("\r", "").split("\n").map((line) => line.trimEnd());
  const start = lines.indexOf("grid:");
  const rows = lines.slice(start + 1);
  /** @type {Sheet} */
  const sheet = {
    name: "", version: "", radius: null, paths: [], bonds: [],
    cellSize: null, subGrid: null, footprints: [], own: [],
    columns: rows[0]?.length ?? 1, cells: [...rows.join("")],
  };
  for (const line of lines.slice(1, start)) if (line) readLine(sheet, line);
  return sheet;
}

/** @param {Sheet} sheet @param {string} line */
function readLine(sheet, line) {
  const colon = line.indexOf(":");
  const key = line.slice(0, colon).trim(), value = line.slice(colon + 1).trim();
  if (key === "name") sheet.name = value;
  else if (key === "version") sheet.version = value.split(/\s+/).join(" ");
  else if (key === "influence_radius") sheet.radius = Number(value);
  else if (key === "path") {
    const [entry = "", leave = ""] = value.split(">");
    sheet.paths.push([cellOf(entry), cellOf(leave)]);
  } else if (key === "bond") {
    const [site = "", reached = ""] = value.split(":");
    const cells = reached.split(/\s+/).filter((part) => part).map(cellOf);
    sheet.bonds.push([cellOf(site), cells.sort(inOrder)]);
  } else readSize(sheet, key, value);
}

/** @param {Sheet} sheet @param {string} key @param {string} value */
function readSize(sheet, key, value) {
  const numbers = (value.match(/[0-9.]+/g) ?? []).map(Number);
  if (key === "cell_mm") sheet.cellSize = numbers[0] ?? null;
  else if (key === "sub_grid") sheet.subGrid = [numbers[0] ?? 4, numbers[1] ?? 4];
  else if (key === "footprint") {
    const colon = value.lastIndexOf(":");
    const what = value.slice(0, colon).trim();
    const [rows = 1, columns = 1, row = 0, column = 0] = numbers.slice(-4);
    /** @type {Print} */
    const print = [rows, columns, row, column];
    if (what.includes(",")) sheet.own.push([cellOf(what), print]);
    else sheet.footprints.push([what, print]);
  }
}

/** The file of a sheet. @param {Sheet} sheet */
export function writeSheet(sheet) {
  const lines = [FIRST_LINE, `name: ${sheet.name}`, `version: ${sheet.version}`];
  if (sheet.radius !== null) lines.push(`influence_radius: ${sheet.radius}`);
  for (const [entry, leave] of sheet.paths) lines.push(`path: ${plain(entry)} > ${plain(leave)}`);
  for (const [site, reached] of sheet.bonds) {
    lines.push(`bond: ${plain(site)} : ${reached.map(plain).join(" ")}`.trimEnd());
  }
  lines.push(...sizeLines(sheet), "grid:");
  for (let at = 0; at < sheet.cells.length; at += sheet.columns) {
    lines.push(sheet.cells.slice(at, at + sheet.columns).join(""));
  }
  return `${lines.join("\n")}\n`;
}

/** What the file says of sizes; nothing where it says nothing. @param {Sheet} sheet */
function sizeLines(sheet) {
  const lines = sheet.cellSize === null ? [] : [`cell_mm: ${sheet.cellSize}`];
  if (sheet.subGrid) lines.push(`sub_grid: ${sheet.subGrid.join(" x ")}`);
  const prints = [...sheet.footprints, ...sheet.own.map(([cell, print]) => [plain(cell), print])];
  for (const [what, [rows, columns, row, column]] of /** @type {[string, Print][]} */ (prints)) {
    lines.push(`footprint: ${what} : ${rows} x ${columns} at ${row},${column}`);
  }
  return lines;
}

/** @param {Sheet} sheet @param {Cell} cell */
export function isInside(sheet, [row, column]) {
  return row >= 0 && column >= 0 && row < rowsOf(sheet) && column < sheet.columns;
}

/** The glyph of a cell; nothing outside. @param {Sheet} sheet @param {Cell} cell */
export function glyphAt(sheet, cell) {
  return isInside(sheet, cell) ? sheet.cells[cell[0] * sheet.columns + cell[1]] ?? NOTHING : NOTHING;
}
