import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Embedder } from '../engine/embed.ts';
import type { Answer, Model } from '../engine/types.ts';
import { ConfigError, ModelError } from '../errors.ts';
import { canonical, jsonText, quoted, quotedName } from '../json.ts';
import { scrubber } from '../secrets.ts';
import { VERSION } from '../version.ts';
import type { Endpoint, Endpoints, Route } from './endpoint.ts';
import type { JsonReply } from './failures.ts';
import type { FailureContext } from './failures.ts';
import { HUBS, isOwnHost, isReservedHeader, usualAddress, type HubName } from './hubs/addresses.ts';
import type { HubDoor } from './hubs/context.ts';
import { openEmbedder, openHub } from './hubs/index.ts';
import type { Grants } from './keys.ts';
import type { EndpointSettings, ModelSettings } from './settings.ts';
import type { RunStore } from './store.ts';

/** What a run gives to the models that it opens. */
export interface Door {
  endpoints: Endpoints;
  grants: Grants;
  env: Readonly<Record<string, string | undefined>>;
  /** Variables that `headers` may hold, each for one origin: that of `base-url` without one. */
  headerVariables: readonly { name: string; origin?: string }[];
  store?: RunStore;
  /** Nothing will be sent, so no key is needed. */
  isPlan?: boolean;
  section: FailureContext['section'];
}

/** No key was granted for an address that needs one. */
export class MissingKeyError extends ConfigError {}

/** Where a section is asked, as reports name it. */
export function hostOf(settings: EndpointSettings): string {
  if (HUBS[settings.hub].isLocal) return 'this process';
  return URL.parse(addressIn(settings) ?? '')?.host ?? settings.hub;
}

/** Sends nothing yet. @throws ConfigError for an address or a key that cannot be used */
export async function createModel(settings: ModelSettings, door: Door): Promise<Model> {
  const model = await openHub(settings, await openDoor(settings, door), door.section);
  return door.store ? withStore(model, { settings, door, store: door.store }) : model;
}

/** Sends nothing yet. @throws ConfigError for an address or a key that cannot be used */
export async function createEmbedder(settings: EndpointSettings, door: Door): Promise<Embedder> {
  return openEmbedder(settings, await openDoor(settings, door));
}

/** Looks each question up before it is asked. */
function withStore(
  model: Model,
  { settings, door, store }: { settings: ModelSettings; door: Door; store: RunStore },
): Model {
  const { timeout: _timeout, retries: _retries, ...sent } = settings;
  const identity = canonical(sent);
  return {
    ...model,
    async answer(prompt, options = {}): Promise<Answer> {
      const { system, format, nth = 0 } = options;
      const parts = [identity, system ?? null, format ?? null, nth, prompt];
      const request = createHash('sha256').update(jsonText(parts)).digest('base64url');
      const stored = store.answerTo(request);
      if (stored) door.endpoints.meter.stored += 1;
      if (stored && 'refusal' in stored) throw filtered(stored.refusal);
      if (stored) return stored;
      try {
        const answer = await model.answer(prompt, options);
        store.keep(request, answer);
        return answer;
      } catch (error) {
        const isFiltered = error instanceof ModelError && error.kind === 'filtered';
        if (isFiltered) store.keep(request, { refusal: error.message });
        throw error;
      }
    },
  };
}

function filtered(message: string): ModelError {
  const remedy = 'Change the prompt, leave the row out, or change the filter.';
  return new ModelError(message, { kind: 'filtered', remedy });
}

/** @throws ConfigError, also for a proxy that is no address */
async function openDoor(settings: ModelSettings | EndpointSettings, door: Door): Promise<HubDoor> {
  const { endpoints, grants, section } = door;
  const { hub, name, timeout, retries } = settings;
  const { isFreeForm = false, isLocal } = HUBS[hub];
  if (isLocal) return localDoor(endpoints, name);
  await endpoints.wayOut();
  const where = `${section}.${isFreeForm && settings.url ? 'url' : 'base_url'}`;
  const url = grants.addressOf(addressIn(settings) ?? missingAddress(hub, door), where);
  const apiKey = keyFor(url, hub, door);
  const context: FailureContext = {
    host: url.host,
    section,
    hasKey: apiKey !== '',
    parameters: 'parameters' in settings ? Object.keys(settings.parameters) : [],
    timeout,
    isFreeForm,
    scrub: scrubber([...grants.secrets, ...headerSecrets(door)]),
  };
  const send = senderTo(endpoints.of(url.origin, apiKey), {
    origin: url.origin,
    headers: headersFor(url, settings, door),
    newRoute: () => ({ context, retries, hasAnswered: false, refused: { pattern: '', times: 0 } }),
    note(reply, length) {
      // Bedrock does not name the model.
      const named = hub === 'bedrock' ? { model: name, ...reply } : reply;
      endpoints.meter.note(named, { host: url.host, length });
    },
  });
  return { baseURL: url.href.replace(/\/(?=$|\?)/, ''), apiKey, send };
}

interface WayOut {
  origin: string;
  headers: Readonly<Record<string, string>>;
  newRoute: () => Route;
  note: (reply: JsonReply, length: number) => void;
}

