import { hash } from 'node:crypto';
import { constants } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { decidedRows } from '../engine/verdict/answer-and-refuse.ts';
import type { ReportRow, Results } from '../engine/results.ts';
import type { HistoryPoint, RunRecord, TestRecord } from '../engine/drift/run-record.ts';
import { servedSets } from '../engine/served.ts';
import { ConfigError, systemCode } from '../errors.ts';
import { canonical, quoted } from '../json.ts';
import { addNotices } from '../run/results.ts';
import { readPlainText, replaceFile } from '../run/safe-files.ts';
import {
  droppedLinesNotice,
  MOST_POINTS,
  type ReadHistory,
  appendRecord,
  lineOf,
  MOST_HISTORY_BYTES,
  readHistory,
} from '../trust/history-file.ts';
import { VERSION } from '../version.ts';

/** Identity of a gate in a record: set by the workflow, which a configuration cannot change. */
type Gate = { config: string } & Partial<
  Record<'commentKey' | 'hub' | 'model' | 'data', string | undefined>
>;

interface RecordOptions extends Pick<RunRecord, 'event'> {
  gate: Gate;
  commit?: string;
  branch?: string;
  isWatch?: boolean;
}

/**
 * Returns the record of a run; undefined without a verdict. A night of `watch` may have no rate,
 * since a model that knows nothing has drifted.
 */
export function recordOf(
  results: Results,
  { gate, event, commit, branch, isWatch = false }: RecordOptions,
): RunRecord | undefined {
  const { outcome, model, config, started_at } = results;
  const tests = results.report.flatMap(decidedRows).map(testRecord);
  const hasRate = tests.some(({ pass_rate }) => pass_rate !== null);
  if (outcome === 'skipped' || (!hasRate && !isWatch)) return undefined;
  return {
    sensitivity_history: 1,
    at: started_at,
    commit: commit || undefined,
    event,
    branch: branch || undefined,
    version: VERSION,
    series: seriesOf(gate),
    fingerprint: digest(config.sha256, model.hub, model.name),
    outcome,
    tests,
    served: servedDigests(results),
  };
}

function seriesOf({ config, commentKey, hub, model, data }: Gate): string {
  // The last part was an input that has gone. It keeps the series of older records.
  return digest(config, commentKey, hub, model, data, undefined);
}

/** Returns digests of the model that was asked for, and of the models that answered. */
function servedDigests({ model, usage }: Results): RunRecord['served'] {
  if (!usage.served) return undefined;
  const servedHead = usage.served.filter(({ side }) => side === undefined);
  const { models, fingerprints } = servedSets(servedHead);
  return {
    asked: digest(model.hub, model.name),
    models: digest(...models),
    fingerprints: fingerprints.length > 0 ? digest(...fingerprints) : undefined,
  };
}

/**
 * Returns a sentence if models or fingerprints differ from those of the last run in the record that
 * asked the same model.
 */
function servedNotices(current: RunRecord, earlier: readonly RunRecord[]): string[] {
  const { served } = current;
  const lastRun = earlier.findLast((run) => run.served && run.served.asked === served?.asked);
  if (!served || !lastRun?.served) return [];
  const { models, fingerprints } = lastRun.served;
  const areFingerprintsKnown = served.fingerprints !== undefined && fingerprints !== undefined;
  let difference: string | undefined;
  if (served.models !== models) difference = 'Another model answered';
  else if (areFingerprintsKnown && served.fingerprints !== fingerprints)
    difference = 'The fingerprints of the replies differ';
  if (difference === undefined) return [];
  return [
    `${difference} from the run of ${lastRun.at.slice(0, 10)} in the record: the provider may serve another version.`,
  ];
}

function testRecord(row: ReportRow): TestRecord {
  const { test_type, named, side, scorer, threshold, method = 'pair' } = row;
  const isStream = row.decision === 'sequential' && row.method !== 'triplet';
  const measure = isStream ? row.measure : undefined;
  const { pass_rate, minimum_pass_rate, pass_count, fail_count, error_count, outcome } = row;
  const figures = { pass_rate, minimum_pass_rate, pass_count, fail_count, error_count, outcome };
  return {
    test_type,
    side,
    scored: digest(named, scorer, threshold, method, measure),
    ...figures,
  };
}

