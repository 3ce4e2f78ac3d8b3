/** Figures of games as they are played: ratios of sums, with intervals from blocks of shared luck. */

import { Game } from "./offleash.js";

/**
 * @typedef {object} Sum
 * @property {string} source
 * @property {string} field
 * @property {number[]} index
 * @property {boolean} bySeat
 * @property {[option: string, label: number] | null} seatsWith
 * @property {number | null} equals
 */
/** @typedef {{key: string, group: string, name: string, isShare: boolean, total: Sum, of: Sum}} Ratio */
/** @typedef {{value: number, half: number, blocks: number}} Estimate the half width of a 95 % interval, NaN if unknown */

/** What blocks add up to: their number, and the sums of a total, a divisor, and their squares and product. */
class Moments {
  constructor() {
    this.blocks = 0;
    this.total = 0;
    this.of = 0;
    this.squares = [0, 0, 0];
  }

  /**
   * @param {number} total
   * @param {number} of
   */
  add(total, of) {
    if (of === 0) return; // says nothing about the ratio
    this.blocks++;
    this.total += total;
    this.of += of;
    const [totals, products, divisors] = this.squares;
    this.squares = [(totals ?? 0) + total * total, (products ?? 0) + total * of, (divisors ?? 0) + of * of];
  }

  /** @returns {Estimate} */
  estimate() {
    const { blocks, total, of } = this;
    const value = of ? total / of : NaN;
    const [totals = 0, products = 0, divisors = 0] = this.squares;
    const spread = Math.max(0, totals - 2 * value * products + value * value * divisors);
    const error = blocks > 1 ? Math.sqrt((blocks / (blocks - 1)) * spread) / of : NaN;
    return { value, half: error > 0 ? error * studentQuantile(blocks - 1) : NaN, blocks };
  }
}

/**
 * Return the 97.5 % quantile of Student's t, by the expansion of Cornish and Fisher; exact for 1 and 2.
 * @param {number} degrees
 */
export function studentQuantile(degrees) {
  if (degrees === 1) return 12.706204736432095;
  if (degrees === 2) return 4.302652729696142;
  const z = 1.959963984540054;
  const terms = [
    (z ** 3 + z) / 4,
    (5 * z ** 5 + 16 * z ** 3 + 3 * z) / 96,
    (3 * z ** 7 + 19 * z ** 5 + 17 * z ** 3 - 15 * z) / 384,
    (79 * z ** 9 + 776 * z ** 7 + 1482 * z ** 5 - 1920 * z ** 3 - 945 * z) / 92160,
  ];
  return terms.reduce((sum, term, power) => sum + term / degrees ** (power + 1), z);
}

/** Figures of one series of games: each block plays every seating once. */
export class Series {
  /**
   * @param {Game} game
   * @param {Ratio[]} ratios
   * @param {Uint8Array[]} variants records of options, one for each seating
   * @param {number} seats that play
   */
  constructor(game, ratios, variants, seats) {
    this.game = game;
    this.ratios = ratios;
    this.variants = variants;
    this.seats = seats;
    this.games = 0;
    this.moments = ratios.map(() => new Moments());
    /** @type {number[][]} */
    this.block = this.blank();
  }

  blank() {
    return this.ratios.map(() => [0, 0]);
  }

  get blocks() {
    return Math.floor(this.games / this.variants.length);
  }

  /** What must be kept of games. */
  get keep() {
    const sources = new Set(this.ratios.flatMap(({ total, of }) => [total.source, of.source]));
    /** @type {Record<string, import("./offleash.js").Part>} */
    const parts = { state: "states", tally: "tallies", results: "results", paces: "paces" };
    return Object.entries(parts).flatMap(([source, part]) => (sources.has(source) ? [part] : []));
  }

