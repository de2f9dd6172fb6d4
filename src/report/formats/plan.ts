/** The text of `sensitivity plan`: the requests that a run would send. */
import type { RuleChange, TokenEstimate } from '../../engine/results.js';
import { listedChanges } from '../../json.js';
import { ruleInWords } from '../../engine/scorers/rule.js';
import { baselineName } from '../story/baseline.js';
import { oneLine, shortName } from '../story/truncate.js';
import { armWords } from '../story/test-words.js';
import { markInserted, unmarked } from '../story/inserted.js';
import {
  boldLines,
  layOutColumns,
  columnMaker,
  fieldLines,
  joinSections,
  paintText,
  wrapText,
  type TerminalOptions,
} from './layout.js';
import {
  formatPercent,
  countByKey,
  costInWords,
  quantity,
  formatNumber,
  keepTexts,
  tokensExpected,
  placeWords,
} from '../story/words.js';
import { planGist } from '../story/planned-cost.js';
import { planSentences, type PlannedTest } from '../story/planned.js';

export interface Plan {
  model: { hub: string; name: string };
  tests: PlannedTest[];
  data?: string[];
  /** Sentences on rows that are left out or scored in an unexpected way. */
  notices?: string[];
  requests: {
    /** To the model and to the base. */
    answers: number;
    embeddings: number;
    /** Those among `answers` that go to the base. */
    base?: number;
    judge?: number;
    calibration?: number;
    /** Part of the total: sent only for answers that the rules cannot read. */
    unread?: number;
    total: number;
    /** Fewest requests with which a verdict can be reached. */
    least?: number;
    /** Concurrent requests to one account: at first, and at most. */
    atATime?: { start: number; ceiling: number };
    cap?: number;
  };
  /**
   * The second verdict of a pull request that changes the rules, by those of the base, and its most
   * requests.
   */
  beside?: { name: string; rules: RuleChange[]; requests: number };
  /**
   * The most requests that find which of several changes of model and prompts broke rows; absent
   * for a single change.
   */
  attribution?: { parts: number; requests: number };
  prove?: number;
  /** True if a cap refuses the run before the first request. */
  isRefused?: boolean;
  tokens?: TokenEstimate;
  /** The other models that are asked, as `hub/name`. */
  asked?: { base?: string; embedder?: string; judges?: string[] };
}

/** `all` adds the rule, the expected requests and two rows of each test. */
type PlanOptions = TerminalOptions & { all?: boolean };

export function renderPlan(plan: Plan, { all = false, ...options }: PlanOptions): string {
  const { model, tests, data = [], notices = [] } = plan;
  const details = all ? tests.map((test) => testLines(test, options)) : [];
  return joinSections([
    boldLines(`sensitivity plan: ${model.hub}/${model.name}`, options),
    tests.length > 0 ? wrapText(planGist(plan), options) : [],
    tests.length > 0 ? [testColumns(tests, options)] : [],
    all ? [] : wrapText(briefSentences(tests), options),
    wrapText(notices, options),
    wrapText(dataSentences(data, all), options),
    ...details,
    requestLines(plan, options),
    wrapText(furtherSentences(plan), options, 0),
    all ? [] : wrapText(MORE, options, 0),
  ]);
}

const MORE =
  '`sensitivity plan --all` adds the rule, the expected requests and two rows of each test; `--json` prints everything.';

function testColumns(tests: readonly PlannedTest[], options: TerminalOptions): string {
  const column = columnMaker(tests);
  const numeric = { align: 'right' } as const;
  const columns = [
    column('test', (test) => test.test_type),
    column('needed', (test) => formatPercent(test.minimum_pass_rate), numeric),
    column('samples', (test) => formatNumber(test.samples), { ...numeric, expendable: 1 }),
    column('left out', (test) => formatNumber(test.not_applicable.length), numeric),
    column('cases', (test) => formatNumber(test.cases), numeric),
  ];
  if (tests.some(({ sequential }) => sequential)) {
    columns.push(
      column('pass\nafter', ({ sequential }) => rowsInCell(sequential?.perfect), numeric),
      column('fail\nafter', ({ sequential }) => rowsInCell(sequential?.deaf), numeric),
      column('wrongly\nfailed', (test) => rateInCell(test, 'failed_if_good'), numeric),
      column('wrongly\npassed', (test) => rateInCell(test, 'passed_if_bad'), numeric),
    );
  }
  return layOutColumns(columns, options);
}

