import type { Embedder } from '../../engine/embed.ts';
import type { Model } from '../../engine/types.ts';
import { ConfigError } from '../../errors.ts';
import { quoted } from '../../json.ts';
import type { EndpointRequest } from '../exchange.ts';
import type { FailureContext, IsAnswer, JsonReply } from '../failures.ts';
import type { ModelSettings } from '../settings.ts';

/** The part of the configuration that names a model. */
export type Section = FailureContext['section'];

export type HubRequest = Pick<EndpointRequest, 'body' | 'isAnswer' | 'sign'> & {
  headers: ConstructorParameters<typeof Headers>[0];
};

/** What a hub sends its requests with: one origin, its key, and our one way out. */
export interface HubDoor {
  /** Of the endpoint, without a slash at its end. */
  baseURL: string;
  /** `''` where the workflow grants none. */
  apiKey: string;
  /** Waits for its turn, retries, and counts the reply. @throws ModelError, which SDKs may wrap */
  send: (url: string, request: HubRequest) => Promise<JsonReply>;
}

/** Sends a body to a route such as `chat/completions`, or to a URL, and gives its reply. */
export type Post = (route: string, body: JsonReply, isAnswer: IsAnswer) => Promise<JsonReply>;

/** What a hub's file gets. */
export interface HubContext extends HubDoor {
  settings: ModelSettings;
  section: Section;
  /** The endpoint without its query, for messages. */
  where: string;
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
): Readonly<Record<string, unknown>> {
  const taken = ['stream', ...reserved].find((name) => Object.hasOwn(parameters, name));
  if (taken === undefined) return parameters;
  throw new ConfigError(`${quoted(taken)} cannot be set as a parameter.`, {
    where: `${section}.parameters.${taken}`,
    remedy: `Remove it: model, endpoint and prompt have keys of their own under \`${section}\`, and answers are not streamed.`,
  });
}

/** @throws ConfigError for a name that could leave its place in an address */
export function refuseName({ settings: { name }, section }: HubContext): void {
  const isStep = name.split('/').some((step) => step === '.' || step === '..');
  if (!isStep && /^[\w.:@-]+(?:\/[\w.:@-]+)*$/.test(name)) return;
  throw new ConfigError(`A model cannot have the name ${quoted(name)}.`, {
    where: `${section}.name`,
    remedy: 'Write the name as the provider lists it: letters, digits, and . : @ _ - /.',
  });
}

/** The parameter that limits an answer: the one that is set, or what the API in use calls it. */
export function limitOf({ settings, where }: HubContext): string {
  const { api, hub, parameters } = settings;
  const names = ['max_output_tokens', 'max_new_tokens', 'max_completion_tokens', 'max_tokens'];
  const written = names.find((name) => Object.hasOwn(parameters, name));
  if (written !== undefined) return written;
  if (api === 'responses') return 'max_output_tokens';
  if (hub === 'huggingface' && api === 'completions') return 'max_new_tokens';
  const isOpenAi = hub === 'azure-openai' || where.startsWith('https://api.openai.com/');
  return isOpenAi && api === 'chat' ? 'max_completion_tokens' : 'max_tokens';
}
