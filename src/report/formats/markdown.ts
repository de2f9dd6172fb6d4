/** The job summary and the comment on the pull request. HTML blocks only: Markdown cannot escape every text. */
import type { Results } from '../../engine/results.js';
import { causeOf, isTold } from '../story/cause.js';
import { cut, cutBytes } from '../story/cut.js';
import { shownTests, type ShownTest } from '../story/rows.js';
import { type Story, story } from '../story/story.js';
import { counted, duration, facts, ICONS } from '../story/words.js';
import { code, link, prose, quote, shortName } from './escape.js';
import { examples } from './examples.js';
import { detailsOf, type Detail, firstThatFits } from './fit.js';
import type { FormatOptions } from './format.js';
import { folded, resultsHtml, sentencesHtml, short, table, td } from './github.js';
import { eachKind, eachScorer, errorLines, leftOutRows, rowSections, trendSection, unfit } from './sections.js';

export interface MarkdownOptions extends FormatOptions {
  /** A comment shows three rows, and others as far as there is room; a summary lists all. */
  kind: 'summary' | 'comment';
  /** Most bytes of UTF-8 that GitHub takes, including the marker. */
  maxBytes: number;
  /** An HTML comment by which the action finds its comment again: the first line, unchanged. */
  marker?: string;
  /** Address of the uploaded report files. */
  filesUrl?: string | undefined;
  /** The input `comment-key`. */
  key?: string | undefined;
  /** False if `fail-on` leaves the outcome out. */
  blocks?: boolean | undefined;
}

/** Never longer than `maxBytes`: leaves out rows first, the verdict last. */
export function renderMarkdown(results: Results, options: MarkdownOptions): string {
  const { kind, maxBytes, marker, find } = options;
  const tests = shownTests(results, find);
  const told = story(results, options);
  const hasSteps = results.results.some(({ steps }) => steps !== undefined);
  const bodies = [
    ...detailsOf(kind, hasSteps).map((detail) => () => body({ results, tests, told }, { ...detail, ...options })),
    ...[200, 80].map((name) => () => gist({ results, told }, { ...options, name, text: name, notices: 2 })),
    () => heading(told, 100),
    () => `${ICONS[results.outcome]} ${results.outcome}`,
  ];
  const start = marker === undefined ? '' : `${marker}\n`;
  const whole = firstThatFits(
    bodies.map((write) => () => `${start}${write()}\n`),
    maxBytes,
  );
  return whole ?? cutBytes(`${ICONS[results.outcome]} ${results.outcome}`, maxBytes);
}

type Page = Detail & MarkdownOptions;
type Run = { results: Results; tests: ShownTest[]; told: Story };

function body(run: Run, page: Page): string {
  const { told } = run;
  // The comment on a pass is three lines and a table; an error is its cause, the next step and a link.
  const ofComment = page.kind === 'comment';
  const isShort = (ofComment && told.outcome === 'pass') || (told.isCauseAll && (ofComment || isTold(run.results)));
  return [...head(run, page), ...(isShort ? notes(told, page) : rest(run, page)), closing(run.results, page)].join('\n');
}

function head({ results, tests, told }: Run, page: Page): string[] {
  const { outcome, table: lines, funnels } = told;
  const isShown = page.kind === 'comment' && outcome !== 'pass' && outcome !== 'error';
  return [
    heading(told, 1_000),
    ...warnings(told, page),
    ...cause(told, page),
    ...paragraphs(told),
    ...resultsHtml(lines, page.name),
    ...(outcome === 'pass' ? [] : funnels.map(funnelLine)),
    ...unfit(results.report, page),
    // Above the rows, however long these are.
    ...next({ results, told }, page),
    ...changes(told, page),
    ...(isShown
      ? examples(
          tests.filter(({ test }) => test.outcome === outcome),
          { rows: page.examples, longest: page.text, base: page.base },
        )
      : []),
  ];
}

function gist({ results, told }: Omit<Run, 'tests'>, page: Pick<Page, 'name' | 'text' | 'notices' | 'docsUrl'>): string {
  return [heading(told, page.name), ...warnings(told, page), ...cause(told, page), ...next({ results, told }, page)].join('\n');
}

function rest({ results, tests, told }: Run, page: Page): string[] {
  return [
    ...eachScorer(results.report, page),
    ...eachKind(results, page),
    ...(isTold(results) ? [] : errorLines(tests, told.next, page)),
    ...rowSections(tests, page),
    ...howSure(told, page),
    ...(page.kind === 'summary' && page.rows > 0 ? trendSection(results) : []),
    ...tests.flatMap((test) => leftOutRows(test, page)),
    ...notes(told, page),
  ];
}

