/** All hubs by name, and the configuration keys that they add. */
import { z } from 'zod';
import { anthropic } from './anthropic.ts';
import { azureOpenAi } from './azure-openai.ts';
import { bedrock } from './bedrock.ts';
import { google } from './google.ts';
import { http } from './http.ts';
import type { Hub, HubKey } from './hub.ts';
import { huggingFace } from './huggingface.ts';
import { openAi } from './openai.ts';
import { reference } from './reference.ts';

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

function keysOfAllHubs(
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
  ...keysOfAllHubs(({ endpointKeys }) => endpointKeys),
  headers: { ...HEADERS, hub: 'every hub' },
};
export const MODEL_KEYS = { ...ENDPOINT_KEYS, ...keysOfAllHubs(({ modelKeys }) => modelKeys) };
export const ROUTE_KEYS: readonly string[] = REGISTRY.flatMap(({ routeKey }) => routeKey ?? []);

export const HUBS = REGISTRY.map(({ name }) => name) as [string, ...string[]];

export function hubNamed(name: string): Hub {
  const hub = REGISTRY.find((entry) => entry.name === name);
  if (hub === undefined) throw new Error(`The registry has no hub ${JSON.stringify(name)}.`);
  return hub;
}
