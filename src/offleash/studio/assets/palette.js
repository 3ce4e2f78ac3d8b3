/** The panel next to the sheet: tools, kinds of spaces, symmetry, turns. */
import { element, make, makeButton, setText } from "../../web/assets/page.js";
import { spriteOf, svg } from "./canvas.js";
import { MODES, canUseMode } from "./symmetry.js";

/** @typedef {import("./tools.js").Toolbox} Toolbox */
/** @typedef {import("./canvas.js").Kind} Kind */

/** @param {Toolbox} toolbox @param {Kind[]} kinds */
export function fillPalette(toolbox, kinds) {
  const tools = toolButtons(toolbox), spaces = kindButtons(toolbox, kinds);
  const symmetry = element("symmetry", HTMLSelectElement);
  symmetry.replaceChildren(...Object.entries(MODES).map(([mode, { word }]) => new Option(word, mode)));
  symmetry.addEventListener("change", () => {
    toolbox.mode = symmetry.value;
    toolbox.notify();
  });
  partButtons(toolbox);
  const show = () => {
    for (const [name, button] of tools) button.setAttribute("aria-pressed", String(toolbox.tool === name));
    for (const [key, button] of spaces) button.setAttribute("aria-pressed", String(toolbox.kind === key));
    for (const option of symmetry.options) option.disabled = !canUseMode(toolbox.model.sheet, option.value);
    if (!canUseMode(toolbox.model.sheet, toolbox.mode)) toolbox.mode = "off";
    symmetry.value = toolbox.mode;
    setText(element("hint", HTMLElement), `${toolbox.tools.get(toolbox.tool)?.word}: ${toolbox.tools.get(toolbox.tool)?.hint}.`);
    setText(element("part-title", HTMLElement), toolbox.selection ? "Selection" : "Whole board");
    for (const button of document.querySelectorAll("#part .selected")) {
      if (button instanceof HTMLButtonElement) button.hidden = !toolbox.selection;
    }
    const paste = document.querySelector("#part .paste");
    if (paste instanceof HTMLButtonElement) paste.hidden = !toolbox.clipboard;
  };
  toolbox.listen(show);
  show();
}

/** @param {string} word @param {string} key @param {() => void} onClick */
function makeChoice(word, key, onClick) {
  const button = makeButton(word, onClick, "choice");
  button.append(make("kbd", "", key.toUpperCase()));
  button.setAttribute("aria-keyshortcuts", key.toUpperCase());
  return button;
}

/** @param {Toolbox} toolbox @returns {[string, HTMLButtonElement][]} */
function toolButtons(toolbox) {
  /** @type {[string, HTMLButtonElement][]} */
  const buttons = [...toolbox.tools].map(([name, { word, key }]) => [name, makeChoice(word, key, () => toolbox.selectTool(name))]);
  element("tools", HTMLElement).replaceChildren(...buttons.map(([, button]) => button));
  return buttons;
}

/** @param {Toolbox} toolbox @param {Kind[]} kinds @returns {[string, HTMLButtonElement][]} */
function kindButtons(toolbox, kinds) {
  /** @type {[string, HTMLButtonElement][]} */
  const buttons = kinds.map((kind) => {
    const button = makeChoice(kind.name, kind.key, () => toolbox.selectKind(kind.key));
    const sprite = svg("svg", { viewBox: "0 0 40 40", "aria-hidden": "true" });
    sprite.append(svg("use", { href: `#kind-${spriteOf(kind, [])}`, width: 40, height: 40 }));
    button.prepend(sprite);
    button.title = kind.words;
    return [kind.key, button];
  });
  element("kinds", HTMLElement).replaceChildren(...buttons.map(([, button]) => button));
  return buttons;
}

/** @param {Toolbox} toolbox */
function partButtons(toolbox) {
  /** @type {[string, () => void, string][]} */
  const actions = [
    ["Mirror ↔", () => toolbox.turn("leftRight"), ""],
    ["Mirror ↕", () => toolbox.turn("topBottom"), ""],
    ["Turn ↺", () => toolbox.turn("quarter"), ""],
    ["Turn ↻", () => toolbox.turn("threeQuarters"), ""],
    ["Copy", () => toolbox.copy(), "selected"],
    ["Cut", () => toolbox.cut(), "selected"],
    ["Empty", () => toolbox.clear(), "selected"],
    ["Paste", () => toolbox.paste(), "paste"],
  ];
  const buttons = actions.map(([word, action, className]) => makeButton(word, action, className));
  element("part", HTMLElement).replaceChildren(...buttons);
}

