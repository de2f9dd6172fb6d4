import { isLoopback } from '../../models/http/address.ts';
import { hubNamed } from '../../models/hubs/registry.ts';
import type { ProductGate } from './product-gate.ts';
import type { ShippedPrompt } from './repository.ts';

export const CONFIG_FILE = '.github/sensitivity.yml';

/** The values from which `init` writes its files. */
export interface Setup {
  hub: string;
  model: string;
  /** The source of the rows. */
  data: string;
  baseUrl?: string;
  /** The prompt that the team ships; left out, the text of a row alone is sent. */
  prompt?: ShippedPrompt;
  /** The branch that pull requests go to. */
  branch: string;
  /** Path of the configuration. */
  config: string;
  /** Tests of the product itself; left out, those of the built-in rows are written. */
  gate?: ProductGate;
  /** Tokens for an answer, in place of those in the hub's lines. */
  maxTokens?: number;
}

/** The secret that holds the key; undefined if the model needs none. */
export function secretName({ hub, baseUrl }: Setup): string | undefined {
  return isOnThisMachine(baseUrl) ? undefined : hubNamed(hub).keyVariables?.[0];
}

export function isOnThisMachine(address: string | undefined): boolean {
  return address !== undefined && URL.canParse(address) && isLoopback(new URL(address));
}

/** The inputs of the action that say where the model is asked. */
export function addressInputs({ hub, baseUrl }: Setup): Readonly<Record<string, string>> {
  const { firstInputs = {}, addressKey } = hubNamed(hub);
  // `base-url` is trusted, and takes the place of an address in the configuration.
  if (baseUrl === undefined) return firstInputs;
  return addressKey ? { ...firstInputs, 'base-url': baseUrl } : { 'base-url': baseUrl };
}
