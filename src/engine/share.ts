import { isRowError, type Asked } from './ask.js';
import { begin } from './begin.js';
import { dealOut, subjectOf } from './deal-out.js';
import { mayAsk, type Entry } from './entry.js';
import type { Spoken } from './recall.js';
import type { RowError } from './results.js';
import type { Progress, RunModels, RunOptions } from './run.js';
import { askInWaves } from './schedule.js';
import { spokenIn } from './spoken.js';
import { unaskedRow } from './row.js';
import type { Share } from './parse-share.js';
import { subjectsOf, type Subjects, type Trial } from './trial.js';
import { InFull } from './triplet/in-full.js';
import { isSequence, startTests, type AnyTrial } from './triplet/start.js';
import type { AnyRun } from './triplet/triplet-run.js';

export interface Shared {
  /** All that was said. */
  spoken: Spoken;
  /** Rows of this share, over all tests, and those of them that something failed of. */
  rows: number;
  failed: number;
}

/**
 * Asks the rows of one share and decides nothing. Every row is asked in full: where the rows of all decide, this process cannot know, and
 * what it leaves out nobody could look up.
 */
export async function runShare(
  { share, ...options }: RunOptions & { share: Share },
  models: RunModels,
  onProgress: Progress = () => undefined,
): Promise<Shared> {
  const tests = options.tests.map(inFull);
  const entries: Entry[] = [];
  const begun = await begin({ ...options, tests }, models, {
    onProgress,
    own: (trials, subjects) => {
      const own = ownRows(trials, { share, seed: options.seed, subjects });
      entries.push(...own.flatMap(({ trial, rows }) => rows.map((row) => ({ trial, row }))));
      return own.map(({ trial }) => trial);
    },
  });
  await askInWaves(begun.trials, begun.asking);
  // Whoever puts the shares together has to know why.
  for (const entry of entries) {
    const error = whyUnasked(entry);
    if (!error) continue;
    for (const { answers, question } of mayAsk(entry)) if (!answers.has(question)) answers.leave(question, error);
  }
  onProgress(begun.progress.total, begun.progress.total);
  const isFailed = (entry: Entry) => mayAsk(entry).some(({ answers, question }) => isFailure(answers.get(question)));
  return { spoken: await spokenIn(begun, tests), rows: entries.length, failed: entries.filter(isFailed).length };
}

/** Of a row that was left out, over the cap say, or since nobody will score its answers. */
function whyUnasked({ trial, row }: Entry): RowError | undefined {
  return trial instanceof InFull ? trial.barredFor(row) : isSequence(trial) ? undefined : trial.rows[row]?.error;
}

function isFailure(reply: Parameters<typeof isRowError>[0] | undefined): boolean {
  return reply !== undefined && isRowError(reply);
}

/** All questions of a run by their share, as the plan has them: no more is asked of the models under test. */
export function questionsByShare(
  { tests, seed, baseTemplate, of }: Pick<RunOptions, 'tests' | 'seed' | 'baseTemplate'> & { of: number },
  models: RunModels,
): { subject: 'head' | 'base'; question: Asked['question']; share: number }[] {
  const subjects = subjectsOf(models, baseTemplate);
  const trials = startTests(tests, { seed, ...subjects });
  return [...dealOut(trials, { seed, of, subjects })].flatMap(([trial, rows]) =>
    [...rows].flatMap(([row, share]) =>
      mayAsk({ trial, row }).map(({ answers, question }) => ({ subject: subjectOf(answers, subjects), question, share })),
    ),
  );
}

/** Of a base that an earlier report stands for every row is checked, not only the first. */
export function inFull(run: AnyRun): AnyRun {
  const { compare } = run;
  return compare?.check === undefined ? run : { ...run, compare: { ...compare, check: Number.MAX_SAFE_INTEGER } };
}

/** The trials with the rows of the share alone open. */
export function ownRows(
  trials: readonly AnyTrial[],
  { share: { index, of }, seed, subjects }: { share: Share; seed: number; subjects: Subjects },
): { trial: AnyTrial; rows: number[] }[] {
  const shares = dealOut(trials, { seed, of, subjects });
  return trials.map((trial) => {
    const rows = [...shares.get(trial)!].flatMap(([row, share]) => (share === index ? [row] : []));
    if (!isSequence(trial)) return { trial: onlyRows(trial, rows), rows };
    return { trial: new InFull(trial.rows, rows), rows };
  });
}

/** The others count as known. */
function onlyRows(trial: Trial, own: readonly number[]): Trial {
  const mine = new Set(own);
  const { cases } = trial.head.prepared;
  return { ...trial, rows: cases.map((testCase, row) => (mine.has(row) ? undefined : unaskedRow(trial.head, testCase, undefined))) };
}
