/**
 * The bar under the board: what is picked, what has no place on the board, and a last question.
 *
 * @import {Choice} from "./messages.js"
 * @typedef {{prompt: string, choices: Choice[], aimed: Choice | null, canTurn: boolean,
 *   canGoBack: boolean}} Content
 * @typedef {{choose: (choice: Choice, isTouch: boolean) => void, play: (choice: Choice) => void,
 *   turn: () => void, back: () => void}} Doings
 */
import { make, makeButton, setText } from "../../web/assets/page.js";
import { inWords } from "./picking.js";

export class Bar {
  /** @param {HTMLElement} prompt @param {HTMLElement} buttons @param {Doings} doings */
  constructor(prompt, buttons, doings) {
    this.prompt = prompt;
    this.box = buttons;
    this.doings = doings;
    this.shown = "";
  }

  /** @param {Content} content */
  show(content) {
    setText(this.prompt, content.prompt);
    const facts = JSON.stringify(content);
    if (facts === this.shown) return;
    this.shown = facts;
    const focused = this.box.contains(document.activeElement) ? document.activeElement : null;
    const word = focused?.textContent;
    this.box.replaceChildren(...this.buttons(content));
    const again = Array.from(this.box.querySelectorAll("button")).find(
      (button) => button.textContent === word,
    );
    if (focused) again?.focus();
  }

  /** @param {Content} content */
  buttons({ choices, aimed, canTurn, canGoBack }) {
    const { doings } = this;
    const buttons = choices.map((choice) => this.choice(choice));
    if (aimed) buttons.unshift(makeButton("Play", () => doings.play(aimed), "main play"));
    if (canTurn) buttons.push(makeButton("↻ Turn", doings.turn, "turn"));
    if (canGoBack) buttons.push(makeButton("Back", doings.back, "back"));
    return buttons;
  }

  /** @param {Choice} choice */
  choice(choice) {
    const button = make("button", "choice", inWords(choice));
    button.type = "button";
    button.dataset.action = choice.action;
    button.addEventListener("click", (event) => {
      const isTouch = event instanceof PointerEvent && event.pointerType === "touch";
      this.doings.choose(choice, isTouch);
    });
    return button;
  }
}
