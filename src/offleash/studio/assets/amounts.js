/** Formats numbers about games, in digits and in words; shares are percentages. */

/** @typedef {{change: number | null, change_low: number | null, change_high: number | null}} Change */

/** @param {number} value @param {boolean} isShare */
export const formatAmount = (value, isShare) => (isShare ? `${(100 * value).toFixed(1)} %` : formatNumber(value));

/** @param {number} value */
export const formatNumber = (value) => value.toFixed(Math.abs(value) >= 10 ? 1 : 2);

/** @param {number} low @param {number} high @param {boolean} isShare */
export const formatInterval = (low, high, isShare) => `from ${formatAmount(low, isShare)} to ${formatAmount(high, isShare)}`;

/** Whether a change is significant. @param {Change} row */
export function isClear({ change, change_low: low, change_high: high }) {
  return change !== null && low !== null && high !== null && (low > 0 || high < 0);
}

/** A difference with its sign, in percentage points for shares. @param {number} value @param {boolean} isShare */
export function formatDifference(value, isShare) {
  const size = formatPoints(value, isShare), sign = value < 0 ? "−" : "+";
  return Number(size) ? `${sign}${size}` : size;
}

/** A change with an arrow and its margin of error. @param {Change} row @param {boolean} isShare
 * @param {boolean} isBrief without the arrow and the margin, for a sentence */
export function formatChange(row, isShare, isBrief = false) {
  if (row.change === null) return "";
  const size = formatPoints(row.change, isShare);
  if (isBrief) return `${formatDifference(row.change, isShare)}${isShare ? " points" : ""}`;
  const arrow = row.change > 0 ? "▲" : row.change < 0 ? "▼" : "=";
  if (row.change_low === null || row.change_high === null) return `${arrow} ${size}`;
  return `${arrow} ${size} ± ${formatPoints((row.change_high - row.change_low) / 2, isShare)}`;
}

/** @param {Change} row @param {boolean} isShare */
export function describeChange(row, isShare) {
  if (row.change === null) return "";
  const ends = [row.change_low, row.change_high].filter((end) => end !== null).map((end) => describeEnd(end, isShare));
  const interval = ends.length === 2 ? `, between ${ends.join(" and ")}` : "";
  return `${isClear(row) ? "" : "no clear change: "}${describeEnd(row.change, isShare)}${interval}`;
}

/** @param {number} value @param {boolean} isShare */
const describeEnd = (value, isShare) => `${formatPoints(value, isShare)}${isShare ? " points" : ""} ${value < 0 ? "less" : "more"}`;

/** The absolute value, in percentage points for shares. @param {number} value @param {boolean} isShare */
const formatPoints = (value, isShare) => (isShare ? (100 * Math.abs(value)).toFixed(1) : formatNumber(Math.abs(value)));
