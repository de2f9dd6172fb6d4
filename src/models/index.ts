import { hash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Model } from '../engine/model.ts';
import { ConfigError, ModelError } from '../shared/errors.ts';
import { canonical, jsonText, quotedName } from '../shared/json.ts';
import { formatList } from '../language/text.ts';
import { scrubbed, scrubber } from '../shared/secrets.ts';
import { VERSION } from '../shared/version.ts';
import type { Endpoints, Route } from './endpoint.ts';
import type { FailureContext, JsonReply } from './failures.ts';
import {
  HUBS,
  isOwnHost,
  isReservedHeader,
  LENGTH_PARAMETERS,
  usualAddress,
  type HubKey,
  type HubName,
} from './hubs/addresses.ts';
import type { HubContext, HubFile } from './hubs/replies.ts';
import type { Grants } from './keys.ts';
import type { ModelSettings } from './settings.ts';
import type { RunStore } from './store.ts';

/** The endpoints, keys and store of a run, for one section of its configuration. */
export interface Access {
  endpoints: Endpoints;
  grants: Grants;
  store?: RunStore;
  /** True if nothing will be sent, so that no key is needed. */
  isDryRun?: boolean;
  section: FailureContext['section'];
}

/** The host of a section, as reports name it. */
export function hostOf(settings: ModelSettings) {
  if (HUBS[settings.hub].isLocal) return 'this process';
  return URL.parse(configuredAddress(settings) ?? '')?.host ?? settings.hub;
}

/** Opens one model for all equal settings of a section, so that equal questions are sent once. */
export function openSharedModel(settings: ModelSettings, access: Access) {
  const { models } = access.endpoints;
  return (models[canonical([access.section, settings])] ??= createModel(settings, access));
}

/** Creates a model over its store. Sends nothing. @throws ConfigError for a bad address or key */
export async function createModel(settings: ModelSettings, access: Access): Promise<Model> {
  const { endpoints } = access;
  const model = await openHub(await createContext(settings, access));
  const { timeout: _timeout, retries: _retries, ...deciding } = settings;
  const identity = canonical(deciding);
  const scrub = scrubber(access.grants.secrets);
  return {
    ...model,
    async answer(prompt, options = {}) {
      const { system, format, nth = 0, isFresh } = options;
      const store = isFresh ? undefined : access.store;
      const request = hash(
        'sha256',
        jsonText([identity, system, format, nth, prompt]),
        'base64url',
      );
      const stored = store?.answerTo(request);
      if (stored) {
        endpoints.meter.stored += 1;
        return stored;
      }
      // The parts of a reply were scrubbed one by one. Joined, they may still spell a key.
      const answer = scrubbed(await model.answer(prompt, options).catch(answerIfFiltered), scrub);
      store?.keep(request, answer);
      return answer;
    },
  };
}

/** Creates an embedding model. Sends nothing. @throws ConfigError for a bad address or key */
export async function createEmbedder(settings: ModelSettings, access: Access) {
  return openEmbedder(await createContext(settings, access));
}

const openProviders = () => import('./hubs/providers.ts');
/** Each hub, with its packages, is a chunk of the bundle: only a run that uses it loads it. */
const FILES: Readonly<Record<HubName, () => Promise<{ default: HubFile }>>> = {
  openai: () => import('./hubs/openai.ts'),
  'azure-openai': () => import('./hubs/azure-openai.ts'),
  anthropic: openProviders,
  google: openProviders,
  bedrock: openProviders,
  huggingface: () => import('./hubs/huggingface.ts'),
  http: () => import('./hubs/http.ts'),
  reference: () => import('./hubs/reference.ts'),
};

/** Opens a model of its hub. Sends nothing. @throws ConfigError for settings the hub refuses */
export async function openHub(context: HubContext) {
  const { hub, api } = context.settings;
  const { apis = ['chat'] } = HUBS[hub];
  if (apis.includes(api)) return (await FILES[hub]()).default.open(context);
  throw new ConfigError(`The hub ${hub} has no \`api: ${api}\``, {
    where: `${context.section}.api`,
    remedy: `Allowed are ${formatList(apis)}.`,
  });
}

/** @throws ConfigError for a hub without embeddings */
export async function openEmbedder(context: HubContext) {
  const { hub } = context.settings;
  const { openEmbedder: open } = (await FILES[hub]()).default;
  if (open) return open(context);
  throw new ConfigError(`The hub ${hub} has no embeddings`, {
    where: 'embeddings.hub',
    remedy: 'Write `embeddings: { hub: … }`: openai, azure-openai or huggingface.',
  });
}

/**
 * Turns a content filter's error into an answer: users of the system would see the refusal, too.
 */
function answerIfFiltered(error: unknown) {
  if (error instanceof ModelError && error.kind === 'filtered')
    return { text: '', filter: error.message };
  throw error;
}

/** Resolves address and key of a section, and its sender. @throws ConfigError if one is invalid */
async function createContext(settings: ModelSettings, access: Access) {
  const { endpoints, grants, section } = access;
  const { hub } = settings;
  const { isFreeForm, isLocal } = HUBS[hub];
  if (isLocal) return { settings, section, baseURL: '', send: createLocalSender(endpoints) };
  // Fails early if the proxy is not an address.
  await endpoints.getDispatcher();
  const where = `${section}.${isFreeForm && settings.url ? 'url' : 'base_url'}`;
  const url = grants.grantedAddress(
    configuredAddress(settings) ?? refuseMissingAddress(hub, access),
    where,
  );
  const hubKey = grants.requireKey(url, hub, access);
  const baseURL = url.href.replace(/\/(?=$|\?)/, '');
  const send = createSender({ url, ...hubKey }, settings, access);
  return { settings, section, baseURL, ...hubKey, send };
}

