/** The page that plays: sliders for options, and figures whose intervals shrink while one looks. */

import { load, unpack } from "./offleash.js";
import { Series, seated } from "./ratios.js";

/** @typedef {import("./offleash.js").OptionValue} OptionValue */
/** @typedef {number | boolean | string | null} Value */
/** @typedef {{name: string, option: string, label: string, text: string, values: Value[]}} Control */
/**
 * @typedef {object} Column
 * @property {string} name
 * @property {string} preset
 * @property {number} seats
 * @property {{bots: string[], changes: Record<string, OptionValue>}[]} seatings
 * @property {string} command empty if no command line has these rules
 * @property {string} bots
 * @property {Record<string, Value>} values
 */
/**
 * @typedef {object} PageData
 * @property {import("./offleash.js").Description} description
 * @property {Record<string, string>} code
 * @property {string} seed a whole number that may be too large for one of JavaScript
 * @property {Column[]} columns
 * @property {Control[]} controls
 * @property {import("./ratios.js").Ratio[]} ratios
 * @property {Record<string, string>} colours
 */

const SOON_GAMES = 480; // of every row, before any gets more
const GAMES = 2000;
const CHANGED = "changed"; // the name of the row with the reader's changes
const PAUSE_MS = 150; // after the last move of a slider

/**
 * @template {HTMLElement} T
 * @param {string} id
 * @returns {T}
 */
function element(id) {
  return /** @type {T} */ (document.getElementById(id));
}

/**
 * @param {string} tag
 * @param {string} [name] of its class
 * @param {string} [text]
 */
function make(tag, name = "", text = "") {
  const node = document.createElement(tag);
  node.className = name;
  node.textContent = text;
  return node;
}

/** @param {Value} value */
function wordOf(value) {
  if (value === null) return "none";
  if (typeof value === "boolean") return value ? "yes" : "no";
  return String(value);
}

/** @param {string} text */
const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** One row of every figure: rules, and the games played under them. */
class Row {
  /**
   * @param {string} name
   * @param {Column} column
   */
  constructor(name, column) {
    this.name = name;
    this.column = column;
    this.goal = GAMES;
    /** @type {Record<string, Value>} */
    this.changes = {};
    /** @type {Series | undefined} */
    this.series = undefined;
    /** @type {string[][]} */
    this.bots = [];
  }

  get games() {
    return this.series?.games ?? 0;
  }

  /** How many blocks are to be played next; none if there are enough. */
  get missing() {
    const step = this.games < SOON_GAMES ? SOON_GAMES : this.goal;
    return Math.max(0, Math.ceil((step - this.games) / this.column.seatings.length));
  }
}

class Page {
  /**
   * @param {PageData} data
   * @param {import("./offleash.js").Game} game
   */
  constructor(data, game) {
    this.data = data;
    this.game = game;
    this.rows = data.columns.map((column) => new Row(column.name, column));
    this.control = new AbortController();
    this.isPaused = false;
    this.timer = 0;
    this.isDue = false;
    this.note = "";
    this.own = new Row(CHANGED, /** @type {Column} */ (data.columns[0]));
  }

  start() {
    const base = element("base");
    for (const { name } of this.data.columns) base.append(new Option(name, name));
    for (const control of this.data.controls) element("controls").append(this.slider(control));
    this.makeFigures();
    this.readAddress();
    base.addEventListener("change", () => this.begin(this.columnOf(/** @type {HTMLSelectElement} */ (base).value), {}));
    element("reset").addEventListener("click", () => this.begin(this.own.column, {}));
    element("stop").addEventListener("click", () => this.pause(!this.isPaused));
    element("more").addEventListener("click", () => this.more());
    addEventListener("hashchange", () => this.readAddress());
  }

  /** @param {string} name */
  columnOf(name) {
    return this.data.columns.find((column) => column.name === name) ?? /** @type {Column} */ (this.data.columns[0]);
  }

  // What the reader changes

  /** @param {Control} control */
  slider(control) {
    const row = make("div", "control");
    const label = /** @type {HTMLLabelElement} */ (make("label", "", capital(control.text)));
    const input = /** @type {HTMLInputElement} */ (make("input"));
    const output = make("output");
    input.type = "range";
    input.id = label.htmlFor = `control-${control.name}`;
    input.max = String(control.values.length - 1);
    output.id = `value-${control.name}`;
    input.addEventListener("input", () => {
      const value = control.values[Number(input.value)] ?? null;
      const changes = { ...this.own.changes, [control.name]: value };
      if (value === this.own.column.values[control.name]) delete changes[control.name];
      this.begin(this.own.column, changes, true);
    });
    row.append(label, input, output);
    return row;
  }

