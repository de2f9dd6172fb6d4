/** The report as one HTML page that works from a folder, without a network, and without JavaScript for the most part. */
import { createHash } from 'node:crypto';
import type { Results } from '../../engine/results.js';
import { restsOnChange } from '../story/changed-gate.js';
import { causeOf, isTold, merged, untold } from '../story/cause.js';
import { cut } from '../story/cut.js';
import { html, link, prose, quoted, shortName } from './escape.js';
import type { FormatOptions, ReportFormat } from './format.js';
import { headline } from '../story/headline.js';
import { nextSteps } from '../story/next-steps.js';
import { scrollable } from './page/charts.js';
import { dataBlock, isUnfolded, pageOf, rowsSection } from './page/rows.js';
import { PAGE_STYLE } from './page/style.js';
import { reportTable, testCard, unfitTables } from './page/test-card.js';
import { resultTable } from '../story/result.js';
import { resultsHtml } from './github.js';
import { shownTests, type ShownTest } from '../story/rows.js';
import { counted, facts, ICONS } from '../story/words.js';
import { client } from './page/client.js';
import { rowView } from './page/row-view.js';

export const asHtml: ReportFormat = { file: 'report.html', isPage: true, render: pageParts };

const LONGEST_NAME = 200;
/** Length of a commit's short name. */
const COMMIT_LENGTH = 12;

function* pageParts(results: Results, options: FormatOptions): Generator<string> {
  const { base } = options;
  const tests = shownTests(results, options.find);
  const page = pageOf(tests, base);
  const title = headline(results, base);
  const rows = rowsSection(page);
  const cards =
    tests.length === 0
      ? []
      : ['<h2>Tests</h2>', '<div class="cards">', ...tests.flatMap((test) => testCard(test, results, base)), '</div>'];
  yield `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
<title>${html(`Sensitivity: ${results.outcome}: ${cut(title, LONGEST_NAME)}`)}</title>
<style>${PAGE_STYLE}</style>
</head>
<body>
<main>
${[
  ...head(results, { title, tests }, options),
  // Rows that need a reader come first.
  ...(page.rows.some(isUnfolded) ? [...rows, ...cards] : [...cards, ...rows]),
  ...runSection(results, options),
].join('\n')}
</main>
`;
  if (page.rows.length > 0) {
    yield* dataBlock(page);
    yield `\n<script>${SCRIPT}</script>`;
  }
  yield '\n</body>\n</html>\n';
}

const SCRIPT = `'use strict';\n(${String(client)})({ rowView: ${String(rowView)} });`;

/** The second defence after escaping: the browser runs this script, takes this style, and loads nothing. */
const POLICY = `default-src 'none'; script-src ${hash(SCRIPT)}; style-src ${hash(PAGE_STYLE)}; base-uri 'none'; form-action 'none'`;

function hash(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

function head(
  results: Results,
  { title, tests }: { title: string; tests: readonly ShownTest[] },
  { base, commit, words }: FormatOptions,
): string[] {
  const { outcome, report, warnings = [], notices, model } = results;
  const steps = nextSteps(results, base).map((step) => words?.(step) ?? step);
  const name = model.name === '' ? [] : [shortName(`${model.hub}/${model.name}`)];
  const identity = [...name, ...(commit ? [`commit ${commit.slice(0, COMMIT_LENGTH)}`] : [])];
  const table = [...resultsHtml(resultTable(report, base), LONGEST_NAME), ...unfitTables(report)];
  return [
    `<header class="card ${outcome}">`,
    `<p class="brand"><b>Sensitivity</b>${identity.map((one) => ` <span>${html(one)}</span>`).join('')} <b class="outcome">${outcome}</b></p>`,
    `<h1><span aria-hidden="true">${ICONS[outcome]}${restsOnChange(results) ? ' ⚠️' : ''}</span> ${prose(title)}</h1>`,
    '<div class="halves">',
    ...half([
      ...warnings.map((warning) => `<p class="warning"><span aria-hidden="true">⚠️</span> ${quoted(warning)}</p>`),
      ...errors(results, { tests, told: [...steps, ...notices] }),
      ...(steps.length > 0 ? [`<p class="next"><b>What to do next.</b> ${steps.map(quoted).join(' ')}</p>`] : []),
      ...(outcome === 'skipped' ? ['<p>No verdict: a skipped run is not a pass.</p>', ...notes(notices)] : []),
    ]),
    ...(table.length > 0 ? [scrollable('Results', table)] : []),
    '</div>',
    '</header>',
  ];
}

function half(lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : ['<div>', ...lines, '</div>'];
}

function notes(notices: readonly string[]): string[] {
  return notices.map((notice) => `<p><span aria-hidden="true">ℹ️</span> ${quoted(notice)}</p>`);
}

/** Why there is no verdict, and each error that several rows share, without lines that `told` holds. */
function errors(results: Results, { tests, told }: { tests: readonly ShownTest[]; told: readonly string[] }): string[] {
  const cause = results.outcome === 'error' || results.problem ? causeOf(results) : undefined;
  const rows = cause && cause.rows > 0 ? ` (${counted(cause.rows, 'row')})` : '';
  const shared = merged(tests.flatMap(({ errorGroups }) => errorGroups)).filter(({ count }) => count > 1 && !isTold(results));
  return [
    ...(cause ? [`<blockquote><p>${quoted(cause.message)}${rows}</p></blockquote>`] : []),
    ...shared.map(({ item, count }) => {
      const message = untold(item, cause ? [...told, cause.message] : told);
      return `<p class="why"><b>${counted(count, 'row')} in error</b>, ${html(item.kind)}${message === '' ? '' : `: ${quoted(message)}`}</p>`;
    }),
  ];
}

function runSection(results: Results, { runUrl, commit, docsUrl }: FormatOptions): string[] {
  const { outcome, notices, started_at, report } = results;
  const links = [link(runUrl, 'this run'), link(docsUrl && `${docsUrl}/method.md`, 'how a verdict is reached')].filter((one) => one !== '');
  const all = [...(commit ? [['commit', commit.slice(0, COMMIT_LENGTH)]] : []), ...facts(results), ['started', started_at]];
  return [
    '<section class="run" aria-labelledby="run">',
    '<h2 id="run">The run</h2>',
    ...(outcome === 'skipped' ? [] : notes(notices)),
    '<dl>',
    ...all.map(([label, value]) => `<div><dt>${label}</dt><dd>${html(value!)}</dd></div>`),
    '</dl>',
    ...(links.length > 0 ? [`<p>${links.join(' · ')}</p>`] : []),
    ...reportTable(report),
    '</section>',
  ];
}
