/** Effects of cards: their text taken apart by the words that the deck knows, and put together. */

/** @typedef {{label: string, choices: [string, string][], low: number, high: number}} Part */
/** @typedef {{key: string, words: string, who: string[], parts: Part[]}} Kind */
/** @typedef {{who: [string, string][], effects: Kind[]}} Words */
/** kind is null where the text is no effect that the deck knows.
 * @typedef {{who: string, kind: Kind | null, values: string[]}} Effect */

/** @param {string} text @param {Words} words @returns {Effect} */
export function readEffect(text, words) {
  const [before, ...after] = text.split(":");
  const usual = words.who[0]?.[0] ?? "";
  const who = after.length ? (before ?? "").trim() : usual;
  const said = (after.length ? after.join(":") : text).trim().split(/\s+/).join(" ");
  const isKnown = !after.length || words.who.some(([key]) => key === who);
  const kinds = words.effects.filter(({ key }) => said === key || said.startsWith(`${key} `));
  const kind = kinds.sort((one, other) => other.key.length - one.key.length)[0] ?? null;
  if (!kind || !isKnown || !kind.who.includes(who)) return { who, kind: null, values: [] };
  const values = said.slice(kind.key.length).trim().split(" ").filter(Boolean);
  return values.length > kind.parts.length ? { who, kind: null, values: [] } : { who, kind, values };
}

/** @param {Effect} effect @param {Words} words */
export function writeEffect({ who, kind, values }, words) {
  const said = [kind?.key ?? "", ...values].filter(Boolean).join(" ");
  return who === words.who[0]?.[0] ? said : `${who}: ${said}`;
}

/** An effect of another kind, which happens to the same if it can. @param {string} who @param {Kind} kind
 * @returns {Effect} */
export function begun(who, kind) {
  const values = kind.parts.map((part) => part.choices[0]?.[0] ?? "+1");
  return { who: kind.who.includes(who) ? who : (kind.who[0] ?? who), kind, values };
}

/** A number with its sign, as decks have it. @param {string} text */
export const signed = (text) => (/^\d/.test(text) ? `+${text}` : text);
