import type { z } from 'zod';
import type { Embedder, Model } from '../../engine/model.ts';
import type { Meter } from '../meter.ts';
import type { Connection } from '../connection.ts';
import type { Api, EmbeddingSettings, ModelSettings } from '../settings.ts';
import type { SamplingParameter } from './parameters.ts';
import type { ReplyShape } from './reply-shapes.ts';

/** The properties of a hub on which keys, requests, configuration and `init` depend. */
export interface HubProfile {
  name: string;
  /** Default endpoint; absent if the user must set one. */
  url?: string;
  /** Default endpoint of a hub whose address depends on the region; undefined for no region. */
  urlInRegion?: (region: string | undefined) => string | undefined;
  /** Hosts of the hub's own models, on which no one else can register a name. */
  hosts: readonly string[];
  /** Further own hosts, as their whole name. */
  ownHost?: RegExp;
  /**
   * Address for look-ups of a model's provider. Not allowed as an endpoint: the API there can do
   * more with the key.
   */
  lookups?: string;
  /** The environment variables from which the hub's own tools read the key, in their order. */
  keyVariables?: readonly string[];
  /** Reads the key from the environment, if it is more than the value of one variable. */
  keyFrom?: (env: NodeJS.ProcessEnv) => string | undefined;
  /** Headers that carry the key, in lower case; the default is `KEY_HEADERS`. */
  keyHeaders?: readonly string[];
  /** Headers of the hub's requests that shape the answer, besides the media types. */
  passedHeaders?: readonly string[];
  /** Proves the key without sending it. */
  signer?: Signer;
  /** The environment variable with the endpoint: trusted like the input `base-url`. */
  endpointVariable?: string;
  /** Values of `api`; the default is `USUAL_APIS`. */
  apis?: readonly Api[];
  /** The shape of its replies; the default is `chat`. */
  shape?: ReplyShape;
  /** True if every endpoint needs a key. */
  alwaysNeedsKey?: boolean;
  /** True if the hub answers in this process, without an endpoint. */
  isLocal?: boolean;
  /** The configuration key of a model's endpoint, used before `base_url`. */
  addressKey?: 'url';
  /** True if headers of the configuration may carry keys: the services share no header for them. */
  setsOwnKeys?: boolean;
  /** The key in `endpointKeys` that routes to a model. Other sections do not inherit it. */
  routeKey?: string;
  /** Parameters that an untrusted pull request may change. */
  sampling: readonly SamplingParameter[];
  /**
   * Lines of YAML for `model` in the configuration that `init` writes, besides hub, name and
   * prompt.
   */
  firstLines?: readonly string[];
  firstInputs?: Readonly<Record<string, string>>;
  /** Default embedding model; absent if no model is open to every account. */
  embeddingModel?: string;
}

/** A request as it is signed: everything that the signature covers. */
export interface UnsignedRequest {
  url: URL;
  method: string;
  headers: Readonly<Record<string, string>>;
  body: string | null;
}

export interface Signer {
  /** The public name of the account; undefined for a key that is sent as it is. */
  accountOf: (key: string) => string | undefined;
  /**
   * Returns the headers with the signature. A signature expires early, so each attempt gets its
   * own.
   */
  sign: (
    request: UnsignedRequest,
    credentials: { key: string; region: string | undefined },
  ) => Promise<Record<string, string>>;
}

/**
 * A key that only one hub reads. The hub's file adds its type to `OwnModelKeys` or
 * `OwnEndpointKeys` (settings.ts).
 */
export interface HubKey {
  schema: z.ZodType;
  about: string;
  default?: unknown;
}

export type SettingsOf<Keys extends Readonly<Record<string, HubKey>>> = {
  [Key in keyof Keys]?: z.output<Keys[Key]['schema']>;
};

/** Everything particular to a hub. Creating a model sends nothing. */
export interface Hub extends HubProfile {
  modelKeys?: Readonly<Record<string, HubKey>>;
  /** Keys of the hub under model, judge and embeddings. */
  endpointKeys?: Readonly<Record<string, HubKey>>;
  createModel: (
    settings: ModelSettings,
    connection: Connection,
    meter: Meter,
  ) => Model | Promise<Model>;
  createEmbedder?: (
    settings: EmbeddingSettings,
    connection: Connection,
    meter: Meter,
  ) => Embedder | Promise<Embedder>;
}

/** Values of `api` of a hub that names none. */
export const USUAL_APIS: readonly Api[] = ['chat', 'completions'];
