import type { Part } from '../../engine/scorers/combined.js';

/** A scorer, and what the configuration says for it. */
export interface Candidate extends Part {
  /** What it is put together from, where it is several. */
  parts?: readonly Part[];
}

/** The scorers that may score a test: the first that fits its samples does. More than one only for `scorer: auto`. */
export type Candidates = readonly Candidate[];
