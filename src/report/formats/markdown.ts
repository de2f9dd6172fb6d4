/**
 * The job summary and the comment on the pull request. HTML blocks only: Markdown cannot escape
 * every text.
 */
import type { Results } from '../../engine/results.js';
import type { Block } from '../story/blocks.js';
import { causeOf, errorSentences, haveOneCause } from '../story/cause.js';
import { cut, cutBytes } from '../story/truncate.js';
import { shownTests, type ShownTest } from '../story/rows.js';
import { type StoryOptions, type Story, storyOf } from '../story/story.js';
import { counted, duration, facts, ICONS } from '../story/words.js';
import { code, link, prose, quote, shortName } from './escape.js';
import { examples, leftOutRows, rowSections } from './examples.js';
import { detailsOf, type Detail, firstThatFits } from './fit.js';
import type { FormatOptions } from './format.js';
import {
  blockHtml,
  folded,
  more,
  sentencesHtml,
  short,
  table,
  tableHtml,
  td,
} from './github-tables.js';

export interface MarkdownOptions extends FormatOptions, StoryOptions {
  /** A comment shows three rows, and others as far as there is room; a summary lists all. */
  kind: 'summary' | 'comment';
  /** Most bytes of UTF-8 that GitHub takes, including the marker. */
  maxBytes: number;
  /** An HTML comment by which the action finds its comment again: the first line, unchanged. */
  marker?: string;
  /** Address of the uploaded report files. */
  filesUrl?: string | undefined;
}

/** Never longer than `maxBytes`: leaves out rows first, the verdict last. */
export function renderMarkdown(results: Results, options: MarkdownOptions): string {
  const { kind, maxBytes, marker, mask } = options;
  const tests = shownTests(results, mask);
  const story = storyOf(results, options);
  const bodies = [
    ...detailsOf(kind).map(
      (detail) => () => body({ results, tests, story }, { ...detail, ...options }),
    ),
    ...[200, 80].map(
      (name) => () => gist({ results, story }, { ...options, name, text: name, notices: 2 }),
    ),
    () => heading(story, 100),
    () => `${ICONS[story.headed]} ${story.headed}`,
  ];
  const start = marker === undefined ? '' : `${marker}\n`;
  const texts = bodies.map((write) => () => `${start}${write()}\n`);
  return (
    firstThatFits(texts, maxBytes) ?? cutBytes(`${ICONS[story.headed]} ${story.headed}`, maxBytes)
  );
}

type Page = Detail & MarkdownOptions;
type Run = { results: Results; tests: ShownTest[]; story: Story };

function body(run: Run, page: Page): string {
  const { story } = run;
  // The comment on a pass is three lines and a table; an error is its cause, the next step and a
  // link.
  const ofComment = page.kind === 'comment';
  const isShort =
    (ofComment && story.outcome === 'pass') ||
    (story.isCauseAll && (ofComment || haveOneCause(run.results)));
  return [
    ...head(run, page),
    ...(isShort ? notes(story, page) : rest(run, page)),
    closing(run.results, page),
  ].join('\n');
}

function head({ results, tests, story }: Run, page: Page): string[] {
  const { outcome, table: lines, funnels } = story;
  const deciding = tests.filter(({ test }) => test.outcome === outcome);
  const isShown = page.kind === 'comment' && outcome !== 'pass' && outcome !== 'error';
  const parts: string[] = [
    heading(story, 1_000),
    ...warnings(story, page),
    ...changedModel(story, page),
    ...cause(story, page),
    ...paragraphs(story),
  ];
  if (lines) parts.push(...tableHtml(lines, { longest: page.name, most: Infinity }));
  if (outcome !== 'pass') parts.push(...funnels.map(funnelLine));
  parts.push(
    ...blocks('head', story, page),
    ...next({ results, story }, page),
    ...changes(story, page),
  );
  if (isShown)
    parts.push(...examples(deciding, { rows: page.examples, longest: page.text, base: page.base }));
  return parts;
}

function gist(
  { results, story }: Omit<Run, 'tests'>,
  page: Pick<Page, 'name' | 'text' | 'notices' | 'docsUrl'>,
): string {
  return [
    heading(story, page.name),
    ...warnings(story, page),
    ...changedModel(story, page),
    ...cause(story, page),
    ...next({ results, story }, page),
  ].join('\n');
}

function rest(run: Run, page: Page): string[] {
  const { tests, story } = run;
  const parts: string[] = [
    ...blocks('details', story, page),
    ...errors(run, page),
    ...rowSections(tests, page),
    ...howSure(story, page),
  ];
  if (page.kind === 'summary' && page.rows > 0) parts.push(...blocks('report', story, page));
  parts.push(...tests.flatMap((test) => leftOutRows(test, page)), ...notes(story, page));
  return parts;
}

function blocks(place: Block['place'], { blocks: all }: Story, { name, tables }: Page): string[] {
  return all
    .filter((block) => block.place === place)
    .flatMap((block) => blockHtml(block, { longest: name, hasTables: tables }));
}

function errors({ results, tests, story }: Run, { name, text, named }: Page): string[] {
  if (haveOneCause(results)) return [];
  const all = errorSentences(tests, { repeated: story.next, longest: Math.min(name, text) });
  const shown = all.slice(0, Math.max(3, named));
  return [
    ...shown.map((sentence) => `<p>⚠️ ${sentencesHtml([sentence])}</p>`),
    ...more(all.length - shown.length, 'kind'),
  ];
}

function heading({ headed, gate, headline, restsOnChange }: Story, longest: number): string {
  return `<h3>${ICONS[headed]}${restsOnChange ? ' ⚠️' : ''} ${prose(cut(`${gate}: ${headline.charAt(0).toLowerCase()}${headline.slice(1)}`, longest))}</h3>`;
}

