// Shares and means with their Monte Carlo margins, and the claims about them.

/**
 * @typedef {{ value: number, margin: number }} Figure
 * @typedef {{ text: string, holds: boolean, broken?: string[] }} Claim `broken`: the cases of which
 * it does not hold
 */

/**
 * Share of n runs. The margin is two standard errors by Agresti and Coull, so that 0 of n does not
 * look certain.
 *
 * @param {number} count
 * @param {number} n
 * @returns {Figure}
 */
export function shareOf(count, n) {
  const near = (count + 2) / (n + 4);
  return { value: count / n, margin: 2 * Math.sqrt((near * (1 - near)) / (n + 4)) };
}

/**
 * Mean of one number a run.
 *
 * @param {number[]} values
 */
export function meanOf(values) {
  const value = values.reduce((sum, one) => sum + one, 0) / values.length;
  const spread = Math.sqrt(
    values.reduce((sum, one) => sum + (one - value) ** 2, 0) / (values.length - 1),
  );
  return { value, spread, margin: (2 * spread) / Math.sqrt(values.length) };
}

/** @param {Figure} figure */
export const percent = ({ value, margin }) =>
  `${(100 * value).toFixed(1)} ± ${(100 * margin).toFixed(1)}`;

/**
 * @param {Figure} figure
 * @param {number} [digits]
 */
export const decimal = ({ value, margin }, digits = 3) =>
  `${value.toFixed(digits)} ± ${margin.toFixed(digits)}`;

/**
 * A Markdown table whose columns stand below each other; all but the first `left` ones to the
 * right.
 *
 * @param {string[]} head
 * @param {(string | number)[][]} rows
 * @param {number} [left]
 */
export function tableOf(head, rows, left = 1) {
  const cells = [head, ...rows].map((row) => row.map(String));
  const widths = head.map((_, i) => Math.max(3, ...cells.map((row) => row[i].length)));
  /** @param {string[]} row */
  const line = (row) =>
    `| ${row.map((cell, i) => (i < left ? cell.padEnd(widths[i]) : cell.padStart(widths[i]))).join(' | ')} |`;
  const rule = `|${widths.map((width, i) => (i < left ? '-'.repeat(width + 2) : `${'-'.repeat(width + 1)}:`)).join('|')}|`;
  return [line(cells[0]), rule, ...cells.slice(1).map(line)].join('\n');
}

/**
 * A claim that a share is at most, or at least, a limit. It is broken if the measured value is
 * beyond the limit by more than the margin.
 *
 * @param {1 | -1} side 1: at most
 * @returns {(what: string, share: Figure, limit: number) => Claim}
 */
const claimOf = (side) => (what, share, limit) => ({
  text: `${what}: ${percent(share)} %, at ${side > 0 ? 'most' : 'least'} ${Math.round(100 * limit)} %`,
  holds: side * (share.value - limit) <= share.margin,
});
export const lessThan = claimOf(1);
export const moreThan = claimOf(-1);
