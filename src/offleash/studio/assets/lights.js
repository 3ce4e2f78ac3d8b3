/** Every constraint with a light; a click on a broken one goes to its cells, one after the other. */
import { element, make, makeButton, setText } from "../../web/assets/page.js";

/** @typedef {import("./text.js").Cell} Cell */
/** @typedef {import("./tools.js").Hand} Hand */
/** @typedef {import("./canvas.js").Canvas} Canvas */
/** @typedef {{name: string, words: string, state: string, why: string, cells: Cell[]}} Light */

/** @type {Record<string, [string, string]>} a sign and a word for each state */
const SIGNS = { ok: ["✓", "kept"], warning: ["!", "warning"], error: ["✗", "broken"], untested: ["–", "not tested"] };

export class Lights {
  /** @param {Hand} hand @param {Canvas} canvas */
  constructor(hand, canvas) {
    this.hand = hand;
    this.canvas = canvas;
    this.list = element("lights", HTMLElement);
    this.problem = element("problem", HTMLElement);
    this.verdict = element("verdict", HTMLAnchorElement); // where the list is far from the sheet
    /** @type {Light[]} */
    this.lights = [];
    this.chosen = "";
    this.shown = "";
  }

  /** @param {{problem: {sentence: string} | null, lights: Light[]}} told */
  show({ problem, lights }) {
    const broken = lights.filter((light) => light.state === "error").length;
    const words = problem ? capital(problem.sentence) : summary(lights, broken);
    setText(this.problem, words);
    setText(this.verdict, problem ? "No board yet" : words);
    this.problem.className = this.verdict.className = problem || broken ? "wrong" : "fine";
    this.list.hidden = problem !== null;
    if (problem) return;
    this.lights = lights;
    const now = JSON.stringify(lights);
    if (now !== this.shown) this.fill();
    this.shown = now;
    this.canvas.faults = lights.find((light) => light.name === this.chosen)?.cells ?? [];
    this.canvas.mark();
  }

  fill() {
    const held = document.activeElement?.closest("#lights [data-light]")?.getAttribute("data-light");
    const first = this.lights.filter(isWrong), rest = this.lights.filter((light) => !isWrong(light));
    this.list.replaceChildren(...[...first, ...rest].map((light) => this.line(light)));
    const again = held && this.list.querySelector(`[data-light="${held}"]`);
    if (again instanceof HTMLButtonElement) again.focus();
  }

  /** @param {Light} light */
  line(light) {
    const [sign, word] = SIGNS[light.state] ?? ["–", ""];
    const lamp = make("span", "lamp", sign);
    lamp.setAttribute("aria-hidden", "true");
    const inside = [lamp, make("span", "unseen", `${word}: `), make("b", "", light.name), " ", make("span", "", light.words)];
    if (light.why && light.state !== "untested") inside.push(make("span", "why", detail(light)));
    const line = make("li", light.state);
    if (light.cells.length) {
      const button = makeButton("", () => this.go(light), "light");
      button.dataset.light = light.name;
      button.append(...inside);
      line.append(button);
    } else line.append(make("div", "light", ...inside));
    return line;
  }

  /** @param {Light} light */
  go(light) {
    const at = light.cells.findIndex((cell) => String(cell) === String(this.hand.cursor));
    const isNext = this.chosen === light.name && at >= 0;
    this.chosen = light.name;
    this.canvas.faults = light.cells;
    this.hand.cursor = light.cells[isNext ? (at + 1) % light.cells.length : 0] ?? this.hand.cursor;
    this.hand.changed();
    this.canvas.reveal();
  }
}

/** What is wrong comes first, where it is seen. @param {Light} light */
const isWrong = (light) => light.state === "error" || light.state === "warning";

/** @param {Light[]} lights @param {number} broken */
function summary(lights, broken) {
  const warnings = lights.filter((light) => light.state === "warning").length;
  if (broken) return `${broken} of ${lights.length} broken`;
  return warnings ? `None broken, ${warnings} to look at` : `All ${lights.length} hold`;
}

/** @param {string} text */
const capital = (text) => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;

/** What breaks it, without what it asks for. @param {Light} light */
function detail({ name, words, why }) {
  const start = `${name} ${words}`;
  return why.startsWith(start) ? why.slice(start.length).replace(/^: /, "") : why;
}
