import { MAX_REQUESTS, MAX_ROWS, OF_MUST, OF_RATES } from '../engine/attribution.ts';
import { rowsWhereAll } from '../engine/decide.ts';
import { allCases } from '../engine/must.ts';
import { LABELS } from '../engine/judge/rubrics/labels.ts';
import { STANCE } from '../engine/judge/rubrics/stance.ts';
import { rubricOf } from '../engine/read.ts';
import type { TestRun } from '../engine/run.ts';
import type { Case, Cost, Rubric } from '../engine/types.ts';
import { canonical } from '../json.ts';
import type { ModelSettings } from '../models/settings.ts';

type Runs = readonly { run: TestRun; judge?: ModelSettings; isSearched?: boolean }[];

/**
 * Counts the requests of a verdict and of the search for a cause; `least`: of the shortest verdict.
 *
 * @param parts - the number of changed parts of the subject
 */
export function requestsOf(tests: Runs, parts: number) {
  const searches = (isJudged: boolean) =>
    tests.flatMap(({ run, isSearched }) => (isSearched ? costOfSearch(run, parts, isJudged) : []));
  const longest = Math.max(0, ...searches(true));
  const shortest = Math.min(longest, ...searches(false));
  const pass = forecastOf(tests, { isByRules: true });
  const broken = forecastOf(tests, { isByRules: true, mayFail: true, isBroken: true });
  const expected = {
    pass,
    pass_judged: forecastOf(tests, {}),
    // A head that fails one test of several, or one row that must hold, takes the rows of a pass.
    fail: Math.min(pass, broken + shortest),
    fail_judged: forecastOf(tests, { mayFail: true }) + longest,
    most: forecastOf(tests, { mayFail: true, isMost: true }) + (longest && MAX_REQUESTS),
  };
  return { expected, least: Math.min(pass, broken) };
}

/**
 * Requests of a search after a test whose rows are all broken.
 *
 * @param isJudged - the judge reads the answers, none of which it has read before
 */
function costOfSearch({ test, tools, plan }: TestRun, parts: number, isJudged: boolean) {
  const { asksBeside } = plan.must.length > 0 ? OF_MUST : OF_RATES;
  const asks = Math.min(MAX_ROWS, allCases(plan).length) * (parts + asksBeside);
  const cost = costOfAsk(test.cost(tools), isJudged && tools.judge !== undefined);
  return Math.min(MAX_REQUESTS, asks * cost);
}

/** Requests of one ask of a row: its answers, and their readings. */
export function costOfAsk({ asks, reads }: Cost, isJudged: boolean) {
  return asks + (isJudged ? Math.min(asks, reads) : 0);
}

/** Fewest texts that a hub embeds with one request. */
const EMBEDDED_AT_ONCE = 32;

/** Assumptions. Without any, the model passes every row, and judges are calibrated first. */
interface Forecast {
  /**
   * Rules read what they may read, an earlier run calibrated the judges, and each further answer to
   * a question is one that was read.
   */
  isByRules?: true;
  /** Rows that must hold are asked once more. */
  mayFail?: true;
  /** The head fails every row. */
  isBroken?: true;
  /** Every row is asked, and each as often as it may be. */
  isMost?: true;
}

function forecastOf(tests: Runs, forecast: Forecast) {
  const { isByRules, isMost } = forecast;
  // A judge asks twice where its first reply cannot be read, and is calibrated twice on failures.
  const tries = isMost ? 2 : 1;
  let sent = new Set<string>();
  const rubrics = new Map<string, Rubric>();
  let unshared = 0;
  for (const { run, judge } of tests) {
    const { test, tools } = run;
    const cost = test.cost(tools);
    const judgeId = canonical(judge);
    const asked = new Set<string>();
    for (const [subject, cases, { asks, reads }] of asksIn(run, forecast))
      for (const one of cases) {
        const before = asked.size;
        if (cost.isUnshared) unshared += asks;
        else for (const question of questionsOf(one, asks)) asked.add(`${subject}\n${question}`);
        const used = rubricsOf(one, cost, isByRules);
        if (!judge || used.length === 0 || (isByRules && subject !== 'head')) continue;
        // The answer to a question that cases of a test share is read once.
        unshared += Math.ceil((tries * reads * (asked.size - before)) / asks);
        for (const rubric of used) rubrics.set(judgeId + rubric.name, rubric);
      }
    if (tools.embed) unshared += Math.ceil(asked.size / EMBEDDED_AT_ONCE);
    sent = sent.union(asked);
  }
  // An earlier run may have calibrated the judges.
  for (const { cases } of isByRules ? [] : rubrics.values()) unshared += cases.length * tries;
  return sent.size + unshared;
}

/** The cases that each subject is asked, with the cost of one. */
function asksIn(
  { test, tools, plan, head, base }: TestRun,
  { mayFail, isBroken, isMost }: Forecast,
) {
  const cost = test.cost(tools);
  const { passing = cost } = cost;
  const rows = isMost ? Infinity : rowsWhereAll(plan, !isBroken);
  const cases = allCases({ ...plan, cases: plan.cases.slice(0, rows) });
  return [
    ['head', cases, isMost || isBroken ? cost : passing],
    ['head, once more', mayFail ? plan.must : [], cost],
    ['base', base && base !== head ? cases : [], isMost ? cost : passing],
  ] as const;
}

/** The questions of the last arms of a case. Equal questions are sent once. */
function questionsOf({ arms, row }: Case, count: number) {
  // A placebo that is the text itself is asked for a second answer.
  const asked = Object.entries(arms).map(([arm, text]) =>
    [arm === 'placebo', row.options, canonical(row.fill), text].join('\n'),
  );
  return asked.slice(-count);
}

/**
 * The rubrics by which a judge reads the answers to a case. Rules may read what names an option or
 * a truth, and a plain refusal; words need a judge.
 */
function rubricsOf({ keys = {}, row }: Case, { rubric }: Cost, isByRules = false) {
  const rubrics = rubric ? [rubric] : Object.values(keys).map(rubricOf);
  const isPlain = rubrics.every((one) => one === LABELS || one === STANCE);
  return isByRules && (isPlain || row.should === 'refuse') ? [] : rubrics;
}
