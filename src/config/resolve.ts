import { resolveMinPassRates } from '../engine/min-pass-rate.js';
import { TESTS } from '../engine/tests/index.js';
import { ConfigError, didYouMean, together } from '../errors.js';
import { ENDPOINT_KEYS, hubNamed, HUBS, MODEL_KEYS } from '../models/hubs/registry.js';
import type { EmbeddingSettings, ModelSettings } from '../models/settings.js';
import { quoted } from '../json.js';
import { hubKeys, isPlaceholder, namesRoute } from './companions.js';
import type { Config, DataConfig, Overrides, TestConfig, Source, WrittenTest } from './config.js';
import { resolveEvaluation, DEFAULTS_OF } from './evaluation.js';
import { globProblem } from './paths.js';
import { hubAdvice } from './advice.js';
import { systemPromptOf, templateAt } from './prompts.js';
import { gatesNothing } from './keys/asking.js';
import { settle, type Written } from './keys/key.js';
import { OF_THE_MODEL } from './keys/model.js';
import { secondsOf } from './keys/values.js';
import { OF_THE_BUDGET, OF_THE_CACHE, OF_THE_REPORT, OF_THE_WHOLE, type Budget } from './keys/whole.js';
import { langTestParameters, leftOutCategories, type LangTestParameters } from './langtest.js';
import type { Path } from './positions.js';
import type { RawData } from './schema.js';
import { entriesOf } from './several.js';
import { strayKeys } from './strays.js';

/** Name that `init`, `convert` and the examples write in place of a model that only the user knows. */
export const UNNAMED_MODEL = 'YOUR-MODEL';

/** @throws ConfigError that names every problem, each with its place */
export function resolve(source: Source): Config {
  const problems: ConfigError[] = [];
  const config = resolved(source, collectInto(problems));
  if (problems.length > 0) throw together(distinctErrors(problems as [ConfigError, ...ConfigError[]]), ConfigError);
  return config;
}

/** Returns what keeps a file from being used that its schema allows. */
export function problemsIn(source: Source): ConfigError[] {
  const problems: ConfigError[] = [];
  resolved(source, collectInto(problems));
  return problems;
}

/** Runs a step; keeps its ConfigError and returns the fallback instead. */
type Collect = <T, F = undefined>(step: () => T, fallback?: F) => T | F;

function collectInto(problems: ConfigError[]): Collect {
  return (step, fallback) => {
    try {
      return step();
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      problems.push(error);
      return fallback!;
    }
  };
}

/** Returns errors of different places or messages: one key of `evaluation` may be wrong for several tests. */
export function distinctErrors(errors: readonly ConfigError[]): [ConfigError, ...ConfigError[]] {
  return [...new Map(errors.toReversed().map((error) => [`${error.where} ${error.message}`, error])).values()].reverse() as [
    ConfigError,
    ...ConfigError[],
  ];
}

/** In place of a model that cannot be used, so that the tests can be checked all the same. */
const UNKNOWN_MODEL: ModelSettings = { ...settle(OF_THE_MODEL), hub: 'openai', name: 'unknown', parameters: {} };

function resolved(source: Source, collect: Collect): Config {
  const { raw, overrides, origin } = source;
  const langTest: LangTestParameters = collect(() => langTestParameters(source), { parameters: {}, notices: [] });
  const known = collect(() => resolveModel(source, langTest));
  const model = known ?? UNKNOWN_MODEL;
  const template = collect(() => templateAt(source, ['model']));
  const tests = resolveTests(source, model, collect);
  const deadline = overrides.deadline ?? raw.deadline;
  return {
    model,
    template: template ?? langTest.template,
    tests,
    ...(known && collect(() => embeddingsFor(tests, () => resolveEmbeddings(source, model)))),
    ...settle(OF_THE_WHOLE, raw),
    deadline: deadline === undefined ? undefined : secondsOf(deadline),
    cache: { mode: raw.cache?.mode ?? OF_THE_CACHE.mode.default, ttl: secondsOf(raw.cache?.ttl ?? OF_THE_CACHE.ttl.default) },
    budget: resolveBudget(raw.budget, overrides),
    maskFoulWords: settle(OF_THE_REPORT, raw.report).mask_foul_words,
    notices: [
      ...leftOutCategories(raw.tests),
      ...langTest.notices,
      ...tests
        .filter(({ candidates }) => gatesNothing(candidates))
        .map(({ test }) => `${test.name} gates nothing: its threshold is null, so that it scores its rows and fails none.`),
    ],
    origin,
    placeOf: (key) => placeOf(source, key),
  };
}

