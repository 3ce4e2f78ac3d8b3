/**
 * The pictures of a replay: fetched once, a few kept, the next ones fetched before they are needed.
 *
 * @typedef {{at: number, svg: string, marks: string, headline: string}} Frame
 */

const KEPT = 60;

export class Frames {
  /** @param {string} name of the replay @param {string} version of the site */
  constructor(name, version) {
    this.name = name;
    this.version = version;
    /** @type {Map<string, Promise<Frame>>} the oldest first */
    this.kept = new Map();
  }

  /** @param {number} at @param {string} seat @returns {Promise<Frame>} */
  get(at, seat) {
    const address = `/replay/${this.name}/frame/${at}?seat=${seat}&v=${this.version}`;
    const found = this.kept.get(address) ?? fetchJson(address);
    this.kept.delete(address);
    this.kept.set(address, found);
    found.catch(() => this.kept.delete(address));
    const [oldest] = this.kept.keys();
    if (this.kept.size > KEPT && oldest !== undefined) this.kept.delete(oldest);
    return found;
  }

  /** The whole game in words. @param {string} seat @returns {Promise<import("./messages.js").Line[]>} */
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
