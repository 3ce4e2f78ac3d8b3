/**
 * Games in WebAssembly: loads what `offleash build-web` writes, and plays in workers.
 *
 * A game's description says how its records are laid out, what its options are, and which modules
 * it has. Rules trust their caller, so everything that comes from outside is checked here.
 */

/** @typedef {[type: string, offset: number, shape: number[]]} Field */
/** @typedef {{bytes: number, fields: Record<string, Field>}} Layout */
/** @typedef {[name: string, form: string, type: string, dimensions: number]} Argument */
/** @typedef {{type: string, shape: (number | string)[], within?: string}} BufferFacts */
/**
 * @typedef {object} ModuleFacts
 * @property {string} file
 * @property {string} sha256
 * @property {Record<string, Argument[]>} kernels
 * @property {string[]} [kinds] what chooses for bots, by number
 * @property {Record<string, BufferFacts>} [buffers] of a thread
 */
/**
 * @typedef {object} OptionFacts
 * @property {string} name
 * @property {string} text
 * @property {string} section
 * @property {number} offset
 * @property {number[]} shape
 * @property {number | number[]} default
 * @property {boolean} isFixed whether tables depend on it, which Python alone can fill
 * @property {string[]} [words]
 * @property {string[]} [labels]
 * @property {boolean} [isOrder]
 * @property {number} [low]
 * @property {number} [high]
 * @property {number} [step]
 * @property {boolean} [none]
 */
/**
 * @typedef {object} Description
 * @property {number} format
 * @property {string} game
 * @property {string} title
 * @property {string} rulesVersion
 * @property {string} digest of the rules that the modules were built from
 * @property {{nobody: number, chance: number, over: number}} actors
 * @property {string[]} seats
 * @property {number} mostActions
 * @property {number} actions
 * @property {{view: {size: number}, action: {size: number}}} observation
 * @property {Record<string, Layout>} records
 * @property {OptionFacts[]} options
 * @property {Record<string, string>} presets records of options, compressed
 * @property {Record<string, {kind: string, row: number[]}>} bots
 * @property {Record<string, ModuleFacts>} modules
 */
/** @typedef {number | string | boolean | null | (number | string)[] | Record<string, number>} OptionValue */
/** @typedef {"states" | "tallies" | "sums" | "lengths" | "results" | "paces"} Part */
/** @typedef {{at: number, type: string, shape: number[], bytes: number}} Place */
/** @typedef {number | bigint | Place} KernelArgument */

const FORMAT = 1;
const FIRST_GAMES = 4; // that a worker plays before it is known how long they take
const SLICE_MS = 80;
const MOST_SLICE = 4096;
const STREAMS = 16;
const CHOICES = 8; // the stream of seat 0's choices

export class OffleashError extends Error {}

/**
 * Make what calls the kernels of a module. Workers get the source of this function, so it uses
 * nothing that stands outside of it.
 */
