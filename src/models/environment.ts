/** Keys, addresses and secrets in the environment of the job. */
import { unescape } from 'node:querystring';
import type { HeaderVariables } from './connection.ts';
import { PROXY_VARIABLES } from './http/proxy.ts';
import type { HubProfile } from './hubs/hub.ts';
import { REGISTRY } from './hubs/registry.ts';

/** Returns the key of each hub that has one in the environment, by the hub's name. */
export function keysFrom(env: NodeJS.ProcessEnv): Record<string, string> {
  return firstByHub(({ keyVariables = [], keyFrom }) =>
    keyFrom ? [keyFrom(env)] : valuesOf(env, keyVariables),
  );
}

/** Variables of accounts that open more than models. */
const GENERAL_KEYS = ['AWS_ACCESS_KEY_ID', 'HF_TOKEN'];

/** Returns the first hub whose own key is in the environment; undefined without one. */
export function hubInEnvironment(env: NodeJS.ProcessEnv): string | undefined {
  const hasKey = ({ keyVariables = [] }: HubProfile) => {
    const hubVariables = keyVariables.filter((name) => !GENERAL_KEYS.includes(name));
    return valuesOf(env, hubVariables).length > 0;
  };
  return REGISTRY.find(hasKey)?.name;
}

/** Returns the endpoint of each hub that has one in the environment, by the hub's name. */
export function endpointsFrom(env: NodeJS.ProcessEnv): Record<string, string> {
  return firstByHub(({ endpointVariable }) =>
    endpointVariable === undefined ? [] : valuesOf(env, [endpointVariable]),
  );
}

/** Names of the variables with secrets, besides those of hubs and proxies. */
export interface SecretVariables {
  key: readonly string[];
  /** Addresses, which may contain a password. */
  address: readonly string[];
  /** Lists of variables that headers of the configuration may contain. */
  variables: readonly string[];
}

/** Returns the variables that headers of the configuration may contain, with their values. */
export function variablesFrom(
  env: NodeJS.ProcessEnv,
  secretVariables: SecretVariables,
): HeaderVariables {
  const names = secretVariables.variables
    .flatMap((list) => (env[list] ?? '').split(/[\s,]+/))
    .filter(Boolean);
  return Object.fromEntries(names.map((name) => [name, env[name]?.trim() ?? '']));
}

function firstByHub(
  valuesFor: (hub: HubProfile) => readonly (string | undefined)[],
): Record<string, string> {
  const values: Record<string, string> = {};
  for (const hub of REGISTRY) {
    const [firstValue] = valuesFor(hub);
    if (firstValue !== undefined) values[hub.name] = firstValue;
  }
  return values;
}

/** Returns the values of the variables that are set. */
function valuesOf(env: NodeJS.ProcessEnv, names: readonly string[]): string[] {
  return names.map((name) => env[name]?.trim() ?? '').filter(Boolean);
}

/** Variables with secrets that the clouds' own login steps leave in a job. */
const CLOUD_SECRET_VARIABLES = [
  'AWS_SECRET_ACCESS_KEY',
  'AWS_SESSION_TOKEN',
  'AZURE_OPENAI_AD_TOKEN',
];

/** Variables with addresses, which may contain a password, in the action and in the terminal. */
const ADDRESS_VARIABLES = [
  ...REGISTRY.flatMap(({ endpointVariable }) => endpointVariable ?? []),
  'HF_DATASETS_SERVER',
  ...PROXY_VARIABLES,
];

/** Returns all secrets. Does not throw, so that they can be masked before anything else is read. */
export function readSecrets(env: NodeJS.ProcessEnv, secretVariables: SecretVariables): string[] {
  const addresses = valuesOf(env, [...secretVariables.address, ...ADDRESS_VARIABLES]);
  const passwords = addresses.map(passwordIn);
  const headerValues = Object.values(variablesFrom(env, secretVariables)).flatMap(
    (value) => value ?? [],
  );
  const hubKeyVariables = REGISTRY.flatMap(({ keyVariables = [] }) => keyVariables);
  const secrets = [
    ...valuesOf(env, [...secretVariables.key, ...hubKeyVariables, ...CLOUD_SECRET_VARIABLES]),
    ...headerValues,
    ...passwords,
    ...passwords.map(unescape),
  ];
  return [...new Set(secrets)].filter(Boolean);
}

/** Returns the password of an address, with or without a scheme; an empty text without one. */
function passwordIn(address: string): string {
  return /^(?:\w+:\/\/)?[^/?#:]*:([^/?#]+)@/.exec(address)?.[1] ?? '';
}
