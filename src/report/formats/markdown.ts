/**
 * The job summary and the comment on the pull request. HTML blocks only: Markdown cannot escape
 * every text.
 */
import type { Results } from '../../engine/results.ts';
import { baseName } from '../story/baseline.ts';
import { type Block, cutSentence } from '../story/blocks.ts';
import { errorSentences } from '../story/cause.ts';
import { cut, cutBytes, shortName } from '../story/truncate.ts';
import { shownTests, type ShownTest } from '../story/rows.ts';
import { type StoryOptions, type Story, storyOf } from '../story/story.ts';
import { quantity, formatDuration, ICONS } from '../story/words.ts';
import { runFacts } from '../story/run-facts.ts';
import { code, github, icon, link, type Markup, quote } from './escape.ts';
import { examples } from './examples.ts';
import { leftOutRows, rowSections } from './row-sections.ts';
import { detailsOf, type Detail, firstThatFits } from './fit.ts';
import type { FormatOptions } from './format.ts';
import {
  blockHtml,
  joinWithDots,
  factsHtml,
  foldedSection,
  joinMarkup,
  moreInReport,
  paragraphs,
  sentencesHtml,
  shortCode,
  table,
  tableHtml,
  cell,
} from './github-html.ts';

export interface MarkdownOptions extends FormatOptions, StoryOptions {
  /** A comment shows three rows, and others as far as there is room; a summary lists all. */
  kind: 'summary' | 'comment';
  /** Maximum size that GitHub takes, in bytes of UTF-8, including the marker. */
  maxBytes: number;
  /** An HTML comment by which the action finds its comment again: the first line, unchanged. */
  marker?: string;
  /** Earlier subjects of the pull request, in words. */
  subjects?: string | undefined;
}

/** Never longer than `maxBytes`: leaves out rows first, the verdict last. */
export function renderMarkdown(results: Results, options: MarkdownOptions): string {
  const { kind, maxBytes, marker, mask } = options;
  const tests = shownTests(results, mask);
  const story = storyOf(results, options);
  const shortestText = `${ICONS[story.outcome]} ${story.outcome}`;
  const bodies = [
    ...detailsOf(kind).map(
      (detail) => () => renderBody({ results, tests, story }, { ...detail, ...options }),
    ),
    ...[200, 80].map((name) => () => {
      const brief = { ...options, name, text: name, notices: 2 };
      return [...verdictHtml(story, brief, name), ...nextStepsHtml(story, brief)].join('\n');
    }),
    () => headingHtml(story, 100).toString(),
    () => shortestText,
  ];
  const markerLine = marker === undefined ? '' : `${marker}\n`;
  const texts = bodies.map((write) => () => `${markerLine}${write()}\n`);
  return firstThatFits(texts, maxBytes) ?? cutBytes(shortestText, maxBytes);
}

type Page = Detail & MarkdownOptions;
type Run = { results: Results; tests: ShownTest[]; story: Story };

function renderBody(run: Run, page: Page): string {
  const { story } = run;
  // The comment on a pass is three lines and a table; an error is its cause, the next step and a
  // link.
  const isComment = page.kind === 'comment';
  const isShort =
    (isComment && story.outcome === 'pass') ||
    (story.cause?.isAll && (isComment || story.cause.coversErrors));
  const details = isShort ? notesHtml(story, page) : detailsHtml(run, page);
  return [...headHtml(run, page), ...details, closingHtml(run.results, page)].join('\n');
}

function headHtml({ tests, story }: Run, page: Page): Markup[] {
  const { outcome, table: lines, funnels } = story;
  const deciding = tests.filter(({ test }) => test.outcome === outcome);
  const isShown = page.kind === 'comment' && outcome !== 'pass' && outcome !== 'error';
  const parts = [...verdictHtml(story, page, 1_000), ...resultsHtml(story)];
  if (lines) parts.push(...tableHtml(lines, { maxLength: page.name, maxRows: Infinity }));
  if (outcome !== 'pass')
    parts.push(...funnels.map((steps) => github`<p>${sentencesHtml(steps)}</p>`));
  parts.push(
    ...blocksHtml('head', story, page),
    ...nextStepsHtml(story, page),
    ...changesHtml(story, page),
  );
  if (isShown)
    parts.push(...examples(deciding, { rows: page.examples, longest: page.text, base: page.base }));
  return parts;
}

type Brief = Pick<Page, 'name' | 'text' | 'notices' | 'docsUrl'>;

/** The headline, and what a reader must know to judge it. */
function verdictHtml(story: Story, page: Brief, longest: number): Markup[] {
  const { warnings, remarks } = story;
  return [
    headingHtml(story, longest),
    ...warnings
      .slice(0, page.notices)
      .map((warning) => github`<p>⚠️ ${sentencesHtml(cutSentence(warning, page.name))}</p>`),
    ...moreHtml(warnings, page),
    ...remarks.map(({ isWarning, sentence }) => {
      const line = sentencesHtml(cutSentence(sentence, page.name));
      return isWarning ? github`<p>⚠️ ${line}</p>` : github`<p>${line}</p>`;
    }),
    ...causeHtml(story, page),
  ];
}

function detailsHtml(run: Run, page: Page): Markup[] {
  const { tests, story } = run;
  const parts = [
    ...blocksHtml('details', story, page),
    ...errorsHtml(run, page),
    ...rowSections(tests, page),
    ...certaintyHtml(story, page),
  ];
  if (page.kind === 'summary' && page.rows > 0) parts.push(...blocksHtml('report', story, page));
  parts.push(...tests.flatMap((test) => leftOutRows(test, page)), ...notesHtml(story, page));
  return parts;
}