function machines() {
  /** @type {Record<string, number>} */
  const SIZES = { int8: 1, uint8: 1, int16: 2, uint16: 2, int32: 4, uint32: 4, int64: 8, uint64: 8, float64: 8 };
  const LINE = 128;
  const PAGE = 65536;
  const WORD = 8;

  /** A module with its memory. */
  class Machine {
    /**
     * @param {WebAssembly.Module} module
     * @param {ModuleFacts} facts
     * @param {Record<string, Layout>} records
     */
    constructor(module, facts, records) {
      this.facts = facts;
      this.records = records;
      const { exports } = new WebAssembly.Instance(module, {});
      this.exports = /** @type {Record<string, (table: number) => number>} */ (/** @type {unknown} */ (exports));
      this.memory = /** @type {WebAssembly.Memory} */ (exports.memory);
      this.top = Number(/** @type {WebAssembly.Global} */ (exports.__heap_base).value);
      const most = Math.max(...Object.values(facts.kernels).map((list) => list.reduce((sum, one) => sum + 1 + one[3], 1)));
      this.table = this.take("uint64", [most]);
    }

    /** @param {string} type */
    sizeOf(type) {
      if (type.startsWith("bytes:")) return Number(type.slice(6));
      return SIZES[type] ?? this.records[type]?.bytes ?? 0;
    }

    /**
     * Reserve zeroed memory.
     * @param {string} type
     * @param {number[]} shape
     * @returns {Place}
     */
    take(type, shape) {
      const at = Math.ceil(this.top / LINE) * LINE;
      const bytes = shape.reduce((product, length) => product * length, this.sizeOf(type));
      this.top = at + bytes;
      const missing = this.top - this.memory.buffer.byteLength;
      if (missing > 0) {
        try {
          this.memory.grow(Math.ceil(missing / PAGE));
        } catch {
          throw new Error(`out of memory: these games need ${Math.ceil(this.top / 1048576)} MB, which this browser does not give`);
        }
      }
      const place = { at, type, shape, bytes };
      this.bytes(place).fill(0);
      return place;
    }

    /** @param {Place} place */
    bytes(place) {
      return new Uint8Array(this.memory.buffer, place.at, place.bytes);
    }

    /**
     * Reserve memory with these bytes.
     * @param {string} type
     * @param {number[]} shape
     * @param {Uint8Array} data
     */
    put(type, shape, data) {
      const place = this.take(type, shape);
      if (data.length !== place.bytes) throw new Error(`${type} has ${place.bytes} bytes, not ${data.length}`);
      this.bytes(place).set(data);
      return place;
    }

    /**
     * Reserve the buffers of a thread.
     * @param {number} variants
     * @returns {Record<string, Place>}
     */
    desk(variants) {
      /** @type {Record<string, Place>} */
      const places = {};
      for (const [name, { type, shape, within }] of Object.entries(this.facts.buffers ?? {})) {
        const lengths = shape.map((length) => (length === "variants" ? variants : Number(length)));
        const owner = within === undefined ? undefined : places[within];
        places[name] = owner ? { ...owner, type, shape: lengths } : this.take(type, lengths);
      }
      return places;
    }

    /**
     * Call a kernel with its arguments by name, and return what it returns.
     * @param {string} kernel
     * @param {Record<string, KernelArgument>} values
     */
    call(kernel, values) {
      const list = this.facts.kernels[kernel];
      const entry = this.exports[kernel];
      if (!list || !entry) throw new Error(`the module has no ${kernel}`);
      const table = new DataView(this.memory.buffer, this.table.at, this.table.bytes);
      let word = 1;
      for (const [name, form, type, dimensions] of list) {
        const value = values[name];
        if (value === undefined) throw new Error(`${kernel} needs ${name}`);
        if (form === "integer") {
          table.setBigInt64(WORD * word++, BigInt(/** @type {number} */ (value)), true);
          continue;
        }
        const place = /** @type {Place} */ (value);
        if (this.sizeOf(place.type) !== this.sizeOf(type) || (form === "array" && place.shape.length !== dimensions)) {
          throw new Error(`${name} of ${kernel} is ${place.type} × ${place.shape}, not ${type}`);
        }
        table.setBigUint64(WORD * word++, BigInt(place.at), true);
        for (let axis = 0; axis < dimensions; axis++) table.setBigInt64(WORD * word++, BigInt(place.shape[axis] ?? 0), true);
      }
      if (entry(this.table.at) !== 0) throw new Error(`${kernel} failed`);
      return Number(new DataView(this.memory.buffer, this.table.at, WORD).getBigInt64(0, true));
    }
  }

  /** Games of one order, slice by slice. */
  class Batch {
    /**
     * @param {Machine} machine
     * @param {{variants: Uint8Array, seatings: number, personas: BigInt64Array, players: number, casts: BigInt64Array, seats: number, seed: bigint, limit: bigint, keep: string[]}} order
     */
    constructor(machine, order) {
      const { seatings, players, seats } = order;
      this.machine = machine;
      this.order = order;
      this.desk = machine.desk(seatings);
      this.fixed = {
        "games.variants": machine.put("options", [seatings], order.variants),
        "games.personas": machine.put("int64", [players, order.personas.length / players], new Uint8Array(order.personas.buffer)),
        "games.casts": machine.put("int64", [seatings, seats], new Uint8Array(order.casts.buffer)),
      };
      this.mark = machine.top;
    }

    /**
     * Play games first … first + count − 1 and return what is to be kept of them.
     * @param {number} first
     * @param {number} count
     */
    play(first, count) {
      const { machine, order } = this;
      machine.top = this.mark;
      /** @type {Record<string, Place>} */
      const games = {};
      /** @type {[string, string, number[]][]} */
      const rows = [
        ["states", "state", [count]], ["tallies", "tally", [count]], ["lengths", "int64", [count]],
        ["results", "float64", [count, order.seats]], ["paces", "int64", [count, 3]], ["limits", "int64", [count]],
        ["numbers", "int64", [count]], ["rows", "int64", [count]], ["seated", "int64", [count]],
      ];
      for (const [name, type, shape] of rows) games[`games.${name}`] = machine.take(type, shape);
      /** @param {string} name */
      const words = (name) => new BigInt64Array(machine.memory.buffer, games[`games.${name}`]?.at ?? 0, count);
      words("limits").fill(order.limit);
      const [numbers, seated, variants] = [words("numbers"), words("seated"), words("rows")];
      for (let i = 0; i < count; i++) {
        const seating = BigInt((first + i) % order.seatings);
        numbers[i] = BigInt(Math.floor((first + i) / order.seatings));
        seated[i] = variants[i] = seating;
      }
      const ledger = /** @type {Place} */ (this.desk["desk.ledger"]);
      machine.bytes(ledger).fill(0);
      machine.call("play_games", { ...this.fixed, ...this.desk, ...games, is_begun: 0, seed: order.seed, lo: 0, hi: count });
      /** @type {Record<string, Uint8Array<ArrayBuffer>>} */
      const parts = {};
      for (const part of order.keep) {
        const place = part === "sums" ? ledger : games[`games.${part}`];
        if (place) parts[part] = machine.bytes(place).slice();
      }
      return parts;
    }
  }

  /**
   * Serve a page from a worker: first an order, then slices of its games.
   * @param {{postMessage: (message: unknown, transfer: ArrayBuffer[]) => void}} port
   * @returns {(message: any) => void}
   */
  function server(port) {
    /** @type {Batch | undefined} */
    let batch;
    return (message) => {
      try {
        if (message.module) batch = new Batch(new Machine(message.module, message.facts, message.records), message.order);
        if (!batch || message.count === undefined) return;
        const start = performance.now();
        const parts = batch.play(message.first, message.count);
        const answer = { first: message.first, count: message.count, parts, ms: performance.now() - start };
        port.postMessage(answer, Object.values(parts).map((part) => part.buffer));
      } catch (error) {
        port.postMessage({ error: error instanceof Error ? error.message : String(error) }, []);
      }
    };
  }

  return { Machine, Batch, server };
}

