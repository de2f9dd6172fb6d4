import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { GateError, ModelError } from '../../src/errors.ts';
import { Wire } from '../../src/models/http/wire.ts';
import type { HubValues, Connection } from '../../src/models/connection.ts';
import type { EmbeddingSettings, ModelSettings } from '../../src/models/settings.ts';

/** Its base64, base64url and URL-encoded spellings all differ. */
export const KEY = 'sk-test-x???>>>0123456789+/abcdef';

const KEYS: HubValues = {
  openai: KEY,
  'azure-openai': KEY,
  huggingface: 'hf_0123456789abcdef',
  http: KEY,
  anthropic: KEY,
  google: KEY,
  bedrock: KEY,
};

/** A connection that sends a hub's key, and every header variable, wherever a key may go. */
export function connection({
  keys = KEYS,
  ...overrides
}: Partial<Connection> & { keys?: HubValues } = {}): Connection {
  const variables = Object.keys(overrides.variables ?? {});
  const all = [...Object.values(keys), ...Object.values(overrides.variables ?? {})];
  return {
    grantAt: ({ hub }) => ({ key: keys[hub], owner: 'model', variables, isWithheld: false }),
    secrets: all.flatMap((one) => one || []),
    allowedHosts: [],
    seed: 1,
    ...overrides,
  };
}

export function modelSettings(overrides: Partial<ModelSettings> = {}): ModelSettings {
  return {
    hub: 'openai',
    name: 'test-model',
    api: 'chat',
    parameters: {},
    timeout: 5,
    retries: 0,
    ...overrides,
  };
}

export function embeddingSettings(overrides: Partial<EmbeddingSettings> = {}): EmbeddingSettings {
  return { hub: 'openai', name: 'test-embedder', timeout: 5, retries: 0, ...overrides };
}

/** The error that a promise rejects with; fails the test where it resolves. */
export async function rejection(promise: Promise<unknown>): Promise<ModelError> {
  const outcome = await promise.then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  );
  if (!('error' in outcome))
    throw new Error(`Expected a rejection, got ${JSON.stringify(outcome.value)}`);
  if (!(outcome.error instanceof ModelError)) throw outcome.error;
  return outcome.error;
}

/** The error that a call throws or rejects with, of whatever kind of ours. */
export async function refused(call: () => unknown): Promise<GateError> {
  try {
    await call();
  } catch (error) {
    if (error instanceof GateError) return error;
    throw error;
  }
  throw new Error('Expected an error.');
}

/** Everything that an error shows or carries. */
export function everythingIn(error: Error): string {
  const parts: string[] = [];
  for (let each: unknown = error; each instanceof Error; each = each.cause) {
    parts.push(
      String(each),
      JSON.stringify(each, Object.getOwnPropertyNames(each)),
      each.stack ?? '',
    );
  }
  return parts.join('\n');
}

export interface LocalServer {
  url: string;
  count(): number;
  close(): Promise<void>;
}

/** A bare server for what no well-meant one does. */
export async function serve(
  handle: (request: IncomingMessage, response: ServerResponse, nth: number) => void,
): Promise<LocalServer> {
  let requests = 0;
  const server = createServer((request, response) => {
    request.resume().once('end', () => handle(request, response, ++requests));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    count: () => requests,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/**
 * Sends requests for `host` and its subdomains to a local server. Returns the addresses without
 * scheme, as they come.
 */
export function divertTo(server: { url: string }, host: string): string[] {
  const asked: string[] = [];
  const real = new Wire();
  const send = real.send.bind(real);
  jest.spyOn(Wire.prototype, 'send').mockImplementation((sending) => {
    const { url } = sending;
    asked.push(`${url.host}${url.pathname}`);
    if (!url.host.endsWith(host)) throw new Error(`Asked ${url.host}`);
    return send({ ...sending, url: new URL(`${server.url}${url.pathname}${url.search}`) });
  });
  return asked;
}
