import { azureOpenAi } from './azure-openai.js';
import { http } from './http.js';
import type { Hub } from './hub.js';
import { huggingFace } from './huggingface.js';
import { openAi } from './openai.js';
import { reference } from './reference.js';

/** Every hub there is. To add one: a file beside this one, and a line here. */
export const REGISTRY: readonly Hub[] = [openAi, azureOpenAi, huggingFace, http, reference];

export const HUBS = REGISTRY.map(({ name }) => name) as [string, ...string[]];

/** The hub of a configuration, which was read with this registry. */
export function hubNamed(name: string): Hub {
  const hub = REGISTRY.find((known) => known.name === name);
  if (hub === undefined) throw new Error(`The registry has no hub ${JSON.stringify(name)}.`);
  return hub;
}
