import { MAX_REQUESTS, MAX_ROWS, OF_MUST, OF_RATES } from '../engine/attribution.ts';
import { rowsWhereAll } from '../engine/decide.ts';
import { allCases } from '../engine/must.ts';
import { LABELS } from '../engine/judge/rubrics/labels.ts';
import { STANCE } from '../engine/judge/rubrics/stance.ts';
import { rubricOf } from '../engine/read.ts';
import type { TestRun } from '../engine/run.ts';
import type { Case, Cost, Rubric } from '../engine/types.ts';
import { ModelError } from '../errors.ts';
import { canonical } from '../json.ts';
import type { Config } from '../config/config.ts';
import type { ModelSettings } from '../models/settings.ts';
import type { Requests } from './results.ts';

type Runs = readonly { run: TestRun; judge?: ModelSettings; isSearched?: boolean }[];

/**
 * Counts the requests of a verdict and of the search for a cause; `least`: of the shortest verdict.
 *
 * @param parts - the number of changed parts of the subject
 */
export function requestsOf(tests: Runs, parts: number) {
  const searches = tests
    .filter(({ isSearched }) => isSearched)
    .map(({ run }) => costOfSearch(run, parts));
  const longest = Math.max(0, ...searches);
  const shortest = Math.min(longest, ...searches);
  const pass = forecastOf(tests, { isByRules: true });
  const broken = forecastOf(tests, { isByRules: true, mayFail: true, isBroken: true });
  const expected: Requests = {
    pass,
    pass_judged: forecastOf(tests, {}),
    // A head that fails one test of several, or one row that must hold, takes the rows of a pass.
    fail: Math.min(pass, broken + shortest),
    fail_judged: forecastOf(tests, { mayFail: true }) + longest,
    most: forecastOf(tests, { mayFail: true, isMost: true }) + (longest && MAX_REQUESTS),
  };
  return { expected, least: Math.min(pass, broken) };
}

/** Requests of a search after a test whose rows are all broken. */
function costOfSearch({ test, tools, plan }: TestRun, parts: number) {
  const { asksBeside } = plan.must.length > 0 ? OF_MUST : OF_RATES;
  const asks = Math.min(MAX_ROWS, allCases(plan).length) * (parts + asksBeside);
  return Math.min(MAX_REQUESTS, asks * costOfAsk(test.cost(tools), tools.judge !== undefined));
}

/** Requests of one ask of a row: its answers, and their readings. */
export function costOfAsk({ asks, reads }: Cost, isJudged: boolean) {
  return asks + (isJudged ? Math.min(asks, reads) : 0);
}

/** A judge asks twice where its first reply cannot be read, and is calibrated twice on failures. */
const TRIES = 2;

/** Fewest texts that a hub embeds with one request. */
const EMBEDDED_AT_ONCE = 32;

/** Assumptions. Without any, the model passes every row, and judges are calibrated first. */
interface Forecast {
  /** Rules read what they may read, and an earlier run calibrated the judges. */
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
  const tries = isMost ? TRIES : 1;
  const sent = new Set<string>();
  const rubrics = new Map<string, Rubric>();
  let unshared = 0;
  for (const { run, judge } of tests) {
    const { test, tools } = run;
    const cost = test.cost(tools);
    const judgeId = canonical(judge);
    const before = sent.size;
    for (const [subject, cases, { asks, reads }] of asksIn(run, forecast))
      for (const one of cases) {
        if (cost.isUnshared) unshared += asks;
        else for (const question of questionsOf(one, asks)) sent.add(`${subject}\n${question}`);
        if (!judge || (isByRules && isReadByRule(one, cost))) continue;
        unshared += reads * tries;
        for (const rubric of rubricsOf(one, cost)) rubrics.set(judgeId + rubric.name, rubric);
      }
    if (tools.embed) unshared += Math.ceil((sent.size - before) / EMBEDDED_AT_ONCE);
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

/** The questions of a case, those of its last arms first. Equal questions are sent once. */
function questionsOf({ arms, row }: Case, count: number): string[] {
  const asked = Object.entries(arms).toReversed().slice(0, count);
  // A placebo that is the text itself is asked for a second answer.
  return asked.map(([arm, text]) =>
    [arm === 'placebo', row.options, canonical(row.fill), text].join('\n'),
  );
}

/** The rubrics by which a judge may read the answers to a case. */
function rubricsOf({ keys = {} }: Case, { rubric }: Cost): Rubric[] {
  return rubric ? [rubric] : Object.values(keys).map(rubricOf);
}

/** Rules read what names an option or a truth, and a plain refusal; words need a judge. */
function isReadByRule(one: Case, cost: Cost): boolean {
  const areRead = rubricsOf(one, cost).every((rubric) => rubric === LABELS || rubric === STANCE);
  return areRead || one.row.should === 'refuse';
}

/** @throws ModelError for a cap below what any verdict takes, before it costs anything */
export function refuseLowCap({ maxRequests = Infinity, placeOf }: Config, least: number) {
  if (maxRequests >= least) return;
  throw new ModelError(
    `At most ${maxRequests} requests may be sent, and a verdict takes ${least}`,
    {
      kind: 'budget',
      where: placeOf('budget.max_requests') ?? 'max-requests',
      remedy: 'Raise the cap, or lower data.limit.',
    },
  );
}
