/** A scripted local server for every kind of model request. `model-types.ts` has its options. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { usualBody } from './model-errors.ts';
import { answerRequest } from './model-routes.ts';
import type {
  ModelServer,
  ModelServerOptions,
  RecordedRequest,
  Reply,
  ModelFailure,
} from './model-types.ts';

export type * from './model-types.ts';

/** The longest wait of `gathers`, in ms. */
const LONGEST_GATHERING = 2_000;

export async function startModelServer(options: ModelServerOptions = {}): Promise<ModelServer> {
  const requests: RecordedRequest[] = [];
  const closing = new AbortController();
  let inFlight = 0;
  let maxInFlight = 0;
  let admitted = 0;

  async function serve(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    maxInFlight = Math.max(maxInFlight, ++inFlight);
    onceOver(response, () => inFlight--);
    const request = await record(incoming);
    const nth = requests.push(request);
    if (options.crowd) {
      if (admitted >= options.crowd.most) return deliver(response, replyOf(options.crowd.refusal)!);
      admitted += 1;
      onceOver(response, () => admitted--);
    }
    const failure = await options.fail?.(request, nth);
    if (failure === 'hang') return;
    if (options.gathers && nth > 1) await waitForRequests(options.gathers);
    if (options.latency) await sleep(options.latency, undefined, { signal: closing.signal });
    if (failure === 'reset') return reset(response);
    const scripted = failure && replyOf(failure);
    deliver(response, scripted ?? (await answerRequest(request, options)), failure);
  }

  async function waitForRequests(most: number): Promise<void> {
    const end = Date.now() + LONGEST_GATHERING;
    while (maxInFlight < most && Date.now() < end)
      await sleep(2, undefined, { signal: closing.signal });
  }

  const server = createServer((incoming, response) => {
    serve(incoming, response).catch((error: unknown) => {
      if (!closing.signal.aborted) deliver(response, faultOf(error));
    });
  });
  // A connection that closes while the client sends the next request is a race of HTTP.
  server.keepAliveTimeout = 600_000;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(0, '127.0.0.1', resolve);
  });
  // A server that a failing test leaves open must not keep the test run from ending.
  server.unref();

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    options,
    get maxInFlight() {
      return maxInFlight;
    },
    count: (pathSuffix = '') => requests.filter(({ path }) => path.endsWith(pathSuffix)).length,
    close: () =>
      new Promise<void>((resolve) => {
        closing.abort();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function record(incoming: IncomingMessage): Promise<RecordedRequest> {
  const at = Date.now();
  const { pathname, searchParams } = new URL(`http://localhost${incoming.url ?? '/'}`);
  return {
    method: incoming.method ?? 'GET',
    path: pathname,
    query: Object.fromEntries(searchParams),
    headers: incoming.headers,
    body: parsed(await text(incoming)),
    at,
  };
}

function parsed(body: string): unknown {
  if (body === '') return undefined;
  try {
    return JSON.parse(body) as unknown;
  } catch {
    return body;
  }
}

/** Calls `then` once the response is finished or closed. */
function onceOver(response: ServerResponse, then: () => void): void {
  let isOver = false;
  const end = (): void => {
    if (!isOver) then();
    isOver = true;
  };
  response.once('finish', end).once('close', end);
}

/**
 * The reply for a script that throws. This is a fault of the test, so clients must not retry, and
 * the reply holds the message.
 */
function faultOf(error: unknown): Reply {
  const message = `The script of the model server threw: ${String(error)}`;
  return {
    status: 500,
    body: { error: { message, type: 'test_script' } },
    headers: { 'x-should-retry': 'false' },
  };
}

const HTML =
  '<!DOCTYPE html><html><head><title>Sign in</title></head><body><h1>Welcome to the Wi-Fi</h1></body></html>';

/** Replies that need no answer of the model; `undefined` for failures that break a real one. */
function replyOf(failure: ModelFailure): Reply | undefined {
  if (failure === 'html')
    return { status: 200, body: HTML, headers: { 'content-type': 'text/html; charset=utf-8' } };
  if (typeof failure === 'string') return undefined;
  const bodiless = failure.status < 400 || 'body' in failure;
  return bodiless ? failure : { ...failure, body: usualBody(failure.status) };
}

function deliver(response: ServerResponse, reply: Reply, failure?: ModelFailure): void {
  if (response.destroyed) return;
  const bytes = encode(reply.body);
  const part = bytes.subarray(0, Math.floor(bytes.length / 2));
  const sent = failure === 'half' ? part : bytes;
  const headers: Record<string, string> = {
    'content-length': String(sent.length),
    'x-request-id': `req_${Date.now().toString(36)}`,
  };
  if (reply.body !== undefined) headers['content-type'] = contentType(reply.body);
  response.writeHead(reply.status, { ...headers, ...reply.headers });
  if (failure === 'stall') response.write(part);
  // The half must have left before the connection ends: a reset here would look like no response at
  // all.
  else if (failure === 'cut') response.write(part, () => response.socket?.end());
  else response.end(sent);
}

/** The client sees a reset, and no orderly end. */
function reset(response: ServerResponse): void {
  response.socket?.resetAndDestroy();
}

function encode(body: unknown): Buffer {
  if (body === undefined) return Buffer.alloc(0);
  return Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
}

function contentType(body: unknown): string {
  return typeof body === 'string' ? 'text/plain; charset=utf-8' : 'application/json';
}
