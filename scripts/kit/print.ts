// What the commands print that run models of known behaviour: tables, and claims about them.

export interface Claim {
  text: string;
  holds: boolean;
  /** The cases of which it does not hold. */
  broken?: string[];
}

type Cell = string | number | undefined;

/** A Markdown table with aligned columns; all but the first `left` ones to the right. */
export function tableOf(head: string[], rows: Cell[][], left = 1): string {
  const cells = [head, ...rows].map((row) => row.map((cell = '') => String(cell)));
  const widths = head.map((_, i) => Math.max(3, ...cells.map((row) => row[i]?.length ?? 0)));
  const rule = widths.map((width, i) => (i < left ? '-'.repeat(width) : ':'.padStart(width, '-')));
  const lines = [cells[0], rule, ...cells.slice(1)].map((row = []) =>
    widths.map((width, i) => (i < left ? row[i]?.padEnd(width) : row[i]?.padStart(width))),
  );
  return lines.map((line) => `| ${line.join(' | ')} |`).join('\n');
}

/** Prints each claim, and the time that all took. The exit status is 1 if one does not hold. */
export function printClaims(claims: Claim[]): void {
  for (const { text, holds, broken = [] } of claims)
    console.log([`${holds ? 'PASS' : 'FAIL'}  ${text}`, ...broken].join('\n      '));
  console.error(`${(performance.now() / 1000).toFixed(0)} s`);
  process.exitCode = claims.every(({ holds }) => holds) ? 0 : 1;
}

export function wholeNumber(option: string, text: string, least: number): number {
  const number = Number(text);
  if (Number.isInteger(number) && number >= least) return number;
  throw new RangeError(`--${option} must be a whole number, ${least} or more`);
}
