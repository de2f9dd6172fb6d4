/**
 * The report as one HTML page that works from a folder, without a network and without JavaScript.
 */
import { createHash } from 'node:crypto';
import type { ReportRow, Results } from '../../engine/results.js';
import { decidedRows } from '../../engine/sides.js';
import type { Block } from '../story/blocks.js';
import { errorSentences, haveOneCause } from '../story/cause.js';
import { ruleSentence } from '../story/certainty.js';
import { cut } from '../story/truncate.js';
import { resultSentences } from '../story/result.js';
import { otherRowsWords, shownTests, type ShownTest } from '../story/rows.js';
import { partsToReport } from '../story/sides.js';
import { type Story, storyOf } from '../story/story.js';
import { funnel, shortfallOf } from '../story/triplet.js';
import { facts, ICONS, present } from '../story/words.js';
import { html, link, prose, htmlWithCode, shortName } from './escape.js';
import type { FormatOptions, ReportFormat } from './format.js';
import { blockHtml, sentencesHtml, tableHtml } from './github-tables.js';
import { hasOpenRows, rowsSection } from './page/rows.js';
import { PAGE_STYLE } from './page/style.js';

export const asHtml: ReportFormat = { file: 'report.html', isPage: true, render: pageParts };

const LONGEST_NAME = 200;
const LONGEST_MESSAGE = 2_000;
const COMMIT_LENGTH = 12;

function* pageParts(results: Results, options: FormatOptions): Generator<string> {
  const { base } = options;
  const tests = shownTests(results, options.mask);
  const story = storyOf(results, { base });
  const cards = [
    ...(tests.length === 0 || results.watch
      ? []
      : [
          '<h2>Tests</h2>',
          '<div class="cards">',
          ...tests.flatMap((test) => testCard(test, base)),
          '</div>',
        ]),
    ...story.blocks.filter(({ place }) => place !== 'head').flatMap(block),
    ...block({
      title: 'How sure is this?',
      isFolded: true,
      sentences: story.certainty.map((text) => [text]),
      place: 'details',
    }),
    '',
  ].join('\n');
  yield `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
<title>${html(`Sensitivity: ${story.headed}: ${cut(story.headline, LONGEST_NAME)}`)}</title>
<style>${PAGE_STYLE}</style>
</head>
<body>
<main>
${head(results, { story, tests }, options).join('\n')}
`;
  // Rows that need a reader come first.
  if (!hasOpenRows(tests)) yield cards;
  yield* rowsSection(tests, base);
  if (hasOpenRows(tests)) yield cards;
  yield `${runSection(results, options).join('\n')}
</main>
</body>
</html>
`;
}

function block(one: Block): string[] {
  const lines = blockHtml(one, { longest: LONGEST_NAME, most: Infinity, isWide: true });
  return one.table ? scrollable(one.title ?? one.table.noun, lines) : lines;
}

/** A region that scrolls sideways, by keyboard too. */
function scrollable(name: string, content: readonly string[]): string[] {
  return [
    `<div class="scroll" role="region" aria-label="${html(name)}" tabindex="0">`,
    ...content,
    '</div>',
  ];
}

const STYLE_HASH = createHash('sha256').update(PAGE_STYLE).digest('base64');
/**
 * The second defence after escaping: the browser takes this style, runs no script and loads
 * nothing.
 */
const POLICY = `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; base-uri 'none'; form-action 'none'`;

function head(
  results: Results,
  { story, tests }: { story: Story; tests: readonly ShownTest[] },
  { commit, words }: FormatOptions,
): string[] {
  const { outcome, model } = results;
  const { headed, headline, restsOnChange, warnings, change, notices, cause, table } = story;
  const steps = story.next.map((step) => words?.(step) ?? step);
  const name = model.name === '' ? [] : [shortName(`${model.hub}/${model.name}`)];
  const identity: string[] = [...name];
  if (commit) identity.push(`commit ${commit.slice(0, COMMIT_LENGTH)}`);
  const repeated = [...steps, ...notices, cause?.message ?? ''];
  const errors = haveOneCause(results)
    ? []
    : errorSentences(tests, { repeated, longest: LONGEST_MESSAGE });
  const tables: string[] = [];
  if (table) tables.push(...tableHtml(table, { longest: LONGEST_NAME, most: Infinity }));
  tables.push(
    ...story.blocks
      .filter(({ place }) => place === 'head')
      .flatMap((one) => blockHtml(one, { longest: LONGEST_NAME })),
  );
  const parts: string[] = [
    `<header class="card ${headed}">`,
    `<p class="brand"><b>Sensitivity</b>${identity.map((one) => ` <span>${html(one)}</span>`).join('')} <b class="outcome">${headed}</b></p>`,
    `<h1><span aria-hidden="true">${ICONS[headed]}${restsOnChange ? ' ⚠️' : ''}</span> ${prose(headline)}</h1>`,
    '<div class="halves">',
    ...half([
      ...warnings.map(
        (warning) =>
          `<p class="warning"><span aria-hidden="true">⚠️</span> ${htmlWithCode(warning)}</p>`,
      ),
      ...change.map(({ sign, sentence }) => `<p>${sign}${htmlWithCode(sentence)}</p>`),
      ...(cause
        ? [
            `<blockquote><p>${htmlWithCode(cause.message)}${cause.count === undefined ? '' : ` (${cause.count})`}</p></blockquote>`,
          ]
        : []),
      ...errors.map((sentence) => `<p class="why">${sentencesHtml([sentence])}</p>`),
      ...(outcome !== 'pass' && steps.length > 0
        ? [`<p class="next"><b>What to do next.</b> ${steps.map(htmlWithCode).join(' ')}</p>`]
        : []),
      ...(outcome === 'skipped' ? notes(notices) : []),
    ]),
  ];
  if (tables.length > 0) parts.push(...scrollable('Results', tables));
  parts.push('</div>', '</header>');
  return parts;
}

