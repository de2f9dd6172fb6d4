/** The text of `sensitivity plan`: the requests that a run would send. */
import type { RuleChange, TokenEstimate } from '../../engine/results.js';
import { listedChanges } from '../../json.js';
import { ruleInWords } from '../../engine/scorers/rule.js';
import { baselineName } from '../story/baseline.js';
import { oneLine, shortName } from '../story/truncate.js';
import { armWords } from '../story/test-words.js';
import { markInserted, unmarked } from '../story/inserted.js';
import {
  bold,
  columns,
  columnsOver,
  field,
  page,
  paint,
  say,
  type TerminalOptions,
} from './layout.js';
import {
  percent,
  tally,
  costInWords,
  counted,
  number,
  present,
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

export function renderPlan(plan: Plan, options: TerminalOptions): string {
  const { model, tests, data = [], notices = [] } = plan;
  return page([
    bold(`sensitivity plan: ${model.hub}/${model.name}`, options),
    tests.length > 0 ? say(planGist(plan, plan.tokens), options) : [],
    say(
      data.map((understood) => `${understood}.`),
      options,
    ),
    tests.length > 0 ? [testColumns(tests, options)] : [],
    say(notices, options),
    ...tests.map((test) => examples(test, options)),
    requestLines(plan, options),
    say(others(plan), options, 0),
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
  const label = armWords(test);
  const lines = [
    ...bold(test.test_type, options),
    ...say(`Scorer ${test.scorer}: ${ruleInWords(test.rule)}.`, options),
    ...say([...conditions(test), ...planSentences(test)], options),
  ];
  for (const { item, count } of reasons.slice(0, 5))
    lines.push(...say(`${counted(count, 'sample')} left out: ${item.reason}`, options));
  for (const row of test.not_applicable.slice(0, 5))
    lines.push(...say(`${shortName(placeWords(row))}  ${oneLine(row.original, 120)}`, options, 4));
  for (const { original, placebo, test_case } of test.examples) {
    lines.push('', ...field(label.original, unmarked(original), options));
    if (placebo !== undefined)
      lines.push(...field(label.placebo, markInserted(original, placebo), options));
    if (test_case !== original)
      lines.push(...field(label.test_case, markInserted(original, test_case), options));
  }
  if (test.prompt) lines.push('', ...promptLines(test.prompt, options));
  return lines;
}

/** One prompt of a test, whole and line by line. */
function promptLines(
  { source, system, text }: NonNullable<PlannedTest['prompt']>,
  options: TerminalOptions,
): string[] {
  // Sentences name options of the terminal; a prompt is shown as it is.
  const { columns, color } = options;
  const indented = (whole: string) =>
    whole.split('\n').flatMap((line) => say(line, { columns, color }, 4));
  const lines = say(`As it is sent (${shortName(source)}):`, options);
  if (system !== undefined)
    lines.push(...say('System prompt', options), ...indented(system), ...say('Prompt', options));
  lines.push(...indented(text));
  return lines;
}

/** Repeats and baseline on one line, if there are any. */
function conditions({ repeats = 1, compare }: PlannedTest): string[] {
  const sentences = present([
    repeats > 1 && `Each row is asked ${number(repeats)} times.`,
    compare && `Compared with ${baselineName({ source: compare })}.`,
  ]);
  return sentences.length === 0 ? [] : [sentences.join(' ')];
}

function requestLines(plan: Plan, options: TerminalOptions): string[] {
  const { total, least = total, cap = Infinity, unread = 0, atATime } = plan.requests;
  const { isRefused = false, tokens } = plan;
  const most = unread > 0 ? ` where answers are plain, ${number(total)} where none is` : '';
  const sum = `${counted(total - unread, 'request')} at most${most}, retries aside: ${receivers(plan)}.`;
  const isOver = total - unread > cap;
  const isTooLow = isRefused && least > cap;
  let past = isOver ? ': rows past it would be left in error.' : '.';
  if (isTooLow)
    past = `: at least ${number(least)} are needed, and the run would be refused (budget.on_budget: partial asks as many as it allows).`;
  const capped = cap === Infinity ? 'There is no cap.' : `The cap is ${number(cap)}${past}`;
  const pace = atATime === undefined ? '' : ` ${atATimeInWords(atATime)}`;
  const sentences = [`${sum} ${capped}${pace} Nothing was sent.`];
  if (tokens) sentences.push(tokensInWords(tokens));
  if (isRefused && !isTooLow)
    sentences.push(
      'The cap on tokens or cost is below what the prompts take: the run would be refused.',
    );
  const lines = say(sentences, options, 0);
  return isOver || isRefused ? lines.map((line) => paint('yellow', line, options)) : lines;
}

/** The requests by what they are for: `200 answers, 100 of them to the base, 40 to the judge`. */
function receivers({ requests, asked = {} }: Plan): string {
  const { judges: judgeNames = [] } = asked;
  const { answers, embeddings, base = 0, judge = 0, calibration = 0 } = requests;
  const named = (...names: readonly (string | undefined)[]) =>
    names.map((name) => (name === undefined ? '' : ` (${shortName(name)})`)).join('');
  const toBase = base > 0 ? `, ${number(base)} of them to the base${named(asked.base)}` : '';
  const embedder = embeddings > 0 ? named(asked.embedder) : '';
  const judges = named(...judgeNames);
  return present([
    `${counted(answers, 'answer')}${toBase}`,
    `${number(embeddings)} for embeddings${embedder}`,
    judge > 0 && `${number(judge)} to the judge${judges}`,
    calibration > 0 && `${number(calibration)} to calibrate the judge`,
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

/** Equal prompts are asked once, so the run takes fewer requests than both plans together. */
function others({ beside, attribution, prove }: Plan): string[] {
  return present([
    beside &&
      `This change of the rules (${listedChanges(beside.rules)}) makes a pull request be judged by those of the ${beside.name} as well: ${counted(beside.requests, 'request')} at most, and only those that its own rules do not ask for anyway.`,
    attribution &&
      `If rows break, at most ${counted(attribution.requests, 'request')} more find out ${attribution.parts === 1 ? 'whether the change' : `which of the ${attribution.parts} changes`} broke them.`,
    prove !== undefined &&
      `\`sensitivity prove\` would send ${counted(prove, 'request')} at most: every row twice.`,
  ]);
}

function atATimeInWords({ start, ceiling }: { start: number; ceiling: number }): string {
  if (start === ceiling) return `At most ${number(ceiling)} go to one account at a time.`;
  return `${number(start)} ${start === 1 ? 'goes' : 'go'} to one account at a time, and up to ${number(ceiling)} as long as it refuses none.`;
}