/** The record of a run, and of earlier runs of the same gate. */
export interface GateRecord {
  current: RunRecord;
  earlier: readonly RunRecord[];
  /** Number of lines that are no record; `Infinity` for a file that is too long. */
  droppedLines: number;
  /** The place of the record, in words. */
  name: string;
}

export function addHistory(
  results: Results,
  { current, earlier, droppedLines, name }: GateRecord,
): Results {
  // A night of `watch` does not count for the trend.
  const trendTests = current.watch ? [] : current.tests;
  const tests = trendTests.flatMap((test) => {
    const { test_type, side } = test;
    const points = pointsOf([...earlier, current], test);
    return points.length > 0 ? [{ test_type, side, points: points.slice(-MOST_POINTS) }] : [];
  });
  const lastNotices = servedNotices(current, earlier);
  const notice = droppedLinesNotice(droppedLines, name);
  if (notice !== undefined) lastNotices.push(notice);
  return addNotices({ ...results, history: { tests } }, { lastNotices });
}

function pointsOf(records: readonly RunRecord[], trendTest: TestRecord): HistoryPoint[] {
  let lastFingerprint: string | undefined;
  const runs = records.filter(({ watch }) => watch === undefined);
  return runs.flatMap(({ at, commit, fingerprint, tests }) => {
    const test = tests.find(
      ({ test_type, side, scored }) =>
        test_type === trendTest.test_type && side === trendTest.side && scored === trendTest.scored,
    );
    if (!test || test.pass_rate === null) return [];
    const { pass_rate, minimum_pass_rate, outcome } = test;
    const point = { at, commit, pass_rate, minimum_pass_rate, outcome };
    const isChanged = lastFingerprint !== undefined && lastFingerprint !== fingerprint;
    lastFingerprint = fingerprint;
    return [isChanged ? { ...point, changed: true } : point];
  });
}

/** Returns a hash of parts in a fixed order. Undefined parts count. */
export function digest(...parts: unknown[]): string {
  return hash('sha256', canonical(parts.map((part) => part ?? null))).slice(0, 16);
}

export const HISTORY_FILE = 'history.jsonl';
const MAX_FILE_BYTES = 2 * MOST_HISTORY_BYTES;

/** @throws ConfigError for a file that exists and cannot be read */
export async function readHistoryFile(folder: string): Promise<ReadHistory> {
  try {
    const text = await readPlainText(path.join(folder, HISTORY_FILE), MAX_FILE_BYTES);
    return text === undefined ? { records: [], droppedLines: Infinity } : readHistory(text);
  } catch (cause) {
    if (systemCode(cause) === 'ENOENT') return { records: [], droppedLines: 0 };
    throw historyError('read', folder, cause);
  }
}

/**
 * Appends a line in one write, so that two runs may end at the same time. Rewrites a long or
 * damaged file.
 * @throws ConfigError
 */
export async function keepInHistoryFile(folder: string, record: RunRecord): Promise<void> {
  const file = path.join(folder, HISTORY_FILE);
  try {
    await mkdir(folder, { recursive: true });
    const { O_WRONLY, O_APPEND, O_CREAT, O_NOFOLLOW, O_NONBLOCK } = constants;
    // Windows has no O_NOFOLLOW: undefined counts as 0.
    await writeFile(file, lineOf(record) ?? '', {
      flag: O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW | O_NONBLOCK,
      mode: 0o600,
    });
    const text = await readPlainText(file, MAX_FILE_BYTES);
    const isClean =
      text !== undefined &&
      text.length <= MOST_HISTORY_BYTES &&
      readHistory(text).droppedLines === 0;
    if (!isClean) await replaceFile(file, appendRecord(text ?? '', record));
  } catch (cause) {
    throw historyError('written', folder, cause);
  }
}

function historyError(verb: 'read' | 'written', folder: string, cause: unknown): ConfigError {
  return new ConfigError(
    `the record of earlier runs cannot be ${verb}: ${quoted(cause instanceof Error ? cause.message : cause)}`,
    {
      where: path.join(folder, HISTORY_FILE),
      remedy: 'The verdict stands. Name a folder that may be read and written, or remove the file.',
      cause,
    },
  );
}
