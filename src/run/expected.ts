import { MAX_REQUESTS, MAX_ROWS, SEARCH_BY_ROW, SEARCH_BY_RATES } from '../engine/attribution.ts';
import { countRowsToDecide } from '../engine/decide.ts';
import { mayBeReadByRule, rubricsOf } from '../engine/read.ts';
import { MUST_ON_BASE, type TestRun } from '../engine/run.ts';
import { costOfAsk, type Cost } from '../engine/test.ts';
import type { Case } from '../engine/row.ts';
import { canonical } from '../shared/json.ts';
import type { ModelSettings } from '../models/settings.ts';

interface ForecastTest {
  run: TestRun;
  judge?: ModelSettings;
  /** True if a fail starts a search for the cause. */
  isSearched?: boolean;
}

/**
 * Forecasts the requests of a verdict and of the search for a cause; `fewest`: of the shortest
 * verdict.
 *
 * @param parts - the number of changed parts of the subject
 */
export function forecastRequests(tests: readonly ForecastTest[], parts: number) {
  // The requests of each search after a test that fails every row. If rules have
  // read all answers before (`isJudged` is false), no readings are counted.
  const searches = (isJudged: boolean) =>
    tests.flatMap(({ run: { test, tools, plan }, isSearched }) => {
      if (!isSearched) return [];
      const { fixedAsks } = plan.must[0] ? SEARCH_BY_ROW : SEARCH_BY_RATES;
      const asks = Math.min(MAX_ROWS, plan.must.concat(plan.cases).length) * (parts + fixedAsks);
      const cost = costOfAsk(test.cost(tools), isJudged && tools.judge !== undefined);
      return Math.min(MAX_REQUESTS, asks * cost);
    });
  const longest = Math.max(0, ...searches(true));
  const shortest = Math.min(longest, ...searches(false));
  const pass = countRequests(tests, { readsByRule: true });
  const broken = countRequests(tests, { readsByRule: true, repeats: 1, headFails: true });
  return {
    fewest: Math.min(pass, broken),
    expected: {
      pass,
      pass_judged: countRequests(tests, {}),
      // A head that fails only one of several tests, or one row that must hold, takes the rows of a
      // pass.
      fail: Math.min(pass, broken + shortest),
      fail_judged: countRequests(tests, { repeats: 1 }) + longest,
      most: countRequests(tests, { repeats: 1, isWorstCase: true }) + (longest ? MAX_REQUESTS : 0),
    },
  };
}

/** Fewest texts that a hub embeds with one request. */
const EMBEDDED_AT_ONCE = 32;

/**
 * The assumptions of a forecast. By default, the model passes every row, and judges are calibrated
 * first.
 */
interface Forecast {
  /**
   * Rules read whatever they can, an earlier run has calibrated the judges, and repeated questions
   * get an answer that was read before.
   */
  readsByRule?: true;
  /** How often rows that must hold are asked again. */
  repeats?: number;
  /** The head fails every row. */
  headFails?: true;
  /** Every row is asked, as often as possible. */
  isWorstCase?: true;
}

export function countRequests(tests: readonly ForecastTest[], forecast: Forecast) {
  const requests = new Map(tests.flatMap((test) => [...requestsByQuestion(test, forecast)]));
  return [...requests.values()].reduce((sum, count) => sum + count, 0);
}

/** Counts a test's requests by question. The key `run` has those that no other test shares. */
function requestsByQuestion({ run, judge }: ForecastTest, forecast: Forecast) {
  const { readsByRule, isWorstCase } = forecast;
  const cost = run.test.cost(run.tools);
  // A judge is asked twice if its first reply is unreadable, and calibrated twice if requests fail.
  const tries = isWorstCase ? 2 : 1;
  // A question is sent once, however many tests ask it. The calibration of a judge is one entry,
  // with a request for each known case.
  const questions = new Map<unknown, number>();
  // Requests that no other test shares.
  let others = 0;
  for (const ask of plannedAsks(run, cost, forecast)) {
    const known = questions.size;
    const { arms, row } = ask.case;
    // Only the last `asks` arms are asked. A placebo that equals the text is asked separately.
    if (cost.isUnshared) others += ask.asks;
    else
      for (const [arm, text] of Object.entries(arms).slice(-ask.asks))
        questions.set(canonical([ask.subject, arm === 'placebo', row.options, row.fill, text]), 1);
    const isPlain = mayBeReadByRule(ask.case, cost);
    if (!judge || (readsByRule && (isPlain || ask.subject !== 'head'))) continue;
    // An answer in words is not read a second time to see whether it states both sides.
    const reads = isPlain || cost.rubric ? ask.reads : Math.min(ask.reads, ask.asks);
    // An answer that several cases share is read once.
    others += Math.ceil((tries * reads * (questions.size - known)) / ask.asks);
    if (readsByRule) continue;
    for (const { name, cases } of rubricsOf(ask.case, cost))
      questions.set(canonical([judge, name]), cases.length * tries);
  }
  if (run.tools.embed) others += Math.ceil(questions.size / EMBEDDED_AT_ONCE);
  return questions.set(run, others);
}

/** The cases that each subject is asked, with the requests of one case. */
function plannedAsks({ plan, head, base }: TestRun, cost: Cost, forecast: Forecast) {
  const { repeats = 0, headFails, isWorstCase } = forecast;
  const cases = plan.cases.slice(0, isWorstCase ? Infinity : countRowsToDecide(plan, !headFails));
  const usual = isWorstCase ? cost : (cost.passing ?? cost);
  const asks = (subject: string, asked: readonly Case[], most = usual) =>
    asked.map((asking) => ({ subject, case: asking, ...most }));
  const all = asks('head', [...plan.must, ...cases], headFails && cost);
  for (let nth = 0; nth < repeats; nth += 1)
    all.push(...asks(`head again: ${nth}`, plan.must, cost));
  const onBase = plan.must.slice(0, repeats > 0 ? Infinity : MUST_ON_BASE).concat(cases);
  if (base && base !== head) all.push(...asks('base', onBase));
  return all;
}
