import { findBase } from './baseline.js';
import { calibrationStore } from './calibration-store.js';
import { parseConfig, readConfigFile } from '../config/load.js';
import type { Config, Overrides } from '../config/config.js';
import type { ConfigSource } from '../config/source.js';
import { judgeSubject } from '../config/subject.js';
import { decide } from '../engine/gate.js';
import type { Results } from '../engine/results.js';
import { run, type Progress } from '../engine/run.js';
import { ConfigError, GateError } from '../errors.js';
import { connectModels } from './connect-models.js';
import type { IsTracked } from '../inside.js';
import { Accounts, isAskedAtHome, KEY_VARIABLES, Meter, needsKey } from '../models/index.js';
import type { Keys } from '../models/keys.js';
import type { ByHub, ClassifierSettings, Connection, EmbeddingSettings, ModelSettings } from '../models/settings.js';
import { readTests } from './read-tests.js';

/** All that an evaluation needs from its door; nothing below reads inputs or the environment. */
export interface EvaluateOptions {
  config: ConfigSource;
  overrides: Overrides;
  /** Absolute folder from which the configuration's and the data's paths start. */
  root: string;
  /** A pull request can edit the configuration: data files that it names must lie below `root`. */
  confined: boolean;
  /** What git tracks there; left out where there is nothing but what a commit holds. */
  isTracked?: IsTracked;
  /** The key of the model's hub (input `api-key`), and what the environment holds for each hub. */
  apiKey?: string;
  keys: Keys;
  /** The endpoint that the environment names for each hub. */
  endpoints?: ByHub;
  allowedHosts: string[];
  /** The input `allow-loopback`; left out, a configuration may name any address of this machine. */
  allowLoopback?: string[];
  /** Base URL of the Hugging Face datasets server, for tests and mirrors. */
  datasetsServer?: string;
  missingKey: 'fail' | 'skip';
  /** Folder that keeps what is known of judges from run to run. */
  cacheDirectory?: string;
  onProgress?: Progress;
}

export interface Evaluation {
  results: Results;
  /** Absent where the configuration could not be read. */
  config?: Config;
}

/** Config, data, models, engine, in this order. Whatever a user can get wrong comes back as `problem`; only our own defects throw. */
export async function evaluate(options: EvaluateOptions): Promise<Evaluation> {
  const started = new Date();
  const results = emptyResults(options, started);
  const skip = (why: string) => {
    results.outcome = decide({ tests: [], skipped: true }).outcome;
    results.notices.push(why);
    return { results, config };
  };
  let config: Config | undefined;
  try {
    config = await readConfig(options);
    results.notices.push(...config.notices);
    Object.assign(results, { model: identity(config), seed: config.seed, config: { ...config.origin, ref: options.config.ref } });
    const connection = connectionOf(options, config);
    const base = await findBase({ ...options, config, base: options.config.base });
    if (base?.unchanged && everybodyOf(config).every((settings) => isAskedAtHome(settings, connection))) {
      return skip(`Nothing that matters changed since the ${base.name}: model, prompts, rules and data are the same. No model was asked. (compare: base)`);
    }
    const missing = missingKeys(config, connection);
    if (missing.length > 0) {
      if (options.missingKey === 'fail') throw missingKeyError(missing, config.model.hub);
      return skip(`Skipped: there is no key for ${missing.join(' and ')}, so no model was asked and nothing was shown. (missing-key: skip)`);
    }
    const meter = new Meter(config.maxRequests, new Accounts({ ceiling: config.concurrency }));
    const models = await connectModels(config, { connection, meter, base: base?.config });
    const { tests, notices } = await readTests(config, { ...options, models, hasBase: models.base !== undefined });
    results.notices.push(...(base?.notices ?? []), ...models.notices, ...notices);
    const calibrations = options.cacheDirectory === undefined ? undefined : calibrationStore(options.cacheDirectory, models.settingsOf);
    Object.assign(results, await run({ ...config, tests, baseTemplate: base?.config?.template }, { ...models, calibrations }, options.onProgress));
    results.notices.push(...unfitRows(results), ...setAside(results));
    const { requests, prompt_tokens, completion_tokens } = meter;
    Object.assign(results.usage, { requests, prompt_tokens, completion_tokens });
  } catch (error) {
    if (!(error instanceof GateError)) throw error;
    Object.assign(results, problem(error));
  }
  results.usage.duration_ms = Date.now() - started.getTime();
  return { results, config };
}

/** A sentence for each test of which a judge set many rows aside: what is left may be the easy part. */
function setAside({ report }: Results): string[] {
  return report.flatMap(({ test_type, set_aside_count = 0, pass_count, fail_count }) => {
    const judged = set_aside_count + pass_count + fail_count;
    if (5 * set_aside_count <= judged) return [];
    const open = set_aside_count > pass_count + fail_count ? ' They are the most of them, so they count as open.' : '';
    return [`${test_type}: the judge set ${set_aside_count} of ${judged} rows aside as not applicable. Look at them: a model that refuses leaves nothing to judge.${open}`];
  });
}

