/** Views over the board: numbers on cells, ways with their price, a table. */
import { element, make, setText } from "../../web/assets/page.js";
import { UNIT, middle, svg } from "./canvas.js";
import { drawRoom } from "./room.js";

/** @typedef {import("./text.js").Cell} Cell */
/** @typedef {import("./canvas.js").Canvas} Canvas */
/** @typedef {import("./room.js").Room} Room */
/** @typedef {{name: string, cells: [number, number, number][]}} Layer */
/** @typedef {{start: Cell, end: Cell, price: number, words: string, is_one_way: boolean}} Way */
/**
 * @typedef {object} View
 * @property {string} name
 * @property {string} words
 * @property {Layer[]} layers
 * @property {Way[]} ways
 * @property {string[]} columns
 * @property {(string | number | null)[][]} rows
 */

const NONE = "none", ROOM = "room"; // the second is drawn here, from the sizes
const GROUPS = ["#1c72b4", "#d5431c", "#0b8a68", "#8e44ad", "#b8860b", "#c2185b", "#00838f", "#5d4037"];

export class Views {
  /** @param {Canvas} canvas @param {Map<string, string>} names of the kinds
   * @param {() => void} wish called when another view is wanted */
  constructor(canvas, names, wish) {
    this.canvas = canvas;
    this.names = names;
    /** @type {Room | null} */
    this.room = null;
    this.choice = element("view", HTMLSelectElement);
    this.layer = element("layer", HTMLSelectElement);
    this.choice.addEventListener("change", wish);
    this.layer.addEventListener("change", () => this.draw());
    /** @type {View | null} */
    this.view = null;
  }

  /** The views that the server should tell. */
  get wanted() {
    return ["", NONE, ROOM].includes(this.choice.value) ? [] : [this.choice.value];
  }

  /** @param {Record<string, View>} views */
  list(views) {
    const options = Object.entries(views).map(([key, view]) => new Option(view.name, key));
    this.choice.replaceChildren(new Option("None", NONE), ...options, new Option("Pieces in true proportion", ROOM));
  }

  /** @param {Record<string, View>} views @param {Room | null} room */
  show(views, room) {
    this.room = room;
    this.view = views[this.choice.value] ?? null;
    const layers = this.view?.layers ?? [], was = this.layer.selectedIndex;
    this.layer.replaceChildren(...layers.map((layer, at) => new Option(layer.name, String(at))));
    this.layer.selectedIndex = Math.min(Math.max(was, 0), layers.length - 1);
    this.layer.hidden = layers.length < 2;
    setText(element("view-words", HTMLElement), this.view?.words ?? "");
    element("view-table", HTMLElement).replaceChildren(...tableOf(this.view));
    this.draw();
  }

  draw() {
    const spaces = this.choice.value === ROOM && this.room ? drawRoom(this.canvas.sheet, this.room, this.names) : [];
    const cells = this.view?.layers[Math.max(this.layer.selectedIndex, 0)]?.cells ?? [];
    const most = Math.max(1, ...cells.map(([, , number]) => number));
    const isNamed = this.choice.value === "groups";
    const plates = cells.flatMap(([row, column, number]) => {
      const { x, y } = middle([row, column]);
      const look = isNamed
        ? { fill: GROUPS[(number - 1) % GROUPS.length] ?? "", "fill-opacity": 0.85 }
        : { fill: "#12375c", "fill-opacity": 0.25 + 0.65 * (number / most) };
      return [
        svg("rect", { x: column * UNIT, y: row * UNIT, width: UNIT, height: UNIT, ...look }),
        svg("text", { x, y: y + 6, class: "count" }, String(number)),
      ];
    });
    this.canvas.overlay.replaceChildren(...spaces, ...plates, ...(this.view?.ways ?? []).flatMap(drawWay));
  }
}

/** @param {Way} way */
function drawWay({ start, end, price, words }) {
  const from = middle(start), to = middle(end);
  const x = (from.x + to.x) / 2, y = (from.y + to.y) / 2;
  const name = price ? "way priced" : "way free";
  const plate = svg("circle", { cx: x, cy: y, r: 9, class: name });
  plate.append(svg("title", {}, `${words}: ${price} Drive`));
  return [
    svg("line", { x1: from.x, y1: from.y, x2: to.x, y2: to.y, class: name }),
    plate,
    svg("text", { x, y: y + 5, class: "price" }, String(price)),
  ];
}

/** @param {View | null} view */
function tableOf(view) {
  if (!view?.rows.length) return [];
  const head = make("tr", "", ...view.columns.map((word) => heading(word, "col")));
  const rows = view.rows.map(([first, ...rest]) =>
    make("tr", "", heading(String(first ?? ""), "row"), ...rest.map((each) => make("td", "", String(each ?? "–")))));
  return [make("table", "", make("thead", "", head), make("tbody", "", ...rows))];
}

/** @param {string} word @param {string} scope */
function heading(word, scope) {
  const made = make("th", "", word);
  made.scope = scope;
  return made;
}
