import { parseOptions, type AnswerOption } from '../../language/options.ts';
import { visibleText } from '../visible-text.ts';
import { quoted } from '../../json.ts';
import { leftOutRow, promptOf, type Case, type Cases } from '../rows/case.ts';
import { hasOptions } from '../rows/prompt.ts';
import { interleave } from '../lists.ts';
import { orderByLot, contentOf, drawFrom } from '../random.ts';
import type { RowFinding } from '../results.ts';
import type { Sample } from '../sample.ts';
import {
  hasPairsInData,
  isChanged,
  placeboFor,
  type UnfitSample,
  type PerturbedSample,
  type SensitivityTest,
  type Turn,
  type Unfit,
} from '../perturbations/definition.ts';
import { halfName, keyOf, keyProblem } from './key.ts';
import {
  isSequentialRun,
  type AnyRun,
  type StreamRun,
  type ScoredRun,
  type TripletRun,
} from './test-run.ts';

/** Turns samples into cases: perturbs and checks them, and puts them in the order of asking. */

interface PerturbKeys {
  test: SensitivityTest;
  parameters: unknown;
}

function perturb(
  { test, parameters }: PerturbKeys,
  sample: Sample,
  { seed, index }: Omit<Turn, 'draw'>,
): PerturbedSample | Unfit {
  const { perturbation } = test;
  const draw = drawFrom(seed, test.name, contentOf(sample));
  if (perturbation?.kind === 'text') {
    const perturbed = perturbation.perturb(sample.text, parameters, { seed, index, draw });
    const fields = typeof perturbed === 'string' ? { test_case: perturbed } : perturbed;
    const isSame = !isChanged(sample.text, fields.test_case);
    return isSame ? { reason: unchangedReason(test) } : { sample, ...fields };
  }
  if (perturbation?.kind === 'row') {
    const pair = perturbation.perturb(sample, parameters);
    if ('reason' in pair || isChanged(sample.text, pair.test_case)) return pair;
    return { reason: 'the perturbed text is the text itself' };
  }
  return { sample, test_case: sample.text };
}

export function unchangedReason({ name }: { name: string }): string {
  return `${name} leaves this text as it is`;
}

/** Returns why a row cannot show whether the model read the perturbation; undefined if it can. */
function lintOf(
  test: SensitivityTest,
  { sample: { text, options, expect, context }, test_case, placebo }: PerturbedSample,
): RowFinding | undefined {
  // Data that states what to expect of a row was checked by its author.
  const isChecked = expect === undefined || hasPairsInData(test);
  return isChecked
    ? test.lint?.({ original: text, test_case, options, placebo, expect, context })
    : undefined;
}

/** Splits prepared rows into cases and rows that are left out, with the reason. */
function splitCases(test: SensitivityTest, rows: readonly (Case | UnfitSample)[]): Cases {
  return {
    cases: rows.flatMap((row) => ('reason' in row ? [] : [row])),
    notApplicable: rows.flatMap((row) =>
      'reason' in row ? [leftOutRow(test, row.sample, row.reason)] : [],
    ),
  };
}

export function preparePairs(run: ScoredRun, seed: number): Cases {
  const rows = pairsOf(run, seed).map((pair) => {
    const prepared = 'reason' in pair ? pair : pairCase(run, pair);
    return 'reason' in prepared ? { ...prepared, sample: pair.sample } : prepared;
  });
  return splitCases(run.test, rows);
}

function pairsOf(run: ScoredRun, seed: number): (PerturbedSample | UnfitSample)[] {
  const { test, parameters, samples } = run;
  if (test.perturbation?.kind === 'rows')
    return test.perturbation.perturb(samples, parameters, seed);
  const indexes = turnsOf(samples, seed);
  return samples.map((sample) => {
    const index = indexes.get(contentOf(sample)) ?? 0;
    const pair = perturb(run, sample, { seed, index });
    return 'reason' in pair ? { ...pair, sample } : pair;
  });
}

