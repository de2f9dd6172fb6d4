import { MAX_REQUESTS, MAX_ROWS, OF_MUST, OF_RATES } from '../engine/attribution.ts';
import { rowsWhereAll } from '../engine/decide.ts';
import { allCases } from '../engine/must.ts';
import { LABELS } from '../engine/judge/rubrics/labels.ts';
import { STANCE } from '../engine/judge/rubrics/stance.ts';
import { rubricOf } from '../engine/read.ts';
import type { TestRun } from '../engine/run.ts';
import type { Case, Cost, Judge, Rubric } from '../engine/types.ts';
import { ModelError } from '../errors.ts';
import { canonical } from '../json.ts';
import type { Config } from '../config/config.ts';
import type { Requests } from './results.ts';

type Runs = readonly { run: TestRun; isSearched?: boolean }[];

/**
 * Requests of a verdict, and of the search for what broke it.
 *
 * @param parts - that the subject changed in
 */
export function requestsOf(tests: Runs, parts: number): Requests {
  const searches = tests.flatMap(({ run, isSearched }) =>
    isSearched ? [costOfSearch(run, parts)] : [],
  );
  const longest = Math.max(0, ...searches);
  const shortest = Math.min(longest, ...searches);
  const pass = forecastOf(tests, PASS);
  return {
    pass,
    pass_judged: forecastOf(tests, {}),
    // A head that fails one test of several, or one row that must hold, takes what a pass takes.
    fail: Math.min(pass, forecastOf(tests, FAIL) + shortest),
    fail_judged: forecastOf(tests, { mayFail: true }) + longest,
    most: forecastOf(tests, { mayFail: true, isMost: true }) + (longest && MAX_REQUESTS),
  };
}

/** Requests of a search after a test whose rows are all broken. */
function costOfSearch({ test, tools, plan }: TestRun, parts: number): number {
  const { asksBeside } = plan.must.length > 0 ? OF_MUST : OF_RATES;
  const asks = Math.min(MAX_ROWS, allCases(plan).length) * (parts + asksBeside);
  return Math.min(MAX_REQUESTS, asks * costOfAsk(test.cost(tools), tools.judge));
}

/** Requests of one ask of a row: its answers, and their readings. */
export function costOfAsk({ asks, reads }: Cost, judge?: Judge | boolean): number {
  return asks + (judge ? Math.min(asks, reads) : 0);
}

/** A judge asks twice where its first reply cannot be read, and is calibrated twice on failures. */
const TRIES = 2;

/** Fewest texts that a hub embeds with one request. */
const EMBEDDED_AT_ONCE = 32;

/** The assumptions of a forecast: none is a model that passes every row. */
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

const PASS: Forecast = { isByRules: true };
const FAIL: Forecast = { isByRules: true, mayFail: true, isBroken: true };

function forecastOf(tests: Runs, forecast: Forecast): number {
  const { isByRules, isMost } = forecast;
  const tries = isMost ? TRIES : 1;
  const sent = new Set<string>();
  const calibrated = new Map<Judge, Set<Rubric>>();
  let others = 0;
  for (const { run } of tests) {
    const { test, tools } = run;
    const cost = test.cost(tools);
    const known = (tools.judge && calibrated.get(tools.judge)) ?? new Set();
    const before = sent.size;
    for (const [subject, cases, { asks, reads }] of asksIn(run, forecast))
      for (const one of cases) {
        const scope = [subject, cost.isUnshared ? test.name : ''];
        addQuestions(sent, one, { count: asks, scope });
        if (!tools.judge || (isByRules && isReadByRule(one, cost))) continue;
        const read = [subject, test.name, canonical([one.keys, tools.rules])];
        addQuestions(sent, one, { count: reads * tries, scope: read });
        for (const rubric of rubricsOf(one, cost)) known.add(rubric);
      }
    if (tools.judge) calibrated.set(tools.judge, known);
    if (tools.embed) others += Math.ceil((sent.size - before) / EMBEDDED_AT_ONCE);
  }
  // An earlier run may have calibrated the judges.
  for (const rubrics of isByRules ? [] : calibrated.values())
    for (const { cases } of rubrics) others += cases.length * tries;
  return sent.size + others;
}

/** Which cases a subject is asked, and how often. */
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

/** Adds questions of a case, those of its last arms first: what is equal is sent once. */
function addQuestions(
  sent: Set<string>,
  { arms, row }: Case,
  { count, scope }: { count: number; scope: readonly string[] },
): void {
  const texts = Object.values(arms).toReversed();
  const beside = [...scope, row.options, row.fill && canonical(row.fill)];
  for (let i = 0; i < count; i += 1) {
    const { [i]: text = '' } = texts;
    // Equal texts are two questions: the second answer shows whether the first was chance.
    const nth = texts.indexOf(text) === i ? 0 : i;
    sent.add([...beside, nth, text || texts].join('\n'));
  }
}

/** The rubrics by which a judge may read the answers to a case. */
export function rubricsOf({ keys = {} }: Case, { rubric }: Cost): Rubric[] {
  return rubric ? [rubric] : Object.values(keys).map(rubricOf);
}

/** Rules read what names an option or a truth, and a plain refusal; words need a judge. */
function isReadByRule(one: Case, cost: Cost): boolean {
  const areRead = rubricsOf(one, cost).every((rubric) => rubric === LABELS || rubric === STANCE);
  return areRead || one.row.should === 'refuse';
}

/** @throws ModelError for a cap below what any verdict takes, before it costs anything */
export function refuseLowCap({ maxRequests = Infinity, placeOf }: Config, tests: Runs): void {
  const least = Math.min(forecastOf(tests, PASS), forecastOf(tests, FAIL));
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
