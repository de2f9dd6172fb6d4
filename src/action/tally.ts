/**
 * The tally of a pull request: each subject that a gate asked about, with its outcome. The comment
 * keeps it behind its marker, so it survives a lost store and `resume: false`.
 */
import { OUTCOMES } from '../engine/report-row.js';
import type { Asking } from '../report/story/tally.js';
import type { Evaluation } from '../run/options.js';

const DIGEST_LENGTH = 12;
/** Maximum number of askings in a comment. Each takes about 20 bytes. */
const MOST_ASKINGS = 50;
const LINE = /<!-- sensitivity-askings:((?: [0-9a-f]{12} [a-z]{4,12}){0,60}) -->$/;

/** Reads the askings from the first line of our comment. An edited line gives none. */
export function askingsIn(comment = ''): Asking[] {
  const [firstLine = ''] = comment.split(/\r?\n/, 1);
  const words = LINE.exec(firstLine)?.[1]?.trim().split(' ') ?? [];
  const askings: Asking[] = [];
  for (let i = 0; i + 1 < words.length; i += 2) {
    const subject = words[i] ?? '';
    const outcome = OUTCOMES.find((candidate) => candidate === words[i + 1]);
    if (outcome) askings.push({ subject, outcome });
  }
  return askings;
}

export function tallyLine(askings: readonly Asking[]): string {
  const words = askings.map(({ subject, outcome }) => ` ${subject} ${outcome}`);
  return `<!-- sensitivity-askings:${words.join('')} -->`;
}

/**
 * Adds a run to the askings. A standing verdict adds none. A resumed run takes the place of the
 * run that it resumes.
 */
export function addRun(
  earlier: readonly Asking[],
  { results, subject: digest }: Pick<Evaluation, 'results' | 'subject'>,
): { askings: Asking[]; current?: Asking } {
  const { outcome, usage } = results;
  if (digest === undefined || outcome === 'skipped') return { askings: [...earlier] };
  const subject = digest.slice(0, DIGEST_LENGTH);
  const earlierIndex = earlier.findLastIndex((asking) => asking.subject === subject);
  const current = { subject, outcome };
  const isSameAsking =
    earlierIndex >= 0 && (usage.requests === 0 || usage.from_resume !== undefined);
  const askings = isSameAsking ? earlier.with(earlierIndex, current) : [...earlier, current];
  return { askings: askings.slice(-MOST_ASKINGS), current };
}