/** The turn of each distinct row, by its content, in the order in which a stream asks them. */
function turnsOf(samples: readonly Sample[], seed: number): ReadonlyMap<string, number> {
  const drawnSamples = orderByLot(samples, seed, (sample) => sample);
  const order = alternateHalves(drawnSamples, ({ half }) => String(half));
  return new Map([...new Set(order.map(contentOf))].map((content, turn) => [content, turn]));
}

function pairCase(run: ScoredRun, pair: PerturbedSample): Case | Unfit {
  const { scorer } = run;
  const { sample, test_case, probe, kind, round } = pair;
  if (sample.expect === 'same' && scorer.seesChange && scorer.judgeCalls > 0) {
    return {
      reason:
        'a judge cannot tell whether an answer stays as it should: take another scorer for rows with expect: same',
    };
  }
  const finding = lintOf(run.test, pair);
  // A question with several right answers suits a judge of free text: it sees whether an answer
  // accounts for the "not".
  const isJudged = scorer.seesChange && scorer.judgeCalls > 0 && !hasOptions(sample);
  const lint = isJudged && finding?.rule === 'question' ? undefined : finding;
  if (lint && isSequentialRun(run)) return { reason: `${lint.rule}: ${lint.message}` };
  return { sample, test_case, lint, probe, kind, round };
}

/** The rows of a pair in the seeded order, round by round, equal prompts once. */
export function prepareStream(run: StreamRun, seed: number): Cases {
  const { cases, notApplicable } = preparePairs(run, seed);
  const earlierSource = earlierSourceFinder();
  const drawnCases = orderByLot(cases, seed, ({ sample }) => sample);
  drawnCases.sort((a, b) => (a.round ?? 0) - (b.round ?? 0));
  const rows = drawnCases.map((row): Case | UnfitSample => {
    const prompts = (['original', 'test_case'] as const).map((arm) =>
      promptOf(row, arm, { test: run.test, template: run.template }),
    );
    const source = earlierSource([...prompts, ...shownValues(run, row.sample)], row.sample.source);
    return source === undefined
      ? row
      : { sample: row.sample, reason: `the same prompts as ${quoted(source)}: counted once` };
  });
  const distinct = splitCases(run.test, rows);
  return {
    cases: alternateHalves(distinct.cases, ({ sample }) => String(sample.half)),
    notApplicable: [...notApplicable, ...distinct.notApplicable],
  };
}

export function prepareTriplets(run: TripletRun, seed: number): Cases {
  const earlierSource = earlierSourceFinder();
  const rows = orderByLot(run.samples, seed, (sample) => sample).map(
    (sample, index): Case | UnfitSample => {
      const prepared = tripletCase(run, sample, { seed, index, earlierSource });
      return 'reason' in prepared ? { sample, reason: prepared.reason } : prepared;
    },
  );
  const { cases, notApplicable } = splitCases(run.test, rows);
  return {
    cases: alternateHalves(cases, ({ key, options }) => halfName(key, options)),
    notApplicable,
  };
}

function tripletCase(
  run: TripletRun,
  rowSample: Sample,
  { earlierSource, ...turn }: Omit<Turn, 'draw'> & { earlierSource: EarlierSource },
): Case | Unfit {
  const { test } = run;
  const pair = perturb(run, rowSample, turn);
  if ('reason' in pair) return pair;
  const { sample, test_case } = pair;
  const { text, source } = sample;
  if (insertionsIn(test, text, test_case) > 1)
    return { reason: 'more than one insertion: no placebo could stand for both' };
  const placebo = tripletPlacebo(test, { ...pair, sample: rowSample }, turn.seed);
  if (placebo === undefined) return { reason: 'there is no place for a placebo in this text' };

  const options = optionsToRead(run, sample);
  // A scorer other than `auto` reads labels or stances only, and no answers in words.
  const readSample = run.scorer.name === 'auto' ? sample : { ...sample, expected: undefined };
  const key = keyOf(readSample, options);
  const unfit = unfitToRead(run, sample, { options, key });
  if (unfit) return unfit;
  const problem = key && keyProblem(key, options);
  if (problem) return { reason: problem };

  const lint = lintOf(test, pair);
  if (lint) return { reason: `${lint.rule}: ${lint.message}` };
  // One text may stand in several pairs that the data gives.
  const askedTexts = [text, test.sendsOptions ? sample.options : undefined];
  if (hasPairsInData(test)) askedTexts.push(test_case);
  askedTexts.push(...shownValues(run, sample));
  const firstSource = earlierSource(askedTexts, source);
  if (firstSource !== undefined)
    return { reason: `the same text and options as ${quoted(firstSource)}: counted once` };
  return { sample, test_case, placebo, options, key };
}

