/** Views over the board: numbers on cells, ways with their price, a table. */
import { element, make, setText } from "../../web/assets/page.js";
import { UNIT, middle, svg } from "./canvas.js";
import { Heat, clearLegend } from "./heat.js";
import { drawRoom } from "./room.js";

/** @typedef {import("./text.js").Cell} Cell */
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

const NONE = "none", ROOM = "room"; // the second is drawn here, from the sizes
const HEAT = "heat:"; // how the keys of those begin that come from games
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
    this.choice.addEventListener("change", () => (this.wanted.length ? wish() : this.show({}, this.room)));
    this.layer.addEventListener("change", () => this.draw());
    /** @type {View | null} */
    this.view = null;
    this.heat = new Heat();
    /** @type {HeatMap[]} */
    this.maps = [];
    /** @type {HeatMap[] | null} */
    this.next = null;
  }

  /** The views that the server should tell. */
  get wanted() {
    const { value } = this.choice;
    return ["", NONE, ROOM].includes(value) || value.startsWith(HEAT) ? [] : [value];
  }

  /** The heat map that is chosen, where games have made it. */
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
    this.offerLayers();
    setText(element("view-words", HTMLElement), this.view?.words ?? "");
    element("view-table", HTMLElement).replaceChildren(...tableOf(this.view));
    this.draw();
  }

  /** What games came to, by place: shown with the next frame. @param {HeatMap[]} maps */
  planHeat(maps) {
    const isPlanned = this.next !== null;
    this.next = maps;
    if (!isPlanned) requestAnimationFrame(() => this.showHeat());
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
    this.offerLayers();
    this.draw();
  }

  /** The second choice, where there is one; what was chosen stays. */
  offerLayers() {
    const own = this.view?.layers.map((layer, at) => /** @type {[string, string]} */ ([layer.name, String(at)]));
    const offered = this.map ? Heat.layers(this.map) : own ?? [];
    const shown = [...this.layer.options].map((each) => [each.text, each.value]);
    if (JSON.stringify(shown) !== JSON.stringify(offered)) {
      const was = this.layer.selectedIndex;
      this.layer.replaceChildren(...offered.map(([name, key]) => new Option(name, key)));
      this.layer.selectedIndex = Math.min(Math.max(was, 0), offered.length - 1);
    }
    this.layer.hidden = offered.length < 2;
  }

  draw() {
    if (this.map) return this.lay(this.heat.draw(this.map, this.layer.value, this.canvas.sheet));
    clearLegend();
    const spaces = this.choice.value === ROOM && this.room ? drawRoom(this.canvas.sheet, this.room, this.names) : [];
    const cells = this.view?.layers[Math.max(this.layer.selectedIndex, 0)]?.cells ?? [];
    const most = Math.max(1, ...cells.map(([, , number]) => number));
    const plates = cells.flatMap(([row, column, number]) => {
      const { x, y } = middle([row, column]);
      const look = this.view?.has_groups
        ? { fill: GROUPS[(number - 1) % GROUPS.length] ?? "", "fill-opacity": 0.85 }
        : { fill: "#12375c", "fill-opacity": 0.25 + 0.65 * (number / most) };
      return [
        svg("rect", { x: column * UNIT, y: row * UNIT, width: UNIT, height: UNIT, ...look }),
        svg("text", { x, y: y + 6, class: "count" }, String(number)),
      ];
    });
    this.lay([...spaces, ...plates, ...(this.view?.ways ?? []).flatMap((way) => drawWay(way, this.view?.unit ?? ""))]);
  }

  /** Over the board; shapes that lie there already stay as they are. @param {Element[]} shapes */
  lay(shapes) {
    const { overlay } = this.canvas;
    const isThere = overlay.childElementCount === shapes.length && shapes.every((each) => each.parentNode === overlay);
    if (!isThere) overlay.replaceChildren(...shapes);
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
