/**
 * The board: the picture, what can be picked on it, and the way from a click to a move.
 *
 * @import {Choice, Show} from "./messages.js"
 * @import {Line} from "./line.js"
 * @import {Box} from "./picture.js"
 * @import {Kind, Point, Target} from "./targets.js"
 * @typedef {{refuse: (why: string) => void, act: () => void}} Hearers
 */
import { Bar } from "./bar.js";
import { Drawing } from "./drawing.js";
import { Ghosts } from "./ghosts.js";
import { glide, places, settle } from "./motion.js";
import { element } from "../../web/assets/page.js";
import { Picking, inCommon, inWords } from "./picking.js";
import { Picture } from "./picture.js";
import { Targets, idOf } from "./targets.js";

const MOST_OTHERS = 24; // that a finger may begin with instead
const BESIDE = 1.4; // how far the centres of neighbours are apart, in their own size

const fine = matchMedia("(pointer: fine)");

export class Board {
  /** @param {Line} line @param {Hearers} hearers */
  constructor(line, hearers) {
    this.line = line;
    this.hearers = hearers;
    this.frame = element("board", HTMLElement);
    this.picture = new Picture(element("picture", HTMLElement));
    this.picking = new Picking();
    this.targets = new Targets(element("targets", HTMLElement), {
      pick: (id, isTouch) => this.pick(id, isTouch),
      look: (id) => this.look(id),
    });
    this.ghosts = new Ghosts(layer("ghost"), line);
    this.trail = layer("trail");
    this.drawing = new Drawing(this.frame, this.targets, {
      canDraw: () => this.canDraw,
      isReady: () => !this.isBusy,
      play: (id) => this.pick(id, false),
      trail: (points) => this.drawTrail(points),
    });
    this.bar = new Bar(element("prompt", HTMLElement), element("buttons", HTMLElement), {
      choose: (choice, isTouch) => this.choose(choice, isTouch),
      play: (choice) => void this.play(choice.action),
      turn: () => this.turn(1),
      back: () => this.back(),
    });
    /** @type {Map<string, Box>} of everything that some choice points at */
    this.boxes = new Map();
    /** @type {Choice | null} what a finger chose and has to confirm */
    this.asked = null;
    /** @type {Point | null} where the focus was */
    this.last = null;
    this.at = -1;
    this.offered = "";
    this.idle = "";
    this.isBusy = false;
    this.frame.addEventListener("wheel", (event) => this.rolled(event), { passive: false });
  }

  /** @param {Show} show */
  show(show) {
    const before = places(this.picture.svg);
    settle(this.picture.svg);
    this.picture.show(show.picture);
    this.frame.parentElement?.style.setProperty("--shape", `${this.picture.shape}`);
    const offered = JSON.stringify([show.at, show.choices]);
    if (offered !== this.offered) this.offer(show);
    this.offered = offered;
    this.idle = show.phase === "playing" && show.choices.length === 0 ? show.headline : "";
    this.boxes = this.picture.boxes(show.choices.flatMap((choice) => choice.clicks));
    this.render();
    glide(this.picture.svg, before);
    this.drawing.advance();
  }

  /** A new decision. @param {Show} show */
  offer(show) {
    this.at = show.at;
    this.isBusy = false;
    this.asked = null;
    this.picking.offer(show.choices);
    this.ghosts.forget(this.picture.viewBox);
  }

  // What is to be seen

  render() {
    const hadFocus = this.noteFocus();
    this.frame.ariaBusy = `${this.isBusy}`;
    this.frame.classList.toggle("drawable", this.canDraw);
    const targets = this.isBusy ? [] : this.listTargets();
    this.targets.show(targets, this.picture.shape);
    this.bar.show({
      prompt: this.prompt,
      choices: this.isBusy || this.asked ? [] : this.placeless,
      aimed: this.isBusy ? null : this.aimed,
      canTurn: !this.isBusy && !this.asked && this.picking.candidates.length > 1,
      canGoBack: !this.isBusy && (this.asked !== null || this.picking.steps.length > 0),
    });
    this.ghosts.show(this.aimed, this.picking.candidates);
    if (hadFocus) this.giveFocus();
  }

