import { ConfigError } from './errors.ts';

/** Maximum number of connections that undici opens to an origin. */
export const MAX_AT_ONCE = 200;

/** Opens undici's dispatcher, through the proxy of the job if it has one. @throws ConfigError */
export async function openDispatcher(env: NodeJS.ProcessEnv) {
  const { Agent, EnvHttpProxyAgent, Pool } = await import('undici');
  // undici sets no time limit, since each attempt has one of its own.
  const limits = { connections: MAX_AT_ONCE, headersTimeout: 0, bodyTimeout: 0 };
  const names = ['https_proxy', 'HTTPS_PROXY', 'http_proxy', 'HTTP_PROXY'];
  const where = names.find((name) => env[name]?.trim());
  if (where === undefined) return new Agent(limits);
  const text = String(env[where]).trim();
  const httpsProxy = text.includes('://') ? text : `http://${text}`;
  if (!/^https?:$/.test(URL.parse(httpsProxy)?.protocol ?? ''))
    throw new ConfigError('The proxy is not an http or https address', {
      where,
      remedy: 'Write http://proxy.example.com:3128, or unset the variable.',
    });
  const noProxy = env.no_proxy || env.NO_PROXY || '';
  const emitWarning = process.emitWarning.bind(process);
  // EnvHttpProxyAgent warns that it is experimental. Users of this program can do nothing about it.
  process.emitWarning = () => {};
  try {
    // Plain http is sent to this machine only, without a proxy.
    const proxied = new EnvHttpProxyAgent({ httpProxy: '', httpsProxy, noProxy, ...limits });
    const factory = (origin: string | URL) =>
      isLoopback(new URL(origin)) ? new Pool(origin, limits) : proxied;
    return new Agent({ factory });
  } finally {
    process.emitWarning = emitWarning;
  }
}

/** An address of this machine, as the URL parser spells it. */
export function isLoopback({ hostname }: URL) {
  return /^(?:(?:.{1,200}\.)?localhost|127(?:\.\d{1,3}){3}|0\.0\.0\.0|\[::1?\]|\[::ffff:7f[\da-f]{2}:[\da-f]{1,4}\])\.?$/.test(
    hostname,
  );
}
