/** The runs of a configured test, by its method. */
import type { Candidate } from '../config/config.ts';
import type { TestConfig } from '../config/keys/test.ts';
import { rowKind } from '../engine/lint/kind.ts';
import { itemAt } from '../engine/lists.ts';
import type { Readers, TripletScorer } from '../engine/methods/reading.ts';
import type { PairRun, StreamRun, TripletRun } from '../engine/methods/test-run.ts';
import { SIDES, type Sample, type Side } from '../engine/sample.ts';
import { DataError } from '../errors.ts';
import { quoted } from '../json.ts';
import { readPlainLabels, readPlainTruth } from '../language/plain.ts';

/** The keys of a run that every method has. */
export type CommonRun = Omit<
  TripletRun,
  'method' | 'minimum_valid_rate' | 'minimum_steady_rate' | 'margin' | 'alpha' | 'beta' | 'scorer'
>;

const READERS: Readers = {
  labels: (answer, { options }) => readPlainLabels(answer, options),
  stance: readPlainTruth,
  kind: rowKind,
};

export function tripletRun(
  { margin, alpha, beta, min_valid, min_steady }: TestConfig,
  reader: TripletScorer['name'],
  common: CommonRun,
): TripletRun {
  return {
    method: 'triplet',
    ...common,
    minimum_valid_rate: min_valid,
    minimum_steady_rate: min_steady,
    margin,
    alpha,
    beta,
    scorer: { name: reader, readers: READERS },
  };
}

export function streamRun({ measure, margin, alpha, beta }: TestConfig, run: PairRun): StreamRun {
  return { ...run, method: 'stream', measure, margin, alpha, beta };
}

/** Returns the first candidate that fits the samples. A surprising choice gets a notice. */
export function chooseScorer(
  { test, candidates }: TestConfig,
  samples: readonly Sample[],
): { candidate: Candidate; notices: string[] } {
  const notices: string[] = [];
  const firstCandidate = itemAt(candidates, 0);
  if (candidates.length === 1) return { candidate: firstCandidate, notices };
  const chosen = candidates.find(({ scorer }) => scorer.fits?.(samples) ?? true) ?? firstCandidate;
  const misfit =
    chosen === firstCandidate
      ? []
      : samples.filter((sample) => !firstCandidate.scorer.fits?.([sample]));
  const [firstMisfit] = misfit;
  if (firstMisfit && misfit.length < samples.length) {
    notices.push(
      `${test.name}: scorer auto took ${chosen.scorer.name}, since ${firstCandidate.scorer.name} does not fit ${misfit.length} of ${samples.length} rows, the first at ${quoted(firstMisfit.source)}.`,
    );
  }
  if (chosen.scorer.embeds) {
    notices.push(
      `${test.name}: scorer auto found neither options in every row nor a judge, and took embedding: how far apart two answers are, whatever they say. ` +
        'Give the rows options, name a judge, write `method: triplet`, or write `scorer: embedding` to mean it.',
    );
  }
  return { candidate: chosen, notices };
}

/** Returns the minimum of each side; that of the whole test for a side without one. */
export function minimaOfSides({
  minimum_pass_rate,
  minimum_answer_rate = minimum_pass_rate,
  minimum_refusal_rate = minimum_pass_rate,
}: TestConfig): Record<Side, number> {
  return { answer: minimum_answer_rate, refuse: minimum_refusal_rate };
}

/**
 * Returns the sides of a test, each with its own verdict.
 * @throws DataError for a side without rows: one side alone rewards a bad model
 */
export function sidesOf(testConfig: TestConfig, run: PairRun): PairRun[] {
  const { test, data } = testConfig;
  if (!test.sides) return [run];
  const minima = minimaOfSides(testConfig);
  // If `should` is one value for every row, the test has one side.
  const isOneSided = typeof data.columns?.should === 'object';
  const sides = SIDES.filter(
    (side) => !isOneSided || run.samples.some(({ should }) => should === side),
  );
  return sides.map((side) => {
    const samples = run.samples.filter(({ should }) => should === side);
    if (samples.length === 0) {
      throw new DataError(
        `${test.name}: none of the ${run.samples.length} rows says should: ${side}`,
        {
          where: data.source,
          remedy: `Give it rows of both sides, such as builtin:safety: with one alone a model passes that ${side === 'answer' ? 'refuses' : 'answers'} everything.`,
        },
      );
    }
    return { ...run, side, samples, minimum_pass_rate: minima[side] };
  });
}

/** Returns a notice if the rows are all of one side. */
export function oneSidedNotices([first, ...others]: readonly PairRun[]): string[] {
  if (first?.side === undefined || others.length > 0) return [];
  const behaviour = first.side === 'answer' ? 'answers' : 'refuses';
  return [
    `${first.test.name}: every row says should: ${first.side}, so a model that ${behaviour} everything passes.`,
  ];
}
