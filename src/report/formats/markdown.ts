/** The job summary and the pull request's comment. Only HTML blocks: in Markdown, text cannot be escaped for sure. */
import type { ReportRow, Results } from '../../engine/results.js';
import { ruleInWords } from '../../engine/scorers/rule.js';
import { causeOf, isTold } from '../story/cause.js';
import { restsOnChange, ICONS } from '../story/verdict.js';
import { certainties } from '../story/certainty.js';
import { cut, cutBytes } from '../story/cut.js';
import { code, link, prose, shortName } from './escape.js';
import { examples } from '../story/examples.js';
import { detailsOf, type Detail, firstThatFits } from './fit.js';
import { short } from './github.js';
import { headline } from '../story/headline.js';
import { trendSection } from '../story/history.js';
import type { FormatOptions } from './format.js';
import { nextSteps } from '../story/next-steps.js';
import { resultParagraph, resultsTable } from '../story/result.js';
import { sidesToTell, wordsFor } from '../story/sides.js';
import { shownTests, type ShownTest } from '../story/rows.js';
import { eachScorer, errorLines, folded, leftOutRows, rowSections, unfit } from './sections.js';
import { funnel } from '../story/triplet.js';
import { counted, duration, facts } from '../story/words.js';

export interface MarkdownOptions extends FormatOptions {
  /** A comment explains by three rows and lists those that failed as far as there is room; a summary lists all. */
  kind: 'summary' | 'comment';
  /** The most bytes of UTF-8 that GitHub takes, the marker included. */
  maxBytes: number;
  /** An HTML comment by which the comment is found again: the first line, as it stands. */
  marker?: string;
  /** Address of the report files, where they were uploaded. */
  filesUrl?: string | undefined;
}

/** Never longer than `maxBytes`: what does not fit is left out in steps, rows first, the verdict last. */
export function renderMarkdown(results: Results, options: MarkdownOptions): string {
  const { kind, maxBytes, marker, find } = options;
  const tests = shownTests(results, find);
  const hasSteps = results.results.some(({ steps }) => steps !== undefined);
  const bodies = [
    ...detailsOf(kind, hasSteps).map((detail) => () => body(results, tests, { ...detail, ...options })),
    ...[200, 80].map((name) => () => gist(results, { ...options, name, text: name, notices: 2 })),
    () => heading(results, options, 100),
    () => `${ICONS[results.outcome]} ${results.outcome}`,
  ];
  const start = marker === undefined ? '' : `${marker}\n`;
  const whole = firstThatFits(
    bodies.map((write) => () => `${start}${write()}\n`),
    maxBytes,
  );
  return whole ?? cutBytes(`${ICONS[results.outcome]} ${results.outcome}`, maxBytes);
}

type Page = Detail & Pick<MarkdownOptions, 'kind' | 'runUrl' | 'filesUrl' | 'commit' | 'base' | 'docsUrl'>;

function body(results: Results, tests: ShownTest[], page: Page): string {
  const ofComment = page.kind === 'comment';
  return [
    ...head(results, tests, page),
    // A comment on a pass is three lines and a table.
    ...(ofComment && results.outcome === 'pass' ? notes(results, page) : rest(results, tests, page)),
    closing(results, page),
  ].join('\n');
}

function head(results: Results, tests: ShownTest[], page: Page): string[] {
  const { outcome, report } = results;
  const isShown = page.kind === 'comment' && outcome !== 'pass' && outcome !== 'error';
  const worst = tests.filter(({ test }) => test.outcome === outcome);
  return [
    heading(results, page, 1_000),
    ...warnings(results, page),
    ...cause(results, page),
    ...paragraphs(results, page),
    ...resultsTable(report, { longestName: page.name, base: page.base }),
    ...(outcome === 'pass' ? [] : report.flatMap((test) => lastInBold(test, report.length > 1))),
    ...unfit(report, page),
    // Before the rows: however long these are, what to do is in sight.
    ...next(results, page),
    ...(isShown ? examples(worst, { rows: page.examples, longest: page.text, base: page.base }) : []),
  ];
}

function gist(results: Results, page: Pick<Page, 'base' | 'name' | 'text' | 'notices'>): string {
  return [heading(results, page, page.name), ...warnings(results, page), ...cause(results, page), ...next(results, page)].join('\n');
}

function rest(results: Results, tests: ShownTest[], page: Page): string[] {
  return [
    ...eachScorer(results.report, page),
    ...(isTold(results) ? [] : errorLines(tests, nextSteps(results, page.base), page)),
    ...rowSections(tests, page),
    ...howSure(results, page),
    ...(page.kind === 'summary' && page.rows > 0 ? trendSection(results) : []),
    ...tests.flatMap((test) => leftOutRows(test, page)),
    ...notes(results, page),
  ];
}

