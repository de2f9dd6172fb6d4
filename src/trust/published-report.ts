import path from 'node:path';
import type { z } from 'zod';
import { decidedRows } from '../engine/verdict/answer-and-refuse.ts';
import { worst } from '../engine/verdict/gate.ts';
import { isSequential, type ReportRow } from '../engine/verdict/report-row.ts';
import { resultsSchema, type oneVerdict, type ResultRow, type Results } from '../engine/results.ts';
import { DataError } from '../errors.ts';
import { checkSchema, parseHostileJson, readHostileText, type Refuse } from './hostile-file.ts';

const ORIGIN =
  "From an untrusted run: the pull request's own run reported this, and the pull request controls that run. This job asked no model. " +
  "Verdict, figures and notes are that run's own, and this job has not verified them.";

const REMEDY =
  'Name the report.json of a run as that run wrote it (its output `report-json`), by a version of this action that is not newer than ' +
  'this one.';

/**
 * Reads an earlier run's report to publish it, with a warning that only its writer vouches for it.
 * @throws DataError.
 */
export async function readPublishedReport(file: string, root: string): Promise<Results> {
  const publishedReport = await readReport(path.resolve(root, file), {
    name: file,
    use: 'be published',
  });
  // The review would show an attribution as suggestions that apply with one click.
  const { attribution: _unverified, warnings = [], ...results } = publishedReport;
  // This warning comes first, so that no text of the report is above it.
  return { ...results, warnings: [ORIGIN, ...warnings] };
}

interface ReportUse {
  name: string;
  /** Ends "this report cannot …". */
  use: string;
  /** Receives the SHA-256 of the bytes that were parsed. */
  onRead?: ((sha256: string) => void) | undefined;
}

/**
 * Reads a report of an untrusted writer. Its figures cannot be checked: only a report that
 * contradicts itself is refused.
 * @throws DataError.
 */
export async function readReport(
  absolute: string,
  { name, use, onRead }: ReportUse,
): Promise<Results> {
  const refuse: Refuse = (fault, cause) =>
    new DataError(`this report cannot ${use}: ${fault}`, { where: name, remedy: REMEDY, cause });
  const { text, sha256 } = await readHostileText(absolute, refuse);
  onRead?.(sha256);
  const report = checkSchema(resultsSchema, parseHostileJson(text, refuse), refuse);
  const headContradiction = contradictionIn(report);
  if (headContradiction !== undefined) throw refuse(headContradiction);
  const { base_rules } = report;
  if (!base_rules || 'error' in base_rules) return report;
  const baseContradiction = contradictionIn(base_rules);
  if (baseContradiction !== undefined) throw refuse(`base_rules.${baseContradiction}`);
  return report;
}

type OneVerdict = z.infer<typeof oneVerdict>;

/**
 * Returns where a report contradicts itself, and how. Rows are not counted again.
 */
function contradictionIn(verdict: OneVerdict): string | undefined {
  const { outcome, report, results, problem, shard } = verdict;
  if (shard) return 'shard: it has the rows of one shard only';
  if (problem && (report.length > 0 || outcome !== 'error'))
    return 'problem: a run that met a problem is an error without tests';
  const outcomeFault = outcomeContradiction(verdict);
  if (outcomeFault !== undefined) return outcomeFault;
  for (const [index, test] of report.entries()) {
    const fault = testContradiction(test);
    if (fault !== undefined) return `report[${index}].${fault}`;
  }
  for (const [index, row] of results.entries()) {
    const fault = rowContradiction(row);
    if (fault !== undefined) return `results[${index}]: ${fault}`;
  }
  return undefined;
}

function outcomeContradiction({ outcome, report, shards }: OneVerdict): string | undefined {
  const gating = report.filter(({ advisory }) => !advisory);
  const isPartial = shards !== undefined && shards.missing.length > 0;
  const allPass =
    gating.length > 0 && gating.every((test) => test.outcome === 'pass') && !isPartial;
  if ((outcome === 'pass') !== allPass) return 'outcome: a run passes if all its tests do';
  const oneFails = gating.some((test) => test.outcome === 'fail');
  if ((outcome === 'fail') !== oneFails) return 'outcome: a run fails if one of its tests does';
  return undefined;
}

function testContradiction(test: ReportRow): string | undefined {
  const { sides } = test;
  if (sides && test.outcome !== worst(Object.values(sides).map(({ outcome }) => outcome)))
    return 'outcome: it is not that of the worse side';
  for (const part of [test, ...decidedRows(test)]) {
    if (part.pass !== (part.outcome === 'pass')) return 'pass: its outcome says otherwise';
    if (!hasRateOfCounts(part)) return 'pass_rate: it is not that of its counts';
  }
  return decidedRows(test).some(claimsFalsePass)
    ? 'outcome: a test that is below its minimum or worse than its baseline cannot pass'
    : undefined;
}

function hasRateOfCounts(
  test: Pick<ReportRow, 'pass_rate' | 'pass_count' | 'fail_count'>,
): boolean {
  const { pass_rate, pass_count, fail_count } = test;
  const scored = pass_count + fail_count;
  if (pass_rate === null || scored === 0) return pass_rate === null && scored === 0;
  return Math.abs(pass_rate - pass_count / scored) < 1e-9;
}

/** A sequential test may pass a little below its minimum, by its margin. */
function claimsFalsePass(test: ReportRow): boolean {
  const { outcome, pass_rate, minimum_pass_rate, baseline } = test;
  const margin = isSequential(test) ? (test.margin ?? 0) : 0;
  const isBelow = (pass_rate ?? 0) < minimum_pass_rate - margin;
  return outcome === 'pass' && (isBelow || baseline?.outcome === 'fail');
}

function rowContradiction({ status, pass, error }: ResultRow): string | undefined {
  if ((status === 'error') !== (error !== undefined))
    return 'a row in error says why, and no other row has an error';
  return pass !== null && status !== 'scored' ? 'only a scored row has a verdict' : undefined;
}