  /** Show the reader's rules on the sliders and in the address. */
  showRules() {
    const { column, changes } = this.own;
    /** @type {HTMLSelectElement} */ (element("base")).value = column.name;
    for (const control of this.data.controls) {
      const isChanged = control.name in changes;
      const value = (isChanged ? changes[control.name] : column.values[control.name]) ?? null;
      const input = /** @type {HTMLInputElement} */ (element(`control-${control.name}`));
      input.value = String(control.values.indexOf(value));
      input.setAttribute("aria-valuetext", wordOf(value));
      const usual = isChanged ? ` (was ${wordOf(column.values[control.name] ?? null)})` : "";
      element(`value-${control.name}`).textContent = wordOf(value) + usual;
      input.parentElement?.classList.toggle("is-changed", isChanged);
    }
    const words = new URLSearchParams({ rules: column.name });
    for (const [name, value] of Object.entries(changes)) words.set(name, JSON.stringify(value));
    const address = `#${words}`;
    if (location.hash !== address) history.replaceState(null, "", address);
  }

  /** Take the rules from the address; what it can't mean is left out, and said. */
  readAddress() {
    const words = new URLSearchParams(location.hash.slice(1));
    const column = this.columnOf(words.get("rules") ?? "");
    /** @type {Record<string, Value>} */
    const changes = {};
    const unknown = [];
    for (const [name, text] of words) {
      if (name === "rules") continue;
      const control = this.data.controls.find((one) => one.name === name);
      const value = control?.values.find((one) => JSON.stringify(one) === text);
      if (value === undefined) unknown.push(name);
      else if (value !== column.values[name]) changes[name] = value;
    }
    this.note = unknown.length ? `The address has values that this page lacks: ${unknown.join(", ")}. ` : "";
    this.begin(column, changes);
  }

  // Playing

