import { hash } from 'node:crypto';
import { canonical } from '../config/equality.js';
import type { HistoryPoint, RunRecord, TestRecord } from '../engine/history.js';
import type { ReportRow, Results } from '../engine/results.js';
import { partsOf } from '../engine/sides.js';
import { droppedNotice, MOST_POINTS, type ReadHistory } from '../trust/history-file.js';
import { VERSION } from '../version.js';
import { withNotices } from './results.js';

/** What tells the gates of one record apart: what the workflow or the command line says, not what a configuration may change. */
interface Gate {
  config: string;
  commentKey?: string | undefined;
  hub?: string | undefined;
  model?: string | undefined;
  data?: string | undefined;
  /** In a terminal, whose folder for answers serves many projects. */
  root?: string | undefined;
}

/** Where a run comes from. */
export interface Recorded extends Pick<RunRecord, 'event'> {
  gate: Gate;
  commit?: string | undefined;
  branch?: string | undefined;
}

/** Undefined for a run that judged nothing. */
export function recordOf(results: Results, { gate, event, commit, branch }: Recorded): RunRecord | undefined {
  const { outcome, model, config, started_at } = results;
  const tests = partsIn(results).map(testRecord);
  if (outcome === 'skipped' || tests.every(({ pass_rate }) => pass_rate === null)) return undefined;
  return {
    sensitivity_history: 1,
    at: started_at,
    ...(commit && { commit }),
    event,
    ...(branch && { branch }),
    version: VERSION,
    series: digest(gate.config, gate.commentKey, gate.hub, gate.model, gate.data, gate.root),
    fingerprint: digest(config.sha256, model.hub, model.name),
    outcome,
    tests,
  };
}

/** What gates nothing has no rate to speak of. */
function partsIn({ report }: Results): ReportRow[] {
  return report.filter(({ threshold }) => threshold !== null).flatMap(partsOf);
}

function testRecord(row: ReportRow): TestRecord {
  const { test_type, named, side, scorer, threshold, method = 'pair', measure } = row;
  const { pass_rate, minimum_pass_rate, pass_count, fail_count, error_count, outcome } = row;
  return {
    test_type,
    ...(side && { side }),
    scored: digest(named, scorer, threshold, method, measure),
    pass_rate,
    minimum_pass_rate,
    pass_count,
    fail_count,
    error_count,
    outcome,
  };
}

export interface Before {
  /** Of this run. */
  own: RunRecord;
  /** Of the runs before it, those of other gates included. */
  read: ReadHistory;
  /** The record as the user knows it. */
  name: string;
}

/** The same results with what is known of earlier runs, and of what was left out of their record. */
export function withHistory(results: Results, { own, read, name }: Before): Results {
  const earlier = read.records.filter(({ series }) => series === own.series);
  const tests = own.tests.flatMap((test) => {
    const { test_type, side } = test;
    const points = pointsOf([...earlier, own], test);
    return points.length > 0 ? [{ test_type, ...(side && { side }), points: points.slice(-MOST_POINTS) }] : [];
  });
  const notice = droppedNotice(read.dropped, name);
  return withNotices({ ...results, history: { tests } }, { last: notice === undefined ? [] : [notice] });
}

function isSame(one: TestRecord, other: TestRecord): boolean {
  return one.test_type === other.test_type && one.side === other.side && one.scored === other.scored;
}

function pointsOf(records: readonly RunRecord[], wanted: TestRecord): HistoryPoint[] {
  let before: string | undefined;
  return records.flatMap(({ at, commit, fingerprint, tests }) => {
    const test = tests.find((one) => isSame(one, wanted));
    if (!test || test.pass_rate === null) return [];
    const { pass_rate, minimum_pass_rate, outcome } = test;
    const changed = before !== undefined && before !== fingerprint;
    before = fingerprint;
    return [{ at, ...(commit && { commit }), pass_rate, minimum_pass_rate, outcome, ...(changed && { changed: true as const }) }];
  });
}

/** Of parts in a fixed order, those that are left out included. */
function digest(...parts: unknown[]): string {
  return hash('sha256', canonical(parts.map((part) => part ?? null))).slice(0, 16);
}
