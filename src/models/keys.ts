import { unescape } from 'node:querystring';
import type { HubFacts } from './hubs/hub.js';
import { REGISTRY } from './hubs/registry.js';
import { PROXY_VARIABLES } from './http/wire.js';
import type { Variables } from './settings.js';

/** The keys that the environment holds, each in the variable that the hub's own tools read. */
export function keysFrom(env: NodeJS.ProcessEnv): Record<string, string> {
  return byHub(env, ({ keyVariable }) => keyVariable);
}

/** The endpoints that it holds: addresses as written, which nobody has checked. */
export function endpointsFrom(env: NodeJS.ProcessEnv): Record<string, string> {
  return byHub(env, ({ endpointVariable }) => endpointVariable);
}

/** Which variables hold what must not be shown, beside those of the hubs and of proxies: each door names its own. */
export interface Held {
  key: readonly string[];
  /** They hold an address, in which people put a password. */
  address: readonly string[];
  /** They list the variables that headers of the configuration may hold. */
  variables: readonly string[];
}

/** The variables that headers of the configuration may hold, with their values. */
export function variablesFrom(env: NodeJS.ProcessEnv, held: Held): Variables {
  const names = held.variables.flatMap((list) => (env[list] ?? '').split(/[\s,]+/)).filter(Boolean);
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

/** Addresses that every door knows. */
const ADDRESSES = [...REGISTRY.flatMap(({ endpointVariable = [] }) => endpointVariable), 'HF_DATASETS_SERVER', ...PROXY_VARIABLES];

/** All that must never be shown. Throws nothing, so that it can be masked before anything else is looked at. */
export function readSecrets(env: NodeJS.ProcessEnv, held: Held): string[] {
  const values = (names: readonly string[]) => names.map((name) => env[name]?.trim() ?? '');
  const passwords = values([...held.address, ...ADDRESSES]).map((address) => /^(?:\w+:\/\/)?[^/?#:]*:([^/?#]+)@/.exec(address)?.[1] ?? '');
  const variables = Object.values(variablesFrom(env, held)).flatMap((value) => value ?? []);
  const all = [...values(held.key), ...Object.values(keysFrom(env)), ...variables, ...passwords, ...passwords.map(unescape)];
  return [...new Set(all)].filter(Boolean);
}
