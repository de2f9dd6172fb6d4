/**
 * The report as one HTML page that works from a folder, without a network and without JavaScript.
 */
import { createHash } from 'node:crypto';
import type { ReportRow, Results } from '../../engine/results.ts';
import { decidedRows } from '../../engine/verdict/answer-and-refuse.ts';
import { type Block, plainText } from '../story/blocks.ts';
import { errorSentences } from '../story/cause.ts';
import { ruleSentence } from '../story/certainty.ts';
import { cut, shortName } from '../story/truncate.ts';
import { resultSentences } from '../story/result.ts';
import { otherRowsWords, shownTests, type ShownTest } from '../story/rows.ts';
import { partsToReport } from '../story/test-words.ts';
import { type Story, storyOf } from '../story/story.ts';
import { funnel } from '../story/funnel.ts';
import { shortfallOf } from '../story/shortfall.ts';
import { ICONS, keepTexts } from '../story/words.ts';
import { runFacts } from '../story/run-facts.ts';
import { github, html, htmlWithCode, link, type Markup, web } from './escape.ts';
import type { FormatOptions, ReportFormat } from './format.ts';
import { blockHtml, joinWithDots, joinMarkup, sentencesHtml, tableHtml } from './github-html.ts';
import { hasOpenRows, rowsSection } from './page/rows.ts';
import { PAGE_STYLE } from './page/style.ts';

export const asHtml: ReportFormat = { file: 'report.html', isPage: true, render: pageParts };

const MAX_NAME_LENGTH = 200;
const MAX_MESSAGE_LENGTH = 2_000;
const COMMIT_LENGTH = 12;

function* pageParts(results: Results, options: FormatOptions): Generator<string> {
  const { base } = options;
  const tests = shownTests(results, options.mask);
  const story = storyOf(results, { base });
  const title = `Sensitivity: ${story.outcome}: ${cut(story.headline, MAX_NAME_LENGTH)}`;
  const cards = `${cardsOf({ story, tests }, base).join('\n')}\n`;
  yield `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
<title>${html(title)}</title>
<style>${PAGE_STYLE}</style>
</head>
<body>
<main>
${headParts(results, { story, tests }, options).join('\n')}
`;
  // Rows that need a reader come first.
  const areRowsFirst = hasOpenRows(tests);
  if (!areRowsFirst) yield cards;
  yield* rowsSection(tests, base);
  if (areRowsFirst) yield cards;
  yield `${runSection(results, options).join('\n')}
</main>
</body>
</html>
`;
}

type PageContent = { story: Story; tests: readonly ShownTest[] };

/** Returns the parts below the head: a card a test, the blocks of the story, its statistics. */
function cardsOf({ story, tests }: PageContent, base: string | undefined): Markup[] {
  const parts: Markup[] = [];
  if (tests.length > 0) {
    const cards = tests.flatMap((test) => testCard(test, base));
    parts.push(web`<h2>Tests</h2>\n<div class="cards">`, ...cards, web`</div>`);
  }
  parts.push(...story.blocks.filter(({ place }) => place !== 'head').flatMap(blockParts));
  const sentences = story.certainty.map((text) => [text]);
  const sure: Block = { title: 'How sure is this?', isFolded: true, sentences, place: 'details' };
  parts.push(...blockParts(sure));
  return parts;
}

function blockParts(block: Block): Markup[] {
  const lines = blockHtml(block, {
    maxLength: MAX_NAME_LENGTH,
    maxRows: Infinity,
    showsDetails: true,
  });
  return block.table ? scrollable(block.title ?? block.table.noun, lines) : lines;
}

/** A region that scrolls sideways, by keyboard too. */
function scrollable(name: string, content: readonly Markup[]): Markup[] {
  return [
    web`<div class="scroll" role="region" aria-label="${name}" tabindex="0">`,
    ...content,
    web`</div>`,
  ];
}

const STYLE_HASH = createHash('sha256').update(PAGE_STYLE).digest('base64');
/**
 * The second defence after escaping: the browser takes this style, runs no script and loads
 * nothing.
 */
const POLICY = `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; base-uri 'none'; form-action 'none'`;

function headParts(
  results: Results,
  { story, tests }: PageContent,
  options: FormatOptions,
): Markup[] {
  const { outcome, headline, restsOnChange, table } = story;
  const identity = identityOf(results, options).map((name) => web` <span>${name}</span>`);
  const warning = restsOnChange ? ' ⚠️' : '';
  const lines = verdictLines(results, { story, tests }, options);
  const tables = table ? tableHtml(table, { maxLength: MAX_NAME_LENGTH, maxRows: Infinity }) : [];
  const blocks = story.blocks.filter(({ place }) => place === 'head');
  tables.push(...blocks.flatMap((block) => blockHtml(block, { maxLength: MAX_NAME_LENGTH })));
  const parts = [
    web`<header class="card ${outcome}">`,
    web`<p class="brand"><b>Sensitivity</b>${identity} <b class="outcome">${outcome}</b></p>`,
    web`<h1>${iconHtml(`${ICONS[outcome]}${warning}`)} ${github`${headline}`}</h1>`,
    web`<div class="halves">`,
  ];
  if (lines.length > 0) parts.push(web`<div>`, ...lines, web`</div>`);
  if (tables.length > 0) parts.push(...scrollable('Results', tables));
  parts.push(web`</div>\n</header>`);
  return parts;
}

function identityOf({ model }: Results, { commit }: FormatOptions): string[] {
  const identity: string[] = [];
  if (model.name !== '') identity.push(shortName(`${model.hub}/${model.name}`));
  if (commit) identity.push(`commit ${commit.slice(0, COMMIT_LENGTH)}`);
  return identity;
}

