/**
 * Return compressed bytes that stand in a text.
 * @param {string} text
 */
export function unpack(text: string): Promise<Uint8Array<ArrayBuffer>>;
/**
 * Load a game by its name, if it lies next to this script, from the address of its description, or from a description and its modules' bytes.
 * @param {string | URL | {description: Description, code: Record<string, Uint8Array>}} source
 */
export function load(source: string | URL | {
    description: Description;
    code: Record<string, Uint8Array>;
}): Promise<Game>;
export class OffleashError extends Error {
}
/** Records of one type: positions, tallies, sums. */
export class Records {
    /**
     * @param {Layout} layout
     * @param {Uint8Array} bytes
     */
    constructor(layout: Layout, bytes: Uint8Array);
    layout: Layout;
    bytes: Uint8Array<ArrayBufferLike>;
    length: number;
    /**
     * Return a field of one record: a number, or all numbers of an array, the last axis first.
     * @param {string} field
     * @param {number} [row]
     * @returns {number | number[]}
     */
    get(field: string, row?: number): number | number[];
    /**
     * Return how many numbers a field has.
     * @param {string} field
     */
    width(field: string): number;
    /**
     * Return a field of all records, one after another.
     * @param {string} field
     */
    numbers(field: string): Float64Array<ArrayBuffer>;
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
    constructor(description: Description, read: (file: string) => Promise<Uint8Array | undefined>);
    description: Description;
    read: (file: string) => Promise<Uint8Array | undefined>;
    /** @type {Map<string, Promise<WebAssembly.Module>>} */
    compiled: Map<string, Promise<WebAssembly.Module>>;
    /** @returns {string[]} */
    get presets(): string[];
    /** @returns {string[]} */
    get bots(): string[];
    /**
     * Return a record of options: a preset, by default the first, with changes.
     * @param {string} [preset]
     * @param {Record<string, OptionValue>} [changes]
     */
    options(preset?: string, changes?: Record<string, OptionValue>): Promise<Uint8Array<ArrayBuffer>>;
    /**
     * Change one option of a record.
     * @param {Uint8Array} record
     * @param {string} name
     * @param {OptionValue} value
     */
    setOption(record: Uint8Array, name: string, value: OptionValue): void;
    /**
     * Return records of a type.
     * @param {string} type
     * @param {Uint8Array} bytes
     */
    records(type: string, bytes: Uint8Array): Records;
    /**
     * Return a compiled module, fetched once.
     * @param {string} name
     */
    module(name: string): Promise<WebAssembly.Module>;
    /** @param {ModuleFacts} facts */
    compile(facts: ModuleFacts): Promise<WebAssembly.Module>;
    /**
     * Return the bots of all seats of each seating, checked.
     * @param {Order["bots"]} bots
     * @param {number} seatings
     */
    lineups(bots: Order["bots"], seatings: number): string[][];
    /**
     * Return the name of the smallest module in which these bots play; random ones alone have their own.
     * @param {string[]} names
     */
    moduleFor(names: string[]): string;
    /**
     * Return the numbers of players in a module, a row for each.
     * @param {string} module
     * @param {string[]} players
     */
    personas(module: string, players: string[]): BigInt64Array<ArrayBuffer>;
    /**
     * Play games in workers, and return what is kept of all of them.
     * @param {Order} order
     * @returns {Promise<Record<string, Uint8Array>>}
     */
    play(order: Order): Promise<Record<string, Uint8Array>>;
    /**
     * Sit down at one position, at the beginning of game `number` of a seed. `bots` names who plays a
     * seat, or is empty for seats that the page plays.
     * @param {{options: Uint8Array, seed?: number | bigint, number?: number, bots?: string[]}} settings
     */
    table({ options, seed, number, bots }: {
        options: Uint8Array;
        seed?: number | bigint;
        number?: number;
        bots?: string[];
    }): Promise<Table>;
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
    constructor(game: Game, machine: Calculator, options: Uint8Array, seed: bigint, number: number);
    game: Game;
    machine: {
        facts: ModuleFacts;
        records: Record<string, Layout>;
        exports: Record<string, (table: number) => number>;
        memory: WebAssembly.Memory;
        top: number;
        table: Place;
        /** @param {string} type */
        sizeOf(type: string): number;
        /**
         * Reserve zeroed memory.
         * @param {string} type
         * @param {number[]} shape
         * @returns {Place}
         */
        take(type: string, shape: number[]): Place;
        /** @param {Place} place */
        bytes(place: Place): Uint8Array<ArrayBuffer>;
        /**
         * Reserve memory with these bytes.
         * @param {string} type
         * @param {number[]} shape
         * @param {Uint8Array} data
         */
        put(type: string, shape: number[], data: Uint8Array): Place;
        /**
         * Reserve the buffers of a thread.
         * @param {number} variants
         * @returns {Record<string, Place>}
         */
        desk(variants: number): Record<string, Place>;
        /**
         * Call a kernel with its arguments by name, and return what it returns.
         * @param {string} kernel
         * @param {Record<string, KernelArgument>} values
         */
        call(kernel: string, values: Record<string, KernelArgument>): number;
    };
    places: {
        state: Place;
        options: Place;
        work: Place;
        tally: Place;
        out: Place;
        chances: Place;
        shares: Place;
        rng: Place;
        view: Place;
        numbers: Place;
    };
    /** @type {Map<number, {thinker: Calculator, values: Record<string, KernelArgument>}>} */
    players: Map<number, {
        thinker: Calculator;
        values: Record<string, KernelArgument>;
    }>;
    set state(bytes: Uint8Array<ArrayBuffer>);
    /** The position, as bytes. */
    get state(): Uint8Array<ArrayBuffer>;
    /** How many seats play. */
    get seats(): number;
    /** The seat to decide, or one of the description's `actors`. */
    get actor(): number;
    get isOver(): boolean;
    /** What can happen next: legal actions in ascending order, or the outcomes of chance. */
    legal(): number[];
    /**
     * Play an action, or an outcome of chance.
     * @param {number} action
     */
    apply(action: number): void;
    /** Draw a chance, with the luck that a batch has, and play it. */
    draw(): number;
    /** What each seat has won, once the game is over. */
    returns(): number[];
    /**
     * Return the position as a seat knows it, as bytes.
     * @param {number} seat
     */
    view(seat: number): Uint8Array<ArrayBuffer>;
    /**
     * Return what a seat knows as numbers for a learner.
     * @param {number} seat
     */
    encode(seat: number): number[];
    /**
     * Return what a legal action is, as numbers for a learner.
     * @param {number} action
     */
    encodeAction(action: number): number[];
    /**
     * @param {string} kernel
     * @param {Record<string, number>} values
     * @param {number} size
     */
    encoded(kernel: string, values: Record<string, number>, size: number): number[];
    /** @param {number} seat */
    checkSeat(seat: number): void;
    /**
     * Let a bot play a seat.
     * @param {number} seat
     * @param {Calculator} thinker
     * @param {BigInt64Array<ArrayBuffer>} row its numbers
     */
    seat(seat: number, thinker: Calculator, row: BigInt64Array<ArrayBuffer>): void;
    /** Return what the bot at the actor's seat does, without playing it. */
    choose(): number;
}
export type Field = [type: string, offset: number, shape: number[]];
export type Layout = {
    bytes: number;
    fields: Record<string, Field>;
};
export type Argument = [name: string, form: string, type: string, dimensions: number];
export type BufferFacts = {
    type: string;
    shape: (number | string)[];
    within?: string;
};
export type ModuleFacts = {
    file: string;
    sha256: string;
    kernels: Record<string, Argument[]>;
    /**
     * what chooses for bots, by number
     */
    kinds?: string[] | undefined;
    /**
     * of a thread
     */
    buffers?: Record<string, BufferFacts> | undefined;
};
export type OptionFacts = {
    name: string;
    text: string;
    section: string;
    offset: number;
    shape: number[];
    default: number | number[];
    /**
     * whether tables depend on it, which Python alone can fill
     */
    isFixed: boolean;
    words?: string[] | undefined;
    labels?: string[] | undefined;
    isOrder?: boolean | undefined;
    low?: number | undefined;
    high?: number | undefined;
    step?: number | undefined;
    none?: boolean | undefined;
};
export type Description = {
    format: number;
    game: string;
    title: string;
    rulesVersion: string;
    /**
     * of the rules that the modules were built from
     */
    digest: string;
    actors: {
        nobody: number;
        chance: number;
        over: number;
    };
    seats: string[];
    mostActions: number;
    actions: number;
    observation: {
        view: {
            size: number;
        };
        action: {
            size: number;
        };
    };
    records: Record<string, Layout>;
    options: OptionFacts[];
    /**
     * records of options, compressed
     */
    presets: Record<string, string>;
    bots: Record<string, {
        kind: string;
        row: number[];
    }>;
    modules: Record<string, ModuleFacts>;
};
export type OptionValue = number | string | boolean | null | (number | string)[] | Record<string, number>;
export type Part = "states" | "tallies" | "sums" | "lengths" | "results" | "paces";
export type Place = {
    at: number;
    type: string;
    shape: number[];
    bytes: number;
};
export type KernelArgument = number | bigint | Place;
export type Calculator = InstanceType<ReturnType<typeof machines>["Machine"]>;
export type Order = {
    /**
     * one for all seats, one for each, or so for each seating
     */
    bots: string | string[] | string[][];
    /**
     * from `options()`; for each seating, if there are several
     */
    options: Uint8Array | Uint8Array[];
    games: number;
    seed?: number | bigint | undefined;
    /**
     * the number of the first game
     */
    first?: number | undefined;
    /**
     * actions after which a game is given up
     */
    limit?: number | undefined;
    workers?: number | undefined;
    keep?: Part[] | undefined;
    signal?: AbortSignal | undefined;
    /**
     * is called as games are finished, in their order
     */
    onSlice?: ((slice: Slice) => void) | undefined;
    /**
     * makes a worker, where a page may not make its own
     */
    worker?: (() => WorkerPort | Promise<WorkerPort>) | undefined;
};
export type Slice = {
    first: number;
    count: number;
    parts: Partial<Record<Part, Uint8Array>>;
};
export type WorkerPort = {
    post: (message: unknown) => void;
    onMessage: (listener: (message: any) => void) => void;
    onEnd: (listener: (reason: string) => void) => void;
    stop: () => void;
};
/**
 * Make what calls the kernels of a module. Workers get the source of this function, so it uses
 * nothing that stands outside of it.
 */
