/**
 * The tally of a pull request: each subject that a gate asked about, with its outcome. The comment
 * keeps it behind its marker, so it survives a lost store and `resume: false`.
 */
import { OUTCOMES } from '../engine/verdict/report-row.ts';
import type { Asking } from '../report/story/tally.ts';
import type { Evaluation } from '../run/options.ts';

/** Length of the beginning of a subject's digest. */
const DIGEST_LENGTH = 12;
/** Maximum number of askings in a comment. Each takes about 20 bytes. */
const MAX_ASKINGS = 50;

const LINE_START = '<!-- sensitivity-askings:';
const ASKING = / (?<subject>[0-9a-f]{12}) (?<outcome>[a-z]+)/g;

/** Writes the askings as an invisible line; an empty text without any. */
export function tallyLine(askings: readonly Asking[]): string {
  if (askings.length === 0) return '';
  const words = askings.map(({ subject, outcome }) => ` ${subject} ${outcome}`);
  return `${LINE_START}${words.join('')} -->`;
}

/** Reads the askings at the end of the first line of our comment. An edited line gives none. */
export function askingsIn(comment = ''): Asking[] {
  const [firstLine = ''] = comment.split(/\r?\n/, 1);
  const line = firstLine.slice(firstLine.indexOf(LINE_START));
  const askings = [...line.matchAll(ASKING)].flatMap(({ groups }): Asking[] => {
    const outcome = OUTCOMES.find((candidate) => candidate === groups?.['outcome']);
    return outcome ? [{ subject: groups?.['subject'] ?? '', outcome }] : [];
  });
  return tallyLine(askings) === line ? askings : [];
}

/**
 * Adds a run to the askings. A standing verdict adds none. A resumed run takes the place of the
 * run that it resumes.
 */
export function addRun(
  earlier: readonly Asking[],
  { results, subject: digest }: Pick<Evaluation, 'results' | 'subject'>,
): { askings: readonly Asking[]; current?: Asking } {
  const { outcome, usage } = results;
  if (digest === undefined || outcome === 'skipped') return { askings: earlier };
  const subject = digest.slice(0, DIGEST_LENGTH);
  const earlierIndex = earlier.findLastIndex((asking) => asking.subject === subject);
  const current = { subject, outcome };
  const isSameAsking =
    earlierIndex >= 0 && (usage.requests === 0 || usage.from_resume !== undefined);
  const askings = isSameAsking ? earlier.with(earlierIndex, current) : [...earlier, current];
  return { askings: askings.slice(-MAX_ASKINGS), current };
}