function cause(
  { outcome, cause: found, notices }: Story,
  { name, text }: Pick<Page, 'name' | 'text'>,
): string[] {
  if (outcome === 'skipped')
    return notices.slice(0, 1).map((notice) => `<p>${prose(cut(notice, name))}</p>`);
  if (!found) return [];
  const count = found.count === undefined ? '' : ` <sub>(${found.count})</sub>`;
  return [
    '<blockquote>',
    `<p>${prose(cut(found.message, Math.min(name, text)))}${count}</p>`,
    '</blockquote>',
  ];
}

function paragraphs({ outcome, tests }: Story): string[] {
  const shown = tests
    .filter(({ isInHead }) => isInHead)
    .map(({ sentences }) => sentencesHtml(sentences));
  return shown.length === 0
    ? []
    : outcome === 'pass'
      ? [`<p>${shown.join(' ')}</p>`]
      : shown.map((text) => `<p>${text}</p>`);
}

function funnelLine(line: string): string {
  const at = line.lastIndexOf('→ ') + 2;
  return `<p>${prose(line.slice(0, at))}<b>${prose(line.slice(at))}</b></p>`;
}

const MOST_STEPS = 3;

function next(
  { results, story }: Omit<Run, 'tests'>,
  { name, docsUrl }: Pick<Page, 'name' | 'docsUrl'>,
): string[] {
  const steps = story.next.slice(0, MOST_STEPS);
  if (story.outcome === 'skipped') return steps.map((step) => `<p>${prose(step)}</p>`);
  if (story.outcome === 'pass' || steps.length === 0) return [];
  const section = story.outcome === 'error' ? causeOf(results)?.section : undefined;
  const more =
    section === undefined
      ? ''
      : link(docsUrl && `${docsUrl}/errors.md#${section}`, 'More about this error');
  return [
    `<p><b>What to do next.</b> ${[...steps.map((step) => prose(cut(step, name))), ...(more ? [more] : [])].join(' ')}</p>`,
  ];
}

/** Old and new value of what changed in the model or its prompt, differences marked. */
function changes({ changes: changed }: Story, { base, rows }: Page): string[] {
  if (changed.length === 0 || rows === 0) return [];
  const value = (text: Parameters<typeof quote>[0] | undefined): string =>
    td(text === undefined ? '<i>not set</i>' : quote(text));
  const lines = changed.map(({ key, old, now }) => [td(short(key, 80)), value(old), value(now)]);
  return [
    table(['changed', `on ${base === undefined ? 'the base' : shortName(base)}`, 'here'], lines),
  ];
}

function howSure({ rules, certainty, outcome }: Story, { docsUrl }: Page): string[] {
  const method = link(docsUrl && `${docsUrl}/method.md`, 'How a verdict is reached');
  if (outcome === 'error' || (certainty.length === 0 && outcome !== 'fail')) return [];
  return folded('How sure is this?', [
    ...[...rules, ...certainty].map((sentence) => `<p>${prose(sentence)}</p>`),
    ...(method ? [`<p>${method}</p>`] : []),
  ]);
}

/** Longest lead of a warning that stands in bold before its colon, in characters. */
const LONGEST_LEAD = 60;

function warnings({ warnings: all }: Story, page: Pick<Page, 'name' | 'notices'>): string[] {
  return all
    .slice(0, page.notices)
    .map((warning) => `<p>⚠️ ${withLead(cut(warning, page.name))}</p>`)
    .concat(moreOf(all, page));
}

function changedModel({ change }: Story, { name }: Pick<Page, 'name'>): string[] {
  return change.map(({ sign, sentence }) => `<p>${sign}${withLead(cut(sentence, name))}</p>`);
}

function withLead(sentence: string): string {
  const at = sentence.indexOf(': ') + 1;
  return at > 0 && at < LONGEST_LEAD && !sentence.slice(0, at).includes('`')
    ? `<b>${prose(sentence.slice(0, at))}</b>${prose(sentence.slice(at))}`
    : prose(sentence);
}

function notes({ outcome, notices: all }: Story, page: Page): string[] {
  const notices = outcome === 'skipped' ? all.slice(1) : all;
  if (notices.length === 0) return [];
  const shown = notices
    .slice(0, page.notices)
    .map((notice) => `<p>${prose(cut(notice, page.name))}</p>`);
  return folded(counted(notices.length, 'note'), [...shown, ...moreOf(notices, page)]);
}

function moreOf(sentences: readonly string[], { notices }: Pick<Page, 'notices'>): string[] {
  return sentences.length > notices
    ? [`<p>… and ${sentences.length - notices} more in the report.</p>`]
    : [];
}

function closing(results: Results, { kind, name, runUrl, filesUrl, commit }: Page): string {
  const { model, usage } = results;
  const brief: string[] = [];
  if (model.name !== '') brief.push(short(shortName(`${model.hub}/${model.name}`), name));
  brief.push(prose(counted(usage.requests, 'request')), prose(duration(usage.duration_ms)));
  const all = facts(results).map(([label, value]) => `${label} ${short(value, name)}`);
  const links = [link(runUrl, 'this\u00A0run'), link(filesUrl, 'report')].filter(
    (one) => one !== '',
  );
  const parts: string[] = [];
  if (commit) parts.push(`commit ${code(commit.slice(0, 7))}`);
  if (kind === 'summary') parts.push(...all);
  else parts.push(...brief);
  parts.push(...links);
  return `<p><sub>${parts.join(' · ')}</sub></p>`;
}
