import { isRowError, type Asked } from './ask.js';
import { begin } from './begin.js';
import { mayAsk, type Entry, inTurns } from './entry.js';
import type { Spoken, Subject } from './recall.js';
import type { RowError } from './results.js';
import type { Progress, RunModels, RunOptions } from './run.js';
import { askInWaves } from './schedule.js';
import { spokenIn } from './spoken.js';
import { unaskedRow } from './row.js';
import type { Share } from './parse-share.js';
import { subjectsOf, type Subjects, type Trial } from './trial.js';
import { isSequence, startTests, type AnyTrial, openRows } from './triplet/start.js';
import type { AnyRun } from './triplet/triplet-run.js';
import { questionKey } from './questions.js';
import { drawFrom } from './random.js';
import { Sequence, type LookingTools, type SequenceRows } from './triplet/sequence.js';

export function subjectOf(answers: Subjects['head'], { head }: Subjects): Subject {
  return answers === head ? 'head' : 'base';
}

/**
 * Deals the rows of all tests out, to so many shares. Rows that have a question in common go to one share, so that a question is asked by
 * one alone, as often as by a run that is not shared out. Who gets which row hangs on seed, data and prompts alone.
 * @returns for each test the share (from 1) of each of its rows.
 */
function dealOut(trials: readonly AnyTrial[], { seed, of, subjects }: { seed: number; of: number; subjects: Subjects }) {
  const entries = inTurns(trials.map((trial) => ({ trial, rows: openRows(trial) })));
  const groups = groupsOf(entries, subjects).map((group) => {
    const [name = ''] = [...group.questions].sort();
    return { ...group, name, lot: drawFrom(seed, 'share', name)(2 ** 31) };
  });
  groups.sort((a, b) => a.lot - b.lot || (a.name < b.name ? -1 : 1));
  const load = Array.from({ length: of }, () => 0);
  const shares = new Map<AnyTrial, Map<number, number>>(trials.map((trial) => [trial, new Map()]));
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
    const keys = mayAsk(entry).map(({ answers, question }) => `${subjectOf(answers, subjects)} ${questionKey(question)}`);
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
  // Whoever puts the shares together has to know why.
  for (const entry of entries) {
    const error = whyUnasked(entry);
    if (!error) continue;
    for (const { answers, question } of mayAsk(entry)) if (!answers.has(question)) answers.leave(question, error);
  }
  onProgress(begun.progress.total, begun.progress.total);
  const hasFailed = ({ answers, question }: Asked) => answers.has(question) && isRowError(answers.get(question)!);
  const isFailed = (entry: Entry) => mayAsk(entry).some(hasFailed);
  return { spoken: await spokenIn(begun, tests), rows: entries.length, failed: entries.filter(isFailed).length };
}

/** Of a row that was left out, over the cap say, or since nobody will score its answers. */
function whyUnasked({ trial, row }: Entry): RowError | undefined {
  return trial instanceof InFull ? trial.barredFor(row) : isSequence(trial) ? undefined : trial.rows[row]?.error;
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

function onlyRows(trial: Trial, own: readonly number[]): Trial {
  const mine = new Set(own);
  const { cases } = trial.head.prepared;
  return { ...trial, rows: cases.map((testCase, row) => (mine.has(row) ? undefined : unaskedRow(trial.head, testCase, undefined))) };
}

/** Some rows of a sequential test, all of them asked, the base's included: a shard cannot know when all rows are decided. */
class InFull extends Sequence {
  private readonly wanted: Set<number>;
  private readonly failed = new Set<number>();
  private readonly reasons = new Map<number, RowError>();

  constructor(rows: SequenceRows, own: readonly number[]) {
    super(rows);
    this.wanted = new Set(own);
  }

  override get open(): number[] {
    return [...this.wanted];
  }

  override asks(row: number): Asked[] {
    return this.rows.asks(row, this.decider.rules.comparisons);
  }

  override bar(row: number, error: RowError): void {
    this.wanted.delete(row);
    this.reasons.set(row, error);
  }

  barredFor(row: number): RowError | undefined {
    return this.reasons.get(row);
  }

  override wave(): number[] {
    return this.open;
  }

  /** For what looking at a row asks beside: judgements, embeddings, the placebo of a failing row. */
  override async look(rows: readonly number[], tools: LookingTools): Promise<void> {
    const looked = await this.rows.look(rows, this.decider.rules.comparisons, tools);
    rows.forEach((row, i) => {
      this.wanted.delete(row);
      if (looked[i]!.mayPass) this.failed.add(row);
    });
  }

  override reopen(): boolean {
    const again = [...this.failed];
    this.failed.clear();
    again.forEach((row) => this.wanted.add(row));
    return again.length > 0;
  }
}
