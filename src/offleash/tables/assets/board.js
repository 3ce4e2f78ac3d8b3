/**
 * The board: the picture, the targets on it, and how clicks become a move.
 *
 * @import {Choice, RouteChoice, Show} from "./messages.js"
 * @import {Connection} from "./connection.js"
 * @import {Content} from "./bar.js"
 * @import {Box} from "./picture.js"
 * @import {Guide} from "./guide.js"
 * @import {Kind, Point, Target} from "./targets.js"
 * @typedef {{refuse: (why: string) => void, act: () => void}} Listeners
 */
import { Bar } from "./bar.js";
import { PointerPath } from "./pointer_path.js";
import { Ghosts } from "./ghosts.js";
import { animateMoves, cancelAnimations, measurePositions } from "./animation.js";
import { element } from "../../web/assets/page.js";
import { Selection, describeChoices, sayChoice } from "./selection.js";
import { Picture } from "./picture.js";
import { Targets, idOf } from "./targets.js";

/** @type {Content} */
const NOTHING_TO_DO = {
  prompt: "", choices: [], preview: null, rotation: "", canGoBack: false, hint: null,
};
const ONLY_CHOICE = "Nothing else is possible:";
const MAX_OTHERS = 24; // alternative first targets on a touch screen
const MAX_NEIGHBOUR_DISTANCE = 1.4; // between centres, in their own size

const finePointer = matchMedia("(pointer: fine)");

export class Board {
  /** @param {Connection} connection @param {Listeners} listeners */
  constructor(connection, listeners) {
    this.connection = connection;
    this.listeners = listeners;
    this.frame = element("board", HTMLElement);
    this.picture = new Picture(element("picture", HTMLElement));
    this.selection = new Selection();
    this.targets = new Targets(element("targets", HTMLElement), {
      pick: (id, isTouch) => this.pick(id, isTouch),
      preview: (id) => this.previewTarget(id),
    });
    this.ghosts = new Ghosts(layer("ghost"), connection);
    this.trail = layer("trail");
    this.path = new PointerPath(this.frame, this.targets, {
      canDraw: () => this.canDraw,
      isReady: () => !this.isBusy,
      play: (id) => this.pick(id, false),
      drawTrail: (points) => this.drawTrail(points),
    });
    this.bar = new Bar(element("prompt", HTMLElement), element("buttons", HTMLElement), {
      choose: (choice, isTouch) => this.choose(choice, isTouch),
      play: (choice) => void this.play(choice),
      preview: (choice) => this.previewChoice(choice),
      rotate: () => this.rotate(1),
      back: () => this.back(),
    });
    /** @type {Map<string, Box>} of all elements that choices name */
    this.boxes = new Map();
    /** @type {Map<string, string[]>} elements that may be clicked instead, such as equal cards */
    this.copies = new Map();
    /** @type {Choice | null} chosen by touch, to be confirmed */
    this.unconfirmed = null;
    /** @type {Guide | null} of a guided game */
    this.guide = null;
    /** @type {Point | null} */
    this.lastFocus = null;
    this.at = -1;
    this.offerKey = "";
    this.idlePrompt = "";
    /** @type {number | null} an action of the log that is shown */
    this.recalled = null;
    this.task = ""; // what the player is to do
    this.isBusy = false;
    this.frame.addEventListener("wheel", (event) => this.onWheel(event), { passive: false });
  }

  /** @param {Show} show */
  show(show) {
    const before = measurePositions(this.picture.svg);
    cancelAnimations(this.picture.svg);
    this.picture.show(show.picture);
    const stage = this.frame.closest(".stage");
    if (stage instanceof HTMLElement) stage.style.setProperty("--shape", `${this.picture.shape}`);
    const offerKey = JSON.stringify([show.at, show.choices]);
    if (offerKey !== this.offerKey) this.startDecision(show);
    this.offerKey = offerKey;
    this.idlePrompt = show.phase === "playing" && show.choices.length === 0 ? show.headline : "";
    this.task = show.task;
    this.measure();
    this.render();
    const isOwn = show.lines.every((line) => line.kind !== "move" || line.who === show.you);
    animateMoves(this.picture.svg, before, isOwn);
    this.path.advance();
  }

  /** Finds where everything is that choices name. */
  measure() {
    const ids = this.selection.choices.flatMap(({ clicks, route }) => [
      ...clicks,
      ...(route?.passes ?? []),
    ]);
    this.copies = this.picture.copies(ids);
    this.boxes = this.picture.boxes([...ids, ...Array.from(this.copies.values()).flat()]);
  }

