/** Heat maps: how often something happened on each cell, or how that changed. */
import { element, make, setText } from "../../web/assets/page.js";
import { UNIT, middle, svg } from "./canvas.js";
import { formatNumber } from "./amounts.js";
import { isInside, rowsOf } from "./sheet.js";

/** @typedef {import("./trial.js").Heat} HeatMap */
/** @typedef {import("./trial.js").Spot} Spot */
/** @typedef {import("./sheet.js").Sheet} Sheet */
/** @typedef {[number, number, number]} Colour red, green and blue */

/** @type {Colour[]} from low to high */
const SEQUENTIAL = [[255, 247, 214], [250, 178, 74], [214, 69, 27], [104, 10, 32]];
/** @type {Colour[]} from less to more */
const DIVERGING = [[18, 78, 140], [142, 190, 226], [250, 247, 240], [238, 150, 110], [156, 28, 20]];
const THIS_BOARD = "here";
const MAX_NUMBERED_CELLS = 1000; // larger maps are drawn as one image without numbers
export const CHANGE = "change";

export class Heat {
  constructor() {
    /** @type {Map<string, {plate: Element, text: Element, colour: string, words: string}>} */
    this.plates = new Map();
    this.image = svg("image", { class: "heat whole", preserveAspectRatio: "none" });
  }

  /** The layers: this board, and the change if there is a board to compare with.
   * @param {HeatMap} map @returns {[string, string][]} names and keys */
  static layers(map) {
    return map.before ? [["This board", THIS_BOARD], ["Change", CHANGE]] : [["This board", THIS_BOARD]];
  }

  /** Returns the shapes of a map; shapes of the same cells are reused.
   * @param {HeatMap} map @param {string} layer @param {Sheet} sheet */
  draw(map, layer, sheet) {
    const isChange = layer === CHANGE && map.before !== null;
    const spots = isChange ? changes(map) : map.cells;
    const cells = spots.filter(([row, column]) => isInside(sheet, [row, column]));
    const scale = scaleOf(cells, isChange);
    showLegend(scale, map, isChange);
    if (cells.length > MAX_NUMBERED_CELLS) return [this.drawImage(cells, scale.colour, sheet)];
    const previous = this.plates;
    this.plates = new Map();
    for (const [row, column, number] of cells) {
      const key = `${row} ${column}`, cell = previous.get(key) ?? plateAt(row, column);
      const colour = scale.colour(number), words = formatHeat(number, scale.max, isChange);
      if (cell.colour !== colour) cell.plate.setAttribute("fill", colour);
      if (cell.words !== words) {
        cell.text.textContent = words;
        cell.text.setAttribute("class", words.length > 4 ? "degree long" : "degree");
      }
      Object.assign(cell, { colour, words });
      this.plates.set(key, cell);
    }
    return [...this.plates.values()].flatMap(({ plate, text }) => [plate, text]);
  }

  /** Draws a large map with one pixel per cell. @param {Spot[]} cells @param {(number: number) => string} colour
   * @param {Sheet} sheet */
  drawImage(cells, colour, sheet) {
    const canvas = make("canvas", ""), pen = canvas.getContext("2d");
    canvas.width = sheet.columns;
    canvas.height = rowsOf(sheet);
    for (const [row, column, number] of pen ? cells : []) {
      if (pen) pen.fillStyle = colour(number);
      pen?.fillRect(column, row, 1, 1);
    }
    const size = { width: canvas.width * UNIT, height: canvas.height * UNIT };
    for (const [name, value] of Object.entries({ ...size, href: canvas.toDataURL() })) this.image.setAttribute(name, String(value));
    return this.image;
  }
}

/** Hides the legend. */
export function hideLegend() {
  element("heat-legend", HTMLElement).hidden = true;
}

/** @param {number} row @param {number} column */
function plateAt(row, column) {
  const { x, y } = middle([row, column]);
  const plate = svg("rect", { x: column * UNIT + 1, y: row * UNIT + 1, width: UNIT - 2, height: UNIT - 2, rx: 4, class: "heat" });
  return { plate, text: svg("text", { x, y: y + 5, class: "degree" }), colour: "", words: "" };
}

/** @param {HeatMap} map @returns {Spot[]} */
function changes(map) {
  const spots = new Map(map.cells.map(([row, column, number]) => [`${row} ${column}`, /** @type {Spot} */ ([row, column, number])]));
  for (const [row, column, number] of map.before ?? []) {
    const key = `${row} ${column}`;
    spots.set(key, [row, column, (spots.get(key)?.[2] ?? 0) - number]);
  }
  return [...spots.values()];
}

/** @param {Spot[]} cells @param {boolean} isChange */
function scaleOf(cells, isChange) {
  const max = Math.max(1e-9, ...cells.map(([, , number]) => Math.abs(number)));
  const colour = (/** @type {number} */ number) =>
    isChange ? mixColour(DIVERGING, (number / max + 1) / 2) : mixColour(SEQUENTIAL, number / max);
  return { max, colour };
}

/** Interpolates between colours. @param {Colour[]} stops @param {number} share */
function mixColour(stops, share) {
  const place = Math.min(Math.max(share, 0), 1) * (stops.length - 1);
  const at = Math.min(Math.floor(place), stops.length - 2), part = place - at;
  const from = stops[at] ?? [0, 0, 0], to = stops[at + 1] ?? from;
  return `rgb(${from.map((value, channel) => Math.round(value + part * ((to[channel] ?? value) - value))).join(" ")})`;
}

/** Formats a number for a cell; empty if it is close to 0.
 * @param {number} number @param {number} max @param {boolean} isChange */
function formatHeat(number, max, isChange) {
  if (Math.abs(number) < max / (isChange ? 8 : 50)) return "";
  const size = Math.abs(number), digits = max >= 10 ? 0 : max >= 1 ? 1 : 2;
  const sign = number < 0 ? "−" : isChange ? "+" : "";
  return Number(size.toFixed(digits)) ? `${sign}${size.toFixed(digits)}` : "";
}

/** @param {{max: number, colour: (number: number) => string}} scale @param {HeatMap} map @param {boolean} isChange */
function showLegend({ max, colour }, map, isChange) {
  const place = element("heat-legend", HTMLElement);
  place.hidden = false;
  const bar = element("heat-bar", HTMLElement);
  if (!bar.childElementCount) bar.append(...Array.from({ length: 24 }, () => make("span", "")));
  [...bar.children].forEach((step, at) => {
    const share = at / (bar.childElementCount - 1);
    /** @type {HTMLElement} */ (step).style.backgroundColor = colour(max * (isChange ? 2 * share - 1 : share));
  });
  setText(element("heat-low", HTMLElement), isChange ? `−${formatNumber(max)}` : "0");
  setText(element("heat-high", HTMLElement), isChange ? `+${formatNumber(max)}` : formatNumber(max));
  setText(element("heat-unit", HTMLElement), isChange ? `${map.unit}, compared with before` : map.unit);
}
