import type { Config } from '../config/config.js';
import { ConfigError } from '../errors.js';
import { KEY_VARIABLES, needsKey, type Settings } from '../models/index.js';
import type { Connection } from '../models/settings.js';

/** Returns the settings of all models that a run may ask; the model as its own judge counts once. */
export function askedModels({ model, embeddings, tests }: Config): Settings[] {
  const all = [model, ...tests.map(({ judge }) => (judge?.isSelf ? undefined : judge)), embeddings];
  return all.filter((settings) => settings !== undefined);
}

/** Returns the secrets that a run may send: by hub name, then by variable name. */
export function keysOf(config: Config, { keys, variables = {} }: Connection): string[] {
  const hubs = [...new Set(askedModels(config).map(({ hub }) => hub))].sort();
  const names = Object.keys(variables).sort();
  return [...hubs.flatMap((hub) => keys[hub] ?? []), ...names.flatMap((name) => variables[name] || [])];
}

/** Returns hubs that need a key and have none. Embeddings count only if a test certainly uses them. */
export function missingKeys(config: Config, connection: Connection): string[] {
  const embeds = config.tests.some(({ candidates }) => candidates.length === 1 && candidates[0]!.scorer.embeds);
  const asked = askedModels(embeds ? config : { ...config, embeddings: undefined });
  return [...new Set(asked.filter((settings) => needsKey(settings, connection)).map(({ hub }) => hub))].filter(
    (hub) => !connection.keys[hub],
  );
}

/** The input `api-key` serves the model's hub only. `isLocal`: the remedy names variables of a terminal. */
export function missingKeyError(hubs: readonly string[], { modelHub, isLocal }: { modelHub: string; isLocal: boolean }): ConfigError {
  const message = `there is no key for ${hubs.join(' and ')}`;
  const variables = hubs
    .map((hub) => KEY_VARIABLES[hub])
    .filter((variable) => variable !== undefined)
    .join(' and ');
  const isModels = hubs.includes(modelHub);
  if (isLocal) {
    const other = isModels ? `, or SENSITIVITY_API_KEY for the hub of the model (${modelHub})` : '';
    return new ConfigError(message, { where: 'environment', remedy: `Set the variable ${variables}${other}. \`plan\` needs no key.` });
  }
  const input = `Set the input \`api-key\` from a secret (api-key: \${{ secrets.${KEY_VARIABLES[modelHub] ?? 'MODEL_KEY'} }}), or`;
  return new ConfigError(message, {
    where: "input 'api-key'",
    remedy: `${isModels ? input : 'Set'} the variable ${variables} (under \`env:\`, from a secret). A fork's pull request gets no secrets: there \`missing-key: skip\` says so instead of failing.`,
  });
}

/** Returns one item a key, in the order of first occurrence; the last item of a key counts. */
export function distinct<T>(items: readonly T[], keyOf: (item: T) => unknown = (item) => item): T[] {
  return [...new Map(items.map((item) => [keyOf(item), item])).values()];
}
