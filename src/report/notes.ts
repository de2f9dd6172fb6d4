/** What a row's heading says beside its score. Plain text, a judge's own words among it: neither cut nor escaped. */
import type { ResultRow } from '../engine/results.js';
import { number } from './words.js';

/** The longest last: the judge's reason. */
export function notesOf({ expect, lint, repeats, control, judgement }: ResultRow): string[] {
  return [
    ...(expect === 'same' ? ['should stay'] : []),
    ...(lint ? [`${lint.rule}: ${lint.message}`] : []),
    ...(repeats ? [passesOf(repeats)] : []),
    ...(control?.changed === true ? ['changed by itself'] : []),
    ...(judgement ? [`judged ${judgement.verdict}${judgement.reason === undefined ? '' : `: ${judgement.reason}`}`] : []),
  ];
}

/** `2 of 3 passed, 1 in error`. */
function passesOf({ passes, fails, errors }: NonNullable<ResultRow['repeats']>): string {
  return `${number(passes)} of ${number(passes + fails + errors)} passed${errors > 0 ? `, ${number(errors)} in error` : ''}`;
}
