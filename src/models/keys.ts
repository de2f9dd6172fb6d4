import { unescape } from 'node:querystring';
import { HUB_FACTS, HUBS, type Hub } from './hubs.js';

/** Keys by the hub that they belong to; a hub without one is asked without. */
export type Keys = Partial<Record<Hub, string>>;

/** What the environment holds for each hub, in the variable that the hub's own tools read. */
export function keysFrom(env: NodeJS.ProcessEnv): Keys {
  const found = HUBS.map((hub) => [hub, env[HUB_FACTS[hub].keyVariable ?? '']?.trim() || undefined] as const);
  return Object.fromEntries(found.filter(([, key]) => key !== undefined));
}

/** Variables that hold a key whatever the hub. */
const KEYS = ['INPUT_API-KEY', 'INPUT_GITHUB-TOKEN', 'SENSITIVITY_API_KEY'];

/** Addresses, in which people put a password. */
const ADDRESSES = [
  'INPUT_BASE-URL', 'AZURE_OPENAI_ENDPOINT', 'HF_DATASETS_SERVER',
  'https_proxy', 'HTTPS_PROXY', 'http_proxy', 'HTTP_PROXY',
];

/** All that must never be shown. Throws nothing, so that it can be masked before anything else is looked at. */
export function readSecrets(env: NodeJS.ProcessEnv): string[] {
  const values = (names: readonly string[]) => names.map((name) => env[name]?.trim() ?? '');
  const passwords = values(ADDRESSES).map((address) => /^(?:\w+:\/\/)?[^/?#:]*:([^/?#]+)@/.exec(address)?.[1] ?? '');
  return [...new Set([...values(KEYS), ...Object.values(keysFrom(env)), ...passwords, ...passwords.map(unescape)])].filter(Boolean);
}
