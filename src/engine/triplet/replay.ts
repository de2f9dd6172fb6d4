import { parseOptions } from '../../language/choice/options.js';
import type { SequentialCounts } from '../gate.js';
import type { BaselineResult, ReportRow, ResultRow } from '../results.js';
import { tallyOf } from '../tally.js';
import type { TripletCase } from './cases.js';
import type { Range } from './comparison.js';
import { correctedBy } from './corrected.js';
import { sequentialCounts, type Decided } from './counts.js';
import { COMPARED, Decider, type Compared, type DecisionRules } from './decision.js';
import { judgeRow, stateIn, type Key, type Readings } from './key.js';
import { comparedWith, contrastOf, difference, standingOf, type Standing } from './observe.js';
import { isAlike } from './reading.js';
import { planErrorNow, streamFigures, tripletFigures } from './report.js';
import { findTest } from '../tests/index.js';
import { VALID_MARGIN } from './triplet-run.js';
import { standingInReport } from './triplet-rows.js';

/** Longer plans take long to work out, and their error decides nothing. */
const LONGEST_PLAN = 2_000;

/** A sequential test that was read from a report. */
export interface Replayed {
  counts: SequentialCounts;
  /** What the report's row of the test has to say. */
  figures: { [Key in keyof ReportRow]?: ReportRow[Key] | undefined };
  /** How many of the rows the decision rests on. */
  after: number;
}

type Shown = Decided['counted'][number];

/**
 * Decides a test anew from the rows of its report, by the rules that its row there states: answers were read already, and whatever follows
 * from the readings is worked out again. `all` are its rows in the report's order, `comparisons` those of the whole run.
 */
export function replay(test: ReportRow, all: readonly ResultRow[], comparisons: number): Replayed {
  const isTriplet = test.method === 'triplet';
  const asked = all.filter(({ status }) => status !== 'undecided');
  const rules = rulesOf(test, all, comparisons);
  const look = isTriplet ? lookedOf : streamedOf;
  const shown = asked.map((row) => look(row, { compared: rules.comparisons, isUnchanged: isUnchanged(test) }));
  const decider = new Decider(rules);
  const state = decider.walk(shown.map(({ seen }) => seen));
  const decision = decider.read(state);
  const decided: Decided = {
    run: {
      margin: test.margin!,
      alpha: test.alpha!,
      beta: test.beta!,
      ...(test.baseline && { compare: { with: test.baseline.source, max_regression: test.baseline.max_regression } }),
    },
    rows: { count: all.length, isUnchanged: isUnchanged(test) },
    decider,
    decision,
    state,
    counted: shown.slice(0, decision.after),
    open: all.slice(asked.length),
  };
  return {
    counts: sequentialCounts(decided),
    figures: {
      ...(isTriplet ? tripletFigures(decided, all.map(caseOf)) : streamFigures(decided)),
      ...(all.length <= LONGEST_PLAN ? planErrorNow(decided) : { plan_error: test.plan_error }),
      ...(test.corrected_rate && { corrected_rate: correctedOf(test, decided) }),
    },
    after: decision.after,
  };
}

/** Comparisons of a test, each a chance of a false alarm; none where nothing can differ. */
export function comparisonCount(test: ReportRow): number {
  return isUnchanged(test) ? 0 : Object.keys(test.comparisons ?? {}).length;
}

/** What became of a row that was asked three ways, by its readings and its key; undefined for one in error. */
export function stateOfRow(row: ResultRow): ResultRow['state'] {
  return row.readings && stateIn(judgeRow(readingsIn(row), keyIn(row), row.expect === 'same'), row.key !== undefined);
}

function isUnchanged({ comparisons = {} }: ReportRow): boolean {
  return Object.values(comparisons).some(({ unchanged }) => unchanged);
}

