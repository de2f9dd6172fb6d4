import { attribute, type Attribution } from '../engine/attribution.ts';
import { partsOfChange, type Fields, type Part } from '../engine/changed-parts.ts';
import { decide, scoreIn } from '../engine/decide.ts';
import { holdingOf } from '../engine/must.ts';
import type { Finished } from '../engine/report.ts';
import { observeRow, type ObservedRow, type TestRun } from '../engine/run.ts';
import { RowError, type Case, type Subject } from '../engine/types.ts';
import type { SubjectConfig } from '../config/config.ts';
import { fieldsOf, placeOfChange, subjectOf } from './subject-fields.ts';
import type { ChangedPart, ReportedAttribution } from './results.ts';

interface Cause {
  /** Tests whose red verdicts are looked into. */
  red: readonly Finished[];
  head: SubjectConfig;
  base: SubjectConfig;
  /** Opens a subject of reverted parts. @throws if it cannot be asked */
  open: (subject: SubjectConfig) => Promise<Subject>;
  /** Requests that are left. */
  most: number;
}

/** A row of one of the red tests. */
interface TestRow {
  run: TestRun;
  case: Case;
  head?: ObservedRow['head'];
  base?: ObservedRow['base'];
}

/** Measures which part of the changed subject broke the rows of the red tests. */
export async function attributeCause(cause: Cause): Promise<ReportedAttribution> {
  const { red, head, most } = cause;
  const fields = { head: fieldsOf(head), base: fieldsOf(cause.base) };
  const requests = 0;
  const parts = partsOfChange(fields.base, fields.head);
  // Where rows that must hold are broken, they alone are looked into.
  const must = red.flatMap(brokenMust);
  const mustHold = must.length > 0;
  const worse = red.filter((test) => (mustHold ? brokenMust(test).length > 0 : !baseFails(test)));
  const areWorse = mustHold ? !must.every(({ base }) => isWrong(base)) : worse.length > 0;
  if (parts.length === 0 || !areWorse) {
    const why = 'Nothing in the model and its prompts changed: look at rules, rows or provider.';
    return { kind: 'skipped', why: parts.length === 0 ? why : 'The base fails as well.', requests };
  }
  const ask = async ({ run, case: one }: TestRow, asked: Fields, isBase = false) => {
    const subject = await cause.open(subjectOf(asked, head));
    const subjects = isBase ? { base: subject } : { head: subject, base: undefined };
    return { run, ...(await observeRow({ ...run, ...subjects }, one)) };
  };
  const ofRates = worse.flatMap(({ run, result }) => result.rows.map((row) => ({ run, ...row })));
  const asked = mustHold ? must : ofRates;
  const unasked = worse.flatMap(({ run, result }) =>
    run.plan.cases.slice(result.rows.length).map((one) => ({ run, case: one })),
  );
  // It is not known whether the head broke them: those that failed come first.
  const unsure: TestRow[] = asked.filter((row) => !row.base && isWrong(row.head));
  if (!mustHold) unsure.push(...unasked);
  const end = await attribute<TestRow>({
    ...fields,
    parts,
    mustHold,
    broken: asked.filter(isBroken),
    async findBroken(count) {
      const rows = unsure.splice(0, count);
      const observed = await Promise.all(rows.map((row) => ask(row, fields.base, true)));
      return { broken: observed.filter(isBroken), asked: rows.length };
    },
    costOfRow: Math.max(...worse.map(costOf)),
    most,
    async passes(row, reverted) {
      const { head: score } = await ask(row, reverted);
      return score instanceof RowError ? null : score.pass === true;
    },
  });
  return end.kind === 'skipped' ? { ...end, requests } : { ...reported(end, head), requests };
}

type Found = Exclude<Attribution<TestRow>, { kind: 'skipped' }>;

function reported({ rows, parts, ...found }: Found, head: SubjectConfig) {
  return {
    ...found,
    rows: rows.map(({ run, case: { row } }) => ({ test_type: run.test.name, source: row.source })),
    parts: parts.map(({ part, rows: _restored, isNamed, ...counts }) => {
      return { ...namedPart(part, head), ...counts, is_named: isNamed };
    }),
  };
}

function brokenMust({ run, result }: Finished) {
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
  const { asks, reads } = test.cost(tools);
  const wasJudged = [...result.must, ...result.rows].some(({ head }) => {
    const { answers = {} } = scoreIn(head) ?? {};
    return Object.values(answers).some(({ readBy }) => readBy === 'judge');
  });
  return asks + (wasJudged ? Math.min(asks, reads) : 0);
}

function isWrong(score: TestRow['head']): boolean {
  return score !== undefined && !(score instanceof RowError) && score.pass !== true;
}

function isBroken({ head, base }: TestRow): boolean {
  return isWrong(head) && base !== undefined && scoreIn(base)?.pass === true;
}

/** Its name is `prompts/support.md:1, 6-8`; a value that stands in no file goes by its key. */
function namedPart(part: Part, head: SubjectConfig): Pick<ChangedPart, 'name' | 'places'> {
  const places = part.flatMap((change) => placeOfChange(change, head) ?? []);
  const names = [...Map.groupBy(places, ({ path }) => path)].map(([path, those]) => {
    const lines = those.map(({ line, end_line: end }) => (end > line ? `${line}-${end}` : line));
    // A page that was added, emptied or deleted has no lines.
    return lines.includes(0) ? path : `${path}:${[...new Set(lines)].join(', ')}`;
  });
  const keys = part.filter((change) => !placeOfChange(change, head)).map(({ field }) => field);
  return { name: [...names, ...keys].join(', '), places };
}
