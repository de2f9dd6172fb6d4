import { anthropic } from './anthropic.ts';
import { azureOpenAi } from './azure-openai.ts';
import { bedrock } from './bedrock.ts';
import { google } from './google.ts';
import { http } from './http.ts';
import type { Hub, HubKey, HubProfile } from './hub.ts';
import { huggingFace } from './huggingface.ts';
import { openAi } from './openai.ts';
import { reference } from './reference.ts';
import { unescape } from 'node:querystring';
import { z } from 'zod';
import { PROXY_VARIABLES } from '../http/proxy.ts';
import type { HeaderVariables } from '../connection.ts';

/** All hubs. To add one: a file in this folder, and a line here. */
export const REGISTRY: readonly Hub[] = [
  openAi,
  azureOpenAi,
  anthropic,
  google,
  bedrock,
  huggingFace,
  http,
  reference,
];

export type HubKeysByName = Readonly<Record<string, HubKey & { hub: string }>>;

function collect(
  keysOf: (hub: Hub) => Readonly<Record<string, HubKey>> | undefined,
): HubKeysByName {
  const entriesOf = (hub: Hub) =>
    Object.entries(keysOf(hub) ?? {}).map(
      ([name, key]) => [name, { ...key, hub: hub.name }] as const,
    );
  return Object.fromEntries(REGISTRY.flatMap(entriesOf));
}

/** A key of every section with an endpoint. Like the hubs' own keys, it goes with the endpoint. */
const HEADERS: HubKey = {
  schema: z.record(z.string(), z.string()),
  about: 'headers; ${NAME} is a variable of the job that the input `header-variables` lists.',
  default: {},
};

/** The hubs' own configuration keys, by the sections that may have them. */
export const ENDPOINT_KEYS: HubKeysByName = {
  ...collect(({ endpointKeys }) => endpointKeys),
  headers: { ...HEADERS, hub: 'every hub' },
};
export const MODEL_KEYS = { ...ENDPOINT_KEYS, ...collect(({ modelKeys }) => modelKeys) };
export const ROUTE_KEYS: readonly string[] = REGISTRY.flatMap(({ routeKey }) => routeKey ?? []);

export const HUBS = REGISTRY.map(({ name }) => name) as [string, ...string[]];

export function hubNamed(name: string): Hub {
  const hub = REGISTRY.find((entry) => entry.name === name);
  if (hub === undefined) throw new Error(`The registry has no hub ${JSON.stringify(name)}.`);
  return hub;
}

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
const SECRETS_OF_CLOUDS = ['AWS_SECRET_ACCESS_KEY', 'AWS_SESSION_TOKEN', 'AZURE_OPENAI_AD_TOKEN'];

/** Variables with addresses, in the action and in the terminal. */
const ADDRESSES = [
  ...REGISTRY.flatMap(({ endpointVariable }) => endpointVariable ?? []),
  'HF_DATASETS_SERVER',
  ...PROXY_VARIABLES,
];

/** Returns all secrets. Does not throw, so that they can be masked before anything else is read. */
export function readSecrets(env: NodeJS.ProcessEnv, secretVariables: SecretVariables): string[] {
  const passwords = valuesOf(env, [...secretVariables.address, ...ADDRESSES]).map(
    (address) => /^(?:\w+:\/\/)?[^/?#:]*:([^/?#]+)@/.exec(address)?.[1] ?? '',
  );
  const variables = Object.values(variablesFrom(env, secretVariables)).flatMap(
    (value) => value ?? [],
  );
  const hubKeyVariables = REGISTRY.flatMap(({ keyVariables = [] }) => keyVariables);
  const secrets = [
    ...valuesOf(env, [...secretVariables.key, ...hubKeyVariables, ...SECRETS_OF_CLOUDS]),
    ...variables,
    ...passwords,
    ...passwords.map(unescape),
  ];
  return [...new Set(secrets)].filter(Boolean);
}
