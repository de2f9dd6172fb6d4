import type { Lint } from '../engine/cases.js';
import type { Scorer } from '../engine/scorers/scorer.js';
import type { Policy } from '../engine/statistics/policy.js';
import type { SensitivityTest } from '../engine/tests/test.js';
import type { Threshold } from '../engine/results.js';
import type { EmbeddingSettings, ModelSettings } from '../models/settings.js';

/** A configuration with every default filled in: what the rest of the house reads. */
export interface Config {
  model: ModelSettings;
  /** The user's prompt template, checked. */
  template?: string;
  /** In the order of the file. */
  tests: TestConfig[];
  /** Set where a test's scorer embeds. */
  embeddings?: EmbeddingSettings;
  concurrency: number;
  maxRequests?: number;
  seed: number;
  maskFoulWords: boolean;
  origin: { path: string; sha256: string };
}

export interface TestConfig {
  test: SensitivityTest;
  scorer: Scorer;
  scorerOptions: Record<string, unknown>;
  threshold: Threshold;
  minimum_pass_rate: number;
  parameters: unknown;
  lint: Lint;
  decision: Policy;
  confidence: number;
  data: DataConfig;
  /** Line of the test in the file, for annotations. */
  line: number;
}

export interface DataConfig {
  source: string;
  columns?: { text?: string; options?: string; negated_answer?: string };
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
}

/** The rules of one configuration over the subject of another. */
export function withSubject(rules: Config, { model: { name, system_prompt, parameters }, template }: Config): Config {
  return { ...rules, template, model: { ...rules.model, name, system_prompt, parameters } };
}
