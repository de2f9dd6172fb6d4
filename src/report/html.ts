/** The report as one page that needs nothing else: every row, no script, nothing fetched. */
import { createHash } from 'node:crypto';
import type { ReportRow, Results } from '../engine/results.js';
import { html, link, marked, quoted } from './escape.js';
import type { FindWords } from './mask.js';
import { PAGE_STYLE } from './page_style.js';
import { percent } from './percent.js';
import { type ShownRow, type ShownTest, shownTests } from './rows.js';
import { ICONS, verdict } from './verdict.js';
import { counted, facts, number, rule, certainties } from './words.js';

export interface HtmlOptions {
  /** Finds foul words to mask; without it nothing is masked. */
  find?: FindWords;
  /** Address of the run. */
  runUrl?: string;
}

export function renderHtml(results: Results, { find, runUrl }: HtmlOptions = {}): string {
  const { sentence, more } = verdict(results);
  const tests = shownTests(results, find);
  // Should an escape ever be missed, the browser still runs and fetches nothing, and takes this style alone.
  const style = `sha256-${createHash('sha256').update(PAGE_STYLE).digest('base64')}`;
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src '${style}'; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>sensitivity: ${results.outcome}</title>
<style>${PAGE_STYLE}</style>
</head>
<body>
<h1>${ICONS[results.outcome]} sensitivity: <span class="${results.outcome}">${results.outcome}</span> — ${html(sentence)}</h1>
${[
  ...more.map((text) => `<p>${html(text)}</p>`),
  factsLine(results, runUrl),
  ...problem(results),
  ...box(results.notices.map((notice) => `<p>ℹ️ ${quoted(notice)}</p>`)),
  ...(results.report.length > 0 ? [reportTable(results.report)] : []),
  ...certainties(results).map((sentence) => `<p class="facts">${html(sentence)}</p>`),
  ...tests.flatMap(section),
].join('\n')}
</body>
</html>
`;
}

function factsLine(results: Results, runUrl: string | undefined): string {
  const parts = facts(results).map(([label, value]) => `${label} <b>${html(value)}</b>`);
  const all = [...parts, html(results.started_at), link(runUrl, 'this run')].filter((part) => part !== '');
  return `<p class="facts">${all.map((part) => `<span>${part}</span>`).join('\n')}</p>`;
}

function problem({ problem }: Results): string[] {
  if (!problem) return [];
  const where = problem.where === undefined ? '' : `${html(problem.where)}: `;
  return box([
    `<p><b>${html(problem.name)}</b>: ${where}${quoted(problem.message)}</p>`,
    `<p><b>What to do</b>: ${quoted(problem.remedy)}</p>`,
  ]);
}

function box(content: string[]): string[] {
  return content.length > 0 ? ['<div class="box">', ...content, '</div>'] : [];
}

function reportTable(report: ReportRow[]): string {
  const counts = ['fail_count', 'pass_count', 'pass_rate', 'minimum_pass_rate', 'pass', 'error_count', 'not_applicable_count'];
  return table(
    'report',
    ['category', 'test_type', ...counts, 'outcome', 'scorer'],
    report.map((test) => [
      cell('', test.category),
      cell('', test.test_type),
      cell('n', number(test.fail_count)),
      cell('n', number(test.pass_count)),
      cell('n', percent(test.pass_rate)),
      cell('n', percent(test.minimum_pass_rate)),
      cell('', String(test.pass)),
      cell('n', number(test.error_count)),
      cell('n', number(test.not_applicable_count)),
      cell(test.outcome, test.outcome),
      cell('', test.scorer),
    ]),
  );
}

function section(shown: ShownTest): string[] {
  const { test, failed, errors, errorGroups, passed, unscored, leftOut } = shown;
  const all = [
    ...failed.map((row) => ({ row, status: 'fail' })),
    ...errors.map((row) => ({ row, status: 'error' })),
    ...passed.map((row) => ({ row, status: 'pass' })),
    ...unscored.map((row) => ({ row, status: 'undecided' })),
  ];
  const withOptions = all.some(({ row }) => row.options !== undefined);
  return [
    `<h2>${html(test.test_type)}</h2>`,
    `<p>Scorer ${html(test.scorer)}: ${html(rule(test.threshold))}.</p>`,
    ...errorGroups.map(({ item, count }) => {
      const what = `<span class="error">${counted(count, 'row')} in error</span>, ${html(item.kind)}`;
      return `<p>${what}: ${quoted(item.message)}</p>`;
    }),
    ...(all.length > 0 ? [rowsTable(all, withOptions)] : []),
    ...leftOutTable(test, leftOut),
  ];
}

function rowsTable(rows: Array<{ row: ShownRow; status: string }>, withOptions: boolean): string {
  const options = withOptions ? ['options'] : [];
  return table(
    '',
    ['source', 'original', 'test_case', ...options, 'expected_result', 'actual_result', 'eval_score', 'status'],
    rows.map(({ row, status }) => [
      cell('s', row.source),
      cell('t', row.original),
      `<td class="t" dir="auto">${marked(row.testCase)}</td>`,
      ...(withOptions ? [cell('t', row.options ?? '')] : []),
      answer(row.expected),
      row.error && row.actual === null ? cell('t why', `${row.error.kind}: ${row.error.message}`) : answer(row.actual),
      cell('n', row.score),
      cell(status, status),
    ]),
  );
}

function leftOutTable(test: ReportRow, rows: ShownTest['leftOut']): string[] {
  if (rows.length === 0) return [];
  const cells = rows.map((row) => [cell('s', row.source), cell('t', row.original), cell('t', row.reason)]);
  return [
    `<details><summary>${counted(test.not_applicable_count, 'sample')} left out</summary>`,
    table('', ['source', 'original', 'reason'], cells),
    '</details>',
  ];
}

function answer(text: string | null): string {
  return text === null ? '<td><i>no answer</i></td>' : cell('t', text);
}

function cell(kind: string, text: string): string {
  return `<td class="${kind}" dir="auto">${html(text)}</td>`;
}

function table(kind: string, head: string[], rows: string[][]): string {
  const line = (cells: string[]): string => `<tr>${cells.join('')}</tr>`;
  return `<div class="scroll"><table class="${kind}">
<thead>${line(head.map((name) => `<th>${name}</th>`))}</thead>
<tbody>
${rows.map(line).join('\n')}
</tbody>
</table></div>`;
}
