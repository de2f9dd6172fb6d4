import type { ResultRow } from '../results.ts';
import type { DescribedPart } from './schema.ts';

/** Rows that are asked with each changed part reverted. */
export const ROWS_OF_ALL = 20;
/** The control and its second ask. */
const ASKS_OF_HEAD = 2;

export function costOfAll(roundCost: number, parts: number): number {
  return roundCost * (parts + ASKS_OF_HEAD);
}

/** The outcome of a row in one ask: how each answer was read, and whether the row passes. */
export interface RowOutcome {
  source: string;
  /** Undefined where an answer is missing. */
  answerKey: string | undefined;
  pass: boolean;
}

export function outcomeOfRow({ source, readings, state, pass, status }: ResultRow): RowOutcome {
  const isRead = readings && Object.values(readings).every((reading) => reading !== null);
  const isKnown = readings ? isRead : status === 'scored' && pass !== null;
  const answerKey = isKnown ? JSON.stringify(readings ?? [state, pass]) : undefined;
  return { source, answerKey, pass: pass === true };
}

export interface ChangedAnswers {
  /** Rows with an answer in both asks. */
  rows: number;
  changed: number;
  /** Rows that pass with the change and fail without it, and the other way round. */
  better: number;
  worse: number;
  /** Places in the data of the rows that change. */
  sources: readonly string[];
}

export type PartEffect = DescribedPart & ({ answers: ChangedAnswers } | { untried: string });

export interface PartEffects {
  /** The answers that a harmless edit changes. */
  control: ChangedAnswers;
  parts: readonly PartEffect[];
  requests: number;
}

interface AskedPart {
  part: DescribedPart;
  outcomes: readonly RowOutcome[] | { untried: string };
}

export function effectsOf(
  { control, again }: Record<'control' | 'again', readonly RowOutcome[]>,
  parts: readonly AskedPart[],
): Omit<PartEffects, 'requests'> {
  return {
    control: changedAnswers(control, again),
    parts: parts.map(({ part, outcomes }): PartEffect => {
      if ('untried' in outcomes) return { ...part, untried: outcomes.untried };
      return { ...part, answers: changedAnswers(control, outcomes) };
    }),
  };
}

/** Compares the head with an ask in which a part is reverted. */
function changedAnswers(
  head: readonly RowOutcome[],
  reverted: readonly RowOutcome[],
): ChangedAnswers {
  const counts = { rows: 0, changed: 0, better: 0, worse: 0 };
  const sources: string[] = [];
  for (const [row, headRow] of head.entries()) {
    const revertedRow = reverted[row];
    if (headRow.answerKey === undefined || revertedRow?.answerKey === undefined) continue;
    counts.rows += 1;
    if (headRow.answerKey === revertedRow.answerKey) continue;
    counts.changed += 1;
    sources.push(headRow.source);
    if (headRow.pass && !revertedRow.pass) counts.better += 1;
    if (!headRow.pass && revertedRow.pass) counts.worse += 1;
  }
  return { ...counts, sources };
}
