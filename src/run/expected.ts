import { rowsWhereAll } from '../engine/decide.ts';
import { LABELS } from '../engine/judge/rubrics/labels.ts';
import { STANCE } from '../engine/judge/rubrics/stance.ts';
import { rubricOf } from '../engine/read.ts';
import type { TestRun } from '../engine/run.ts';
import type { Case, Cost, Judge, Rubric } from '../engine/types.ts';
import { ModelError } from '../errors.ts';
import { canonical } from '../json.ts';
import type { Config } from '../config/config.ts';

type Runs = readonly { run: TestRun }[];

/**
 * Of a model that passes every row, and of one that fails: where rules read all answers that they
 * may read, and where a judge has to. And at most.
 */
const FORECASTS = ['pass', 'pass_judged', 'fail', 'fail_judged', 'most'] as const;
type Forecast = (typeof FORECASTS)[number];
export type Requests = Record<Forecast, number>;

/** `60`, or `60 to 190` if a judge may have to read. */
export function rangeOf(requests: Requests, end: 'pass' | 'fail', more = 0): string {
  const both = [requests[end], requests[`${end}_judged`]];
  return [...new Set(both.map((count) => (count + more).toLocaleString('en')))].join(' to ');
}

/** A judge asks twice where its first reply cannot be read, and is calibrated twice on failures. */
const TRIES = 2;

/**
 * Requests of a run.
 *
 * @param tests - of the verdict and of its preview: equal questions are asked once
 */
export function requestsOf(tests: Runs): Requests {
  const entries = FORECASTS.map((forecast) => [forecast, forecastOf(forecast, tests)]);
  return Object.fromEntries(entries) as Requests;
}

function forecastOf(forecast: Forecast, tests: Runs): number {
  const isMost = forecast === 'most';
  const isPass = forecast.startsWith('pass');
  const isByRules = forecast === 'pass' || forecast === 'fail';
  const tries = isMost ? TRIES : 1;
  let sent = 0;
  const questions = new Set<string>();
  const calibrated = new Map<Judge, Set<Rubric>>();
  for (const { run } of tests) {
    const { test, tools, plan, base, head } = run;
    const cost = test.cost(tools);
    const { passing = cost } = cost;
    const { asks, reads } = isPass ? passing : cost;
    const rows = isMost ? Infinity : rowsWhereAll(plan, isPass);
    const cases = [...plan.must, ...plan.cases.slice(0, rows)].filter(
      ({ arms, row: { options, fill } }) => {
        const question = canonical([test.name, arms, options, fill]);
        return !questions.has(question) && questions.add(question);
      },
    );
    // A row that must hold is asked once more where it fails.
    const ofHead = isPass ? cases : [...cases, ...cases.filter(({ must }) => must)];
    const ofBase = base && base !== head ? cases : [];
    sent += ofHead.length * asks + ofBase.length * (isMost ? asks : passing.asks);
    if (tools.embed) sent += Math.ceil((cases.length * cost.asks) / 32);
    if (!tools.judge) continue;
    const judged = [...ofHead, ...ofBase].filter((one) => !isByRules || !isReadByRule(one, cost));
    sent += judged.length * reads * tries;
    const known = calibrated.get(tools.judge) ?? new Set();
    for (const rubric of judged.flatMap((one) => rubricsOf(one, cost))) known.add(rubric);
    calibrated.set(tools.judge, known);
  }
  for (const { cases } of [...calibrated.values()].flatMap((known) => [...known]))
    sent += cases.length * tries;
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

/** @throws ModelError for a cap below what any verdict takes, before it costs anything */
export function refuseLowCap({ maxRequests = Infinity, placeOf }: Config, tests: Runs): void {
  const least = Math.min(forecastOf('pass', tests), forecastOf('fail', tests));
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