function rowsInCell(expected: { rows: number } | undefined): string {
  return expected === undefined ? '—' : formatNumber(Math.round(expected.rows));
}

function rateInCell({ sequential }: PlannedTest, rate: 'failed_if_good' | 'passed_if_bad'): string {
  const error = sequential?.plan_error;
  return error === undefined ? '—' : formatPercent(error[rate]);
}

const COLUMNS_EXPLAINED =
  'Pass after, fail after: rows until a perfect model passes, and until the worst one fails. Wrongly failed, wrongly passed: shares of runs, for a model above and one below what is needed.';

/** What the columns mean, and the most frequent reason for which each test leaves rows out. */
function briefSentences(tests: readonly PlannedTest[]): string[] {
  const leftOut = tests.flatMap(({ test_type, not_applicable }) => {
    const [most] = countByKey(not_applicable, ({ reason }) => reason);
    if (most === undefined) return [];
    const { item, count } = most;
    return `${test_type}: ${quantity(count, 'sample')} left out: ${item.reason}`;
  });
  const isSequential = tests.some(({ sequential }) => sequential);
  return isSequential ? [COLUMNS_EXPLAINED, ...leftOut] : leftOut;
}

/** Most data sources that a short plan describes. */
const MOST_DATA = 4;

function dataSentences(data: readonly string[], all: boolean): string[] {
  const shown = all ? data : data.slice(0, MOST_DATA);
  const sentences = shown.map((understood) => `${understood}.`);
  const more = data.length - shown.length;
  if (more > 0) sentences.push(`${quantity(more, 'data source')} more: \`--all\` describes all.`);
  return sentences;
}

function testLines(test: PlannedTest, options: TerminalOptions): string[] {
  const reasons = countByKey(test.not_applicable, ({ reason }) => reason);
  const lines = [
    ...boldLines(test.test_type, options),
    ...wrapText(`Scorer ${test.scorer}: ${ruleInWords(test.rule)}.`, options),
    ...wrapText([...conditionSentences(test), ...planSentences(test)], options),
  ];
  for (const { item, count } of reasons.slice(0, 5))
    lines.push(...wrapText(`${quantity(count, 'sample')} left out: ${item.reason}`, options));
  for (const row of test.not_applicable.slice(0, 5))
    lines.push(
      ...wrapText(`${shortName(placeWords(row))}  ${oneLine(row.original, 120)}`, options, 4),
    );
  lines.push(...exampleLines(test, options));
  if (test.prompt) lines.push('', ...promptLines(test.prompt, options));
  return lines;
}

function exampleLines(test: PlannedTest, options: TerminalOptions): string[] {
  const label = armWords(test);
  return test.examples.flatMap(({ original, placebo, test_case }) => {
    const lines = ['', ...fieldLines(label.original, unmarked(original), options)];
    if (placebo !== undefined)
      lines.push(...fieldLines(label.placebo, markInserted(original, placebo), options));
    if (test_case !== original)
      lines.push(...fieldLines(label.test_case, markInserted(original, test_case), options));
    return lines;
  });
}

/** One prompt of a test, whole and line by line. */
function promptLines(
  { source, system, text }: NonNullable<PlannedTest['prompt']>,
  options: TerminalOptions,
): string[] {
  // Sentences name options of the terminal; a prompt is shown as it is.
  const { columns, color } = options;
  const indented = (prompt: string) =>
    prompt.split('\n').flatMap((line) => wrapText(line, { columns, color }, 4));
  const lines = wrapText(`As it is sent (${shortName(source)}):`, options);
  if (system !== undefined)
    lines.push(
      ...wrapText('System prompt', options),
      ...indented(system),
      ...wrapText('Prompt', options),
    );
  lines.push(...indented(text));
  return lines;
}

/** Returns one line on repeats and baseline; empty for a test without both. */
function conditionSentences({ repeats = 1, compare }: PlannedTest): string[] {
  const sentences = keepTexts([
    repeats > 1 && `Each row is asked ${formatNumber(repeats)} times.`,
    compare && `Compared with ${baselineName({ source: compare })}.`,
  ]);
  return sentences.length === 0 ? [] : [sentences.join(' ')];
}

