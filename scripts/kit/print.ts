// Prints the tables of the commands that measure the gate, and claims about them.

export interface Claim {
  text: string;
  holds: boolean;
  /** The cases in which it does not hold. */
  broken?: string[];
}

type Cell = string | number;

/** A Markdown table with aligned columns. */
export function tableOf(head: string[], rows: Cell[][]) {
  const cells = [head, head.map(() => '---'), ...rows].map((row) => row.map(String));
  const widths = head.map((_, i) => Math.max(...cells.map((row) => row[i]?.length ?? 0)));
  const lines = cells.map((row) => row.map((cell, i) => cell.padEnd(widths[i] ?? 0)));
  return lines.map((line) => `| ${line.join(' | ')} |`).join('\n');
}

/** Prints each claim. The exit status is 1 if one does not hold. */
export function printClaims(claims: Claim[]) {
  for (const { text, holds, broken = [] } of claims)
    console.log([`${holds ? 'PASS' : 'FAIL'}  ${text}`, ...broken].join('\n      '));
  process.exitCode = claims.every(({ holds }) => holds) ? 0 : 1;
}
