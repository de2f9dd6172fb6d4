// The claims on a model by its class, and the table.
import { tableOf } from '../kit/figures.mjs';
import type { Claim } from '../kit/figures.mjs';
import { modelOf } from './models.ts';
import type { Deserved, Visited } from './types.ts';

type Counts = ReturnType<typeof countsOf>;

/** Runs of a model on one set of data. */
export type Cell = Counts & { model: string; data: string; deserves: Deserved };

const CLAIMS: Record<string, { text: string; holds: (counts: Counts) => boolean }> = {
  good: {
    text: 'a good model passes in at least 95 % of runs',
    holds: ({ pass, runs }) => pass >= 0.95 * runs,
  },
  bad: {
    text: 'a bad model passes in at most 10 % of runs',
    holds: ({ pass, runs }) => pass <= 0.1 * runs,
  },
  deaf: { text: 'one that never reads the "not" passes in none', holds: ({ pass }) => pass === 0 },
  unread: { text: 'a good one that cannot be read never fails', holds: ({ fail }) => fail === 0 },
};

/** Outcomes of a model's runs on one set of data. */
export function countsOf(visits: Visited[]) {
  const count = (outcome: string) => visits.filter((visit) => visit.outcome === outcome).length;
  const [runs, pass, fail] = [visits.length, count('pass'), count('fail')];
  const errors = visits.reduce((sum, { test }) => sum + (test?.error_count ?? 0), 0) / runs;
  return {
    runs,
    pass,
    fail,
    open: runs - pass - fail,
    requests: visits.reduce((sum, { requests }) => sum + requests, 0) / runs,
    errors,
  };
}

export function cellsOf(visits: Visited[]): Cell[] {
  const cells = new Map<string, Visited[]>();
  for (const visit of visits) {
    const key = JSON.stringify([visit.model, visit.data]);
    cells.set(key, [...(cells.get(key) ?? []), visit]);
  }
  return [...cells].map(([key, those]) => {
    const [model, data] = JSON.parse(key) as [string, string];
    return { model, data, deserves: modelOf(model).deserves, ...countsOf(those) };
  });
}

/** The claims, each with the models of which it does not hold. */
export function claimsOf(cells: Cell[]): Required<Claim>[] {
  return Object.entries(CLAIMS).flatMap(([deserves, { text, holds }]) => {
    const those = cells.filter((cell) => cell.deserves === deserves);
    const told = ({ model, data, pass, fail, runs }: Cell) =>
      `${model}, ${data}: ${pass} of ${runs} passed, ${fail} failed`;
    const broken = those.filter((cell) => !holds(cell)).map(told);
    if (those.length === 0) return [];
    const said = `${text} (${those.length} of model and data)`;
    return [{ text: said, holds: broken.length === 0, broken }];
  });
}

export function tableOfCells(cells: Cell[]) {
  const rows = cells.map(({ model, deserves, data, runs, pass, fail, open, requests, errors }) => [
    model,
    deserves,
    data,
    runs,
    pass,
    fail,
    open,
    requests.toFixed(0),
    errors === 0 ? '' : errors.toFixed(1),
  ]);
  return tableOf(
    ['model', 'deserves', 'data', 'runs', 'passed', 'failed', 'neither', 'requests', 'unread rows'],
    rows,
    3,
  );
}
