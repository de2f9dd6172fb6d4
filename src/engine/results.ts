import type { History } from './history.js';
import type { Outcome, ReportRow } from './report-row.js';
import type { LeftOutRow, ResultRow } from './result-row.js';
import type { Usage } from './usage.js';

/** The shape of the JSON report: `Results` is what the engine returns, what every writer reads and what is stored. */

export type * from './report-row.js';
export type * from './result-row.js';
export type * from './usage.js';
export type { StatedRule, Threshold } from './scorers/rule.js';

/** Why a run has no results at all: a configuration, a file or an endpoint that cannot be used. */
export interface Problem {
  name: string;
  message: string;
  where?: string | undefined;
  remedy: string;
}

/** A key of the rules whose value differs from the base's; `null` where a side does not have it. */
export interface RuleChange {
  /** `tests.sensitivity.add_negation.min_pass_rate`, or the path of a file that the rules name. */
  path: string;
  old: unknown;
  new: unknown;
}

/** How the rows of one source differ from the base's, in rows. */
export interface RowsChange {
  source: string;
  added: number;
  removed: number;
  changed: number;
  /** Rows that both sides have. */
  common: number;
}

/** Put together once, by one function of the hall; whoever has something to add makes another. */
export interface Results {
  readonly schema_version: 1;
  readonly outcome: Outcome;
  readonly model: { readonly hub: string; readonly name: string };
  /** `ref` says whose configuration decided: `head`, `base`, `split`, or `local` in a terminal. */
  readonly config: { readonly path: string; readonly ref: string; readonly sha256: string };
  /** Keys by which the subject differs from that of the base, where it is compared with one: `system_prompt`, `temperature`, `prompt`. */
  readonly changed_subject?: readonly string[];
  /** Where a pull request is judged by its own rules: how they differ from those of the base, and how the rows do. */
  readonly rules_changed?: readonly RuleChange[];
  readonly rows_changed?: readonly RowsChange[];
  /** The verdict on the same subject by the base's rules and rows, where these differ; or why it is not known. */
  readonly base_rules?: Results | { readonly error: string };
  readonly report: readonly ReportRow[];
  readonly results: readonly ResultRow[];
  readonly not_applicable: readonly LeftOutRow[];
  readonly usage: Readonly<Usage>;
  /** Of a run in several processes: how many there were, and those whose answers are lost. */
  readonly shards?: { readonly of: number; readonly missing: readonly number[] };
  readonly seed: number;
  /** ISO 8601, UTC. */
  readonly started_at: string;
  /** Sentences that stand right below the verdict, such as how a pull request changes its own gate. */
  readonly warnings?: readonly string[];
  /** Sentences about the run as a whole that a reader must see. */
  readonly notices: readonly string[];
  /** Only where the workflow keeps one. */
  readonly history?: History;
  readonly problem?: Readonly<Problem>;
}
