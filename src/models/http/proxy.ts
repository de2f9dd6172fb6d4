import http from 'node:http';
import { ConfigError } from '../../errors.ts';

/** Variables with the proxy; the first one that is set counts. */
export const PROXY_VARIABLES = ['https_proxy', 'HTTPS_PROXY', 'http_proxy', 'HTTP_PROXY'] as const;

/** The names of this machine. A proxy would take them for itself. */
const NEVER_PROXIED = ['localhost', '127.0.0.1', '[::1]'];

/** The proxy of the models' https requests. Plain http bypasses it, since it could read the key. */
export interface HttpProxy {
  uri: string;
  /** Hosts of NO_PROXY (`HOST`, `HOST:PORT`, `.DOMAIN`), in lower case. */
  except: readonly string[];
}

/**
 * Reads the proxy of the environment, and sets it for Node's own requests. Returns a warning if
 * Node cannot use it.
 * @throws ConfigError for a bad address, without the proxy's password
 */
export function useProxyFromEnvironment(env: NodeJS.ProcessEnv): {
  proxy?: HttpProxy;
  warning?: string;
} {
  const variable = PROXY_VARIABLES.find((name) => env[name]?.trim());
  const except = (env.no_proxy || env.NO_PROXY || '').trim();
  if (variable === undefined || except === '*') return {};
  const https_proxy = proxyAddress(env[variable]?.trim() ?? '', variable);
  const no_proxy = [except, ...NEVER_PROXIED].filter(Boolean).join(',');
  const excepted = no_proxy.toLowerCase().split(/[,\s]+/);
  const proxy = { uri: https_proxy, except: excepted.filter(Boolean) };

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
    const warning =
      `The proxy in ${variable} is used for models only, not for data sets and GitHub, with Node ${process.versions.node}. ` +
      'Set the variable NODE_USE_ENV_PROXY to 1 (`env:` of the step or the job), or update the runner.';
    return { proxy, warning };
  }
  return { proxy };
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

/** Returns the proxy for a request; undefined for http, and for a host in NO_PROXY. */
export function proxyFor(
  { protocol, hostname, port }: URL,
  proxy: HttpProxy | undefined,
): string | undefined {
  if (proxy === undefined || protocol !== 'https:') return undefined;
  const isExcepted = (entry: string) => {
    const [, host = entry, onlyPort] = /^([^:]+|\[[^\]]*\]):(\d+)$/.exec(entry) ?? [];
    const isHost = /^[.*]/.test(host)
      ? hostname.endsWith(host.replace(/^\*/, ''))
      : hostname === host;
    return isHost && (onlyPort === undefined || onlyPort === (port || '443'));
  };
  return proxy.except.some(isExcepted) ? undefined : proxy.uri;
}
