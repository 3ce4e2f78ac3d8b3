/** The figures of the games: rows with bars and intervals, changed in place and once a frame. */
import { element, make, setText } from "../../web/assets/page.js";
import { svg } from "./canvas.js";
import { amount, change, changeInWords, isClear, span } from "./amounts.js";

/** @typedef {import("./trial.js").Told} Told */
/** @typedef {import("./trial.js").Played} Played */
/** @typedef {import("./trial.js").Group} Group */
/** @typedef {import("./trial.js").Row} Row */
/** @typedef {{bar: Element, reach: Element, ends: Element[], tick: Element, value: HTMLElement, span: HTMLElement, change: HTMLElement, words: HTMLElement}} Shown */

const WIDE = 100, HIGH = 14, MIDDLE = 7; // a bar's own measure
const MOST_NAMED = 4; // changes in the last sentence

export class Figures {
  constructor() {
    this.place = element("games-figures", HTMLElement);
    this.count = element("games-count", HTMLElement);
    this.said = element("games-said", HTMLElement);
    this.line = element("games-line", HTMLProgressElement);
    /** @type {Map<string, Shown>} */
    this.rows = new Map();
    this.shape = "";
    /** @type {Told | null} what comes with the next frame */
    this.next = null;
  }

  /** @param {Told} told */
  show(told) {
    if (!this.next) requestAnimationFrame(() => this.draw());
    this.next = told;
  }

  draw() {
    const told = this.next;
    this.next = null;
    if (!told) return;
    const { played, state } = told;
    setText(this.count, counted(told));
    this.count.className = state === "refused" ? "small wrong" : "small soft";
    this.line.value = played ? played.games / played.of : 0;
    this.line.hidden = state === "off";
    this.place.hidden = state === "off";
    this.place.classList.toggle("old", !played && state !== "done");
    if (played) this.fill(played.groups);
    if (state === "done" || state === "refused") setText(this.said, state === "done" ? outcome(told) : "");
    else if (!played) setText(this.said, "");
  }

  /** @param {Group[]} groups */
  fill(groups) {
    const shape = JSON.stringify(groups.map((group) => [group.key, group.name, group.rows.map((row) => row.name)]));
    if (shape !== this.shape) this.lay(groups);
    this.shape = shape;
    for (const group of groups) {
      const most = top(group.rows, group.is_share);
      // Rounds, turns and decisions have no scale in common.
      for (const row of group.rows) this.set(group, row, group.is_share ? most : top([row], false));
    }
  }

  /** Rows of other groups than before. @param {Group[]} groups */
  lay(groups) {
    this.rows.clear();
    this.place.replaceChildren(...groups.map((group) => {
      const rows = group.rows.map((row) => this.row(`${group.key} ${row.name}`, row.name));
      const head = make("tr", "", ...["Of", "Bar", "On average", "Change"].map((word) => heading(word, "col")));
      return make("table", "group", make("caption", "", group.name), make("thead", "unseen", head), make("tbody", "", ...rows));
    }));
  }

  /** @param {string} key @param {string} name */
  row(key, name) {
    const [bar, reach, tick] = [svg("rect", { y: 3, height: HIGH - 6, class: "bar" }), line("reach"), line("tick")];
    const ends = [line("reach"), line("reach")];
    const picture = svg("svg", { viewBox: `0 0 ${WIDE} ${HIGH}`, preserveAspectRatio: "none", "aria-hidden": "true" }, bar, tick, reach, ...ends);
    const shown = {
      bar, reach, ends, tick, value: make("span", ""), span: make("span", "unseen"),
      change: make("span", ""), words: make("span", "unseen"),
    };
    shown.change.setAttribute("aria-hidden", "true");
    this.rows.set(key, shown);
    const cells = [make("td", "bars"), make("td", "value", shown.value, shown.span), make("td", "moved", shown.change, shown.words)];
    cells[0]?.append(picture);
    return make("tr", "", heading(name, "row"), ...cells);
  }

  /** @param {Group} group @param {Row} row @param {number} most at the end of the bar */
  set(group, row, most) {
    const shown = this.rows.get(`${group.key} ${row.name}`);
    if (!shown) return;
    const at = (/** @type {number} */ value) => ((Math.max(value, 0) / most) * WIDE).toFixed(2);
    shown.bar.setAttribute("width", at(row.value));
    const low = row.low ?? row.value, high = row.high ?? row.value;
    across(shown.reach, at(low), at(high), MIDDLE, MIDDLE);
    across(shown.ends[0], at(low), at(low), 4, HIGH - 4);
    across(shown.ends[1], at(high), at(high), 4, HIGH - 4);
    across(shown.tick, at(row.before ?? 0), at(row.before ?? 0), 0, HIGH);
    shown.tick.setAttribute("class", row.before === null ? "tick none" : "tick");
    setText(shown.value, amount(row.value, group.is_share));
    setText(shown.span, row.low === null ? "" : `, ${span(low, high, group.is_share)}`);
    setText(shown.change, change(row, group.is_share));
    setText(shown.words, changeInWords(row, group.is_share));
    shown.change.className = isClear(row) ? "clear" : "still";
  }
}

/** @param {string} name */
const line = (name) => svg("line", { class: name, "vector-effect": "non-scaling-stroke" });

/** @param {Element | undefined} line @param {string} x1 @param {string} x2 @param {number} y1 @param {number} y2 */
function across(line, x1, x2, y1, y2) {
  for (const [name, value] of Object.entries({ x1, x2, y1, y2 })) line?.setAttribute(name, String(value));
}

/** A round number above all bars, so that their scale seldom changes.
 * @param {Row[]} rows @param {boolean} isShare */
function top(rows, isShare) {
  const most = Math.max(1e-9, ...rows.map((row) => Math.max(row.high ?? row.value, row.before ?? 0)));
  if (isShare) return Math.min(1, Math.ceil(most * 10 + 0.2) / 10);
  const step = 10 ** Math.floor(Math.log10(most)) / 2;
  return Math.ceil(most / step + 0.2) * step;
}

/** @param {string} word @param {string} scope */
function heading(word, scope) {
  const made = make("th", "", word);
  made.scope = scope;
  return made;
}

/** @param {Told} told */
function counted({ state, why, played }) {
  if (state === "off") return "No games are played.";
  if (state === "refused") return why || "This board can't be played.";
  if (!played) return why || "The games begin …";
  const games = played.games.toLocaleString("en");
  const many = state === "done" || played.games >= played.of ? `${games} games` : `${games} of ${played.of.toLocaleString("en")} games`;
  const more = why || played.note;
  return more ? `${many}. ${more}` : many;
}

/** The last sentence, which is read out. @param {Told} told */
function outcome({ played, isCompared }) {
  if (!played) return "";
  const many = `${played.games.toLocaleString("en")} games were played`;
  if (!isCompared) return `${many} on this board.`;
  const moved = played.groups.flatMap((group) => group.rows.filter(isClear).map((row) => ({ group, row })));
  const size = (/** @type {{row: Row}} */ { row }) => Math.abs(row.change ?? 0) / ((row.change_high ?? 1) - (row.change_low ?? 0) || 1);
  const named = moved.toSorted((one, other) => size(other) - size(one)).slice(0, MOST_NAMED);
  if (!named.length) return `${many}, and nothing has clearly changed.`;
  const told = named.map(({ group, row }) => `${row.name} ${change(row, group.is_share, true)}`).join(", ");
  const more = moved.length - named.length;
  return `${many}. Clearly changed: ${told}${more ? `, and ${more} more` : ""}.`;
}
