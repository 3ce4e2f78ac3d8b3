/** Finding, creating and filling elements of a page; downloads. */

/**
 * An element of the page by its id. Throws an error if the page has none of that kind.
 * @template {HTMLElement} T
 * @param {string} id @param {new () => T} kind @returns {T}
 */
export function element(id, kind) {
  const node = document.getElementById(id);
  if (!(node instanceof kind)) throw new Error(`the page has no ${id}`);
  return node;
}

/**
 * Creates an element with text or children; strings are never parsed as HTML.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag @param {string} className @param {(Node | string)[]} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function make(tag, className, ...children) {
  const node = document.createElement(tag);
  if (className) node.className = className;
  node.append(...children);
  return node;
}

/** @param {string} text @param {() => void} onClick @param {string} [className] */
export function makeButton(text, onClick, className = "") {
  const button = make("button", className, text);
  button.type = "button";
  button.addEventListener("click", onClick);
  return button;
}

/** @param {string} text @param {"col" | "row"} scope */
export function makeHeading(text, scope) {
  const cell = make("th", "", text);
  cell.scope = scope;
  return cell;
}

/** Sets the text if it differs, so that screen readers don't read it twice.
 * @param {HTMLElement} element @param {string} text */
export function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** A dot in the colour of a seat, if it has one. @param {{colour: string}} seat */
export function colourDot({ colour }) {
  if (!colour) return [];
  const dot = make("span", "dot");
  dot.style.backgroundColor = colour;
  return [dot];
}

/** Saves a file in the folder of downloads. @param {string} name @param {Blob} content */
export function download(name, content) {
  const link = make("a", "");
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
