/**
 * The record of runs as JSON Lines, one run a line. It is untrusted: write access to its branch or
 * folder is enough to forge it.
 */
import { z } from 'zod';
import { countSchema, boundedList, MAX_TESTS, rateSchema } from '../engine/bounds.ts';
import { MAX_SUM } from '../engine/drift/drift.ts';
import type { History, RunRecord, TestRecord } from '../engine/drift/run-record.ts';
import { SIDES } from '../engine/sample.ts';
import type { WatchNight } from '../engine/drift/watch.ts';
import { jsonIn } from '../json.ts';

/** Most runs of one gate, and most nights of `watch`; older ones are dropped. */
export const MOST_RECORDS = 200;
const MAX_NIGHTS = 400;
/**
 * Largest file with all gates of a repository, in bytes: below the 1 MB that GitHub's contents API
 * sends.
 */
export const MOST_HISTORY_BYTES = 512 * 1024;
/** Maximum number of lines that are parsed, the last ones first. */
const MAX_LINES = 5_000;
/** Longest line, in characters: a record of 100 tests with two sides each. */
const MAX_LINE_LENGTH = 64 * 1024;
export const MOST_POINTS = 30;

const digestSchema = z.string().regex(/^[0-9a-f]{16}$/);
const commitSchema = z.string().regex(/^[0-9a-f]{40}(?:[0-9a-f]{24})?$/);
const testNameSchema = z.string().regex(/^[A-Za-z0-9_][\w .:-]{0,99}$/);
const decidedOutcome = z.enum(['pass', 'fail', 'inconclusive', 'error']);
const dateTime = z.iso.datetime();

const testFields = { test_type: testNameSchema, side: z.enum(SIDES).exactOptional() };

const testRecord: z.ZodType<TestRecord> = z
  .strictObject({
    ...testFields,
    scored: digestSchema,
    pass_rate: rateSchema.nullable(),
    minimum_pass_rate: rateSchema,
    pass_count: countSchema,
    fail_count: countSchema,
    error_count: countSchema,
    outcome: decidedOutcome,
  })
  .refine(hasRateOfCounts, 'its rate is not that of its counts');

export function hasRateOfCounts(
  test: Pick<TestRecord, 'pass_rate' | 'pass_count' | 'fail_count'>,
): boolean {
  const { pass_rate, pass_count, fail_count } = test;
  const scored = pass_count + fail_count;
  if (pass_rate === null || scored === 0) return pass_rate === null && scored === 0;
  return Math.abs(pass_rate - pass_count / scored) < 1e-9;
}

const sumSchema = z.number().min(0).max(MAX_SUM);
const nightSchema: z.ZodType<WatchNight> = z.strictObject({
  subject: digestSchema,
  rows: digestSchema,
  outcomes: z.string().regex(/^[01-]{1,500}$/),
  p: rateSchema.exactOptional(),
  worse: sumSchema,
  better: sumSchema,
  level: z.enum(['worse', 'better']).exactOptional(),
  anew: z.literal(true).exactOptional(),
  issue: z.int().positive().exactOptional(),
});

const runRecord: z.ZodType<RunRecord> = z.strictObject({
  sensitivity_history: z.literal(1),
  at: dateTime,
  commit: commitSchema.exactOptional(),
  event: z.string().regex(/^[a-z_]{1,40}$/),
  branch: z.string().max(250).exactOptional(),
  version: z.string().regex(/^[\w.+-]{1,40}$/),
  series: digestSchema,
  fingerprint: digestSchema,
  outcome: decidedOutcome,
  tests: boundedList(testRecord, 2 * MAX_TESTS),
  served: z
    .strictObject({
      asked: digestSchema,
      models: digestSchema,
      fingerprints: digestSchema.exactOptional(),
    })
    .exactOptional(),
  watch: nightSchema.exactOptional(),
});

export const publishedHistory: z.ZodType<History> = z.object({
  tests: boundedList(
    z.object({
      ...testFields,
      points: boundedList(
        z.object({
          at: dateTime,
          commit: commitSchema.exactOptional(),
          pass_rate: rateSchema,
          minimum_pass_rate: rateSchema,
          outcome: decidedOutcome,
          changed: z.literal(true).exactOptional(),
        }),
        MOST_POINTS,
      ),
    }),
    2 * MAX_TESTS,
  ),
});

export interface ReadHistory {
  /** Oldest first. */
  records: RunRecord[];
  /** Number of lines that are no record; `Infinity` for a file that is too long. */
  droppedLines: number;
}

export function readHistory(text: string): ReadHistory {
  if (Buffer.byteLength(text) > 2 * MOST_HISTORY_BYTES)
    return { records: [], droppedLines: Infinity };
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const records = lines.slice(-MAX_LINES).flatMap((line) => recordIn(line) ?? []);
  return { records, droppedLines: lines.length - records.length };
}

function recordIn(line: string): RunRecord | undefined {
  return line.length > MAX_LINE_LENGTH ? undefined : runRecord.safeParse(jsonIn(line)).data;
}

/** Returns a record as a line with its line break; undefined if it could not be read again. */
export function lineOf(record: RunRecord): string | undefined {
  const line = JSON.stringify(record);
  return recordIn(line) && `${line}\n`;
}

/**
 * Appends a record to the text. Removes invalid lines, and the oldest records if the text is too
 * long.
 */
export function appendRecord(text: string, record: RunRecord): string {
  // A write that failed may have reached the file, so the same record is not kept twice.
  const earlierRecords = readHistory(text).records.filter(
    ({ at, series, commit }) =>
      at !== record.at || series !== record.series || commit !== record.commit,
  );
  const counts = new Map<string, number>();
  const keptLines: string[] = [];
  let bytes = 0;
  for (const kept of [...earlierRecords, record].toReversed()) {
    const line = kept === record ? (lineOf(record) ?? '') : `${JSON.stringify(kept)}\n`;
    bytes += Buffer.byteLength(line);
    if (bytes > MOST_HISTORY_BYTES) break;
    // Many pushes must not push out the nights of `watch`.
    const kind = kept.watch ? `${kept.series} watch` : kept.series;
    const count = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, count);
    if (count <= (kept.watch ? MAX_NIGHTS : MOST_RECORDS)) keptLines.push(line);
  }
  return keptLines.toReversed().join('');
}

export function droppedLinesNotice(lineCount: number, name: string): string | undefined {
  if (lineCount === 0) return undefined;
  const loss =
    lineCount === Infinity
      ? 'The record of earlier runs is too long to be read, and was left out'
      : `${lineCount} ${lineCount === 1 ? 'line' : 'lines'} of the record of earlier runs cannot be read, and ${lineCount === 1 ? 'was' : 'were'} left out`;
  return `${loss} (${name}). Anyone with write access there may have written it; the next run that keeps its record removes it.`;
}