/** The sentences beside the table of results: warnings, the change, why, and what to do. */
function verdictLines(
  results: Results,
  { story, tests }: PageContent,
  { words = (step) => step }: FormatOptions,
): Markup[] {
  const { warnings, remarks, notices, cause } = story;
  const { outcome } = results;
  const steps = story.next.map((step) => words(step));
  const parts = [
    ...warnings.map((warning) => {
      const line = htmlWithCode(plainText(warning));
      return web`<p class="warning">${iconHtml('⚠️')} ${line}</p>`;
    }),
    ...remarks.map(({ isWarning, sentence }) => {
      const line = htmlWithCode(plainText(sentence));
      return isWarning ? web`<p>${iconHtml('⚠️')} ${line}</p>` : web`<p>${line}</p>`;
    }),
  ];
  if (cause) {
    const count = cause.count === undefined ? '' : ` (${cause.count})`;
    parts.push(web`<blockquote><p>${htmlWithCode(cause.message)}${count}</p></blockquote>`);
  }
  if (!cause?.coversErrors) {
    const repeated = [...steps, ...notices, cause?.message ?? ''];
    const errors = errorSentences(tests, { repeated, longest: MAX_MESSAGE_LENGTH });
    parts.push(...errors.map((sentence) => web`<p class="why">${sentencesHtml(sentence)}</p>`));
  }
  if (outcome !== 'pass' && steps.length > 0) {
    const stepsMarkup = joinMarkup(steps.map(htmlWithCode), web` `);
    parts.push(web`<p class="next"><b>What to do next.</b> ${stepsMarkup}</p>`);
  }
  if (outcome === 'skipped') parts.push(...noteParts(notices));
  return parts;
}

function iconHtml(icon: string): Markup {
  return web`<span aria-hidden="true">${icon}</span>`;
}

function noteParts(notices: readonly string[]): Markup[] {
  return notices.map((notice) => web`<p>${iconHtml('ℹ️')} ${htmlWithCode(notice)}</p>`);
}

function runSection(results: Results, { runUrl, commit, docsUrl }: FormatOptions): Markup[] {
  const { outcome, notices, started_at } = results;
  const allFacts: (readonly [label: string, value: string])[] = [
    ...runFacts(results),
    ['started', started_at],
  ];
  if (commit) allFacts.unshift(['commit', commit.slice(0, COMMIT_LENGTH)]);
  const parts = [web`<section class="run" aria-labelledby="run">`, web`<h2 id="run">The run</h2>`];
  if (outcome !== 'skipped') parts.push(...noteParts(notices));
  parts.push(
    web`<dl>`,
    ...allFacts.map(([label, value]) => web`<div><dt>${label}</dt><dd>${value}</dd></div>`),
    web`</dl>`,
  );
  const run = link(runUrl, 'this run');
  const method = link(docsUrl && `${docsUrl}/method.md`, 'how a verdict is reached');
  if (run ?? method) parts.push(web`<p>${joinWithDots([run, method])}</p>`);
  parts.push(web`</section>`);
  return parts;
}

/** The card of a test: its rates as bars, its sentences and its funnel. */
function testCard(shownTest: ShownTest, base: string | undefined): Markup[] {
  const { test, words } = shownTest;
  const { test_type, outcome } = test;
  const name = words.label === test_type ? undefined : web` · <code>${test_type}</code>`;
  const steps = funnel(test);
  const facts = keepTexts([steps && plainText(steps), ...otherRowsWords(shownTest)]);
  return [
    web`<section class="card test ${outcome}">`,
    web`<h3>${iconHtml(ICONS[outcome])} ${words.label} <small>${outcome}${name}</small></h3>`,
    ...decidedRows(test).flatMap(rateBars),
    ...partsToReport(test).map(
      (part) => web`<p>${sentencesHtml(...resultSentences(part, base))}</p>`,
    ),
    ...facts.map((fact) => web`<p class="facts">${htmlWithCode(fact)}</p>`),
    github`<p class="facts">${ruleSentence(test)}</p>`,
    web`</section>`,
  ];
}

/**
 * The bars of a test's rates, whose figures its sentences have. A rate over too few valid rows is
 * grey: the shortfall decides.
 */
function rateBars(test: ReportRow): Markup[] {
  const { pass_rate, minimum_pass_rate, outcome } = test;
  const shortfall = shortfallOf(test);
  const isGrey = shortfall && !shortfall.isReadingBad;
  const bars: Markup[] = [];
  if (shortfall) bars.push(bar(shortfall.rate, shortfall.needed, 'bad'));
  if (pass_rate !== null)
    bars.push(bar(pass_rate, minimum_pass_rate, isGrey ? 'plain' : COLOURS[outcome]));
  return bars;
}

const COLOURS = { pass: 'good', fail: 'bad', inconclusive: 'odd', error: 'odd', skipped: 'odd' };

/** A bar for a share between 0 and 1, with a mark at the needed share. */
function bar(share: number, minimum: number, kind: string): Markup {
  const percentOf = (value: number): number => 100 * Math.min(1, Math.max(0, value));
  const parts = [
    web`<svg class="bar" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true" focusable="false">`,
    web`<rect class="track" width="100" height="4"/>`,
    web`<rect class="fill ${kind}" width="${percentOf(share).toFixed(2)}" height="4"/>`,
    web`<rect class="mark" x="${(percentOf(minimum) * 0.995).toFixed(2)}" width="0.5" height="4"/>`,
  ];
  return web`${parts}</svg>`;
}
