/** Heat on the board: where games happened, or where more and where less than before. */
import { element, make, setText } from "../../web/assets/page.js";
import { UNIT, middle, svg } from "./canvas.js";
import { plain } from "./amounts.js";
import { isInside, rowsOf } from "./text.js";

/** @typedef {import("./trial.js").Heat} HeatMap */
/** @typedef {import("./trial.js").Spot} Spot */
/** @typedef {import("./text.js").Sheet} Sheet */
/** @typedef {[number, number, number]} Colour red, green and blue */

/** @type {Colour[]} from little to much */
const WARM = [[255, 247, 214], [250, 178, 74], [214, 69, 27], [104, 10, 32]];
/** @type {Colour[]} from less to more */
const BOTH = [[18, 78, 140], [142, 190, 226], [250, 247, 240], [238, 150, 110], [156, 28, 20]];
const HERE = "here";
const MOST_TOLD = 1000; // cells: more have no room for their numbers, and are drawn as one picture
export const CHANGE = "change";

export class Heat {
  constructor() {
    /** @type {Map<string, {plate: Element, text: Element, colour: string, words: string}>} */
    this.plates = new Map();
    this.image = svg("image", { class: "heat whole", preserveAspectRatio: "none" });
  }

  /** What can be looked at: the board itself, and its change where there is something before.
   * @param {HeatMap} map @returns {[string, string][]} names and keys */
  static layers(map) {
    return map.before ? [["This board", HERE], ["Change", CHANGE]] : [["This board", HERE]];
  }

  /** The map as shapes; those of places that stay are kept, and only coloured anew.
   * @param {HeatMap} map @param {string} layer @param {Sheet} sheet */
  draw(map, layer, sheet) {
    const isChange = layer === CHANGE && map.before !== null;
    const known = isChange ? changes(map) : map.cells;
    const cells = known.filter(([row, column]) => isInside(sheet, [row, column]));
    const scale = scaleOf(cells, isChange);
    legend(scale, map, isChange);
    if (cells.length > MOST_TOLD) return [this.whole(cells, scale.colour, sheet)];
    const kept = this.plates;
    this.plates = new Map();
    for (const [row, column, number] of cells) {
      const key = `${row} ${column}`, made = kept.get(key) ?? plateAt(row, column);
      const colour = scale.colour(number), words = told(number, scale.most, isChange);
      if (made.colour !== colour) made.plate.setAttribute("fill", colour);
      if (made.words !== words) {
        made.text.textContent = words;
        made.text.setAttribute("class", words.length > 4 ? "degree long" : "degree");
      }
      Object.assign(made, { colour, words });
      this.plates.set(key, made);
    }
    return [...this.plates.values()].flatMap(({ plate, text }) => [plate, text]);
  }

  /** Thousands of cells, a pixel each. @param {Spot[]} cells @param {(number: number) => string} colour
   * @param {Sheet} sheet */
  whole(cells, colour, sheet) {
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

/** Without heat there is nothing to explain. */
export function clearLegend() {
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
  const found = new Map(map.cells.map(([row, column, number]) => [`${row} ${column}`, /** @type {Spot} */ ([row, column, number])]));
  for (const [row, column, number] of map.before ?? []) {
    const key = `${row} ${column}`;
    found.set(key, [row, column, (found.get(key)?.[2] ?? 0) - number]);
  }
  return [...found.values()];
}

/** @param {Spot[]} cells @param {boolean} isChange */
function scaleOf(cells, isChange) {
  const most = Math.max(1e-9, ...cells.map(([, , number]) => Math.abs(number)));
  const colour = (/** @type {number} */ number) =>
    isChange ? mixed(BOTH, (number / most + 1) / 2) : mixed(WARM, number / most);
  return { most, colour };
}

/** A colour between others. @param {Colour[]} stops @param {number} share */
function mixed(stops, share) {
  const place = Math.min(Math.max(share, 0), 1) * (stops.length - 1);
  const at = Math.min(Math.floor(place), stops.length - 2), part = place - at;
  const from = stops[at] ?? [0, 0, 0], to = stops[at + 1] ?? from;
  return `rgb(${from.map((each, which) => Math.round(each + part * ((to[which] ?? each) - each))).join(" ")})`;
}

/** A number short enough for a cell; nothing where it is next to nothing.
 * @param {number} number @param {number} most @param {boolean} isChange */
function told(number, most, isChange) {
  if (Math.abs(number) < most / (isChange ? 8 : 50)) return "";
  const size = Math.abs(number), digits = most >= 10 ? 0 : most >= 1 ? 1 : 2;
  const sign = number < 0 ? "−" : isChange ? "+" : "";
  return Number(size.toFixed(digits)) ? `${sign}${size.toFixed(digits)}` : "";
}

/** @param {{most: number, colour: (number: number) => string}} scale @param {HeatMap} map @param {boolean} isChange */
function legend({ most, colour }, map, isChange) {
  const place = element("heat-legend", HTMLElement);
  place.hidden = false;
  const bar = element("heat-bar", HTMLElement);
  if (!bar.childElementCount) bar.append(...Array.from({ length: 24 }, () => make("span", "")));
  [...bar.children].forEach((each, at) => {
    const share = at / (bar.childElementCount - 1);
    /** @type {HTMLElement} */ (each).style.backgroundColor = colour(most * (isChange ? 2 * share - 1 : share));
  });
  setText(element("heat-low", HTMLElement), isChange ? `−${plain(most)}` : "0");
  setText(element("heat-high", HTMLElement), isChange ? `+${plain(most)}` : plain(most));
  setText(element("heat-unit", HTMLElement), isChange ? `${map.unit}, against before` : map.unit);
}
