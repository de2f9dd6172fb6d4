import type { Overrides } from '../config/config.js';

/** What the workflow says that decides whose rules judge. */
export interface TrustInputs extends Overrides {
  /** Path of the configuration. */
  config: string;
  configRef: 'head' | 'base' | 'split' | 'auto';
  githubToken?: string;
  /** Absolute: the checkout. */
  workspace: string;
}
