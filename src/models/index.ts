import { createHash } from 'node:crypto';
import type { Embedder } from '../engine/embed.ts';
import type { Answer, Model } from '../engine/types.ts';
import { ConfigError, ModelError } from '../errors.ts';
import { canonical, jsonIn, jsonText, quoted, quotedName } from '../json.ts';
import { scrubber } from '../secrets.ts';
import { VERSION } from '../version.ts';
import type { HubDoor } from './door.ts';
import type { Endpoint, Endpoints, Route } from './endpoint.ts';
import type { EndpointRequest } from './exchange.ts';
import type { FailureContext } from './failures.ts';
import {
  HUB_NAMES,
  HUBS,
  isOwnHost,
  isReservedHeader,
  usualAddress,
  type HubName,
} from './hubs/addresses.ts';
import { openEmbedder, openHub } from './hubs/index.ts';
import type { Meter } from './meter.ts';
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
  seed?: number;
  store?: RunStore;
  /** Nothing will be sent, so no key is needed. */
  isPlan?: boolean;
  section: FailureContext['section'];
}

/** No key was granted for an address that needs one. */
export class MissingKeyError extends ConfigError {}

/** Where a section is asked, as reports name it. */
export function hostOf(settings: EndpointSettings): string {
  const hub = hubOf(settings);
  if (HUBS[hub].isLocal) return 'this process';
  return URL.parse(addressIn(settings, hub) ?? '')?.host ?? hub;
}

/** Sends nothing yet. @throws ConfigError for an address or a key that cannot be used */
export async function createModel(settings: ModelSettings, door: Door): Promise<Model> {
  const hubDoor = openDoor(settings, door);
  const model = await openHub(settings, hubDoor, door.section);
  return door.store ? withStore(model, { settings, door, store: door.store }) : model;
}

