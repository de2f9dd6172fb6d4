import { tmpdir } from 'node:os';
import { isAbsolute, join, relative, resolve } from 'node:path';
import { ConfigError } from '../errors.js';
import { hubNamed } from '../models/hubs.js';
import { endpointsFrom, keysFrom, readSecrets, type Keys } from '../models/keys.js';
import { isLoopback } from '../models/loopback.js';
import type { ByHub } from '../models/settings.js';

const CONFIG_REFS = ['head', 'base', 'split', 'auto'] as const;
const COMMENT_MODES = ['always', 'on-failure', 'never'] as const;
const ON_ERROR = ['fail', 'warn'] as const;
const MISSING_KEY = ['fail', 'skip'] as const;

/** Everything that the workflow file says. An optional field was left out or left empty. */
export interface Inputs {
  config: string;
  configRef: (typeof CONFIG_REFS)[number];
  /** Checked with the configuration, which knows the hubs. */
  hub?: string;
  model?: string;
  data?: string;
  /** Key of the model's hub, whichever that turns out to be; it goes before `keys`. */
  apiKey?: string;
  /** Keys of the environment. */
  keys: Keys;
  baseUrl?: string;
  /** `models.example.com`, `models.example.com:8443` or `*.example.com`, as written. */
  allowedHosts: string[];
  /** `127.0.0.1:8000`, as written: the addresses of this machine that the configuration may name. */
  allowLoopback?: string[];
  /** Endpoints of the environment (`AZURE_OPENAI_ENDPOINT`). */
  endpoints: ByHub;
  /** `HF_DATASETS_SERVER` of the environment. */
  datasetsServer?: string;
  githubToken?: string;
  comment: (typeof COMMENT_MODES)[number];
  commentKey?: string;
  enforce: boolean;
  onError: (typeof ON_ERROR)[number];
  /** Left out, as `onError`. */
  onInconclusive: (typeof ON_ERROR)[number];
  missingKey: (typeof MISSING_KEY)[number];
  maxRequests?: number;
  publishFrom?: string;
  /** Absolute: the report to compare with. */
  baseline?: string;
  /** Absolute: what is known of judges is kept here. */
  cacheDirectory: string;
  /** Absolute. */
  reportDirectory: string;
  /** Absolute: the checkout. */
  workspace: string;
  /** Every key and token above, to be masked before anything is printed. */
  secrets: string[];
}

/**
 * Reads the action's inputs from the environment, as the runner passes them. An empty value counts as left out, since
 * an expression without a value arrives as one. Throws ConfigError for a value that is not allowed.
 */
export function readInputs(env: NodeJS.ProcessEnv): Inputs {
  const variable = (name: string): string | undefined => env[name]?.trim() || undefined;
  // The runner writes `api-key` as INPUT_API-KEY: upper case, spaces to underscores, dashes as they are.
  const input = (name: string): string | undefined =>
    variable(`INPUT_${name.replaceAll(' ', '_').toUpperCase()}`);

  const workspace = resolve(variable('GITHUB_WORKSPACE') ?? '.');
  const apiKey = input('api-key');
  const githubToken = input('github-token');
  return {
    config: input('config') ?? '.github/sensitivity.yml',
    configRef: oneOf('config-ref', input('config-ref') ?? 'auto', CONFIG_REFS),
    hub: input('hub'),
    model: input('model'),
    data: input('data'),
    apiKey,
    keys: keysFrom(env),
    baseUrl: optional(input('base-url'), (value) => webAddress("input 'base-url'", value)),
    allowedHosts: lines(input('allowed-hosts') ?? '').map(host),
    allowLoopback: optional(input('allow-loopback'), (value) => lines(value).map(loopback)),
    endpoints: checkedEndpoints(endpointsFrom(env)),
    datasetsServer: optional(variable('HF_DATASETS_SERVER'), (value) =>
      webAddress('environment variable HF_DATASETS_SERVER', value)),
    githubToken,
    comment: oneOf('comment', input('comment') ?? 'always', COMMENT_MODES),
    commentKey: input('comment-key'),
    enforce: boolean('enforce', input('enforce') ?? 'true'),
    onError: oneOf('on-error', input('on-error') ?? 'fail', ON_ERROR),
    onInconclusive: oneOf('on-inconclusive', input('on-inconclusive') ?? input('on-error') ?? 'fail', ON_ERROR),
    missingKey: oneOf('missing-key', input('missing-key') ?? 'fail', MISSING_KEY),
    maxRequests: optional(input('max-requests'), (value) => positiveInteger('max-requests', value)),
    publishFrom: input('publish-from'),
    baseline: optional(input('baseline'), (value) => resolve(workspace, value)),
    cacheDirectory: outside(workspace, resolve(workspace, input('cache-directory') ?? join(variable('RUNNER_TEMP') ?? tmpdir(), 'sensitivity-cache'))),
    reportDirectory: resolve(
      workspace,
      input('report-directory') ?? join(variable('RUNNER_TEMP') ?? tmpdir(), 'sensitivity-report'),
    ),
    workspace,
    secrets: readSecrets(env),
  };
}

