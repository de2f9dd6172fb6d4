// Builds the blocks of a report in their order, and the verdict in sentences.

import type { ChangedPart, Results } from '../run/results.ts';
import {
  attributionSentence,
  deletionSentences,
  explainedFirst,
  isNamedIn,
  guiltySentence,
  nameOfPart,
} from './attribution.ts';
import {
  sectionOf,
  textBlock,
  type Block,
  type Sentence,
  code,
  codeLine,
  cutWords,
} from './blocks.ts';
import { causeSentence, causesOf, causesOfBase } from './causes.ts';
import { changeSentences } from './changes.ts';
import { detailSections } from './detail-sections.ts';
import { headline, testsTable, warningClause } from './verdict.ts';
import { nextSteps, previewSentences, revertSteps } from './next.ts';
import { FAILING, failingRows, groupTitle, rowsByGroup, type Group } from './row-groups.ts';
import { rowsTable, type RowLayout } from './rows-table.ts';
import { quantity, SIGNS } from './words.ts';

/** The origin of a report, for its title and links. */
export interface ReportContext {
  /** The comment key, which tells several gates of a workflow apart. */
  gate?: string;
  /** The URL of this run. */
  runUrl?: string;
}

/** How much of a run is shown. */
export interface Detail extends RowLayout {
  /**
   * Maximum number of rows in a group. The others are counted. With 0, the sections with further
   * details are left out.
   */
  rows: number;
  /** Maximum length of a name or a value. A sentence with quotations may be eight times as long. */
  names: number;
  /** Maximum number of changes, warnings and causes. */
  changes: number;
}

/** The verdict, changes, errors, failing rows and next steps, with everything else folded. */
export function reportBlocks(results: Results, shown: ReportContext, detail: Detail): Block[] {
  const cause = attributionSentence(results);
  const steps = nextSteps(results);
  const next = steps.join(' ');
  const errors = [...causesOf(results), ...causesOfBase(results)].map(
    (error) => `⚠️ ${causeSentence(error, steps)}`,
  );
  const changes = changeSentences(results, detail.names, detail.changes);
  const tests = results.outcome === 'error' ? [] : testsTable(results, false);
  const rows = rowBlocks(results, detail);
  const details = detail.rows > 0 ? detailSections(results) : [];
  return [
    { kind: 'heading', text: titleOf(results, shown) },
    ...blocksOf(warningSentences(results), detail),
    ...[...changes, ...previewSentences(results)].filter(Boolean).map(textBlock),
    ...blocksOf(errors, detail),
    ...tests,
    ...blocksOf([cause && `**Cause.** ${cause}`], detail),
    ...rows.open,
    ...blocksOf([next && `**What to do next.** ${next}`], detail),
    ...rows.folded,
    ...sectionOf('Tests that pass', testsTable(results, true)),
    ...details,
    factsBlock(results, shown),
  ];
}

/** Cuts sentences to the detail, and counts those that are left out. */
function blocksOf(sentences: readonly Sentence[], { names, changes: most }: Detail) {
  const lines = sentences.slice(0, most).map((line) => cutWords(line, 8 * names));
  const more = sentences.length - lines.length;
  if (more > 0) lines.push(`… and ${more} more.`);
  return lines.filter(Boolean).map(textBlock);
}

export function titleOf(results: Results, { gate }: ReportContext) {
  const name = gate === undefined ? '' : ` (${codeLine(gate)})`;
  const [warning = warningClause(results)] = warningSentences(results);
  const sign = results.outcome === 'pass' && warning ? '⚠️' : SIGNS[results.outcome];
  return `${sign} Sensitivity${name}: ${headline(results)}`;
}

function warningSentences(results: Results) {
  return [...deletionSentences(results), ...results.warnings.map((warning) => `⚠️ ${warning}`)];
}

/** The rows by group. The first row of the worst group is open, all others are folded. */
function rowBlocks(results: Results, detail: Detail) {
  const byGroup = rowsByGroup(results.results);
  const groups: Group[] = [...FAILING, 'neither right nor wrong'];
  if (detail.isWhole) groups.push('in error', 'passed', 'asked, but not needed');
  const worst = results.outcome === 'pass' ? 'broken' : groups.find((group) => byGroup.has(group));
  const open: Block[] = [];
  const folded: Block[] = [];
  for (const group of groups) {
    const rows = explainedFirst(byGroup.get(group) ?? [], results);
    const shown = rows.slice(0, detail.rows);
    const opened = group === worst ? shown.splice(0, 1) : [];
    let title = groupTitle(group, rows, results);
    if (opened.length > 0) {
      open.push(textBlock(`**${title}**`), ...rowsTable(opened, results, detail));
      title = quantity(rows.length - 1, 'more row');
    }
    const blocks: Block[] = rowsTable(shown, results, detail);
    const more = rows.length - detail.rows;
    if (more > 0) blocks.push(textBlock(`… and ${quantity(more, 'more row')}, in the report.`));
    folded.push(...sectionOf(title, blocks));
  }
  return { open, folded };
}

/** The blocks of a part of the change that broke rows. The first row is open. */
export function causeBlocks(part: ChangedPart, results: Results, layout: RowLayout) {
  const broken = results.results.filter((row) => isNamedIn(part.rows, row));
  const rows = explainedFirst(failingRows(broken), results);
  return [
    textBlock(`**${guiltySentence(part, results)}**`),
    ...rowsTable(rows.slice(0, 1), results, layout),
    textBlock(revertSteps(results, [nameOfPart(part, results)]).join(' ')),
    ...sectionOf(quantity(rows.length - 1, 'more row'), rowsTable(rows.slice(1), results, layout)),
  ];
}

/** The commit, the model, the cost, the time, and earlier verdicts on this pull request. */
function factsBlock(results: Results, { runUrl }: ReportContext): Block {
  const { commit, model, usage, reused, subjects } = results;
  const tokens = usage.prompt_tokens + usage.completion_tokens;
  const facts = [
    commit && `commit ${code(commit.slice(0, 7))}`,
    model.name && codeLine(`${model.hub}/${model.name}`),
    quantity(usage.requests, 'request'),
    tokens && quantity(tokens, 'token'),
    `${(usage.duration_ms / 1000).toFixed(1)} s`,
    reused && `answers from a run ${reused.minutes} min ago`,
    subjects?.judged &&
      `version ${subjects.judged + 1} of this pull request, ${quantity(subjects.red, 'earlier version')} did not pass`,
  ];
  return { kind: 'facts', text: facts.filter(Boolean).join(' · '), runUrl };
}

// Maximum number of changes that an annotation or a JUnit case lists.
const MAX_CHANGES = 5;

/** The verdict in sentences, without answers of the model. */
export function verdictLines(results: Results) {
  const tests = testsTable(results, false)
    .flatMap(({ rows }) => rows)
    .map(([test, result, needed]) => `${test}: ${result}, needs ${needed}`);
  const [cause] = causesOf(results);
  const why = cause ? [cause.message] : [...tests, attributionSentence(results)];
  return [
    `**${headline(results)}.**`,
    ...changeSentences(results, 200, MAX_CHANGES),
    ...why,
    ...nextSteps(results),
  ].filter(Boolean);
}