function half(lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : ['<div>', ...lines, '</div>'];
}

function notes(notices: readonly string[]): string[] {
  return notices.map(
    (notice) => `<p><span aria-hidden="true">ℹ️</span> ${htmlWithCode(notice)}</p>`,
  );
}

function runSection(results: Results, { runUrl, commit, docsUrl }: FormatOptions): string[] {
  const { outcome, notices, started_at } = results;
  const links = [
    link(runUrl, 'this run'),
    link(docsUrl && `${docsUrl}/method.md`, 'how a verdict is reached'),
  ].filter((one) => one !== '');
  const all: string[][] = [];
  if (commit) all.push(['commit', commit.slice(0, COMMIT_LENGTH)]);
  all.push(...facts(results), ['started', started_at]);
  const parts: string[] = [
    '<section class="run" aria-labelledby="run">',
    '<h2 id="run">The run</h2>',
  ];
  if (outcome !== 'skipped') parts.push(...notes(notices));
  parts.push(
    '<dl>',
    ...all.map(([label, value]) => `<div><dt>${label}</dt><dd>${html(value!)}</dd></div>`),
    '</dl>',
  );
  if (links.length > 0) parts.push(`<p>${links.join(' · ')}</p>`);
  parts.push('</section>');
  return parts;
}

/** The card of a test: its rates as bars, its sentences and its funnel. */
function testCard(shown: ShownTest, base: string | undefined): string[] {
  const { test, words } = shown;
  const { test_type, outcome } = test;
  const name = words.label === test_type ? '' : ` · <code>${html(test_type)}</code>`;
  const facts = present([funnel(test), ...otherRowsWords(shown)]);
  return [
    `<section class="card test ${outcome}">`,
    `<h3><span aria-hidden="true">${ICONS[outcome]}</span> ${html(words.label)} <small>${outcome}${name}</small></h3>`,
    ...decidedRows(test).flatMap(rateBars),
    ...partsToReport(test).map((part) => `<p>${sentencesHtml(resultSentences(part, base))}</p>`),
    ...facts.map((fact) => `<p class="facts">${htmlWithCode(fact)}</p>`),
    `<p class="facts">${prose(ruleSentence(test))}</p>`,
    '</section>',
  ];
}

/**
 * The bars of a test's rates, whose figures its sentences have. A rate over too few valid rows is
 * grey: the shortfall decides.
 */
function rateBars(test: ReportRow): string[] {
  const { pass_rate, minimum_pass_rate, streams = {}, outcome } = test;
  const short = shortfallOf(test);
  const kind =
    short && streams.sensitive !== 'bad'
      ? 'plain'
      : outcome === 'pass'
        ? 'good'
        : outcome === 'fail'
          ? 'bad'
          : 'odd';
  return present([
    short && bar(short.rate, short.needed, 'bad'),
    pass_rate !== null && bar(pass_rate, minimum_pass_rate, kind),
  ]);
}

/** A bar for a share between 0 and 1, with a mark at the needed share. */
function bar(share: number, needed: number, kind: string): string {
  const at = (value: number): number => 100 * Math.min(1, Math.max(0, value));
  return [
    '<svg class="bar" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true" focusable="false">',
    '<rect class="track" width="100" height="4"/>',
    `<rect class="fill ${kind}" width="${at(share).toFixed(2)}" height="4"/>`,
    `<rect class="mark" x="${(at(needed) * 0.995).toFixed(2)}" width="0.5" height="4"/>`,
    '</svg>',
  ].join('');
}
