/**
 * The messages between a page and its table, as types: keep in step with messages.py.
 *
 * @typedef {{word: string, name: string, kind: "person" | "bot" | "open", is_away: boolean,
 *   bot: string, points_to: boolean, bot_name: string, colour: string, face: string,
 *   resigned: boolean}} Seat
 * @typedef {{action: string, group: string, piece: string, label: string, clicks: string[],
 *   captures: string[]}} LegalMove
 * @typedef {{actions: string[], group: string, label: string, clicks: string[],
 *   passes: string[], captures: string[]}} RouteChoice
 * @typedef {LegalMove & {route?: RouteChoice}} Choice one action, or the actions of a route
 * @typedef {{number: number, who: number, text: string, kind: "move" | "chance" | "news"}} Line
 * @typedef {[from: number, to: number, pieces: string[]]} Splice
 * @typedef {{splices: Splice[], marks: string, whole: boolean}} Drawing
 * @typedef {{commitment: string, promises: string[], words: string[], silent: number[],
 *   seed: string, live: boolean}} Fate
 * @typedef {{is: "draw", draw: number, mark: string, seat: number}} DrawDue
 * @typedef {{who: number, text: string}} ChatLine
 * @typedef {{is_on: boolean, since: number, lines: ChatLine[], offers: number[]}} Talk
 * @typedef {"gathering" | "words" | "playing" | "over" | "abandoned" | "readonly"} Phase
 * @typedef {{text: string, why: string, wrong: string, look: string[]}} Note
 * @typedef {{number: number, count: number, notes: Note[], actions: string[],
 *   is_end: boolean}} Lesson
 * @typedef {{is: "show", seq: number, at: number, phase: Phase, you: number, actor: number,
 *   headline: string, seats: Seat[], picture: Drawing, choices: Choice[], has_routes: boolean, since: number,
 *   lines: Line[], can_undo: boolean, hints: boolean, fate: Fate, shares: number[],
 *   again: string, talk: Talk, clocks: number[], bots: string[], bot_names: string[],
 *   lesson: Lesson | null, task: string, is_cut_short: boolean}} Show
 * @typedef {{is: "done", id: string}} Done
 * @typedef {{is: "refused", id: string, why: string}} Refused
 * @typedef {{is: "ghosts", id: string, marks: string[]}} Ghosts
 * @typedef {{is: "routes", id: string, at: number, routes: RouteChoice[]}} Routes
 * @typedef {{is: "reason", id: string, why: string, page: string}} Reason
 * @typedef {{action: string, label: string, chance: number | null, low: number | null,
 *   high: number | null, playouts: number, why: string}} Hint
 * @typedef {{is: "hints", id: string, hints: Hint[]}} Hints
 * @typedef {Done | Refused | Ghosts | Routes | Reason | Hints} Answer
 * @typedef {{do: "promise", promise: string} | {do: "word", word: string}
 *   | {do: "link", draw: number, link: string} | {do: "hand over", secret: string} | {do: "move", at: number, action: string}
 *   | {do: "moves", at: number, actions: string[]} | {do: "routes"} | {do: "undo", at: number}
 *   | {do: "lend", seat: number, bot: string} | {do: "return"} | {do: "again"} | {do: "look", actions: string[]}
 *   | {do: "recall", number: number}
 *   | {do: "why", action: string} | {do: "advise"} | {do: "describe"} | {do: "stand-in", bot: string}
 *   | {do: "chat", text: string} | {do: "switch chat", is_on: boolean} | {do: "resign"}
 *   | {do: "offer end"} | {do: "decline end"}} Request
 */
export {};
