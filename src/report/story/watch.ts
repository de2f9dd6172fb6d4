/** A night of `watch` in words. Plain text: the writer escapes it. */
import { MIN_NIGHTS } from '../../engine/drift/drift.ts';
import type { WatchFigures } from '../../engine/results.ts';
import { probabilityWords } from './baseline.ts';
import { quantity, formatNumber, keepTexts } from './words.ts';

const SHORT_RECORD = 'The record is too short for an alarm';
const HEADLINES: Record<WatchFigures['told'], string> = {
  first: 'First night of the record',
  usual: 'The served model is as in its record',
  worse: 'The served model is worse than its record',
  'still worse': 'The served model is still worse than its record',
  recovered: 'The served model is back at its record',
  better: 'The served model is better than its record',
  accepted: 'The record starts anew: the issue was closed by hand',
  'not compared': 'Too few rows have an answer to compare the served model with its record',
};

/** True if a warning heads the report of the night. */
export function isWorse(told: WatchFigures['told']): boolean {
  return told === 'worse' || told === 'still worse';
}

/** `The served model is worse than its record: 41 of 60 rows pass, 57.2 expected` */
export function watchHeadline(figures: WatchFigures): string {
  const { told, nights, rows, passed, expected, silent } = figures;
  if (told === 'not compared')
    return `${HEADLINES[told]}: ${formatNumber(silent)} of ${quantity(rows, 'row')} have none`;
  const expectedClause =
    expected === undefined ? '' : `, ${formatNumber(Number(expected.toFixed(1)))} expected`;
  const isShort = told === 'usual' && nights < MIN_NIGHTS;
  return `${isShort ? SHORT_RECORD : HEADLINES[told]}: ${formatNumber(passed)} of ${quantity(rows, 'row')} pass${expectedClause}`;
}

/** Above this dispersion, the report says that nights vary by more than chance. */
const WIDE_DISPERSION = 1.5;

export function watchSentences({ told, nights, p, dispersion, silent }: WatchFigures): string[] {
  if (told === 'not compared') return ['The night is not recorded, and closes no alarm.'];
  return keepTexts([
    silent > 0 &&
      `${quantity(silent, 'row')} that used to answer ${silent === 1 ? 'has' : 'have'} no answer tonight, and count neither as passed nor as failed.`,
    p !== undefined &&
      `Compared with ${quantity(nights, 'night')} of record: ${probabilityWords(p)} for as few passes without a change.`,
    dispersion > WIDE_DISPERSION &&
      `Nights vary more than the rows explain (${dispersion.toFixed(1)} times), so a single night counts for less.`,
    told === 'better' && 'The record starts anew at this level.',
    told === 'accepted' && 'This night is the first of the new record.',
    told === 'recovered' && 'Three nights in a row fit the record before the alarm.',
  ]);
}
