/**
 * What a choice would look like, laid over the picture before it is played.
 *
 * @import {Choice} from "./messages.js"
 * @import {Line} from "./line.js"
 */

export class Ghosts {
  /** @param {SVGSVGElement} layer @param {Line} line */
  constructor(layer, line) {
    this.layer = layer;
    this.line = line;
    /** @type {Map<string, string>} marks of the choices of this decision */
    this.marks = new Map();
    /** @type {Choice | null} the one that is looked at */
    this.wanted = null;
    this.moment = 0;
  }

  /** Another decision: what was known is of no use. @param {string} viewBox */
  forget(viewBox) {
    this.moment += 1;
    this.marks.clear();
    this.layer.setAttribute("viewBox", viewBox);
    this.show(null, []);
  }

  /** Shows one choice; asks for it and its neighbours. @param {Choice | null} choice
   * @param {Choice[]} beside */
  show(choice, beside) {
    this.wanted = choice;
    const marks = choice && this.marks.get(choice.action);
    this.draw(marks ?? "");
    if (choice && marks === undefined) void this.ask(beside.includes(choice) ? beside : [choice]);
  }

  /** @param {Choice[]} choices */
  async ask(choices) {
    const { moment } = this;
    const actions = choices.map((choice) => choice.action);
    for (const action of actions) this.marks.set(action, "");
    const answer = await this.line.ask({ do: "look", actions });
    if (answer.is !== "ghosts" || moment !== this.moment) return;
    actions.forEach((action, n) => this.marks.set(action, answer.marks[n] ?? ""));
    if (this.wanted) this.draw(this.marks.get(this.wanted.action) ?? "");
  }

  /** @param {string} marks */
  draw(marks) {
    if (this.layer.dataset.marks === marks) return;
    this.layer.dataset.marks = marks;
    const text = `<svg xmlns="http://www.w3.org/2000/svg">${marks}</svg>`;
    const parsed = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
    const nodes = Array.from(parsed.childNodes, (node) => document.importNode(node, true));
    this.layer.replaceChildren(...nodes);
  }
}
