// Finds the part of a changed subject that broke rows, and the lines of that part.

import { findCause } from '../engine/attribution.ts';
import { linesOf, type Change, type Part } from '../engine/changed-parts.ts';
import { decide } from '../engine/decide.ts';
import { answersIn, scoreIn } from '../engine/score.ts';
import { mustState } from '../engine/must-and-doubts.ts';
import { interleave } from '../engine/prepare.ts';
import type { FinishedTest } from '../engine/report.ts';
import { observeRow, type ObservedRow, type TestRun } from '../engine/run.ts';
import { costOfAsk } from '../engine/test.ts';
import { RowError } from '../engine/row-error.ts';
import type { Subject } from '../engine/subject.ts';
import { parsePlace } from '../shared/errors.ts';
import type { Difference } from '../shared/json.ts';
import type { Lines, SubjectConfig } from '../config/config.ts';

/**
 * Most broken rows that are searched after a pass. Most of them broke by chance.
 */
const MAX_ROWS_IN_PASS = 3;

interface ChangedSides {
  head: SubjectConfig;
  base: SubjectConfig;
}

interface CauseSearch extends ChangedSides {
  /** The tests that fail; after a pass, all tests. */
  tests: readonly FinishedTest[];
  isPass: boolean;
  /**
   * Opens a subject, such as the head with some parts reverted. @throws if it cannot be asked
   */
  open: (subject: SubjectConfig) => Promise<Subject>;
  /** Requests that the cap of the run leaves. */
  most: number;
}

/** A row of a test, asked or not. */
type TestRow = Pick<ObservedRow, 'case'> & Partial<ObservedRow> & { run: TestRun };

/** Asks the head with one part after the other reverted, until the guilty part is known. */
export async function attributeCause(search: CauseSearch) {
  const { tests, open, base } = search;
  const rows = rowsToAsk(search);
  if (!rows)
    return {
      kind: 'skipped' as const,
      why: 'Each row that fails here also fails on the base, or passed when it was asked again. If the base fails, fix the base first, in a pull request of its own.',
    };
  const end = await findCause<TestRow, SubjectConfig>({
    ...search,
    ...rows,
    async checkBroken({ run, case: asking }) {
      return isBroken(await observeRow({ ...run, base: run.base ?? (await open(base)) }, asking));
    },
    costOfRow: Math.max(...tests.map(requestsPerAsk)),
    async passes({ run, case: asking }, reverted) {
      const head = await open(reverted);
      const { head: score } = await observeRow({ ...run, head, base: undefined }, asking);
      return score instanceof RowError ? null : score.pass === true;
    },
  });
  if (end.kind === 'skipped') return end;
  return {
    ...end,
    rows: end.rows.map(nameRow),
    parts: end.parts.map(({ part, isNamed, broken, ...measured }) => ({
      ...describePart(part, search),
      ...measured,
      is_named: isNamed,
      rows: broken.map(nameRow),
    })),
  };
}

/**
 * The rows to ask: rows that must hold come before rows of rates. Undefined if no row can be
 * broken. After a pass, a few rows are asked as if they must hold, so that a single row can name a
 * part.
 */
function rowsToAsk({ tests, isPass }: CauseSearch) {
  if (isPass) {
    // The last rows were asked because they are about what the change removes.
    const broken = tests.flatMap(allRows).filter(isBroken).slice(-MAX_ROWS_IN_PASS);
    return { mustHold: true, broken, unsure: [] };
  }
  const must = tests.flatMap(({ run, result }) =>
    result.must.filter((row) => mustState(row) === 'broken').map((row) => ({ run, ...row })),
  );
  const ofRates = tests.filter((test) => !baseFails(test)).flatMap(allRows);
  const mustHold = must.length > 0;
  const toBlame = must.filter((row) => !isWrong(row.base));
  // Each test, rule and way to fail may have a different guilty part.
  const broken = interleave(
    [...toBlame, ...ofRates].filter(isBroken),
    ({ run, case: { asksAgainst }, head }) =>
      [run.test.name, asksAgainst, scoreIn(head)?.state].join(' '),
  );
  const unsure = (mustHold ? toBlame : ofRates).filter(
    ({ head, base }) => !base && (!head || isWrong(head)),
  );
  return broken.length + unsure.length > 0 ? { mustHold, broken, unsure } : undefined;
}