  /** Where something is to be done, or else was done last: centres in % of the board. */
  get places() {
    const targets = Array.from(this.selection.next.keys(), (id) => this.boxes.get(id));
    const places = targets.filter((box) => box !== undefined);
    return places.length > 0 ? places : [...this.picture.boxes(["last"]).values()];
  }

  /** @param {Show} show */
  startDecision(show) {
    this.at = show.at;
    this.isBusy = false;
    this.unconfirmed = null;
    this.selection.start(show.choices);
    this.ghosts.reset(this.picture.viewBox);
    if (show.has_routes) void this.requestRoutes();
  }

  /** Adds what one gesture can do: walks to a place that is several steps away, for example. */
  async requestRoutes() {
    const answer = await this.connection.ask({ do: "routes" });
    if (answer.is !== "routes" || answer.at !== this.at || answer.routes.length === 0) return;
    this.selection.addRoutes(answer.routes.map(choiceOf));
    this.measure();
    this.render();
  }

  // Rendering

  render() {
    const hadFocus = this.rememberFocus();
    this.frame.ariaBusy = `${this.isBusy}`;
    this.frame.classList.toggle("drawable", this.canDraw);
    const targets = this.isBusy ? [] : this.listTargets();
    this.targets.show(targets, this.picture.shape);
    this.bar.show(this.isReading ? NOTHING_TO_DO : this.barContent);
    this.previewChoice(null);
    if (hadFocus) this.restoreFocus();
  }

  /** Whether a guide has something to read first, so that nothing can be played yet. */
  get isReading() {
    return this.guide !== null && this.selection.choices.length > 0 && !this.guide.isDue;
  }

  get barContent() {
    const hasSteps = this.unconfirmed !== null || this.selection.steps.length > 0;
    return {
      prompt: this.prompt,
      choices: this.isBusy || this.unconfirmed ? [] : this.offBoard,
      preview: this.isBusy ? null : this.preview,
      rotation: this.rotation,
      canGoBack: !this.isBusy && hasSteps,
      hint: this.hint,
    };
  }

  /** The choice that `Play` would play. */
  get preview() {
    return this.unconfirmed ?? this.selection.current ?? null;
  }

  /** What a guided game asks for. */
  get hint() {
    const choices = this.unconfirmed ? [this.unconfirmed] : this.selection.matching;
    return this.guide?.find(choices) ?? null;
  }

  get prompt() {
    if (this.isBusy || this.selection.choices.length === 0) return this.idlePrompt;
    if (this.unconfirmed) return `${sayChoice(this.unconfirmed)}?`;
    if (this.selection.current) return this.describeCandidate(this.selection.current);
    if (this.selection.steps.length > 0) {
      const [first, ...others] = this.selection.matching;
      const isOne = others.every((choice) => choice.group === first?.group);
      return isOne && first?.group ? `${first.group}: choose the next step.` : "Choose the next step.";
    }
    if (this.selection.choices.length === 1 && this.offBoard.length === 1) return ONLY_CHOICE;
    const usual = this.offBoard.length > 0 && this.boxes.size === 0 ? "Choose:" : "Choose on the board";
    return this.task || usual;
  }

  /** What the button says that shows the next candidate; empty where there is no other. */
  get rotation() {
    if (this.isBusy || this.unconfirmed || this.selection.candidates.length < 2) return "";
    return this.isRotatable ? "Rotate the piece" : "Another way";
  }

  /** A candidate; of a piece that is being turned, the ghost shows where. @param {Choice} choice */
  describeCandidate(choice) {
    const { candidates, index } = this.selection;
    if (!this.isRotatable) return `${sayChoice(choice)}?`;
    const [, ...gain] = choice.label.split(": ");
    const way = candidates.length > 1 ? `way ${index + 1} of ${candidates.length}` : "as shown";
    return [`${choice.group}, ${way}`, ...gain].join(": ");
  }

  /** Choices without a visible element on the board. */
  get offBoard() {
    const next = this.selection.next;
    const hidden = Array.from(next).filter(([id]) => !this.boxes.has(id));
    const complete = this.selection.complete;
    return [...(complete.length > 1 ? complete : []), ...hidden.flatMap(([, choices]) => choices)];
  }

  /** @returns {Target[]} */
  listTargets() {
    const { selection } = this;
    const depth = selection.path.length;
    const targets = Array.from(selection.next).flatMap(([id, choices]) =>
      [id, ...(this.copies.get(id) ?? [])]
        .map((copy) => this.target(copy, "next", choices, depth))
        .filter((target) => target !== null),
    );
    const usedIds = new Set(targets.map((target) => target.id));
    for (const id of selection.steps.at(-1) ?? []) {
      if (usedIds.has(id)) continue;
      usedIds.add(id);
      const words = this.isRotatable ? `Play: ${this.prompt}` : "Back";
      const target = this.target(id, "picked", selection.matching, depth, words);
      if (target) targets.push(target);
    }
    return [...targets, ...this.listOthers(usedIds)];
  }

