/** The report as one page that needs nothing else: it works from a folder, fetches nothing, and without its script still says the most. */
import { createHash } from 'node:crypto';
import type { Results } from '../../engine/results.js';
import { restsOnChange } from '../story/changed-gate.js';
import { causeOf } from '../story/cause.js';
import { cut } from '../story/cut.js';
import { html, link, prose, quoted } from './escape.js';
import type { FormatOptions, ReportFormat } from './format.js';
import { headline } from '../story/headline.js';
import { nextSteps } from '../story/next-steps.js';
import { concurrency } from './page/charts.js';
import { dataBlock, rowsSection, pageOf } from './page/list.js';
import { PAGE_STYLE } from './page/style.js';
import { reportTable, unfitTables, testCard } from './page/tests.js';
import { resultTable } from '../story/result.js';
import { resultsHtml } from './github.js';
import { shownTests } from '../story/rows.js';
import { counted, facts, ICONS } from '../story/words.js';
import { chooser, client, type ClientParts } from './page/client.js';
import { rowView, tableView } from './page/row-view.js';
import { unpack } from './page/data.js';

export const asHtml: ReportFormat = { file: 'report.html', isPage: true, render: pageParts };

const LONGEST_NAME = 200;
const MOST_NOTICES = 4;

function* pageParts(results: Results, options: FormatOptions): Generator<string> {
  const { base } = options;
  const tests = shownTests(results, options.find);
  const page = pageOf(tests, base);
  const script = pageScript();
  const title = headline(results, base);
  yield `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy(script)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
<title>${html(`${results.outcome}: ${cut(title, LONGEST_NAME)}`)}</title>
<style>${PAGE_STYLE}</style>
</head>
<body>
<main>
${[
  ...head(results, title, options),
  ...(tests.length > 0
    ? ['<h2>Tests</h2>', '<div class="cards">', ...tests.flatMap((test) => testCard(test, results, base)), '</div>']
    : []),
  ...rowsSection(page),
  ...run(results, options),
].join('\n')}
</main>
`;
  if (page.rows.length > 0) {
    yield* dataBlock(page);
    yield `\n<script>${script}</script>`;
  }
  yield '\n</body>\n</html>\n';
}

/** Should an escape ever be missed, the browser still runs this script alone, takes this style alone, and fetches nothing. */
function policy(script: string): string {
  const hash = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
  return `default-src 'none'; script-src ${hash(script)}; style-src ${hash(PAGE_STYLE)}; base-uri 'none'; form-action 'none'`;
}

function head(results: Results, title: string, { base, words }: FormatOptions): string[] {
  const { outcome, report, warnings = [], notices } = results;
  const steps = nextSteps(results, base).map((step) => words?.(step) ?? step);
  const shown = notices.map((notice) => `<p><span aria-hidden="true">ℹ️</span> ${quoted(notice)}</p>`);
  return [
    `<header class="card ${outcome}">`,
    `<p class="outcome">${outcome}</p>`,
    `<h1><span aria-hidden="true">${ICONS[outcome]}${restsOnChange(results) ? ' ⚠️' : ''}</span> ${prose(title)}</h1>`,
    ...warnings.map((warning) => `<p class="warning"><span aria-hidden="true">⚠️</span> ${quoted(warning)}</p>`),
    ...cause(results),
    ...(steps.length > 0 ? [`<p class="next"><b>What to do next.</b> ${steps.map(quoted).join(' ')}</p>`] : []),
    ...(outcome === 'skipped' ? ['<p>Nothing was judged: this is not a pass.</p>'] : []),
    ...resultsHtml(resultTable(report, base), LONGEST_NAME),
    ...unfitTables(report),
    ...(shown.length > MOST_NOTICES
      ? [shown[0]!, `<details><summary>${counted(shown.length - 1, 'more note')}</summary>`, ...shown.slice(1), '</details>']
      : shown),
    '</header>',
  ];
}

function cause(results: Results): string[] {
  const { outcome, problem } = results;
  const found = outcome === 'error' || problem ? causeOf(results) : undefined;
  if (!found) return [];
  const rows = found.count === undefined ? '' : ` (${found.count})`;
  return [`<blockquote><p>${quoted(found.message)}${rows}</p></blockquote>`];
}

function run(results: Results, { runUrl, commit, docsUrl }: FormatOptions): string[] {
  const links = [link(runUrl, 'this run'), link(docsUrl && `${docsUrl}/method.md`, 'how a verdict is reached')].filter((one) => one !== '');
  const all = [...(commit ? [['commit', commit.slice(0, 12)]] : []), ...facts(results), ['started', results.started_at]];
  return [
    '<section class="run" aria-labelledby="run">',
    '<h2 id="run">The run</h2>',
    '<dl>',
    ...all.map(([label, value]) => `<div><dt>${label}</dt><dd>${html(value!)}</dd></div>`),
    '</dl>',
    ...(links.length > 0 ? [`<p>${links.join(' · ')}</p>`] : []),
    ...concurrency(results.usage),
    ...reportTable(results.report),
    '</section>',
  ];
}

const PARTS: ClientParts = { chooser, rowView, tableView, unpack };

/** Undefined becomes no letter of it: what it holds is ours alone, and the same for every report. */
function pageScript(): string {
  const parts = Object.entries(PARTS).map(([name, part]) => `${name}: ${String(part)}`);
  return `'use strict';\n(${String(client)})({\n${parts.join(',\n')}\n});`;
}