function heading(results: Results, { base }: Pick<MarkdownOptions, 'base'>, longest: number): string {
  return `<h3>${ICONS[results.outcome]}${restsOnChange(results) ? ' ⚠️' : ''} ${prose(cut(headline(results, base), longest))}</h3>`;
}

/** Why there is no verdict, so that no one has to look into the log: the one cause, however many rows share it. */
function cause(results: Results, { name, text }: Pick<Page, 'name' | 'text'>): string[] {
  const { outcome, problem, notices } = results;
  if (outcome === 'skipped') {
    return [...notices.slice(0, 1).map((notice) => `<p>${prose(cut(notice, name))}</p>`), '<p>Nothing was judged: this is not a pass.</p>'];
  }
  const found = outcome === 'error' || problem ? causeOf(results) : undefined;
  if (!found) return [];
  const rows = problem ? '' : ` <sub>(${counted(found.rows, 'row')})</sub>`;
  return ['<blockquote>', `<p>${prose(cut(found.message, Math.min(name, text)))}${rows}</p>`, '</blockquote>'];
}

function lastInBold(test: ReportRow, isNamed: boolean): string[] {
  const line = funnel(test);
  if (line === undefined) return [];
  const shown = isNamed ? `${wordsFor(test).label}: ${line}` : line;
  const at = shown.lastIndexOf('→ ') + 2;
  return [`<p>${prose(shown.slice(0, at))}<b>${prose(shown.slice(at))}</b></p>`];
}

/** Of a warning, what may stand in bold before its colon. */
const LONGEST_LEAD = 60;
/** Tests told by a paragraph; the table has them all. */
const MOST_TOLD = 3;

function paragraphs(results: Results, { base }: Page): string[] {
  const { outcome, report } = results;
  const decisive = report.flatMap(sidesToTell).filter((test) => test.outcome === outcome);
  const told = decisive.slice(0, MOST_TOLD).flatMap((test) => resultParagraph(test, base) || []);
  return told.length === 0 ? [] : outcome === 'pass' ? [`<p>${told.join(' ')}</p>`] : told.map((text) => `<p>${text}</p>`);
}

function next(results: Results, { base, name, docsUrl }: Pick<Page, 'base' | 'name' | 'docsUrl'>): string[] {
  const steps = nextSteps(results, base).slice(0, MOST_TOLD);
  if (steps.length === 0) return [];
  const section = results.outcome === 'error' ? causeOf(results)?.section : undefined;
  const more = section === undefined ? '' : link(docsUrl && `${docsUrl}/errors.md#${section}`, 'More about this error');
  return [`<p><b>What to do next.</b> ${[...steps.map((step) => prose(cut(step, name))), ...(more ? [more] : [])].join(' ')}</p>`];
}

function howSure(results: Results, { docsUrl, name }: Page): string[] {
  const { outcome, report } = results;
  const judged = report.map(
    ({ scorer, rule }) => `<p>Scorer ${short(scorer, name)}: ${prose(ruleInWords(rule).replace('an eval_score', 'a score'))}.</p>`,
  );
  const sentences = certainties(results, (test) => wordsFor(test).label).map((sentence) => `<p>${prose(sentence)}.</p>`);
  const method = link(docsUrl && `${docsUrl}/method.md`, 'How a verdict is reached');
  if (sentences.length === 0 && outcome !== 'fail') return [];
  return folded('How sure is this?', [...judged, ...sentences, ...(method ? [`<p>${method}</p>`] : [])]);
}

/** Below the headline, before anything else: a changed gate is news for the reader under any verdict. */
function warnings({ warnings = [] }: Results, page: Pick<Page, 'name' | 'notices'>): string[] {
  return warnings
    .slice(0, page.notices)
    .map((warning) => `<p>⚠️ ${withLead(cut(warning, page.name))}</p>`)
    .concat(moreOf(warnings, page));
}

function withLead(sentence: string): string {
  const at = sentence.indexOf(': ') + 1;
  return at > 0 && at < LONGEST_LEAD && !sentence.slice(0, at).includes('`')
    ? `<b>${prose(sentence.slice(0, at))}</b>${prose(sentence.slice(at))}`
    : prose(sentence);
}

function notes(results: Results, page: Page): string[] {
  const notices = results.outcome === 'skipped' ? results.notices.slice(1) : results.notices;
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
