import { isSameModel } from '../config/changed-subject.ts';
import type { Config } from '../config/config.ts';
import type { RulesComparison } from '../config/rules-comparison.ts';
import type { Embedder, Judge, Model } from '../engine/model.ts';
import { ConfigError } from '../errors.ts';
import { canonical } from '../json.ts';
import {
  createEmbedder,
  createModel,
  destinationOf,
  KeyRing,
  needsKey,
  ROOMY_SELF_TOKENS,
  selfJudge,
  type Connection,
  type Meter,
  type ModelSettings,
  type SectionKeys,
  type Settings,
} from '../models/index.ts';
import type { EvaluateOptions } from './options.ts';

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

interface ConnectOptions {
  connection: Connection;
  meter: Meter;
  base?: Config;
  /** True for a plan: it sends nothing, so it needs no key. */
  isPlan?: boolean;
}

/**
 * Sends nothing.
 * @throws ConfigError for unusable settings; those of the base give a notice instead
 */
export async function connectModels(
  config: Config,
  options: ConnectOptions,
): Promise<ConnectedModels> {
  const { connection, meter, base } = options;
  const connectSettings = (settings: ModelSettings) =>
    locateParameterErrors(config, () => createModel(settings, connection, meter));
  const model = await connectSettings(config.model);
  const notices: string[] = [];
  let baseModel: Model | undefined;
  if (base && isSameModel({ base, head: config })) baseModel = model;
  else if (base) {
    const connected = await connectBase(base, options);
    if ('model' in connected) baseModel = connected.model;
    // A change may replace a model that cannot be connected, so the missing model is a notice.
    else notices.push(`Not compared with the base: ${connected.reason}. The rates alone decide.`);
  }
  const trustedModel = baseModel === model ? undefined : baseModel && base?.model;
  const judges = new ConnectedJudges(connectSettings, config.model, trustedModel);
  for (const { judge } of config.tests) if (judge) await judges.connect(judge);
  return {
    model,
    base: baseModel,
    freshModel: (settings) => createModel(settings, { ...connection, isFresh: true }, meter),
    embedder: config.embeddings && (await createEmbedder(config.embeddings, connection, meter)),
    judgeOf: (settings) => judges.judgeOf(settings),
    settingsOf: (judge) => judges.settings.get(judge),
    notices,
  };
}

/** Connects the judges of all tests. Equal settings share one judge. */
class ConnectedJudges {
  readonly settings = new Map<Model, ModelSettings>();
  private readonly judges = new Map<string, Judge>();
  private readonly connectSettings: (settings: ModelSettings) => Promise<Model>;
  private readonly head: ModelSettings;
  private readonly base: ModelSettings | undefined;

  /** @param base the base's model; undefined if it is the head's, or cannot be asked */
  constructor(
    connectSettings: (settings: ModelSettings) => Promise<Model>,
    head: ModelSettings,
    base: ModelSettings | undefined,
  ) {
    this.connectSettings = connectSettings;
    this.head = head;
    this.base = base;
  }

  async connect(settings: ModelSettings): Promise<void> {
    const key = canonical(settings);
    if (this.judges.has(key)) return;
    const judge = settings.isSelf ? await this.selfJudge(settings) : await this.judge(settings, {});
    this.judges.set(key, judge);
  }

  judgeOf(settings: ModelSettings): Judge {
    const judge = this.judges.get(canonical(settings));
    if (!judge) throw new RangeError('the judge of a test is not connected');
    return judge;
  }

  /**
   * Returns the base's model, which is trusted, with the model under test as its stand-in. Each may
   * use more tokens to think.
   */
  private async selfJudge(settings: ModelSettings): Promise<Judge> {
    const headJudge = await this.roomyJudge(this.head, settings, { role: 'the model under test' });
    const baseSettings = this.base && selfJudge(this.base);
    if (!this.base || !baseSettings) return headJudge;
    const roles = { role: "the base's model", standIn: headJudge };
    return this.roomyJudge(this.base, baseSettings, roles);
  }

  private async roomyJudge(
    model: ModelSettings,
    settings: ModelSettings,
    roles: Pick<Judge, 'role' | 'standIn'>,
  ): Promise<Judge> {
    const { parameters } = selfJudge(model, ROOMY_SELF_TOKENS) ?? settings;
    const roomier = await this.judge({ ...settings, parameters }, roles);
    return this.judge(settings, { ...roles, roomier });
  }

  private async judge(
    settings: ModelSettings,
    roles: Pick<Judge, 'role' | 'roomier' | 'standIn'>,
  ): Promise<Judge> {
    const model = await this.connectSettings(settings);
    const judge: Judge = { ...model, ...roles };
    this.settings.set(judge, settings);
    return judge;
  }
}

/** Returns the model of the base, or why it cannot be asked. */
async function connectBase(
  { model: settings }: Config,
  { connection, meter, isPlan = false }: ConnectOptions,
): Promise<{ model: Model } | { reason: string }> {
  try {
    const isMissing =
      needsKey(settings, connection) && destinationOf(settings, connection).key === undefined;
    if (!isPlan && isMissing) return { reason: `there is no key for its hub ${settings.hub}` };
    return { model: await createModel(settings, connection, meter) };
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return { reason: `its model cannot be asked (${error.message})` };
  }
}

/** Puts the line of the configuration into an error that names a parameter. */
async function locateParameterErrors<T>(
  { placeOf }: Config,
  connect: () => Promise<T>,
): Promise<T> {
  try {
    return await connect();
  } catch (error) {
    if (!(error instanceof ConfigError && error.where?.includes('.parameters.'))) throw error;
    const { message, remedy } = error;
    const where = placeOf(error.where);
    if (where === undefined) throw error;
    throw new ConfigError(message, { where, remedy, cause: error });
  }
}

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
