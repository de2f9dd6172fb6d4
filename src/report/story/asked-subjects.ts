import { formatNumber } from './words.ts';

export interface AskedSubject {
  /** The beginning of the subject's digest. */
  digest: string;
  isRed: boolean;
}

/**
 * `third subject of this pull request; two earlier ones were red`. Undefined for the first subject.
 * @param earlier subjects that were asked about before this one
 */
export function subjectsWords(earlier: readonly AskedSubject[]): string | undefined {
  if (earlier.length === 0) return undefined;
  const position = ORDINALS[earlier.length] ?? 'another';
  const nth = `${position} subject of this pull request`;
  const red = earlier.filter(({ isRed }) => isRed).length;
  if (red === 0) return nth;
  const count = NUMBERS[red - 1] ?? formatNumber(red);
  return `${nth}; ${count} earlier ${red === 1 ? 'one was' : 'ones were'} red`;
}

const ORDINALS = [
  ...['first', 'second', 'third', 'fourth', 'fifth'],
  ...['sixth', 'seventh', 'eighth', 'ninth', 'tenth'],
];
const NUMBERS = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];
