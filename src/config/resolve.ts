import { resolveMinPassRates } from './min-pass-rate.js';
import { literal } from '../engine/prompt.js';
import { TESTS } from '../engine/tests/index.js';
import { ConfigError } from '../errors.js';
import { ENDPOINT_KEYS, hubNamed, HUBS, MODEL_KEYS } from '../models/hubs/registry.js';
import type { EmbeddingSettings, ModelSettings } from '../models/settings.js';
import { quoted } from '../json.js';
import { hubKeys, namesRoute } from './companions.js';
import type { Config, DataConfig, Overrides, TestConfig, Source, WrittenTest } from './config.js';
import { resolveEvaluation, DEFAULTS_OF } from './evaluation.js';
import { globProblem } from './paths.js';
import { didYouMeanClause } from './issues.js';
import { gatesNothing } from './keys/asking.js';
import { settle, type Written } from './keys/key.js';
import { OF_THE_MODEL } from './keys/model.js';
import { secondsOf } from './keys/values.js';
import { OF_THE_BUDGET, OF_THE_CACHE, OF_THE_REPORT, OF_THE_WHOLE, type Budget, type CacheSettings } from './keys/whole.js';
import { langTestParameters, leftOutCategories, type LangTestParameters } from './langtest.js';
import type { Path } from './positions.js';
import type { RawData } from './schema.js';
import { entriesOf } from './several.js';
import { refuseStrays } from './strays.js';

/** What our examples, `init` and `convert` write where only the user knows the model. */
export const UNNAMED_MODEL = 'YOUR-MODEL';

export function resolve(source: Source): Config {
  const { raw, prompts, overrides, origin } = source;
  const langTest = langTestParameters(source);
  const model = resolveModel(source, langTest);
  const tests = resolveTests(source, model);
  const deadline = overrides.deadline ?? raw.deadline;
  return {
    model,
    template: prompts.prompt ?? raw.model?.prompt ?? langTest.template,
    tests,
    ...embeddingsFor(tests, () => resolveEmbeddings(source, model)),
    ...settle(OF_THE_WHOLE, raw),
    deadline: deadline === undefined ? undefined : secondsOf(deadline),
    cache: resolveCache(raw.cache),
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

/** A judge may stand below `evaluation`, and LangTest's parameters have a section of their own. */
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

function resolveCache({
  mode = OF_THE_CACHE.mode.default,
  ttl = OF_THE_CACHE.ttl.default,
}: Written<typeof OF_THE_CACHE> = {}): CacheSettings {
  return { mode, ttl: secondsOf(ttl) };
}

function resolveBudget(raw: Written<typeof OF_THE_BUDGET> = {}, { maxRequests, onBudget }: Overrides): Budget {
  return {
    ...raw,
    max_requests: maxRequests ?? raw.max_requests,
    on_budget: onBudget ?? raw.on_budget ?? OF_THE_BUDGET.on_budget.default,
  };
}

/** A scorer that is named needs its embeddings; one that the samples may choose can do without as long as they do not. */
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

function resolveModel({ raw, yaml, prompts, overrides }: Source, langTest: LangTestParameters): ModelSettings {
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
    throw new ConfigError(`unknown hub ${quoted(hub)}${didYouMeanClause(hub, HUBS)}`, {
      where: "input 'hub'",
      remedy: `Allowed: ${HUBS.join(', ')}.`,
    });
  }
  const name = overrides.model ?? given.name;
  if (name === undefined || name === UNNAMED_MODEL) {
    throw new ConfigError(name === undefined ? 'no model is named' : `${name} stands for the name of a model`, {
      where: overrides.model !== undefined ? "input 'model'" : name === undefined ? where : yaml.where(['model'], 'name'),
      remedy: "Write the model's name as model.name in the file or into the input `model`; no model is a default.",
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
  const settled = settle(OF_THE_MODEL, prompts, given, { api: langTest.api });
  return {
    ...settled,
    system_prompt: settled.system_prompt === undefined ? undefined : literal(settled.system_prompt),
    ...hubKeys(MODEL_KEYS, given),
    hub,
    name,
    parameters: { ...langTest.parameters, ...given.parameters },
  };
}

function resolveTests(source: Source, model: ModelSettings): TestConfig[] {
  const { yaml } = source;
  // As written, since the schema's own order of keys would lose the file's, which decides where LangTest lets the last one win.
  const { tests } = yaml.value as { tests: { sensitivity: Parameters<typeof entriesOf>[1] } };
  const given = entriesOf(yaml, tests.sensitivity);
  if (given.length === 0) {
    throw new ConfigError('tests.sensitivity names no test', {
      where: yaml.where(['tests', 'sensitivity']),
      remedy: `Name at least one: ${TESTS.map(({ name }) => name).join(', ')}.`,
    });
  }
  const rateOf = resolveMinPassRates(tests);
  const seen = new Map<string, string>();
  const resolved = given.map((written) => {
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
    const config: TestConfig = {
      test,
      minimum_pass_rate,
      ...(test.sides && {
        minimum_answer_rate: own.min_answer_rate ?? minimum_pass_rate,
        minimum_refusal_rate: own.min_refusal_rate ?? minimum_pass_rate,
      }),
      ...evaluation,
      data: resolveData(source, written),
      line,
    };
    return { written, config };
  });
  refuseStrays(source, resolved);
  return resolved.map(({ config }) => config);
}

/** A rate that stands under another category counts too, as in LangTest, and nobody has looked at it. */
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
