import { constants } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { isSame } from '../config/equality.js';
import { comparisonOf } from '../engine/compare.js';
import { decide, type Counts } from '../engine/gate.js';
import { DEFAULT_CONFIDENCE } from '../engine/statistics/policy.js';
import type { ReportRow, ResultRow, Results } from '../engine/results.js';
import { thresholdOf } from '../engine/scorers/rule.js';
import { tallyOf } from '../engine/tally.js';
import { DataError } from '../errors.js';
import { contradictionInFigures, replayAll } from './published-sequential.js';
import { publishedReportSchema } from './published-report-schema.js';

const MAX_BYTES = 50 * 1024 * 1024;

const ORIGIN =
  "These results were reported by the pull request's own run, which the pull request controls; this run only publishes them and " +
  'asked no model. Whatever follows, further notes included, is what that run says.';

const REMEDY =
  'Publish the report.json of an earlier run as that run wrote it (its output `report-json`), by a version of this action that is ' +
  'not newer than this one. Where a pull request wrote another, nothing of it is published.';

/** What a report is wanted for, in the words of a refusal. */
export interface ReportUse {
  /** The file as the user knows it. */
  name: string;
  use: string;
  remedy: string;
}

/**
 * Reads the report of an earlier run, at `file` relative to `root` or absolute, to publish it. The first thing that it
 * says is that it is no more true than its writer. Throws DataError.
 */
export async function readPublishedReport(file: string, root: string): Promise<Results> {
  const results = await readReport(path.resolve(root, file), { name: file, use: 'be published', remedy: REMEDY });
  // First of what writers show first, and only so many of: nothing that the report says of itself may stand above it or crowd it out.
  const { warnings = [], notices } = results;
  return warnings.length > 0 ? { ...results, warnings: [ORIGIN, ...warnings] } : { ...results, notices: [ORIGIN, ...notices] };
}

/**
 * Reads a report. Whoever wrote it is not trusted: it has to have the form of a report and to agree with itself, by the engine's own
 * rules. Throws DataError.
 */
export async function readReport(absolute: string, { name, use, remedy }: ReportUse): Promise<Results> {
  const refuse = (what: string, cause?: unknown): DataError =>
    new DataError(`this report cannot ${use}: ${what}`, { where: name, remedy, cause });

  const parsed = publishedReportSchema.safeParse(parse(await read(absolute, refuse), refuse));
  if (!parsed.success) {
    const [{ path: at, message }] = parsed.error.issues as [(typeof parsed.error.issues)[number]];
    throw refuse(`${at.length > 0 ? placeOf(at) : 'the whole'}: ${message}`);
  }
  const contradiction = contradictionIn(parsed.data);
  if (contradiction !== undefined) throw refuse(contradiction);
  return parsed.data;
}

type Refuse = (what: string, cause?: unknown) => DataError;

/**
 * The file may have come out of a stranger's archive: no link is followed to what else is on the machine, no pipe is waited for,
 * and the size is that of the file which is then read.
 */
async function read(absolute: string, refuse: Refuse): Promise<Buffer> {
  let handle: FileHandle | undefined;
  try {
    // Windows has neither flag: undefined counts as 0 there.
    handle = await open(absolute, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    const stats = await handle.stat();
    if (!stats.isFile()) throw refuse('it is no regular file');
    if (stats.size > MAX_BYTES) throw refuse(`it has ${stats.size} bytes, and at most ${MAX_BYTES} are read`);
    return await handle.readFile();
  } catch (error) {
    if (error instanceof DataError) throw error;
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') throw refuse('there is no such file. Did the step that downloads it find an artifact?', error);
    throw refuse(code === 'ELOOP' ? 'it is a link' : `it cannot be read (${code})`, error);
  } finally {
    await handle?.close();
  }
}

/** Without the parser's own words: they quote the file, which may be another than it seems. */
function parse(bytes: Buffer, refuse: Refuse): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw refuse('it is not JSON in UTF-8');
  }
}

