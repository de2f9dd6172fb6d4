import { rowsWhereAll } from '../engine/decide.ts';
import { LABELS } from '../engine/judge/rubrics/labels.ts';
import { STANCE } from '../engine/judge/rubrics/stance.ts';
import { rubricOf } from '../engine/read.ts';
import { allCases } from '../engine/must.ts';
import type { TestRun } from '../engine/run.ts';
import type { Case, Cost, Judge, Rubric } from '../engine/types.ts';
import { ModelError } from '../errors.ts';
import { canonical } from '../json.ts';
import type { Config } from '../config/config.ts';

type Runs = readonly { run: TestRun }[];
export type AskedSection = 'model' | 'base' | 'judge' | 'embeddings';
/**
 * Of a model that passes every row, and of one that fails: where rules read all answers that they
 * may read, and where a judge has to. And at most.
 */
const FORECASTS = ['pass', 'pass_judged', 'fail', 'fail_judged', 'most'] as const;
export type Forecast = (typeof FORECASTS)[number];

export function eachForecast<Value>(of: (forecast: Forecast) => Value): Record<Forecast, Value> {
  const entries = FORECASTS.map((forecast) => [forecast, of(forecast)]);
  return Object.fromEntries(entries) as Record<Forecast, Value>;
}

/** `60`, or `60 to 190` if a judge may have to read. */
export function rangeOf(byRules: number, judged: number): string {
  const figures = new Set([byRules, judged].map((count) => count.toLocaleString('en')));
  return [...figures].join(' to ');
}

/** A judge asks twice where its first reply cannot be read, and is calibrated twice on failures. */
const TRIES = 2;

/**
 * Requests by section.
 *
 * @param tests - of the verdict and of its preview: equal questions are asked once
 */
export function requestsOf(forecast: Forecast, tests: Runs): Record<AskedSection, number> {
  const isMost = forecast === 'most';
  const isPass = forecast.startsWith('pass');
  const isByRules = forecast === 'pass' || forecast === 'fail';
  const tries = isMost ? TRIES : 1;
  const sent = { model: 0, base: 0, judge: 0, embeddings: 0 };
  const questions = new Set<string>();
  const calibrated = new Map<Judge, Set<Rubric>>();
  for (const { run } of tests) {
    const { test, tools, plan, base, head } = run;
    const cost = test.cost(tools);
    const { passing = cost } = cost;
    const { asks, reads } = isPass ? passing : cost;
    const rows = isMost ? Infinity : rowsWhereAll(plan, isPass);
    const { must } = plan;
    const cases = allCases({ must, cases: plan.cases.slice(0, rows) }).filter(
      ({ arms, row: { options, fill } }) => {
        const question = canonical([test.name, arms, options, fill]);
        return !questions.has(question) && questions.add(question);
      },
    );
    const hasBase = base !== undefined && base !== head;
    // A row that must hold is asked once more where it fails.
    const asked = isPass ? cases : [...cases, ...cases.filter((one) => one.must)];
    sent.model += asked.length * asks;
    if (hasBase) sent.base += cases.length * (isMost ? asks : passing.asks);
    if (tools.embed) sent.embeddings += Math.ceil((cases.length * cost.asks) / 32);
    if (!tools.judge) continue;
    const isJudged = (one: Case) => !isByRules || !isReadByRule(one, cost);
    const judged = asked.filter(isJudged);
    const ofBase = hasBase ? cases.filter(isJudged) : [];
    sent.judge += (judged.length + ofBase.length) * reads * tries;
    const known = calibrated.get(tools.judge) ?? new Set();
    for (const rubric of judged.flatMap((one) => rubricsOf(one, cost))) known.add(rubric);
    calibrated.set(tools.judge, known);
  }
  for (const { cases } of [...calibrated.values()].flatMap((known) => [...known]))
    sent.judge += cases.length * tries;
  return sent;
}

/** What a judge may read the answers to a case by. */
export function rubricsOf({ keys = {} }: Case, { rubric }: Cost): Rubric[] {
  return rubric ? [rubric] : Object.values(keys).map(rubricOf);
}

/** Rules read what names an option or a truth, and a plain refusal; words need a judge. */
function isReadByRule(one: Case, cost: Cost): boolean {
  const areRead = rubricsOf(one, cost).every((rubric) => rubric === LABELS || rubric === STANCE);
  return areRead || one.row.should === 'refuse';
}

export function totalOf(requests: Record<AskedSection, number>): number {
  return Object.values(requests).reduce((sum, count) => sum + count, 0);
}

/**
 * @param earlier - tests whose answers are known
 * @throws ModelError for a cap below what any verdict takes, before it costs anything
 */
export function refuseLowCap(
  { placeOf }: Config,
  { left = Infinity, tests, earlier = [] }: { left?: number; tests: Runs; earlier?: Runs },
): void {
  const further = (['pass', 'fail'] as const).map((forecast) => {
    const all = totalOf(requestsOf(forecast, [...earlier, ...tests]));
    return all - totalOf(requestsOf(forecast, earlier));
  });
  const least = Math.min(...further);
  if (left >= least) return;
  throw new ModelError(`At most ${left} requests may be sent, and a verdict takes ${least}`, {
    kind: 'budget',
    where: placeOf('budget.max_requests') ?? 'max-requests',
    remedy: 'Raise the cap, or lower data.limit.',
  });
}
