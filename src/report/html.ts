/** The report as one page that needs nothing else: every row, no script, nothing fetched. */
import { createHash } from 'node:crypto';
import type { Calibration, ReportRow, Results } from '../engine/results.js';
import { besideInShort } from './baseline.js';
import { confusionOf, mayNot, unfitJudges } from './calibration.js';
import { certainties } from './certainty.js';
import { cut } from './cut.js';
import { html, link, quoted } from './escape.js';
import type { FormatOptions, ReportFormat } from './format.js';
import { cell, table } from './html-cells.js';
import { section } from './html-rows.js';
import { PAGE_STYLE } from './page-style.js';
import { percent } from './percent.js';
import { rates } from './sides.js';
import { shownTests } from './rows.js';
import { scorerLines } from './scorers.js';
import { funnels } from './triplet.js';
import { ICONS, verdict } from './verdict.js';
import { facts, number, sentenceCase } from './words.js';

const LONGEST_VERDICT = 40;

export const asHtml: ReportFormat = { file: 'report.html', render: renderHtml };

export function renderHtml(results: Results, { find, runUrl }: FormatOptions = {}): string {
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
  ...(results.warnings ?? []).map((warning) => `<p>⚠️ ${quoted(warning)}</p>`),
  ...more.map((text) => `<p>${html(text)}</p>`),
  ...funnels(results).map((line) => `<p><b>${html(line)}</b></p>`),
  factsLine(results, runUrl),
  ...problem(results),
  ...box(results.notices.map((notice) => `<p>ℹ️ ${quoted(notice)}</p>`)),
  ...(results.report.length > 0 ? [reportTable(results.report)] : []),
  ...scorerTable(results.report),
  ...unfitJudges(results.report).flatMap(unfit),
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

function reportTable(report: readonly ReportRow[]): string {
  const compared = report.some(({ baseline }) => baseline);
  const counts = [
    'fail_count',
    'pass_count',
    'pass_rate',
    'minimum_pass_rate',
    ...(compared ? ['baseline'] : []),
    'pass',
    'error_count',
    'not_applicable_count',
  ];
  return table(
    'report',
    ['category', 'test_type', ...counts, 'outcome', 'scorer'],
    report.map((test) => [
      cell('', test.category),
      cell('', test.test_type),
      cell('n', number(test.fail_count)),
      cell('n', number(test.pass_count)),
      cell('n', rates(test, 'pass_rate')),
      cell('n', rates(test, 'minimum_pass_rate')),
      ...(compared ? [cell('n', besideInShort(test.baseline))] : []),
      cell('', String(test.pass)),
      cell('n', number(test.error_count)),
      cell('n', number(test.not_applicable_count)),
      cell(test.outcome, test.outcome),
      cell('', test.scorer),
    ]),
  );
}

/** What each of several scorers said by itself. */
function scorerTable(report: readonly ReportRow[]): string[] {
  const lines = scorerLines(report);
  if (lines.length === 0) return [];
  const head = ['test_type', 'scorer', 'fail_count', 'pass_count', 'pass_rate', 'error_count'];
  const rows = lines.map(({ test_type, scorer, fail_count, pass_count, pass_rate, error_count }) => [
    cell('', test_type),
    cell('', scorer),
    ...[number(fail_count), number(pass_count), percent(pass_rate), number(error_count)].map((figure) => cell('n', figure)),
  ]);
  return [table('report', head, rows)];
}

/** A judge that may not gate, and what it took for what. */
function unfit(calibration: Calibration): string[] {
  const { judged, rows } = confusionOf(calibration);
  return [
    `<p><b>${html(sentenceCase(mayNot(calibration)))}.</b></p>`,
    ...(rows.length === 0
      ? []
      : [
          table(
            'report',
            ['known verdict', ...judged.map((verdict) => `judged ${html(cut(verdict, LONGEST_VERDICT))}`)],
            rows.map(({ known, counts }) => [
              cell('', cut(known, LONGEST_VERDICT)),
              ...counts.map((count, i) => (known === judged[i] ? `<td class="n"><b>${number(count)}</b></td>` : cell('n', number(count)))),
            ]),
          ),
        ]),
  ];
}
