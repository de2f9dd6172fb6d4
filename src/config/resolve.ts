import { ConfigError } from '../errors.ts';
import type { ModelSettings } from '../models/settings.ts';
import { documentNotices } from './bot-rules.ts';
import type { Config, Source } from './config.ts';
import { settle } from './keys/key.ts';
import { MODEL_SECTION_KEYS } from './keys/model.ts';
import type { TestConfig } from './keys/test.ts';
import { secondsOf } from './keys/values.ts';
import { REPORT_SECTION_KEYS, ROOT_KEYS } from './keys/whole.ts';
import { langTestParameters, leftOutOfLangTest } from './langtest.ts';
import { collectProblem, mergeProblems } from './problems.ts';
import {
  fillingOf,
  literalNameNotices,
  modelPrompt,
  variablesOf,
  writtenPrompts,
} from './prompts.ts';
import { resolveEmbeddings, resolveModel } from './resolve-model.ts';
import { resolveTests } from './resolve-tests.ts';
import { subjectPlaces, writtenKey } from './subject-places.ts';
import { writtenTests } from './test-entries.ts';
import { unfilledValues } from './unfilled.ts';

/**
 * Name that `init` and the examples write in place of a model that only the user knows.
 */
export const UNNAMED_MODEL = 'YOUR-MODEL';

/** Replaces a model that cannot be used, so that the tests are checked nevertheless. */
const UNKNOWN_MODEL: ModelSettings = {
  ...settle(MODEL_SECTION_KEYS),
  hub: 'openai',
  name: 'unknown',
  parameters: {},
};

/**
 * Resolves a configuration that the schema allows.
 *
 * @throws ConfigError that names every problem, each with its place
 */
export function resolve(source: Source): Config {
  const { raw, overrides, origin } = source;
  const problems: ConfigError[] = [];
  const langTest = langTestParameters(source, problems);
  const usableModel = collectProblem(problems, () => resolveModel(source, langTest));
  const model = usableModel ?? UNKNOWN_MODEL;
  const template = collectProblem(problems, () => modelPrompt(source, 'prompt'));
  const entries = collectProblem(problems, () => writtenTests(source.yaml)) ?? [];
  problems.push(...unfilledValues(source, entries));
  const tests = resolveTests(source, { model, entries }, problems);
  const embeddingSettings =
    usableModel &&
    collectProblem(problems, () => embeddingsFor(source, { model: usableModel, tests }));
  if (problems.length > 0) throw mergeProblems(problems);
  const deadline = overrides.deadline ?? raw.deadline;
  const prompts = writtenPrompts(source);
  return {
    model,
    template: template ?? langTest.template,
    prompts,
    variables: variablesOf(source),
    tests,
    ...embeddingSettings,
    ...settle(ROOT_KEYS, raw),
    deadline: deadline === undefined ? undefined : secondsOf(deadline),
    budget: { max_requests: overrides.maxRequests ?? raw.budget?.max_requests },
    maskFoulWords: settle(REPORT_SECTION_KEYS, raw.report).mask_foul_words,
    notices: [
      ...leftOutOfLangTest(source),
      ...langTest.notices,
      ...tests.flatMap(documentNotices),
      ...literalNameNotices(prompts, fillingOf(source)),
    ],
    origin,
    placeOf: (key) => placeOf(source, key),
    places: subjectPlaces(source),
  };
}

function placeOf({ yaml }: Source, key: string): string | undefined {
  const keyPath = writtenKey(yaml, key);
  return keyPath && yaml.placeOf(keyPath.slice(0, -1), String(keyPath.at(-1)));
}

/**
 * Resolves embeddings if a scorer may use them. Their problem is an error if a test has no other
 * scorer. If it has, the rows may select that one, and the problem is only kept.
 */
function embeddingsFor(
  source: Source,
  { model, tests }: { model: ModelSettings; tests: readonly TestConfig[] },
): Pick<Config, 'embeddings' | 'embeddingsProblem'> {
  const embeddingTests = tests.filter(({ candidates }) =>
    candidates.some(({ scorer }) => scorer.embeds),
  );
  if (embeddingTests.length === 0) return {};
  try {
    return { embeddings: resolveEmbeddings(source, model) };
  } catch (error) {
    const isNamed = embeddingTests.some(({ candidates }) => candidates.length === 1);
    if (isNamed || !(error instanceof ConfigError)) throw error;
    return { embeddingsProblem: error };
  }
}
