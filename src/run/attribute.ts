// Finds the part of a changed subject that broke rows, and its place in the files.

import { Search } from '../engine/attribution.ts';
import { linesOf, type Change, type Part } from '../engine/changed-parts.ts';
import { answersIn, decide, scoreIn } from '../engine/decide.ts';
import { holdingOf } from '../engine/must.ts';
import { interleave } from '../engine/prepare.ts';
import type { Finished } from '../engine/report.ts';
import { observeRow, type ObservedRow, type TestRun } from '../engine/run.ts';
import { costOfAsk, RowError, type Subject } from '../engine/types.ts';
import { parsePlace } from '../shared/errors.ts';
import type { Difference } from '../shared/json.ts';
import type { SubjectConfig } from '../config/config.ts';

/**
 * Most broken rows that are searched after a pass. They are few, since most rows that break in a
 * pass do so by chance.
 */
const MAX_ROWS_IN_PASS = 3;

interface CauseSearch extends ChangedSides {
  /** Tests that fail; in a pass, all. */
  tests: readonly Finished[];
  isPass: boolean;
  /**
   * Opens a side, such as the head with parts as in the base. @throws if the side cannot be asked
   */
  open: (subject: SubjectConfig) => Promise<Subject>;
  /** Requests that the run has left. */
  most: number;
}

/** A row of one of the tests, asked or not. */
type TestRow = Pick<ObservedRow, 'case'> & Partial<ObservedRow> & { run: TestRun };

/** Asks the head with one part after the other as in the base, until the guilty part is known. */
export async function attributeCause(search: CauseSearch) {
  const { tests, open, base } = search;
  const rows = rowsToAsk(search);
  if (!rows)
    return {
      kind: 'skipped' as const,
      why: 'No row fails here, twice if it must hold, that is right on the base. If the base fails as well, correct that first, in a pull request of its own.',
    };
  const end = await new Search<TestRow, SubjectConfig>({
    ...search,
    ...rows,
    async breaks({ run, case: one }) {
      return isBroken(await observeRow({ ...run, base: run.base ?? (await open(base)) }, one));
    },
    costOfRow: Math.max(...tests.map(costOf)),
    async passes({ run, case: one }, reverted) {
      const asked = { ...run, head: await open(reverted), base: undefined };
      const { head: score } = await observeRow(asked, one);
      return score instanceof RowError ? null : score.pass === true;
    },
  }).run();
  if (end.kind === 'skipped') return end;
  return {
    ...end,
    rows: end.rows.map(nameOfRow),
    parts: end.parts.map(({ part, broken, ...measured }) => ({
      ...namedPart(part, search),
      ...measured,
      rows: broken.map(nameOfRow),
    })),
  };
}

/**
 * The rows to ask: rows that must hold come before rows of rates. Undefined if the base fails all
 * of them, too. After a pass a few rows are asked, each as one that must hold, so that one row can
 * be enough to name a part.
 */
function rowsToAsk({ tests, isPass }: CauseSearch) {
  if (isPass) {
    // The last rows are taken: they were asked since they speak of what the change takes away.
    const broken = tests.flatMap(allRows).filter(isBroken).slice(-MAX_ROWS_IN_PASS);
    return { mustHold: true, broken, unsure: [] };
  }
  const must = tests.flatMap(({ run, result }) =>
    result.must.filter((row) => holdingOf(row) === 'broken').map((row) => ({ run, ...row })),
  );
  const ofRates = tests.filter((test) => !baseFails(test)).flatMap(allRows);
  const mustHold = must.length > 0;
  const rows = mustHold ? must.filter((row) => !isWrong(row.base)) : ofRates;
  if (!rows[0]) return undefined;
  // Each test, each rule and each manner of failing may have a part of its own.
  const all = mustHold ? [...rows, ...ofRates] : rows;
  return {
    mustHold,
    broken: interleave(all.filter(isBroken), ({ run, case: { asksAgainst }, head }) =>
      [run.test.name, asksAgainst, scoreIn(head)?.state].join(' '),
    ),
    unsure: rows.filter(({ head, base }) => !base && (!head || isWrong(head))),
  };
}

function nameOfRow({ run, case: { row } }: TestRow) {
  return { test_type: run.test.name, source: row.source };
}

function allRows({ run, result }: Finished): TestRow[] {
  const unasked = run.plan.cases.slice(result.rows.length).map((one) => ({ case: one }));
  return [...result.rows, ...unasked].map((row) => ({ run, ...row }));
}

/** True if the base's own rates fail the test: then the change is not to blame. */
function baseFails({ run, result }: Finished) {
  const rows = result.rows.flatMap(({ base, isCounted }) =>
    base && isCounted ? [{ head: base }] : [],
  );
  return decide({ ...run.plan, comparison: undefined }, rows).outcome === 'fail';
}

/**
 * Requests of one ask of a row: for its answers, and for readings if the judge has read any answer.
 */
function costOf({ run: { test, tools }, result }: Finished) {
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

interface ChangedSides {
  head: SubjectConfig;
  base: SubjectConfig;
}

/**
 * Names a part by its lines, `prompts/support.md:1, 6-8`, or by the key of a value that stands in
 * no file.
 */
function namedPart(part: Part, sides: ChangedSides) {
  const all = part.map((change) => placeOfChange(change, sides) ?? { ...change, ...NO_LINES });
  const names = Array.from(
    Map.groupBy(all, ({ path }) => path),
    ([path, those]) => {
      const lines = those.map(({ line, end_line: end }) => (end > line ? `${line}-${end}` : line));
      return lines.includes(0) ? path : `${path}:${[...new Set(lines)].join(', ')}`;
    },
  );
  return { name: names.join(', '), places: all.filter((one) => 'head' in one) };
}

/** The lines of a value, or of a text that one side lacks: there are none. */
const NO_LINES = { line: 0, end_line: 0, may_suggest: false };

/** The place of a change, with whole lines of head and base; undefined outside of every file. */
export function placeOfChange(change: Change, { head, base }: ChangedSides) {
  const { file, lines, text } = head.texts[change.path] ?? {
    ...base.texts[change.path],
    text: '',
  };
  const shown = 'keys' in change ? valuesIn(change) : { ...NO_LINES, ...linesOf(change, text) };
  if (file === undefined) {
    const key = parsePlace(head.placeOf(change.path));
    return key && { ...shown, ...key, end_line: key.line };
  }
  const place = { ...shown, path: file };
  if (place.line === 0) return place;
  const { first = 1, last } = lines ?? {};
  if (last !== undefined) return { ...place, line: first, end_line: last };
  return {
    ...place,
    line: place.line + first - 1,
    end_line: place.end_line + first - 1,
    // Lines of a list of messages are indented, which a suggestion would lose.
    may_suggest: !/\.(?:json|ya?ml)$/i.test(file),
  };
}

function valuesIn({ keys, old, new: now }: Difference) {
  const shown = (value: unknown) =>
    value === undefined ? '' : `${keys.at(-1)}: ${JSON.stringify(value)}`;
  return { ...NO_LINES, head: shown(now), base: shown(old) };
}
