/** The tally of a pull request in words. Plain text: the writer escapes it. */
import type { Outcome } from '../../engine/report-row.js';
import { number } from './words.js';

/** One asking of a subject, the oldest first in lists. */
export interface Asking {
  /** The beginning of the subject's digest. */
  subject: string;
  outcome: Outcome;
}

export interface TallyLine {
  /** `third subject of this pull request, second asking; earlier: fail, fail` */
  words: string;
  /** True for a pass of a subject that was asked before without one. */
  isWarning: boolean;
}

const MOST_OUTCOMES = 6;

/** Returns undefined for the first asking of the first subject. */
export function tallyWords(askings: readonly Asking[], current: Asking): TallyLine | undefined {
  if (askings.length < 2) return undefined;
  const { subject, outcome } = current;
  const subjects = [...new Set(askings.map((asking) => asking.subject))];
  const own = askings.filter((asking) => asking.subject === subject);
  const others = askings.toSpliced(askings.lastIndexOf(current), 1);
  const shown: string[] = others.slice(-MOST_OUTCOMES).map((asking) => asking.outcome);
  if (others.length > shown.length) shown.unshift('…');
  const nth = ordinal(subjects.indexOf(subject) + 1);
  return {
    words: `${nth} subject of this pull request, ${ordinal(own.length)} asking; earlier: ${shown.join(', ')}`,
    isWarning: outcome === 'pass' && own.some((asking) => asking.outcome !== 'pass'),
  };
}

const ORDINALS = [
  ...['first', 'second', 'third', 'fourth', 'fifth'],
  ...['sixth', 'seventh', 'eighth', 'ninth', 'tenth'],
];

const RULES = new Intl.PluralRules('en', { type: 'ordinal' });
const SUFFIXES = new Map([
  ['one', 'st'],
  ['two', 'nd'],
  ['few', 'rd'],
  ['other', 'th'],
]);

function ordinal(position: number): string {
  return ORDINALS[position - 1] ?? `${number(position)}${SUFFIXES.get(RULES.select(position))}`;
}
