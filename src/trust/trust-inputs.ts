import type { Client } from '../github/client.js';
import type { Overrides } from '../config/config.js';
import type { EventContext } from '../github/event.js';
import type { Checkout } from './checkout.js';

/** What the workflow says on whose rules decide. */
export interface TrustInputs extends Overrides {
  /** Path of the configuration. */
  config: string;
  configRef: 'head' | 'base' | 'split' | 'auto';
  githubToken?: string | undefined;
  /** Absolute: the checkout. */
  workspace: string;
}

export interface TrustOptions {
  inputs: TrustInputs;
  event: EventContext;
  client: () => Promise<Client>;
  /** A folder of our own for the base's files. */
  scratch: string;
  /** Git's word on the checkout. */
  checkout: Pick<Checkout, 'isTracked' | 'headOf' | 'blobsAtHead'>;
}