  /** The choice that `Play` would play. */
  get aimed() {
    return this.asked ?? this.picking.current ?? null;
  }

  get prompt() {
    if (this.isBusy || this.picking.choices.length === 0) return this.idle;
    if (this.asked) return `Play ${inWords(this.asked)}?`;
    if (this.picking.current) return inWords(this.picking.current);
    if (this.picking.steps.length > 0) {
      const [first, ...others] = this.picking.matching;
      const isOne = others.every((choice) => choice.group === first?.group);
      return isOne ? `${first?.group}: choose what follows.` : "Choose what follows.";
    }
    return this.placeless.length > 0 && this.boxes.size === 0 ? "Choose:" : "Choose on the board.";
  }

  /** Choices that the board has no place for. */
  get placeless() {
    const next = this.picking.next;
    const hidden = Array.from(next).filter(([id]) => !this.boxes.has(id));
    const complete = this.picking.complete;
    return [...(complete.length > 1 ? complete : []), ...hidden.flatMap(([, choices]) => choices)];
  }

  /** @returns {Target[]} */
  listTargets() {
    const { picking } = this;
    const depth = picking.picked.length;
    const targets = Array.from(picking.next, ([id, choices]) =>
      this.target(id, "next", choices, depth),
    ).filter((target) => target !== null);
    const taken = new Set(targets.map((target) => target.id));
    for (const id of picking.steps.at(-1) ?? []) {
      if (taken.has(id)) continue;
      taken.add(id);
      const words = this.isTurnable ? `Play ${this.prompt}` : "Back";
      const target = this.target(id, "picked", picking.matching, depth, words);
      if (target) targets.push(target);
    }
    return [...targets, ...this.listOthers(taken)];
  }

  /** What could be begun with instead. @param {Set<string>} taken @returns {Target[]} */
  listOthers(taken) {
    if (this.picking.steps.length === 0) return [];
    const first = new Map(this.picking.choices.map((choice) => [choice.clicks[0] ?? "", choice]));
    const others = Array.from(first)
      .filter(([id]) => !taken.has(id) && !this.picking.picked.includes(id))
      .map(([id, choice]) => this.target(id, "other", [choice], 0, `Instead: ${choice.group}`))
      .filter((target) => target !== null);
    return fine.matches || others.length <= MOST_OTHERS ? others : [];
  }

  /**
   * @param {string} id @param {Kind} kind @param {Choice[]} choices @param {number} depth
   * @param {string} [words] @returns {Target | null}
   */
  target(id, kind, choices, depth, words) {
    const box = this.boxes.get(id);
    if (!box) return null;
    const label = words ?? inCommon(choices, this.picture.title(id), depth);
    const isWalk = kind === "next" && choices.length === 1 && choices[0]?.group === "walk";
    return { id, label, box, kind, isWalk };
  }

  // What is done

  /** @param {string} id @param {boolean} isTouch */
  pick(id, isTouch) {
    if (this.isBusy) return;
    this.hearers.act();
    this.asked = null;
    if (!this.picking.next.has(id)) {
      if (this.picking.picked.includes(id)) return this.pickAgain(isTouch);
      this.picking.steps = [];
    }
    const choice = this.picking.pick(id);
    if (choice) {
      if (!isTouch) return void this.play(choice.action);
      this.picking.back();
      this.asked = choice;
    }
    this.render();
  }

  /** A click on what is picked: it goes back, or plays what was turned there.
   * @param {boolean} isTouch */
  pickAgain(isTouch) {
    const { current } = this.picking;
    if (!this.isTurnable || !current) return this.back();
    if (isTouch) this.turn(1);
    else void this.play(current.action);
  }

  /** @param {Choice} choice @param {boolean} isTouch */
  choose(choice, isTouch) {
    if (!isTouch) return void this.play(choice.action);
    this.asked = choice;
    this.render();
  }

