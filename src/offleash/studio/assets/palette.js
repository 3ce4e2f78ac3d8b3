/** What lies beside the sheet to choose from: tools, kinds of spaces, symmetry, turns. */
import { element, make, makeButton, setText } from "../../web/assets/page.js";
import { spriteOf, svg } from "./canvas.js";
import { MODES, suits } from "./symmetry.js";

/** @typedef {import("./tools.js").Hand} Hand */
/** @typedef {import("./canvas.js").Kind} Kind */

/** @param {Hand} hand @param {Kind[]} kinds */
export function fillPalette(hand, kinds) {
  const tools = toolButtons(hand), spaces = kindButtons(hand, kinds);
  const symmetry = element("symmetry", HTMLSelectElement);
  symmetry.replaceChildren(...Object.entries(MODES).map(([mode, { word }]) => new Option(word, mode)));
  symmetry.addEventListener("change", () => {
    hand.mode = symmetry.value;
    hand.changed();
  });
  partButtons(hand);
  const show = () => {
    for (const [name, button] of tools) button.setAttribute("aria-pressed", String(hand.tool === name));
    for (const [key, button] of spaces) button.setAttribute("aria-pressed", String(hand.kind === key));
    for (const option of symmetry.options) option.disabled = !suits(hand.model.sheet, option.value);
    if (!suits(hand.model.sheet, hand.mode)) hand.mode = "off";
    symmetry.value = hand.mode;
    setText(element("hint", HTMLElement), `${hand.tools.get(hand.tool)?.word}: ${hand.tools.get(hand.tool)?.hint}.`);
    setText(element("part-title", HTMLElement), hand.selection ? "Selection" : "Whole board");
    for (const button of document.querySelectorAll("#part .selected")) {
      if (button instanceof HTMLButtonElement) button.hidden = !hand.selection;
    }
    const paste = document.querySelector("#part .paste");
    if (paste instanceof HTMLButtonElement) paste.hidden = !hand.clipboard;
  };
  hand.listen(show);
  show();
}

/** @param {string} word @param {string} key @param {() => void} press */
function choice(word, key, press) {
  const button = makeButton(word, press, "choice");
  button.append(make("kbd", "", key.toUpperCase()));
  button.setAttribute("aria-keyshortcuts", key.toUpperCase());
  return button;
}

/** @param {Hand} hand @returns {[string, HTMLButtonElement][]} */
function toolButtons(hand) {
  /** @type {[string, HTMLButtonElement][]} */
  const made = [...hand.tools].map(([name, { word, key }]) => [name, choice(word, key, () => hand.take(name))]);
  element("tools", HTMLElement).replaceChildren(...made.map(([, button]) => button));
  return made;
}

/** @param {Hand} hand @param {Kind[]} kinds @returns {[string, HTMLButtonElement][]} */
function kindButtons(hand, kinds) {
  /** @type {[string, HTMLButtonElement][]} */
  const made = kinds.map((kind) => {
    const button = choice(kind.name, kind.key, () => hand.pick(kind.key));
    const sprite = svg("svg", { viewBox: "0 0 40 40", "aria-hidden": "true" });
    sprite.append(svg("use", { href: `#kind-${spriteOf(kind, [])}`, width: 40, height: 40 }));
    button.prepend(sprite);
    button.title = kind.words;
    return [kind.key, button];
  });
  element("kinds", HTMLElement).replaceChildren(...made.map(([, button]) => button));
  return made;
}

/** @param {Hand} hand */
function partButtons(hand) {
  /** @type {[string, () => void, string][]} */
  const deeds = [
    ["Mirror ↔", () => hand.turn("leftRight"), ""],
    ["Mirror ↕", () => hand.turn("topBottom"), ""],
    ["Turn ↺", () => hand.turn("quarter"), ""],
    ["Turn ↻", () => hand.turn("threeQuarters"), ""],
    ["Copy", () => hand.copy(), "selected"],
    ["Cut", () => hand.cut(), "selected"],
    ["Empty", () => hand.clear(), "selected"],
    ["Paste", () => hand.paste(), "paste"],
  ];
  const made = deeds.map(([word, deed, className]) => makeButton(word, deed, className));
  element("part", HTMLElement).replaceChildren(...made);
}