/** `results[3].error.kind` */
function placeOf(at: readonly PropertyKey[]): string {
  return at
    .map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`))
    .join('')
    .replace(/^\./, '');
}

/** The first thing in which a report disagrees with itself; each number and verdict follows from the rows. */
function contradictionIn({ outcome, problem, report, results, not_applicable }: Results): string | undefined {
  const rowsOf = new Map(report.map((row) => [keyOf(row), [] as ResultRow[]]));
  if (rowsOf.size < report.length) return 'report: a test is there twice';
  if (problem && report.length > 0) return 'problem: a run that met a problem has no tests';

  for (const [index, row] of results.entries()) {
    const rows = rowsOf.get(keyOf(row));
    if (!rows) return `results[${index}]: its test is not in the report`;
    const wrong = contradictionInRow(row);
    if (wrong !== undefined) return `results[${index}]: ${wrong}`;
    rows.push(row);
  }
  const leftOut = new Map(report.map((row) => [keyOf(row), 0]));
  for (const [index, row] of not_applicable.entries()) {
    const count = leftOut.get(keyOf(row));
    if (count === undefined) return `not_applicable[${index}]: its test is not in the report`;
    leftOut.set(keyOf(row), count + 1);
  }

  const tallies = report.map((row) => tallyOf(rowsOf.get(keyOf(row))!));
  // A run that was skipped has no tests; one that has any is decided by them.
  const skipped = outcome === 'skipped' && report.length === 0 && problem === undefined;
  const sequential = replayAll(report, (row) => rowsOf.get(keyOf(row))!);
  if ('contradiction' in sequential) return sequential.contradiction;
  const { replays } = sequential;
  const verdict = decide({
    tests: report.map((row, i) => replays[i]?.counts ?? countsOf(row, tallies[i]!, rowsOf.get(keyOf(row))!)),
    skipped,
  });
  for (const [index, row] of report.entries()) {
    if (!isSame(thresholdOf(row.rule), row.threshold)) return `report[${index}].rule does not go with its threshold`;
    const { outcome, pass, pass_rate, decided_after, baseline } = verdict.tests[index]!;
    const replay = replays[index];
    const { undecided_count, not_applicable_count, ...counts } = replay
      ? { ...tallies[index]!, ...tallyOf(rowsOf.get(keyOf(row))!.slice(0, replay.after)) }
      : tallies[index]!;
    const facts = {
      ...counts,
      not_applicable_count: not_applicable_count + leftOut.get(keyOf(row))!,
      set_aside_count: row.set_aside_count === undefined && not_applicable_count === 0 ? undefined : not_applicable_count,
      ...(!replay && { undecided_count: row.undecided_count === undefined && undecided_count === 0 ? undefined : undecided_count }),
      outcome,
      pass,
      pass_rate,
      decided_after,
    };
    for (const key of Object.keys(facts) as (keyof typeof facts)[]) {
      if (row[key] !== facts[key]) return `report[${index}].${key} is ${row[key]}, but its rows make it ${facts[key]}`;
    }
    const own = rowsOf.get(keyOf(row))!.slice(0, replay?.after);
    const figures = replay && contradictionInFigures(row, replay.figures);
    if (figures !== undefined) return `report[${index}].${figures}`;
    const told = replay
      ? { refusal_count: refusalsIn(own) }
      : {
          induced_count: own.filter(({ cause }) => cause === 'induced').length,
          baseline_fail_count: own.filter(({ cause }) => cause === 'baseline').length,
          refusal_count: refusalsIn(own),
        };
    for (const [key, count] of Object.entries(told) as [keyof typeof told, number][]) {
      if (row[key] !== undefined && row[key] !== count) return `report[${index}].${key} is ${row[key]}, but its rows make it ${count}`;
    }
    for (const key of ['paired_count', 'pass_rate', 'broken', 'fixed', 'outcome'] as const) {
      if (row.baseline?.[key] !== baseline?.[key])
        return `report[${index}].baseline.${key} is ${row.baseline?.[key]}, but its rows make it ${baseline?.[key]}`;
    }
  }
  return outcome === verdict.outcome ? undefined : `outcome is ${outcome}, but its tests make it ${verdict.outcome}`;
}

/** A test's rows as the gate counts them, under the rules that the report names. */
function countsOf(row: ReportRow, tally: ReturnType<typeof tallyOf>, rows: readonly ResultRow[]): Counts {
  const { baseline, decision = 'point', confidence, interval, minimum_pass_rate } = row;
  const compare = baseline && { with: baseline.source, max_regression: baseline.max_regression };
  return {
    ...tally,
    minimum_pass_rate,
    // A sequential one is decided by its rows, in their order.
    decision: decision === 'sequential' ? 'point' : decision,
    confidence: confidence ?? interval?.confidence ?? DEFAULT_CONFIDENCE,
    ...(compare && {
      comparison: comparisonOf(
        rows.filter(({ status }) => status !== 'undecided'),
        compare,
      ),
    }),
  };
}

function refusalsIn(rows: readonly ResultRow[]): number {
  return rows.filter(({ refusal, status }) => refusal === true && status === 'scored').length;
}

/** A row has a score and a verdict, or neither; one that was asked three ways and can tell nothing has neither. */
function contradictionInRow({ status, pass, eval_score, error, state }: ResultRow): string | undefined {
  const scored = status === 'scored' && state !== 'unknown' && state !== 'unsteady';
  if (scored !== (pass !== null) || scored !== (eval_score !== null))
    return `its status ${status} does not go with its pass and eval_score`;
  if ((status === 'error') !== (error !== undefined)) return `its status ${status} does not go with its error`;
  return undefined;
}

/** No two tests have the same, whatever is in their names. */
function keyOf({ category, test_type }: Pick<ReportRow, 'category' | 'test_type'>): string {
  return JSON.stringify([category, test_type]);
}
