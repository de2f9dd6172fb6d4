import { constants } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { decide } from './engine/gate.js';
import { DEFAULT_CONFIDENCE } from './engine/statistics/policy.js';
import type { ReportRow, ResultRow, Results } from './engine/results.js';
import { DataError } from './errors.js';
import { publishedReportSchema } from './published-report-schema.js';

const MAX_BYTES = 50 * 1024 * 1024;

const NOTICE =
  "These results were reported by the pull request's own run, which the pull request controls; this run only publishes them and " +
  'asked no model. Whatever follows, further notes included, is what that run says.';

const REMEDY =
  'Publish the report.json of an earlier run as that run wrote it (its output `report-json`), by a version of this action that is ' +
  'not newer than this one. Where a pull request wrote another, nothing of it is published.';

/**
 * Reads the report of an earlier run, at `file` relative to `root` or absolute. Whoever wrote it is not trusted: it has to have
 * the form of a report and to agree with itself, by the engine's own rules. That makes it no more true than its writer, and the
 * first of its `notices` says so. Throws DataError.
 */
export async function readPublishedReport(file: string, root: string): Promise<Results> {
  const refuse = (what: string, cause?: unknown): DataError => new DataError(`this report cannot be published: ${what}`, { where: file, remedy: REMEDY, cause });

  const parsed = publishedReportSchema.safeParse(parse(await read(path.resolve(root, file), refuse), refuse));
  if (!parsed.success) {
    const [{ path: at, message }] = parsed.error.issues as [(typeof parsed.error.issues)[number]];
    throw refuse(`${at.length > 0 ? placeOf(at) : 'the whole'}: ${message}`);
  }
  const contradiction = contradictionIn(parsed.data);
  if (contradiction !== undefined) throw refuse(contradiction);
  // First, since writers show only so many notices: those of the report must not crowd it out.
  return { ...parsed.data, notices: [NOTICE, ...parsed.data.notices] };
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
  return at.map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`)).join('').replace(/^\./, '');
}

/** The first thing in which a report disagrees with itself; each number and verdict follows from the rows. */
function contradictionIn({ outcome, problem, report, results, not_applicable }: Results): string | undefined {
  const tallies = new Map(report.map((row) => [keyOf(row), { pass_count: 0, fail_count: 0, error_count: 0, not_applicable_count: 0 }]));
  if (tallies.size < report.length) return 'report: a test is there twice';
  if (problem && report.length > 0) return 'problem: a run that met a problem has no tests';

  for (const [index, row] of results.entries()) {
    const tally = tallies.get(keyOf(row));
    if (!tally) return `results[${index}]: its test is not in the report`;
    const wrong = contradictionInRow(row);
    if (wrong !== undefined) return `results[${index}]: ${wrong}`;
    tally[row.pass === null ? 'error_count' : row.pass ? 'pass_count' : 'fail_count'] += 1;
  }
  for (const [index, row] of not_applicable.entries()) {
    const tally = tallies.get(keyOf(row));
    if (!tally) return `not_applicable[${index}]: its test is not in the report`;
    tally.not_applicable_count += 1;
  }

  // A run that was skipped has no tests; one that has any is judged by them.
  const verdict = decide({ tests: report.map((row) => ({ ...row, decision: row.decision ?? 'point', confidence: row.interval?.confidence ?? DEFAULT_CONFIDENCE })), skipped: outcome === 'skipped' && report.length === 0 && problem === undefined });
  for (const [index, row] of report.entries()) {
    const { outcome, pass, pass_rate } = verdict.tests[index]!;
    const facts = { ...tallies.get(keyOf(row))!, outcome, pass, pass_rate };
    for (const key of Object.keys(facts) as (keyof typeof facts)[]) {
      if (row[key] !== facts[key]) return `report[${index}].${key} is ${row[key]}, but its rows make it ${facts[key]}`;
    }
  }
  return outcome === verdict.outcome ? undefined : `outcome is ${outcome}, but its tests make it ${verdict.outcome}`;
}

/** A row has a score and a verdict, or neither. */
function contradictionInRow({ status, pass, eval_score, error }: ResultRow): string | undefined {
  const scored = status === 'scored';
  if (scored !== (pass !== null) || scored !== (eval_score !== null)) return `its status ${status} does not go with its pass and eval_score`;
  if ((status === 'error') !== (error !== undefined)) return `its status ${status} does not go with its error`;
  return undefined;
}

/** No two tests have the same, whatever is in their names. */
function keyOf({ category, test_type }: Pick<ReportRow, 'category' | 'test_type'>): string {
  return JSON.stringify([category, test_type]);
}