/** Returns the place of a key, also below `evaluation` and in LangTest's section of parameters. */
function placeOf({ yaml }: Source, key: string): string | undefined {
  const path = key.split('.');
  const [section, field, ...name] = path;
  const isParameter = section === 'model' && field === 'parameters';
  const places = [path, ['evaluation', ...path], ...(isParameter ? [['model_parameters', ...name]] : [])];
  const found = places.find((place) => isSaid(yaml.value, place));
  return found && yaml.where(found.slice(0, -1), found.at(-1));
}

function isSaid(value: unknown, [first, ...rest]: readonly string[]): boolean {
  if (first === undefined) return true;
  return (
    typeof value === 'object' && value !== null && Object.hasOwn(value, first) && isSaid((value as Record<string, unknown>)[first], rest)
  );
}

function resolveBudget(raw: Written<typeof OF_THE_BUDGET> = {}, { maxRequests, onBudget }: Overrides): Budget {
  return {
    ...raw,
    max_requests: maxRequests ?? raw.max_requests,
    on_budget: onBudget ?? raw.on_budget ?? OF_THE_BUDGET.on_budget.default,
  };
}

/** A named scorer needs its embeddings; a scorer that the rows may choose needs them only if it is chosen. */
function embeddingsFor(tests: readonly TestConfig[], make: () => EmbeddingSettings): Pick<Config, 'embeddings' | 'embeddingsProblem'> {
  const embeds = ({ candidates }: TestConfig) => candidates.some(({ scorer }) => scorer.embeds);
  if (!tests.some(embeds)) return {};
  try {
    return { embeddings: make() };
  } catch (error) {
    if (!(error instanceof ConfigError) || tests.some((test) => embeds(test) && test.candidates.length === 1)) throw error;
    return { embeddingsProblem: error };
  }
}

function resolveModel(source: Source, langTest: LangTestParameters): ModelSettings {
  const { raw, yaml, overrides } = source;
  const given = raw.model ?? {};
  const where = yaml.where(['model']);
  const hub = overrides.hub ?? given.hub;
  if (hub === undefined) {
    throw new ConfigError('no model hub is named', {
      where,
      remedy: `Set model.hub in the file or the input \`hub\` to one of: ${HUBS.join(', ')}.`,
    });
  }
  if (!HUBS.includes(hub)) {
    const advice = hubAdvice(hub);
    throw new ConfigError(`unknown hub ${quoted(hub)}${advice === undefined ? didYouMean(hub, HUBS) : `; ${advice}`}`, {
      where: "input 'hub'",
      remedy: `Allowed: ${HUBS.join(', ')}.`,
    });
  }
  const name = overrides.model ?? given.name;
  if (name === undefined) throw new ConfigError('no model is named', { where, remedy: NAME_IT });
  if (isPlaceholder(name)) {
    throw new ConfigError(`${quoted(name)} is a placeholder and not the name of a model`, {
      where: overrides.model === undefined ? yaml.where(['model'], 'name') : "input 'model'",
      remedy: NAME_IT,
    });
  }
  const prompt = ['user_prompt', 'server_prompt', 'prompt_file', 'system_prompt_file'].find((key) =>
    Object.hasOwn(given.parameters ?? {}, key),
  );
  if (prompt !== undefined) {
    throw new ConfigError(`model.parameters.${prompt} is no request parameter`, {
      where: yaml.where(['model', 'parameters'], prompt),
      remedy: 'Write model.prompt or model.system_prompt; model.prompt_file or model.system_prompt_file where it is in a file.',
    });
  }
  return {
    ...settle(OF_THE_MODEL, given, { api: langTest.api }),
    system_prompt: systemPromptOf(source),
    ...hubKeys(MODEL_KEYS, given),
    hub,
    name,
    parameters: { ...langTest.parameters, ...given.parameters },
  };
}

const NAME_IT = "Write the model's name as model.name in the file or into the input `model`; no model is a default.";

function resolveTests(source: Source, model: ModelSettings, collect: Collect): TestConfig[] {
  const { yaml } = source;
  // As written: the schema would lose the order of the keys, by which LangTest lets the last one win.
  const { tests } = yaml.value as { tests: { sensitivity: Parameters<typeof entriesOf>[1] } };
  const given = collect(() => entriesOf(yaml, tests.sensitivity));
  if (given?.length === 0) {
    collect(() => {
      throw new ConfigError('tests.sensitivity names no test', {
        where: yaml.where(['tests', 'sensitivity']),
        remedy: `Name at least one: ${TESTS.map(({ name }) => name).join(', ')}.`,
      });
    });
  }
  const rateOf = resolveMinPassRates(tests);
  const seen = new Map<string, string>();
  const found = (given ?? []).flatMap((written) => {
    const template = collect(() => templateAt(source, written.path));
    const data = collect(() => resolveData(source, written));
    const config = collect(() => resolveTest(source, { model, written, seen, rateOf }));
    return config ? [{ written, config: { ...config, template, data: data ?? NO_DATA } }] : [];
  });
  // A key of `evaluation` may belong to a test that has another problem.
  const strays = found.length === given?.length ? strayKeys(source, found) : [];
  for (const stray of strays) {
    collect(() => {
      throw stray;
    });
  }
  return found.map(({ config }) => config);
}

