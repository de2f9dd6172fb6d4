import type { CalibratedJudge } from '../engine/judge/judge.ts';
import { rowsWhereAll } from '../engine/decide.ts';
import { MAX_REQUESTS } from '../engine/attribution.ts';
import type { Case, KnownRubric } from '../engine/types.ts';
import type { OpenTest } from './ask.ts';

/** Requests by section, of a model that passes every row, of one that fails, and at most. */
export type AskedSection = 'model' | 'base' | 'judge' | 'embeddings';
export type Counts = { pass: number; fail: number; most: number };
export type Expected = Record<AskedSection, Counts>;

const NONE: Counts = { pass: 0, fail: 0, most: 0 };

/** A judge asks twice where its first reply cannot be read, and is calibrated twice on failures. */
const TRIES = 2;

export function expectedRequests(tests: readonly OpenTest[], isSearched: boolean): Expected {
  const counts: Expected = {
    model: { ...NONE },
    base: { ...NONE },
    judge: { ...NONE },
    embeddings: { ...NONE },
  };
  const calibrated = new Map<CalibratedJudge, Record<keyof Counts, Set<KnownRubric>>>();
  for (const test of tests) addTest(counts, test, calibrated);
  for (const rubrics of calibrated.values())
    for (const kind of ['pass', 'fail', 'most'] as const)
      for (const { cases } of rubrics[kind])
        counts.judge[kind] += cases.length * (kind === 'most' ? TRIES : 1);
  if (isSearched) counts.model.most += MAX_REQUESTS;
  return counts;
}

function addTest(
  counts: Expected,
  { run }: OpenTest,
  calibrated: Map<CalibratedJudge, Record<keyof Counts, Set<KnownRubric>>>,
): void {
  const { test, tools, plan, base, head } = run;
  const { asks, reads, passing = { asks, reads }, rubrics = [] } = test.cost(tools);
  const rows = {
    pass: rowsWhereAll(plan, true),
    fail: rowsWhereAll(plan, false),
    most: plan.cases.length,
  };
  const asksOf = { pass: passing.asks, fail: asks, most: asks };
  const subjects = base && base !== head ? 2 : 1;
  for (const kind of ['pass', 'fail', 'most'] as const) {
    counts.model[kind] += rows[kind] * asksOf[kind];
    if (subjects === 2) counts.base[kind] += rows[kind] * (kind === 'most' ? asks : passing.asks);
    if (tools.embed) counts.embeddings[kind] += Math.ceil((rows[kind] * asks) / 32);
    if (!tools.judge) continue;
    const asked = plan.cases.slice(0, rows[kind]);
    const judged = asked.filter((one) => kind === 'most' || isReadByJudge(one));
    const readsOf = { pass: passing.reads, fail: reads, most: reads * TRIES };
    counts.judge[kind] += judged.length * readsOf[kind] * subjects;
    if (judged.length === 0) continue;
    const sets = calibrated.get(tools.judge as CalibratedJudge) ?? emptySets();
    calibrated.set(tools.judge as CalibratedJudge, sets);
    const used = kind === 'most' ? rubrics : rubrics.slice(0, 1);
    for (const rubric of used) sets[kind].add(rubric);
  }
}

function emptySets(): Record<keyof Counts, Set<KnownRubric>> {
  return { pass: new Set(), fail: new Set(), most: new Set() };
}

/** Rules read what names an option or a truth, and a plain refusal; words need a judge. */
function isReadByJudge({ keys, row }: Case): boolean {
  if (keys) return Object.values(keys).some((key) => 'words' in key);
  return row.should !== 'refuse';
}

export function totalOf(expected: Expected): Counts {
  const total = { ...NONE };
  for (const { pass, fail, most } of Object.values(expected)) {
    total.pass += pass;
    total.fail += fail;
    total.most += most;
  }
  return total;
}