  /**
   * Count the next games of the series.
   * @param {import("./offleash.js").Slice} slice
   */
  add(slice) {
    const columns = this.ratios.map(({ total, of }) => [this.numbers(total, slice), this.numbers(of, slice)]);
    for (let i = 0; i < slice.count; i++) {
      this.block.forEach((sums, ratio) => {
        sums[0] = (sums[0] ?? 0) + (columns[ratio]?.[0]?.[i] ?? 0);
        sums[1] = (sums[1] ?? 0) + (columns[ratio]?.[1]?.[i] ?? 0);
      });
      this.games++;
      if (this.games % this.variants.length === 0) {
        this.block.forEach(([total = 0, of = 0], ratio) => this.moments[ratio]?.add(total, of));
        this.block = this.blank();
      }
    }
  }

  /** Forget the games of a block that is not finished: they are played again. */
  dropPart() {
    this.games = this.blocks * this.variants.length;
    this.block = this.blank();
  }

  estimates() {
    return this.moments.map((moments) => moments.estimate());
  }

  /**
   * Return what each game adds to a sum.
   * @param {Sum} sum
   * @param {import("./offleash.js").Slice} slice
   */
  numbers(sum, slice) {
    const { values, shape } = this.source(sum, slice);
    const width = shape.reduce((product, length) => product * length, 1);
    const rows = sum.bySeat ? Math.min(this.seats, shape[0] ?? 0) : 1;
    const stride = sum.bySeat ? width / (shape[0] ?? 1) : width;
    let [offset, size] = [0, stride];
    sum.index.forEach((place, axis) => {
      size /= shape[axis + Number(sum.bySeat)] ?? 1;
      offset += place * size;
    });
    return Float64Array.from({ length: slice.count }, (_, game) => {
      let total = 0;
      for (let row = 0; row < rows; row++) {
        if (sum.seatsWith && !this.hasLabel((slice.first + game) % this.variants.length, row, sum.seatsWith)) continue;
        let number = 0;
        for (let i = 0; i < size; i++) number += values[game * width + row * stride + offset + i] ?? 0;
        total += sum.equals === null ? number : Number(number === sum.equals);
      }
      return total;
    });
  }

  /**
   * Return the numbers behind a sum, and their shape in a game.
   * @param {Sum} sum
   * @param {import("./offleash.js").Slice} slice
   * @returns {{values: ArrayLike<number>, shape: number[]}}
   */
  source(sum, { count, parts }) {
    const all = this.game.description.seats.length;
    /** @type {(part: Uint8Array | undefined) => ArrayBuffer} */
    const copy = (part) => (part ?? new Uint8Array()).slice().buffer;
    if (sum.source === "results") return { values: new Float64Array(copy(parts.results)), shape: [all] };
    if (sum.source === "paces") return { values: Float64Array.from(new BigInt64Array(copy(parts.paces)), Number), shape: [3] };
    if (sum.source === "one") return { values: new Float64Array(count * (sum.bySeat ? all : 1)).fill(1), shape: sum.bySeat ? [all] : [] };
    const bytes = sum.source === "state" ? parts.states : parts.tallies;
    const records = this.game.records(sum.source, bytes ?? new Uint8Array());
    return { values: records.numbers(sum.field), shape: records.layout.fields[sum.field]?.[2] ?? [] };
  }

  /**
   * @param {number} seating
   * @param {number} seat
   * @param {[string, number]} label
   */
  hasLabel(seating, seat, [name, number]) {
    const record = this.variants[seating];
    const option = this.game.description.options.find((one) => one.name === name);
    if (!record || !option) return false;
    return Number(new DataView(record.buffer, record.byteOffset).getBigInt64(option.offset + 8 * seat, true)) === number;
  }
}

/**
 * Return records of options for all seatings, and who sits where.
 * @param {Game} game
 * @param {{preset: string, seatings: {bots: string[], changes: Record<string, import("./offleash.js").OptionValue>}[]}} column
 * @param {Record<string, import("./offleash.js").OptionValue>} changes
 */
export async function seated(game, { preset, seatings }, changes) {
  const variants = await Promise.all(seatings.map((seating) => game.options(preset, { ...changes, ...seating.changes })));
  return { variants, bots: seatings.map((seating) => seating.bots) };
}
