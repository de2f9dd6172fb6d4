// Forecasts how many requests a run takes.

import { MAX_REQUESTS, MAX_ROWS, SEARCH_BY_ROW, SEARCH_BY_RATES } from '../engine/attribution.ts';
import { countRowsToDecide } from '../engine/decide.ts';
import { mayBeReadByRule, rubricsOf } from '../engine/read.ts';
import { MUST_ON_BASE, type TestRun } from '../engine/run.ts';
import { costOfAsk, type Cost } from '../engine/test.ts';
import type { Case } from '../engine/row.ts';
import { canonical } from '../shared/json.ts';
import type { ModelSettings } from '../models/settings.ts';

export interface ForecastTest {
  run: TestRun;
  judge?: ModelSettings;
  /** True if a fail starts a search for the part of the change that broke rows. */
  isSearched: boolean;
}

/**
 * Forecasts the requests of a verdict and of the search for a cause; `fewest`: of the shortest
 * verdict.
 *
 * @param parts - the number of changed parts of the subject
 */
export function forecastRequests(tests: readonly ForecastTest[], parts: number) {
  // The requests of each search after a test that fails every row. If rules have read all answers
  // before (`isJudged` is false), no readings are counted.
  const searches = (isJudged: boolean) =>
    tests
      .filter(({ isSearched }) => isSearched)
      .map(({ run: { test, tools, plan } }) => {
        const { fixedAsks } = plan.must.length > 0 ? SEARCH_BY_ROW : SEARCH_BY_RATES;
        const rows = Math.min(MAX_ROWS, plan.must.length + plan.cases.length);
        const cost = costOfAsk(test.cost(tools), isJudged && tools.judge !== undefined);
        return Math.min(MAX_REQUESTS, rows * (parts + fixedAsks) * cost);
      });
  const longestSearch = Math.max(0, ...searches(true));
  const shortestSearch = Math.min(longestSearch, ...searches(false));
  const pass = countRequests(tests, {});
  const allFail = countRequests(tests, { headFails: true, mustRepeats: 1 });
  return {
    fewest: Math.min(pass, allFail),
    expected: {
      pass,
      pass_judged: countRequests(tests, { judgeReadsAll: true }),
      // A head that fails only one of several tests, or one row that must hold, takes the rows of a
      // pass.
      fail: Math.min(pass, allFail + shortestSearch),
      fail_judged: countRequests(tests, { judgeReadsAll: true, mustRepeats: 1 }) + longestSearch,
      most:
        countRequests(tests, { judgeReadsAll: true, mustRepeats: 1, asksAll: true }) +
        (longestSearch > 0 ? MAX_REQUESTS : 0),
    },
  };
}

/** Fewest texts that a hub embeds with one request. */
const EMBEDDED_AT_ONCE = 32;

/**
 * The assumptions of a forecast. Without any, the model passes every row, rules read whatever they
 * can, an earlier run has calibrated the judges, and repeated questions get an answer that was read
 * before.
 */
interface Forecast {
  /** The head fails every row. */
  headFails?: true;
  /** Judges are calibrated first, and read every answer. */
  judgeReadsAll?: true;
  /** How often rows that must hold are asked again. */
  mustRepeats?: number;
  /** Every row is asked, and each as often as possible. */
  asksAll?: true;
}

export function countRequests(tests: readonly ForecastTest[], forecast: Forecast) {
  const requests = new Map(tests.flatMap((test) => [...requestsByQuestion(test, forecast)]));
  return requests.values().reduce((sum, count) => sum + count, 0);
}

/**
 * Counts a test's requests by question: one is sent once, however many tests ask it. The
 * calibration of a judge is one entry, with a request for each known case. The key `run` has the
 * requests that no other test shares.
 */
function requestsByQuestion({ run, judge }: ForecastTest, forecast: Forecast) {
  const { judgeReadsAll, asksAll } = forecast;
  const cost = run.test.cost(run.tools);
  // A judge is asked twice if its first reply is unreadable, and calibrated twice if requests fail.
  const tries = asksAll ? 2 : 1;
  const questions = new Map<unknown, number>();
  let unshared = 0;
  for (const { subject, asking, asks, reads } of plannedAsks(run, cost, forecast)) {
    const questionsBefore = questions.size;
    const { arms, row } = asking;
    // Only the last `asks` arms are asked. A placebo that equals the text is asked separately.
    if (cost.isUnshared) unshared += asks;
    else
      for (const [arm, text] of Object.entries(arms).slice(-asks))
        questions.set(canonical([subject, arm === 'placebo', row.options, row.fill, text]), 1);
    const isReadByRule = mayBeReadByRule(asking, cost);
    if (!judge || (!judgeReadsAll && (isReadByRule || subject !== 'head'))) continue;
    // An answer in words is not read a second time to see whether it states both sides.
    const readings = isReadByRule || cost.rubric ? reads : Math.min(reads, asks);
    // An answer that several cases share is read once.
    unshared += Math.ceil((tries * readings * (questions.size - questionsBefore)) / asks);
    if (judgeReadsAll)
      for (const { name, cases } of rubricsOf(asking, cost))
        questions.set(canonical([judge, name]), cases.length * tries);
  }
  if (run.tools.embed) unshared += Math.ceil(questions.size / EMBEDDED_AT_ONCE);
  return questions.set(run, unshared);
}

/** The cases that each subject is asked, with the requests of one case. */
function plannedAsks(
  { plan, head, base }: TestRun,
  cost: Cost,
  { headFails, mustRepeats = 0, asksAll }: Forecast,
) {
  const rows = asksAll ? Infinity : countRowsToDecide(plan, !headFails);
  const cases = plan.cases.slice(0, rows);
  const usual = asksAll ? cost : (cost.passing ?? cost);
  const asksOf = (subject: string, asked: readonly Case[], { asks, reads } = usual) =>
    asked.map((asking) => ({ subject, asking, asks, reads }));
  const planned = asksOf('head', [...plan.must, ...cases], headFails && cost);
  for (let nth = 0; nth < mustRepeats; nth += 1)
    planned.push(...asksOf(`head again: ${nth}`, plan.must, cost));
  const mustOnBase = plan.must.slice(0, mustRepeats > 0 ? Infinity : MUST_ON_BASE);
  if (base && base !== head) planned.push(...asksOf('base', [...mustOnBase, ...cases]));
  return planned;
}
