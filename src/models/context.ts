// The context in which a hub works: the address and credentials of a section, and its sender.

import { setImmediate as nextTurn } from 'node:timers/promises';
import { ConfigError, ModelError } from '../shared/errors.ts';
import { quotedName } from '../shared/json.ts';
import { scrubber } from '../shared/secrets.ts';
import { VERSION } from '../shared/version.ts';
import type { Endpoints, Route } from './endpoint.ts';
import type { FailureContext, JsonReply } from './failures.ts';
import {
  HUBS,
  isOwnHost,
  isReservedHeader,
  LENGTH_PARAMETERS,
  type Credentials,
} from './hubs/addresses.ts';
import type { HubContext } from './hubs/replies.ts';
import type { Grants } from './keys.ts';
import { configuredAddress, type ModelSettings, type SectionName } from './settings.ts';
import type { RunStore } from './store.ts';

/** The endpoints, keys and store of a run, for one section of its configuration. */
export interface Access {
  endpoints: Endpoints;
  grants: Grants;
  store?: RunStore;
  /** True if nothing will be sent, so that no key is needed. */
  isDryRun?: boolean;
  section: SectionName;
}

/** Resolves address and key of a section, and its sender. @throws ConfigError if one is invalid */
export async function createContext(settings: ModelSettings, access: Access): Promise<HubContext> {
  const { endpoints, grants, section } = access;
  const { hub } = settings;
  if (HUBS[hub].isLocal) return { settings, section, baseURL: '', send: createLocalSender(access) };
  // Fails early if the proxy is not an address.
  await endpoints.getDispatcher();
  const url = grantedAddress(settings, access);
  const credentials = grants.requireCredentials(url, hub, access);
  return {
    settings,
    section,
    baseURL: url.href.replace(/\/(?=$|\?)/, ''),
    ...credentials,
    send: createSender({ url, ...credentials }, settings, access),
  };
}

/** The address of a section. @throws ConfigError if there is none, or it is not granted */
function grantedAddress(settings: ModelSettings, { section, grants }: Access) {
  const { hub, url } = settings;
  const { baseURL } = HUBS[hub];
  const address = configuredAddress(settings);
  if (address)
    return grants.grantedAddress(address, `${section}.${address === url ? 'url' : 'base_url'}`);
  const missing = baseURL ? 'region' : 'base_url';
  throw new ConfigError(`The hub ${hub} needs \`${missing}\``, {
    where: `${section}.${missing}`,
    remedy: `Set it (a region looks like eu-central-1), or set ${grants.setting('base-url')}. Also list a host of your own in ${grants.setting('allowed-hosts')}.`,
  });
}

/** Makes the one function that hubs send by: to the origin of this address only, with this key. */
function createSender(
  { url, apiKey, awsKey }: Credentials & { url: URL },
  settings: ModelSettings,
  access: Access,
): HubContext['send'] {
  const { endpoints, grants, section } = access;
  const { hub, parameters, timeout, retries } = settings;
  const context: FailureContext = {
    host: url.host,
    section,
    hasKey: Boolean(apiKey ?? awsKey),
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
    const sent = {
      ...request,
      url: target,
      headers: sentHeaders(new Headers(headers), ownHeaders),
      isReply,
    };
    return endpoints.endpointFor(url.origin, apiKey).send(sent, route);
  };
}

/** The parameter that limits an answer: one that is set, or the API's default. */
function lengthParameterOf({ api, hub, parameters }: ModelSettings, { host }: URL) {
  const configured = LENGTH_PARAMETERS.find((name) => Object.hasOwn(parameters, name));
  if (configured) return configured;
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
function sentHeaders(built: Headers, configured: Readonly<Record<string, string>>) {
  const entries = [...built].filter(([name]) => !/^x-stainless-|^sec-/.test(name));
  return {
    ...Object.fromEntries(entries),
    'user-agent': `sensitivity-action/${VERSION}`,
    'accept-encoding': 'identity',
    ...configured,
  };
}

/** Makes the sender of a hub that answers in this process: it counts requests, and sends none. */
function createLocalSender({ endpoints }: Access): HubContext['send'] {
  return async () => {
    endpoints.countRequest();
    // Yields to signals and deadlines, as a request would.
    await nextTurn();
    return {};
  };
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
