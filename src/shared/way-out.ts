import type { Dispatcher } from 'undici';
import { ConfigError } from './errors.ts';

/** Maximum number of connections that undici opens to an origin. */
export const MAX_AT_ONCE = 200;

/** Opens the way out, through the proxy of the job if it has one. @throws ConfigError */
export async function openWayOut(
  env: Readonly<Record<string, string | undefined>>,
): Promise<Dispatcher> {
  const names = ['https_proxy', 'HTTPS_PROXY', 'http_proxy', 'HTTP_PROXY'];
  const name = names.find((variable) => env[variable]?.trim()) ?? '';
  const text = env[name]?.trim() ?? '';
  const httpsProxy = text === '' || text.includes('://') ? text : `http://${text}`;
  if (text !== '' && !/^https?:$/.test(URL.parse(httpsProxy)?.protocol ?? ''))
    throw new ConfigError('The proxy is no http or https address', {
      where: name,
      remedy: 'Write http://proxy.example.com:3128, or unset the variable.',
    });
  const noProxy = `${env.no_proxy || env.NO_PROXY || ''},localhost,.localhost,127.0.0.1,[::1]`;
  const { EnvHttpProxyAgent } = await import('undici');
  const emitWarning = process.emitWarning.bind(process);
  // It warns that it is experimental, which no user of ours can act on.
  process.emitWarning = () => {};
  try {
    // Plain http goes to this machine only. No time limit but that of the attempt.
    const limits = { connections: MAX_AT_ONCE, headersTimeout: 0, bodyTimeout: 0 };
    return new EnvHttpProxyAgent({ httpProxy: '', httpsProxy, noProxy, ...limits });
  } finally {
    process.emitWarning = emitWarning;
  }
}

/** An address of this machine, as the URL parser spells it. */
export function isLoopback({ hostname }: URL): boolean {
  return /^(?:(?:.{1,200}\.)?localhost|127(?:\.\d{1,3}){3}|0\.0\.0\.0|\[::1?\]|\[::ffff:7f[\da-f]{2}:[\da-f]{1,4}\])\.?$/.test(
    hostname,
  );
}
