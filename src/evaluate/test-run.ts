import type { TestConfig } from '../config/config.js';
import type { TestRun } from '../engine/cases.js';
import { SIDES } from '../engine/sample.js';
import { DataError } from '../errors.js';
import { rowKind } from '../engine/lint/kind.js';
import type { Readers, TripletScorer } from '../engine/triplet/reading.js';
import type { StreamRun, TripletRun } from '../engine/triplet/triplet-run.js';
import { readPlainLabels, readPlainTruth } from '../language/plain.js';

/** A test of the configuration as the engine wants it run. */

const READERS: Readers = {
  labels: (answer, { options }) => readPlainLabels(answer, options),
  stance: readPlainTruth,
  kind: rowKind,
};

type Parts = Pick<TripletRun, 'samples' | 'template' | 'compare' | 'judge'> & { reader: TripletScorer['name'] };

export function tripletRun(config: TestConfig, { reader, ...parts }: Parts): TripletRun {
  const { test, parameters, lint, minimum_pass_rate, min_valid, min_steady, repeats, margin, alpha, beta } = config;
  return {
    method: 'triplet',
    test,
    parameters,
    lint,
    minimum_pass_rate,
    minimum_valid_rate: min_valid,
    minimum_steady_rate: min_steady,
    repeats,
    margin,
    alpha,
    beta,
    scorer: { name: reader, readers: READERS },
    ...parts,
  };
}

/**
 * The sides of a test, each asked and decided by itself; a test of one rate is its only one.
 * @throws DataError where a side has no row: the other alone would reward a model that refuses everything, or nothing.
 */
export function sidesOf({ test, minimum_answer_rate, minimum_refusal_rate, data }: TestConfig, run: TestRun): TestRun[] {
  if (!test.sides) return [run];
  const minimum = { answer: minimum_answer_rate!, refuse: minimum_refusal_rate! };
  return SIDES.map((side) => {
    const samples = run.samples.filter(({ should }) => should === side);
    if (samples.length === 0) {
      throw new DataError(`${test.name}: none of the ${run.samples.length} rows says should: ${side}`, {
        where: data.source,
        remedy: `Give it rows of both sides, such as builtin:safety: with one alone a model passes that ${side === 'answer' ? 'refuses' : 'answers'} everything.`,
      });
    }
    return { ...run, side, samples, minimum_pass_rate: minimum[side] };
  });
}

export function streamRun({ measure, margin, alpha, beta }: TestConfig, run: TestRun): StreamRun {
  return { ...run, method: 'stream', measure, margin, alpha, beta };
}