declare function machines(): {
    Machine: {
        new (module: WebAssembly.Module, facts: ModuleFacts, records: Record<string, Layout>): {
            facts: ModuleFacts;
            records: Record<string, Layout>;
            exports: Record<string, (table: number) => number>;
            memory: WebAssembly.Memory;
            top: number;
            table: Place;
            /** @param {string} type */
            sizeOf(type: string): number;
            /**
             * Reserve zeroed memory.
             * @param {string} type
             * @param {number[]} shape
             * @returns {Place}
             */
            take(type: string, shape: number[]): Place;
            /** @param {Place} place */
            bytes(place: Place): Uint8Array<ArrayBuffer>;
            /**
             * Reserve memory with these bytes.
             * @param {string} type
             * @param {number[]} shape
             * @param {Uint8Array} data
             */
            put(type: string, shape: number[], data: Uint8Array): Place;
            /**
             * Reserve the buffers of a thread.
             * @param {number} variants
             * @returns {Record<string, Place>}
             */
            desk(variants: number): Record<string, Place>;
            /**
             * Call a kernel with its arguments by name, and return what it returns.
             * @param {string} kernel
             * @param {Record<string, KernelArgument>} values
             */
            call(kernel: string, values: Record<string, KernelArgument>): number;
        };
    };
    Batch: {
        new (machine: {
            facts: ModuleFacts;
            records: Record<string, Layout>;
            exports: Record<string, (table: number) => number>;
            memory: WebAssembly.Memory;
            top: number;
            table: Place;
            /** @param {string} type */
            sizeOf(type: string): number;
            /**
             * Reserve zeroed memory.
             * @param {string} type
             * @param {number[]} shape
             * @returns {Place}
             */
            take(type: string, shape: number[]): Place;
            /** @param {Place} place */
            bytes(place: Place): Uint8Array<ArrayBuffer>;
            /**
             * Reserve memory with these bytes.
             * @param {string} type
             * @param {number[]} shape
             * @param {Uint8Array} data
             */
            put(type: string, shape: number[], data: Uint8Array): Place;
            /**
             * Reserve the buffers of a thread.
             * @param {number} variants
             * @returns {Record<string, Place>}
             */
            desk(variants: number): Record<string, Place>;
            /**
             * Call a kernel with its arguments by name, and return what it returns.
             * @param {string} kernel
             * @param {Record<string, KernelArgument>} values
             */
            call(kernel: string, values: Record<string, KernelArgument>): number;
        }, order: {
            variants: Uint8Array;
            seatings: number;
            personas: BigInt64Array;
            players: number;
            casts: BigInt64Array;
            seats: number;
            seed: bigint;
            limit: bigint;
            keep: string[];
        }): {
            machine: {
                facts: ModuleFacts;
                records: Record<string, Layout>;
                exports: Record<string, (table: number) => number>;
                memory: WebAssembly.Memory;
                top: number;
                table: Place;
                /** @param {string} type */
                sizeOf(type: string): number;
                /**
                 * Reserve zeroed memory.
                 * @param {string} type
                 * @param {number[]} shape
                 * @returns {Place}
                 */
                take(type: string, shape: number[]): Place;
                /** @param {Place} place */
                bytes(place: Place): Uint8Array<ArrayBuffer>;
                /**
                 * Reserve memory with these bytes.
                 * @param {string} type
                 * @param {number[]} shape
                 * @param {Uint8Array} data
                 */
                put(type: string, shape: number[], data: Uint8Array): Place;
                /**
                 * Reserve the buffers of a thread.
                 * @param {number} variants
                 * @returns {Record<string, Place>}
                 */
                desk(variants: number): Record<string, Place>;
                /**
                 * Call a kernel with its arguments by name, and return what it returns.
                 * @param {string} kernel
                 * @param {Record<string, KernelArgument>} values
                 */
                call(kernel: string, values: Record<string, KernelArgument>): number;
            };
            order: {
                variants: Uint8Array;
                seatings: number;
                personas: BigInt64Array;
                players: number;
                casts: BigInt64Array;
                seats: number;
                seed: bigint;
                limit: bigint;
                keep: string[];
            };
            desk: Record<string, Place>;
            fixed: {
                "games.variants": Place;
                "games.personas": Place;
                "games.casts": Place;
            };
            mark: number;
            /**
             * Play games first … first + count − 1 and return what is to be kept of them.
             * @param {number} first
             * @param {number} count
             */
            play(first: number, count: number): Record<string, Uint8Array<ArrayBuffer>>;
        };
    };
    server: (port: {
        postMessage: (message: unknown, transfer: ArrayBuffer[]) => void;
    }) => (message: any) => void;
};
export {};
