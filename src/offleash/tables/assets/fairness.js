/**
 * Recalculates every chance outcome of a game in this browser, from the seed and the words.
 *
 * It implements the description in play/fair_luck.py and play/live_luck.py without sharing code with the server.
 *
 * @typedef {{number: number, weights: number[], happened: number, draw: number}} Chance
 * @typedef {{seat: number, anchor: string, count: number, link: string}} ChainEnd
 * @typedef {{draw: number, missing: number[]}} Gap
 * @typedef {{table: string, commitment: string, words: string[], seed: string, chances: Chance[],
 *   live: boolean, chains: ChainEnd[], gaps: Gap[]}} Luck
 */
import { anchorOf, numberOfLink, stepBack } from "./chain.js";
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
  const source = luck.live ? liveKeys(luck) : await committedKey(luck);
  if (typeof source === "string") return source;
  for (const [n, chance] of luck.chances.entries()) {
    if ((await outcome(await source(chance), luck.table, n, chance.weights)) !== chance.happened) {
      return `Action ${chance.number + 1} does not follow from ${luck.live ? "the chains" : "the seed"}.`;
    }
  }
  const origin = luck.live ? "the chains" : "the seed";
  return `This browser agrees: ${luck.chances.length} outcomes follow from ${origin}. ${memories(luck)}`;
}

/** @param {Luck} luck @returns {Promise<string | (() => Promise<CryptoKey>)>} what is wrong, or the key */
async function committedKey(luck) {
  const digest = await crypto.subtle.digest("SHA-256", bytes(luck.seed));
  if (hex(digest) !== luck.commitment) return "This is not the seed that was committed to.";
  const key = keyOf(["offleash luck 1", luck.seed, ...luck.words]);
  return () => key;
}

/** @param {Luck} luck @returns {string | ((chance: Chance) => Promise<CryptoKey>)} what is wrong, or each key */
function liveKeys(luck) {
  if (anchorOf(luck.seed) !== luck.commitment) return "This is not the chain that was committed to.";
  const broken = luck.chains.find(
    (chain) => chain.count > 0 && stepBack(chain.link, chain.count) !== chain.anchor,
  );
  if (broken) return `The links of seat ${broken.seat} are not those of its chain.`;
  /** @type {Map<number, Promise<CryptoKey>>} by draw */
  const keys = new Map();
  return ({ draw }) => {
    const key = keys.get(draw) ?? keyOf(["offleash live luck 1", ...linksOf(luck, draw)]);
    keys.set(draw, key);
    return key;
  };
}

/** The links of the server and of all seats for a draw. @param {Luck} luck @param {number} draw */
function linksOf(luck, draw) {
  const gone = luck.gaps.filter((gap) => gap.draw < draw).flatMap((gap) => gap.missing);
  const place = numberOfLink(draw);
  const own = luck.words.map((_, seat) => {
    const chain = luck.chains.find((other) => other.seat === seat);
    return chain && !gone.includes(seat) ? stepBack(chain.link, chain.count - place) : "";
  });
  return [stepBack(luck.seed, numberOfLink(Infinity) - place), ...own];
}

/** @param {string[]} lines */
function keyOf(lines) {
  const hmac = { name: "HMAC", hash: "SHA-256" };
  const secret = new TextEncoder().encode(lines.map((line) => `${line}\n`).join(""));
  return crypto.subtle.importKey("raw", secret, hmac, false, ["sign"]);
}

/** Whether this browser remembers the luck as the record has it. @param {Luck} luck */
function memories(luck) {
  const memory = recall(luck.table);
  if (!memory) return "It was not at this table, so it can't know when the commitment was shown.";
  const own = luck.live ? memory.chain?.anchors ?? [] : memory.words;
  const theirs = luck.live
    ? own.map((_, seat) => luck.chains.find((chain) => chain.seat === seat)?.anchor ?? "")
    : luck.words;
  const isSame =
    memory.commitment === luck.commitment && own.join() === theirs.join() && memory.faults.length === 0;
  const parts = luck.live ? "chains" : "words";
  if (isSame) return `The commitment and the ${parts} are those that it saw at the table.`;
  return [`But at the table it saw another commitment or other ${parts}.`, ...memory.faults].join(" ");
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
