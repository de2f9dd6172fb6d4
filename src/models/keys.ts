import { unescape } from 'node:querystring';
import type { HubFacts } from './hub.js';
import { REGISTRY } from './hubs.js';
import type { ByHub, Variables } from './settings.js';

/** Keys by the hub that they belong to; a hub without one is asked without. */
export type Keys = ByHub;

/** The keys that the environment holds, each in the variable that the hub's own tools read. */
export function keysFrom(env: NodeJS.ProcessEnv): Record<string, string> {
  return byHub(env, ({ keyVariable }) => keyVariable);
}

/** The endpoints that it holds: addresses as written, which nobody has checked. */
export function endpointsFrom(env: NodeJS.ProcessEnv): Record<string, string> {
  return byHub(env, ({ endpointVariable }) => endpointVariable);
}

/** Where the workflow, or whoever sits at the terminal, lists the variables that headers of the configuration may hold. */
const LISTS = ['INPUT_HEADER-VARIABLES', 'SENSITIVITY_HEADER_VARIABLES'];

/** Those variables with their values. */
export function variablesFrom(env: NodeJS.ProcessEnv): Variables {
  const names = LISTS.flatMap((list) => (env[list] ?? '').split(/[\s,]+/)).filter(Boolean);
  return Object.fromEntries(names.map((name) => [name, env[name]?.trim() ?? '']));
}

function byHub(env: NodeJS.ProcessEnv, variableOf: (hub: HubFacts) => string | undefined): Record<string, string> {
  return Object.fromEntries(
    REGISTRY.flatMap((hub) => {
      const value = env[variableOf(hub) ?? '']?.trim();
      return value ? [[hub.name, value] as const] : [];
    }),
  );
}

/** Variables that hold a key whatever the hub. */
const KEYS = ['INPUT_API-KEY', 'INPUT_GITHUB-TOKEN', 'SENSITIVITY_API_KEY'];

/** Addresses, in which people put a password. */
const ADDRESSES = [
  'INPUT_BASE-URL',
  ...REGISTRY.flatMap(({ endpointVariable = [] }) => endpointVariable),
  'HF_DATASETS_SERVER',
  'https_proxy',
  'HTTPS_PROXY',
  'http_proxy',
  'HTTP_PROXY',
];

/** All that must never be shown. Throws nothing, so that it can be masked before anything else is looked at. */
export function readSecrets(env: NodeJS.ProcessEnv): string[] {
  const values = (names: readonly string[]) => names.map((name) => env[name]?.trim() ?? '');
  const passwords = values(ADDRESSES).map((address) => /^(?:\w+:\/\/)?[^/?#:]*:([^/?#]+)@/.exec(address)?.[1] ?? '');
  const variables = Object.values(variablesFrom(env)).flatMap((value) => value ?? []);
  const all = [...values(KEYS), ...Object.values(keysFrom(env)), ...variables, ...passwords, ...passwords.map(unescape)];
  return [...new Set(all)].filter(Boolean);
}
