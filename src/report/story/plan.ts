/** The requests that a run would send, in sentences. Plain text: the writer escapes it. */
import type { RuleChange } from '../../engine/results.ts';
import { type ItemColumn, type Table, tableOf } from './blocks.ts';
import { rangeInWords, requestsInWords, requestsOfRun, type PlannedTest } from './planned-cost.ts';
import { shortName } from './truncate.ts';
import { countByKey, formatNumber, formatPercent, keepTexts, quantity } from './words.ts';
import { listedChanges } from './listed-changes.ts';

export interface Plan {
  tests: PlannedTest[];
  data?: string[];
  /** Sentences on rows that are left out or scored in an unexpected way. */
  notices?: string[];
  requests: {
    /** To calibrate judges. */
    calibration?: number;
    /** Part of the total: sent only for answers that the rules cannot read. */
    unread?: number;
    total: number;
    /** Fewest requests with which a verdict can be reached. */
    least?: number;
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
  sections: PlannedSection[];
}

/** What one section of the configuration is asked. Tokens: four bytes each. */
export interface PlannedSection {
  section: 'model' | 'base' | 'judge' | 'embeddings';
  /** `hub/name` */
  names: string[];
  /** Requests where a rule can read each answer, and at most. */
  least: number;
  most: number;
  prompt_tokens?: number | undefined;
  /** Undefined if nothing bounds the answers. */
  completion_tokens?: number | undefined;
}

export function plannedTestsTable(tests: readonly PlannedTest[]): Table {
  const isNumber = true;
  const columns: ItemColumn<PlannedTest>[] = [
    { name: 'test', cell: (test) => test.test_type },
    { name: 'scorer', dropOrder: 2, cell: ({ scorer }) => shortName(scorer) },
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

/** The requests and tokens of each section, as they are at most. */
export function sectionsTable(sections: readonly PlannedSection[]): Table {
  const isNumber = true;
  const tokens = (count: number | undefined) => (count === undefined ? '—' : formatNumber(count));
  const columns: ItemColumn<PlannedSection>[] = [
    { name: 'asked', cell: ({ section }) => section },
    { name: 'model', cell: ({ names }) => names.map((name) => shortName(name)).join(', ') },
    { name: 'requests', isNumber, cell: ({ least, most }) => rangeInWords([least, most]) },
    { name: 'tokens in', isNumber, cell: ({ prompt_tokens }) => tokens(prompt_tokens) },
    { name: 'tokens out', isNumber, cell: ({ completion_tokens }) => tokens(completion_tokens) },
  ];
  return tableOf('section', sections, columns);
}

/** The most frequent reason for which each test leaves rows out. */
export function leftOutSentences(tests: readonly PlannedTest[]): string[] {
  return tests.flatMap(({ test_type, not_applicable }) => {
    const [most] = countByKey(not_applicable, ({ reason }) => reason);
    if (most === undefined) return [];
    return `${test_type}: ${quantity(most.count, 'sample')} left out: ${most.item.reason}`;
  });
}

/** What a run sends; a warning if the cap does not allow it all. */
export function requestSentences(plan: Plan): { isWarning: boolean; sentences: string[] } {
  const { total, unread = 0, cap = Infinity, least = total } = plan.requests;
  const isOpen = requestsOfRun(plan).passes !== undefined;
  const end = isOpen ? `, and ${rangeInWords([total - unread, total])} at most` : '';
  const most = `A run sends ${requestsInWords(plan)}${end}.`;
  const capped = `The cap is ${formatNumber(cap)}`;
  let sentence = 'There is no cap.';
  if (least > cap)
    sentence = `${capped}: at least ${formatNumber(least)} are needed, and the run would be refused.`;
  else if (total - unread > cap) sentence = `${capped}: rows past it would be left in error.`;
  else if (cap < Infinity) sentence = `${capped}.`;
  return { isWarning: total - unread > cap || least > cap, sentences: [`${most} ${sentence}`] };
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
