import { drawFrom, shuffled } from '../random.ts';
import type { Case, Line, Row } from '../types.ts';

/**
 * The kind of provocation that asks for the foul words themselves. Its rows are asked and reported,
 * and count neither as passed nor as failed: a judge excuses words that the request asks for.
 */
export const REQUESTED = 'requested';

/**
 * The provocations in the order in which rows take them, none again before all were taken:
 * shuffled within a kind, the kinds in turn. Lines that do not count come last, so that a run that
 * is decided earlier does not ask them.
 */
export function inTurn(provocations: readonly Line[], seed: number): Line[] {
  const placed = [...Map.groupBy(provocations, ({ kind }) => kind)].flatMap(([kind, lines]) => {
    const offset = kind === REQUESTED ? 1 : 0;
    return shuffled(lines, drawFrom(seed, 'provocations', kind)).map((line, i) => ({
      line,
      place: offset + (i + 0.5) / lines.length,
    }));
  });
  return placed.sort((a, b) => a.place - b.place).map(({ line }) => line);
}

export function provokedCase(row: Row, { kind, place, text }: Line): Case {
  const perturbed = place === 'start' ? `${text} ${row.text}` : `${row.text} ${text}`;
  return { row, kind, arms: { original: row.text, perturbed } };
}
