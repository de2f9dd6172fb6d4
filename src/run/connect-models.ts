import type { Config } from '../config/config.js';
import { sameModel } from '../config/changed-rules.js';
import { canonical } from '../json.js';
import type { Embedder, Judge, Model } from '../engine/model.js';
import { ConfigError } from '../errors.js';
import {
  createEmbedder,
  createModel,
  needsKey,
  ROOMY_SELF_TOKENS,
  selfJudge,
  type Meter,
  type Connection,
  type ModelSettings,
  KEY_VARIABLES,
  type Settings,
} from '../models/index.js';
import { uncounted } from './budget.js';

export interface ConnectedModels {
  model: Model;
  /** The base's model; the same object if the settings are the same, so that both share answers. */
  base?: Model | undefined;
  embedder?: Embedder | undefined;
  freshModel: (settings: ModelSettings) => Promise<Model>;
  /** Returns the judge with these settings; one object for all tests. */
  judgeOf: (settings: ModelSettings) => Judge;
  settingsOf: (judge: Model) => unknown;
  notices: string[];
}

/**
 * Sends nothing. @throws ConfigError for unusable settings; those of the base give a notice instead
 */
export async function connectModels(
  config: Config,
  {
    connection,
    meter,
    base,
    isPlan = false,
  }: { connection: Connection; meter: Meter; base?: Config | undefined; isPlan?: boolean },
): Promise<ConnectedModels> {
  const create = (settings: ModelSettings) =>
    inFile(config, () => createModel(settings, connection, meter));
  const model = await create(config.model);
  const notices: string[] = [];
  const old = base && (sameModel(base, config) ? model : await baseModel(base));
  const judges = new Map<string, Judge>();
  const settingsOf = new Map<Model, ModelSettings>();
  for (const { judge: settings } of config.tests) {
    const key = canonical(settings);
    if (settings && !judges.has(key))
      judges.set(key, await (settings.isSelf ? ownJudge(settings) : oneJudge(settings)));
  }
  return {
    model,
    base: old,
    freshModel: (settings) => createModel(settings, { ...connection, isFresh: true }, meter),
    embedder: config.embeddings && (await createEmbedder(config.embeddings, connection, meter)),
    judgeOf: (settings) => judges.get(canonical(settings))!,
    settingsOf: (judge) => settingsOf.get(judge),
    notices,
  };

  async function oneJudge(
    settings: ModelSettings,
    extra: Pick<Judge, 'role' | 'roomier' | 'standIn'> = {},
  ): Promise<Judge> {
    const judge = { ...(await create(settings)), ...extra };
    settingsOf.set(judge, settings);
    return judge;
  }

  /**
   * Returns the base's model, which is trusted, with the model under test as its stand-in. Each may
   * use more tokens to think.
   */
  async function ownJudge(settings: ModelSettings): Promise<Judge> {
    const own = await roomyJudge(config.model, { settings, role: 'the model under test' });
    const before = base && old && old !== model ? selfJudge(base.model) : undefined;
    return base && before
      ? roomyJudge(base.model, { settings: before, role: "the base's model", standIn: own })
      : own;
  }

  async function roomyJudge(
    subject: ModelSettings,
    { settings, ...own }: { settings: ModelSettings; role: string; standIn?: Judge },
  ) {
    const { parameters } = selfJudge(subject, ROOMY_SELF_TOKENS)!;
    return oneJudge(settings, {
      ...own,
      roomier: await oneJudge({ ...settings, parameters }, own),
    });
  }

  /** A change away from a model that no longer answers must be able to pass. */
  async function baseModel(old: Config): Promise<Model | undefined> {
    const found = await modelOrWhyNot(old);
    if (typeof found !== 'string') return found;
    notices.push(`Not compared with the base: ${found}. The rates alone decide.`);
    return undefined;
  }

  async function modelOrWhyNot({ model: settings }: Config): Promise<Model | string> {
    try {
      if (!isPlan && needsKey(settings, connection) && !connection.keys[settings.hub])
        return `there is no key for its hub ${settings.hub}`;
      return (
        uncounted(settings, config.budget)?.message ??
        (await createModel(settings, connection, meter))
      );
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      return `its model cannot be asked (${error.message})`;
    }
  }
}

async function inFile<T>({ placeOf }: Config, make: () => Promise<T>): Promise<T> {
  try {
    return await make();
  } catch (error) {
    const where =
      error instanceof ConfigError && error.where?.includes('.parameters.')
        ? placeOf(error.where)
        : undefined;
    if (where === undefined) throw error;
    const { message, remedy } = error as ConfigError;
    throw new ConfigError(message, { where, remedy, cause: error });
  }
}

/**
 * Returns the settings of all models that a run may ask; the model as its own judge counts once.
 */
export function askedModels({ model, embeddings, tests }: Config): Settings[] {
  const all = [model, ...tests.map(({ judge }) => (judge?.isSelf ? undefined : judge)), embeddings];
  return all.filter((settings) => settings !== undefined);
}

/** Returns the secrets that a run may send: by hub name, then by variable name. */
export function keysOf(config: Config, { keys, variables = {} }: Connection): string[] {
  const hubs = [...new Set(askedModels(config).map(({ hub }) => hub))].sort();
  const names = Object.keys(variables).sort();
  return [
    ...hubs.flatMap((hub) => keys[hub] ?? []),
    ...names.flatMap((name) => variables[name] || []),
  ];
}

/**
 * Returns hubs that need a key and have none. Embeddings count only if a test certainly uses them.
 */
export function missingKeys(config: Config, connection: Connection): string[] {
  const embeds = config.tests.some(
    ({ candidates }) => candidates.length === 1 && candidates[0]!.scorer.embeds,
  );
  const asked = askedModels(embeds ? config : { ...config, embeddings: undefined });
  return [
    ...new Set(asked.filter((settings) => needsKey(settings, connection)).map(({ hub }) => hub)),
  ].filter((hub) => !connection.keys[hub]);
}

/**
 * The input `api-key` serves the model's hub only. `isLocal`: the remedy names variables of a
 * terminal.
 */
export function missingKeyError(
  hubs: readonly string[],
  { modelHub, isLocal }: { modelHub: string; isLocal: boolean },
): ConfigError {
  const message = `there is no key for ${hubs.join(' and ')}`;
  const variables = hubs
    .map((hub) => KEY_VARIABLES[hub])
    .filter((variable) => variable !== undefined)
    .join(' and ');
  const isModels = hubs.includes(modelHub);
  if (isLocal) {
    const other = isModels ? `, or SENSITIVITY_API_KEY for the hub of the model (${modelHub})` : '';
    return new ConfigError(message, {
      where: 'environment',
      remedy: `Set the variable ${variables}${other}. \`plan\` needs no key.`,
    });
  }
  const input = `Set the input \`api-key\` from a secret (api-key: \${{ secrets.${KEY_VARIABLES[modelHub] ?? 'MODEL_KEY'} }}), or`;
  return new ConfigError(message, {
    where: "input 'api-key'",
    remedy: `${isModels ? input : 'Set'} the variable ${variables} (under \`env:\`, from a secret). A fork's pull request gets no secrets: there \`missing-key: skip\` says so instead of failing. Dependabot gets only secrets of its own: add the key under Settings, Secrets and variables, Dependabot.`,
  });
}

/** Returns one item a key, in the order of first occurrence; the last item of a key counts. */
export function distinct<T>(
  items: readonly T[],
  keyOf: (item: T) => unknown = (item) => item,
): T[] {
  return [...new Map(items.map((item) => [keyOf(item), item])).values()];
}
