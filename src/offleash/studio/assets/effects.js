/** Effects of cards: parses and formats their text with the words of the deck. */

/** @typedef {{label: string, choices: [string, string][], low: number, high: number}} Part */
/** @typedef {{key: string, words: string, who: string[], parts: Part[]}} Kind */
/** @typedef {{who: [string, string][], effects: Kind[]}} Words */
/** kind is null if the deck does not know the effect.
 * @typedef {{target: string, kind: Kind | null, values: string[]}} Effect */

/** @param {string} text @param {Words} words @returns {Effect} */
export function readEffect(text, words) {
  const [before, ...after] = text.split(":");
  const first = words.who[0]?.[0] ?? "";
  const target = after.length ? (before ?? "").trim() : first;
  const phrase = (after.length ? after.join(":") : text).trim().split(/\s+/).join(" ");
  const isKnown = !after.length || words.who.some(([key]) => key === target);
  const kinds = words.effects.filter(({ key }) => phrase === key || phrase.startsWith(`${key} `));
  const kind = kinds.sort((one, other) => other.key.length - one.key.length)[0] ?? null;
  if (!kind || !isKnown || !kind.who.includes(target)) return { target, kind: null, values: [] };
  const values = phrase.slice(kind.key.length).trim().split(" ").filter(Boolean);
  return values.length > kind.parts.length ? { target, kind: null, values: [] } : { target, kind, values };
}

/** @param {Effect} effect @param {Words} words */
export function writeEffect({ target, kind, values }, words) {
  const phrase = [kind?.key ?? "", ...values].filter(Boolean).join(" ");
  return target === words.who[0]?.[0] ? phrase : `${target}: ${phrase}`;
}

/** Returns an effect of another kind, for the same players if possible. @param {string} target @param {Kind} kind
 * @returns {Effect} */
export function newEffect(target, kind) {
  const values = kind.parts.map((part) => part.choices[0]?.[0] ?? "+1");
  return { target: kind.who.includes(target) ? target : (kind.who[0] ?? target), kind, values };
}

/** A number with its sign, as decks write it. @param {string} text */
export const withSign = (text) => (/^\d/.test(text) ? `+${text}` : text);