/** In place of data that cannot be used: its error is collected. */
const NO_DATA: DataConfig = { source: '', overridden: false, where: '', columnPlaces: {} };

interface Resolving {
  model: ModelSettings;
  written: ReturnType<typeof entriesOf>[number];
  /** Names in the file by the name of their test, which may be written once. */
  seen: Map<string, string>;
  rateOf: ReturnType<typeof resolveMinPassRates>;
}

function resolveTest(source: Source, { model, written, seen, rateOf }: Resolving): Omit<TestConfig, 'template' | 'data'> {
  const { name, test, own, line, where, rate } = written;
  const twin = seen.get(test.name);
  if (twin !== undefined) {
    throw new ConfigError(`'${name}' and '${twin}' are the same test`, {
      where,
      remedy: name === twin ? 'Give each of the list a name of its own.' : `Keep one of them, best as ${test.name}.`,
    });
  }
  seen.set(test.name, name);
  const evaluation = resolveEvaluation(source, model, written);
  const otherwise = DEFAULTS_OF[evaluation.asking.method].min_pass_rate;
  const minimum_pass_rate = gatesNothing(evaluation.candidates) ? 0 : checkedRate(rate ?? rateOf(name, otherwise), where);
  return {
    test,
    minimum_pass_rate,
    ...(test.sides && {
      minimum_answer_rate: own.min_answer_rate ?? minimum_pass_rate,
      minimum_refusal_rate: own.min_refusal_rate ?? minimum_pass_rate,
    }),
    ...evaluation,
    line,
  };
}

/** A rate under another category counts too, as in LangTest; the schema has not checked it. */
function checkedRate(rate: number, where: string): number {
  if (rate >= 0 && rate <= 1) return rate;
  throw new ConfigError(`the min_pass_rate of this test is ${rate}: another category names the test too, and the last one counts`, {
    where,
    remedy: 'Write a rate from 0 to 1 there, or take the test out of the other category.',
  });
}

function resolveData({ raw, yaml, overrides }: Source, { own, path }: Pick<WrittenTest, 'own' | 'path'>): DataConfig {
  const at: Path = own.data ? [...path, 'data'] : ['data'];
  const given: RawData = own.data ?? raw.data ?? {};
  const named = given.source ?? given.data_source;
  const overridden = own.data === undefined && overrides.data !== undefined;
  const source = overridden ? overrides.data : named;
  if (source === undefined) {
    throw new ConfigError('no data is named', {
      where: yaml.where(at),
      remedy:
        'Set data.source in the file or the input `data`: a path or glob, builtin:statements, builtin:multiple-choice, builtin:negation-scope, builtin:sentences, builtin:safety, or hf:OWNER/NAME.',
    });
  }
  const problem = overridden ? globProblem(source) : undefined;
  if (problem) throw new ConfigError(`the path ${problem}`, { where: "input 'data'", remedy: 'Name the files by a simpler pattern.' });
  const withSplit = !overridden && given.split !== undefined && source.startsWith('hf:') ? `${source}:${given.split}` : source;
  return {
    source: withSplit,
    columns: given.columns,
    columnPlaces: Object.fromEntries(Object.keys(given.columns ?? {}).map((role) => [role, yaml.where([...at, 'columns'], role)])),
    limit: given.limit,
    overridden,
    where: overridden ? "input 'data'" : yaml.where([...at, given.source !== undefined ? 'source' : 'data_source']),
  };
}

function resolveEmbeddings({ raw, yaml, overrides }: Source, model: ModelSettings): EmbeddingSettings {
  const given = raw.embeddings ?? {};
  const hub = given.hub ?? model.hub;
  const { createEmbedder, embeddingModel } = hubNamed(hub);
  const name = given.model ?? embeddingModel;
  if (createEmbedder === undefined || name === undefined) {
    throw new ConfigError(`the hub ${hub} has no embedding model by default, and the scorer embedding needs one`, {
      where: yaml.where(['embeddings']),
      remedy: 'Set embeddings.hub and embeddings.model (azure-openai: the name of an embedding deployment).',
    });
  }
  const sameHub = hub === model.hub && !namesRoute(given);
  return {
    hub,
    name,
    base_url: given.base_url ?? (sameHub ? (overrides.baseUrl ?? model.base_url) : undefined),
    ...hubKeys(ENDPOINT_KEYS, given, model),
    timeout: model.timeout,
    retries: model.retries,
  };
}