  /** Alternatives to the first pick. @param {Set<string>} usedIds @returns {Target[]} */
  listOthers(usedIds) {
    if (this.selection.steps.length === 0) return [];
    const { choices } = this.selection;
    const byFirstClick = new Map(choices.map((choice) => [choice.clicks[0] ?? "", choice]));
    const others = Array.from(byFirstClick)
      .filter(([id]) => !usedIds.has(id) && !this.selection.path.includes(id))
      .map(([id, choice]) => this.target(id, "other", [choice], 0, `Instead: ${choice.group || choice.label}`))
      .filter((target) => target !== null);
    return finePointer.matches || others.length <= MAX_OTHERS ? others : [];
  }

  /**
   * @param {string} id @param {Kind} kind @param {Choice[]} choices @param {number} depth
   * @param {string} [words] @returns {Target | null}
   */
  target(id, kind, choices, depth, words) {
    const box = this.boxes.get(id);
    if (!box) return null;
    const label = words ?? describeChoices(choices, this.picture.title(id), depth);
    const isStep = kind === "next" && choices.length === 1 && choices.every(isWalk);
    const hint = this.unconfirmed === null ? this.hint : null;
    const isHint = kind === "next" && hint !== null && choices.includes(hint);
    return { id, label, box, kind, isWalk: isStep, isHint };
  }

  // Input

  /** @param {string} id @param {boolean} isTouch */
  pick(id, isTouch) {
    if (this.isBusy) return;
    this.listeners.act();
    id = this.picture.original(id);
    if (this.guide && !this.guide.allows(this.selection, id)) return;
    const { unconfirmed } = this;
    this.unconfirmed = null;
    if (!this.selection.next.has(id)) {
      if (this.selection.path.includes(id)) return this.pickAgain(isTouch);
      this.selection.steps = [];
    }
    const choice = this.selection.pick(id);
    if (choice) {
      if (!isTouch || choice === unconfirmed) return void this.play(choice);
      this.selection.back();
      this.unconfirmed = choice;
    }
    this.render();
  }

  /** A click on a picked target: plays or rotates the current candidate, or goes back.
   * @param {boolean} isTouch */
  pickAgain(isTouch) {
    const { current } = this.selection;
    if (!this.isRotatable || !current) return this.back();
    if (isTouch) this.rotate(1);
    else void this.play(current);
  }

  /** @param {Choice} choice @param {boolean} isTouch */
  choose(choice, isTouch) {
    if (this.guide && !this.guide.permits(choice)) return;
    if (!isTouch) return void this.play(choice);
    this.unconfirmed = choice;
    this.render();
  }

  /** Previews a choice, or the one that `Play` would play. @param {Choice | null} choice */
  previewChoice(choice) {
    if (this.recalled !== null) return;
    const shown = choice ?? this.preview;
    this.ghosts.show(shown, this.selection.candidates);
    if (!this.path.isPressed) this.drawRoute(shown?.route ?? null);
  }

  /** Shows an action of the log on the board, or none. @param {number | null} number */
  async recall(number) {
    this.recalled = number;
    this.frame.classList.toggle("recalling", number !== null);
    if (number === null) return this.previewChoice(null);
    const answer = await this.connection.ask({ do: "recall", number });
    if (answer.is !== "ghosts" || this.recalled !== number) return;
    this.ghosts.layer.setAttribute("viewBox", this.picture.viewBox);
    this.ghosts.draw(answer.marks[0] ?? "");
  }

  /** Previews what a target would do. @param {string | null} id */
  previewTarget(id) {
    if (this.isBusy || this.unconfirmed) return;
    const { selection } = this;
    const choices = id === null ? undefined : selection.next.get(this.picture.original(id));
    const choice = choices?.length === 1 ? choices[0] : undefined;
    if (choice && choice.clicks.length === selection.path.length + 1) {
      const index = selection.candidates.indexOf(choice);
      if (index < 0) return this.previewChoice(choice);
      if (index !== selection.index) {
        selection.index = index;
        this.render();
      }
    }
    this.previewChoice(null);
  }

  /** Whether the candidates are one piece at one place, rotated. */
  get isRotatable() {
    const { candidates, path } = this.selection;
    const last = path.at(-1) ?? "";
    const origin = this.boxes.get(last);
    if (!origin || candidates.length === 0) return false;
    return candidates.every((choice) => {
      const id = choice.clicks[path.length] ?? last;
      const box = this.boxes.get(id);
      if (!box || kindOf(id) !== kindOf(last)) return false;
      const [x, y] = [(box.x - origin.x) / origin.width, (box.y - origin.y) / origin.height];
      return Math.hypot(x, y) < MAX_NEIGHBOUR_DISTANCE;
    });
  }

