import type { Config } from '../config/config.js';
import { sameModel } from '../config/changed-rules.js';
import { canonical } from '../json.js';
import type { Embedder, Judge, Model } from '../engine/model.js';
import { ConfigError } from '../errors.js';
import { enumerate } from '../language/enumerate.js';
import {
  createEmbedder,
  createModel,
  destinationOf,
  KEY_INPUTS,
  keyVariablesOf,
  needsKey,
  ROOMY_SELF_TOKENS,
  sectionOf,
  selfJudge,
  remedyForWithheldKey,
  type Connection,
  type Destination,
  type Meter,
  type ModelSettings,
  type Section,
  type Settings,
} from '../models/index.js';
import { uncounted } from './budget.js';
import { askedModels } from './options.js';

export interface ConnectedModels {
  model: Model;
  /** The base's model; the same object if the settings are the same, so that both share answers. */
  base?: Model;
  embedder?: Embedder;
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
  }: { connection: Connection; meter: Meter; base?: Config; isPlan?: boolean },
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
    const judge: Judge = {
      ...(await create(settings)),
      ...extra,
      teamCases: settings.teamCases,
    };
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
    const { parameters } = selfJudge(subject, ROOMY_SELF_TOKENS) ?? settings;
    return oneJudge(settings, {
      ...own,
      roomier: await oneJudge({ ...settings, parameters }, own),
    });
  }

  /** Returns no model if the old one cannot be connected: a change that replaces it may pass. */
  async function baseModel(old: Config): Promise<Model | undefined> {
    const model = await modelOrWhyNot(old);
    if (typeof model !== 'string') return model;
    notices.push(`Not compared with the base: ${model}. The rates alone decide.`);
    return undefined;
  }

  async function modelOrWhyNot({ model: settings }: Config): Promise<Model | string> {
    try {
      const isMissing =
        needsKey(settings, connection) && destinationOf(settings, connection).key === undefined;
      if (!isPlan && isMissing) return `there is no key for its hub ${settings.hub}`;
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
    if (!(error instanceof ConfigError && error.where?.includes('.parameters.'))) throw error;
    const { message, remedy } = error;
    const where = placeOf(error.where);
    if (where === undefined) throw error;
    throw new ConfigError(message, { where, remedy, cause: error });
  }
}

/** Returns the secrets that a run may send: keys by section, then header variables by name. */
export function secretsOfRun(config: Config, connection: Connection): string[] {
  const keys = askedModels(config).flatMap((settings) => keyAt(settings, connection)?.key ?? []);
  const variables = Object.entries(connection.variables ?? {}).toSorted(([one], [other]) =>
    one < other ? -1 : 1,
  );
  return lastByKey([...keys, ...variables.flatMap(([, value]) => value || [])]);
}

/** Returns the key of a section; undefined where its address cannot be used. */
function keyAt(settings: Settings, connection: Connection): Destination | undefined {
  try {
    return destinationOf(settings, connection);
  } catch (error) {
    // The connection to the model reports this error.
    if (error instanceof ConfigError) return undefined;
    throw error;
  }
}

interface MissingKey {
  /** The section whose input would have the key. */
  section: Section;
  hub: string;
  /** Present if there is a key that may not go to this address. */
  withheld?: ConfigError;
}

/**
 * Returns the sections that need a key and have none. Embeddings count only if a test certainly
 * uses them.
 */
export function missingKeys(config: Config, connection: Connection): MissingKey[] {
  const embeds = config.tests.some(
    ({ candidates: [first, other] }) => other === undefined && first?.scorer.embeds,
  );
  const settingsOfRun = askedModels(embeds ? config : { ...config, embeddings: undefined });
  const missing = settingsOfRun.flatMap((settings) => missingKey(settings, connection) ?? []);
  return lastByKey(missing, ({ section, hub, withheld }) => `${section} ${hub} ${withheld?.where}`);
}

function missingKey(settings: Settings, connection: Connection): MissingKey | undefined {
  if (!needsKey(settings, connection)) return undefined;
  const { key, owner, withheld, endpoint } = destinationOf(settings, connection);
  // The first question says how the workflow names an address of this machine.
  if (key !== undefined || withheld === 'loopback') return undefined;
  const { hub } = settings;
  const section = owner ?? sectionOf(settings);
  if (withheld === undefined || endpoint === undefined) return { section, hub };
  const error = new ConfigError(
    `the key of \`${sectionOf(settings)}\` does not go to this address`,
    {
      where: endpoint,
      remedy: remedyForWithheldKey(settings, endpoint),
    },
  );
  return { section, hub, withheld: error };
}

/** `isLocal`: the remedy names options and variables of a terminal. */
export function missingKeyError(missing: readonly MissingKey[], isLocal: boolean): ConfigError {
  const withheld = missing.find((one) => one.withheld)?.withheld;
  if (withheld) return withheld;
  const hubs = lastByKey(missing.map(({ hub }) => hub));
  const message = `there is no key for ${hubs.join(' and ')}`;
  const ways = missing.map((one) => (isLocal ? wayInTerminal(one) : wayInWorkflow(one))).join(' ');
  if (isLocal)
    return new ConfigError(message, {
      where: 'environment',
      remedy: `${ways} \`plan\` needs no key.`,
    });
  const inputs = lastByKey(missing.map(({ section }) => `'${KEY_INPUTS[section]}'`));
  return new ConfigError(message, {
    where: `input ${inputs.join(' and ')}`,
    remedy: `${ways} A fork's pull request gets no secrets: there \`missing-key: skip\` says so instead of failing. Dependabot gets only secrets of its own: add the key under Settings, Secrets and variables, Dependabot.`,
  });
}

function wayInTerminal({ section, hub }: MissingKey): string {
  const other =
    section === 'model'
      ? `SENSITIVITY_API_KEY for the hub of the model (${hub})`
      : `name another one in \`--${KEY_INPUTS[section]}-variable\``;
  return `Set ${[...variablesOf(hub), other].join(', or ')}.`;
}

function wayInWorkflow({ section, hub }: MissingKey): string {
  const input = KEY_INPUTS[section];
  const [ofHub = 'MODEL_KEY'] = keyVariablesOf(hub);
  const secret = section === 'model' ? ofHub : `${section.toUpperCase()}_KEY`;
  const way = `the input \`${input}\` from a secret (${input}: \${{ secrets.${secret} }})`;
  const others = variablesOf(hub).map((variable) => `${variable} (under \`env:\`, from a secret)`);
  return `Set ${[way, ...others].join(', or ')}.`;
}

function variablesOf(hub: string): string[] {
  const names = keyVariablesOf(hub);
  return names.length === 0 ? [] : [`the variable ${enumerate(names, 'or')}`];
}

/** Returns one item a key, in the order of first occurrence; the last item of a key counts. */
export function lastByKey<T>(
  items: readonly T[],
  keyOf: (item: T) => unknown = (item) => item,
): T[] {
  return [...new Map(items.map((item) => [keyOf(item), item])).values()];
}
