/**
 * Clicks become a choice: what is picked so far, and what can be picked next.
 *
 * @import {Choice} from "./messages.js"
 */

export const MOST_SHOWN = 12; // choices whose marks may be asked for at once

export class Picking {
  constructor() {
    /** @type {Choice[]} */
    this.choices = [];
    /** @type {string[][]} what each step picked: a step may bring forced clicks along */
    this.steps = [];
    /** @type {number} which of the candidates is looked at */
    this.turned = 0;
  }

  /** @param {Choice[]} choices */
  offer(choices) {
    this.choices = choices;
    this.steps = [];
    this.turned = 0;
    if (this.forced() !== null) this.step([]);
  }

  /** A step, with the clicks that must follow it. @param {string[]} ids */
  step(ids) {
    this.steps.push(ids);
    this.turned = 0;
    for (let only = this.forced(); only !== null; only = this.forced()) ids.push(only);
  }

  /** The ids picked so far, in order. */
  get picked() {
    return this.steps.flat();
  }

  /** The choices that begin with what is picked. */
  get matching() {
    const picked = this.picked;
    return this.choices.filter((choice) => picked.every((id, n) => choice.clicks[n] === id));
  }

  /** What can be picked next, and the choices that it leads to. @returns {Map<string, Choice[]>} */
  get next() {
    const depth = this.picked.length;
    /** @type {Map<string, Choice[]>} */
    const next = new Map();
    for (const choice of this.matching) {
      const id = choice.clicks[depth];
      if (id === undefined) continue;
      const known = next.get(id);
      if (known) known.push(choice);
      else next.set(id, [choice]);
    }
    return next;
  }

  /** The choices that need no more clicks. */
  get complete() {
    const depth = this.picked.length;
    return this.matching.filter((choice) => choice.clicks.length === depth);
  }

  /**
   * Picks an id.
   * @param {string} id @returns {Choice | null} the choice that is meant, once only one can be
   */
  pick(id) {
    if (!this.next.has(id)) return null;
    this.step([id]);
    const [choice] = this.complete;
    return choice && this.matching.length === 1 ? choice : null;
  }

  /** The only id that can be picked next, but for a last click. */
  forced() {
    const [first, ...others] = this.next;
    if (!first || others.length > 0 || this.complete.length > 0) return null;
    const depth = this.picked.length + 1;
    return first[1].every((choice) => choice.clicks.length > depth) ? first[0] : null;
  }

  /** Takes the last step back. @returns {boolean} whether there was one */
  back() {
    this.turned = 0;
    return this.steps.pop() !== undefined;
  }

  /** A few choices that are one click away: they can be turned through. */
  get candidates() {
    const depth = this.picked.length;
    const matching = this.matching;
    const isFew = depth > 0 && matching.length > 0 && matching.length <= MOST_SHOWN;
    return isFew && matching.every((choice) => choice.clicks.length <= depth + 1) ? matching : [];
  }

  /** The candidate that is looked at. @returns {Choice | undefined} */
  get current() {
    return this.candidates[this.turned];
  }

  /** Looks at the next candidate, or the one before. @param {number} by */
  turn(by) {
    const count = this.candidates.length;
    if (count > 0) this.turned = (this.turned + by + count) % count;
  }
}

/** A choice in words. @param {Choice} choice */
export function inWords(choice) {
  const { group, label, captures } = choice;
  const isSaid = group.length > 2 && label.toLowerCase().includes(group.toLowerCase());
  const said = isSaid || group === "" ? label : `${group}: ${label}`;
  const captured = captures.length > 0 ? `, captures ${captures.join(" and ")}` : "";
  return (said || choice.action) + captured;
}

/**
 * What several choices have in common, in words.
 * @param {Choice[]} choices @param {string} title of what is clicked @param {number} depth
 */
export function inCommon(choices, title, depth) {
  const [first] = choices;
  if (!first) return title;
  if (choices.length === 1) return inWords(first);
  const words = title || shared(choices, depth);
  return `${words}, ${choices.length} moves`;
}

/** @param {Choice[]} choices @param {number} depth */
function shared(choices, depth) {
  const start = commonStart(choices.map((choice) => choice.label));
  if (depth === 0 && allSame(choices.map((choice) => choice.group))) {
    const group = choices[0]?.group ?? "";
    const isPiece = choices.every((choice) => choice.piece === group);
    return start && !isPiece ? `${group}: ${start}` : start || group;
  }
  const [first] = choices;
  return (allSame(choices.map((choice) => choice.piece)) && first?.piece) || start || "several";
}

/** @param {string[]} texts */
function allSame(texts) {
  return texts.every((text) => text === texts[0]);
}

/** The words that all begin with. @param {string[]} texts */
function commonStart(texts) {
  const lists = texts.map((text) => text.split(" "));
  const [first = []] = lists;
  const different = first.findIndex((word, n) => lists.some((list) => list[n] !== word));
  return first.slice(0, different < 0 ? first.length : different).join(" ").replace(/[,:]$/, "");
}
