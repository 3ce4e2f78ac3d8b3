/** A replay's page: a game forward and back, by slider, keys, list and link. */
import { checkLuck } from "./fairness.js";
import { Frames } from "./frames.js";
import { Futures } from "./futures.js";
import { glide, places, settle } from "./motion.js";
import { element, setText } from "../../web/assets/page.js";
import { Picture } from "./picture.js";
import { Story } from "./story.js";

const AHEAD = 3; // pictures that are fetched before they are needed

class Replay {
  constructor() {
    const { name = "", length = "0", version = "" } = element("replay", HTMLElement).dataset;
    this.name = name;
    this.length = Number(length);
    this.frames = new Frames(name, version);
    this.picture = new Picture(element("picture", HTMLElement));
    this.story = new Story(element("log", HTMLElement), (at) => this.jump(at));
    this.slider = element("slider", HTMLInputElement);
    this.seat = element("seat", HTMLSelectElement);
    this.playing = 0; // the timer that goes on, or 0
    this.at = this.named();
    this.shown = "";
    this.isShowing = false;
  }

  start() {
    this.listen();
    void this.look();
  }

  listen() {
    const press = (/** @type {string} */ id, /** @type {() => void} */ act) =>
      element(id, HTMLButtonElement).addEventListener("click", act);
    press("first", () => this.jump(0));
    press("back", () => this.jump(this.next(-1)));
    press("forward", () => this.jump(this.next(1)));
    press("last", () => this.jump(this.length));
    press("play", () => (this.playing ? this.pause() : this.play()));
    this.slider.addEventListener("input", () => this.jump(Number(this.slider.value)));
    this.seat.addEventListener("change", () => void this.look());
    addEventListener("hashchange", () => this.jump(this.named()));
    document.addEventListener("keydown", (event) => this.pressed(event));
  }

  /** The moment that the link names. */
  named() {
    const number = Number(location.hash.slice(1) || 0);
    return Number.isInteger(number) ? Math.min(Math.max(number, 0), this.length) : 0;
  }

  /** Through other eyes. */
  async look() {
    const seat = this.seat.value;
    try {
      const lines = await this.frames.lines(seat);
      if (seat !== this.seat.value) return;
      this.story.show(lines);
    } catch (error) {
      this.complain(error);
    }
    this.go(this.at);
  }

  /** Where one step leads. @param {number} way @param {number} [at] */
  next(way, at = this.at) {
    if (!element("decisions", HTMLInputElement).checked) {
      return Math.min(Math.max(at + way, 0), this.length);
    }
    const stops = this.story.stops(this.length);
    const found = way > 0 ? stops.find((stop) => stop > at) : stops.findLast((stop) => stop < at);
    return found ?? at;
  }

  /** To a moment, by hand. @param {number} at */
  jump(at) {
    this.pause();
    this.go(at);
  }

  /** @param {number} at */
  go(at) {
    this.at = at;
    this.slider.value = String(at);
    setText(element("moment", HTMLOutputElement), `${at} / ${this.length}`);
    this.slider.setAttribute("aria-valuetext", this.story.said(at));
    this.story.mark(at);
    if (this.named() !== at) history.replaceState(null, "", `#${at}`);
    for (const here of document.querySelectorAll(".now")) {
      here.textContent = at === 0 ? "the beginning" : `moment ${at}`;
    }
    const fork = document.getElementById("fork-at");
    if (fork instanceof HTMLInputElement) fork.value = String(at);
    void this.show();
  }

  /** Shows where we are; whoever is in a hurry skips what comes between. */
  async show() {
    if (this.isShowing) return;
    this.isShowing = true;
    try {
      while (this.shown !== this.wanted()) {
        const [at, seat, wanted] = [this.at, this.seat.value, this.wanted()];
        const frame = await this.frames.get(at, seat);
        this.shown = wanted;
        this.draw(frame);
      }
      setText(element("trouble", HTMLElement), "");
      this.prepare();
    } catch (error) {
      this.complain(error);
    } finally {
      this.isShowing = false;
    }
  }

  wanted() {
    return `${this.at} ${this.seat.value}`;
  }

  /** @param {import("./frames.js").Frame} frame */
  draw(frame) {
    settle(this.picture.svg);
    const before = places(this.picture.svg);
    this.picture.show({ whole: true, splices: [[0, 0, [frame.svg]]], marks: frame.marks });
    glide(this.picture.svg, before);
    const said = this.story.said(frame.at);
    setText(element("headline", HTMLElement), `${said}. ${frame.headline}.`);
    element("replay", HTMLElement).dataset.at = String(frame.at);
  }

  /** Fetches what is likely to be asked for next. */
  prepare() {
    const likely = [this.next(-1)];
    for (let at = this.at, count = 0; count < AHEAD; count++) {
      at = this.next(1, at);
      likely.push(at);
    }
    for (const at of new Set(likely)) this.frames.get(at, this.seat.value).catch(() => undefined);
  }

  /** @param {unknown} error */
  complain(error) {
    this.pause();
    console.info(error);
    setText(
      element("trouble", HTMLElement),
      "The server does not answer. Please try again in a moment.",
    );
  }

  play() {
    if (this.at === this.length) this.go(0);
    this.setPlaying(window.setTimeout(() => void this.tick(), this.pace()));
  }

  pause() {
    window.clearTimeout(this.playing);
    this.setPlaying(0);
  }

  /** @param {number} timer */
  setPlaying(timer) {
    this.playing = timer;
    const button = element("play", HTMLButtonElement);
    setText(button, timer ? "Pause" : "Play");
  }

  pace() {
    return Number(element("speed", HTMLSelectElement).value);
  }

  /** One step of playing; the next is only waited for once this one can be seen. */
  async tick() {
    this.go(this.next(1));
    await this.frames.get(this.at, this.seat.value).catch(() => undefined);
    if (!this.playing) return;
    if (this.at === this.length) this.pause();
    else this.setPlaying(window.setTimeout(() => void this.tick(), this.pace()));
  }

  /** @param {KeyboardEvent} event */
  pressed(event) {
    const target = event.target;
    if (event.ctrlKey || event.altKey || event.metaKey || !(target instanceof Element)) return;
    if (target.closest("input, select, textarea")) return;
    if (event.key === " " && target.closest("button, summary, a")) return;
    const act = {
      ArrowLeft: () => this.jump(this.next(-1)),
      ArrowRight: () => this.jump(this.next(1)),
      Home: () => this.jump(0),
      End: () => this.jump(this.length),
      " ": () => (this.playing ? this.pause() : this.play()),
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
