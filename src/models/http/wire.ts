import { setImmediate as nextTurn } from 'node:timers/promises';
import type * as Undici from 'undici';
import type { Agent, Dispatcher, ProxyAgent } from 'undici';
import http from 'node:http';
import { ConfigError } from '../../errors.js';

export interface Sending {
  url: URL;
  method: string;
  headers: Record<string, string>;
  body: string | Uint8Array | null;
  /** From now to the last byte of the reply, in ms. */
  timeout: number;
  /** A longer reply is not read to its end, in bytes. */
  longest: number;
}

export interface Reply {
  status: number;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  /** `undefined` if the reply is too long. */
  bytes: Buffer | undefined;
}

/** A longer timer would fire at once. */
const LONGEST_TIMER = 2 ** 31 - 1;

/** The limiter decides how many requests are under way; the only other timeout is that of the request. */
const OPTIONS = { connections: 256, pipelining: 1, allowH2: false, headersTimeout: 0, bodyTimeout: 0 };

/** The connections of one run, kept open, through the proxy of the environment. Follows no redirect and repeats nothing. */
export class Wire {
  private direct: Agent | undefined;
  private proxied: ProxyAgent | undefined;

  async send({ url, method, headers, body, timeout, longest }: Sending): Promise<Reply> {
    const late = new AbortController();
    const timer = setTimeout(
      () => {
        late.abort(Object.assign(new Error('The time is up.'), { name: 'TimeoutError' }));
      },
      Math.min(timeout, LONGEST_TIMER),
    );
    try {
      // Loaded by the first request: a run that sends none does without.
      const undici = await import('undici');
      const dispatcher = this.dispatcherFor(url, undici);
      const reply = await undici.request(url, { dispatcher, method: method as Dispatcher.HttpMethod, headers, body, signal: late.signal });
      const bytes = await read(reply.body, longest);
      // The connection is free behind the next turn of the event loop: an earlier request would open another one.
      await nextTurn();
      return { status: reply.statusCode, headers: reply.headers, bytes };
    } finally {
      clearTimeout(timer);
    }
  }

  async close(): Promise<void> {
    const { direct, proxied } = this;
    this.direct = undefined;
    this.proxied = undefined;
    await direct?.destroy();
    await proxied?.destroy();
  }

  private dispatcherFor(url: URL, undici: typeof Undici): Dispatcher {
    const uri = proxyFor(url);
    if (uri === undefined) return (this.direct ??= new undici.Agent(OPTIONS));
    return (this.proxied ??= new undici.ProxyAgent({ ...OPTIONS, uri }));
  }
}

async function read(body: AsyncIterable<Buffer>, longest: number): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of body) {
    length += chunk.length;
    if (length > longest) return undefined;
    chunks.push(chunk);
  }
  return chunks.length === 1 ? chunks[0] : Buffer.concat(chunks);
}

/** A reply of JSON that was read already, as SDKs want it. */
export function wholeReply({ text }: { text: string }): Response {
  return new Response(text, { headers: { 'content-type': 'application/json' } });
}

/** Where people name their proxy; the first that says something counts. */
export const PROXY_VARIABLES = ['https_proxy', 'HTTPS_PROXY', 'http_proxy', 'HTTP_PROXY'] as const;

/** This machine: a proxy has a loopback of its own, where another service may listen. */
const NEVER_PROXIED = ['localhost', '127.0.0.1', '[::1]'];

/** The proxy that `useProxyFromEnvironment` has found for this process. */
let inUse: { uri: string; except: string[] } | undefined;

/**
 * Sends every https request of this process through the proxy that `env`, the environment of the process, names, but for the
 * hosts in its NO_PROXY. Call it before the first request. Plain http is spoken with this machine only and so goes past the
 * proxy, which would otherwise read the key in it. Which hosts may be asked is decided before, and not changed by a proxy.
 *
 * Returns a warning where this Node cannot do so. Throws ConfigError, without the proxy's password, for what is no address.
 */
export function useProxyFromEnvironment(env: NodeJS.ProcessEnv): string | undefined {
  inUse = undefined;
  const variable = PROXY_VARIABLES.find((name) => env[name]?.trim());
  const except = (env.no_proxy || env.NO_PROXY || '').trim();
  if (variable === undefined || except === '*') return undefined;
  const https_proxy = proxyAddress(env[variable]!.trim(), variable);
  const no_proxy = [except, ...NEVER_PROXIED].filter(Boolean).join(',');
  inUse = {
    uri: https_proxy,
    except: no_proxy
      .toLowerCase()
      .split(/[,\s]+/)
      .filter(Boolean),
  };

  // What is left out Node looks up by itself, and a process that it started with NODE_USE_ENV_PROXY reads the exceptions again
  // and again: so the environment itself says what holds.
  delete env.http_proxy;
  delete env.HTTP_PROXY;
  Object.assign(env, { https_proxy, no_proxy });

  // Since Node 24.14; the types know no older one.
  const setGlobalProxy = http.setGlobalProxyFromEnv as typeof http.setGlobalProxyFromEnv | undefined;
  if (setGlobalProxy !== undefined) setGlobalProxy({ https_proxy, no_proxy });
  else if (env.NODE_USE_ENV_PROXY !== '1') {
    return (
      `The proxy in ${variable} is used for models only: Node ${process.versions.node} takes one for data sets and GitHub only from its start. ` +
      'Set the variable NODE_USE_ENV_PROXY to 1 (`env:` of the step or the job), or update the runner.'
    );
  }
  return undefined;
}

/** `proxy.example.com:3128` is an http address, as for curl. */
function proxyAddress(text: string, variable: string): string {
  const address = text.includes('://') ? text : `http://${text}`;
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return url.href;
  throw new ConfigError('The proxy is no address that requests can go through.', {
    where: `environment variable ${variable}`,
    remedy: 'Write http://proxy.example.com:3128, with its scheme http or https; or unset the variable.',
  });
}

/** The proxy that a request to this address goes through: https only, and no host of NO_PROXY (`HOST`, `HOST:PORT`, `.DOMAIN`). */
export function proxyFor({ protocol, hostname, port }: URL): string | undefined {
  const isExcepted = (entry: string) => {
    const [, host = entry, only] = /^([^:]+|\[[^\]]*\]):(\d+)$/.exec(entry) ?? [];
    const isHost = /^[.*]/.test(host) ? hostname.endsWith(host.replace(/^\*/, '')) : hostname === host;
    return isHost && (only === undefined || only === (port || '443'));
  };
  return protocol !== 'https:' || inUse?.except.some(isExcepted) ? undefined : inUse?.uri;
}
