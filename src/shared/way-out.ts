import { ConfigError } from './errors.ts';

/** Maximum number of connections that undici opens to an origin. */
export const MAX_AT_ONCE = 200;

/** Opens undici's dispatcher, through the proxy of the job if it has one. @throws ConfigError */
export async function openDispatcher(env: NodeJS.ProcessEnv) {
  const { Agent, EnvHttpProxyAgent, Pool } = await import('undici');
  // undici sets no time limit, since each attempt has one of its own.
  const limits = { connections: MAX_AT_ONCE, headersTimeout: 0, bodyTimeout: 0 };
  const where = ['https_proxy', 'HTTPS_PROXY', 'http_proxy', 'HTTP_PROXY'].find(
    (name) => env[name],
  );
  const text = env[where ?? '']?.trim();
  if (!text) return new Agent(limits);
  const options = {
    ...limits,
    // Plain http is sent to this machine only, without a proxy.
    httpProxy: '',
    httpsProxy: text.includes('://') ? text : `http://${text}`,
    noProxy: env.no_proxy || env.NO_PROXY || '',
    // By its code, undici takes the error of a proxy that hangs up for that of an idle connection,
    // and connects again at once, for ever. So the name of the proxy is added to the code.
    clientFactory: (proxy: URL, settings: object) =>
      new Pool(proxy, settings).on('disconnect', (_origin, _targets, error) => {
        error.code += ` at the proxy ${proxy.host}`;
      }),
  };
  const emitWarning = process.emitWarning.bind(process);
  // EnvHttpProxyAgent warns that it is experimental. Users of this program can do nothing about it.
  process.emitWarning = () => {};
  try {
    const proxied = new EnvHttpProxyAgent(options);
    return new Agent({
      factory: (origin) => (isLoopback(new URL(origin)) ? new Pool(origin, limits) : proxied),
    });
  } catch {
    throw new ConfigError('The proxy is not an http or https address', {
      where,
      remedy:
        'Write http://proxy.example.com:3128, or unset the variable. A sign such as % in a password is written as its percent-encoding: %25.',
    });
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
