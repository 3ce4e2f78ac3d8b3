/** The page of a replay: slider, keys, log and link go to any moment of a game. */
import { checkLuck } from "./fairness.js";
import { Frames } from "./frames.js";
import { Futures } from "./futures.js";
import { animateMoves, cancelAnimations, measurePositions } from "./animation.js";
import { element, setText } from "../../web/assets/page.js";
import { Picture } from "./picture.js";
import { ReplayLog } from "./replay_log.js";

const PRELOADED_FRAMES = 3; // fetched before they are needed

class Replay {
  constructor() {
    const { name = "", length = "0", version = "" } = element("replay", HTMLElement).dataset;
    this.name = name;
    this.length = Number(length);
    this.frames = new Frames(name, version);
    this.picture = new Picture(element("picture", HTMLElement));
    this.log = new ReplayLog(element("log", HTMLElement), (at) => this.jumpTo(at));
    this.slider = element("slider", HTMLInputElement);
    this.seat = element("seat", HTMLSelectElement);
    this.timer = 0; // of the next step while it plays, or 0
    this.at = this.momentInLink();
    this.displayedKey = "";
    this.isShowing = false;
  }

  start() {
    this.listen();
    void this.showSeat();
  }

  listen() {
    const onClick = (/** @type {string} */ id, /** @type {() => void} */ act) =>
      element(id, HTMLButtonElement).addEventListener("click", act);
    onClick("first", () => this.jumpTo(0));
    onClick("back", () => this.jumpTo(this.next(-1)));
    onClick("forward", () => this.jumpTo(this.next(1)));
    onClick("last", () => this.jumpTo(this.length));
    onClick("play", () => (this.timer ? this.pause() : this.play()));
    this.slider.addEventListener("input", () => this.jumpTo(Number(this.slider.value)));
    this.seat.addEventListener("change", () => void this.showSeat());
    addEventListener("hashchange", () => this.jumpTo(this.momentInLink()));
    document.addEventListener("keydown", (event) => this.onKey(event));
  }

  /** The moment in the URL's fragment. */
  momentInLink() {
    const number = Number(location.hash.slice(1) || 0);
    return Number.isInteger(number) ? Math.min(Math.max(number, 0), this.length) : 0;
  }

  /** Shows the game as the selected seat saw it. */
  async showSeat() {
    const seat = this.seat.value;
    try {
      const lines = await this.frames.lines(seat);
      if (seat !== this.seat.value) return;
      this.log.show(lines);
    } catch (error) {
      this.reportError(error);
    }
    this.goTo(this.at);
  }

  /** The moment one step forward or back. @param {1 | -1} direction @param {number} [at] */
  next(direction, at = this.at) {
    if (!element("decisions", HTMLInputElement).checked) {
      return Math.min(Math.max(at + direction, 0), this.length);
    }
    const stops = this.log.stops(this.length);
    const stop = direction > 0 ? stops.find((n) => n > at) : stops.findLast((n) => n < at);
    return stop ?? at;
  }

  /** Stops playing and goes to a moment. @param {number} at */
  jumpTo(at) {
    this.pause();
    this.goTo(at);
  }

  /** @param {number} at */
  goTo(at) {
    this.at = at;
    this.slider.value = String(at);
    setText(element("moment", HTMLOutputElement), `${at} / ${this.length}`);
    this.slider.setAttribute("aria-valuetext", this.log.describe(at));
    this.log.mark(at);
    if (this.momentInLink() !== at) history.replaceState(null, "", `#${at}`);
    for (const label of document.querySelectorAll(".now")) {
      label.textContent = at === 0 ? "the beginning" : `moment ${at}`;
    }
    const fork = document.getElementById("fork-at");
    if (fork instanceof HTMLInputElement) fork.value = String(at);
    void this.show();
  }

  /** Shows the current moment; skips moments that were left before their frame arrived. */
  async show() {
    if (this.isShowing) return;
    this.isShowing = true;
    try {
      while (this.displayedKey !== this.frameKey()) {
        const [at, seat, key] = [this.at, this.seat.value, this.frameKey()];
        const frame = await this.frames.get(at, seat);
        this.displayedKey = key;
        this.draw(frame);
      }
      setText(element("trouble", HTMLElement), "");
      this.preload();
    } catch (error) {
      this.reportError(error);
    } finally {
      this.isShowing = false;
    }
  }

  frameKey() {
    return `${this.at} ${this.seat.value}`;
  }

  /** @param {import("./frames.js").Frame} frame */
  draw(frame) {
    cancelAnimations(this.picture.svg);
    const before = measurePositions(this.picture.svg);
    this.picture.show({ whole: true, splices: [[0, 0, [frame.svg]]], marks: frame.marks });
    animateMoves(this.picture.svg, before);
    const action = this.log.describe(frame.at);
    setText(element("headline", HTMLElement), `${action}. ${frame.headline}.`);
    element("replay", HTMLElement).dataset.at = String(frame.at);
  }

  /** Fetches the frames that are likely to be shown next. */
  preload() {
    const likely = [this.next(-1)];
    for (let at = this.at, count = 0; count < PRELOADED_FRAMES; count++) {
      at = this.next(1, at);
      likely.push(at);
    }
    for (const at of new Set(likely)) this.frames.get(at, this.seat.value).catch(() => undefined);
  }

  /** @param {unknown} error */
  reportError(error) {
    this.pause();
    console.info(error);
    setText(
      element("trouble", HTMLElement),
      "The server does not answer. Please try again in a moment.",
    );
  }

  play() {
    if (this.at === this.length) this.goTo(0);
    this.setTimer(window.setTimeout(() => void this.tick(), this.interval()));
  }

  pause() {
    window.clearTimeout(this.timer);
    this.setTimer(0);
  }

  /** @param {number} timer */
  setTimer(timer) {
    this.timer = timer;
    const button = element("play", HTMLButtonElement);
    setText(button, timer ? "Pause" : "Play");
  }

  interval() {
    return Number(element("speed", HTMLSelectElement).value);
  }

  /** Plays one step; the timer for the next starts once its frame is there. */
  async tick() {
    const { timer } = this;
    this.goTo(this.next(1));
    await this.frames.get(this.at, this.seat.value).catch(() => undefined);
    if (this.timer !== timer) return; // it was paused, and perhaps started again
    if (this.at === this.length) this.pause();
    else this.setTimer(window.setTimeout(() => void this.tick(), this.interval()));
  }

  /** @param {KeyboardEvent} event */
  onKey(event) {
    const target = event.target;
    if (event.ctrlKey || event.altKey || event.metaKey || !(target instanceof Element)) return;
    if (target.closest("input, select, textarea")) return;
    if (event.key === " " && target.closest("button, summary, a")) return;
    const act = {
      ArrowLeft: () => this.jumpTo(this.next(-1)),
      ArrowRight: () => this.jumpTo(this.next(1)),
      Home: () => this.jumpTo(0),
      End: () => this.jumpTo(this.length),
      " ": () => (this.timer ? this.pause() : this.play()),
    }[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  }
}

const replay = new Replay();
replay.start();
if (document.getElementById("futures")) new Futures(replay.name, () => replay.at);
document.getElementById("recheck")?.addEventListener("click", () => void checkLuck(replay.name));
