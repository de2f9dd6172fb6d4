import { isRowError, questionKey, type Asked } from './ask.js';
import { begin, type Progress, type RunModels, type RunOptions } from './begin.js';
import { inTurns, type Entry } from './budget.js';
import type { Subjects } from './methods/method.js';
import type { AnyRun } from './methods/test-run.js';
import type { Share } from './parse-share.js';
import { drawFrom } from './random.js';
import type { Spoken, Subject } from './recall.js';
import { askInWaves } from './schedule.js';
import { spokenIn } from './spoken.js';
import { startTests, subjectsOf, Trial } from './trial.js';

export function subjectOf(answers: Subjects['head'], { head }: Subjects): Subject {
  return answers === head ? 'head' : 'base';
}

/**
 * Deals the rows of all tests out, to so many shares. Rows that have a question in common go to one share, so that a question is asked by
 * one alone, as often as by a run that is not shared out. The share of a row depends on seed, data and prompts alone.
 * @returns for each test the share (from 1) of each of its rows.
 */
function dealOut(trials: readonly Trial[], { seed, of, subjects }: { seed: number; of: number; subjects: Subjects }) {
  const entries = inTurns(trials.map((trial) => ({ trial, rows: trial.open })));
  const groups = groupsOf(entries, subjects).map((group) => {
    const [name = ''] = [...group.questions].sort();
    return { ...group, name, lot: drawFrom(seed, 'share', name)(2 ** 31) };
  });
  groups.sort((a, b) => a.lot - b.lot || (a.name < b.name ? -1 : 1));
  const load = Array.from({ length: of }, () => 0);
  const shares = new Map<Trial, Map<number, number>>(trials.map((trial) => [trial, new Map()]));
  for (const { entries: own, questions } of groups) {
    const least = load.indexOf(Math.min(...load));
    load[least]! += questions.size;
    for (const { trial, row } of own) shares.get(trial)!.set(row, least + 1);
  }
  return shares;
}

function groupsOf(entries: readonly Entry[], subjects: Subjects) {
  const above = entries.map((_, i) => i);
  const root = (i: number): number => {
    let top = i;
    while (above[top] !== top) top = above[top]!;
    for (let at = i; above[at] !== top;) [at, above[at]] = [above[at]!, top];
    return top;
  };
  const first = new Map<string, number>();
  const questions = entries.map((entry, i) => {
    const keys = entry.trial.mayAsk(entry.row).map(({ answers, question }) => `${subjectOf(answers, subjects)} ${questionKey(question)}`);
    for (const key of keys) {
      const known = first.get(key);
      if (known === undefined) first.set(key, i);
      else above[root(i)] = root(known);
    }
    return keys;
  });
  return [...Map.groupBy(entries.keys(), root).values()].map((group) => ({
    entries: group.map((i) => entries[i]!),
    questions: new Set(group.flatMap((i) => questions[i]!)),
  }));
}

export interface Shared {
  spoken: Spoken;
  /** Rows of this share, over all tests, and those of them that something failed of. */
  rows: number;
  failed: number;
}

/** Asks the rows of one share in full and decides nothing: only all shares together know when the rows decide. */
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
  // The merge needs the reason.
  for (const { trial, row } of entries) {
    const error = trial.skippedFor(row);
    if (!error) continue;
    for (const { answers, question } of trial.mayAsk(row)) if (!answers.has(question)) answers.setFailure(question, error);
  }
  onProgress(begun.progress.total, begun.progress.total);
  const hasFailed = ({ answers, question }: Asked) => answers.has(question) && isRowError(answers.get(question)!);
  const isFailed = ({ trial, row }: Entry) => trial.mayAsk(row).some(hasFailed);
  return { spoken: await spokenIn(begun, tests), rows: entries.length, failed: entries.filter(isFailed).length };
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
      trial.mayAsk(row).map(({ answers, question }) => ({ subject: subjectOf(answers, subjects), question, share })),
    ),
  );
}

/** Under an earlier report, every row is re-asked of the base, not only the first ones. */
export function inFull(run: AnyRun): AnyRun {
  const { compare } = run;
  return compare?.check === undefined ? run : { ...run, compare: { ...compare, check: Number.MAX_SAFE_INTEGER } };
}

export function ownRows(
  trials: readonly Trial[],
  { share: { index, of }, seed, subjects }: { share: Share; seed: number; subjects: Subjects },
): { trial: Trial; rows: number[] }[] {
  const shares = dealOut(trials, { seed, of, subjects });
  return trials.map((trial) => {
    const rows = [...shares.get(trial)!].flatMap(([row, share]) => (share === index ? [row] : []));
    // A shard cannot know when all rows are decided, so it asks each of its rows in full.
    return { trial: new Trial(trial.rows, rows), rows };
  });
}
