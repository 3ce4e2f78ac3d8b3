/** The figures of the games: rows with bars and intervals, updated in place once per frame. */
import { element, make, makeHeading, setText } from "../../web/assets/page.js";
import { svg } from "./canvas.js";
import { formatAmount, formatChange, describeChange, isClear, formatInterval } from "./amounts.js";

/** @typedef {import("./trial.js").TrialState} TrialState */
/** @typedef {import("./trial.js").Results} Results */
/** @typedef {import("./trial.js").Group} Group */
/** @typedef {import("./trial.js").Row} Row */
/** @typedef {{bar: Element, reach: Element, ends: Element[], tick: Element, value: HTMLElement, span: HTMLElement, change: HTMLElement, words: HTMLElement}} RowElements */

const WIDE = 100, HIGH = 14, MIDDLE = 7; // of a bar, in its own units
const MAX_CHANGES = 4; // in the final sentence

export class Figures {
  constructor() {
    this.place = element("games-figures", HTMLElement);
    this.count = element("games-count", HTMLElement);
    this.summary = element("games-summary", HTMLElement);
    this.line = element("games-line", HTMLProgressElement);
    /** @type {Map<string, RowElements>} */
    this.rows = new Map();
    this.shape = "";
    /** @type {TrialState | null} for the next frame */
    this.next = null;
  }

  /** @param {TrialState} state */
  show(state) {
    if (!this.next) requestAnimationFrame(() => this.draw());
    this.next = state;
  }

  draw() {
    const trial = this.next;
    this.next = null;
    if (!trial) return;
    const { results, state } = trial;
    setText(this.count, describeProgress(trial));
    this.count.className = state === "refused" ? "small wrong" : "small soft";
    this.line.value = results ? results.games / results.of : 0;
    this.line.hidden = state === "off";
    this.place.hidden = state === "off";
    this.place.classList.toggle("old", !results && state !== "done");
    if (results) this.fill(results.groups);
    if (state === "done" || state === "refused") setText(this.summary, state === "done" ? describeOutcome(trial) : "");
    else if (!results) setText(this.summary, "");
  }

  /** @param {Group[]} groups */
  fill(groups) {
    const shape = JSON.stringify(groups.map((group) => [group.key, group.name, group.rows.map((row) => row.name)]));
    if (shape !== this.shape) this.build(groups);
    this.shape = shape;
    for (const group of groups) {
      const max = top(group.rows, group.is_share);
      // Rounds, turns and decisions have no common scale.
      for (const row of group.rows) this.set(group, row, group.is_share ? max : top([row], false));
    }
  }

  /** Builds the tables for new groups. @param {Group[]} groups */
  build(groups) {
    this.rows.clear();
    this.place.replaceChildren(...groups.map((group) => {
      const rows = group.rows.map((row) => this.row(`${group.key} ${row.name}`, row.name));
      const head = make("tr", "", ...["Of", "Bar", "On average", "Change"].map((word) => makeHeading(word, "col")));
      return make("table", "group", make("caption", "", group.name), make("thead", "unseen", head), make("tbody", "", ...rows));
    }));
  }

  /** @param {string} key @param {string} name */
  row(key, name) {
    const [bar, reach, tick] = [svg("rect", { y: 3, height: HIGH - 6, class: "bar" }), line("reach"), line("tick")];
    const ends = [line("reach"), line("reach")];
    const picture = svg("svg", { viewBox: `0 0 ${WIDE} ${HIGH}`, preserveAspectRatio: "none", "aria-hidden": "true" }, bar, tick, reach, ...ends);
    const elements = {
      bar, reach, ends, tick, value: make("span", ""), span: make("span", "unseen"),
      change: make("span", ""), words: make("span", "unseen"),
    };
    elements.change.setAttribute("aria-hidden", "true");
    this.rows.set(key, elements);
    const cells = [make("td", "bars"), make("td", "value", elements.value, elements.span), make("td", "moved", elements.change, elements.words)];
    cells[0]?.append(picture);
    return make("tr", "", makeHeading(name, "row"), ...cells);
  }

  /** @param {Group} group @param {Row} row @param {number} max at the end of the bar */
  set(group, row, max) {
    const elements = this.rows.get(`${group.key} ${row.name}`);
    if (!elements) return;
    const at = (/** @type {number} */ value) => ((Math.max(value, 0) / max) * WIDE).toFixed(2);
    elements.bar.setAttribute("width", at(row.value));
    const low = row.low ?? row.value, high = row.high ?? row.value;
    across(elements.reach, at(low), at(high), MIDDLE, MIDDLE);
    across(elements.ends[0], at(low), at(low), 4, HIGH - 4);
    across(elements.ends[1], at(high), at(high), 4, HIGH - 4);
    across(elements.tick, at(row.before ?? 0), at(row.before ?? 0), 0, HIGH);
    elements.tick.setAttribute("class", row.before === null ? "tick none" : "tick");
    setText(elements.value, formatAmount(row.value, group.is_share));
    setText(elements.span, row.low === null ? "" : `, ${formatInterval(low, high, group.is_share)}`);
    setText(elements.change, formatChange(row, group.is_share));
    setText(elements.words, describeChange(row, group.is_share));
    elements.change.className = isClear(row) ? "clear" : "still";
  }
}

/** @param {string} name */
const line = (name) => svg("line", { class: name, "vector-effect": "non-scaling-stroke" });

/** @param {Element | undefined} line @param {string} x1 @param {string} x2 @param {number} y1 @param {number} y2 */
function across(line, x1, x2, y1, y2) {
  for (const [name, value] of Object.entries({ x1, x2, y1, y2 })) line?.setAttribute(name, String(value));
}

/** Returns a round number above all bars, so that their scale seldom changes.
 * @param {Row[]} rows @param {boolean} isShare */
function top(rows, isShare) {
  const max = Math.max(1e-9, ...rows.map((row) => Math.max(row.high ?? row.value, row.before ?? 0)));
  if (isShare) return Math.min(1, Math.ceil(max * 10 + 0.2) / 10);
  const step = 10 ** Math.floor(Math.log10(max)) / 2;
  return Math.ceil(max / step + 0.2) * step;
}

/** @param {TrialState} trial */
function describeProgress({ state, why, results }) {
  if (state === "off") return "No games are played.";
  if (state === "refused") return why || "This board can't be played.";
  if (!results) return why || "Starting games …";
  const games = results.games.toLocaleString("en");
  const isComplete = state === "done" || results.games >= results.of;
  const count = isComplete ? `${games} games` : `${games} of ${results.of.toLocaleString("en")} games`;
  const more = why || results.note;
  return more ? `${count}. ${more}` : count;
}

/** The final sentence, which screen readers read out. @param {TrialState} trial */
function describeOutcome({ results, isCompared }) {
  if (!results) return "";
  const count = `${results.games.toLocaleString("en")} games were played`;
  if (!isCompared) return `${count} on this board.`;
  const changed = results.groups.flatMap((group) => group.rows.filter(isClear).map((row) => ({ group, row })));
  const size = (/** @type {{row: Row}} */ { row }) => Math.abs(row.change ?? 0) / ((row.change_high ?? 1) - (row.change_low ?? 0) || 1);
  const largest = changed.toSorted((one, other) => size(other) - size(one)).slice(0, MAX_CHANGES);
  if (!largest.length) return `${count}, and nothing has clearly changed.`;
  const changes = largest.map(({ group, row }) => `${row.name} ${formatChange(row, group.is_share, true)}`).join(", ");
  const more = changed.length - largest.length;
  return `${count}. Clearly changed: ${changes}${more ? `, and ${more} more` : ""}.`;
}
