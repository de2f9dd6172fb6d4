/** A night of `watch` in words. Plain text: the writer escapes it. */
import type { WatchFigures } from '../../engine/results.js';
import { probability } from './baseline.js';
import { counted, number, present } from './words.js';

const HEADLINES: Record<WatchFigures['told'], string> = {
  first: 'First night of the record',
  usual: 'The served model is as in its record',
  worse: 'The served model is worse than its record',
  'still worse': 'The served model is still worse than its record',
  recovered: 'The served model is back at its record',
  better: 'The served model is better than its record',
  accepted: 'The record starts anew: the issue was closed by hand',
};

/** `The served model is worse than its record: 41 of 60 rows pass, 57.2 expected` */
export function watchHeadline({ told, rows, passed, expected }: WatchFigures): string {
  const beside = expected === undefined ? '' : `, ${number(Number(expected.toFixed(1)))} expected`;
  return `${HEADLINES[told]}: ${number(passed)} of ${counted(rows, 'row')} pass${beside}`;
}

/** Above it the reader is told that nights vary by more than chance. */
const WIDE = 1.5;

export function watchSentences({ told, nights, p, dispersion }: WatchFigures): string[] {
  return present([
    p !== undefined &&
      `Compared with ${counted(nights, 'night')} of record: ${probability(p)} for as few passes without a change.`,
    dispersion > WIDE &&
      `Nights vary more than the rows explain (${dispersion.toFixed(1)} times), so a single night counts for less.`,
    told === 'better' && 'The record starts anew at this level.',
    told === 'accepted' && 'This night is the first of the new record.',
    told === 'recovered' && 'Three nights in a row fit the record before the alarm.',
  ]);
}
