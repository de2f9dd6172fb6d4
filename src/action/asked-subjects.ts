/**
 * The subjects that a gate asked about on a pull request. The comment keeps them behind its marker,
 * so they survive a lost store.
 */
import type { Evaluation } from '../run/options.ts';
import { subjectsWords, type AskedSubject } from '../report/story/asked-subjects.ts';

/** Length of the beginning of a subject's digest. */
const DIGEST_LENGTH = 12;
/** Maximum number of subjects in a comment. Each takes 14 bytes. */
const MAX_SUBJECTS = 50;

const LINE_START = '<!-- sensitivity-subjects:';
const SUBJECT = / (?<digest>[0-9a-f]{12})(?<sign>[+-])/g;

/** Adds a run to the subjects of an earlier comment. `-` marks a subject that was red once. */
export function addSubject(
  earlierComment: string | undefined,
  { results: { outcome }, subject }: Pick<Evaluation, 'results' | 'subject'>,
): { line: string; words?: string | undefined } {
  const subjects = subjectsIn(earlierComment);
  if (subject === undefined || outcome === 'skipped') return { line: lineOf(subjects) };
  const digest = subject.slice(0, DIGEST_LENGTH);
  const known = subjects.findIndex((earlier) => earlier.digest === digest);
  const position = known === -1 ? subjects.length : known;
  const isRed = outcome === 'fail' || subjects[position]?.isRed === true;
  const allSubjects = subjects.toSpliced(position, 1, { digest, isRed });
  return {
    line: lineOf(allSubjects.slice(-MAX_SUBJECTS)),
    words: subjectsWords(subjects.slice(0, position)),
  };
}

function lineOf(subjects: readonly AskedSubject[]): string {
  if (subjects.length === 0) return '';
  const words = subjects.map(({ digest, isRed }) => ` ${digest}${isRed ? '-' : '+'}`);
  return `${LINE_START}${words.join('')} -->`;
}

/** Reads the subjects at the end of the first line of our comment. An edited line gives none. */
function subjectsIn(comment = ''): AskedSubject[] {
  const [firstLine = ''] = comment.split(/\r?\n/, 1);
  const line = firstLine.slice(firstLine.indexOf(LINE_START));
  const subjects = [...line.matchAll(SUBJECT)].map(({ groups }) => ({
    digest: groups?.['digest'] ?? '',
    isRed: groups?.['sign'] === '-',
  }));
  return lineOf(subjects) === line ? subjects : [];
}
