import type { BatchesOfRun } from './batches-of-run.js';
import type { Line, Link } from './connect.js';
import type { ModelSettings } from './settings.js';

/** What is to be answered in batches, and by whom. */
export interface BatchJob extends Line {
  settings: ModelSettings;
  /** The way that single requests take. */
  link: Link;
  batches: BatchesOfRun;
  /** Of the price of single requests. */
  shareOfPrice: number;
  /** As the SDK sends it. */
  bodyOf: (prompt: string) => string;
}
