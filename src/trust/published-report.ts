import { isJudged, isSound, mayGate } from '../engine/judges/calibration.js';
import { statedMethod } from '../engine/methods/index.js';
import { tell } from '../engine/report.js';
import { keyOfTest, partsOf, rowUnder, statedTests, type StatedTest } from '../engine/reread.js';
import { saidIn } from '../engine/judges/refusal.js';
import {
  resultsSchema,
  watchFigures,
  type ReportRow,
  type ResultRow,
  type Results,
  oneVerdict,
} from '../engine/results.js';
import { passes } from '../engine/scorers/rule.js';
import { DataError } from '../errors.js';
import { checked, parse, readText, type Seal } from './hostile-file.js';
import { z } from 'zod';
import { HELD } from '../engine/bounds.js';
import { publishedHistory } from './history-file.js';
import path from 'node:path';

const ORIGIN =
  "From an untrusted run: the pull request's own run reported this, and the pull request controls that run. This job asked no model. It " +
  'computed every figure from the rows of that report; whether the rows are true is not known. Everything below, notes included, ' +
  'is the text of that run.';

const REMEDY =
  'Name the report.json of a run as that run wrote it (its output `report-json`), by a version of this action that is not newer than ' +
  'this one.';

/**
 * Reads an earlier run's report to publish it, with a warning that it is no more true than its
 * writer. @throws DataError.
 */
export async function readPublishedReport(file: string, root: string): Promise<Results> {
  const read = await readReport(path.resolve(root, file), { name: file, use: 'be published' });
  // No row of the report proves the figures of an attribution.
  const { attribution: _unproven, ...results } = read;
  // First of the warnings, so that no text of the report is above it.
  return { ...results, warnings: [ORIGIN, ...(results.warnings ?? [])] };
}

interface Reading {
  name: string;
  /** Ends "this report cannot …". */
  use: string;
  remedy?: string;
  /**
   * Seal of the shards of a run. Without one, a shard's report is refused: it is a part of a run.
   */
  seal?: Seal;
  /** Receives the SHA-256 of the bytes that were parsed. */
  onRead?: (sha256: string) => void;
}

/**
 * Reads a report of an untrusted writer: rows and stated rules are taken, figures and verdicts
 * computed. @throws DataError.
 */
export async function readReport(
  absolute: string,
  { name, use, remedy = REMEDY, seal, onRead }: Reading,
): Promise<Results> {
  const refuse = (what: string, cause?: unknown): DataError =>
    new DataError(`this report cannot ${use}: ${what}`, { where: name, remedy, cause });
  const { text, sha256 } = await readText(absolute, refuse);
  onRead?.(sha256);
  const { base_rules, ...own } = checked(
    resultsSchema,
    parse(seal ? seal.open(text, refuse) : text, refuse),
    refuse,
  );
  if (seal && !own.shard) throw refuse('shard: it is not the report of a shard');
  for (const one of [own, base_rules])
    if (!seal && one && 'shard' in one) throw refuse('shard: it has the rows of one shard only');
  const read = computed(own, (what) => refuse(what));
  if (!base_rules) return read;
  return {
    ...read,
    base_rules:
      'error' in base_rules
        ? base_rules
        : computed(base_rules, (what) => refuse(`base_rules.${what}`)),
  };
}

type Given = Omit<Results, 'base_rules' | 'history' | 'watch'>;

function computed(given: Given, refuse: (what: string) => DataError): Results {
  const { report, outcome, problem, shard, shards } = given;
  if (problem && report.length > 0) throw refuse('problem: a run that met a problem has no tests');
  const tests = statedTests(report);
  const refuseTest = ({ category, test_type, side }: ReportRow, what: string | undefined) => {
    if (what === undefined) return;
    const index = report.findIndex(
      (row) => row.category === category && row.test_type === test_type,
    );
    throw refuse(`report[${index}]${side ? `.sides.${side}` : ''}.${what}`);
  };
  for (const { test } of tests) refuseTest(test, planProblem(test));
  addRows(tests, given, refuse);
  const parts = partsOf(tests);
  for (const [i, { rows, decided }] of parts.entries()) {
    const isTooFew = decided !== undefined && !shard && rows.length < decided.least;
    const problem = `decision: it has ${rows.length} rows, and its plan decides on no fewer than ${decided?.least}`;
    refuseTest(tests[i]!.test, isTooFew ? problem : undefined);
  }
  const isPartial = shards !== undefined && shards.missing.length > 0;
  const isSkipped =
    shard !== undefined || (outcome === 'skipped' && !problem && tests.length === 0);
  return { ...given, ...tell(parts, { isSkipped, isPartial }) };
}

