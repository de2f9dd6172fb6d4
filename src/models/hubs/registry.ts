import { azureOpenAi } from './azure-openai.js';
import { http } from './http.js';
import type { Hub, HubKey } from './hub.js';
import { huggingFace } from './huggingface.js';
import { openAi } from './openai.js';
import { reference } from './reference.js';

/** Every hub there is. To add one: a file beside this one, and a line here. */
export const REGISTRY: readonly Hub[] = [openAi, azureOpenAi, huggingFace, http, reference];

export type HubKeysByName = Readonly<Record<string, HubKey & { hub: string }>>;

function collect(of: (hub: Hub) => Readonly<Record<string, HubKey>> | undefined): HubKeysByName {
  const entriesOf = (hub: Hub) => Object.entries(of(hub) ?? {}).map(([name, key]) => [name, { ...key, hub: hub.name }] as const);
  return Object.fromEntries(REGISTRY.flatMap(entriesOf));
}

/** The hubs' own keys, by where they may stand; one of another hub says nothing. */
export const ENDPOINT_KEYS = collect(({ endpointKeys }) => endpointKeys);
export const MODEL_KEYS = { ...ENDPOINT_KEYS, ...collect(({ modelKeys }) => modelKeys) };
export const ROUTE_KEYS: readonly string[] = REGISTRY.flatMap(({ routeKey }) => routeKey ?? []);

export const HUBS = REGISTRY.map(({ name }) => name) as [string, ...string[]];

/** The hub of a configuration, which was read with this registry. */
export function hubNamed(name: string): Hub {
  const hub = REGISTRY.find((known) => known.name === name);
  if (hub === undefined) throw new Error(`The registry has no hub ${JSON.stringify(name)}.`);
  return hub;
}