/** Sends nothing yet. @throws ConfigError for an address or a key that cannot be used */
export async function createEmbedder(settings: EndpointSettings, door: Door): Promise<Embedder> {
  return openEmbedder(settings, openDoor(settings, door));
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

/** @throws ConfigError */
function openDoor(settings: ModelSettings | EndpointSettings, door: Door): HubDoor {
  const { endpoints, grants, section } = door;
  const hub = hubOf(settings);
  if (HUBS[hub].isLocal) return localDoor(endpoints);
  const where = `${section}.${HUBS[hub].isFreeForm && settings.url ? 'url' : 'base_url'}`;
  const url = grants.addressOf(addressIn(settings, hub) ?? missingAddress(hub, door), where);
  const key = keyFor(url, hub, door);
  const headers = headersFor(url, { settings, hub, door });
  const scrub = scrubber([...grants.secrets, ...headerSecrets(door)]);
  const context: FailureContext = {
    host: url.host,
    section,
    hasKey: key !== '',
    parameters: 'parameters' in settings ? Object.keys(settings.parameters) : [],
    timeout: settings.timeout,
    isFreeForm: HUBS[hub].isFreeForm ?? false,
    clean: cleaner(scrub),
  };
  const { retries } = settings;
  const endpoint = endpoints.of(url.origin, key);
  const fetchBy = fetchOver({
    endpoint,
    routeTo: routesOf(() => ({ context, retries, refused: { words: '', times: 0 } })),
    headers,
    scrub,
    origin: url.origin,
    meter: endpoints.meter,
  });
  const note: HubDoor['note'] = (reply) => {
    endpoints.meter.note(reply);
  };
  const baseURL = url.href.replace(/\/(?=$|\?)/, '');
  return {
    baseURL,
    apiKey: key,
    headers,
    fetch: fetchBy(),
    fetchSigned: fetchBy,
    note,
  };
}

/** The door of a hub that answers in this process: what it notes counts as a request. */
function localDoor(endpoints: Endpoints): HubDoor {
  const refuse = () => {
    throw new TypeError('A hub without an endpoint sends a request.');
  };
  const note: HubDoor['note'] = (reply) => {
    endpoints.take();
    endpoints.meter.note(reply);
  };
  return { baseURL: '', apiKey: '', headers: {}, fetch: refuse, fetchSigned: refuse, note };
}

/** The address of a section, whether or not it may be asked. */
function addressIn(settings: EndpointSettings, hub: HubName): string | undefined {
  const own = HUBS[hub].isFreeForm ? settings.url : undefined;
  return own ?? settings.base_url ?? usualAddress(hub, settings.region);
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
  const { key, variable } = grants.at(url);
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
function headersFor(
  url: URL,
  { settings, hub, door }: { settings: EndpointSettings; hub: HubName; door: Door },
): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const [name, template] of Object.entries(settings.headers ?? {})) {
    const where = `${door.section}.headers.${name}`;
    if (!HEADER_NAME.test(name) || isReservedHeader(hub, name))
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

/** Parts of a request that ask for an answer in a format. JSON escapes the quotes of prompts. */
const FORMATTED =
  /"(?:response_format|responseSchema|responseMimeType|responseJsonSchema|output_format|output_config|format)":/;

interface WayOut {
  endpoint: Endpoint;
  routeTo: (path: string) => Route;
  headers: Readonly<Record<string, string>>;
  scrub: (text: string) => string;
  origin: string;
  meter: Meter;
}

/** A route of its own for each path: a server without next tokens still chats. */
function routesOf(open: () => Route): (path: string) => Route {
  const routes = new Map<string, Route>();
  return (path) => {
    const route = routes.get(path) ?? open();
    routes.set(path, route);
    return route;
  };
}

/** Our one way out in the form of `fetch`, for a URL and a body of text. */
function fetchOver(way: WayOut) {
  return (sign?: (request: Request) => Promise<Request>): typeof fetch =>
    async (input, { method = 'GET', headers, body } = {}) => {
      const url = new URL(input instanceof Request ? input.url : input);
      if (url.origin !== way.origin)
        throw new ModelError(`${quoted(url.host)} was not granted to this section.`, {
          kind: 'refused_host',
          fatal: true,
          remedy: 'Ask the model at its own address.',
        });
      const text = typeof body === 'string' ? body : '';
      const reply = await way.endpoint.send(
        {
          url,
          method: method.toUpperCase(),
          headers: sentHeaders(headers, way),
          body: text,
          hasFormat: FORMATTED.test(text),
          sign: sign && signedBy(sign),
        },
        way.routeTo(url.pathname),
      );
      way.meter.noteLength(url.host, text, reply);
      const type = { 'content-type': 'application/json' };
      return new Response(scrubbedReply(reply, way.scrub), { headers: type });
    };
}

/** Headers of an SDK that describe this machine are left out. */
function sentHeaders(given: ConstructorParameters<typeof Headers>[0], { headers }: WayOut) {
  const sent = new Headers(given);
  for (const name of [...sent.keys()]) if (/^x-stainless-|^sec-/.test(name)) sent.delete(name);
  sent.set('user-agent', `sensitivity-action/${VERSION}`);
  sent.set('accept-encoding', 'identity');
  for (const [name, value] of Object.entries(headers)) sent.set(name, value);
  return Object.fromEntries(sent);
}

/** Signs one attempt: the URL and the body stay what was granted and counted. */
function signedBy(
  sign: (request: Request) => Promise<Request>,
): NonNullable<EndpointRequest['sign']> {
  return async ({ url, method, headers, body }) => {
    const signed = await sign(new Request(url, { method, headers, body: body || null }));
    return Object.fromEntries(signed.headers);
  };
}

/** A reply goes on to a judge at another host: no key may be in it, however JSON escapes it. */
function scrubbedReply(text: string, scrub: (text: string) => string): string {
  return scrub(text.includes('\\') ? jsonText(jsonIn(text)) : text);
}

const MAX_SHOWN_LENGTH = 300;
const MAX_READ_LENGTH = 20_000;

/** Makes text of a server safe for a message: one line, without keys and control characters. */
function cleaner(scrub: (text: string) => string): (text: string) => string {
  return (text) => {
    // Before the cuts, which could leave half a key.
    const line = scrub(text)
      .slice(0, MAX_READ_LENGTH)
      .replace(/[\p{Cf}\p{Cs}]/gu, '')
      .replace(/[\p{Cc}\p{Z}]+/gu, ' ')
      .trim();
    // OpenAI quotes both ends of a wrong key: `sk-ab****yz`.
    const shown = scrub(line).replace(/[^\s'"`]+/g, (word) =>
      word.includes('****') ? '***' : word,
    );
    return shown.length > MAX_SHOWN_LENGTH ? `${shown.slice(0, MAX_SHOWN_LENGTH - 1)}…` : shown;
  };
}

function hubOf({ hub }: EndpointSettings): HubName {
  const name = HUB_NAMES.find((known) => known === hub);
  if (name === undefined) throw new TypeError(`There is no hub ${quoted(hub)}.`);
  return name;
}
