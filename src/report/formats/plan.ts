/** The text of `sensitivity plan`: the requests that a run would send. */
import type { RuleChange, TokenEstimate } from '../../engine/results.js';
import { listedChanges } from '../../json.js';
import { ruleInWords } from '../../engine/scorers/rule.js';
import { baselineName } from '../story/baseline.js';
import { oneLine, shortName } from './escape.js';
import { armWords } from '../story/sides.js';
import { inserted } from '../story/inserted.js';
import { columns, columnsOver, field, page, paint, say, type TerminalOptions } from './layout.js';
import {
  percent,
  tally,
  costInWords,
  counted,
  number,
  present,
  tokensExpected,
} from '../story/words.js';
import { planned, type PlannedTest } from '../story/planned.js';

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
    cap?: number | undefined;
  };
  /**
   * The second verdict of a pull request that changes the rules, by those of the base, and its most
   * requests.
   */
  beside?: { name: string; rules: RuleChange[]; requests: number } | undefined;
  /**
   * Where model and prompts changed in several places: the most requests that find the change which
   * broke rows.
   */
  attribution?: { parts: number; requests: number };
  prove?: number;
  /** True if a cap refuses the run before the first request. */
  isRefused?: boolean;
  tokens?: TokenEstimate;
  /** The other models that are asked, as `hub/name`. */
  asked?: { base?: string | undefined; embedder?: string | undefined; judges?: string[] };
}

export function renderPlan(plan: Plan, options: TerminalOptions): string {
  const { model, tests } = plan;
  return page([
    say(`sensitivity plan: ${model.hub}/${model.name}`, options, 0).map((line) =>
      paint('bold', line, options),
    ),
    (plan.data ?? []).flatMap((understood) => say(`${understood}.`, options)),
    tests.length > 0 ? [testColumns(tests, options)] : [],
    (plan.notices ?? []).flatMap((notice) => say(notice, options)),
    ...tests.map((test) => examples(test, options)),
    requests(plan, options),
    others(plan).flatMap((sentence) => say(sentence, options, 0)),
  ]);
}

function testColumns(tests: PlannedTest[], options: TerminalOptions): string {
  const column = columnsOver(tests);
  const numeric = { align: 'right' } as const;
  return columns(
    [
      column('test', (test) => test.test_type),
      column('scorer', (test) => test.scorer, { expendable: 1 }),
      column('needed', (test) => percent(test.minimum_pass_rate), numeric),
      column('samples', (test) => number(test.samples), numeric),
      column('left out', (test) => number(test.not_applicable.length), numeric),
      column('cases', (test) => number(test.cases), numeric),
    ],
    options,
  );
}

function examples(test: PlannedTest, options: TerminalOptions): string[] {
  const reasons = tally(test.not_applicable, ({ reason }) => reason);
  const special = conditions(test);
  const label = armWords(test);
  const parts: string[] = [
    ...say(test.test_type, options, 0).map((line) => paint('bold', line, options)),
    ...say(`Scorer ${test.scorer}: ${ruleInWords(test.rule)}.`, options),
  ];
  if (special.length > 0) parts.push(...say(special.join(' '), options));
  parts.push(
    ...planned(test).flatMap((sentence) => say(sentence, options)),
    ...reasons
      .slice(0, 5)
      .flatMap(({ item, count }) =>
        say(`${counted(count, 'sample')} left out: ${item.reason}`, options),
      ),
    ...test.not_applicable
      .slice(0, 5)
      .flatMap((row) => say(`${shortName(row.source)}  ${oneLine(row.original, 120)}`, options, 4)),
    ...test.examples.flatMap(({ original, placebo, test_case }) => [
      '',
      ...field(label.original, [{ text: original, inserted: false }], options),
      ...(placebo === undefined ? [] : field(label.placebo, inserted(original, placebo), options)),
      ...(test_case === original
        ? []
        : field(label.test_case, inserted(original, test_case), options)),
    ]),
  );
  return parts;
}

function conditions({ repeats = 1, compare }: PlannedTest): string[] {
  return present([
    repeats > 1 && `Each row is asked ${number(repeats)} times.`,
    compare && `Compared with ${baselineName({ source: compare })}.`,
  ]);
}

function requests(
  {
    requests: { answers, embeddings, total, least = total, cap, atATime, ...others },
    asked = {},
    isRefused = false,
    tokens,
  }: Plan,
  options: TerminalOptions,
): string[] {
  const { base = 0, judge = 0, calibration = 0, unread = 0 } = others;
  const named = (...names: readonly (string | undefined)[]) =>
    names.flatMap((name) => (name === undefined ? [] : ` (${shortName(name)})`)).join('');
  const more: [count: number, what: string][] = [
    [judge, `to the judge${named(...(asked.judges ?? []))}`],
    [calibration, 'to calibrate the judge'],
  ];
  const parts = [
    `${counted(answers, 'answer')}${base > 0 ? `, ${number(base)} of them to the base${named(asked.base)}` : ''}`,
    `${number(embeddings)} for embeddings${embeddings > 0 ? named(asked.embedder) : ''}`,
    ...more.filter(([count]) => count > 0).map(([count, what]) => `${number(count)} ${what}`),
  ].join(', ');
  const most = unread > 0 ? ` where answers are plain, ${number(total)} where none is` : '';
  const sum = `${counted(total - unread, 'request')} at most${most}, retries aside: ${parts}.`;
  const over = cap !== undefined && total - unread > cap;
  const needed = `: at least ${number(least)} are needed, and the run would be refused (budget.on_budget: partial asks as many as it allows).`;
  const past =
    cap !== undefined && least > cap && isRefused
      ? needed
      : over
        ? ': rows past it would be left in error.'
        : '.';
  const capped = cap === undefined ? 'There is no cap.' : `The cap is ${number(cap)}${past}`;
  const pace = atATime === undefined ? '' : ` ${atATimeInWords(atATime)}`;
  const refused =
    'The cap on tokens or cost is below what the prompts take: the run would be refused.';
  const lines = present([
    `${sum} ${capped}${pace} Nothing was sent.`,
    tokens && tokensInWords(tokens),
    isRefused && !(cap !== undefined && least > cap) && refused,
  ]).flatMap((sentence) => say(sentence, options, 0));
  return over || isRefused ? lines.map((line) => paint('yellow', line, options)) : lines;
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

/** Equal prompts are asked once, so the run takes fewer requests than both plans together. */
function others({ beside, attribution, prove }: Plan): string[] {
  return present([
    beside &&
      `This change of the rules (${listedChanges(beside.rules)}) makes a pull request be judged by those of the ${beside.name} as well: ${counted(beside.requests, 'request')} at most, and only those that its own rules do not ask for anyway.`,
    attribution &&
      `If rows break, at most ${counted(attribution.requests, 'request')} more find out which of the ${attribution.parts} changes broke them.`,
    prove !== undefined &&
      `\`sensitivity prove\` would send ${counted(prove, 'request')} at most: every row twice.`,
  ]);
}

function atATimeInWords({ start, ceiling }: { start: number; ceiling: number }): string {
  if (start === ceiling) return `At most ${number(ceiling)} go to one account at a time.`;
  return `${number(start)} ${start === 1 ? 'goes' : 'go'} to one account at a time, and up to ${number(ceiling)} as long as it refuses none.`;
}