function rulesOf(test: ReportRow, all: readonly ResultRow[], comparisons: number): DecisionRules {
  const { method, minimum_pass_rate, minimum_valid_rate, margin, alpha, beta, baseline } = test;
  const rates = { alpha: alpha!, beta: beta! };
  const isTriplet = method === 'triplet';
  const isCompared = baseline !== undefined && !isUnchanged(test);
  const needsContrast = isTriplet && all.some(({ key, expect }) => !key && expect !== 'same');
  const compared = isCompared ? COMPARED.filter((name) => name === 'sensitive' || (isTriplet && all.some(({ key }) => key))) : [];
  return {
    rows: all.length,
    sensitive: { minimum: minimum_pass_rate, margin: margin!, ...rates },
    ...(isTriplet && { valid: { minimum: minimum_valid_rate!, margin: VALID_MARGIN, ...rates } }),
    ...(needsContrast && { contrastAlpha: rates.alpha }),
    comparisons: compared,
    ...(isCompared && { comparison: { comparisons, delta: baseline.max_regression, ...rates } }),
  };
}

interface Look {
  compared: readonly Compared[];
  isUnchanged: boolean;
}

/** One that was never put to the model, for an error, shows nothing. */
const NOTHING: Pick<Shown, 'seen' | 'standing'> = {
  seen: { valid: undefined, right: undefined },
  standing: { now: { known: undefined, sensitive: undefined } },
};

function lookedOf(row: ResultRow, { compared, isUnchanged }: Look): Shown {
  if (!row.readings) return { ...NOTHING, result: row };
  const { baseline, key, expect } = row;
  const readings = readingsIn(row);
  const judged = judgeRow(readings, keyIn(row), expect === 'same');
  const now = standingOf(judged);
  const before = isUnchanged ? now : baseline && standingBefore(row, baseline);
  const fit = key ? compared : compared.filter((name) => name !== 'known');
  const same = (): Partial<Record<Compared, Range>> => Object.fromEntries(fit.map((name) => [name, [0, 0] as const]));
  const { original, placebo } = readings;
  return {
    result: row,
    seen: {
      valid: judged.valid,
      right: judged.right,
      ...(expect !== 'same' && { contrast: contrastOf(readings) }),
      ...(before && fit.length > 0 && { compared: baseline?.unchanged ? same() : comparedWith(before, now, fit) }),
    },
    standing: { now, before },
    upset: original && placebo && !isAlike(original, placebo),
  };
}

function standingBefore(row: ResultRow, baseline: BaselineResult): Standing | undefined {
  if (!baseline.readings) return standingInReport(baseline);
  return standingOf(judgeRow(readingsIn(baseline), keyIn(row), row.expect === 'same'));
}

function streamedOf(row: ResultRow, { compared, isUnchanged }: Look): Shown {
  const { pass, status, baseline } = row;
  const standing = (of: boolean | null): Standing => ({ known: undefined, sensitive: of ?? undefined });
  const now = standing(pass);
  const before = isUnchanged ? now : baseline && standing(baseline.pass);
  const isPaired = baseline && !['not_applicable', 'undecided'].includes(baseline.status);
  return {
    result: row,
    seen: {
      valid: status !== 'not_applicable',
      right: now.sensitive,
      ...(isPaired && compared.length > 0 && { compared: { sensitive: difference(before!.sensitive, now.sensitive) } }),
    },
    standing: { now, ...(before && { before }) },
  };
}

function readingsIn({ readings }: Pick<ResultRow, 'readings'>): Readings {
  const { original, placebo, test_case } = readings!;
  return { ...(original !== null && { original }), ...(placebo !== null && { placebo }), ...(test_case !== null && { test_case }) };
}

function keyIn({ key }: ResultRow): Key | undefined {
  return key && { original: key.original, changed: key.test_case };
}

function caseOf(row: ResultRow): Pick<TripletCase, 'key' | 'options' | 'cluster'> {
  const key = keyIn(row);
  return { key, options: key && typeof key.original !== 'string' ? parseOptions(row.options ?? '') : undefined, cluster: row.cluster };
}

function correctedOf({ calibration, test_type }: ReportRow, { counted }: Decided): ReportRow['corrected_rate'] {
  const { pass_count, fail_count } = tallyOf(counted.map(({ result }) => result));
  return (
    calibration &&
    correctedBy(calibration, { passes: pass_count, scored: pass_count + fail_count, losesAnswer: findTest(test_type)?.losesAnswer })
  );
}
