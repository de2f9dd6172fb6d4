import { ConfigError, didYouMean, mergeErrors } from '../errors.js';
import { ENDPOINT_KEYS, hubNamed, HUBS, MODEL_KEYS } from '../models/hubs/registry.js';
import type { EmbeddingSettings, ModelSettings } from '../models/settings.js';
import { quoted } from '../json.js';
import { hubKeys, refusePlaceholder, sharesEndpoint } from './judge.js';
import type { Config, Source } from './config.js';
import type { TestConfig } from './keys/test.js';
import { hubAdvice } from './advice.js';
import {
  placeholdersOfRows,
  promptAt,
  systemFill,
  variablesOf,
  writtenPromptAt,
  writtenPrompts,
} from './prompts.js';
import { settle } from './keys/key.js';
import { RUN_KEYS } from './keys/evaluation.js';
import { MODEL_SECTION_KEYS } from './keys/model.js';
import { secondsOf } from './keys/values.js';
import { BUDGET_SECTION_KEYS, CACHE_KEYS, REPORT_SECTION_KEYS, ROOT_KEYS } from './keys/whole.js';
import { langTestParameters, leftOutOfLangTest, type LangTestParameters } from './langtest.js';
import { subjectPlaces, writtenKey } from './subject-places.js';
import { collectProblem, resolveTests, writtenTests } from './resolve-tests.js';
import { unfilledValues } from './unfilled.js';

/**
 * Name that `init`, `convert` and the examples write in place of a model that only the user knows.
 */
export const UNNAMED_MODEL = 'YOUR-MODEL';

/** @throws ConfigError that names every problem, each with its place */
export function resolve(source: Source): Config {
  const problems: ConfigError[] = [];
  const config = resolved(source, problems);
  if (problems.length > 0) throw mergeDistinct(problems);
  return config;
}

/**
 * Returns one error that names each problem once: a key of `evaluation` may be wrong for several
 * tests.
 */
export function mergeDistinct(errors: readonly ConfigError[]): ConfigError {
  const distinct = new Map<string, ConfigError>();
  for (const error of errors) {
    const key = `${error.where} ${error.message}`;
    if (!distinct.has(key)) distinct.set(key, error);
  }
  const [firstError, ...furtherErrors] = distinct.values();
  if (!firstError) throw new RangeError('there is no error to return');
  return mergeErrors([firstError, ...furtherErrors], ConfigError);
}

/** Takes the place of a model that cannot be used, so that the tests are checked all the same. */
const UNKNOWN_MODEL: ModelSettings = {
  ...settle(MODEL_SECTION_KEYS),
  hub: 'openai',
  name: 'unknown',
  parameters: {},
};