function blocksHtml(
  place: Block['place'],
  { blocks: allBlocks }: Story,
  { name, tables }: Page,
): Markup[] {
  return allBlocks
    .filter((block) => block.place === place)
    .map((block) => (tables ? block : { ...block, table: undefined }))
    .flatMap((block) => blockHtml(block, { maxLength: name }));
}

function errorsHtml({ tests, story }: Run, { name, text, named }: Page): Markup[] {
  if (story.cause?.coversErrors) return [];
  const allErrors = errorSentences(tests, { repeated: story.next, longest: Math.min(name, text) });
  const shownErrors = allErrors.slice(0, Math.max(3, named));
  return [
    ...shownErrors.map((sentence) => github`<p>⚠️ ${sentencesHtml(sentence)}</p>`),
    ...moreInReport(allErrors.length - shownErrors.length, 'kind'),
  ];
}

function headingHtml({ outcome, title, restsOnChange }: Story, longest: number): Markup {
  const warning = restsOnChange ? github` ⚠️` : undefined;
  return github`<h3>${icon(outcome)}${warning} ${cut(title, longest)}</h3>`;
}

function causeHtml({ outcome, cause, notices }: Story, { name, text }: Brief): Markup[] {
  if (outcome === 'skipped')
    return paragraphs(notices.slice(0, 1).map((notice) => cut(notice, name)));
  if (!cause) return [];
  const message = cut(cause.message, Math.min(name, text));
  const count = cause.count === undefined ? undefined : github` <sub>(${cause.count})</sub>`;
  return [github`<blockquote>\n<p>${message}${count}</p>\n</blockquote>`];
}

function resultsHtml({ outcome, tests }: Story): Markup[] {
  const shownSentences = tests.filter(({ isInHead }) => isInHead).map(({ sentences }) => sentences);
  if (shownSentences.length === 0) return [];
  const sections = outcome === 'pass' ? [shownSentences.flat()] : shownSentences;
  return sections.map((sentences) => github`<p>${sentencesHtml(...sentences)}</p>`);
}

const MAX_STEPS = 3;

function nextStepsHtml(
  { outcome, next, cause }: Story,
  { name, docsUrl }: Pick<Page, 'name' | 'docsUrl'>,
): Markup[] {
  const steps = next.slice(0, MAX_STEPS);
  if (outcome === 'skipped') return paragraphs(steps);
  if (outcome === 'pass' || steps.length === 0) return [];
  const section = outcome === 'error' ? cause?.section : undefined;
  const address = section && docsUrl && `${docsUrl}/errors.md#${section}`;
  const shortSteps = steps.map((step) => cut(step, name));
  const words = joinMarkup([...shortSteps, link(address, 'More about this error')], github` `);
  return [github`<p><b>What to do next.</b> ${words}</p>`];
}

/** Old and new value of what changed in the model or its prompt, differences marked. */
function changesHtml({ changedValues }: Story, { base, rows }: Page): Markup[] {
  if (changedValues.length === 0 || rows === 0) return [];
  const lines = changedValues.map(({ key, oldValue, newValue }) => {
    const values = [oldValue, newValue].map((text) =>
      text ? quote(text) : github`<i>not set</i>`,
    );
    return [shortCode(key, 80), ...values].map(cell);
  });
  return [table(['changed', `on ${baseName(base)}`, 'here'], lines)];
}

function certaintyHtml({ rules, certainty, outcome }: Story, { docsUrl }: Page): Markup[] {
  if (outcome === 'error' || (certainty.length === 0 && outcome !== 'fail')) return [];
  const content = paragraphs([...certainty, ...rules]);
  const method = link(docsUrl && `${docsUrl}/method.md`, 'How a verdict is reached');
  if (method) content.push(github`<p>${method}</p>`);
  return foldedSection('How sure is this?', content);
}

function notesHtml({ outcome, notices: allNotices }: Story, page: Page): Markup[] {
  const notices = outcome === 'skipped' ? allNotices.slice(1) : allNotices;
  if (notices.length === 0) return [];
  const shownNotices = notices.slice(0, page.notices).map((notice) => cut(notice, page.name));
  return foldedSection(quantity(notices.length, 'note'), [
    ...paragraphs(shownNotices),
    ...moreHtml(notices, page),
  ]);
}

function moreHtml(sentences: readonly unknown[], { notices }: Pick<Page, 'notices'>): Markup[] {
  const moreCount = sentences.length - notices;
  return moreCount > 0 ? [github`<p>… and ${moreCount} more in the report.</p>`] : [];
}

function closingHtml(results: Results, { kind, name, runUrl, commit, subjects }: Page): Markup {
  const { model, usage } = results;
  const parts: (string | Markup | undefined)[] = [subjects];
  if (commit) parts.push(github`commit ${code(commit.slice(0, 7))}`);
  if (kind === 'summary') {
    parts.push(...factsHtml(runFacts(results), name));
  } else {
    if (model.name !== '') parts.push(shortCode(shortName(`${model.hub}/${model.name}`), name));
    parts.push(quantity(usage.requests, 'request'), formatDuration(usage.duration_ms));
  }
  parts.push(link(runUrl, 'this\u00A0run'));
  return github`<p><sub>${joinWithDots(parts)}</sub></p>`;
}
