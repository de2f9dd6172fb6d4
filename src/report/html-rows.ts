/** One test's rows on the HTML page: all of them, what broke and what was fixed first. */
import { ruleInWords } from '../engine/scorers/rule.js';
import { nameOf } from './baseline.js';
import { html, marked, quoted } from './escape.js';
import type { ShownRow, ShownTest } from './rows.js';
import { counted } from './words.js';

interface Line {
  row: ShownRow;
  status: string;
}

export function section(shown: ShownTest): string[] {
  const { test, broken, failed, errors, errorGroups, fixed, passed, unscored } = shown;
  const as = (status: string) => (row: ShownRow): Line => ({ row, status });
  const others = [...failed.map(as('fail')), ...errors.map(as('error')), ...passed.map(as('pass')), ...unscored.map(as('undecided'))];
  const before = test.baseline && nameOf(test.baseline);
  return [
    `<h2>${html(test.test_type)}</h2>`,
    `<p>Scorer ${html(test.scorer)}: ${html(ruleInWords(test.rule))}.</p>`,
    ...errorGroups.map(({ item, count }) => {
      const what = `<span class="error">${counted(count, 'row')} in error</span>, ${html(item.kind)}`;
      return `<p>${what}: ${quoted(item.message)}</p>`;
    }),
    ...changed(broken.map(as('fail')), `broken</b>: passed in ${before}, failed now`, before),
    ...changed(fixed.map(as('pass')), `fixed</b>: failed in ${before}, passed now`, before),
    ...(others.length > 0 && broken.length + fixed.length > 0 ? [`<p><b>${counted(others.length, 'other row')}</b>:</p>`] : []),
    ...(others.length > 0 ? [rowsTable(others)] : []),
    ...leftOutTable(shown),
  ];
}

/** `what` and `before` are words of ours. */
function changed(lines: Line[], what: string, before: string | undefined): string[] {
  return lines.length > 0 ? [`<p><b>${counted(lines.length, 'row')} ${what}:</p>`, rowsTable(lines, before)] : [];
}

/** Columns that no row fills are left out. */
function rowsTable(lines: Line[], before?: string): string {
  const withOptions = lines.some(({ row }) => row.options !== undefined);
  const withNotes = lines.some(({ row }) => row.notes.length + row.steps.length > 0);
  const compared = lines.some(({ row }) => !row.unchanged);
  return table(
    '',
    [
      ...['source', 'original', ...(compared ? ['test_case'] : []), ...(withOptions ? ['options'] : []), ...(compared ? ['expected_result'] : []), 'actual_result'],
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
      ...(withNotes ? [notes(row)] : []),
    ]),
  );
}

function notes({ notes, steps }: ShownRow): string {
  const items = steps.map((step) => `<li class="t" dir="auto">${html(step)}</li>`).join('');
  const folded = steps.length === 0 ? '' : `<details><summary>${counted(steps.length, 'step')}</summary><ol>${items}</ol></details>`;
  return `<td class="t" dir="auto">${html(notes.join('\n'))}${folded}</td>`;
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

function answer(text: string | null): string {
  return text === null ? '<td><i>no answer</i></td>' : cell('t', text);
}

function twoAnswers(first: string, second: string): string {
  return `<td class="t" dir="auto">${html(first)}<br><i>asked again:</i> ${html(second)}</td>`;
}

export function cell(kind: string, text: string): string {
  return `<td class="${kind}" dir="auto">${html(text)}</td>`;
}

/** `head` and cells are HTML. */
export function table(kind: string, head: string[], rows: string[][]): string {
  const line = (cells: string[]): string => `<tr>${cells.join('')}</tr>`;
  return `<div class="scroll"><table class="${kind}">
<thead>${line(head.map((name) => `<th>${name}</th>`))}</thead>
<tbody>
${rows.map(line).join('\n')}
</tbody>
</table></div>`;
}
