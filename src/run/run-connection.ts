/** The models that a run may ask, with the keys and addresses that the workflow gives it. */
import type { Config } from '../config/config.js';
import type { RulesComparison } from '../config/rules-comparison.js';
import { ConfigError } from '../errors.js';
import {
  destinationOf,
  KeyRing,
  type Connection,
  type SectionKeys,
  type Settings,
} from '../models/index.js';
import type { EvaluateOptions } from './options.js';

/**
 * Collects keys, addresses and permissions of the workflow.
 * @throws ConfigError for keys that have the same address
 */
export function connectionOf(options: EvaluateOptions, config: Config): Connection {
  const { keys, endpoints, variables = {}, allowedHosts, allowLoopback, overrides } = options;
  const inputs: SectionKeys = {
    model: options.apiKey,
    judge: options.judgeApiKey,
    embeddings: options.embeddingsApiKey,
  };
  const connection = {
    baseUrl: overrides.baseUrl,
    endpoints,
    variables,
    allowedHosts,
    allowLoopback,
    // In the action, a pull request can edit the head's rules. The base's rules are merged, and in
    // a terminal the rules are the developer's own.
    isUntrusted: options.confined && options.config.ref === 'head',
    seed: config.seed,
  };
  const ring = new KeyRing({
    connection,
    inputs,
    hubKeys: keys,
    sections: askedModels(config),
    reviewed: reviewedModels(options.config),
    namedHub: overrides.hub,
  });
  const secrets = [inputs, keys, variables]
    .flatMap((texts) => Object.values(texts))
    .flatMap((text) => text || []);
  return { ...connection, secrets, grantAt: (place) => ring.grantAt(place) };
}

/** The models of the base; undefined without a base. */
function reviewedModels({ reviewed }: RulesComparison): Settings[] | 'unreadable' | undefined {
  if (reviewed === undefined) return undefined;
  return 'config' in reviewed ? askedModels(reviewed.config) : 'unreadable';
}

/**
 * Returns the settings of all models that a run may ask; the model as its own judge counts once.
 */
export function askedModels({ model, embeddings, tests }: Config): Settings[] {
  const judges = tests.map(({ judge }) => (judge?.isSelf ? undefined : judge));
  return [model, ...judges, embeddings].filter((settings) => settings !== undefined);
}

/** Returns the secrets that a run may send: keys by section, then header variables by name. */
export function secretsOfRun(config: Config, connection: Connection): string[] {
  const keys = askedModels(config).flatMap((settings) => keyOf(settings, connection) ?? []);
  const variables = Object.entries(connection.variables ?? {})
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([, value]) => value || []);
  return [...new Set([...keys, ...variables])];
}

/** Returns the key of a section; undefined if its address cannot be used. */
function keyOf(settings: Settings, connection: Connection): string | undefined {
  try {
    return destinationOf(settings, connection).key;
  } catch (error) {
    // The connection to the model reports this error.
    if (error instanceof ConfigError) return undefined;
    throw error;
  }
}
