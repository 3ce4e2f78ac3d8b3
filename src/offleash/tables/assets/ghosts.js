/**
 * Previews: what a choice would look like, drawn over the picture.
 *
 * @import {Choice} from "./messages.js"
 * @import {Connection} from "./connection.js"
 */

export class Ghosts {
  /** @param {SVGSVGElement} layer @param {Connection} connection */
  constructor(layer, connection) {
    this.layer = layer;
    this.connection = connection;
    /** @type {Map<string, string>} SVG marks by action, for this decision */
    this.marks = new Map();
    /** @type {Choice | null} the one that is previewed */
    this.choice = null;
    this.decision = 0;
  }

  /** Clears all previews for a new decision. @param {string} viewBox */
  reset(viewBox) {
    this.decision += 1;
    this.marks.clear();
    this.layer.setAttribute("viewBox", viewBox);
    this.show(null, []);
  }

  /**
   * Previews a choice; requests its marks together with its neighbours'.
   * @param {Choice | null} choice @param {Choice[]} neighbours
   */
  show(choice, neighbours) {
    this.choice = choice;
    const marks = choice && this.marks.get(choice.action);
    this.draw(marks ?? "");
    if (!choice || choice.route || marks !== undefined) return;
    const others = neighbours.filter((neighbour) => !neighbour.route);
    void this.request(others.includes(choice) ? others : [choice]);
  }

  /** @param {Choice[]} choices */
  async request(choices) {
    const { decision } = this;
    const actions = choices.map((choice) => choice.action);
    for (const action of actions) this.marks.set(action, "");
    const answer = await this.connection.ask({ do: "look", actions });
    if (answer.is !== "ghosts" || decision !== this.decision) return;
    actions.forEach((action, n) => this.marks.set(action, answer.marks[n] ?? ""));
    if (this.choice) this.draw(this.marks.get(this.choice.action) ?? "");
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
