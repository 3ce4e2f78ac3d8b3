/**
 * How clicks become a choice: the clicks so far, and those that can follow.
 *
 * @import {Choice} from "./messages.js"
 */

export const MAX_CANDIDATES = 12; // a request for previews may name this many

export class Selection {
  constructor() {
    /** @type {Choice[]} */
    this.choices = [];
    /** @type {string[][]} the clicks of each step: forced clicks follow at once */
    this.steps = [];
    /** @type {number} of the candidate that is previewed */
    this.index = 0;
  }

  /** @param {Choice[]} choices */
  start(choices) {
    this.choices = choices;
    this.steps = [];
    this.index = 0;
    if (this.forcedClick() !== null) this.addStep([]);
  }

  /** Adds routes, which replace choices with the same clicks. @param {Choice[]} routes */
  addRoutes(routes) {
    const replaced = new Set(routes.map((route) => route.clicks.join(" ")));
    const others = this.choices.filter((choice) => !replaced.has(choice.clicks.join(" ")));
    this.choices = [...others, ...routes];
  }

  /** Adds a step and the clicks that must follow it. @param {string[]} ids */
  addStep(ids) {
    this.steps.push(ids);
    this.index = 0;
    for (let id = this.forcedClick(); id !== null; id = this.forcedClick()) ids.push(id);
  }

  /** The ids clicked so far, in order. */
  get path() {
    return this.steps.flat();
  }

  /** The choices that begin with the path. */
  get matching() {
    const { path } = this;
    return this.choices.filter((choice) => path.every((id, n) => choice.clicks[n] === id));
  }

  /** The ids that can be clicked next, with their choices. @returns {Map<string, Choice[]>} */
  get next() {
    const depth = this.path.length;
    /** @type {Map<string, Choice[]>} */
    const next = new Map();
    for (const choice of this.matching) {
      const id = choice.clicks[depth];
      if (id === undefined) continue;
      const choices = next.get(id);
      if (choices) choices.push(choice);
      else next.set(id, [choice]);
    }
    return next;
  }

  /** The choices that need no more clicks. */
  get complete() {
    const depth = this.path.length;
    return this.matching.filter((choice) => choice.clicks.length === depth);
  }

  /**
   * Picks an id.
   * @param {string} id @returns {Choice | null} the choice, if the clicks determine it
   */
  pick(id) {
    if (!this.next.has(id)) return null;
    this.addStep([id]);
    const [choice] = this.complete;
    return choice && this.matching.length === 1 ? choice : null;
  }

  /** The only id that can be clicked next, unless that click would complete a choice. */
  forcedClick() {
    const [first, ...others] = this.next;
    if (!first || others.length > 0 || this.complete.length > 0) return null;
    const depth = this.path.length + 1;
    return first[1].every((choice) => choice.clicks.length > depth) ? first[0] : null;
  }

  /** Removes the last step. @returns {boolean} whether there was one */
  back() {
    this.index = 0;
    return this.steps.pop() !== undefined;
  }

  /** A few choices that are one click away: R steps through them. */
  get candidates() {
    const depth = this.path.length;
    const matching = this.matching;
    const isFew = depth > 0 && matching.length > 0 && matching.length <= MAX_CANDIDATES;
    return isFew && matching.every((choice) => choice.clicks.length <= depth + 1) ? matching : [];
  }

  /** The candidate that is previewed. @returns {Choice | undefined} */
  get current() {
    return this.candidates[this.index];
  }

  /** Previews the next candidate, or the previous one. @param {number} by */
  rotate(by) {
    const count = this.candidates.length;
    if (count > 0) this.index = (this.index + by + count) % count;
  }
}

/** A choice as a sentence without its full stop: for prompts and buttons. @param {Choice} choice */
export function sayChoice(choice) {
  const text = describeChoice(choice);
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

/** Describes a choice. @param {Choice} choice */
export function describeChoice(choice) {
  const { group, label, captures } = choice;
  const isName = group.length > 2; // and not a letter or a number of a card
  const hasGroup = isName
    ? label.toLowerCase().includes(group.toLowerCase())
    : label.split(" ").includes(group);
  const text = hasGroup || group === "" ? label : `${group}: ${label}`;
  const captured = captures.length > 0 ? `, captures ${captures.join(" and ")}` : "";
  return (text || choice.action) + captured;
}

/**
 * Describes what several choices have in common.
 * @param {Choice[]} choices @param {string} title of the element clicked @param {number} depth
 */
export function describeChoices(choices, title, depth) {
  const [first] = choices;
  if (!first) return title;
  if (choices.length === 1) return describeChoice(first);
  const words = title || commonWords(choices, depth);
  return `${words}, ${choices.length} moves`;
}

/** @param {Choice[]} choices @param {number} depth */
function commonWords(choices, depth) {
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

/**
 * The words that all texts begin with, up to the last comma, so that they are not cut off in the
 * middle of a phrase.
 * @param {string[]} texts
 */
function commonStart(texts) {
  const lists = texts.map((text) => text.split(" "));
  const [first = []] = lists;
  const different = first.findIndex((word, n) => lists.some((list) => list[n] !== word));
  const words = first.slice(0, different < 0 ? first.length : different).join(" ");
  const phrase = different < 0 ? words : words.replace(/[,:] [^,:]*$/, "");
  return phrase.replace(/[,:]$/, "");
}
