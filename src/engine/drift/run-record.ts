import type { ReportRow } from '../verdict/report-row.ts';
import type { WatchNight } from './watch.ts';

/** The record of runs: figures only, no text of a row, an answer or a prompt. */

type RecordedOutcome = ReportRow['outcome'];

export interface RunRecord {
  sensitivity_history: 1;
  at: string;
  commit?: string;
  event: string;
  branch?: string;
  version: string;
  /** Digest that identifies the gate: the configuration's path, and the inputs that override it. */
  series: string;
  /** Digest of the configuration's text and of the model. */
  fingerprint: string;
  outcome: RecordedOutcome;
  tests: readonly TestRecord[];
  /**
   * Digests of the model that was asked for, of those that answered, and of their fingerprints
   * where replies had one.
   */
  served?: { asked: string; models: string; fingerprints?: string };
  watch?: WatchNight;
}

export interface TestRecord extends Pick<
  ReportRow,
  | 'test_type'
  | 'side'
  | 'pass_rate'
  | 'minimum_pass_rate'
  | 'pass_count'
  | 'fail_count'
  | 'error_count'
  | 'outcome'
> {
  /** Digest of how rows are asked and scored. Rates with different digests are not comparable. */
  scored: string;
}

/** The report's section on earlier runs; the last point of each test is this run. */
export interface History {
  readonly tests: readonly TestHistory[];
}

export interface TestHistory extends Readonly<Pick<ReportRow, 'test_type' | 'side'>> {
  readonly points: readonly HistoryPoint[];
}

export interface HistoryPoint {
  readonly at: string;
  readonly commit?: string;
  readonly pass_rate: number;
  readonly minimum_pass_rate: number;
  readonly outcome: RecordedOutcome;
  /** The configuration or the model differs from that of the point before. */
  readonly changed?: true;
}