/** What a pull request could commit must not say that a judge is a good one. */
function outside(workspace: string, folder: string): string {
  const way = relative(workspace, folder);
  if (way === '' || !(way.startsWith('..') || isAbsolute(way))) {
    throw notAllowed("input 'cache-directory'", folder, 'It must lie outside of the checkout, which a pull request can fill: ${{ runner.temp }}/sensitivity-cache.');
  }
  return folder;
}

function lines(value: string): string[] {
  return value.split(/[\n,]/).map((line) => line.trim()).filter(Boolean);
}

function optional<T>(value: string | undefined, parse: (value: string) => T): T | undefined {
  return value === undefined ? undefined : parse(value);
}

function oneOf<const T extends readonly string[]>(name: string, value: string, allowed: T): T[number] {
  if (!allowed.includes(value)) throw notAllowed(`input '${name}'`, value, `Allowed are ${allowed.join(', ')}.`);
  return value;
}

/** The booleans of YAML 1.2's core schema, as everywhere in GitHub Actions. */
function boolean(name: string, value: string): boolean {
  if (['true', 'True', 'TRUE'].includes(value)) return true;
  if (['false', 'False', 'FALSE'].includes(value)) return false;
  throw notAllowed(`input '${name}'`, value, 'Allowed are true and false.');
}

function positiveInteger(name: string, value: string): number {
  const number = Number(value);
  if (!/^\d+$/.test(value) || number < 1 || !Number.isSafeInteger(number)) {
    throw notAllowed(`input '${name}'`, value, 'Allowed is a whole number of 1 or more, in digits.');
  }
  return number;
}

function checkedEndpoints(endpoints: Record<string, string>): ByHub {
  for (const [hub, address] of Object.entries(endpoints)) webAddress(`environment variable ${hubNamed(hub).endpointVariable}`, address);
  return endpoints;
}

function webAddress(where: string, value: string): string {
  const protocol = URL.canParse(value) ? new URL(value).protocol : '';
  if (protocol !== 'https:' && protocol !== 'http:') {
    throw notAllowed(where, value, 'Allowed is a full address such as https://models.example.com/v1.');
  }
  return value;
}

/**
 * What could never match (an address with a path, a pattern within a name, sub-domains of an IP address, port 0) would
 * otherwise be allowed in vain.
 */
function host(value: string): string {
  const { wildcard, name = '' } = /^(?<wildcard>\*\.)?(?<name>[^/\\?#@*\s]+)$/.exec(value)?.groups ?? {};
  const hostname = URL.canParse(`https://${name}`) ? new URL(`https://${name}`).hostname : '';
  const isAddress = /(\]|\.\d+)$/.test(hostname);
  if (hostname === '' || /^\.|\.\./.test(hostname) || /:0*$/.test(name) || (wildcard !== undefined && isAddress)) {
    throw notAllowed(
      "input 'allowed-hosts'",
      value,
      'Allowed are host names, one a line: models.example.com, models.example.com:8443, or *.example.com for all ' +
        'below it. No https:// and no path.',
    );
  }
  return value;
}

/** What is no address of this machine would be listed in vain. */
function loopback(value: string): string {
  const url = /^[^/\\?#@\s]+:0*[1-9]\d*$/.test(value) && URL.canParse(`http://${value}`) ? new URL(`http://${value}`) : undefined;
  if (url === undefined || !isLoopback(url)) {
    throw notAllowed("input 'allow-loopback'", value, 'Allowed are addresses of this machine with their port, one a line: 127.0.0.1:8000, localhost:11434 or [::1]:8080.');
  }
  return value;
}

function notAllowed(where: string, value: string, remedy: string): ConfigError {
  return new ConfigError(`${JSON.stringify(value)} is not allowed`, { where, remedy });
}
