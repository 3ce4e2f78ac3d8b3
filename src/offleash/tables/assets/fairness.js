/**
 * Every outcome of a game worked out again in this browser, from the seed and the seats' words.
 *
 * It follows the description in play/fair.py, and shares no code with the server.
 *
 * @typedef {{number: number, weights: number[], happened: number}} Chance
 * @typedef {{table: string, commitment: string, words: string[], seed: string,
 *   chances: Chance[]}} Luck
 */
import { fetchJson } from "./frames.js";
import { element, setText } from "../../web/assets/page.js";

const ALL = 1n << 256n;

/** @param {string} name of the replay */
export async function checkLuck(name) {
  const told = element("rechecked", HTMLElement);
  if (!globalThis.crypto?.subtle) {
    setText(told, "This browser only calculates on pages that come by https.");
    return;
  }
  setText(told, "Calculating …");
  try {
    setText(told, await verdict(await fetchJson(`/replay/${name}/luck`)));
  } catch (error) {
    console.info(error);
    setText(told, "The server does not answer. Please try again in a moment.");
  }
}

/** A sentence about the luck. @param {Luck} luck */
export async function verdict(luck) {
  const digest = await crypto.subtle.digest("SHA-256", bytes(luck.seed));
  if (hex(digest) !== luck.commitment) return "This is not the seed that was committed to.";
  const lines = ["offleash luck 1", luck.seed, ...luck.words];
  const text = lines.map((line) => `${line}\n`).join("");
  const hmac = { name: "HMAC", hash: "SHA-256" };
  const secret = new TextEncoder().encode(text);
  const key = await crypto.subtle.importKey("raw", secret, hmac, false, ["sign"]);
  for (const [n, chance] of luck.chances.entries()) {
    if ((await outcome(key, luck.table, n, chance.weights)) !== chance.happened) {
      return `Action ${chance.number + 1} does not follow from the seed.`;
    }
  }
  return `This browser agrees: ${luck.chances.length} outcomes follow from the seed.`;
}

/**
 * Which outcome chance `n` brings.
 * @param {CryptoKey} key @param {string} table @param {number} n @param {number[]} weights
 */
async function outcome(key, table, n, weights) {
  const total = weights.reduce((sum, weight) => sum + BigInt(weight), 0n);
  const limit = ALL - (ALL % total);
  let drawn = limit;
  for (let tries = 0; drawn >= limit; tries++) {
    const message = new TextEncoder().encode(`${table}\n${n}\n${tries}\n`);
    drawn = BigInt(`0x${hex(await crypto.subtle.sign("HMAC", key, message))}`);
  }
  const ticket = drawn % total;
  let passed = 0n;
  return weights.findIndex((weight) => (passed += BigInt(weight)) > ticket);
}

/** @param {string} text in hexadecimal digits */
function bytes(text) {
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

/** @param {ArrayBuffer} data */
function hex(data) {
  return Array.from(new Uint8Array(data), (each) => each.toString(16).padStart(2, "0")).join("");
}