/** A sentence for each test with rows that cannot tell whether the model read the perturbation. */
function unfitRows({ report, results }: Results): string[] {
  return report.flatMap(({ test_type }) => {
    const rows = results.filter((row) => row.test_type === test_type);
    const rules = rows.flatMap(({ lint }) => (lint ? [lint.rule] : []));
    if (rules.length === 0) return [];
    const counts = [...new Set(rules)].map((rule) => `${rule} ${rules.filter((other) => other === rule).length}`);
    return [`${test_type}: ${rules.length} of ${rows.length} rows may not tell whether the model read the perturbation (${counts.join(', ')}). \`evaluation: { lint: drop }\` leaves them out.`];
  });
}

/** The configuration that judges; its notices name what of its subject is another's. Throws ConfigError. */
export async function readConfig({ root, confined, isTracked, config: { path, text, subject }, overrides }: EvaluateOptions): Promise<Config> {
  const rules = parseConfig(text ?? (await readConfigFile({ root, file: path, confined, isTracked })), path, overrides);
  return subject === undefined ? rules : judgeSubject(rules, parseConfig(subject, path, overrides));
}

export function connectionOf(options: EvaluateOptions, config: Config): Connection {
  const { keys, apiKey, endpoints, allowedHosts, allowLoopback, overrides } = options;
  return {
    keys: apiKey === undefined ? keys : { ...keys, [config.model.hub]: apiKey },
    baseUrl: overrides.baseUrl,
    endpoints,
    allowedHosts,
    allowLoopback,
    // The head's rules in the action: a pull request can edit them. The base's were merged, a terminal's are the developer's own.
    untrusted: options.confined && options.config.ref === 'head',
    maxRequests: config.maxRequests,
    seed: config.seed,
  };
}

/** All that a run may ask. */
function everybodyOf({ model, embeddings, tests }: Config): (ModelSettings | EmbeddingSettings | ClassifierSettings)[] {
  return [model, ...tests.flatMap(({ judge, classifier }) => [...(judge ? [judge] : []), ...(classifier ? [classifier] : [])]), ...(embeddings ? [embeddings] : [])];
}

/** Hubs that want a key and have none; embeddings that may turn out not to be needed are left to their own error. */
function missingKeys(config: Config, connection: Connection): string[] {
  const embeds = config.tests.some(({ candidates }) => candidates.length === 1 && candidates[0]!.scorer.embeds);
  const asked = everybodyOf(embeds ? config : { ...config, embeddings: undefined });
  return [...new Set(asked.filter((settings) => needsKey(settings, connection)).map(({ hub }) => hub))].filter((hub) => !connection.keys[hub]);
}

/** The input goes to the model's own hub and to no other. */
function missingKeyError(hubs: readonly string[], modelHub: string): ConfigError {
  const variables = hubs.map((hub) => KEY_VARIABLES[hub]).filter((variable) => variable !== undefined);
  return new ConfigError(`there is no key for ${hubs.join(' and ')}`, {
    where: "input 'api-key'",
    remedy: `${hubs.includes(modelHub) ? `Set the input \`api-key\` from a secret (api-key: \${{ secrets.${KEY_VARIABLES[modelHub] ?? 'MODEL_KEY'} }}), or` : 'Set'} the variable ${variables.join(' and ')} (under \`env:\`, from a secret). A fork's pull request gets no secrets: there \`missing-key: skip\` says so instead of failing.`,
  });
}

export function identity({ model: { hub, name } }: Config): Results['model'] {
  return { hub, name };
}

/** The results of a run that ended before it began: its rules, its report or its folder cannot be used. */
export function failedResults(config: ConfigSource, error: GateError): Results {
  return { ...emptyResults({ config, overrides: {} }, new Date()), ...problem(error) };
}

/** What a run is that met an error before any row: nothing was shown, so it is no pass. */
function problem({ name, message, where, remedy }: GateError): Pick<Results, 'outcome' | 'problem'> {
  return { outcome: 'error', problem: { name, message, where, remedy } };
}

function emptyResults({ config: { path, ref }, overrides }: Pick<EvaluateOptions, 'config' | 'overrides'>, started: Date): Results {
  return {
    schema_version: 1,
    outcome: 'error',
    model: { hub: overrides.hub ?? '', name: overrides.model ?? '' },
    config: { path, ref, sha256: '' },
    report: [],
    results: [],
    not_applicable: [],
    usage: { requests: 0, prompt_tokens: 0, completion_tokens: 0, duration_ms: 0 },
    seed: 0,
    started_at: started.toISOString(),
    notices: [],
  };
}
