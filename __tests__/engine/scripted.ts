import { ModelError, type ModelErrorKind } from '../../src/errors.ts';
import type { PairRun } from '../../src/engine/methods/test-run.ts';
import { CALIBRATION_PAIRS, judgePrompt } from '../../src/engine/judges/negation.ts';
import type { CalibrationStore } from '../../src/engine/judges/judges.ts';
import type { Embedder, Model } from '../../src/engine/model.ts';
import type { RunResults } from '../../src/engine/verdict/report.ts';
import { runTests, type RunModels, type RunOptions } from '../../src/engine/run.ts';
import { findScorer } from '../../src/engine/scorers/index.ts';
import { findTest } from '../../src/engine/perturbations/index.ts';
import type { AnyRun } from '../../src/engine/methods/test-run.ts';

/**
 * Subjects, judges and embedders in memory that say what a table says, so that a whole run can be
 * foretold.
 */

export class Failure extends ModelError {
  constructor(message: string, kind: ModelErrorKind = 'server', fatal = false, remedy = '') {
    super(message, { kind, fatal, remedy });
  }
}

/** One answer; null where the request fails. */
export type Says = string | null;

/** The answers to one row, one for each time that it is asked, the last one ever after. */
export interface RowScript {
  original: readonly Says[];
  changed: readonly Says[];
}

export const row = (
  original: Says | readonly Says[],
  changed: Says | readonly Says[],
): RowScript => ({
  original: [original].flat(),
  changed: [changed].flat(),
});

export const OPTIONS = 'A. yes\nB. no';
export const textOf = (index: number) => `Thing ${index} is small.`;
const ROW = /Thing (\d+) is( not)? small\./;

export const samplesOf = (rows: number, from = 0): PairRun['samples'] =>
  Array.from({ length: rows }, (_, i) => ({
    source: `rows.txt:${from + i + 1}`,
    text: textOf(from + i),
    options: OPTIONS,
  }));

/** A test over the first rows. */
export function testOf(
  rows: number,
  { scorer: name = 'choice', ...over }: Partial<Omit<PairRun, 'scorer'>> & { scorer?: string } = {},
): PairRun {
  const scorer = findScorer(name)!;
  return {
    test: findTest('add_negation')!,
    scorer,
    threshold: scorer.defaultThreshold,
    minimum_pass_rate: 0.7,
    parameters: {},
    scorerOptions: {},
    samples: samplesOf(rows),
    ...over,
  };
}

/** Lets other requests overtake this one, the same ones each time. */
async function dawdle(nth: number, salt: number): Promise<void> {
  for (let turns = (Math.imul(salt * (nth + 1), 0x9e3779b1) >>> 0) % 7; turns > 0; turns--)
    await Promise.resolve();
}

export interface Scripted extends Model {
  /** In the order in which they were sent. */
  asked: string[];
}

export interface ScriptedOptions {
  /** Other than 0, answers come in another order than they were asked for. */
  salt?: number;
}

/** Answers by the row and by how often it was asked before; a loss is the answer as a number. */
export function subject(rows: readonly RowScript[], { salt = 0 }: ScriptedOptions = {}): Scripted {
  const asked: string[] = [];
  const before = new Map<string, number>();
  const say = async (prompt: string): Promise<string> => {
    const nth = before.get(prompt) ?? 0;
    before.set(prompt, nth + 1);
    asked.push(prompt);
    const [, index, not] = ROW.exec(prompt)!;
    const answers = rows[Number(index)]![not ? 'changed' : 'original'];
    const said = answers[Math.min(nth, answers.length - 1)]!;
    await dawdle(asked.length, salt);
    if (said === null) throw new Failure(`no answer to ${prompt}`);
    return said;
  };
  return {
    hub: 'test',
    name: 'scripted',
    asked,
    answer: async (prompt) => ({ text: await say(prompt) }),
    loss: async (prompt) => Number(await say(prompt)),
  };
}

