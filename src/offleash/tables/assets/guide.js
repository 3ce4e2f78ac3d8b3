/**
 * A guided game: one idea at a time, the next click marked, other clicks explained.
 *
 * @import {Choice, Lesson, Note, Show} from "./messages.js"
 * @import {Board} from "./board.js"
 * @import {Selection} from "./selection.js"
 */
import { element, make, setText } from "../../web/assets/page.js";
import { idOf } from "./targets.js";

const OTHERS_PLAY = "Now watch what the others do.";
const READ_FIRST = "Read on first: press Next.";
const USUAL_ANSWER = "Click what is marked.";

export class Guide {
  /** @param {Board} board */
  constructor(board) {
    this.board = board;
    this.panel = element("guide", HTMLElement);
    this.text = element("guide-text", HTMLElement);
    this.why = element("guide-why", HTMLElement);
    this.wrong = element("guide-wrong", HTMLElement);
    this.next = element("guide-next", HTMLButtonElement);
    this.previous = element("guide-back", HTMLButtonElement);
    this.play = element("guide-play", HTMLAnchorElement);
    this.progress = element("guide-step", HTMLProgressElement);
    /** @type {Lesson} */
    this.lesson = { number: 0, count: 1, notes: [], actions: [], is_end: false };
    this.lessonKey = "";
    this.page = 0;
    this.next.addEventListener("click", () => this.turnPage(1));
    this.previous.addEventListener("click", () => this.turnPage(-1));
    board.frame.addEventListener("click", (event) => {
      if (idOf(event.target) === null) this.explain();
    });
  }

  /** Before the board shows its targets. @param {Show} show */
  show({ lesson }) {
    const key = JSON.stringify(lesson);
    if (!lesson || key === this.lessonKey) return;
    this.lessonKey = key;
    this.lesson = lesson;
    this.page = 0;
    this.render();
  }

  /** @param {number} by */
  turnPage(by) {
    this.page += by;
    this.render();
    this.drawLooks();
    this.board.render();
    if (this.next.hidden && !this.lesson.is_end) this.board.focus();
    if (!this.play.hidden) this.play.focus();
  }

  /** @returns {Note | undefined} what is read now */
  get note() {
    return this.lesson.notes[this.page];
  }

  /** Whether the move can be made now. */
  get isDue() {
    return this.lesson.actions.length > 0 && this.page === this.lesson.notes.length - 1;
  }

  render() {
    const { notes, number, count, is_end } = this.lesson;
    const isLast = this.page >= notes.length - 1;
    setText(this.text, this.note?.text ?? OTHERS_PLAY);
    setText(this.why, this.note?.why ?? "");
    setText(this.wrong, "");
    this.next.hidden = isLast;
    this.previous.hidden = this.page === 0;
    this.play.hidden = !(is_end && isLast);
    this.progress.max = count;
    this.progress.value = number - Math.max(0, notes.length - 1 - this.page);
    this.panel.classList.toggle("watching", notes.length === 0);
    this.board.frame.classList.toggle("reading", !this.isDue);
  }

  /** Rings around what the text is about. */
  drawLooks() {
    const { layer } = this.board.targets;
    for (const old of layer.querySelectorAll(".look")) old.remove();
    const boxes = this.board.picture.boxes(this.note?.look ?? []);
    layer.append(
      ...Array.from(boxes.values(), ({ x, y, width, height }) => {
        const ring = make("span", "look");
        ring.style.left = `${x}%`;
        ring.style.top = `${y}%`;
        ring.style.width = `${width}%`;
        ring.style.height = `${height}%`;
        return ring;
      }),
    );
  }

  /** Says why the click was not the right one. */
  explain() {
    if (this.lesson.notes.length === 0 || this.lesson.is_end) return;
    setText(this.wrong, this.isDue ? this.note?.wrong || USUAL_ANSWER : READ_FIRST);
  }

  /** Whether a choice begins what the step asks for. @param {Choice | string} choice */
  isRight(choice) {
    const actions = typeof choice === "string" ? [choice] : actionsOf(choice);
    return this.isDue && actions.every((action, n) => action === this.lesson.actions[n]);
  }

  /** The choice that does most of what the step asks for. @param {Choice[]} choices */
  find(choices) {
    const right = choices.filter((choice) => this.isRight(choice));
    return right.sort((a, b) => actionsOf(b).length - actionsOf(a).length)[0] ?? null;
  }

  /** Whether a choice may be played; if not, says why. @param {Choice | string} choice */
  permits(choice) {
    const isRight = this.isRight(choice);
    if (isRight) setText(this.wrong, "");
    else this.explain();
    return isRight;
  }

  /** Whether an element may be picked; if not, says why.
   * @param {Selection} selection @param {string} id */
  allows(selection, id) {
    const choices =
      selection.next.get(id) ?? selection.choices.filter(({ clicks }) => clicks[0] === id);
    const isAllowed = selection.path.includes(id) || this.find(choices) !== null;
    if (isAllowed) setText(this.wrong, "");
    else this.explain();
    return isAllowed;
  }
}

/** @param {Choice} choice */
function actionsOf({ action, route }) {
  return route?.actions ?? [action];
}
