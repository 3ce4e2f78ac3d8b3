// What tests do with the runtime in node: `node wasm_scenes.mjs SCENE FILE`, which names the package.
import { createHash } from "node:crypto";
import { readFileSync, writeSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [, , scene, file] = process.argv;
const { package: folder, data } = JSON.parse(readFileSync(file, "utf8"));
const { Game, load, unpack } = await import(pathToFileURL(`${folder}/offleash.js`).href);
const describe = (name) => JSON.parse(readFileSync(`${folder}/${name}.json`, "utf8"));
const open = (name, description = describe(name)) =>
  new Game(description, async (module) => new Uint8Array(readFileSync(`${folder}/${module}`)));
const text = (bytes) => Buffer.from(bytes).toString("base64");
const sha = (bytes) => createHash("sha256").update(bytes).digest("hex");

async function problem(call) {
  try {
    await call();
    return "none";
  } catch (error) {
    return error.message;
  }
}

/** Play orders: digests of what is kept, and processor time. */
async function orders() {
  const answers = [];
  for (const { game: name, options, ...order } of data) {
    const game = open(name);
    const variants = options.map((one) => new Uint8Array(Buffer.from(one, "base64")));
    const before = process.cpuUsage();
    const parts = await game.play({ ...order, options: variants });
    const { user, system } = process.cpuUsage(before);
    const digests = Object.fromEntries(Object.entries(parts).map(([part, bytes]) => [part, sha(bytes)]));
    answers.push({ digests, cpu_s: (user + system) / 1e6 });
  }
  return answers;
}

/** Play whole games at tables, with bots. */
async function tables() {
  const answers = [];
  for (const { game: name, bots, seed, number } of data) {
    const game = open(name);
    const table = await game.table({ options: await game.options(), seed, number, bots });
    let moves = 0;
    for (; !table.isOver; moves++) {
      if (table.actor === game.description.actors.chance) table.draw();
      else table.apply(table.choose());
    }
    answers.push({ moves, state: text(table.state), returns: table.returns() });
  }
  return answers;
}

/** Show a position to a seat. */
async function views() {
  const { game: name, moves, seat } = data;
  const game = open(name);
  const table = await game.table({ options: await game.options(), seed: 1 });
  for (let i = 0; i < moves || table.actor === game.description.actors.chance; i++) {
    if (table.actor === game.description.actors.chance) table.draw();
    else table.apply(table.legal()[0]);
  }
  const view = table.view(seat);
  const hand = game.records("state", view).get("hand");
  const [state, actor, legal] = [text(table.state), table.actor, table.legal()];
  return { state, actor, legal, view: text(view), hand, numbers: table.encode(seat) };
}

/** Set options. */
async function options() {
  const answers = [];
  for (const { game, preset, changes } of data) answers.push(text(await open(game).options(preset, changes)));
  return answers;
}

/** Refuse what can't be done. */
async function refusals() {
  const [game, other] = [open("dog"), open("uri-nation")];
  const rules = await game.options();
  const order = { bots: "greedy", options: rules, games: 4 };
  const calls = {
    preset: () => game.options("2.0"),
    value: () => game.options("", { jokers: 99 }),
    option: () => game.options("", { joker: 1 }),
    fixed: () => other.options("1.2", { board: "elm-street" }),
    bot: () => game.play({ ...order, bots: "alpha" }),
    games: () => game.play({ ...order, games: 0 }),
    seed: () => game.play({ ...order, seed: -1 }),
    bytes: () => game.play({ ...order, options: rules.slice(1) }),
    lineups: () => game.play({ ...order, bots: [["greedy"], ["greedy"]] }),
    action: async () => (await game.table({ options: rules })).apply(5000),
  };
  const answers = {};
  for (const [name, call] of Object.entries(calls)) answers[name] = await problem(call);
  return answers;
}

/** Stop, lose a worker, run out of memory, load what does not belong together. */
async function trouble() {
  const game = open("dog");
  const order = { bots: "greedy", options: await game.options(), games: 4000, workers: 2, keep: ["lengths"] };
  const control = new AbortController();
  let slices = 0;
  const onSlice = () => control.abort(new Error(`enough after ${++slices}`));
  let end = () => {};
  const mortal = {
    post: () => setTimeout(() => end("killed")),
    onMessage: () => {},
    onEnd: (listener) => (end = listener),
    stop: () => {},
  };
  const large = describe("dog");
  large.records.state.bytes = 2 ** 32;
  const swapped = describe("dog");
  for (const facts of Object.values(swapped.modules)) facts.sha256 = "0".repeat(64);
  return {
    stopped: await problem(() => game.play({ ...order, signal: control.signal, onSlice })),
    dead: await problem(() => game.play({ ...order, worker: () => mortal })),
    none: await problem(() => game.play({ ...order, worker: () => Promise.reject(new Error("no more")) })),
    memory: await problem(() => open("dog", large).play({ ...order, games: 1 })),
    swapped: await problem(() => open("dog", swapped).play(order)),
    old: await problem(() => open("dog", { ...describe("dog"), format: 0 })),
    after: (await game.play({ ...order, games: 2 })).lengths.length,
  };
}

/** Count figures as the page does, in several steps of which one is interrupted. */
async function figures() {
  const { Series, seated, studentQuantile } = await import(pathToFileURL(`${folder}/ratios.js`).href);
  const { description, code, columns, ratios, seed } = data.page;
  const bytes = Object.entries(code).map(async ([module, packed]) => [module, await unpack(packed)]);
  const game = await load({ description, code: Object.fromEntries(await Promise.all(bytes)) });
  const answers = [];
  for (const column of columns) {
    const { variants, bots } = await seated(game, column, data.changes);
    const series = new Series(game, ratios, variants, column.seats);
    const order = { bots, options: variants, seed: BigInt(seed), keep: series.keep, workers: 2 };
    for (const games of [variants.length, variants.length + 1, (data.blocks - 2) * variants.length]) {
      series.dropPart();
      await game.play({ ...order, games, first: series.blocks, onSlice: (slice) => series.add(slice) });
    }
    answers.push({ games: series.games, estimates: series.estimates() });
  }
  return { answers, quantiles: data.degrees.map(studentQuantile) };
}

const answer = JSON.stringify(await { orders, tables, views, options, refusals, trouble, figures }[scene]());
for (let at = 0; at < answer.length; at += 4096) writeSync(1, answer.slice(at, at + 4096));
