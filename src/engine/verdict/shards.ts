import { canonical } from '../../json.ts';
import type { RunOptions } from '../run.ts';
import { describedRow, type Case, type DescribedRow } from '../rows/case.ts';
import { calibrationProblem, isReadByJudge, mayGate } from '../judges/calibration.ts';
import { prepareRows } from '../methods/index.ts';
import type { AnyRun } from '../methods/test-run.ts';
import type { Shard } from './shard.ts';
import { drawFrom, shuffled } from '../random.ts';
import { decideTests, type RunResults } from './report.ts';
import type { SensitivityTest } from '../perturbations/definition.ts';
import type { Calibration, ReportRow, ResultRow, Results, RowError } from '../results.ts';
import { decidedRows } from './answer-and-refuse.ts';
import { startTests, subjectsOf, type SubjectModels } from '../asking/start-tests.ts';
import type { Trial } from '../asking/trial.ts';

/** The tests with their rows, which depend on the seed and the data alone. */
interface SeededTests {
  tests: readonly AnyRun[];
  seed: number;
}

/**
 * Returns a function from a row to the index of its shard, from 1. Rows of one original go to one
 * shard, so that two shards do not ask the same prompt.
 */
function shardIndexes({ tests, seed }: SeededTests, shardCount: number): (row: Case) => number {
  const texts = new Set(
    tests.flatMap((run) => casesOf(run, seed)).map(({ sample }) => sample.text),
  );
  // The name of the draw decides which rows a shard gets: it stays as it was.
  const order = shuffled([...texts].sort(), drawFrom(seed, 'share'));
  const indexes = new Map(order.map((text, i) => [text, 1 + (i % shardCount)]));
  return ({ sample }) => indexes.get(sample.text)!;
}

function casesOf(run: AnyRun, seed: number): readonly Case[] {
  return (run.cases ?? prepareRows(run, seed)).cases;
}

/** Returns the tests with the rows of one shard, without the tests that have none there. */
export function testsOfShard({ tests, seed }: SeededTests, { index, count }: Shard): AnyRun[] {
  const indexOf = shardIndexes({ tests, seed }, count);
  return tests.flatMap((run) => {
    const cases = casesOf(run, seed).filter((row) => indexOf(row) === index);
    return cases.length > 0 ? [{ ...run, cases: { cases, notApplicable: [] } }] : [];
  });
}

type ShardReport = Pick<Results, 'report' | 'results'>;

interface ShardReports {
  shardCount: number;
  /** The reports of the shards by their index. The rows of a missing one are in error. */
  reports: ReadonlyMap<number, ShardReport>;
  /** Makes the error for a report with other rows than this run gave to its shard. */
  refuse: (index: number, defect: string) => Error;
}

/**
 * Puts the rows of all shards together in the seeded order, and decides by the rules of this run.
 * Asks no model.
 */
export function joinShards(
  { tests, seed, baseTemplate }: SeededTests & Pick<RunOptions, 'baseTemplate'>,
  models: SubjectModels,
  { shardCount, reports, refuse }: ShardReports,
): RunResults {
  const trials = startTests(tests, { seed, ...subjectsOf(models, baseTemplate) });
  const indexOf = shardIndexes({ tests, seed }, shardCount);
  const shards = new Map([...reports].map(([index, report]) => [index, new ShardRows(report)]));
  const takeRow = (testCase: Case, test: SensitivityTest): ResultRow | { missingShard: number } => {
    const index = indexOf(testCase);
    const shard = shards.get(index);
    if (!shard) return { missingShard: index };
    const result = shard.take(describedRow(test, testCase));
    if (result) return result;
    throw refuse(index, `it lacks the row ${testCase.sample.source} of ${test.name}`);
  };
  const mergedTests = trials.map((trial) => {
    const calibration = worstCalibration(trial, [...reports.values()]);
    const resultsByRow = new Map<number, ResultRow>();
    for (const [row, testCase] of trial.rows.cases.entries()) {
      const result = takeRow(testCase, trial.run.test);
      if ('missingShard' in result) trial.skip(row, missingShard(result.missingShard, shardCount));
      else if (calibration && !mayGate(calibration) && isReadByJudge(result, calibration))
        trial.skip(row, calibrationProblem(calibration));
      else resultsByRow.set(row, result);
    }
    trial.fill(resultsByRow);
    return trial.finish(calibration);
  });
  for (const [index, { strayRow }] of shards)
    if (strayRow)
      throw refuse(
        index,
        `it has a row that this run did not give it, ${strayRow.source} of ${strayRow.test_type}`,
      );
  return decideTests(mergedTests, { isPartial: reports.size < shardCount });
}

function missingShard(index: number, shardCount: number): RowError {
  return { kind: 'shard', message: `Shard ${index} of ${shardCount} is missing.` };
}

/** The rows of a shard's report that no test has taken yet. */
class ShardRows {
  private readonly rows: Map<string, ResultRow>;

  constructor({ results }: ShardReport) {
    this.rows = new Map(results.map((row) => [keyOf(row), row]));
  }

  take(described: DescribedRow): ResultRow | undefined {
    const key = keyOf(described);
    const result = this.rows.get(key);
    this.rows.delete(key);
    return result;
  }

  get strayRow(): ResultRow | undefined {
    return [...this.rows.values()][0];
  }
}

/** Fields of a row that come from the configuration and the data. They identify it in a shard. */
const INPUT_FIELDS = [
  'category',
  'test_type',
  'source',
  'original',
  'test_case',
  'options',
  'filled',
  'key',
  'should',
  'expected',
  'perturbed_expected',
  'should_decline',
  'expect',
  'cluster',
  'lint',
] as const;

function keyOf(row: DescribedRow | ResultRow): string {
  return canonical(INPUT_FIELDS.map((field) => row[field]));
}

/**
 * Each shard calibrates its judges by itself. A calibration that bars the judge counts first, then
 * the one with most errors.
 */
function worstCalibration(trial: Trial, reports: readonly ShardReport[]): Calibration | undefined {
  const { side, test: definition } = trial.run;
  const isOwn = (test: ReportRow) =>
    test.category === definition.category &&
    test.test_type === definition.name &&
    test.side === side;
  const calibrations = reports
    .flatMap(({ report }) => report.flatMap(decidedRows))
    .flatMap((test) => (isOwn(test) ? (test.calibration ?? []) : []));
  return (
    calibrations.find((calibration) => !mayGate(calibration)) ??
    calibrations.sort((a, b) => a.right / a.total - b.right / b.total)[0]
  );
}