function nameRow({ run, case: { row } }: TestRow) {
  return { test_type: run.test.name, source: row.source };
}

function allRows({ run, result }: FinishedTest): TestRow[] {
  const others = run.plan.cases.slice(result.rows.length).map((unasked) => ({ case: unasked }));
  return [...result.rows, ...others].map((row) => ({ run, ...row }));
}

/** True if the base fails the test by its own rates: then the change is not to blame. */
function baseFails({ run, result }: FinishedTest) {
  const rows = result.rows.flatMap(({ base, isCounted }) =>
    base && isCounted ? [{ head: base }] : [],
  );
  return decide({ ...run.plan, comparison: undefined }, rows).outcome === 'fail';
}

/**
 * The requests of asking a row once: its answers, and their readings if the judge reads any.
 */
function requestsPerAsk({ run: { test, tools }, result }: FinishedTest) {
  const isJudged = [...result.must, ...result.rows]
    .flatMap(({ head }) => answersIn(head))
    .some(({ readBy }) => readBy === 'judge');
  return costOfAsk(test.cost(tools), isJudged);
}

function isWrong(result: TestRow['head']) {
  const pass = scoreIn(result)?.pass;
  return pass !== undefined && !pass;
}

function isBroken({ head, base }: Partial<ObservedRow>) {
  return isWrong(head) && scoreIn(base)?.pass === true;
}

/**
 * Names a part by its lines, `prompts/support.md:1, 6-8`, or by the key of a value that is in no
 * file.
 */
function describePart(part: Part, sides: ChangedSides) {
  const all = part.map((change) => placeOfChange(change, sides) ?? { ...change, ...NO_LINES });
  const names = Array.from(
    Map.groupBy(all, ({ path }) => path),
    ([path, places]) => {
      const lines = places.map(({ line, end_line: end }) => (end > line ? `${line}-${end}` : line));
      return lines.includes(0) ? path : `${path}:${[...new Set(lines)].join(', ')}`;
    },
  );
  return { name: names.join(', '), places: all.filter((place) => 'head' in place) };
}

// A value, or a text that one side lacks, has no lines.
const NO_LINES = { line: 0, end_line: 0, may_suggest: false };

/** The place of a change, with whole lines of head and base; undefined outside of every file. */
export function placeOfChange(change: Change, { head, base }: ChangedSides) {
  const { file, lines, text } = head.texts[change.path] ?? {
    ...base.texts[change.path],
    text: '',
  };
  const shown = 'keys' in change ? showValues(change) : { ...NO_LINES, ...linesOf(change, text) };
  if (file) return { ...shown, path: file, ...linesInFile(shown, file, lines) };
  const key = parsePlace(head.placeOf(change.path));
  return key && { ...shown, ...key, end_line: key.line };
}

/**
 * Counts lines of a text in its file: a prompt inside a YAML list starts at `first`. With `last`,
 * its line breaks are not those of the file, so all its lines are named.
 */
function linesInFile(
  { line, end_line }: typeof NO_LINES,
  file: string,
  { first, last }: Lines = { first: 1 },
) {
  if (line === 0) return NO_LINES;
  if (last) return { ...NO_LINES, line: first, end_line: last };
  return {
    line: line + first - 1,
    end_line: end_line + first - 1,
    // A list of messages indents its lines, and a suggestion would lose the indentation.
    may_suggest: !/\.(?:json|ya?ml)$/i.test(file),
  };
}

function showValues({ keys, old, new: now }: Difference) {
  const show = (value: unknown) =>
    value === undefined ? '' : `${keys.at(-1)}: ${JSON.stringify(value)}`;
  return { ...NO_LINES, head: show(now), base: show(old) };
}
