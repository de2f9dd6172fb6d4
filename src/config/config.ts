import type { ConfigError } from '../errors.js';
import type { Settled } from './keys/key.js';
import type { Budget, OF_THE_WHOLE } from './keys/whole.js';

export type { DataConfig } from './keys/data.js';
export type { Candidate } from './keys/scorers.js';
export type { TestConfig } from './keys/test.js';

/** A configuration with every default filled in: what the rest of the house reads. Tests are in the order of the file. */
export interface Config extends Settled<typeof OF_THE_WHOLE> {
  /** The user's prompt template, checked. */
  template?: string | undefined;
  /** Why there are no embeddings, where a scorer that the samples decide on may turn out to need them. */
  embeddingsProblem?: ConfigError;
  /** What was left out or read in another way than it stands there. */
  notices: string[];
  origin: { path: string; sha256: string };
  /** `file:line:column` of a key as errors name it (`model.parameters.stream`); undefined where the file does not say it. */
  placeOf: (key: string) => string | undefined;
}

/** What the workflow or the command line says instead of the file. */
export interface Overrides {
  hub?: string | undefined;
  model?: string | undefined;
  data?: string | undefined;
  /** Endpoint of the model; embeddings of the same hub share it. */
  baseUrl?: string | undefined;
  maxRequests?: number | undefined;
  onBudget?: Budget['on_budget'] | undefined;
  /** Seconds, or a number with its unit. */
  deadline?: string | number | undefined;
  /** Path of the report to compare with: trusted, like the others here. */
  baseline?: string | undefined;
}