/** @typedef {InstanceType<ReturnType<typeof machines>["Machine"]>} Calculator */

const { Machine } = machines();

/** Records of one type: positions, tallies, sums. */
export class Records {
  /**
   * @param {Layout} layout
   * @param {Uint8Array} bytes
   */
  constructor(layout, bytes) {
    this.layout = layout;
    this.bytes = bytes;
    this.length = bytes.length / layout.bytes;
  }

  /**
   * Return a field of one record: a number, or all numbers of an array, the last axis first.
   * @param {string} field
   * @param {number} [row]
   * @returns {number | number[]}
   */
  get(field, row = 0) {
    const numbers = this.numbers(field).slice(row * this.width(field), (row + 1) * this.width(field));
    const isArray = (this.layout.fields[field]?.[2].length ?? 0) > 0;
    return isArray ? Array.from(numbers) : Number(numbers[0]);
  }

  /**
   * Return how many numbers a field has.
   * @param {string} field
   */
  width(field) {
    return (this.layout.fields[field]?.[2] ?? []).reduce((product, length) => product * length, 1);
  }

  /**
   * Return a field of all records, one after another.
   * @param {string} field
   */
  numbers(field) {
    const facts = this.layout.fields[field];
    if (!facts) throw new OffleashError(`there is no field ${field}`);
    const [type, offset] = facts;
    const width = this.width(field);
    const view = new DataView(this.bytes.buffer, this.bytes.byteOffset, this.bytes.byteLength);
    const [read, size] = readerOf(view, type);
    const numbers = new Float64Array(width * this.length);
    for (let row = 0, place = 0; row < this.length; row++) {
      for (let i = 0; i < width; i++) numbers[place++] = read(row * this.layout.bytes + offset + i * size);
    }
    return numbers;
  }
}

/**
 * @param {DataView} view
 * @param {string} type
 * @returns {[(at: number) => number, number]}
 */
function readerOf(view, type) {
  switch (type) {
    case "int8": return [(at) => view.getInt8(at), 1];
    case "uint8": return [(at) => view.getUint8(at), 1];
    case "int16": return [(at) => view.getInt16(at, true), 2];
    case "uint16": return [(at) => view.getUint16(at, true), 2];
    case "int32": return [(at) => view.getInt32(at, true), 4];
    case "uint32": return [(at) => view.getUint32(at, true), 4];
    case "int64": return [(at) => Number(view.getBigInt64(at, true)), 8];
    case "uint64": return [(at) => Number(view.getBigUint64(at, true)), 8];
    default: return [(at) => view.getFloat64(at, true), 8];
  }
}

/**
 * Return compressed bytes that stand in a text.
 * @param {string} text
 */
