import type { Config } from '../config/config.js';
import { asked } from '../config/changed-rules.js';
import { configOf } from '../config/rules.js';
import type { AnyRun } from '../engine/methods/test-run.js';
import type { BaselineResult, ReportRow, ResultRow, Results } from '../engine/results.js';
import { partsOf } from '../engine/sides.js';
import type { WatchNight } from '../engine/watch.js';
import { canonical } from '../json.js';
import { digest } from './history.js';
import type { EvaluateOptions, Evaluation } from './options.js';
import { subjectOf } from './run-store.js';
import { evaluate } from './run.js';
import { NEVER_DECIDES, withoutMinima } from './suggest.js';

/**
 * Asks the same first rows of all tests, all of them, without a comparison and without a stored
 * reply. @throws ConfigError
 */
export async function evaluateWatch({
  cacheDirectory: _,
  ...options
}: EvaluateOptions): Promise<Evaluation> {
  const { rules, path, ref } = options.config;
  const config = configOf(rules, path);
  const { results } = await evaluate({
    ...options,
    config: { path, ref, rules: { config: withoutMinima(config) } },
    narrow: (tests) => firstRows(tests, config),
  });
  return { config, results: withoutVerdict(results) };
}

function firstRows(tests: readonly AnyRun[], config: Config): AnyRun[] {
  const shares = inTurn(
    config.watch_rows,
    tests.map(({ cases }) => cases!.cases.length),
  );
  return tests.flatMap((run, i): AnyRun[] => {
    const cases = run.cases!.cases.slice(0, shares[i]);
    if (cases.length === 0) return [];
    const narrowed = {
      ...run,
      samples: cases.map(({ sample }) => sample),
      cases: { cases, notApplicable: [] },
    };
    return ['margin' in narrowed ? { ...narrowed, ...NEVER_DECIDES } : narrowed];
  });
}

function inTurn(most: number, lengths: readonly number[]): number[] {
  const taken = lengths.map(() => 0);
  let left = most;
  for (let turn = 0; left > 0 && lengths.some((length) => length > turn); turn += 1) {
    for (const [i, length] of lengths.entries()) {
      if (length <= turn || left === 0) continue;
      taken[i] = turn + 1;
      left -= 1;
    }
  }
  return taken;
}

/**
 * A night of `watch` compares with the record, and no minimum decides. Rows in error that leave
 * nothing are an error.
 */
function withoutVerdict(results: Results): Results {
  if (results.problem !== undefined || results.outcome === 'skipped') return results;
  const isScored = (test?: ReportRow) =>
    results.results.some(
      ({ status, test_type }) =>
        status === 'scored' && (test === undefined || test_type === test.test_type),
    );
  const report = results.report.map((test): ReportRow => {
    const { sides: _sides, streams: _streams, baseline: _baseline, ...row } = test;
    const outcome = isScored(test) ? 'pass' : 'error';
    return { ...row, minimum_pass_rate: 0, outcome, pass: outcome === 'pass' };
  });
  return { ...results, report, outcome: isScored() ? 'pass' : 'error' };
}

/**
 * A digest of the watched rows and of how they are scored, their outcomes, and those of the base's
 * subject, asked now.
 */
export function watchedRows({ results, report }: Results, config: Config) {
  const lists = [
    ...Map.groupBy(results, ({ test_type, should = '' }) => `${test_type} ${should}`).values(),
  ];
  const shares = inTurn(
    config.watch_rows,
    lists.map(({ length }) => length),
  );
  const compared = report.filter((test) =>
    partsOf(test).some(({ baseline }) => baseline?.source === 'base'),
  );
  // The rows of an earlier report were asked then.
  const isAskedOfBase = (row: ResultRow) =>
    compared.some(({ test_type }) => test_type === row.test_type);
  const watched = lists.flatMap((rows, i) => rows.slice(0, shares[i]));
  const contents = watched.map((row) => [
    row.test_type,
    row.original,
    row.test_case,
    row.options,
    row.placebo,
  ]);
  return {
    rows: digest(contents, scoringOf(config), canonical(asked(config.embeddings) ?? null)),
    outcomes: watched.map(outcomeOf).join(''),
    base: watched
      .map((row) =>
        isAskedOfBase(row) ? outcomeOf(row.baseline?.unchanged ? row : row.baseline) : '-',
      )
      .join(''),
  };
}

function scoringOf({ tests }: Config): unknown[] {
  return tests.map(({ test, candidates, judge, repeats, parameters, asking }) => [
    test.name,
    candidates.map(({ scorer, scorerOptions, threshold }) => [
      scorer.name,
      scorerOptions,
      threshold,
    ]),
    [asked(judge), repeats, parameters, asking.method],
  ]);
}

/** A row that could tell nothing has not passed: a model that lost the answer has drifted. */
function outcomeOf(row: ResultRow | BaselineResult | undefined): string {
  if (row?.status !== 'scored') return '-';
  return row.pass === true ? '1' : '0';
}

export function subjectDigest(config: Config, baseUrl: string | undefined): WatchNight['subject'] {
  return digest(subjectOf(config, baseUrl));
}
