/**
 * The tally of a pull request: how often a gate asked about which subject, and what came of it. The
 * comment keeps it behind its marker, so it survives a dropped store and `resume: false`.
 */
import { OUTCOMES } from '../engine/report-row.js';
import type { Evaluation } from '../run/options.js';
import type { Asking } from '../report/story/tally.js';

const DIGEST_LENGTH = 12;
/** Each takes about 20 bytes of the comment. */
const MOST_ASKINGS = 50;
const LINE = /<!-- sensitivity-askings:((?: [0-9a-f]{12} [a-z]{4,12}){0,60}) -->$/;

/** Reads the askings from the first line of our comment. An edited line counts for nothing. */
export function askingsIn(comment = ''): Asking[] {
  const [first = ''] = comment.split(/\r?\n/, 1);
  const words = LINE.exec(first)?.[1]?.trim().split(' ') ?? [];
  const askings: Asking[] = [];
  for (let i = 0; i + 1 < words.length; i += 2) {
    const subject = words[i] ?? '';
    const outcome = OUTCOMES.find((known) => known === words[i + 1]);
    if (outcome) askings.push({ subject, outcome });
  }
  return askings;
}

export function tallyLine(askings: readonly Asking[]): string {
  const words = askings.map(({ subject, outcome }) => ` ${subject} ${outcome}`);
  return `<!-- sensitivity-askings:${words.join('')} -->`;
}

/**
 * Adds a run to the askings. A verdict that stands is no new asking, and a run that goes on where
 * another one stopped takes its place.
 */
export function withRun(
  earlier: readonly Asking[],
  { results, subject: digest }: Pick<Evaluation, 'results' | 'subject'>,
): { askings: Asking[]; current?: Asking } {
  const { outcome, usage } = results;
  if (digest === undefined || outcome === 'skipped') return { askings: [...earlier] };
  const subject = digest.slice(0, DIGEST_LENGTH);
  const before = earlier.findLastIndex((asking) => asking.subject === subject);
  const current = { subject, outcome };
  const isSameAsking = before >= 0 && (usage.requests === 0 || usage.from_resume !== undefined);
  const askings = isSameAsking ? earlier.with(before, current) : [...earlier, current];
  return { askings: askings.slice(-MOST_ASKINGS), current };
}