export async function unpack(text) {
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/**
 * Load a game by its name, if it lies next to this script, from the address of its description, or from a description and its modules' bytes.
 * @param {string | URL | {description: Description, code: Record<string, Uint8Array>}} source
 */
export async function load(source) {
  if (typeof source === "object" && "description" in source) return new Game(source.description, async (file) => source.code[file]);
  const isName = /^[\w-]+$/.test(String(source));
  const address = isName ? new URL(`${source}.json`, import.meta.url) : new URL(source, globalThis.location?.href);
  const description = JSON.parse(new TextDecoder().decode(await fetchBytes(address)));
  return new Game(description, (file) => fetchBytes(new URL(file, address)));
}

/** @param {URL} address */
async function fetchBytes(address) {
  if (address.protocol === "file:" && "process" in globalThis) return readFile(address);
  const answer = await fetch(address).catch(() => undefined);
  if (!answer?.ok) throw new OffleashError(`${address} can't be read (${answer ? answer.status : "no connection"})`);
  return new Uint8Array(await answer.arrayBuffer());
}

/** @param {URL} address */
async function readFile(address) {
  const name = "node:fs/promises"; // a page has no such module
  const { readFile: read } = await import(name);
  return new Uint8Array(await read(address).catch(() => { throw new OffleashError(`${address} can't be read`); }));
}

/** What to play: who sits where under which options, one seating or several that share their luck. */
/**
 * @typedef {object} Order
 * @property {string | string[] | string[][]} bots one for all seats, one for each, or so for each seating
 * @property {Uint8Array | Uint8Array[]} options from `options()`; for each seating, if there are several
 * @property {number} games
 * @property {number | bigint} [seed]
 * @property {number} [first] the number of the first game
 * @property {number} [limit] actions after which a game is given up
 * @property {number} [workers]
 * @property {Part[]} [keep]
 * @property {AbortSignal} [signal]
 * @property {(slice: Slice) => void} [onSlice] is called as games are finished, in their order
 * @property {() => WorkerPort | Promise<WorkerPort>} [worker] makes a worker, where a page may not make its own
 */
/** @typedef {{first: number, count: number, parts: Partial<Record<Part, Uint8Array>>}} Slice */
/** @typedef {{post: (message: unknown) => void, onMessage: (listener: (message: any) => void) => void, onEnd: (listener: (reason: string) => void) => void, stop: () => void}} WorkerPort */

export class Game {
  /**
   * @param {Description} description
   * @param {(file: string) => Promise<Uint8Array | undefined>} read
   */
  constructor(description, read) {
    if (description.format !== FORMAT) throw new OffleashError(`${description.title ?? "this game"} was built for another version of offleash.js: build both again`);
    this.description = description;
    this.read = read;
    /** @type {Map<string, Promise<WebAssembly.Module>>} */
    this.compiled = new Map();
  }

  /** @returns {string[]} */
  get presets() {
    return Object.keys(this.description.presets);
  }

  /** @returns {string[]} */
  get bots() {
    return Object.keys(this.description.bots);
  }

  /**
   * Return a record of options: a preset, by default the first, with changes.
   * @param {string} [preset]
   * @param {Record<string, OptionValue>} [changes]
   */
  async options(preset = this.presets[0] ?? "", changes = {}) {
    const packed = this.description.presets[preset];
    if (packed === undefined) throw new OffleashError(`${this.description.title} has no preset ${preset}; the presets are ${this.presets.join(", ")}`);
    const record = await unpack(packed);
    for (const [name, value] of Object.entries(changes)) this.setOption(record, name, value);
    return record;
  }

  /**
   * Change one option of a record.
   * @param {Uint8Array} record
   * @param {string} name
   * @param {OptionValue} value
   */
  setOption(record, name, value) {
    const option = this.description.options.find((one) => one.name === name);
    if (!option) throw new OffleashError(`${this.description.title} has no option ${name}`);
    if (option.isFixed) throw new OffleashError(`option ${name} decides tables that only Python fills: build a page with the presets that you need`);
    const view = new DataView(record.buffer, record.byteOffset);
    /** @type {(place: number) => number} */
    const current = (place) => Number(view.getBigInt64(option.offset + 8 * place, true));
    storedValue(option, value, current).forEach((number, place) => view.setBigInt64(option.offset + 8 * place, BigInt(number), true));
  }

  /**
   * Return records of a type.
   * @param {string} type
   * @param {Uint8Array} bytes
   */
  records(type, bytes) {
    const layout = this.description.records[type];
    if (!layout) throw new OffleashError(`there are no records ${type}`);
    return new Records(layout, bytes);
  }

  /**
   * Return a compiled module, fetched once.
   * @param {string} name
   */
  module(name) {
    const facts = this.description.modules[name];
    if (!facts) throw new OffleashError(`${this.description.title} has no module ${name}`);
    const known = this.compiled.get(name) ?? this.compile(facts);
    this.compiled.set(name, known);
    known.catch(() => this.compiled.delete(name)); // so that it is tried again
    return known;
  }

  /** @param {ModuleFacts} facts */
  async compile(facts) {
    const bytes = await this.read(facts.file);
    if (!bytes) throw new OffleashError(`${facts.file} is missing`);
    const data = new Uint8Array(bytes); // a copy that nobody shares
    if (globalThis.crypto?.subtle) {
      const sha = new Uint8Array(await crypto.subtle.digest("SHA-256", data));
      const text = Array.from(sha, (byte) => byte.toString(16).padStart(2, "0")).join("");
      if (text !== facts.sha256) throw new OffleashError(`${facts.file} is not the module that its description names: load both again`);
    }
    return WebAssembly.compile(data);
  }

  /**
   * Return the bots of all seats of each seating, checked.
   * @param {Order["bots"]} bots
   * @param {number} seatings
   */
  lineups(bots, seatings) {
    const list = typeof bots === "string" ? [bots] : bots;
    const lineups = /** @type {string[][]} */ (Array.isArray(list[0]) ? list : Array(seatings).fill(list));
    if (lineups.length !== seatings) throw new OffleashError(`there are ${lineups.length} line-ups for ${seatings} records of options`);
    const seats = this.description.seats.length;
    return lineups.map((names) => {
      for (const name of names) if (!this.description.bots[name]) throw new OffleashError(`${this.description.title} has no bot ${name} here; there are ${this.bots.join(", ")}`);
      if (names.length !== 1 && names.length > seats) throw new OffleashError(`${names.length} bots are named for ${seats} seats`);
      return names.length === 1 ? /** @type {string[]} */ (Array(seats).fill(names[0])) : names;
    });
  }

  /**
   * Return the name of the smallest module in which these bots play; random ones alone have their own.
   * @param {string[]} names
   */
  moduleFor(names) {
    const kinds = new Set(names.map((name) => this.description.bots[name]?.kind ?? ""));
    const fitting = Object.entries(this.description.modules)
      .filter(([, facts]) => [...kinds].every((kind) => facts.kinds?.includes(kind)))
      .sort((one, other) => (one[1].kinds?.length ?? 0) - (other[1].kinds?.length ?? 0));
    const [first] = fitting;
    if (!first) throw new OffleashError(`no module has ${[...kinds].join(" and ")} together`);
    return first[0];
  }

  /**
   * Return the numbers of players in a module, a row for each.
   * @param {string} module
   * @param {string[]} players
   */
  personas(module, players) {
    const kinds = this.description.modules[module]?.kinds ?? [];
    const rows = players.map((name) => {
      const bot = this.description.bots[name];
      return bot ? [kinds.indexOf(bot.kind), ...bot.row] : [];
    });
    const width = Math.max(...rows.map((row) => row.length));
    const numbers = new BigInt64Array(width * players.length);
    rows.forEach((row, player) => row.forEach((number, place) => (numbers[player * width + place] = BigInt(number))));
    return numbers;
  }

  /**
   * Play games in workers, and return what is kept of all of them.
   * @param {Order} order
   * @returns {Promise<Record<string, Uint8Array>>}
   */
  async play(order) {
    const { bots, options, games, seed = 0, first = 0, limit = 10_000_000, signal } = order;
    const variants = Array.isArray(options) ? options : [options];
    const keep = order.keep ?? ["tallies", "results", "lengths"];
    whole(games, "the number of games", 1);
    whole(first, "the number of the first game", 0);
    whole(limit, "the limit", 0);
    if (BigInt(seed) < 0n || BigInt(seed) >= 1n << 63n) throw new OffleashError("the seed must be from 0 to 2⁶³ − 1");
    const bytes = this.description.records.options?.bytes ?? 0;
    if (variants.some((one) => one.length !== bytes)) throw new OffleashError(`a record of options has ${bytes} bytes`);
    const lineups = this.lineups(bots, variants.length);
    const players = [...new Set(lineups.flat())];
    const seats = this.description.seats.length;
    const casts = new BigInt64Array(seats * variants.length).fill(BigInt(this.description.actors.nobody));
    lineups.forEach((names, row) => names.forEach((name, seat) => (casts[row * seats + seat] = BigInt(players.indexOf(name)))));
    const module = this.moduleFor(players);
    const all = new Uint8Array(bytes * variants.length);
    variants.forEach((one, row) => all.set(one, row * bytes));
    const start = {
      module: await this.module(module), facts: this.description.modules[module], records: this.description.records,
      order: { variants: all, seatings: variants.length, personas: this.personas(module, players), players: players.length, casts, seats, seed: BigInt(seed), limit: BigInt(limit), keep },
    };
    const crew = new Crew(start, first * variants.length, games, order.onSlice, keep.includes("sums"));
    return crew.play(Math.min(order.workers ?? cores(), games), order.worker ?? makeWorker, signal);
  }

  /**
   * Sit down at one position, at the beginning of game `number` of a seed. `bots` names who plays a
   * seat, or is empty for seats that the page plays.
   * @param {{options: Uint8Array, seed?: number | bigint, number?: number, bots?: string[]}} settings
   */
  async table({ options, seed = 0, number = 0, bots = [] }) {
    const names = [...new Set(bots.filter((name) => name))];
    if (names.length) this.lineups([names], 1);
    /** @type {(name: string) => Promise<Calculator>} */
    const calculator = async (name) => new Machine(await this.module(name), /** @type {ModuleFacts} */ (this.description.modules[name]), this.description.records);
    const table = new Table(this, await calculator("rules"), options, BigInt(seed), number);
    const module = names.length ? this.moduleFor(names) : "";
    for (const [seat, name] of bots.entries()) if (name) table.seat(seat, await calculator(module), this.personas(module, [name]));
    return table;
  }
}

/**
 * Return the numbers that an option stores for a value.
 * @param {OptionFacts} option
 * @param {OptionValue} value
 * @param {(place: number) => number} current
 */
function storedValue(option, value, current) {
  const count = option.shape[0] ?? 1;
  /** @type {OptionValue[]} */
  let values = Array.isArray(value) ? value : Array(count).fill(value);
  if (value !== null && typeof value === "object" && !Array.isArray(value)) {
    const unknown = Object.keys(value).filter((label) => !option.labels?.includes(label));
    if (unknown.length) throw new OffleashError(`option ${option.name} has no ${unknown[0]}`);
    values = (option.labels ?? []).map((label, place) => value[label] ?? current(place));
  }
  if (values.length !== count) throw new OffleashError(`option ${option.name} takes ${count} values, not ${values.length}`);
  return values.map((one) => storedNumber(option, one));
}

/**
 * @param {OptionFacts} option
 * @param {OptionValue} value
 */
function storedNumber(option, value) {
  const { low, high, step = 1, words, labels } = option;
  if (option.isOrder) {
    const place = typeof value === "number" ? value : (labels ?? []).indexOf(String(value));
    if (place >= 0 && place < (labels?.length ?? 0)) return place;
    const word = (words ?? []).indexOf(String(value));
    if (word >= 0) return -1 - word;
  } else if (low !== undefined && high !== undefined) {
    if (option.none && (value === null || value === "none")) return -1;
    const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
    if (typeof number === "number" && Number.isInteger(number) && number >= low && number <= high && (number - low) % step === 0) return number;
  } else {
    const word = (words ?? []).indexOf(String(value));
    if (word >= 0) return word;
  }
  throw new OffleashError(`option ${option.name} can't be ${value}: it takes ${low === undefined ? (words ?? labels ?? []).join(" or ") : `a whole number from ${low} to ${high}`}`);
}

/**
 * @param {number} number
 * @param {string} name
 * @param {number} least
 */
function whole(number, name, least) {
  if (!Number.isSafeInteger(number) || number < least) throw new OffleashError(`${name} is ${number}; it must be a whole number from ${least} up`);
}

/** Return how many workers can play at once. */
function cores() {
  return globalThis.navigator?.hardwareConcurrency ?? 1;
}

/** Workers that play the slices of one order. */
class Crew {
  /**
   * @param {object} start
   * @param {number} first
   * @param {number} games
   * @param {((slice: Slice) => void) | undefined} onSlice
   * @param {boolean} addsSums
   */
  constructor(start, first, games, onSlice, addsSums) {
    this.start = start;
    this.first = first;
    this.games = games;
    this.onSlice = onSlice;
    this.addsSums = addsSums;
    this.next = 0;
    this.reported = 0;
    /** @type {Map<number, Slice>} */
    this.slices = new Map();
    /** @type {Slice[]} */
    this.inOrder = [];
  }

  /**
   * @param {number} count
   * @param {() => WorkerPort | Promise<WorkerPort>} make
   * @param {AbortSignal} [signal]
   */
  async play(count, make, signal) {
    whole(count, "the number of workers", 1);
    signal?.throwIfAborted();
    /** @type {WorkerPort[]} */
    const ports = [];
    /** @type {() => void} */
    let quit = () => {};
    try {
      await new Promise((resolve, reject) => {
        quit = () => reject(signal?.reason);
        signal?.addEventListener("abort", quit);
        for (let i = 0; i < count; i++) {
          Promise.resolve().then(make).then((port) => {
            ports.push(port);
            if (signal?.aborted) return;
            this.lead(port, () => resolve(undefined), reject);
          }).catch((error) => reject(new OffleashError(`a worker can't be started: ${error.message ?? error}`)));
        }
      });
    } finally {
      signal?.removeEventListener("abort", quit);
      for (const port of ports) port.stop();
    }
    return this.joined();
  }

  /**
   * Have one worker play slice after slice.
   * @param {WorkerPort} port
   * @param {() => void} resolve
   * @param {(error: Error) => void} reject
   */
  lead(port, resolve, reject) {
    let size = FIRST_GAMES;
    const next = () => {
      const count = Math.min(size, this.games - this.next);
      if (count <= 0) return;
      port.post({ first: this.first + this.next, count });
      this.next += count;
    };
    port.onEnd((reason) => reject(new OffleashError(`a worker stopped while it played: ${reason}`)));
    port.onMessage((message) => {
      if (message.error) return reject(new OffleashError(message.error));
      size = Math.max(1, Math.min(MOST_SLICE, 2 * size, Math.ceil((message.count * SLICE_MS) / Math.max(message.ms, 0.1))));
      next();
      this.slices.set(message.first - this.first, { first: message.first, count: message.count, parts: message.parts });
      try {
        this.report();
      } catch (error) {
        return reject(/** @type {Error} */ (error));
      }
      if (this.reported === this.games) resolve();
    });
    port.post(this.start);
    next();
  }

  /** Report finished slices in the order of their games, so that figures never depend on speed. */
  report() {
    for (let slice = this.slices.get(this.reported); slice; slice = this.slices.get(this.reported)) {
      this.slices.delete(this.reported);
      this.reported += slice.count;
      if (this.onSlice) this.onSlice(slice);
      else this.inOrder.push(slice);
    }
  }

  /** Return what is kept of all games, one after another; sums are added up. */
  joined() {
    /** @type {Record<string, Uint8Array>} */
    const parts = {};
    for (const name of Object.keys(this.inOrder[0]?.parts ?? {})) {
      const pieces = this.inOrder.map((slice) => /** @type {Uint8Array} */ (slice.parts[/** @type {Part} */ (name)]));
      parts[name] = name === "sums" ? added(pieces) : concatenated(pieces);
    }
    return parts;
  }
}

/** @param {Uint8Array[]} pieces */
function concatenated(pieces) {
  const whole = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

/** @param {Uint8Array[]} pieces */
function added(pieces) {
  const total = new BigInt64Array((pieces[0]?.length ?? 0) / 8);
  for (const piece of pieces) new BigInt64Array(piece.slice().buffer).forEach((number, i) => (total[i] = (total[i] ?? 0n) + number));
  return new Uint8Array(total.buffer);
}

const WORKER_SOURCE = `const { server } = (${machines})();`;

/**
 * Start a worker of the browser, or of Node.
 * @returns {Promise<WorkerPort>}
 */
async function makeWorker() {
  if (typeof Worker === "undefined") return makeNodeWorker();
  const address = URL.createObjectURL(new Blob([`${WORKER_SOURCE} const serve = server(self); self.onmessage = (event) => serve(event.data);`], { type: "text/javascript" }));
  const worker = new Worker(address);
  return {
    post: (message) => worker.postMessage(message),
    onMessage: (listener) => (worker.onmessage = (event) => listener(event.data)),
    onEnd: (listener) => {
      worker.onerror = (event) => listener(event.message || "the browser ended it");
      worker.onmessageerror = () => listener("a message could not be read");
    },
    stop: () => {
      worker.terminate();
      URL.revokeObjectURL(address);
    },
  };
}

/** @returns {Promise<WorkerPort>} */
async function makeNodeWorker() {
  const name = "node:worker_threads"; // a page has no such module
  const threads = /** @type {any} */ (await import(name));
  const source = `${WORKER_SOURCE} const { parentPort } = require("node:worker_threads"); const serve = server(parentPort); parentPort.on("message", serve);`;
  const worker = new threads.Worker(source, { eval: true, execArgv: [] });
  return {
    post: (message) => worker.postMessage(message),
    onMessage: (listener) => worker.on("message", listener),
    onEnd: (listener) => {
      worker.on("error", (/** @type {Error} */ error) => listener(error.message));
      worker.on("exit", (/** @type {number} */ code) => listener(`it ended with status ${code}`));
    },
    stop: () => worker.terminate(),
  };
}

/** One position with its luck, played step by step; `actor` says who decides. */
export class Table {
  /**
   * @param {Game} game
   * @param {Calculator} machine
   * @param {Uint8Array} options
   * @param {bigint} seed
   * @param {number} number
   */
  constructor(game, machine, options, seed, number) {
    this.game = game;
    this.machine = machine;
    const { mostActions, seats, observation } = game.description;
    const size = mostActions + 1;
    this.places = {
      state: machine.take("state", [1]),
      options: machine.put("options", [1], options),
      work: machine.take("work", [1]),
      tally: machine.take("tally", [1]),
      out: machine.take("int32", [size]),
      chances: machine.take("int64", [size]),
      shares: machine.take("float64", [seats.length]),
      rng: machine.take("uint64", [STREAMS]),
      view: machine.take("state", [1]),
      numbers: machine.take("int32", [Math.max(observation.view.size, observation.action.size, 1)]),
    };
    /** @type {Map<number, {thinker: Calculator, values: Record<string, KernelArgument>}>} */
    this.players = new Map();
    machine.call("seed_streams", { rng: this.places.rng, seed, game: number });
    machine.call("setup", this.places);
  }

  /** The position, as bytes. */
  get state() {
    return this.machine.bytes(this.places.state).slice();
  }

  set state(bytes) {
    const place = this.machine.bytes(this.places.state);
    if (bytes.length !== place.length) throw new OffleashError(`a position has ${place.length} bytes`);
    place.set(bytes);
  }

  /** How many seats play. */
  get seats() {
    return this.machine.call("seats", this.places);
  }

  /** The seat to decide, or one of the description's `actors`. */
  get actor() {
    return this.machine.call("actor", this.places);
  }

  get isOver() {
    return this.actor === this.game.description.actors.over;
  }

  /** What can happen next: legal actions in ascending order, or the outcomes of chance. */
  legal() {
    if (this.isOver) return [];
    const kernel = this.actor === this.game.description.actors.chance ? "chance_outcomes" : "legal_actions";
    const count = this.machine.call(kernel, this.places);
    return Array.from(new Int32Array(this.machine.memory.buffer, this.places.out.at, count));
  }

  /**
   * Play an action, or an outcome of chance.
   * @param {number} action
   */
  apply(action) {
    if (!this.legal().includes(action)) throw new OffleashError(`action ${action} is not legal here`);
    this.machine.call("apply", { ...this.places, action });
  }

  /** Draw a chance, with the luck that a batch has, and play it. */
  draw() {
    if (this.actor !== this.game.description.actors.chance) throw new OffleashError("nothing is left to chance here");
    const n = this.machine.call("chance_outcomes", this.places);
    const stream = this.machine.call("stream", this.places);
    const index = this.machine.call("pick", { ...this.places, stream, n });
    const action = new Int32Array(this.machine.memory.buffer, this.places.out.at, n)[index] ?? 0;
    this.machine.call("apply", { ...this.places, action });
    return action;
  }

  /** What each seat has won, once the game is over. */
  returns() {
    if (!this.isOver) throw new OffleashError("the game is not over");
    this.machine.bytes(this.places.shares).fill(0);
    this.machine.call("returns", this.places);
    return Array.from(new Float64Array(this.machine.memory.buffer, this.places.shares.at, this.places.shares.shape[0]));
  }

  /**
   * Return the position as a seat knows it, as bytes.
   * @param {number} seat
   */
  view(seat) {
    this.checkSeat(seat);
    this.machine.bytes(this.places.view).set(this.state);
    this.machine.call("hide", { ...this.places, state: this.places.view, seat });
    return this.machine.bytes(this.places.view).slice();
  }

  /**
   * Return what a seat knows as numbers for a learner.
   * @param {number} seat
   */
  encode(seat) {
    this.checkSeat(seat);
    return this.encoded("encode", { seat }, this.game.description.observation.view.size);
  }

  /**
   * Return what a legal action is, as numbers for a learner.
   * @param {number} action
   */
  encodeAction(action) {
    return this.encoded("write_action", { seat: this.actor, action }, this.game.description.observation.action.size);
  }

  /**
   * @param {string} kernel
   * @param {Record<string, number>} values
   * @param {number} size
   */
  encoded(kernel, values, size) {
    const out = { ...this.places.numbers, shape: [size], bytes: 4 * size };
    this.machine.bytes(out).fill(0);
    this.machine.call(kernel, { ...this.places, ...values, out });
    return Array.from(new Int32Array(this.machine.memory.buffer, out.at, size));
  }

  /** @param {number} seat */
  checkSeat(seat) {
    if (!Number.isInteger(seat) || seat < 0 || seat >= this.game.description.seats.length) throw new OffleashError(`there is no seat ${seat}`);
  }

  /**
   * Let a bot play a seat.
   * @param {number} seat
   * @param {Calculator} thinker
   * @param {BigInt64Array<ArrayBuffer>} row its numbers
   */
  seat(seat, thinker, row) {
    this.checkSeat(seat);
    const desk = thinker.desk(1);
    /** @type {Record<string, KernelArgument>} */
    const values = {
      state: thinker.take("state", [1]),
      options: thinker.put("options", [1], this.machine.bytes(this.places.options).slice()),
      work: { .../** @type {Place} */ (desk["desk.works"]) },
      plan: thinker.take("plan", [1]),
      rng: /** @type {Place} */ (desk["desk.rng"]),
      out: /** @type {Place} */ (desk["desk.out"]),
      personas: thinker.put("int64", [1, row.length], new Uint8Array(row.buffer)),
      who: 0,
      seat,
    };
    for (const [key, place] of Object.entries(desk)) if (key.startsWith("desk.study.")) values[key.slice(5)] = place;
    this.players.set(seat, { thinker, values });
  }

  /** Return what the bot at the actor's seat does, without playing it. */
  choose() {
    const player = this.players.get(this.actor);
    if (!player) throw new OffleashError(`no bot plays seat ${this.actor}`);
    const { thinker, values } = player;
    const actions = this.legal();
    /** @type {(name: string) => Uint8Array} */
    const bytes = (name) => thinker.bytes(/** @type {Place} */ (values[name]));
    bytes("state").set(this.state);
    const luck = this.machine.bytes(this.places.rng);
    bytes("rng").set(luck);
    new Int32Array(thinker.memory.buffer, /** @type {Place} */ (values.out).at).set(actions);
    const action = thinker.call("choose", { ...values, n: actions.length });
    const at = 8 * (CHOICES + this.actor);
    luck.set(bytes("rng").slice(at, at + 8), at);
    return action;
  }
}
