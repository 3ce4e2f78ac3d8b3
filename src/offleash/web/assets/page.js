/** Elements of the page: found, made and filled. */

/**
 * An element of the page that is there for certain.
 * @template {HTMLElement} T
 * @param {string} id @param {new () => T} kind @returns {T}
 */
export function element(id, kind) {
  const found = document.getElementById(id);
  if (!(found instanceof kind)) throw new Error(`the page lacks ${id}`);
  return found;
}

/**
 * A new element with text or children; what people wrote only ever becomes text.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag @param {string} className @param {(Node | string)[]} inside
 * @returns {HTMLElementTagNameMap[K]}
 */
export function make(tag, className, ...inside) {
  const made = document.createElement(tag);
  if (className) made.className = className;
  made.append(...inside);
  return made;
}

/** @param {string} text @param {() => void} press @param {string} [className] */
export function makeButton(text, press, className = "") {
  const button = make("button", className, text);
  button.type = "button";
  button.addEventListener("click", press);
  return button;
}

/** @param {string} text @param {"col" | "row"} scope */
export function makeHeading(text, scope) {
  const cell = make("th", "", text);
  cell.scope = scope;
  return cell;
}

/** Sets text where it differs, so that nothing is read out twice.
 * @param {HTMLElement} element @param {string} text */
export function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** A dot in the colour that people call a seat by, if they do. @param {{word: string}} seat */
export function dotOf(seat) {
  const colour = seat.word.split(" ").find((each) => CSS.supports("color", each));
  if (!colour) return [];
  const dot = make("span", "dot");
  dot.style.backgroundColor = colour;
  return [dot];
}
