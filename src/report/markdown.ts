/** The job summary and the pull request's comment. Only HTML blocks: in Markdown, text cannot be escaped for sure. */
import type { Results } from '../engine/results.js';
import { certainties } from './certainty.js';
import { cut, cutBytes } from './cut.js';
import { link, prose } from './escape.js';
import { DETAILS, type Detail, firstThatFits } from './fit.js';
import { short } from './github.js';
import type { FindWords } from './mask.js';
import { reportTable } from './report-table.js';
import { shownTests, type ShownTest } from './rows.js';
import {
  brokenRows,
  eachScorer,
  errorsTable,
  failingRows,
  fixedRows,
  leftOutRows,
  passingRows,
  silentRows,
  uncountedRows,
  unfit,
} from './sections.js';
import { funnels } from './triplet.js';
import { ICONS, verdict } from './verdict.js';
import { facts } from './words.js';

export interface MarkdownOptions {
  /** A comment never lists rows that passed, but for those that a baseline failed, nor answers of a control, nor a judge's steps. */
  kind: 'summary' | 'comment';
  /** The most bytes of UTF-8 that GitHub takes, the marker included. */
  maxBytes: number;
  /** An HTML comment by which the comment is found again: the first line, as it stands. */
  marker?: string;
  /** Address of the run. */
  runUrl?: string | undefined;
  /** Finds foul words to mask; without it nothing is masked. */
  find?: FindWords | undefined;
  /** What the heading starts with. */
  title?: string;
}

/** Never longer than `maxBytes`: what does not fit is left out in steps, the verdict last. */
export function renderMarkdown(results: Results, options: MarkdownOptions): string {
  const { kind, maxBytes, marker, runUrl, find, title = 'sensitivity' } = options;
  const tests = shownTests(results, find);
  const hasSteps = kind === 'summary' && results.results.some(({ steps }) => steps !== undefined);
  const details = DETAILS.filter(({ steps }) => hasSteps || !steps).map((detail) => ({
    ...detail,
    passing: detail.passing && kind === 'summary',
    again: detail.again && kind === 'summary',
  }));
  const bodies = [
    ...details.map((detail) => () => body(results, tests, { ...detail, title, runUrl })),
    () => heading(results, title, 100),
    () => `${ICONS[results.outcome]} ${results.outcome}`,
  ];
  const start = marker === undefined ? '' : `${marker}\n`;
  const whole = firstThatFits(
    bodies.map((write) => () => `${start}${write()}\n`),
    maxBytes,
  );
  return whole ?? cutBytes(`${ICONS[results.outcome]} ${results.outcome}`, maxBytes);
}

interface Page extends Detail {
  title: string;
  runUrl: string | undefined;
}

function body(results: Results, tests: ShownTest[], page: Page): string {
  return [
    heading(results, page.title, 1_000),
    ...warnings(results, page),
    ...verdict(results).more.map((sentence) => `<p>${prose(sentence)}</p>`),
    ...funnels(results).map((line) => `<p>${prose(line)}</p>`),
    ...problem(results, page),
    ...notices(results, page),
    ...(results.report.length > 0 ? [reportTable(results.report, page.name)] : []),
    ...eachScorer(results.report, page),
    ...unfit(results.report, page),
    ...certainty(results),
    ...errorsTable(tests, page),
    ...tests.flatMap((test) => brokenRows(test, page)),
    ...tests.flatMap((test) => failingRows(test, page)),
    ...tests.flatMap((test) => silentRows(test, page)),
    ...tests.flatMap((test) => fixedRows(test, page)),
    ...tests.flatMap((test) => passingRows(test, page)),
    ...tests.flatMap((test) => uncountedRows(test, page)),
    ...tests.flatMap((test) => leftOutRows(test, page)),
    closing(results, page),
  ].join('\n');
}

function heading(results: Results, title: string, longest: number): string {
  const sentence = cut(verdict(results).sentence, longest);
  return `<h3>${ICONS[results.outcome]} ${prose(cut(title, 100))}: ${results.outcome} — ${prose(sentence)}</h3>`;
}

/** Small, one line a test: what the table's rates are worth. */
function certainty(results: Results): string[] {
  const sentences = certainties(results).map((sentence) => prose(sentence));
  return sentences.length > 0 ? [`<p><sub>${sentences.join('<br>')}</sub></p>`] : [];
}

/** Why there are no results, so that no one has to look into the log. */
function problem({ problem }: Results, { name }: Page): string[] {
  if (!problem) return [];
  const where = problem.where === undefined ? '' : `${short(problem.where, name)}: `;
  return [
    '<blockquote>',
    `<p><b>${prose(cut(problem.name, name))}</b>: ${where}${prose(cut(problem.message, name))}</p>`,
    `<p><b>What to do</b>: ${prose(cut(problem.remedy, name))}</p>`,
    '</blockquote>',
  ];
}

/** Right below the verdict: a weakened gate is news, whatever became of it. */
function warnings({ warnings = [] }: Results, page: Page): string[] {
  return listed(warnings, { icon: '⚠️', page });
}

function notices({ notices }: Results, page: Page): string[] {
  return notices.length === 0 ? [] : ['<blockquote>', ...listed(notices, { icon: 'ℹ️', page }), '</blockquote>'];
}

function listed(sentences: readonly string[], { icon, page }: { icon: string; page: Page }): string[] {
  const shown = sentences.slice(0, page.notices);
  const rest = sentences.length - shown.length;
  return [
    ...shown.map((sentence) => `<p>${icon} ${prose(cut(sentence, page.name))}</p>`),
    ...(rest > 0 ? [`<p>… and ${rest} more in the report.</p>`] : []),
  ];
}

function closing(results: Results, { name, runUrl }: Page): string {
  const parts = facts(results).map(([label, value]) => `${label} ${short(value, name)}`);
  const run = link(runUrl, 'this\u00A0run');
  return `<p><sub>${[...parts, ...(run ? [run] : [])].join(' · ')}</sub></p>`;
}