/**
 * Rows whose test case was asked, in the order of the data; the original may have been asked ahead,
 * for the noise.
 */
export function rowsAsked({ asked }: Scripted): number[] {
  const rows = asked
    .map((prompt) => ROW.exec(prompt)!)
    .flatMap(([, index, not]) => (not ? [Number(index)] : []));
  return [...new Set(rows)].sort((a, b) => a - b);
}

/**
 * Vectors for answers that are numbers: the score of `0` and `0.3` is 0.3. Anything else is
 * refused.
 */
export function ruler({ batchSize = 1000 } = {}): Embedder & { calls: string[][] } {
  const calls: string[][] = [];
  return {
    hub: 'test',
    name: 'ruler',
    batchSize,
    calls,
    embed: async (texts) => {
      calls.push(texts);
      if (texts.some((text) => Number.isNaN(Number(text))))
        throw new Failure(`no number among ${texts.join(' ')}`, 'bad_request');
      return texts.map((text) => [1 - Number(text), Math.sqrt(1 - (1 - Number(text)) ** 2)]);
    },
  };
}

const KNOWN = new Map(CALIBRATION_PAIRS.map((pair) => [judgePrompt(pair), pair.verdict]));
const JUDGED = /"actual_result": "([^"]*)"/;

/**
 * Knows the calibration, `wrong` pairs aside; of a row it says what the answer to the test case
 * says (`accounts`, `ignores` …).
 */
export function judgeOf({
  wrong = 0,
  salt = 0,
}: { wrong?: number; salt?: number } = {}): Scripted & { calibrated: number } {
  const asked: string[] = [];
  const missed = new Set([...KNOWN.keys()].slice(0, wrong));
  const scripted = {
    hub: 'test',
    name: 'judge',
    asked,
    calibrated: 0,
    answer: async (prompt: string) => {
      asked.push(prompt);
      await dawdle(asked.length, salt);
      const known = KNOWN.get(prompt);
      if (known) scripted.calibrated += 1;
      const verdict = known ? (missed.has(prompt) ? 'nonsense' : known) : JUDGED.exec(prompt)![1]!;
      if (verdict === 'down') throw new Failure('the judge is down');
      return { text: JSON.stringify({ reason: 'So it is.', verdict }) };
    },
  };
  return scripted;
}

/** Remembers every judge as one that knows the calibration, so that nothing is asked for it. */
export const TRUSTED: CalibrationStore = {
  read: async () => ({
    judge: 'test/judge',
    right: CALIBRATION_PAIRS.length,
    total: CALIBRATION_PAIRS.length,
    needed: 0.95,
    confusion: { accounts: { accounts: CALIBRATION_PAIRS.length } },
  }),
  write: async () => undefined,
};

export interface Report extends RunResults {
  /** What the run said it would send at the most. */
  total: number;
  /** Requests that were counted as done. */
  done: number;
}

/** A run, and what it said of its progress. */
export async function runOf(
  tests: readonly AnyRun[],
  models: RunModels,
  over: Partial<RunOptions> = {},
): Promise<Report> {
  let [total, done] = [0, 0];
  let calls = 0;
  const results = await runTests(
    { tests, seed: 1, concurrency: 3, ...over },
    models,
    (_done, of) => {
      calls += 1;
      total = of;
    },
  );
  done = calls - 2; // The first call says how many there are, the last one that all is done.
  return { ...results, total, done };
}

/** Statuses in a word: P passed, F failed, E error, N not applicable, - undecided. */
export function wordOf({ results }: RunResults): string {
  return results
    .map(({ status, pass }) =>
      status === 'scored'
        ? pass
          ? 'P'
          : 'F'
        : { error: 'E', not_applicable: 'N', undecided: '-' }[status],
    )
    .join('');
}

/** Numbers from 0 to 1, the same ones for the same seed (mulberry32). */
export function chances(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
