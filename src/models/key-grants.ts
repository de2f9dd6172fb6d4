/** Which key and which variables a section may send to an address. `KeyRing` decides. */
import type { Section } from './settings.ts';

/** The input that holds the key of a section. */
export const KEY_INPUTS: Readonly<Record<Section, string>> = {
  model: 'api-key',
  judge: 'judge-api-key',
  embeddings: 'embeddings-api-key',
};

/** A section of the configuration at an address. A model that judges itself is the model. */
export interface SectionAddress {
  section: Section;
  hub: string;
  /** Scheme, host and port. */
  origin: string;
}

/** The key and variables that a section may send to an address. */
export interface KeyGrant {
  key?: string;
  /** The section whose input has the key: the model's, for other sections at its address. */
  owner: Section;
  /** Names of the header variables that it may send. */
  variables: readonly string[];
  /**
   * True if there is a key or a variable, and neither the base nor the workflow has the section
   * there.
   */
  isWithheld: boolean;
}

/**
 * The reason why a key or a header variable is not sent. `loopback`: only the configuration names
 * this address of this machine. `base`: neither the base nor the workflow has the section there.
 */
export type Withheld = 'loopback' | 'base';
