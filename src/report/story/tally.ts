/** The tally of a pull request in words. Plain text: the writer escapes it. */
import type { Outcome } from '../../engine/verdict/report-row.ts';
import { formatNumber } from './words.ts';

/** One asking of a subject. Lists have the oldest first. */
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

const MAX_OUTCOMES = 6;

/** Returns undefined for the first asking of the first subject. */
export function tallyWords(askings: readonly Asking[], current: Asking): TallyLine | undefined {
  if (askings.length < 2) return undefined;
  const { subject, outcome } = current;
  const subjects = [...new Set(askings.map((asking) => asking.subject))];
  const askingsOfSubject = askings.filter((asking) => asking.subject === subject);
  const earlier = askings.toSpliced(askings.lastIndexOf(current), 1);
  const outcomes: string[] = earlier.slice(-MAX_OUTCOMES).map((asking) => asking.outcome);
  if (earlier.length > outcomes.length) outcomes.unshift('…');
  const nth = ordinal(subjects.indexOf(subject) + 1);
  return {
    words: `${nth} subject of this pull request, ${ordinal(askingsOfSubject.length)} asking; earlier: ${outcomes.join(', ')}`,
    isWarning: outcome === 'pass' && askingsOfSubject.some((asking) => asking.outcome !== 'pass'),
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
  return (
    ORDINALS[position - 1] ?? `${formatNumber(position)}${SUFFIXES.get(RULES.select(position))}`
  );
}
