/** One test's rows on the HTML page: all of them, what broke and what was fixed first. */
import { ruleInWords } from '../engine/scorers/rule.js';
import { nameOf } from './baseline.js';
import { armsTable } from './html-arms.js';
import { html, marked, quoted } from './escape.js';
import { answer, cell, notesCell, table } from './html-cells.js';
import { brokenWords, fixedWords } from './baseline.js';
import type { ShownRow, ShownTest } from './rows.js';
import { counted } from './words.js';

interface Line {
  row: ShownRow;
  status: string;
}

export function section(shown: ShownTest): string[] {
  const { test, broken, failed, errors, errorGroups, fixed, passed, unscored, silent, uncounted } = shown;
  const as =
    (status: string) =>
    (row: ShownRow): Line => ({ row, status });
  const others = [
    ...failed.map(as('fail')),
    ...silent.map(as('no say')),
    ...errors.map(as('error')),
    ...passed.map(as('pass')),
    ...unscored.map(as('undecided')),
  ];
  const before = test.baseline && nameOf(test.baseline);
  return [
    `<h2>${html(test.test_type)}</h2>`,
    `<p>Scorer ${html(test.scorer)}: ${html(ruleInWords(test.rule))}.</p>`,
    ...errorGroups.map(({ item, count }) => {
      const what = `<span class="error">${counted(count, 'row')} in error</span>, ${html(item.kind)}`;
      return `<p>${what}: ${quoted(item.message)}</p>`;
    }),
    ...changed(broken.map(as('fail')), `broken</b>: ${brokenWords(test)}`, before),
    ...changed(fixed.map(as('pass')), `fixed</b>: ${fixedWords(test)}`, before),
    ...(others.length > 0 && broken.length + fixed.length > 0 ? [`<p><b>${counted(others.length, 'other row')}</b>:</p>`] : []),
    ...(others.length > 0 ? [rowsTable(others)] : []),
    ...beyond(uncounted.map(as('not counted'))),
    ...leftOutTable(shown),
  ];
}

/** `what` and `before` are words of ours. */
function changed(lines: Line[], what: string, before: string | undefined): string[] {
  return lines.length > 0 ? [`<p><b>${counted(lines.length, 'row')} ${what}:</p>`, rowsTable(lines, before)] : [];
}

/** Shown apart: nothing was decided by them. */
function beyond(lines: Line[]): string[] {
  if (lines.length === 0) return [];
  return [
    `<details><summary>${counted(lines.length, 'row')} asked beyond the decision, in no count</summary>`,
    rowsTable(lines),
    '</details>',
  ];
}

/** Columns that no row fills are left out. */
function rowsTable(lines: Line[], before?: string): string {
  if (lines.some(({ row }) => row.arms)) return armsTable(lines, before);
  const withOptions = lines.some(({ row }) => row.options !== undefined);
  const withNotes = lines.some(({ row }) => row.notes.length + row.steps.length > 0);
  const compared = lines.some(({ row }) => !row.unchanged);
  return table(
    '',
    [
      ...[
        'source',
        'original',
        ...(compared ? ['test_case'] : []),
        ...(withOptions ? ['options'] : []),
        ...(compared ? ['expected_result'] : []),
        'actual_result',
      ],
      ...(before === undefined ? [] : [...(compared ? [`expected_result<br>in ${before}`] : []), `actual_result<br>in ${before}`]),
      ...['eval_score', 'status', ...(withNotes ? ['notes'] : [])],
    ],
    lines.map(({ row, status }) => [
      cell('s', row.source),
      cell('t', row.original),
      ...(compared ? [`<td class="t" dir="auto">${marked(row.testCase)}</td>`] : []),
      ...(withOptions ? [cell('t', row.options ?? '')] : []),
      ...(compared ? [row.again === undefined ? answer(row.expected) : twoAnswers(row.expected ?? '', row.again)] : []),
      row.error && row.actual === null ? cell('t why', `${row.error.kind}: ${row.error.message}`) : answer(row.actual),
      ...(before === undefined ? [] : [...(compared ? [answer(row.before?.expected ?? null)] : []), answer(row.before?.actual ?? null)]),
      cell('n', row.score),
      cell(status, status),
      ...(withNotes ? [notesCell(row)] : []),
    ]),
  );
}

function leftOutTable({ test, leftOut }: ShownTest): string[] {
  if (leftOut.length === 0) return [];
  const cells = leftOut.map((row) => [cell('s', row.source), cell('t', row.original), cell('t', row.reason)]);
  return [
    `<details><summary>${counted(test.not_applicable_count, 'sample')} left out</summary>`,
    table('', ['source', 'original', 'reason'], cells),
    '</details>',
  ];
}

function twoAnswers(first: string, second: string): string {
  return `<td class="t" dir="auto">${html(first)}<br><i>asked again:</i> ${html(second)}</td>`;
}
