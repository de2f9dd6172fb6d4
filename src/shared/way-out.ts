import type { Dispatcher } from 'undici';
import { ConfigError } from './errors.ts';

/** Maximum number of connections that undici opens to an origin. */
export const MAX_AT_ONCE = 200;

/** Opens undici's dispatcher, through the proxy of the job if it has one. @throws ConfigError */
export async function openDispatcher(env: NodeJS.ProcessEnv): Promise<Dispatcher> {
  const { Agent, Pool, ProxyAgent } = await import('undici');
  // undici sets no time limit, since each attempt has one of its own.
  const limits = { connections: MAX_AT_ONCE, headersTimeout: 0, bodyTimeout: 0 };
  const names = ['https_proxy', 'HTTPS_PROXY', 'http_proxy', 'HTTP_PROXY'];
  const where = names.find((name) => env[name]);
  const text = env[where ?? '']?.trim();
  if (!text) return new Agent(limits);
  try {
    const proxy = new ProxyAgent({
      ...limits,
      uri: text.includes('://') ? text : `http://${text}`,
      // By its code, undici takes the error of a proxy that hangs up for that of an idle
      // connection, and connects again at once, for ever. So the name of the proxy is added to the
      // code.
      clientFactory: ({ host, origin }, options) =>
        new Pool(origin, options).on('disconnect', (_origin, _targets, error) => {
          error.code += ` at the proxy ${host}`;
        }),
    });
    const exempt = env.no_proxy || env.NO_PROXY || '';
    return new Agent({
      factory: (origin) => (isDirect(new URL(origin), exempt) ? new Pool(origin, limits) : proxy),
    });
  } catch {
    throw new ConfigError('The proxy is not an http or https address', {
      where,
      remedy:
        'Write http://proxy.example.com:3128, or unset the variable. A sign such as % in a password is written as its percent-encoding: %25.',
    });
  }
}

/**
 * True for an address that is asked without the proxy: of this machine, over plain http, or in the
 * list of NO_PROXY (`HOST`, `.DOMAIN`, `*.DOMAIN` or `*`, with or without a port). undici's class
 * for such a list warns on the terminal that it is experimental.
 */
function isDirect(url: URL, exempt: string) {
  const { hostname, port, protocol } = url;
  if (protocol === 'http:' || isLoopback(url)) return true;
  const forms = [hostname, `${hostname}:${port || 443}`];
  const entries = exempt
    .toLowerCase()
    .split(/[\s,]+/)
    .filter(Boolean);
  return entries.some((entry) =>
    /^[.*]/.test(entry)
      ? forms.some((form) => form.endsWith(entry.replace('*', '')))
      : forms.includes(entry),
  );
}

/** An address of this machine, as the URL parser spells it. */
export function isLoopback({ hostname }: URL) {
  return /^(?:(?:.{1,200}\.)?localhost|127(?:\.\d{1,3}){3}|0\.0\.0\.0|\[::1?\]|\[::ffff:7f[\da-f]{2}:[\da-f]{1,4}\])\.?$/.test(
    hostname,
  );
}