function addRows(
  tests: readonly StatedTest[],
  { results, not_applicable }: Given,
  refuse: (what: string) => DataError,
): void {
  const known = new Map(tests.map((one) => [keyOfTest(one.test), one]));
  if (known.size < tests.length) throw refuse('report: a test is there twice');
  const testOf = (
    { category, test_type, should }: Pick<ResultRow, 'category' | 'test_type' | 'should'>,
    place: string,
  ) => {
    const names = { category, test_type };
    // Rows of a test without sides may have `should`, too.
    const found =
      known.get(keyOfTest(names)) ??
      known.get(keyOfTest({ ...names, ...(should && { side: should }) }));
    if (!found) throw refuse(`${place}: its test is not in the report`);
    return found;
  };
  const seen = new Set<string>();
  for (const [index, row] of results.entries()) {
    const { test, rows } = testOf(row, `results[${index}]`);
    const own = rowUnder(test, row);
    // A sequential test counts equal prompts once, from any place of the data.
    const place = test.decision === 'sequential' ? '' : row.source;
    const key = JSON.stringify([keyOfTest(test), place, row.original, row.options, row.test_case]);
    const problem = seen.has(key) ? 'the same row is there twice' : rowProblem(own, test);
    if (problem !== undefined) throw refuse(`results[${index}]: ${problem}`);
    seen.add(key);
    rows.push(own);
  }
  for (const [index, row] of not_applicable.entries())
    testOf(row, `not_applicable[${index}]`).leftOut.push(row);
}

function rowProblem(row: ResultRow, test: ReportRow): string | undefined {
  const { status, pass, eval_score, error } = row;
  if ((status === 'error') !== (error !== undefined))
    return 'a row in error says why, and no other row has an error';
  const method = statedMethod(test);
  const isScored = method.isScored(row);
  if (isScored !== (pass !== null) || isScored !== (eval_score !== null))
    return 'a scored row has a score and a verdict, and no other row has';
  if (isScored && method.hasScores && !givenBy(row, test))
    return `by the rule of its test, its eval_score and answer do not make pass ${pass}`;
  const { calibration } = test;
  if (calibration && !mayGate(calibration) && isJudged(row, calibration))
    return 'its judge may not gate, by its calibration: the row cannot have a verdict';
  return undefined;
}

/**
 * True if the rule gives this verdict. Under a measure, the score alone does not say which part of
 * a foul answer counts.
 */
function givenBy(row: ResultRow, { rule, measure }: ReportRow): boolean {
  const { pass, expect, should } = row;
  if (
    should &&
    rule.kind === 'as_it_should' &&
    ((saidIn(row) === 'answered') === (should === 'answer')) !== pass
  )
    return false;
  if (measure !== undefined) return true;
  const passing = passes(rule, row.eval_score!);
  // Only a score of a change knows rows whose answer should stay.
  const isInverse = rule.kind === 'outside' && expect === 'same';
  return pass === (isInverse ? !passing : passing);
}

function planProblem({
  decision,
  method,
  margin,
  alpha,
  beta,
  baseline,
  calibration,
}: ReportRow): string | undefined {
  if (calibration && !isSound(calibration, calibration.total))
    return 'calibration: its counts are not those of its table';
  if (decision !== 'sequential') return method && 'method: belongs to a sequential decision';
  if (margin === undefined || alpha === undefined || beta === undefined)
    return 'decision: a sequential one has a margin, an alpha and a beta';
  const isUsable = !baseline || (baseline.max_regression > 0 && baseline.max_regression < 1);
  return isUsable
    ? undefined
    : 'baseline.max_regression: is above 0 and below 1 under a sequential decision';
}

type JsonSchema = Record<string, unknown>;

/**
 * The JSON report as JSON Schema (draft 2020-12), without the bounds for strangers. `repository`:
 * the publisher's OWNER/NAME.
 */
export function reportJsonSchema(repository: string): JsonSchema {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: `https://github.com/${repository}/blob/main/schema/report.schema.json`,
    title: 'sensitivity-action JSON report',
    ...written(
      resultsSchema.extend({
        history: publishedHistory.exactOptional(),
        watch: watchFigures.exactOptional(),
      }),
    ),
  };
}

function written(schema: z.ZodType): JsonSchema {
  const { $schema: _schema, ...json } = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    override({ zodSchema, jsonSchema }) {
      const held = HELD.get(zodSchema);
      if (held && jsonSchema.type === 'array') jsonSchema.items = written(held);
      else if (held)
        Object.assign(jsonSchema, { type: 'object', additionalProperties: written(held) });
      // The report holds a second one, of its own form.
      if (zodSchema === oneVerdict) {
        for (const key of Object.keys(jsonSchema)) Reflect.deleteProperty(jsonSchema, key);
        jsonSchema.$ref = '#';
      }
      delete jsonSchema.maxLength;
      delete jsonSchema.maxItems;
    },
  });
  return json;
}
