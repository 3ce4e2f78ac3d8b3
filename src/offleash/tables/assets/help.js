/**
 * Help in dialogs: all legal moves, why a move is illegal, the rules, advice.
 *
 * @import {Choice, Hint, Show} from "./messages.js"
 * @import {Connection} from "./connection.js"
 */
import { element, make, makeButton, setText } from "../../web/assets/page.js";
import { describeChoice } from "./selection.js";

export class Help {
  /** @param {Connection} connection @param {(action: string) => void} play */
  constructor(connection, play) {
    this.connection = connection;
    this.play = play;
    /** @type {Choice[]} */
    this.choices = [];
    this.help = element("help", HTMLDialogElement);
    this.moves = element("moves", HTMLDialogElement);
    this.advice = element("advice", HTMLDialogElement);
    this.ruling = element("ruling", HTMLAnchorElement);
    element("try", HTMLFormElement).addEventListener("submit", (event) => {
      event.preventDefault();
      void this.explain(element("notation", HTMLInputElement).value.trim());
    });
    element("list-from-help", HTMLButtonElement).addEventListener("click", () => {
      this.help.close();
      this.openMoves();
    });
    for (const dialog of [this.help, this.moves, this.advice]) {
      dialog.querySelector("button.close")?.addEventListener("click", () => dialog.close());
      dialog.addEventListener("close", () => blurInside(dialog));
    }
  }

  /** @param {Show} show @param {Choice[]} choices */
  show(show, choices) {
    this.choices = choices;
    if (this.moves.open) this.listMoves();
    if (this.advice.open && choices.length === 0) this.advice.close();
  }

  get isOpen() {
    return this.help.open || this.moves.open || this.advice.open;
  }

  /** Opens the help, with a link to the rule for this decision. */
  async openHelp() {
    if (this.isOpen) return;
    setText(element("reason", HTMLElement), "");
    this.help.showModal();
    const answer = await this.connection.ask({ do: "why", action: "" });
    if (answer.is === "reason" && answer.page) this.ruling.href = answer.page;
  }

  openMoves() {
    if (this.isOpen) return;
    this.listMoves();
    this.moves.showModal();
  }

  listMoves() {
    /** @type {Map<string, Choice[]>} */
    const groups = new Map();
    for (const choice of this.choices) {
      groups.set(choice.group, [...(groups.get(choice.group) ?? []), choice]);
    }
    const sections = Array.from(groups, ([group, choices]) => this.section(group, choices));
    const none = make("p", "", "It is not your turn.");
    element("all-moves", HTMLElement).replaceChildren(...(sections.length > 0 ? sections : [none]));
  }

  /** @param {string} group @param {Choice[]} choices */
  section(group, choices) {
    const items = choices.map((choice) => {
      const button = makeButton(choice.label || choice.action, () => {
        this.moves.close();
        this.play(choice.action);
      });
      button.ariaLabel = describeChoice(choice);
      if (choice.captures.length > 0) button.append(`, captures ${choice.captures.join(" and ")}`);
      return make("li", "", button, make("code", "", choice.action));
    });
    return make("section", "", make("h3", "", group), make("ul", "", ...items));
  }

  /** Explains why a move is illegal, or offers to play it. @param {string} action */
  async explain(action) {
    if (action === "") return;
    const answer = await this.connection.ask({ do: "why", action });
    const reason = element("reason", HTMLElement);
    if (answer.is === "refused") return setText(reason, answer.why);
    if (answer.is !== "reason") return;
    this.ruling.href = answer.page || this.ruling.href;
    if (answer.why) return setText(reason, `Illegal: ${answer.why}`);
    const play = makeButton(`Play ${action}`, () => {
      this.help.close();
      this.play(action);
    });
    reason.replaceChildren("That is legal. ", play);
  }

  /** Opens the advice of a search. */
  async openAdvice() {
    if (this.isOpen) return;
    const list = element("all-hints", HTMLElement);
    list.replaceChildren(make("li", "", "A bot is thinking …"));
    this.advice.showModal();
    const answer = await this.connection.ask({ do: "advise" });
    if (answer.is === "hints") list.replaceChildren(...answer.hints.map((hint) => this.hint(hint)));
    else if (answer.is === "refused") list.replaceChildren(make("li", "", answer.why));
  }

  /** @param {Hint} hint */
  hint(hint) {
    const chance =
      hint.chance === null || hint.low === null || hint.high === null
        ? ""
        : ` ${percent(hint.chance)} to win (${percent(hint.low)} to ${percent(hint.high)})`;
    const button = makeButton(hint.label || hint.action, () => {
      this.advice.close();
      this.play(hint.action);
    });
    return make("li", "", button, make("b", "", chance), make("p", "", hint.why));
  }
}

/** A closed dialog keeps the focus until the next frame, and keys pressed by then would be lost.
 * @param {HTMLDialogElement} dialog */
function blurInside(dialog) {
  const { activeElement } = document;
  if (activeElement instanceof HTMLElement && dialog.contains(activeElement)) activeElement.blur();
}

/** @param {number} share */
function percent(share) {
  return `${Math.round(100 * share)} %`;
}
