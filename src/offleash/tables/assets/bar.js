/**
 * The bar under the board: the prompt, choices without a place on the board, and buttons.
 *
 * @import {Choice} from "./messages.js"
 * @typedef {{prompt: string, choices: Choice[], preview: Choice | null, rotation: string,
 *   canGoBack: boolean, hint: Choice | null}} Content
 * @typedef {{choose: (choice: Choice, isTouch: boolean) => void, play: (choice: Choice) => void,
 *   preview: (choice: Choice | null) => void,
 *   rotate: () => void, back: () => void}} Handlers
 */
import { make, makeButton, setText } from "../../web/assets/page.js";
import { sayChoice } from "./selection.js";

export class Bar {
  /** @param {HTMLElement} prompt @param {HTMLElement} buttons @param {Handlers} handlers */
  constructor(prompt, buttons, handlers) {
    this.prompt = prompt;
    this.box = buttons;
    this.root = /** @type {HTMLElement} */ (prompt.parentElement);
    this.handlers = handlers;
    this.renderedKey = "";
  }

  /** @param {Content} content */
  show(content) {
    setText(this.prompt, content.prompt);
    const key = JSON.stringify(content);
    if (key === this.renderedKey) return;
    this.renderedKey = key;
    const focused = this.box.contains(document.activeElement) ? document.activeElement : null;
    const label = focused?.textContent;
    this.box.replaceChildren(...this.buttons(content));
    const sameButton = Array.from(this.box.querySelectorAll("button")).find(
      (button) => button.textContent === label,
    );
    if (focused) sameButton?.focus();
    this.keepHeight(content.preview !== null);
  }

  /** While places are compared the bar does not shrink: the page would scroll and move the board
   * under the pointer. @param {boolean} isComparing */
  keepHeight(isComparing) {
    const { style, offsetHeight } = this.root;
    style.minHeight = isComparing ? `${offsetHeight}px` : "";
  }

  /** @param {Content} content */
  buttons({ choices, preview, rotation, canGoBack, hint }) {
    const { handlers } = this;
    const buttons = choices.map((choice) => this.choiceButton(choice, choice === hint));
    const play = preview === hint ? "main play hinted" : "main play";
    if (preview) buttons.unshift(makeButton("Play", () => handlers.play(preview), play));
    if (rotation) buttons.push(makeButton(rotation, handlers.rotate, "turn"));
    if (canGoBack) buttons.push(makeButton("Back", handlers.back, "back"));
    return buttons;
  }

  /** @param {Choice} choice @param {boolean} isHint */
  choiceButton(choice, isHint) {
    const button = make("button", isHint ? "choice hinted" : "choice", sayChoice(choice));
    button.type = "button";
    button.dataset.action = choice.action;
    for (const type of ["pointerenter", "focus"]) {
      button.addEventListener(type, () => this.handlers.preview(choice));
    }
    for (const type of ["pointerleave", "blur"]) {
      button.addEventListener(type, () => this.handlers.preview(null));
    }
    button.addEventListener("click", (event) => {
      const isTouch = event instanceof PointerEvent && event.pointerType === "touch";
      this.handlers.choose(choice, isTouch);
    });
    return button;
  }
}
