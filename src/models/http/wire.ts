import { setImmediate as nextTurn } from 'node:timers/promises';
import type * as Undici from 'undici';
import type { Agent, Dispatcher, ProxyAgent } from 'undici';
import http from 'node:http';
import type { Readable } from 'node:stream';
import { ConfigError } from '../../errors.js';

export interface Sending {
  url: URL;
  method: string;
  headers: Record<string, string>;
  body: string | null;
  /** Maximum time up to the last byte of the reply, in ms. */
  timeout: number;
  /** Maximum length of the reply, in bytes. */
  longest: number;
}

export interface HttpReply {
  status: number;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  /** `undefined` if the reply is too long. */
  bytes: Buffer | undefined;
}

/** Node's maximum: a longer timer fires at once. */
const LONGEST_TIMER = 2 ** 31 - 1;

/** The limiter bounds the number of requests, and `send` their time. */
const OPTIONS = {
  connections: 256,
  pipelining: 1,
  allowH2: false,
  headersTimeout: 0,
  bodyTimeout: 0,
};

/**
 * Owns the keep-alive connections of one run, through the proxy of the environment. Follows no
 * redirect and does not retry.
 */
export class Wire {
  private undici: Promise<typeof Undici> | undefined;
  private direct: Agent | undefined;
  private proxied: ProxyAgent | undefined;

  async send({ url, method, headers, body, timeout, longest }: Sending): Promise<HttpReply> {
    const late = new AbortController();
    const end = () => {
      late.abort(Object.assign(new Error('The time is up.'), { name: 'TimeoutError' }));
    };
    const timer = setTimeout(end, Math.min(timeout, LONGEST_TIMER));
    try {
      // Loaded on the first request, so that a run without requests starts faster.
      this.undici ??= import('undici');
      const undici = await this.undici;
      const dispatcher = this.dispatcherFor(url, undici);
      const reply = await undici.request(url, {
        dispatcher,
        method: method as Dispatcher.HttpMethod,
        headers,
        body,
        signal: late.signal,
      });
      const bytes = await read(reply.body, longest);
      // undici frees the connection in the next turn of the event loop. An earlier request would
      // open another one.
      await nextTurn();
      return { status: reply.statusCode, headers: reply.headers, bytes };
    } finally {
      clearTimeout(timer);
    }
  }

  async close(): Promise<void> {
    const { direct, proxied } = this;
    [this.direct, this.proxied] = [undefined, undefined];
    await direct?.destroy();
    await proxied?.destroy();
  }

  private dispatcherFor(url: URL, undici: typeof Undici): Dispatcher {
    const uri = proxyFor(url);
    if (uri === undefined) return (this.direct ??= new undici.Agent(OPTIONS));
    return (this.proxied ??= new undici.ProxyAgent({ ...OPTIONS, uri }));
  }
}

/** Reads by events: an asynchronous iterator takes more time than the rest of a request. */
function read(body: Readable, longest: number): Promise<Buffer | undefined> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    body.on('data', (chunk: Buffer) => {
      length += chunk.length;
      chunks.push(chunk);
      if (length <= longest) return;
      resolve(undefined);
      body.destroy();
    });
    body.on('end', () => {
      resolve(Buffer.concat(chunks));
    });
    body.on('error', reject);
  });
}

/** Variables with the proxy; the first one that is set counts. */
export const PROXY_VARIABLES = ['https_proxy', 'HTTPS_PROXY', 'http_proxy', 'HTTP_PROXY'] as const;

/** This machine: on a proxy, loopback is another machine. */
const NEVER_PROXIED = ['localhost', '127.0.0.1', '[::1]'];

let inUse: { uri: string; except: string[] } | undefined;

/**
 * Plain http bypasses the proxy, which could read the key. @throws ConfigError for a bad address,
 * without the proxy's password
 */
export function useProxyFromEnvironment(env: NodeJS.ProcessEnv): string | undefined {
  inUse = undefined;
  const variable = PROXY_VARIABLES.find((name) => env[name]?.trim());
  const except = (env.no_proxy || env.NO_PROXY || '').trim();
  if (variable === undefined || except === '*') return undefined;
  const https_proxy = proxyAddress(env[variable]?.trim() ?? '', variable);
  const no_proxy = [except, ...NEVER_PROXIED].filter(Boolean).join(',');
  inUse = {
    uri: https_proxy,
    except: no_proxy
      .toLowerCase()
      .split(/[,\s]+/)
      .filter(Boolean),
  };

  // With NODE_USE_ENV_PROXY, Node reads the environment again, so the environment must agree.
  delete env.http_proxy;
  delete env.HTTP_PROXY;
  Object.assign(env, { https_proxy, no_proxy });

  // Since Node 24.14. The types do not cover older versions.
  const setGlobalProxy = http.setGlobalProxyFromEnv as
    | typeof http.setGlobalProxyFromEnv
    | undefined;
  if (setGlobalProxy !== undefined) setGlobalProxy({ https_proxy, no_proxy });
  else if (env.NODE_USE_ENV_PROXY !== '1') {
    return (
      `The proxy in ${variable} is used for models only, not for data sets and GitHub, with Node ${process.versions.node}. ` +
      'Set the variable NODE_USE_ENV_PROXY to 1 (`env:` of the step or the job), or update the runner.'
    );
  }
  return undefined;
}

/** Without a scheme the address is http, as for curl. */
function proxyAddress(text: string, variable: string): string {
  const address = text.includes('://') ? text : `http://${text}`;
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return url.href;
  throw new ConfigError('The proxy is not an http or https address.', {
    where: `environment variable ${variable}`,
    remedy:
      'Write http://proxy.example.com:3128, with the scheme http or https, or unset the variable.',
  });
}

/**
 * The proxy for an address: https only, and no host in NO_PROXY (`HOST`, `HOST:PORT`, `.DOMAIN`).
 */
export function proxyFor({ protocol, hostname, port }: URL): string | undefined {
  const isExcepted = (entry: string) => {
    const [, host = entry, only] = /^([^:]+|\[[^\]]*\]):(\d+)$/.exec(entry) ?? [];
    const isHost = /^[.*]/.test(host)
      ? hostname.endsWith(host.replace(/^\*/, ''))
      : hostname === host;
    return isHost && (only === undefined || only === (port || '443'));
  };
  return protocol !== 'https:' || inUse?.except.some(isExcepted) ? undefined : inUse?.uri;
}