function heading({ outcome, gate, headline, restsOnChange }: Story, longest: number): string {
  return `<h3>${ICONS[outcome]}${restsOnChange ? ' ⚠️' : ''} ${prose(cut(`${gate}: ${headline.charAt(0).toLowerCase()}${headline.slice(1)}`, longest))}</h3>`;
}

function cause({ outcome, cause: found, notices }: Story, { name, text }: Pick<Page, 'name' | 'text'>): string[] {
  if (outcome === 'skipped') return notices.slice(0, 1).map((notice) => `<p>${prose(cut(notice, name))}</p>`);
  if (!found) return [];
  const count = found.count === undefined ? '' : ` <sub>(${found.count})</sub>`;
  return ['<blockquote>', `<p>${prose(cut(found.message, Math.min(name, text)))}${count}</p>`, '</blockquote>'];
}

function paragraphs({ outcome, tests }: Story): string[] {
  const told = tests.filter(({ isTold: isShown }) => isShown).map(({ sentences }) => sentencesHtml(sentences));
  return told.length === 0 ? [] : outcome === 'pass' ? [`<p>${told.join(' ')}</p>`] : told.map((text) => `<p>${text}</p>`);
}

/** The last step of a funnel in bold. */
function funnelLine(line: string): string {
  const at = line.lastIndexOf('→ ') + 2;
  return `<p>${prose(line.slice(0, at))}<b>${prose(line.slice(at))}</b></p>`;
}

const MOST_STEPS = 3;

function next({ results, told }: Omit<Run, 'tests'>, { name, docsUrl }: Pick<Page, 'name' | 'docsUrl'>): string[] {
  const steps = told.next.slice(0, MOST_STEPS);
  if (told.outcome === 'skipped') return steps.map((step) => `<p>${prose(step)}</p>`);
  if (told.outcome === 'pass' || steps.length === 0) return [];
  const section = told.outcome === 'error' ? causeOf(results)?.section : undefined;
  const more = section === undefined ? '' : link(docsUrl && `${docsUrl}/errors.md#${section}`, 'More about this error');
  return [`<p><b>What to do next.</b> ${[...steps.map((step) => prose(cut(step, name))), ...(more ? [more] : [])].join(' ')}</p>`];
}

/** Old and new value of what changed in the model or its prompt, differences marked. */
function changes({ changes: changed }: Story, { base, rows }: Page): string[] {
  if (changed.length === 0 || rows === 0) return [];
  const value = (text: Parameters<typeof quote>[0] | undefined): string => td(text === undefined ? '<i>not set</i>' : quote(text));
  const lines = changed.map(({ key, old, now }) => [td(short(key, 80)), value(old), value(now)]);
  return [table(['changed', prose(`on ${base === undefined ? 'the base' : shortName(base)}`), 'here'], lines)];
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

function withLead(sentence: string): string {
  const at = sentence.indexOf(': ') + 1;
  return at > 0 && at < LONGEST_LEAD && !sentence.slice(0, at).includes('`')
    ? `<b>${prose(sentence.slice(0, at))}</b>${prose(sentence.slice(at))}`
    : prose(sentence);
}

function notes({ outcome, notices: all }: Story, page: Page): string[] {
  const notices = outcome === 'skipped' ? all.slice(1) : all;
  if (notices.length === 0) return [];
  const shown = notices.slice(0, page.notices).map((notice) => `<p>${prose(cut(notice, page.name))}</p>`);
  return folded(counted(notices.length, 'note'), [...shown, ...moreOf(notices, page)]);
}

function moreOf(sentences: readonly string[], { notices }: Pick<Page, 'notices'>): string[] {
  return sentences.length > notices ? [`<p>… and ${sentences.length - notices} more in the report.</p>`] : [];
}

function closing(results: Results, { kind, name, runUrl, filesUrl, commit }: Page): string {
  const { model, usage } = results;
  const brief = [
    ...(model.name === '' ? [] : [short(shortName(`${model.hub}/${model.name}`), name)]),
    prose(counted(usage.requests, 'request')),
    prose(duration(usage.duration_ms)),
  ];
  const all = facts(results).map(([label, value]) => `${label} ${short(value, name)}`);
  const links = [link(runUrl, 'this\u00A0run'), link(filesUrl, 'report')].filter((one) => one !== '');
  const parts = [...(commit ? [`commit ${code(commit.slice(0, 7))}`] : []), ...(kind === 'summary' ? all : brief), ...links];
  return `<p><sub>${parts.join(' · ')}</sub></p>`;
}
