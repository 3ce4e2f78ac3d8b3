/**
 * Recalculates every chance outcome of a game in this browser, from the seed and the words.
 *
 * It implements the description in play/fair.py without sharing code with the server.
 *
 * @typedef {{number: number, weights: number[], happened: number}} Chance
 * @typedef {{table: string, commitment: string, words: string[], seed: string,
 *   chances: Chance[]}} Luck
 */
import { fetchJson } from "./frames.js";
import { recall } from "./receipt.js";
import { element, setText } from "../../web/assets/page.js";

const RANGE = 1n << 256n;

/** @param {string} name of the replay */
export async function checkLuck(name) {
  const output = element("rechecked", HTMLElement);
  if (!globalThis.crypto?.subtle) {
    setText(output, "This browser can only check it on pages served over HTTPS.");
    return;
  }
  setText(output, "Calculating …");
  try {
    setText(output, await verdict(await fetchJson(`/replay/${name}/luck`)));
  } catch (error) {
    console.info(error);
    setText(output, "The server does not answer. Please try again in a moment.");
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
  return `This browser agrees: ${luck.chances.length} outcomes follow from the seed. ${memories(luck)}`;
}

/** Whether this browser remembers the luck as the record has it. @param {Luck} luck */
function memories(luck) {
  const memory = recall(luck.table);
  if (!memory) return "It was not at this table, so it can't know when the commitment was shown.";
  const isSame =
    memory.commitment === luck.commitment &&
    memory.words.join() === luck.words.join() &&
    memory.faults.length === 0;
  if (isSame) return "The commitment and the words are those that it saw at the table.";
  return ["But at the table it saw another commitment or other words.", ...memory.faults].join(" ");
}

/**
 * The index of the outcome of chance event `n`.
 * @param {CryptoKey} key @param {string} table @param {number} n @param {number[]} weights
 */
async function outcome(key, table, n, weights) {
  const total = weights.reduce((sum, weight) => sum + BigInt(weight), 0n);
  const limit = RANGE - (RANGE % total);
  let draw = limit;
  for (let attempt = 0; draw >= limit; attempt++) {
    const message = new TextEncoder().encode(`${table}\n${n}\n${attempt}\n`);
    draw = BigInt(`0x${hex(await crypto.subtle.sign("HMAC", key, message))}`);
  }
  const ticket = draw % total;
  let cumulative = 0n;
  return weights.findIndex((weight) => (cumulative += BigInt(weight)) > ticket);
}

/** @param {string} text in hexadecimal digits */
function bytes(text) {
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

/** @param {ArrayBuffer} data */
function hex(data) {
  return Array.from(new Uint8Array(data), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