/** Resolves a configuration that the schema allows, and adds its problems to `problems`. */
function resolved(source: Source, problems: ConfigError[]): Config {
  const { raw, overrides, origin } = source;
  const langTest = langTestParameters(source, problems);
  const usableModel = collectProblem(problems, () => resolveModel(source, langTest));
  const model = usableModel ?? UNKNOWN_MODEL;
  const template = collectProblem(problems, () => promptAt(source, ['model'], 'prompt'));
  const entries = writtenTests(source, problems);
  problems.push(...unfilledValues(source, entries));
  const tests = resolveTests(source, { model, entries }, problems);
  const embedding =
    usableModel &&
    collectProblem(problems, () => embeddingsFor(tests, () => resolveEmbeddings(source, model)));
  const deadline = overrides.deadline ?? raw.deadline;
  return {
    model,
    template: template ?? langTest.template,
    prompts: writtenPrompts(source, entries),
    variables: variablesOf(source),
    tests,
    ...embedding,
    ...settle(ROOT_KEYS, raw),
    ...settle(RUN_KEYS, raw.evaluation),
    deadline: deadline === undefined ? undefined : secondsOf(deadline),
    cache: {
      mode: raw.cache?.mode ?? CACHE_KEYS.mode.default,
      ttl: secondsOf(raw.cache?.ttl ?? CACHE_KEYS.ttl.default),
    },
    budget: {
      ...raw.budget,
      max_requests: overrides.maxRequests ?? raw.budget?.max_requests,
      on_budget:
        overrides.onBudget ?? raw.budget?.on_budget ?? BUDGET_SECTION_KEYS.on_budget.default,
    },
    maskFoulWords: settle(REPORT_SECTION_KEYS, raw.report).mask_foul_words,
    notices: [...leftOutOfLangTest(source), ...langTest.notices],
    origin,
    placeOf: (key) => placeOf(source, key),
    places: subjectPlaces(source, entries),
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
  tests: readonly TestConfig[],
  make: () => EmbeddingSettings,
): Pick<Config, 'embeddings' | 'embeddingsProblem'> {
  const embedding = tests.filter(({ candidates }) =>
    candidates.some(({ scorer }) => scorer.embeds),
  );
  if (embedding.length === 0) return {};
  try {
    return { embeddings: make() };
  } catch (error) {
    const isNamed = embedding.some(({ candidates }) => candidates.length === 1);
    if (isNamed || !(error instanceof ConfigError)) throw error;
    return { embeddingsProblem: error };
  }
}

function resolveModel(source: Source, langTest: LangTestParameters): ModelSettings {
  const { raw, yaml, overrides } = source;
  const section = raw.model ?? {};
  const hub = checkedHub(source);
  const name = overrides.model ?? section.name;
  if (name === undefined)
    throw new ConfigError('no model is named', { where: yaml.placeOf(['model']), remedy: NAME_IT });
  refusePlaceholder(name, 'model', {
    where: overrides.model === undefined ? yaml.placeOf(['model'], 'name') : "input 'model'",
    remedy: NAME_IT,
  });
  refusePromptParameter(source);
  const filling = { variables: variablesOf(source), columns: placeholdersOfRows(source) };
  return {
    ...settle(MODEL_SECTION_KEYS, section, { api: langTest.api }),
    system_prompt: promptAt(source, ['model'], 'system_prompt'),
    system_fill: systemFill(writtenPromptAt(source, ['model', 'system_prompt'])?.text, filling),
    ...hubKeys(MODEL_KEYS, section),
    hub,
    name,
    parameters: { ...langTest.parameters, ...section.parameters },
  };
}

/** @throws ConfigError for a hub that is not named, or not known */
function checkedHub({ raw, yaml, overrides }: Source): string {
  const hub = overrides.hub ?? raw.model?.hub;
  if (hub === undefined) {
    const remedy = `Set model.hub in the file or the input \`hub\` to one of: ${HUBS.join(', ')}.`;
    throw new ConfigError('no model hub is named', { where: yaml.placeOf(['model']), remedy });
  }
  if (HUBS.includes(hub)) return hub;
  const advice = hubAdvice(hub);
  const suggestion = advice === undefined ? didYouMean(hub, HUBS) : `; ${advice}`;
  throw new ConfigError(`unknown hub ${quoted(hub)}${suggestion}`, {
    where: "input 'hub'",
    remedy: `Allowed: ${HUBS.join(', ')}.`,
  });
}

const PROMPT_PARAMETERS = ['user_prompt', 'server_prompt', 'prompt_file', 'system_prompt_file'];

/** @throws ConfigError for a prompt among the request parameters */
function refusePromptParameter({ raw, yaml }: Source): void {
  const parameters = raw.model?.parameters ?? {};
  const prompt = PROMPT_PARAMETERS.find((key) => Object.hasOwn(parameters, key));
  if (prompt === undefined) return;
  throw new ConfigError(`model.parameters.${prompt} is not a request parameter`, {
    where: yaml.placeOf(['model', 'parameters'], prompt),
    remedy:
      'Write model.prompt or model.system_prompt. For a prompt in a file, write model.prompt_file or model.system_prompt_file.',
  });
}

const NAME_IT =
  "Write the model's name as model.name in the file, or into the input `model`. There is no default model.";

function resolveEmbeddings(
  { raw, yaml, overrides }: Source,
  model: ModelSettings,
): EmbeddingSettings {
  const section = raw.embeddings ?? {};
  const hub = section.hub ?? model.hub;
  const { createEmbedder, embeddingModel } = hubNamed(hub);
  const name = section.model ?? embeddingModel;
  if (createEmbedder === undefined || name === undefined) {
    const message = `the scorer embedding needs an embedding model, and the hub ${hub} has no default one`;
    const remedy =
      'Set embeddings.hub and embeddings.model. With azure-openai, the model is the name of an embedding deployment.';
    throw new ConfigError(message, { where: yaml.placeOf(['embeddings']), remedy });
  }
  const shares = sharesEndpoint(hub, section, model);
  const shared = shares ? (overrides.baseUrl ?? model.base_url) : undefined;
  return {
    hub,
    name,
    base_url: section.base_url ?? shared,
    ...hubKeys(ENDPOINT_KEYS, section, shares ? model : undefined),
    timeout: model.timeout,
    retries: model.retries,
  };
}
