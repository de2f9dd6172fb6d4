import type { Control, Lint, Stop } from '../engine/cases.js';
import type { Part } from '../engine/scorers/combined.js';
import type { Policy } from '../engine/statistics/policy.js';
import type { SensitivityTest } from '../engine/tests/test.js';
import type { ConfigError } from '../errors.js';
import type { ClassifierSettings, EmbeddingSettings, ModelSettings } from '../models/settings.js';

export type { ClassifierSettings, EmbeddingSettings, ModelSettings };

/** A configuration with every default filled in: what the rest of the house reads. */
export interface Config {
  model: ModelSettings;
  /** The user's prompt template, checked. */
  template?: string;
  /** In the order of the file. */
  tests: TestConfig[];
  /** Set where a test's scorer may embed. */
  embeddings?: EmbeddingSettings;
  /** Why there are none, where a scorer that the samples decide on may turn out to need them. */
  embeddingsProblem?: ConfigError;
  concurrency: number;
  maxRequests?: number;
  seed: number;
  maskFoulWords: boolean;
  /** What was left out or read in another way than it stands there. */
  notices: string[];
  origin: { path: string; sha256: string };
}

export interface TestConfig {
  test: SensitivityTest;
  /** The scorers that may judge it: the first that fits its samples does. More than one only for `scorer: auto`. */
  candidates: readonly Candidate[];
  minimum_pass_rate: number;
  parameters: unknown;
  lint: Lint;
  decision: Policy;
  confidence: number;
  control: Control;
  repeats: number;
  stop: Stop;
  /** Compared with the base's subject, or with the report at this path. */
  compare?: { with: 'base' | 'report'; max_regression: number; report?: string };
  judge?: ModelSettings;
  classifier?: ClassifierSettings;
  /** Answers a row, of which the worst counts. */
  samples_per_row: number;
  data: DataConfig;
  /** Line of the test in the file, for annotations. */
  line: number;
}

/** A scorer, and what the configuration says for it. */
export interface Candidate extends Part {
  /** What it is put together from, where it is several. */
  parts?: readonly Part[];
}

export interface DataConfig {
  source: string;
  columns?: { text?: string; options?: string; truth?: string | null; answer?: string | null; negated_answer?: string | null; expect?: string };
  limit?: number;
  /** `file:line:column` or the name of the input, for errors. */
  where: string;
  /** The workflow or the command line named the source, not the file. */
  overridden: boolean;
}

/** What the workflow or the command line says instead of the file. */
export interface Overrides {
  hub?: string;
  model?: string;
  data?: string;
  /** Endpoint of the model; embeddings of the same hub share it. */
  baseUrl?: string;
  maxRequests?: number;
  /** Path of the report to compare with: trusted, like the others here. */
  baseline?: string;
}
