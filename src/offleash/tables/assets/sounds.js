/**
 * Short sounds, made by the browser itself: off until the player switches them on.
 *
 * @import {Show} from "./messages.js"
 * @typedef {{frequency: number, at: number, length: number, type?: OscillatorType,
 *   volume?: number, slide?: number}} Tone times in seconds
 */
import { element, setText } from "../../web/assets/page.js";

const STORED = "offleash-sound";
const VOLUME = 0.12;

/** @type {Record<"move" | "turn" | "chance" | "end" | "line", Tone[]>} */
const SOUNDS = {
  move: [{ frequency: 210, at: 0, length: 0.07, type: "triangle", slide: 0.5 }],
  chance: [0, 0.06, 0.11].map((at) => ({
    frequency: 900 + 3000 * at,
    at,
    length: 0.03,
    type: "square",
    volume: 0.35,
  })),
  turn: [
    { frequency: 523, at: 0, length: 0.12 },
    { frequency: 784, at: 0.13, length: 0.2 },
  ],
  line: [{ frequency: 1046, at: 0, length: 0.06, volume: 0.6 }],
  end: [392, 523, 659, 784].map((frequency, n) => ({ frequency, at: 0.14 * n, length: 0.22 })),
};

export class Sounds {
  constructor() {
    this.button = element("sound", HTMLButtonElement);
    /** @type {AudioContext | null} */
    this.context = null;
    /** @type {keyof typeof SOUNDS | null} the newest sound, until the browser can play it */
    this.waiting = null;
    this.isOn = read() === "on";
    this.wasMine = false;
    this.phase = "";
    this.button.addEventListener("click", () => this.toggle());
    // Browsers allow sound only after the player did something.
    addEventListener("pointerdown", () => this.start(), { once: true });
    addEventListener("keydown", () => this.start(), { once: true });
    this.render();
  }

  toggle() {
    this.isOn = !this.isOn;
    store(this.isOn ? "on" : "off");
    this.render();
    this.start();
    this.play("turn");
  }

  render() {
    setText(this.button, this.isOn ? "Sound on" : "Sound off");
    this.button.ariaPressed = `${this.isOn}`;
  }

  start() {
    if (!this.isOn || !("AudioContext" in window)) return;
    this.context ??= new AudioContext();
    void this.context.resume().then(() => this.playWaiting());
  }

  /** Plays what fits best to the change. @param {Show} show @param {Show | null} before */
  show(show, before) {
    const isMine = show.phase === "playing" && show.actor === show.you;
    if (before) {
      const lines = show.lines.slice(Math.max(0, before.since + before.lines.length - show.since));
      if (show.phase === "over" && this.phase !== "over") this.play("end");
      else if (isMine && !this.wasMine) this.play("turn");
      else if (lines.some((line) => line.kind === "chance")) this.play("chance");
      else if (lines.some((line) => line.kind === "move")) this.play("move");
    }
    this.wasMine = isMine;
    this.phase = show.phase;
  }

  /** Plays a sound, now or as soon as the browser has started. @param {keyof typeof SOUNDS} name */
  play(name) {
    if (!this.isOn || !this.context) return;
    this.waiting = name;
    if (this.context.state === "running") this.playWaiting();
  }

  playWaiting() {
    const { context, waiting } = this;
    this.waiting = null;
    if (!this.isOn || !context || !waiting) return;
    for (const tone of SOUNDS[waiting]) playTone(context, tone);
  }
}

/** @param {AudioContext} context @param {Tone} tone */
function playTone(context, { frequency, at, length, type = "sine", volume = 1, slide = 1 }) {
  const start = context.currentTime + at;
  const tone = context.createOscillator();
  const gain = context.createGain();
  tone.type = type;
  tone.frequency.setValueAtTime(frequency, start);
  tone.frequency.exponentialRampToValueAtTime(frequency * slide, start + length);
  gain.gain.setValueAtTime(0.0001, start);
  gain.gain.exponentialRampToValueAtTime(VOLUME * volume, start + 0.008);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + length);
  tone.connect(gain).connect(context.destination);
  tone.start(start);
  tone.stop(start + length + 0.02);
}

/** The stored choice; some browsers refuse to store anything. */
function read() {
  try {
    return localStorage.getItem(STORED);
  } catch {
    return null;
  }
}

/** @param {string} value */
function store(value) {
  try {
    localStorage.setItem(STORED, value);
  } catch {
    // It is off again on the next visit.
  }
}
