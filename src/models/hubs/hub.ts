import type { z } from 'zod';
import type { Classifier, Embedder, Model } from '../../engine/model.js';
import type { Meter } from '../meter.js';
import {
  type ClassifierSettings,
  type Connection,
  type EmbeddingSettings,
  type ModelSettings,
  type Settings,
  sectionOf,
} from '../settings.js';
import { ConfigError } from '../../errors.js';

/** The facts about a hub. Other modules get them handed in: only the registry imports the files of the hubs. */
export interface HubFacts {
  name: string;
  /** Endpoint where the user names none; absent where the user must. */
  url?: string;
  /** Hosts of the hub's own models, on which no other party can rent a name. */
  hosts: readonly string[];
  /** Where the hub's SDK looks up who serves a model. No endpoint may be there: the hub's interface can do more with the key. */
  lookups?: string;
  /** The environment variable that the hub's own tools read the key from. */
  keyVariable?: string;
  /** The one from which they read the endpoint: trusted like the input `base-url`. */
  endpointVariable?: string;
  /** No request without a key, wherever the endpoint is. */
  alwaysNeedsKey?: boolean;
  /** Answers in this process: there is no endpoint, and nothing is sent. */
  isLocal?: boolean;
  /** The key of the configuration that names a model's endpoint, before `base_url`. */
  addressKey?: 'url';
  /** That of `endpointKeys` which names the way to a model: nothing else shares it, nor what is asked by another way. */
  routeKey?: string;
  /** Of what its interface takes beside the question, all that a pull request which is not trusted may change. */
  sampling: readonly SamplingParameter[];
  /** What a first configuration says under `model` beside hub, name and prompt: lines of YAML to begin with. */
  firstLines?: readonly string[];
  firstInputs?: Readonly<Record<string, string>>;
  /** The embedding model where none is named; absent where there is none that every account could use. */
  embeddingModel?: string;
}

/** A key that only one hub reads. The hub's file adds its type to `OwnModelKeys` or `OwnEndpointKeys` (settings.ts). */
export interface HubKey {
  schema: z.ZodType;
  /** What it is, in the words of the reference and of editors. */
  about: string;
  default?: unknown;
}

export type SettingsOf<Keys extends Readonly<Record<string, HubKey>>> = { [Key in keyof Keys]?: z.output<Keys[Key]['schema']> };

/** All that is particular to a hub. What it makes sends nothing yet; its SDK is imported by the first use. */
export interface Hub extends HubFacts {
  modelKeys?: Readonly<Record<string, HubKey>>;
  /** Keys of its own there, and wherever an endpoint is asked about texts: embeddings, moderation, classifier. */
  endpointKeys?: Readonly<Record<string, HubKey>>;
  /** The day on which a model of the hub's own ends, where the hub says one; never throws for what it does not say. */
  shutdownDate?: (settings: Settings, connection: Connection, meter: Meter) => Promise<Date | undefined>;
  createModel: (settings: ModelSettings, connection: Connection, meter: Meter) => Model | Promise<Model>;
  createEmbedder?: (settings: EmbeddingSettings, connection: Connection, meter: Meter) => Embedder | Promise<Embedder>;
  createClassifier?: (settings: ClassifierSettings, connection: Connection, meter: Meter) => Classifier | Promise<Classifier>;
}

/** Parameters of how an answer is drawn and how long it may be. `logit_bias` and `response_format` are none: they can force an answer. */

interface Kind {
  fits: (value: unknown) => boolean;
  /** In the words of a message. */
  name: string;
}

const isText = (value: unknown) => typeof value === 'string';

const NUMBER: Kind = { fits: Number.isFinite, name: 'a number' };
/** `low`, `minimal` … */
const WORD: Kind = { fits: (value) => isText(value) && /^[\w-]{1,40}$/.test(value), name: 'one word' };
const TEXTS: Kind = { fits: (value) => isText(value) || (Array.isArray(value) && value.every(isText)), name: 'a text or a list of texts' };
const FLAG: Kind = { fits: (value) => typeof value === 'boolean', name: 'true or false' };

const KINDS = {
  temperature: NUMBER,
  top_p: NUMBER,
  top_k: NUMBER,
  min_p: NUMBER,
  typical_p: NUMBER,
  max_tokens: NUMBER,
  max_completion_tokens: NUMBER,
  max_new_tokens: NUMBER,
  frequency_penalty: NUMBER,
  presence_penalty: NUMBER,
  repetition_penalty: NUMBER,
  repeat_penalty: NUMBER,
  seed: NUMBER,
  do_sample: FLAG,
  stop: TEXTS,
  reasoning_effort: WORD,
  verbosity: WORD,
} as const satisfies Record<string, Kind>;

export type SamplingParameter = keyof typeof KINDS;

/** The names that mean the same nearly everywhere. */
export const COMMON_SAMPLING = [
  ...(['temperature', 'top_p', 'max_tokens', 'seed', 'stop'] as const),
  ...(['frequency_penalty', 'presence_penalty', 'reasoning_effort'] as const),
];

/** What such a parameter must be, where its value is something else: a mapping could carry anything. */
export function kindMissed(name: SamplingParameter, value: unknown): string | undefined {
  return KINDS[name].fits(value) ? undefined : KINDS[name].name;
}

/** `model.parameters`, sent as written. Throws ConfigError for a name in `reserved`, which another key of the configuration sets. */
export function parametersOf(settings: ModelSettings, reserved: readonly string[]): Record<string, unknown> {
  const { parameters } = settings;
  const section = sectionOf(settings);
  for (const name of ['stream', ...reserved]) {
    if (Object.hasOwn(parameters, name)) {
      const remedy = `Remove it. Model, endpoint and prompt have keys of their own under \`${section}\`; answers are never streamed.`;
      throw new ConfigError(`\`${name}\` is no parameter that can be set here.`, { where: `${section}.parameters.${name}`, remedy });
    }
  }
  return parameters;
}