  /** Shows the next candidate, or the previous one. @param {number} by */
  rotate(by) {
    if (this.isBusy || this.unconfirmed || this.selection.candidates.length < 2) return;
    this.selection.rotate(by);
    const next = this.selection.current?.clicks[this.selection.path.length];
    const focused = idOf(document.activeElement);
    this.render();
    if (next && focused && !this.selection.path.includes(focused)) this.targets.focus(next);
  }

  /** @returns {boolean} whether there was a step to undo */
  back() {
    const wasConfirming = this.unconfirmed !== null;
    this.unconfirmed = null;
    const hasChanged = wasConfirming || this.selection.back();
    if (hasChanged) this.render();
    return hasChanged;
  }

  /** Plays a legal action. @param {string} action */
  playAction(action) {
    const choice = this.selection.choices.find((one) => one.action === action);
    void this.play(choice ?? action);
  }

  /** @param {Choice | string} choice */
  async play(choice) {
    if (this.isBusy || (this.guide && !this.guide.permits(choice))) return;
    const { at } = this;
    const route = typeof choice === "string" ? undefined : choice.route;
    const action = typeof choice === "string" ? choice : choice.action;
    this.isBusy = true;
    this.unconfirmed = null;
    this.selection.steps = [];
    this.render();
    const answer = await this.connection.ask(
      route ? { do: "moves", at, actions: route.actions } : { do: "move", at, action },
    );
    if (answer.is !== "refused") return;
    this.listeners.refuse(answer.why);
    this.path.stop();
    if (this.at === at) {
      this.isBusy = false;
      this.render();
    }
  }

  // Paths

  get canDraw() {
    return this.selection.steps.length === 0 && this.selection.choices.some(isWalk);
  }

  /** @param {Point[]} points */
  drawTrail(points) {
    const box = this.frame.getBoundingClientRect();
    const path = points.map(({ x, y }) => `${x - box.left},${y - box.top}`).join(" ");
    this.trail.firstElementChild?.setAttribute("points", path);
  }

  /** Draws the way of a route. @param {RouteChoice | null} route */
  drawRoute(route) {
    const frame = this.frame.getBoundingClientRect();
    const boxes = route ? route.passes.map((id) => this.boxes.get(id)) : [];
    const points = boxes
      .filter((box) => box !== undefined)
      .map(({ x, y }) => ({
        x: frame.left + (x * frame.width) / 100,
        y: frame.top + (y * frame.height) / 100,
      }));
    this.drawTrail(points);
  }

  /** @param {WheelEvent} event */
  onWheel(event) {
    if (!this.isRotatable || event.ctrlKey) return;
    event.preventDefault();
    this.rotate(event.deltaY > 0 ? 1 : -1);
  }

  // Focus

  /** Whether the focus is on the board or the bar; remembers where. */
  rememberFocus() {
    const focused = document.activeElement;
    const id = idOf(focused);
    if (id !== null && this.targets.buttons.has(id)) this.lastFocus = this.targets.centre(id);
    return this.frame.contains(focused) || this.bar.box.contains(focused);
  }

  /** Moves the focus to the next target if its element is gone. */
  restoreFocus() {
    const focused = document.activeElement;
    if (focused !== document.body && focused !== this.frame && focused?.isConnected) return;
    const next = this.targets.nearestTo(this.lastFocus);
    if (next !== null) return this.targets.focus(next);
    const button = this.bar.box.querySelector("button");
    if (button) button.focus({ preventScroll: true });
    else this.frame.focus({ preventScroll: true });
  }

  /** Moves the focus to the board. */
  focus() {
    const next = this.targets.nearestTo(this.lastFocus);
    if (next !== null) this.targets.focus(next);
    else this.frame.focus({ preventScroll: true });
  }
}

/** Whether a choice is one step of a walk. @param {Choice} choice */
function isWalk({ group, clicks, route }) {
  return group === "walk" && clicks.length === 1 && (route?.passes.length ?? 2) === 2;
}

/** A route as a choice. @param {RouteChoice} route @returns {Choice} */
function choiceOf(route) {
  const { group, label, clicks, captures } = route;
  return { action: route.actions.join("; "), group, piece: "", label, clicks, captures, route };
}

/** The kind of an element, by its id. @param {string} id */
function kindOf(id) {
  return id.replace(/[-\d]+$/, "");
}

/** @param {string} id @returns {SVGSVGElement} */
function layer(id) {
  const svg = document.querySelector(`svg#${id}`);
  if (!(svg instanceof SVGSVGElement)) throw new Error(`the page has no ${id}`);
  return svg;
}
