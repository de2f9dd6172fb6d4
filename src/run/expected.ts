import { MAX_REQUESTS, MAX_ROWS, OF_MUST, OF_RATES } from '../engine/attribution.ts';
import { rowsWhereAll } from '../engine/decide.ts';
import { mayBeReadByRule, rubricsOf } from '../engine/read.ts';
import { MUST_ON_BASE, type TestRun } from '../engine/run.ts';
import { costOfAsk, type Case, type Cost } from '../engine/types.ts';
import { canonical } from '../shared/json.ts';
import type { ModelSettings } from '../models/settings.ts';

interface ForecastTest {
  run: TestRun;
  judge?: ModelSettings;
  /** If the test fails, a search for the cause follows. */
  isSearched?: boolean;
}

/**
 * Counts the requests of a verdict and of the search for a cause; `least`: of the shortest verdict.
 *
 * @param parts - the number of changed parts of the subject
 */
export function forecastRequests(tests: readonly ForecastTest[], parts: number) {
  // The requests of each search after a test whose rows are all broken. If the judge has read none
  // of the answers before, their readings are left out.
  const searches = (isJudged: boolean) =>
    tests.flatMap(({ run: { test, tools, plan }, isSearched }) => {
      if (!isSearched) return [];
      const { asksBeside } = plan.must[0] ? OF_MUST : OF_RATES;
      const asks = Math.min(MAX_ROWS, plan.must.concat(plan.cases).length) * (parts + asksBeside);
      const cost = costOfAsk(test.cost(tools), isJudged && tools.judge !== undefined);
      return Math.min(MAX_REQUESTS, asks * cost);
    });
  const longest = Math.max(0, ...searches(true));
  const shortest = Math.min(longest, ...searches(false));
  const pass = countRequests(tests, { readsByRule: true });
  const broken = countRequests(tests, { readsByRule: true, again: 1, isBroken: true });
  return {
    least: Math.min(pass, broken),
    expected: {
      pass,
      pass_judged: countRequests(tests, {}),
      // A head that fails only one of several tests, or one row that must hold, takes the rows of a
      // pass.
      fail: Math.min(pass, broken + shortest),
      fail_judged: countRequests(tests, { again: 1 }) + longest,
      most: countRequests(tests, { again: 1, isWorstCase: true }) + (longest ? MAX_REQUESTS : 0),
    },
  };
}

/** Fewest texts that a hub embeds with one request. */
const EMBEDDED_AT_ONCE = 32;

/**
 * The assumptions of a forecast. Without any, the model passes every row, and judges are calibrated
 * first.
 */
interface Forecast {
  /**
   * Rules read all that they may read, an earlier run has calibrated the judges, and further
   * answers to a question repeat one that was read.
   */
  readsByRule?: true;
  /** How often rows that must hold are asked once more. */
  again?: number;
  /** The head fails every row. */
  isBroken?: true;
  /** Every row is asked, and each as often as it may be. */
  isWorstCase?: true;
}

export function countRequests(tests: readonly ForecastTest[], forecast: Forecast) {
  const requests = new Map(tests.flatMap((test) => [...requestsByQuestion(test, forecast)]));
  return [...requests.values()].reduce((sum, count) => sum + count, 0);
}

/** The requests of one test, by question. The key `run` has those that no other test shares. */
function requestsByQuestion({ run, judge }: ForecastTest, forecast: Forecast) {
  const { readsByRule, isWorstCase } = forecast;
  const cost = run.test.cost(run.tools);
  // A judge is asked twice if its first reply cannot be read, and calibrated twice if requests
  // fail.
  const tries = isWorstCase ? 2 : 1;
  // A question is sent once, whichever tests ask it. The calibration of a judge is one entry, which
  // counts a request for each known case.
  const questions = new Map<unknown, number>();
  // Requests that no other test shares.
  let others = 0;
  for (const ask of plannedAsks(run, cost, forecast)) {
    const known = questions.size;
    const { arms, row } = ask.case;
    // The last arms are asked, as many as the cost says. A placebo that is the text itself gets a
    // second answer.
    if (cost.isUnshared) others += ask.asks;
    else
      for (const [arm, text] of Object.entries(arms).slice(-ask.asks))
        questions.set(canonical([ask.subject, arm === 'placebo', row.options, row.fill, text]), 1);
    const isPlain = mayBeReadByRule(ask.case, cost);
    if (!judge || (readsByRule && (isPlain || ask.subject !== 'head'))) continue;
    // Answers in words are not read a second time for whether they state both sides.
    const reads = isPlain || cost.rubric ? ask.reads : Math.min(ask.reads, ask.asks);
    // The answer to a question that cases share is read once.
    others += Math.ceil((tries * reads * (questions.size - known)) / ask.asks);
    if (readsByRule) continue;
    for (const { name, cases } of rubricsOf(ask.case, cost))
      questions.set(canonical([judge, name]), cases.length * tries);
  }
  if (run.tools.embed) others += Math.ceil(questions.size / EMBEDDED_AT_ONCE);
  return questions.set(run, others);
}

/** The cases that each subject is asked, with the most requests of one case. */
function plannedAsks({ plan, head, base }: TestRun, cost: Cost, forecast: Forecast) {
  const { again = 0, isBroken, isWorstCase } = forecast;
  const { must } = plan;
  const cases = plan.cases.slice(0, isWorstCase ? Infinity : rowsWhereAll(plan, !isBroken));
  const usual = isWorstCase ? cost : (cost.passing ?? cost);
  const asks = (subject: string, asked: readonly Case[], most = usual) =>
    asked.map((one) => ({ subject, case: one, ...most }));
  const all = asks('head', [...must, ...cases], isBroken && cost);
  for (let nth = 0; nth < again; nth += 1) all.push(...asks(`head again: ${nth}`, must, cost));
  const onBase = must.slice(0, again > 0 ? Infinity : MUST_ON_BASE).concat(cases);
  if (base && base !== head) all.push(...asks('base', onBase));
  return all;
}
