import type { Embedder } from '../../engine/embed.ts';
import type { Model } from '../../engine/types.ts';
import { ConfigError } from '../../errors.ts';
import { quoted } from '../../json.ts';
import type { EndpointRequest } from '../exchange.ts';
import type { FailureContext, IsAnswer, JsonReply } from '../failures.ts';
import type { ModelSettings } from '../settings.ts';

export type HubRequest = Pick<EndpointRequest, 'body' | 'isAnswer' | 'sign'> & {
  headers: ConstructorParameters<typeof Headers>[0];
};

/** Sends a body to a route such as `chat/completions`, or to a URL, and gives its reply. */
export type Post = (route: string, body: JsonReply, isAnswer: IsAnswer) => Promise<JsonReply>;

/** What a hub gets: settings, and one origin with its key and our one way out. */
export interface HubContext {
  settings: ModelSettings;
  /** The part of the configuration that names the model. */
  section: FailureContext['section'];
  /** Of the endpoint, without a slash at its end. */
  baseURL: string;
  /** `''` where the workflow grants none. */
  apiKey: string;
  /** Waits for its turn, retries, and counts the reply. @throws ModelError, which SDKs may wrap */
  send: (url: string, request: HubRequest) => Promise<JsonReply>;
}

/** A hub. Opening sends nothing. */
export interface HubFile {
  open: (context: HubContext) => Promise<Model>;
  openEmbedder?: (context: HubContext) => Promise<Embedder>;
}

/**
 * The parameters of the configuration, which are sent as written.
 *
 * @throws ConfigError for one that another key sets
 */
export function checkedParameters(
  { settings: { parameters }, section }: HubContext,
  reserved: readonly string[],
): JsonReply {
  const taken = ['stream', ...reserved].find((name) => Object.hasOwn(parameters, name));
  if (taken === undefined) return parameters;
  throw new ConfigError(`${quoted(taken)} cannot be set as a parameter.`, {
    where: `${section}.parameters.${taken}`,
    remedy: `Remove it: model, endpoint and prompt have keys of their own under \`${section}\`, and answers are not streamed.`,
  });
}

/** @throws ConfigError for a name that could leave its place in an address */
export function refuseName({ settings: { name }, section }: HubContext): void {
  if (name.split('/').every((step) => /^(?!\.\.?$)[\w.:@-]+$/.test(step))) return;
  throw new ConfigError(`A model cannot have the name ${quoted(name)}.`, {
    where: `${section}.name`,
    remedy: 'Write the name as the provider lists it: letters, digits, and . : @ _ - /.',
  });
}