  /**
   * Begin with other rules.
   * @param {Column} column
   * @param {Record<string, Value>} changes
   * @param {boolean} [isMoving] whether a slider is still being moved
   */
  begin(column, changes, isMoving = false) {
    const old = this.own;
    this.own = new Row(CHANGED, column);
    this.own.changes = changes;
    this.own.goal = old.goal;
    this.control.abort();
    this.showRules();
    this.draw();
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.play(), isMoving ? PAUSE_MS : 0);
  }

  /** All rows: the reader's first if it has changes. */
  get shown() {
    return Object.keys(this.own.changes).length ? [this.own, ...this.rows] : this.rows;
  }

  more() {
    for (const row of [this.own, ...this.rows]) row.goal += GAMES;
    this.pause(false);
  }

  /** @param {boolean} isPaused */
  pause(isPaused) {
    this.isPaused = isPaused;
    element("stop").textContent = isPaused ? "Go on" : "Pause";
    this.control.abort();
    if (!isPaused) this.play();
    this.draw();
  }

  /** Play what is missing, row by row, until nothing is. */
  async play() {
    this.control.abort();
    const control = (this.control = new AbortController());
    try {
      while (!this.isPaused && !control.signal.aborted) {
        const waiting = this.shown.filter((row) => row.missing > 0);
        const row = waiting.find(({ games }) => games < SOON_GAMES) ?? waiting[0];
        if (!row) break;
        await this.playRow(row, control.signal);
      }
    } catch (error) {
      if (!control.signal.aborted) return this.fail(error);
    }
    if (this.control === control) this.draw();
  }

  /**
   * @param {Row} row
   * @param {AbortSignal} signal
   */
  async playRow(row, signal) {
    if (!row.series) {
      const { variants, bots } = await seated(this.game, row.column, this.settings(row.changes));
      row.series = new Series(this.game, this.data.ratios, variants, row.column.seats);
      row.bots = bots;
    }
    const series = row.series;
    series.dropPart();
    await this.game.play({
      bots: row.bots, options: series.variants, games: row.missing * series.variants.length, seed: BigInt(this.data.seed),
      first: series.blocks, keep: series.keep, signal,
      onSlice: (slice) => {
        if (signal.aborted) return;
        series.add(slice);
        this.drawSoon();
      },
    });
  }

  /**
   * Return changes as the game takes them: parts of an option together.
   * @param {Record<string, Value>} changes
   */
  settings(changes) {
    /** @type {Record<string, OptionValue>} */
    const settings = {};
    for (const { name, option, label } of this.data.controls) {
      const value = changes[name];
      if (value === undefined) continue;
      const parts = /** @type {Record<string, number>} */ (settings[option] ?? {});
      settings[option] = label ? { ...parts, [label]: Number(value) } : value;
    }
    return settings;
  }

  /** @param {unknown} error */
  fail(error) {
    this.isPaused = true;
    element("stop").textContent = "Go on";
    element("status").textContent = `The page stopped playing: ${error instanceof Error ? error.message : error}`;
  }

  // Figures

  makeFigures() {
    for (const [number, ratio] of this.data.ratios.entries()) {
      const card = make("section", "card");
      const title = make("h3", "", capital(ratio.name));
      const group = make("p", "group", ratio.group);
      const list = make("div", "rows");
      list.id = `figure-${number}`;
      card.append(title, group, list);
      element("figures").append(card);
    }
  }

  drawSoon() {
    if (this.isDue) return;
    this.isDue = true;
    requestAnimationFrame(() => {
      this.isDue = false;
      this.draw();
    });
  }

  draw() {
    const rows = this.shown;
    const estimates = rows.map((row) => row.series?.estimates() ?? []);
    this.data.ratios.forEach((ratio, number) => {
      const scale = ratio.isShare ? 100 : 1;
      const list = rows.map((_, row) => estimates[row]?.[number] ?? { value: NaN, half: NaN, blocks: 0 });
      const ends = list.flatMap(({ value, half }) => (value >= 0 ? [value + (half || 0)] : []));
      const most = Math.max(...ends, ratio.isShare ? 0.01 : 0.1) * 1.04;
      const bars = list.map((estimate, row) => this.bar(/** @type {Row} */ (rows[row]), estimate, most, scale, this.data.colours[ratio.name] ?? ""));
      element(`figure-${number}`).replaceChildren(...bars);
    });
    this.showCommands(rows);
    const games = rows.reduce((sum, row) => sum + row.games, 0);
    const isDone = rows.every((row) => row.missing === 0);
    const state = this.isPaused ? "Paused after" : isDone ? "Played" : "Playing:";
    element("status").textContent = `${this.note}${state} ${games.toLocaleString("en")} games, seed ${this.data.seed}.`;
  }

  /**
   * One row of a figure: a dot on its interval, and the numbers.
   * @param {Row} row
   * @param {import("./ratios.js").Estimate} estimate
   * @param {number} most
   * @param {number} scale
   * @param {string} colour
   */
  bar(row, { value, half }, most, scale, colour) {
    const line = make("div", row === this.own ? "bar is-own" : "bar");
    const track = make("span", "track");
    const [interval, dot] = [make("span", "interval"), make("span", "dot")];
    const digits = scale * most < 20 ? 2 : 1;
    const isKnown = Number.isFinite(value);
    if (isKnown) {
      const low = Math.max(0, value - (half || 0));
      interval.style.left = `${(100 * low) / most}%`;
      interval.style.width = `${(100 * (Math.min(most, value + (half || 0)) - low)) / most}%`;
      dot.style.left = `${(100 * value) / most}%`;
      if (colour) dot.style.backgroundColor = colour;
      track.append(interval, dot);
    }
    const unit = scale === 100 ? " %" : "";
    const text = isKnown ? `${(value * scale).toFixed(digits)}${unit}` : "–";
    const range = isKnown && half > 0 ? `± ${(half * scale).toFixed(digits)}` : "";
    const number = make("span", "number", text);
    number.append(make("span", "range", range));
    line.append(make("span", "name", row.name), track, number);
    line.title = `${row.games.toLocaleString("en")} games`;
    return line;
  }

  /** @param {Row[]} rows */
  showCommands(rows) {
    const items = rows.filter((row) => row.series?.blocks).map((row) => {
      const item = make("li");
      const text = this.command(row);
      item.append(make("span", "name", `${row.name}: `));
      item.append(text ? make("code", "", text) : make("span", "", "these rules have a file of their own, which a command line names by its path"));
      return item;
    });
    element("commands").replaceChildren(...items);
  }

  /** @param {Row} row */
  command({ column, changes, series }) {
    if (!column.command || !series) return "";
    const settings = Object.entries(changes).map(([name, value]) => ` --set ${name}=${value === null ? "none" : value}`).join("");
    return `${column.command}${settings} --seats ${column.bots} --games ${series.blocks * series.variants.length} --seed ${this.data.seed}`;
  }
}

async function start() {
  /** @type {PageData} */
  const data = JSON.parse(element("data").textContent ?? "");
  if (typeof WebAssembly === "undefined") throw new Error("this browser has no WebAssembly");
  /** @type {Record<string, Uint8Array>} */
  const code = {};
  for (const [file, text] of Object.entries(data.code)) code[file] = await unpack(text);
  new Page(data, await load({ description: data.description, code })).start();
}

start().catch((error) => (element("status").textContent = `This page can't play: ${error.message}`));
