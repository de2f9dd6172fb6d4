import { Search } from '../engine/attribution.ts';
import { decide, scoreIn } from '../engine/decide.ts';
import { holdingOf } from '../engine/must.ts';
import type { Finished } from '../engine/report.ts';
import { observeRow, type ObservedRow, type TestRun } from '../engine/run.ts';
import { RowError, type Subject } from '../engine/types.ts';
import type { SubjectConfig } from '../config/config.ts';
import { costOfAsk } from './expected.ts';
import { namedPart, type ChangedSides } from './places.ts';

interface Cause extends ChangedSides {
  /** Tests whose red verdicts are looked into. */
  red: readonly Finished[];
  /** Opens a subject of reverted parts. @throws if it cannot be asked */
  open: (subject: SubjectConfig) => Promise<Subject>;
  /** Requests that are left. */
  most: number;
}

/** A row of one of the red tests, asked or not. */
type TestRow = Pick<ObservedRow, 'case'> & Partial<ObservedRow> & { run: TestRun };

/**
 * Measures which part of the changed subject broke the rows of the red tests: those that must hold,
 * else those of the rates.
 */
export async function attributeCause({ red, open, most, head, base: before }: Cause) {
  const { timeout, retries } = head.model;
  const base = { ...before, model: { ...before.model, timeout, retries } };
  const must = red.flatMap(brokenMust);
  const ofRates = red.filter((test) => !baseFails(test)).flatMap(allRows);
  const mustHold = must.length > 0;
  const rows = mustHold ? must.filter((row) => !isWrong(row.base)) : ofRates;
  if (rows.length === 0) return { kind: 'skipped' as const, why: 'The base fails as well.' };
  const failed = rows.filter((row) => !row.base && isWrong(row.head));
  const end = await new Search<TestRow, SubjectConfig>({
    head,
    base,
    mustHold,
    broken: rows.filter(isBroken),
    others: ofRates.filter(isBroken),
    unsure: [...failed, ...rows.filter((row) => !row.head)],
    async breaks({ run, case: one }) {
      return isBroken(await observeRow({ ...run, base: run.base ?? (await open(base)) }, one));
    },
    costOfRow: Math.max(...red.map(costOf)),
    most,
    async passes({ run, case: one }, reverted) {
      const asked = { ...run, head: await open(reverted), base: undefined };
      const { head: score } = await observeRow(asked, one);
      return score instanceof RowError ? null : score.pass === true;
    },
  }).run();
  if (end.kind === 'skipped') return end;
  const rowsAsked = end.rows.map(({ run, case: { row } }) => {
    return { test_type: run.test.name, source: row.source };
  });
  const parts = end.parts.map(({ part, restored, asked, p, isNamed, untried }) => {
    const named = namedPart(part, { head, base });
    return { ...named, restored, asked, p, is_named: isNamed, untried };
  });
  return { ...end, rows: rowsAsked, parts };
}

function allRows({ run, result }: Finished): TestRow[] {
  const unasked = run.plan.cases.slice(result.rows.length).map((one) => ({ case: one }));
  return [...result.rows, ...unasked].map((row) => ({ run, ...row }));
}

function brokenMust({ run, result }: Finished): TestRow[] {
  const broken = result.must.filter((row) => holdingOf(row) === 'broken');
  return broken.map((row) => ({ run, ...row }));
}

/** True where the base's own rates fail the test: the change is not to blame for that. */
function baseFails({ run, result }: Finished): boolean {
  const rows = result.rows.flatMap(({ base, isCounted }) =>
    base && isCounted ? [{ head: base }] : [],
  );
  return decide({ ...run.plan, comparison: undefined }, rows).outcome === 'fail';
}

/** Requests of one ask of a row: its answers, and their readings where the judge read any. */
function costOf({ run: { test, tools }, result }: Finished): number {
  const wasJudged = [...result.must, ...result.rows].some(({ head }) => {
    const { answers = {} } = scoreIn(head) ?? {};
    return Object.values(answers).some(({ readBy }) => readBy === 'judge');
  });
  return costOfAsk(test.cost(tools), wasJudged);
}

function isWrong(result: TestRow['head']): boolean {
  const score = scoreIn(result);
  return score !== undefined && score.pass !== true;
}

function isBroken({ head, base }: Partial<ObservedRow>): boolean {
  return isWrong(head) && scoreIn(base)?.pass === true;
}