/** Our one way out. Each path has a route of its own: a server without next tokens still chats. */
function senderTo(endpoint: Endpoint, way: WayOut): HubDoor['send'] {
  const routes = new Map<string, Route>();
  return async (address, request) => {
    const url = new URL(address);
    if (url.origin !== way.origin)
      throw new ModelError(`${quoted(url.host)} was not granted to this section.`, {
        kind: 'refused_host',
        fatal: true,
        remedy: 'Ask the model at its own address.',
      });
    const route = routes.get(url.pathname) ?? way.newRoute();
    routes.set(url.pathname, route);
    const headers = sentHeaders(request.headers, way.headers);
    const reply = await endpoint.send({ ...request, url, headers }, route);
    way.note(reply, request.body.length);
    return reply;
  };
}

/** Headers of an SDK that describe this machine are left out. */
function sentHeaders(
  given: ConstructorParameters<typeof Headers>[0],
  own: WayOut['headers'],
): Record<string, string> {
  const sent = new Headers(given);
  for (const name of [...sent.keys()]) if (/^x-stainless-|^sec-/.test(name)) sent.delete(name);
  sent.set('user-agent', `sensitivity-action/${VERSION}`);
  sent.set('accept-encoding', 'identity');
  for (const [name, value] of Object.entries(own)) sent.set(name, value);
  return Object.fromEntries(sent);
}

/** The door of a hub that answers in this process: it counts, and sends nothing. */
function localDoor(endpoints: Endpoints, model: string): HubDoor {
  const send: HubDoor['send'] = async ({ length }) => {
    endpoints.take();
    endpoints.meter.note({ model }, { host: '', length });
    // Lets signals and deadlines through, as a request does.
    await nextTurn();
    return {};
  };
  return { baseURL: '', apiKey: '', send };
}

/** The address of a section, whether or not it may be asked. */
function addressIn({ hub, url, base_url, region }: EndpointSettings): string | undefined {
  const own = HUBS[hub].isFreeForm ? url : undefined;
  return own ?? base_url ?? usualAddress(hub, region);
}

function missingAddress(hub: HubName, { section, grants }: Door): never {
  const key = HUBS[hub].baseURL === undefined ? 'base_url' : 'region';
  throw new ConfigError(`The hub ${hub} needs \`${key}\``, {
    where: `${section}.${key}`,
    remedy: `Set it (a region is such as eu-central-1), or ${grants.setting('base-url')}. A host of your own stands in ${grants.setting('allowed-hosts')}, too.`,
  });
}

/** The one place where a request gets its key. @throws MissingKeyError */
function keyFor(url: URL, hub: HubName, { grants, section, isPlan }: Door): string {
  const { key: granted, variable } = grants.at(url);
  // An access key of AWS signs requests, and is never sent itself.
  const isUsable = hub === 'bedrock' || !isOwnHost('bedrock', url.host) || !granted?.includes(':');
  const key = isUsable ? granted : undefined;
  const needsKey =
    variable !== undefined || HUBS[hub].alwaysNeedsKey === true || isOwnHost(hub, url.host);
  if (key !== undefined || !needsKey || isPlan) return key ?? '';
  const named = variable ?? HUBS[hub].keyVariables[0] ?? 'YOUR_KEY';
  throw new MissingKeyError(`No key is granted for ${quoted(url.host)}`, {
    where: section,
    remedy:
      variable === undefined
        ? `Add the line \`${url.host} ${named}\` to ${grants.setting('allowed-hosts')}, and set that variable of the step.`
        : grants.remedyFor(quotedName(named)),
  });
}

const HEADER_NAME = /^[\w!#$%&'*+.^`|~-]{1,200}$/;
const VARIABLE = /\$\{(\w+)\}/g;

/** The headers of the configuration. @throws ConfigError for one that may not be sent there */
function headersFor(url: URL, settings: EndpointSettings, door: Door): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const [name, template] of Object.entries(settings.headers ?? {})) {
    const where = `${door.section}.headers.${name}`;
    if (!HEADER_NAME.test(name) || isReservedHeader(settings.hub, name))
      throw new ConfigError(`The header ${quoted(name)} cannot be set`, {
        where,
        remedy: `Headers of the connection are not yours; a key comes from ${door.grants.setting('api-key')} or ${door.grants.setting('allowed-hosts')}.`,
      });
    const value = template.replace(VARIABLE, (_, variable: string) =>
      variableFor(variable, url, { door, where }),
    );
    if (!/^[\t\x20-\x7e]*$/.test(value))
      throw new ConfigError(
        `The header ${quoted(name)} holds a line break or a non-ASCII character`,
        {
          where,
          remedy: 'Store the secret again, without line breaks.',
        },
      );
    headers[name.toLowerCase()] = value;
  }
  return headers;
}

/** A value goes to the host of its own line only. */
function variableFor(
  variable: string,
  url: URL,
  { door, where }: { door: Door; where: string },
): string {
  const { headerVariables, grants, env } = door;
  const lines = headerVariables.filter(({ name }) => name === variable);
  const setting = grants.setting('header-variables');
  if (!lines.some(({ origin = grants.baseOrigin }) => origin === url.origin))
    throw new ConfigError(`${quotedName(variable)} may not be sent to ${quoted(url.host)}`, {
      where,
      remedy: `Add the line \`${variable} ${url.host}\` to ${setting}. A pull request cannot change it.`,
    });
  const value = env[variable]?.trim();
  if (value) return value;
  throw new MissingKeyError(`The variable ${quotedName(variable)} is not set`, {
    where,
    remedy: 'Set it under `env:` of the step, from a secret. A fork gets no secrets.',
  });
}

function headerSecrets({ headerVariables, env }: Door): string[] {
  return headerVariables.flatMap(({ name }) => env[name]?.trim() || []);
}
