import { attribute, type Attribution } from '../engine/attribution.ts';
import { partsOfChange, type Fields, type Part } from '../engine/changed-parts.ts';
import { decide } from '../engine/decide.ts';
import type { Finished } from '../engine/report.ts';
import { observeRow, type ObservedRow, type TestRun } from '../engine/run.ts';
import { RowError, type Case, type Subject } from '../engine/types.ts';
import { canonical } from '../json.ts';
import type { SubjectConfig } from '../config/config.ts';
import { fieldsOf, placeOfChange, subjectOf } from './subject-fields.ts';
import type { ChangedPart, ReportedAttribution } from './results.ts';

interface Cause {
  finished: readonly Finished[];
  /** Names of the tests whose red verdicts are looked into. */
  searched: readonly string[];
  head: SubjectConfig;
  base: SubjectConfig;
  /** Opens a subject of reverted parts. @throws if it cannot be asked */
  open: (subject: SubjectConfig) => Promise<Subject>;
  /** Requests that are left, and those that the run has sent so far. */
  most: number;
  sent: () => number;
}

/** A row of one of the red tests. */
interface TestRow {
  run: TestRun;
  case: Case;
}

/** Measures which part of the changed subject broke the rows of the red tests. */
export async function attributeCause(cause: Cause): Promise<ReportedAttribution | undefined> {
  const { finished, searched, head, base } = cause;
  const red = finished.filter(
    ({ run, result, isAdvisory }) =>
      result.outcome === 'fail' && !isAdvisory && searched.includes(run.test.name),
  );
  if (red.length === 0) return undefined;
  const fields = { head: fieldsOf(head), base: fieldsOf(base) };
  const parts = partsOfChange(fields.base, fields.head);
  if (parts.length === 0)
    return skipped(
      'Nothing in the model and its prompts changed: look at rules, rows or provider.',
      0,
    );
  const worse = red.filter((test) => !baseFails(test));
  if (worse.length === 0) return skipped('The base fails as well.', 0);
  const search = new Search(cause, worse);
  const before = cause.sent();
  const end = await attribute<TestRow>({
    ...fields,
    parts,
    broken: search.broken,
    findBroken: (most) => search.findBroken(most),
    costOfRow: Math.max(...worse.map(costOf)),
    most: cause.most,
    passes: (row, subject) => search.passes(row, subject),
  });
  return reported(end, head, cause.sent() - before);
}

function skipped(why: string, requests: number): ReportedAttribution {
  return { kind: 'skipped', why, requests };
}

/** True where the base's own rates fail the test: the change is not to blame for that. */
function baseFails({ run, result }: Finished): boolean {
  const plan = { ...run.plan, comparison: undefined };
  const rows = result.rows.flatMap(({ base, isCounted }) =>
    base && isCounted ? [{ head: base instanceof RowError ? null : base }] : [],
  );
  return rows.length > 0 && decide(plan, rows).outcome === 'fail';
}

/** Requests of one ask of a row: its answers, and their readings where the judge read any. */
function costOf({ run: { test, tools }, result }: Finished): number {
  const { asks, reads } = test.cost(tools);
  const wasJudged = result.rows.some(
    ({ head }) =>
      !(head instanceof RowError) &&
      (head.rules !== undefined || Object.values(head.readBy ?? {}).includes('judge')),
  );
  return asks + (wasJudged || test.name.includes('toxic') ? Math.min(asks, reads) : 0);
}

class Search {
  readonly broken: TestRow[];
  private readonly cause: Cause;
  /** Rows of which it is not known whether head broke them: those that failed come first. */
  private readonly open: (TestRow & { head?: ObservedRow['head'] })[];
  private readonly subjects = new Map<string, Promise<Subject>>();

  constructor(cause: Cause, tests: readonly Finished[]) {
    this.cause = cause;
    const rows = tests.flatMap(({ run, result }) => result.rows.map((row) => ({ run, ...row })));
    this.broken = rows.filter(isBroken);
    const unasked = tests.flatMap(({ run, result }) =>
      run.plan.cases.slice(result.rows.length).map((one) => ({ run, case: one })),
    );
    this.open = [...rows.filter((row) => row.base === undefined && isWrong(row.head)), ...unasked];
  }

  async findBroken(most: number): Promise<{ broken: TestRow[]; asked: number }> {
    const rows = this.open.splice(0, most);
    const base = await this.subject(fieldsOf(this.cause.base));
    const observed = await Promise.all(
      rows.map(async ({ run, case: one }) => ({
        run,
        ...(await observeRow({ ...run, base }, one)),
      })),
    );
    return { broken: observed.filter(isBroken), asked: rows.length };
  }

  async passes({ run, case: one }: TestRow, fields: Fields): Promise<boolean | null> {
    const subject = await this.subject(fields);
    const { head } = await observeRow({ ...run, head: subject, base: undefined }, one);
    return head instanceof RowError ? null : head.pass === true;
  }

  private subject(fields: Fields): Promise<Subject> {
    const key = canonical(fields);
    const subject = this.subjects.get(key) ?? this.cause.open(subjectOf(fields, this.cause.head));
    this.subjects.set(key, subject);
    return subject;
  }
}

function isWrong(score: ObservedRow['head']): boolean {
  return !(score instanceof RowError) && score.pass !== true;
}

function isBroken({ head, base }: Pick<ObservedRow, 'head' | 'base'>): boolean {
  return isWrong(head) && base !== undefined && !(base instanceof RowError) && base.pass === true;
}

function reported(
  end: Attribution<TestRow>,
  head: SubjectConfig,
  requests: number,
): ReportedAttribution {
  if (end.kind === 'skipped') return skipped(end.why, requests);
  const { kind, rows, control, all } = end;
  const result: ReportedAttribution = {
    kind,
    requests,
    rows: rows.map(({ run, case: { row } }) => ({
      test_type: run.test.name,
      source: row.source,
    })),
    control,
    parts: end.parts.map(({ part, restored, asked, p, isNamed, untried }) => {
      const reportedPart: ChangedPart = {
        name: nameOf(part, head),
        places: part.flatMap((change) => placeOfChange(change, head) ?? []),
        restored,
        asked,
        p,
        is_named: isNamed,
      };
      if (untried !== undefined) reportedPart.untried = untried;
      return reportedPart;
    }),
  };
  if (all) result.all = all;
  return result;
}

/** `prompts/support.md:1, 6-8`; a value that stands in no file by its key. */
function nameOf(part: Part, head: SubjectConfig): string {
  const lines = new Map<string, string[]>();
  const keys: string[] = [];
  for (const change of part) {
    const place = placeOfChange(change, head);
    if (!place) keys.push(change.field);
    else {
      const { path, line, end_line: end } = place;
      const earlier = lines.get(path) ?? [];
      lines.set(path, [...earlier, end > line ? `${line}-${end}` : `${line}`]);
    }
  }
  const files = [...lines].map(([path, numbers]) => `${path}:${numbers.join(', ')}`);
  return [...files, ...keys].join(', ');
}
