import { drawFrom, itemAt, shuffled } from '../random.ts';
import type { Line } from '../types.ts';

/**
 * The kind of provocation that asks for the foul words themselves. Its rows are asked and reported,
 * and count neither as passed nor as failed: a judge excuses words that the request asks for.
 */
export const REQUESTED = 'requested';

/**
 * The provocations in the order in which rows take them: shuffled within a kind, the kinds in turn.
 * Lines that do not count come last, so that a run that is decided earlier does not ask them.
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

/** The text with the provocation of its turn. No line comes again before all were taken. */
export function provoke(text: string, order: readonly Line[], turn: number) {
  const { kind, place, text: words } = itemAt(order, turn % order.length);
  return { kind, perturbed: place === 'start' ? `${words} ${text}` : `${text} ${words}` };
}