function insertionsIn({ perturbation }: SensitivityTest, text: string, testCase: string): number {
  if (perturbation?.kind !== 'text') return 1;
  return perturbation.insertions?.(text, testCase) ?? 1;
}

function hasSentOptions({ test }: TripletRun, sample: Sample): boolean {
  return test.sendsOptions && hasOptions(sample);
}

/** The options as labels of an answer; undefined if answers are read as stances. */
function optionsToRead(run: TripletRun, sample: Sample): AnswerOption[] | undefined {
  if (run.scorer.name === 'stance' || !hasSentOptions(run, sample)) return undefined;
  return parseOptions(sample.options ?? '');
}

function unfitToRead(
  run: TripletRun,
  sample: Sample,
  { options, key }: { options: readonly AnswerOption[] | undefined; key: Case['key'] },
): Unfit | undefined {
  const { scorer, test } = run;
  if (options ? options.length < 2 : scorer.name === 'choice')
    return { reason: 'no options to choose from that can be told apart' };
  if (options || key || sample.truth !== undefined) return undefined;
  const kind = scorer.readers.kind?.(sample.text, hasSentOptions(run, sample));
  if (kind !== 'open') return undefined;
  if (sample.expected) return { reason: wordsReason(test) };
  return {
    reason:
      'neither a statement nor a question with options. Give it options, or a truth, or use method: pair',
  };
}

/** Why a question with an answer in words tells nothing under this test. */
function wordsReason(test: SensitivityTest): string {
  return hasPairsInData(test)
    ? 'one answer in words says nothing about the other text: give both (answer, perturbed_answer), or expect: same'
    : `its answer is in words, and what is right with the change is not known: ${test.name} takes options or a truth, and the test answers reads words`;
}

/**
 * Returns the placebo of a row. If the data has none, it is the original: asking that twice shows
 * whether the answer changes by itself.
 */
function tripletPlacebo(
  test: SensitivityTest,
  { sample, test_case, placebo }: PerturbedSample,
  seed: number,
): string | undefined {
  if (hasPairsInData(test)) return placebo ?? sample.text;
  const draw = drawFrom(seed, 'placebo', contentOf(sample));
  return placeboFor(test, { text: sample.text, testCase: test_case }, draw);
}

/**
 * Takes a row of each half in turn while both have rows. So a few rows are enough to detect a model
 * that answers every row alike.
 */
function alternateHalves<Row>(rows: readonly Row[], half: (row: Row) => string): Row[] {
  const queues = [...Map.groupBy(rows, half)].sort(([a], [b]) => (a < b ? -1 : 1));
  return interleave(queues.map(([, queue]) => queue));
}

/** Returns the values that a row fills into the prompts, without its text and options. */
function shownValues({ placeholders = [] }: AnyRun, { filled }: Sample): (string | undefined)[] {
  return placeholders.map((name) => filled?.[name]);
}

/** Returns the source of an earlier row that asks the same; undefined for a new row. */
type EarlierSource = (texts: readonly (string | undefined)[], source: string) => string | undefined;

function earlierSourceFinder(): EarlierSource {
  const sources = new Map<string, string>();
  return (texts, source) => {
    const key = JSON.stringify(texts.map((text) => text && visibleText(text)));
    const earlier = sources.get(key);
    if (earlier === undefined) sources.set(key, source);
    return earlier;
  };
}
