import { readFileSync } from 'node:fs';
import path from 'node:path';
import { lintNegation } from '../../../src/engine/lint/negation.js';
import { negate } from '../../../src/engine/tests/negate.js';

/** A row graded by hand; the reason was written with the grade. */
export interface GradedRow {
  text: string;
  options?: string | null;
  fit: boolean;
  reason: string;
}

/** Questions and stems of our own, in the manner of public benchmarks. */
export function graded(half: 'training' | 'held-out' | 'held-out-2'): GradedRow[] {
  const file = path.resolve('__tests__', 'engine', 'lint', `negation-fitness.${half}.jsonl`);
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as GradedRow);
}

export const findingOf = ({ text, options }: GradedRow) =>
  lintNegation({ original: text, test_case: negate(text), options: options ?? undefined });

/** Precision: the share of the named rows that are unfit. Recall: the share of unfit rows that are named. */
export function measured(rows: readonly GradedRow[]) {
  const named = rows.filter((row) => findingOf(row) !== undefined);
  const right = named.filter(({ fit }) => !fit).length;
  return { precision: right / named.length, recall: right / rows.filter(({ fit }) => !fit).length };
}
