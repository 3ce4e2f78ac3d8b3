/** Views over the board: numbers on cells, ways with their price, a table. */
import { element, make, makeHeading, setText } from "../../web/assets/page.js";
import { UNIT, middle, svg } from "./canvas.js";
import { Heat, hideLegend } from "./heat.js";
import { drawRoom } from "./room.js";

/** @typedef {import("./sheet.js").Cell} Cell */
/** @typedef {import("./canvas.js").Canvas} Canvas */
/** @typedef {import("./room.js").Room} Room */
/** @typedef {import("./trial.js").Heat} HeatMap */
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
 * @property {string} unit of the prices of its ways
 * @property {boolean} has_groups whether a layer's numbers name groups
 */

const NONE = "none", ROOM = "room"; // views that the page draws by itself
const HEAT = "heat:"; // the prefix of the keys of heat maps
const GROUP_COLOURS = ["#1c72b4", "#d5431c", "#0b8a68", "#8e44ad", "#b8860b", "#c2185b", "#00838f", "#5d4037"];

export class Views {
  /** @param {Canvas} canvas @param {Map<string, string>} names of the kinds
   * @param {() => void} onRequest called when the user selects a view of the server */
  constructor(canvas, names, onRequest) {
    this.canvas = canvas;
    this.names = names;
    /** @type {Room | null} */
    this.room = null;
    this.choice = element("view", HTMLSelectElement);
    this.layer = element("layer", HTMLSelectElement);
    this.choice.addEventListener("change", () => (this.requested.length ? onRequest() : this.show({}, this.room)));
    this.layer.addEventListener("change", () => this.draw());
    /** @type {View | null} */
    this.view = null;
    this.heat = new Heat();
    /** @type {HeatMap[]} */
    this.maps = [];
    /** @type {HeatMap[] | null} */
    this.next = null;
  }

  /** The views to request from the server. */
  get requested() {
    const { value } = this.choice;
    return ["", NONE, ROOM].includes(value) || value.startsWith(HEAT) ? [] : [value];
  }

  /** The selected heat map, if there is one. */
  get map() {
    return this.maps.find((map) => `${HEAT}${map.key}` === this.choice.value) ?? null;
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
    this.listLayers();
    setText(element("view-words", HTMLElement), this.view?.words ?? "");
    element("view-table", HTMLElement).replaceChildren(...tableOf(this.view));
    this.draw();
  }

  /** Shows heat maps with the next frame. @param {HeatMap[]} maps */
  requestHeat(maps) {
    const isRequested = this.next !== null;
    this.next = maps;
    if (!isRequested) requestAnimationFrame(() => this.showHeat());
  }

  showHeat() {
    const maps = this.next ?? [];
    this.next = null;
    this.maps = maps;
    if (!this.choice.querySelector("optgroup")) this.choice.append(make("optgroup", ""));
    const group = /** @type {HTMLOptGroupElement} */ (this.choice.querySelector("optgroup"));
    group.label = "From the games";
    if (group.childElementCount !== maps.length) {
      group.replaceChildren(...maps.map((map) => new Option(map.name, `${HEAT}${map.key}`)));
    }
    if (!this.map) return;
    this.listLayers();
    this.draw();
  }

  /** Lists the layers of the view; the selection stays. */
  listLayers() {
    const own = this.view?.layers.map((layer, at) => /** @type {[string, string]} */ ([layer.name, String(at)]));
    const layers = this.map ? Heat.layers(this.map) : own ?? [];
    const listed = [...this.layer.options].map((option) => [option.text, option.value]);
    if (JSON.stringify(listed) !== JSON.stringify(layers)) {
      const selected = this.layer.selectedIndex;
      this.layer.replaceChildren(...layers.map(([name, key]) => new Option(name, key)));
      this.layer.selectedIndex = Math.min(Math.max(selected, 0), layers.length - 1);
    }
    this.layer.hidden = layers.length < 2;
  }

  draw() {
    if (this.map) return this.setOverlay(this.heat.draw(this.map, this.layer.value, this.canvas.sheet));
    hideLegend();
    const spaces = this.choice.value === ROOM && this.room ? drawRoom(this.canvas.sheet, this.room, this.names) : [];
    const cells = this.view?.layers[Math.max(this.layer.selectedIndex, 0)]?.cells ?? [];
    const max = Math.max(1, ...cells.map(([, , number]) => number));
    const plates = cells.flatMap(([row, column, number]) => {
      const { x, y } = middle([row, column]);
      const look = this.view?.has_groups
        ? { fill: GROUP_COLOURS[(number - 1) % GROUP_COLOURS.length] ?? "", "fill-opacity": 0.85 }
        : { fill: "#12375c", "fill-opacity": 0.25 + 0.65 * (number / max) };
      return [
        svg("rect", { x: column * UNIT, y: row * UNIT, width: UNIT, height: UNIT, ...look }),
        svg("text", { x, y: y + 6, class: "count" }, String(number)),
      ];
    });
    this.setOverlay([...spaces, ...plates, ...(this.view?.ways ?? []).flatMap((way) => drawWay(way, this.view?.unit ?? ""))]);
  }

  /** Replaces the shapes over the board, unless they are the same. @param {Element[]} shapes */
  setOverlay(shapes) {
    const { overlay } = this.canvas;
    const isSame = overlay.childElementCount === shapes.length && shapes.every((shape) => shape.parentNode === overlay);
    if (!isSame) overlay.replaceChildren(...shapes);
  }
}

/** @param {Way} way @param {string} unit of its price */
function drawWay({ start, end, price, words }, unit) {
  const from = middle(start), to = middle(end);
  const x = (from.x + to.x) / 2, y = (from.y + to.y) / 2;
  const name = price ? "way priced" : "way free";
  const plate = svg("circle", { cx: x, cy: y, r: 9, class: name });
  plate.append(svg("title", {}, `${words}: ${price} ${unit}`));
  return [
    svg("line", { x1: from.x, y1: from.y, x2: to.x, y2: to.y, class: name }),
    plate,
    svg("text", { x, y: y + 5, class: "price" }, String(price)),
  ];
}

/** @param {View | null} view */
function tableOf(view) {
  if (!view?.rows.length) return [];
  const head = make("tr", "", ...view.columns.map((word) => makeHeading(word, "col")));
  const rows = view.rows.map(([first, ...rest]) =>
    make("tr", "", makeHeading(String(first ?? ""), "row"), ...rest.map((value) => make("td", "", String(value ?? "–")))));
  return [make("table", "", make("thead", "", head), make("tbody", "", ...rows))];
}
