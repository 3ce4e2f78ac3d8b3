/**
 * Short words over the board: what chance brought, what was refused, a line that is lost.
 */
import { make, setText } from "../../web/assets/page.js";

const EACH = 1400; // ms that a piece of luck is shown
const QUICK = 600; // where others wait
const REFUSED = 6000;
const MOST = 3; // that wait: what came before is in the log

export class Notices {
  /** @param {HTMLElement} chance @param {HTMLElement} refusal @param {HTMLElement} lost */
  constructor(chance, refusal, lost) {
    this.box = chance;
    this.refusal = refusal;
    this.lost = lost;
    /** @type {string[]} */
    this.queue = [];
    this.isShowing = false;
    /** @type {number | undefined} */
    this.timer = undefined;
  }

  /** Dice and draws are seen to happen; what comes together is shown together.
   * @param {string[]} texts */
  chance(texts) {
    if (texts.length === 0) return;
    this.queue = [...this.queue, together(texts)].slice(-MOST);
    if (!this.isShowing) this.next();
  }

  /** Somebody goes on: nothing is to lie in the way. */
  clear() {
    this.queue = [];
    this.box.replaceChildren();
  }

  next() {
    const text = this.queue.shift();
    this.isShowing = text !== undefined;
    this.box.replaceChildren();
    if (text === undefined) return;
    this.box.append(make("span", "luck", text));
    setTimeout(() => this.next(), this.queue.length > 0 ? QUICK : EACH);
  }

  /** Says why something was not done. @param {string} why */
  refuse(why) {
    clearTimeout(this.timer);
    setText(this.refusal, why);
    this.timer = setTimeout(() => setText(this.refusal, ""), REFUSED);
  }

  /** @param {string} why empty where all is well */
  line(why) {
    setText(this.lost, why);
  }
}

/** "deal 4", "deal 9" are "deal 4, 9". @param {string[]} texts */
function together(texts) {
  /** @type {Map<string, string[]>} */
  const kinds = new Map();
  for (const text of texts) {
    const [kind = "", ...rest] = text.split(" ");
    kinds.set(kind, [...(kinds.get(kind) ?? []), rest.join(" ")]);
  }
  return Array.from(kinds, ([kind, rest]) => `${kind} ${rest.join(", ")}`.trim()).join(" · ");
}