  /** Looks at what a target would do. @param {string | null} id */
  look(id) {
    if (this.isBusy || this.asked) return;
    const { picking } = this;
    const choices = id === null ? undefined : picking.next.get(id);
    const only = choices?.length === 1 ? choices[0] : undefined;
    if (only && only.clicks.length === picking.picked.length + 1) {
      const place = picking.candidates.indexOf(only);
      if (place < 0) return this.ghosts.show(only, []);
      if (place !== picking.turned) {
        picking.turned = place;
        this.render();
      }
    }
    this.ghosts.show(this.aimed, picking.candidates);
  }

  /** Whether the candidates are one thing at one place, turned. */
  get isTurnable() {
    const { candidates, picked } = this.picking;
    const last = picked.at(-1) ?? "";
    const here = this.boxes.get(last);
    if (!here || candidates.length === 0) return false;
    return candidates.every((choice) => {
      const id = choice.clicks[picked.length] ?? last;
      const box = this.boxes.get(id);
      if (!box || kindOf(id) !== kindOf(last)) return false;
      const [x, y] = [(box.x - here.x) / here.width, (box.y - here.y) / here.height];
      return Math.hypot(x, y) < BESIDE;
    });
  }

  /** @param {number} by */
  turn(by) {
    if (this.isBusy || this.asked || this.picking.candidates.length < 2) return;
    this.picking.turn(by);
    const next = this.picking.current?.clicks[this.picking.picked.length];
    const focused = idOf(document.activeElement);
    this.render();
    if (next && focused && !this.picking.picked.includes(focused)) this.targets.focus(next);
  }

  /** @returns {boolean} whether there was something to take back */
  back() {
    const wasAsked = this.asked !== null;
    this.asked = null;
    const did = wasAsked || this.picking.back();
    if (did) this.render();
    return did;
  }

  /** @param {string} action */
  async play(action) {
    if (this.isBusy) return;
    const { at } = this;
    this.isBusy = true;
    this.asked = null;
    this.picking.steps = [];
    this.render();
    const answer = await this.line.ask({ do: "move", at, action });
    if (answer.is !== "refused") return;
    this.hearers.refuse(answer.why);
    this.drawing.stop();
    if (this.at === at) {
      this.isBusy = false;
      this.render();
    }
  }

  // Paths

  get canDraw() {
    return this.picking.steps.length === 0 && this.picking.choices.some(isWalk);
  }

  /** @param {Point[]} points */
  drawTrail(points) {
    const box = this.frame.getBoundingClientRect();
    const path = points.map(({ x, y }) => `${x - box.left},${y - box.top}`).join(" ");
    this.trail.firstElementChild?.setAttribute("points", path);
  }

  /** @param {WheelEvent} event */
  rolled(event) {
    if (!this.isTurnable || event.ctrlKey) return;
    event.preventDefault();
    this.turn(event.deltaY > 0 ? 1 : -1);
  }

  // Focus

  /** Whether the focus is here; remembers where. */
  noteFocus() {
    const focused = document.activeElement;
    const id = idOf(focused);
    if (id !== null && this.targets.buttons.has(id)) this.last = this.targets.centre(id);
    return this.frame.contains(focused) || this.bar.box.contains(focused);
  }

  /** Puts the focus on what comes next, where it was on something that is gone. */
  giveFocus() {
    const focused = document.activeElement;
    if (focused !== document.body && focused !== this.frame && focused?.isConnected) return;
    const next = this.targets.near(this.last);
    if (next !== null) return this.targets.focus(next);
    const button = this.bar.box.querySelector("button");
    if (button) button.focus({ preventScroll: true });
    else this.frame.focus({ preventScroll: true });
  }

  /** Goes to the board by keyboard. */
  enter() {
    const next = this.targets.near(this.last);
    if (next !== null) this.targets.focus(next);
    else this.frame.focus({ preventScroll: true });
  }
}

/** @param {Choice} choice */
function isWalk(choice) {
  return choice.group === "walk" && choice.clicks.length === 1;
}

/** What kind of element it is, by its id. @param {string} id */
function kindOf(id) {
  return id.replace(/[-\d]+$/, "");
}

/** @param {string} id @returns {SVGSVGElement} */
function layer(id) {
  const found = document.querySelector(`svg#${id}`);
  if (!(found instanceof SVGSVGElement)) throw new Error(`the page lacks ${id}`);
  return found;
}
