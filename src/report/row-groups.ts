// Groups rows by what they say about the model, and counts those that broke since the base.

import { interleave } from '../engine/prepare.ts';
import type { ResultRow } from '../engine/results.ts';
import { upperTail } from '../engine/statistics.ts';
import type { Results, Verdict } from '../run/results.ts';
import { baseName, quantity } from './words.ts';

/** The groups of rows. Those that best explain a verdict come first. */
const GROUPS = [
  'must hold',
  'broken',
  'failed',
  'in error',
  'neither right nor wrong',
  'passed',
  'asked, but not needed',
  'left out',
] as const;
export type Group = (typeof GROUPS)[number];

/** The groups of rows that fail. */
export const FAILING = GROUPS.slice(0, 3);

/** A row with its results from all tests in which it has its worst group. */
export type ShownRow = readonly [ResultRow, ...ResultRow[]];

export function groupOf({ status, pass, base, must }: ResultRow) {
  if (status === 'error') return 'in error';
  // A row that broke is shown even if its test was decided without it.
  if (status === 'undecided' && (pass || !base?.pass)) return 'asked, but not needed';
  if (status === 'not_applicable') return 'left out';
  if (pass) return 'passed';
  if (must) return 'must hold';
  if (base?.pass) return 'broken';
  return pass === false ? 'failed' : 'neither right nor wrong';
}

/**
 * Groups the rows. A row that several tests ask appears once, in its worst group. Within a group,
 * the kinds of failure take turns, each in the order of places.
 */
export function rowsByGroup(results: readonly ResultRow[]) {
  const placed = results.toSorted((a, b) => PLACES.compare(a.source, b.source));
  const byText = Map.groupBy(placed, ({ source, original }) => `${source}\u0000${original}`);
  const rows = [...byText.values()].flatMap((resultsOfRow): ShownRow[] => {
    for (const group of GROUPS) {
      const [first, ...others] = resultsOfRow.filter((row) => groupOf(row) === group);
      if (first) return [[first, ...others]];
    }
    return [];
  });
  const inTurn = interleave(rows, ([{ must, state, rule }]) => `${must ? rule : state}`);
  return Map.groupBy(inTurn, ([row]) => groupOf(row));
}

const PLACES = new Intl.Collator('en', { numeric: true });

/** The rows that fail: first those that must hold, then those that broke. */
export function failingRows(results: readonly ResultRow[]) {
  const groups = rowsByGroup(results);
  return FAILING.flatMap((group) => groups.get(group) ?? []);
}

/** `` Right on `main`, wrong here: 2 rows `` */
export function groupTitle(group: Group, rows: readonly ShownRow[], results: Results) {
  const count = quantity(rows.length, 'row');
  if (group === 'must hold') return `Must hold, but does not: ${count}`;
  if (group === 'broken') return `Right on ${baseName(results)}, wrong here: ${count}`;
  return `${count} ${group}`;
}

/** The share of runs in which chance may be mistaken for a change. */
const ALPHA = 0.05;
/** The share for warnings of a loss, which is larger since a false warning blocks no merge. */
const ALPHA_OF_WARNING = 0.2;

/**
 * Counts the rows that broke or were fixed, of all rows with answers of both sides. The exact sign
 * test decides whether that is a loss or a gain.
 */
export function flipsOf({ results }: Pick<Verdict, 'results'>) {
  const compared = results.filter(({ error, base }) => base && !base.error && !error);
  const rows = [...rowsByGroup(compared).values()].flat();
  const broken = failingRows(compared.filter(({ base }) => base?.pass)).length;
  const fixed = rows.filter((row) => row.some(({ pass, base }) => pass && !base?.pass)).length;
  const chanceOf = (flips: number) => upperTail(flips, broken + fixed, 0.5);
  return {
    broken,
    fixed,
    paired_count: rows.length,
    isLoss: chanceOf(broken) < ALPHA,
    mayBeLoss: chanceOf(broken) < ALPHA_OF_WARNING,
    isGain: chanceOf(fixed) < ALPHA,
  };
}

/**
 * The rows that the pull request adds or changes, judged by its own settings, whether or not the
 * verdict needed them.
 */
export function ownRows({ config, results, preview, changes }: Results): ResultRow[] {
  const ownVerdict = config.ref === 'head' ? { results } : preview;
  if (!ownVerdict || 'left_out' in ownVerdict) return [];
  const changed = new Set(changes.rows.flatMap((rows) => [...rows.added, ...rows.changed]));
  return ownVerdict.results
    .filter(({ source, id = source }) => changed.has(id))
    .map((row) => (row.status === 'undecided' ? { ...row, status: 'scored' } : row));
}
