/** The sheet of a board file: reads it leniently, writes it exactly as the game does. */

/** @typedef {[number, number]} Cell row and column */
/** @typedef {[Cell, Cell]} Path entry and exit */
/** @typedef {[Cell, Cell[]]} Link a space and the spaces that it is linked to */
/** @typedef {[number, number, number, number]} Footprint rows and columns of sub-cells, from row and column */
/** A line that links a space to others, and the tool that draws it.
 * @typedef {{keyword: string, source: string, target: string, name: string, key: string, hint: string,
 *   no_source: string, no_target: string}} LinkLine */
/** How the game writes board files; see `BoardFormat` in core/workbench.py.
 * @typedef {object} Format
 * @property {string} header
 * @property {string} empty the glyph of an empty cell
 * @property {string} brush the glyph to paint with first
 * @property {string} corners glyphs that go round when a board is turned, anticlockwise
 * @property {[number, number]} sub_grid if the file has none
 * @property {{keyword: string} | null} radius
 * @property {LinkLine | null} links
 */
/**
 * @typedef {object} Sheet
 * @property {Format} format
 * @property {string} name
 * @property {string} version
 * @property {string[]} ignored checks that are switched off
 * @property {number | null} radius
 * @property {Path[]} paths
 * @property {Link[]} links
 * @property {number | null} cellSize in millimetres
 * @property {[number, number] | null} subGrid rows and columns of sub-cells
 * @property {[string, Footprint][]} footprints by the name of a kind
 * @property {[Cell, Footprint][]} own footprints of single spaces
 * @property {string[]} calls own names of the game's words
 * @property {number} columns
 * @property {string[]} cells a glyph each, in reading order
 */

/** @param {Sheet} sheet */
export const rowsOf = (sheet) => sheet.cells.length / sheet.columns;

/** Rows and columns of sub-cells in a cell. @param {Sheet} sheet */
export const subGridOf = (sheet) => sheet.subGrid ?? sheet.format.sub_grid;

/** @param {Cell} cell */
const formatCell = (cell) => `${cell[0]},${cell[1]}`;

/** @param {string} text @returns {Cell} */
function parseCell(text) {
  const [row, column] = text.replace(/[()\s]/g, "").split(",").map(Number);
  return [row ?? 0, column ?? 0];
}

/** Reading order. @param {Cell} one @param {Cell} other */
export const compareCells = (one, other) => one[0] - other[0] || one[1] - other[1];

/** Reads a file that the server accepted. @param {string} text @param {Format} format @returns {Sheet} */
export function readSheet(text, format) {
  const lines = text.trimEnd().replaceAll("\r", "").split("\n").map((line) => line.trimEnd());
  const start = lines.indexOf("grid:");
  const rows = lines.slice(start + 1);
  /** @type {Sheet} */
  const sheet = {
    format, name: "", version: "", ignored: [], radius: null, paths: [], links: [],
    cellSize: null, subGrid: null, footprints: [], own: [], calls: [],
    columns: rows[0]?.length ?? 1, cells: [...rows.join("")],
  };
  for (const line of lines.slice(1, start)) if (line) readLine(sheet, line);
  return sheet;
}

/** @param {Sheet} sheet @param {string} line */
function readLine(sheet, line) {
  const { radius, links } = sheet.format, colon = line.indexOf(":");
  const key = line.slice(0, colon).trim(), value = line.slice(colon + 1).trim();
  if (key === "name") sheet.name = value;
  else if (key === "version") sheet.version = value.split(/\s+/).join(" ");
  else if (key === "ignore") sheet.ignored = value.split(/[\s,]+/).filter((part) => part).sort();
  else if (key === "call") sheet.calls.push(value.split("=").map((part) => part.trim()).join(" = "));
  else if (key === radius?.keyword) sheet.radius = Number(value);
  else if (key === "path") {
    const [entry = "", exit = ""] = value.split(">");
    sheet.paths.push([parseCell(entry), parseCell(exit)]);
  } else if (key === links?.keyword) {
    const [source = "", targets = ""] = value.split(":");
    const cells = targets.split(/\s+/).filter((part) => part).map(parseCell);
    sheet.links.push([parseCell(source), cells.sort(compareCells)]);
  } else readSize(sheet, key, value);
}

/** @param {Sheet} sheet @param {string} key @param {string} value */
function readSize(sheet, key, value) {
  const numbers = (value.match(/[0-9.]+/g) ?? []).map(Number);
  if (key === "cell_mm") sheet.cellSize = numbers[0] ?? null;
  else if (key === "sub_grid") sheet.subGrid = [numbers[0] ?? 1, numbers[1] ?? 1];
  else if (key === "footprint") {
    const colon = value.lastIndexOf(":");
    const subject = value.slice(0, colon).trim();
    const [rows = 1, columns = 1, row = 0, column = 0] = numbers.slice(-4);
    /** @type {Footprint} */
    const footprint = [rows, columns, row, column];
    if (subject.includes(",")) sheet.own.push([parseCell(subject), footprint]);
    else sheet.footprints.push([subject, footprint]);
  }
}

/** Returns the text of a sheet's file. @param {Sheet} sheet */
export function writeSheet(sheet) {
  const { header, radius, links } = sheet.format;
  const lines = [header, `name: ${sheet.name}`, `version: ${sheet.version}`];
  if (sheet.ignored.length) lines.push(`ignore: ${sheet.ignored.join(" ")}`);
  if (sheet.radius !== null) lines.push(`${radius?.keyword}: ${sheet.radius}`);
  for (const [entry, exit] of sheet.paths) lines.push(`path: ${formatCell(entry)} > ${formatCell(exit)}`);
  for (const [source, targets] of sheet.links) {
    lines.push(`${links?.keyword}: ${formatCell(source)} : ${targets.map(formatCell).join(" ")}`.trimEnd());
  }
  lines.push(...sizeLines(sheet), ...sheet.calls.map((call) => `call: ${call}`), "grid:");
  for (let at = 0; at < sheet.cells.length; at += sheet.columns) {
    lines.push(sheet.cells.slice(at, at + sheet.columns).join(""));
  }
  return `${lines.join("\n")}\n`;
}

/** The lines about sizes; none for default sizes. @param {Sheet} sheet */
function sizeLines(sheet) {
  const lines = sheet.cellSize === null ? [] : [`cell_mm: ${sheet.cellSize}`];
  if (sheet.subGrid) lines.push(`sub_grid: ${sheet.subGrid.join(" x ")}`);
  const prints = [...sheet.footprints, ...sheet.own.map(([cell, footprint]) => [formatCell(cell), footprint])];
  for (const [subject, [rows, columns, row, column]] of /** @type {[string, Footprint][]} */ (prints)) {
    lines.push(`footprint: ${subject} : ${rows} x ${columns} at ${row},${column}`);
  }
  return lines;
}

/** @param {Sheet} sheet @param {Cell} cell */
export function isInside(sheet, [row, column]) {
  return row >= 0 && column >= 0 && row < rowsOf(sheet) && column < sheet.columns;
}

/** The glyph of a cell; empty outside the sheet. @param {Sheet} sheet @param {Cell} cell */
export function glyphAt(sheet, cell) {
  const glyph = isInside(sheet, cell) ? sheet.cells[cell[0] * sheet.columns + cell[1]] : undefined;
  return glyph ?? sheet.format.empty;
}
