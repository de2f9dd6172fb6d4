import type { z } from 'zod';
import type { RowError, Threshold } from '../results.js';
import type { Sample } from '../sample.js';

/** What came back for one prompt: an answer, or (`asks: 'loss'`) how surprising the prompt was. */
export interface Response {
  /** The answer; for a loss, the loss in words. */
  text: string;
  /** Nats a token; only where a loss was asked for. */
  loss?: number;
}

/** The answers to a sample and to its test case. */
export interface Pair {
  expected: Response;
  actual: Response;
  sample: Pick<Sample, 'options' | 'negated_answer'>;
}

export type Score = { eval_score: number } | { error: RowError };

export interface ScoringTools {
  /** A vector, or why there is none, for each distinct text; texts are sent in batches, each once. */
  embed: (texts: readonly string[]) => Promise<ReadonlyMap<string, readonly number[] | RowError>>;
}

/** Turns two answers into a score, and a score into passed or failed. */
export interface Scorer<Options = Record<string, unknown>> {
  name: string;
  /** What is asked of the model. */
  asks: 'answer' | 'loss';
  /** Whether `ScoringTools.embed` is used, so that a run can tell how many requests it will send. */
  embeds: boolean;
  defaultThreshold: Threshold;
  /** Undefined where the threshold is of the scorer's kind, else what it should be. */
  thresholdProblem(threshold: Threshold): string | undefined;
  /** Keys that may stand beside `scorer` in the configuration. */
  options: Record<string, z.ZodType>;
  /** One score a pair, in the order of the pairs. */
  score(pairs: readonly Pair[], tools: ScoringTools, options: Options): Promise<Score[]>;
  passes(evalScore: number, threshold: Threshold): boolean;
  /** Whether some score that fails under `old` passes under `now`. */
  isWeaker(now: Threshold, old: Threshold): boolean;
}
