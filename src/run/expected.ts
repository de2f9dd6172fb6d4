import { rowsWhereAll } from '../engine/decide.ts';
import type { TestRun } from '../engine/run.ts';
import type { Case, Judge, KnownRubric } from '../engine/types.ts';

export type AskedSection = 'model' | 'base' | 'judge' | 'embeddings';
/** Of a model that passes every row, of one that fails, and at most. */
export type Forecast = 'pass' | 'fail' | 'most';

/** A judge asks twice where its first reply cannot be read, and is calibrated twice on failures. */
const TRIES = 2;

/**
 * Requests by section.
 *
 * @param tests - of the verdict and of its preview: equal questions are asked once
 */
export function requestsOf(
  forecast: Forecast,
  tests: readonly { run: TestRun }[],
): Record<AskedSection, number> {
  const isMost = forecast === 'most';
  const tries = isMost ? TRIES : 1;
  const sent = { model: 0, base: 0, judge: 0, embeddings: 0 };
  const asked = new Set<string>();
  const calibrated = new Map<Judge, Set<KnownRubric>>();
  for (const { run } of tests) {
    const { test, tools, plan, base, head } = run;
    const cost = test.cost(tools);
    const { passing = cost, rubrics = [] } = cost;
    const { asks, reads } = forecast === 'pass' ? passing : cost;
    const rows = isMost ? Infinity : rowsWhereAll(plan, forecast === 'pass');
    const cases = plan.cases.slice(0, rows).filter(({ arms, row: { options, fill = {} } }) => {
      const shown = [...Object.values(arms), options, ...Object.values(fill)];
      const question = [test.name, ...shown].join('\0');
      return !asked.has(question) && asked.add(question);
    });
    const hasBase = base !== undefined && base !== head;
    sent.model += cases.length * asks;
    if (hasBase) sent.base += cases.length * (isMost ? asks : passing.asks);
    if (tools.embed) sent.embeddings += Math.ceil((cases.length * cost.asks) / 32);
    const judged = tools.judge ? cases.filter((one) => isMost || isReadByJudge(one)) : [];
    sent.judge += judged.length * reads * tries * (hasBase ? 2 : 1);
    if (!tools.judge || judged.length === 0) continue;
    const known = calibrated.get(tools.judge) ?? new Set();
    for (const rubric of isMost ? rubrics : rubrics.slice(0, 1)) known.add(rubric);
    calibrated.set(tools.judge, known);
  }
  const rubrics = [...calibrated.values()].flatMap((known) => [...known]);
  for (const { cases } of rubrics) sent.judge += cases.length * tries;
  return sent;
}

/** Rules read what names an option or a truth, and a plain refusal; words need a judge. */
function isReadByJudge({ keys, row }: Case): boolean {
  if (keys) return Object.values(keys).some((key) => 'words' in key);
  return row.should !== 'refuse';
}

export function totalOf(requests: Record<AskedSection, number>): number {
  return Object.values(requests).reduce((sum, count) => sum + count, 0);
}