/** Makes the one function that hubs send by: to the origin of this address only, with this key. */
function createSender(
  { url, key, accessKey }: HubKey & { url: URL },
  settings: ModelSettings,
  access: Access,
): HubContext['send'] {
  const { endpoints, grants, section } = access;
  const { hub, parameters, timeout, retries } = settings;
  const context: FailureContext = {
    host: url.host,
    section,
    hasKey: Boolean(key ?? accessKey),
    parameters: Object.keys(parameters),
    lengthParameter: lengthParameterOf(settings, url),
    timeout,
    retries,
    isFreeForm: HUBS[hub].isFreeForm,
    scrub: scrubber(grants.secrets),
  };
  const ownHeaders = headersFor(url, settings, access);
  const routes = new Map<string, Route>();
  return async (address, { headers, isReply: isExpected, ...request }) => {
    const target = new URL(address);
    refuseOrigin(target, url);
    // Each path is a route of its own: a server without next tokens can still chat.
    const route = routes.get(target.pathname) ?? { ...context, ending: new AbortController() };
    routes.set(target.pathname, route);
    const isReply = (reply: JsonReply) => {
      endpoints.meter.note(reply, { host: url.host, length: request.body.length });
      return isExpected(reply);
    };
    const sent = { ...request, url: target, headers: sentHeaders(headers, ownHeaders), isReply };
    return endpoints.endpointFor(url.origin, key).send(sent, route);
  };
}

/** The parameter that limits an answer: one that is set, or the API's default. */
function lengthParameterOf({ api, hub, parameters }: ModelSettings, { host }: URL) {
  const written = LENGTH_PARAMETERS.find((name) => Object.hasOwn(parameters, name));
  if (written) return written;
  if (api === 'responses') return 'max_output_tokens';
  const isOpenAi = hub === 'azure-openai' || isOwnHost('openai', host);
  return isOpenAi && api === 'chat' ? 'max_completion_tokens' : 'max_tokens';
}

/** @throws ModelError if the address is not at the granted origin */
function refuseOrigin({ origin, host }: URL, granted: URL) {
  if (origin === granted.origin) return;
  throw new ModelError(`${quotedName(host)} was not granted to this section.`, {
    kind: 'refused_host',
    isFatal: true,
    remedy: 'Ask the model at its own address.',
  });
}

/** The headers of a request, without those in which an SDK describes this machine. */
function sentHeaders(
  given: ConstructorParameters<typeof Headers>[0],
  configured: Readonly<Record<string, string>>,
) {
  const entries = [...new Headers(given)].filter(([name]) => !/^x-stainless-|^sec-/.test(name));
  return {
    ...Object.fromEntries(entries),
    'user-agent': `sensitivity-action/${VERSION}`,
    'accept-encoding': 'identity',
    ...configured,
  };
}

/** Makes the sender of a hub that answers in this process: it counts requests, and sends none. */
function createLocalSender(endpoints: Endpoints): HubContext['send'] {
  return async () => {
    endpoints.countRequest();
    // Yields to signals and deadlines, as a request would.
    await nextTurn();
    return {};
  };
}

/** The address that a section names, whether or not the workflow grants it. */
function configuredAddress({ hub, url, base_url, region }: ModelSettings) {
  const serviceUrl = HUBS[hub].isFreeForm ? url : undefined;
  return serviceUrl ?? base_url ?? usualAddress(hub, region);
}

/** @throws ConfigError that names the key of the address */
function refuseMissingAddress(hub: HubName, { section, grants }: Access): never {
  const key = HUBS[hub].baseURL ? 'region' : 'base_url';
  throw new ConfigError(`The hub ${hub} needs \`${key}\``, {
    where: `${section}.${key}`,
    remedy: `Set it (a region looks like eu-central-1), or set ${grants.setting('base-url')}. Also list a host of your own in ${grants.setting('allowed-hosts')}.`,
  });
}

const HEADER_NAME = /^[\w!#$%&'*+.^`|~-]{1,200}$/;
const VARIABLE = /\$\{(\w+)\}/g;

/** The headers of the configuration. @throws ConfigError for a header that may not be sent */
function headersFor(url: URL, settings: ModelSettings, { grants, section }: Access) {
  const headers: Record<string, string> = {};
  for (const [name, template] of Object.entries(settings.headers ?? {})) {
    const where = `${section}.headers.${name}`;
    if (!HEADER_NAME.test(name) || isReservedHeader(settings.hub, name))
      throw new ConfigError(`The header ${quotedName(name)} cannot be set`, {
        where,
        remedy: `Remove it: the connection sets its own headers, and a key comes from ${grants.setting('api-key')} or ${grants.setting('allowed-hosts')}.`,
      });
    const value = template.replace(VARIABLE, (_, variable: string) =>
      grants.headerValue(variable, url, where),
    );
    if (!/^[\t\x20-\x7e]*$/.test(value))
      throw new ConfigError(
        `The header ${quotedName(name)} holds a line break or a non-ASCII character`,
        { where, remedy: 'Store the secret again, without line breaks.' },
      );
    headers[name.toLowerCase()] = value;
  }
  return headers;
}
