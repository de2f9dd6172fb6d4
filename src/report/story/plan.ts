/** The requests that a run would send, in sentences. Plain text: the writer escapes it. */
import type { RuleChange, TokenEstimate } from '../../engine/results.ts';
import { type ItemColumn, type Table, tableOf } from './blocks.ts';
import type { PlannedTest } from './planned.ts';
import { shortName } from './truncate.ts';
import {
  countByKey,
  formatNumber,
  formatPercent,
  keepTexts,
  quantity,
  tokensExpected,
} from './words.ts';
import { listedChanges } from './listed-changes.ts';

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
    atATime?: { start: number; maximum: number };
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
  tokens?: TokenEstimate;
  /** The other models that are asked, as `hub/name`. */
  asked?: { base?: string; embedder?: string; judges?: string[] };
}

export function plannedTestsTable(tests: readonly PlannedTest[]): Table {
  const isNumber = true;
  const columns: ItemColumn<PlannedTest>[] = [
    { name: 'test', cell: (test) => test.test_type },
    { name: 'needed', isNumber, cell: (test) => formatPercent(test.minimum_pass_rate) },
    {
      name: 'samples',
      isNumber,
      dropOrder: 1,
      isDetail: true,
      cell: (test) => formatNumber(test.samples),
    },
    { name: 'left out', isNumber, cell: (test) => formatNumber(test.not_applicable.length) },
    { name: 'cases', isNumber, cell: (test) => formatNumber(test.cases) },
  ];
  if (tests.some(({ sequential }) => sequential)) {
    columns.push(
      { name: 'pass\nafter', isNumber, cell: (test) => rowsInCell(test.sequential?.perfect) },
      { name: 'fail\nafter', isNumber, cell: (test) => rowsInCell(test.sequential?.deaf) },
      { name: 'wrongly\nfailed', isNumber, cell: (test) => rateInCell(test, 'failed_if_good') },
      { name: 'wrongly\npassed', isNumber, cell: (test) => rateInCell(test, 'passed_if_bad') },
    );
  }
  return tableOf('test', tests, columns);
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

/** Explains the columns, and names the most frequent reason for which each test leaves rows out. */
export function briefSentences(tests: readonly PlannedTest[]): string[] {
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
const MAX_DATA_SENTENCES = 4;

/** Sentences on the data sources: on all of them, or on the first few. */
export function dataSentences(data: readonly string[], all: boolean): string[] {
  const shown = all ? data : data.slice(0, MAX_DATA_SENTENCES);
  const sentences = shown.map((understood) => `${understood}.`);
  const more = data.length - shown.length;
  if (more > 0)
    sentences.push(`${quantity(more, 'data source')} more: \`--show-rows\` describes all.`);
  return sentences;
}

/** Sentences on the requests of a plan; a warning if a cap does not allow them all. */
export function requestSentences(plan: Plan): { isWarning: boolean; sentences: string[] } {
  const { total, unread = 0, atATime } = plan.requests;
  const { tokens } = plan;
  const plainClause =
    unread > 0 ? ` where answers are plain, ${formatNumber(total)} where none is` : '';
  const requests = keepTexts([
    `${quantity(total - unread, 'request')} at most${plainClause}, retries aside: ${receiversInWords(plan)}.`,
    capSentence(plan),
    atATime && paceInWords(atATime),
    'Nothing was sent.',
  ]);
  const sentences = [requests.join(' ')];
  if (tokens) sentences.push(tokensInWords(tokens));
  return { isWarning: isBelowLeast(plan) || isOverCap(plan), sentences };
}

function capSentence(plan: Plan): string {
  const { total, least = total, cap = Infinity } = plan.requests;
  if (cap === Infinity) return 'There is no cap.';
  const start = `The cap is ${formatNumber(cap)}`;
  if (isBelowLeast(plan))
    return `${start}: at least ${formatNumber(least)} are needed, and the run would be refused.`;
  return isOverCap(plan) ? `${start}: rows past it would be left in error.` : `${start}.`;
}

function isOverCap({ requests: { total, unread = 0, cap = Infinity } }: Plan): boolean {
  return total - unread > cap;
}

/** True if the cap on requests refuses the run, since no verdict can be reached within it. */
function isBelowLeast({ requests }: Plan): boolean {
  const { total, least = total, cap = Infinity } = requests;
  return least > cap;
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
  const open =
    tokens.completion_tokens === undefined
      ? ' Nothing bounds the answers: max_tokens in the parameters does.'
      : '';
  return `Tokens, estimated with four bytes each: ${tokensExpected(tokens)}.${open}`;
}

/**
 * Returns sentences on requests beside those of the plan. Equal prompts are asked once, so a run
 * takes fewer than both together.
 */
export function furtherSentences({ beside, attribution }: Plan): string[] {
  return keepTexts([
    beside &&
      `This change of the rules (${listedChanges(beside.rules)}) makes a pull request be judged by those of the ${beside.name} as well: ${quantity(beside.requests, 'request')} at most, and only those that its own rules do not ask for anyway.`,
    attribution &&
      `If rows break, at most ${quantity(attribution.requests, 'request')} more find out ${attribution.parts === 1 ? 'whether the change' : `which of the ${attribution.parts} changes`} broke them.`,
  ]);
}

function paceInWords({ start, maximum }: { start: number; maximum: number }): string {
  if (start === maximum) return `At most ${formatNumber(maximum)} go to one account at a time.`;
  return `${formatNumber(start)} ${start === 1 ? 'goes' : 'go'} to one account at a time, and up to ${formatNumber(maximum)} as long as it refuses none.`;
}
