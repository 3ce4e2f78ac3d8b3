/** The list of checks; a click on a failed one goes to its cells, one after another, and a switch turns one off. */
import { element, make, makeButton, setText } from "../../web/assets/page.js";

/** @typedef {import("./sheet.js").Cell} Cell */
/** @typedef {import("./tools.js").Toolbox} Toolbox */
/** @typedef {import("./canvas.js").Canvas} Canvas */
/** @typedef {{name: string, words: string, state: string, why: string, cells: Cell[], reason: string, can_ignore: boolean}} Light */

/** @type {Record<string, [string, string]>} a symbol and a word for each state */
const SYMBOLS = {
  ok: ["✓", "passed"], warning: ["!", "warning"], error: ["✗", "failed"],
  untested: ["–", "not tested"], ignored: ["○", "switched off"],
};

export class Lights {
  /** @param {Toolbox} toolbox @param {Canvas} canvas */
  constructor(toolbox, canvas) {
    this.toolbox = toolbox;
    this.canvas = canvas;
    this.list = element("lights", HTMLElement);
    this.problem = element("problem", HTMLElement);
    this.verdict = element("verdict", HTMLAnchorElement); // next to the sheet, since the list may be far away
    /** @type {Light[]} */
    this.lights = [];
    this.selected = "";
    this.listed = "";
  }

  /** @param {{problem: {sentence: string} | null, lights: Light[]}} result */
  show({ problem, lights }) {
    const failed = lights.filter((light) => light.state === "error").length;
    const words = problem ? capitalise(problem.sentence) : summary(lights, failed);
    setText(this.problem, words);
    setText(this.verdict, problem ? "Not a board yet" : words);
    this.problem.className = this.verdict.className = problem || failed ? "wrong" : "fine";
    this.list.hidden = problem !== null;
    if (problem) return;
    this.lights = lights;
    const now = JSON.stringify(lights);
    if (now !== this.listed) this.fill();
    this.listed = now;
    this.canvas.faults = lights.find((light) => light.name === this.selected)?.cells ?? [];
    this.canvas.drawMarks();
  }

  fill() {
    const focused = document.activeElement?.closest("#lights [data-light]")?.getAttribute("data-light");
    const rank = (/** @type {Light} */ light) => (isWrong(light) ? 0 : light.state === "ignored" ? 1 : 2);
    const sorted = [...this.lights].sort((one, other) => rank(one) - rank(other));
    this.list.replaceChildren(...sorted.map((light) => this.line(light)));
    const button = focused && this.list.querySelector(`[data-light="${focused}"]`);
    if (button instanceof HTMLButtonElement) button.focus();
  }

  /** @param {Light} light */
  line(light) {
    const [symbol, word] = SYMBOLS[light.state] ?? ["–", ""];
    const lamp = make("span", "lamp", symbol);
    lamp.setAttribute("aria-hidden", "true");
    const children = [lamp, make("span", "unseen", `${word}: `), make("b", "", light.name), " ", make("span", "", light.words)];
    if (light.why && light.state !== "untested") children.push(make("span", "why", detail(light)));
    if (isWrong(light)) children.push(make("span", "reason", capitalise(light.reason)));
    const line = make("li", light.state);
    if (light.cells.length) {
      const button = makeButton("", () => this.goTo(light), "light");
      button.dataset.light = light.name;
      button.append(...children);
      line.append(button);
    } else line.append(make("div", "light", ...children));
    if (light.can_ignore && (isWrong(light) || light.state === "ignored")) line.append(this.switch(light));
    return line;
  }

  /** A switch that turns a check off for this board, or on again. @param {Light} light */
  switch(light) {
    const { model } = this.toolbox, isOff = light.state === "ignored";
    const others = model.sheet.ignored.filter((name) => name !== light.name);
    const flip = () => model.edit({ ignored: isOff ? others : [...others, light.name].sort() });
    const button = makeButton(isOff ? "Check again" : "Ignore", flip, "small ignore");
    button.setAttribute("aria-label", `${isOff ? "Check again" : "Ignore"}: ${light.name} ${light.words}`);
    return button;
  }

  /** @param {Light} light */
  goTo(light) {
    const at = light.cells.findIndex((cell) => String(cell) === String(this.toolbox.cursor));
    const isNext = this.selected === light.name && at >= 0;
    this.selected = light.name;
    this.canvas.faults = light.cells;
    this.toolbox.cursor = light.cells[isNext ? (at + 1) % light.cells.length : 0] ?? this.toolbox.cursor;
    this.toolbox.notify();
    this.canvas.reveal();
  }
}

/** Whether a check belongs at the top of the list. @param {Light} light */
const isWrong = (light) => light.state === "error" || light.state === "warning";

/** @param {Light[]} lights @param {number} failed */
function summary(lights, failed) {
  const warnings = lights.filter((light) => light.state === "warning").length;
  if (failed) return `${failed} of ${lights.length} failed`;
  const ignored = lights.filter((light) => light.state === "ignored").length;
  const counts = [
    ...(warnings ? [warnings === 1 ? "1 warning" : `${warnings} warnings`] : []),
    ...(ignored ? [`${ignored} switched off`] : []),
  ];
  return counts.length ? ["None failed", ...counts].join(", ") : `All ${lights.length} passed`;
}

/** @param {string} text */
const capitalise = (text) => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;

/** The details of a failure, without the text of the check. @param {Light} light */
function detail({ name, words, why }) {
  const start = `${name} ${words}`;
  return why.startsWith(start) ? why.slice(start.length).replace(/^: /, "") : why;
}
