/**
 * SHA-256 of texts in ASCII and of bytes, by FIPS 180-4: browsers have their own only on pages served over HTTPS.
 */

const BLOCK_BYTES = 64;

/** The first 32 bits of the fractional part of a root of a prime. @param {number} root */
const fraction = (root) => ((root - Math.floor(root)) * 2 ** 32) | 0;

const PRIMES = Array.from({ length: 312 }, (_, n) => n).filter(
  (n) => n > 1 && !Array.from({ length: n }, (_, d) => d).some((d) => d > 1 && n % d === 0),
);
const INITIAL = PRIMES.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));
const CONSTANTS = PRIMES.slice(0, 64).map((prime) => fraction(Math.cbrt(prime)));

/** @param {number} word @param {number} by */
const rotate = (word, by) => (word >>> by) | (word << (32 - by));

/** @param {string} text of ASCII characters @returns {string} 64 hexadecimal digits */
export function sha256(text) {
  return digest(new TextEncoder().encode(text));
}

/** The digest of bytes that are given as hexadecimal digits. @param {string} digits */
export function sha256Hex(digits) {
  return digest(Uint8Array.from(digits.match(/../g) ?? [], (pair) => parseInt(pair, 16)));
}

/** @param {Uint8Array} bytes */
function digest(bytes) {
  const size = Math.ceil((bytes.length + 9) / BLOCK_BYTES) * BLOCK_BYTES;
  const padded = new Uint8Array(size);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(size - 4, 8 * bytes.length);
  let state = INITIAL;
  for (let at = 0; at < size; at += BLOCK_BYTES) {
    const words = Array.from({ length: 16 }, (_, n) => view.getInt32(at + 4 * n));
    const mixed = compress(state, schedule(words));
    state = state.map((word, n) => (word + (mixed[n] ?? 0)) | 0);
  }
  return state.map((word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
}

/** The 64 words of a block. @param {number[]} words */
function schedule(words) {
  const at = (/** @type {number} */ n) => words[n] ?? 0;
  for (let n = 16; n < 64; n++) {
    const [early, late] = [at(n - 15), at(n - 2)];
    const low = rotate(early, 7) ^ rotate(early, 18) ^ (early >>> 3);
    const high = rotate(late, 17) ^ rotate(late, 19) ^ (late >>> 10);
    words.push((at(n - 16) + low + at(n - 7) + high) | 0);
  }
  return words;
}

/** @param {number[]} state @param {number[]} words */
function compress(state, words) {
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (const [n, word] of words.entries()) {
    const upper = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
    const one = (h + upper + ((e & f) ^ (~e & g)) + (CONSTANTS[n] ?? 0) + word) | 0;
    const lower = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22);
    const two = (lower + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [a, b, c, d, e, f, g, h] = [(one + two) | 0, a, b, c, (d + one) | 0, e, f, g];
  }
  return [a, b, c, d, e, f, g, h];
}
