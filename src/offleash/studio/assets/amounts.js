/** Numbers about games in figures and in words; shares are told in hundredths. */

/** @typedef {{change: number | null, change_low: number | null, change_high: number | null}} Change */

/** @param {number} value @param {boolean} isShare */
export const amount = (value, isShare) => (isShare ? `${(100 * value).toFixed(1)} %` : plain(value));

/** @param {number} value */
export const plain = (value) => value.toFixed(Math.abs(value) >= 10 ? 1 : 2);

/** @param {number} low @param {number} high @param {boolean} isShare */
export const span = (low, high, isShare) => `from ${amount(low, isShare)} to ${amount(high, isShare)}`;

/** Whether a change is more than chance makes. @param {Change} row */
export function isClear({ change, change_low: low, change_high: high }) {
  return change !== null && low !== null && high !== null && (low > 0 || high < 0);
}

/** With its sign; points where it is a share. @param {number} value @param {boolean} isShare */
export function difference(value, isShare) {
  const much = points(value, isShare), sign = value < 0 ? "−" : "+";
  return Number(much) ? `${sign}${much}` : much;
}

/** An arrow, how much, and how sure. @param {Change} row @param {boolean} isShare
 * @param {boolean} isTold in a sentence, where it says how much alone */
export function change(row, isShare, isTold = false) {
  if (row.change === null) return "";
  const much = points(row.change, isShare);
  if (isTold) return `${difference(row.change, isShare)}${isShare ? " points" : ""}`;
  const arrow = row.change > 0 ? "▲" : row.change < 0 ? "▼" : "=";
  if (row.change_low === null || row.change_high === null) return `${arrow} ${much}`;
  return `${arrow} ${much} ± ${points((row.change_high - row.change_low) / 2, isShare)}`;
}

/** @param {Change} row @param {boolean} isShare */
export function changeInWords(row, isShare) {
  if (row.change === null) return "";
  const ends = [row.change_low, row.change_high].filter((end) => end !== null).map((end) => way(end, isShare));
  const between = ends.length === 2 ? `, between ${ends.join(" and ")}` : "";
  return `${isClear(row) ? "" : "no clear change: "}${way(row.change, isShare)}${between}`;
}

/** @param {number} value @param {boolean} isShare */
const way = (value, isShare) => `${points(value, isShare)}${isShare ? " points" : ""} ${value < 0 ? "less" : "more"}`;

/** How much, whatever its sign. @param {number} value @param {boolean} isShare */
const points = (value, isShare) => (isShare ? (100 * Math.abs(value)).toFixed(1) : plain(Math.abs(value)));