function requestLines(plan: Plan, options: TerminalOptions): string[] {
  const { total, least = total, cap = Infinity, unread = 0, atATime } = plan.requests;
  const { isRefused = false, tokens } = plan;
  const plainClause =
    unread > 0 ? ` where answers are plain, ${formatNumber(total)} where none is` : '';
  const totalSentence = `${quantity(total - unread, 'request')} at most${plainClause}, retries aside: ${receiversInWords(plan)}.`;
  const isOver = total - unread > cap;
  const isTooLow = isRefused && least > cap;
  let capEnding = isOver ? ': rows past it would be left in error.' : '.';
  if (isTooLow)
    capEnding = `: at least ${formatNumber(least)} are needed, and the run would be refused (budget.on_budget: partial asks as many as it allows).`;
  const capped =
    cap === Infinity ? 'There is no cap.' : `The cap is ${formatNumber(cap)}${capEnding}`;
  const pace = atATime === undefined ? '' : ` ${paceInWords(atATime)}`;
  const sentences = [`${totalSentence} ${capped}${pace} Nothing was sent.`];
  if (tokens) sentences.push(tokensInWords(tokens));
  if (isRefused && !isTooLow)
    sentences.push(
      'The cap on tokens or cost is below what the prompts take: the run would be refused.',
    );
  const lines = wrapText(sentences, options, 0);
  return isOver || isRefused ? lines.map((line) => paintText('yellow', line, options)) : lines;
}

/** Lists the requests by their purpose: `200 answers, 100 of them to the base, 40 to the judge`. */
function receiversInWords({ requests, asked = {} }: Plan): string {
  const { judges: judgeNames = [] } = asked;
  const { answers, embeddings, base = 0, judge = 0, calibration = 0 } = requests;
  const namesInBrackets = (...names: readonly (string | undefined)[]) =>
    names.map((name) => (name === undefined ? '' : ` (${shortName(name)})`)).join('');
  const toBase =
    base > 0 ? `, ${formatNumber(base)} of them to the base${namesInBrackets(asked.base)}` : '';
  const embedder = embeddings > 0 ? namesInBrackets(asked.embedder) : '';
  const judges = namesInBrackets(...judgeNames);
  return keepTexts([
    `${quantity(answers, 'answer')}${toBase}`,
    `${formatNumber(embeddings)} for embeddings${embedder}`,
    judge > 0 && `${formatNumber(judge)} to the judge${judges}`,
    calibration > 0 && `${formatNumber(calibration)} to calibrate the judge`,
  ]).join(', ');
}

function tokensInWords(tokens: TokenEstimate): string {
  const { completion_tokens, cost } = tokens;
  const open =
    completion_tokens === undefined
      ? ' Nothing bounds the answers: max_tokens in the parameters does.'
      : '';
  const price = cost === undefined ? '' : ` At most ${costInWords(cost)} by budget.prices.`;
  return `Tokens, estimated with four bytes each: ${tokensExpected(tokens)}.${open}${price}`;
}

/**
 * Returns sentences on requests beside those of the plan. Equal prompts are asked once, so a run
 * takes fewer than both together.
 */
function furtherSentences({ beside, attribution, prove }: Plan): string[] {
  return keepTexts([
    beside &&
      `This change of the rules (${listedChanges(beside.rules)}) makes a pull request be judged by those of the ${beside.name} as well: ${quantity(beside.requests, 'request')} at most, and only those that its own rules do not ask for anyway.`,
    attribution &&
      `If rows break, at most ${quantity(attribution.requests, 'request')} more find out ${attribution.parts === 1 ? 'whether the change' : `which of the ${attribution.parts} changes`} broke them.`,
    prove !== undefined &&
      `\`sensitivity prove\` would send ${quantity(prove, 'request')} at most: every row twice.`,
  ]);
}

function paceInWords({ start, ceiling }: { start: number; ceiling: number }): string {
  if (start === ceiling) return `At most ${formatNumber(ceiling)} go to one account at a time.`;
  return `${formatNumber(start)} ${start === 1 ? 'goes' : 'go'} to one account at a time, and up to ${formatNumber(ceiling)} as long as it refuses none.`;
}
