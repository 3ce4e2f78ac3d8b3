/**
 * The frames of a replay, with a cache of the most recent ones.
 *
 * @typedef {{at: number, svg: string, marks: string, headline: string}} Frame
 */

const MAX_CACHED = 60;

export class Frames {
  /** @param {string} name of the replay @param {string} version of the site */
  constructor(name, version) {
    this.name = name;
    this.version = version;
    /** @type {Map<string, Promise<Frame>>} least recently used first */
    this.cache = new Map();
  }

  /** @param {number} at @param {string} seat @returns {Promise<Frame>} */
  get(at, seat) {
    const address = `/replay/${this.name}/frame/${at}?seat=${seat}&v=${this.version}`;
    const frame = this.cache.get(address) ?? fetchJson(address);
    this.cache.delete(address);
    this.cache.set(address, frame);
    frame.catch(() => this.cache.delete(address));
    const [oldest] = this.cache.keys();
    if (this.cache.size > MAX_CACHED && oldest !== undefined) this.cache.delete(oldest);
    return frame;
  }

  /** The log. @param {string} seat @returns {Promise<import("./messages.js").Line[]>} */
  lines(seat) {
    return fetchJson(`/replay/${this.name}/lines?seat=${seat}&v=${this.version}`);
  }
}

/** @param {string} address @returns {Promise<any>} */
export async function fetchJson(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address} answered ${answer.status}`);
  return answer.json();
}
