/**
 * Texts for property tests: any UTF-16 at all, and what is near to syntax; and reports made of
 * them.
 */
import type { Figures } from '../support/figures.ts';
import fc from 'fast-check';
import type {
  Baseline,
  Calibration,
  ReportRow,
  ResultRow,
  Results,
  StatedRule,
} from '../../src/engine/results.ts';
import { HOSTILE } from '../support/hostile-corpus.ts';
import { leftOutRow, results } from './sample-results.ts';
import { character } from '../support/unicode.ts';

const units = fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit));

const syntax = fc.constantFrom(
  ...'<>/!-`&|@#$%:;=*_~^+.,?[](){}"\'\\ \t\n\r01ab',
  ...'\0\u0007\u001B\u0085\u009B\u00A0\u00AD\u200B\u202E\u2028\u2066\uFE0F\uFEFF\u{E0041}',
  ...['::', '##[', '\uD83D', '\uDE00'],
);

/** Any UTF-16, halves of surrogate pairs included. */
export const anything = fc.oneof(
  fc.string({ unit: character, maxLength: 100 }),
  fc.string({ unit: units }),
  fc.string({ unit: syntax, maxLength: 60 }),
  fc.constantFrom(...HOSTILE),
);

/** Hostile texts side by side: two harmless halves may make a whole. */
export const pieces = fc
  .array(fc.oneof(fc.constantFrom(...HOSTILE.filter((text) => text.length < 100)), syntax), {
    maxLength: 6,
  })
  .map((parts) => parts.join(''));

const share = fc.double({ min: 0, max: 1, noNaN: true });
const tally = fc.nat({ max: 60 });
const orNull = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | null> =>
  fc.option(value, { nil: null });
const maybe = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.option(value, { nil: undefined });
const status = fc.constantFrom('scored', 'error', 'not_applicable', 'undecided');

const baseline: fc.Arbitrary<Baseline> = fc.record({
  source: fc.constantFrom('base', 'report'),
  paired_count: tally,
  pass_rate: orNull(share),
  broken: tally,
  fixed: tally,
  p_value: share,
  adjusted_p_value: share,
  max_regression: share,
  outcome: fc.constantFrom('pass', 'fail', 'inconclusive'),
});

const calibration: fc.Arbitrary<Calibration> = fc.record({
  judge: pieces,
  right: tally,
  total: tally,
  needed: share,
  confusion: fc.dictionary(pieces, fc.dictionary(pieces, tally, { maxKeys: 20 }), { maxKeys: 20 }),
});

const interval = fc.record({
  method: fc.constant('wilson' as const),
  confidence: fc.constantFrom(0.5, 0.95),
  low: share,
  high: share,
});

const number = fc.double({ min: -100, max: 1e22, noNaN: true });
/** Words that have nothing to do with the rule: no writer reads them. */
const anyRule: fc.Arbitrary<StatedRule> = fc.oneof(
  fc.record({ kind: fc.constant('outside' as const), low: number, high: number, words: pieces }),
  fc.record({ kind: fc.constantFrom('at_most', 'below'), limit: number, words: pieces }),
);

const figures: fc.Arbitrary<Figures> = fc.record({
  category: fc.constant('sensitivity'),
  test_type: fc.constantFrom('one', 'output_toxicity'),
  fail_count: tally,
  pass_count: tally,
  error_count: tally,
  not_applicable_count: tally,
  pass_rate: orNull(share),
  minimum_pass_rate: share,
  pass: fc.boolean(),
  outcome: fc.constantFrom('pass', 'fail', 'inconclusive', 'error'),
  scorer: fc.oneof(pieces, fc.constantFrom('judge', 'bad_words or judge')),
  threshold: fc.constantFrom(0, 0.5),
  rule: anyRule,
  decision: maybe(fc.constantFrom('point', 'sequential')),
  interval: maybe(interval),
  decided_after: maybe(tally),
  undecided_count: maybe(tally),
  baseline: maybe(baseline),
  calibration: maybe(calibration),
  induced_count: maybe(tally),
  baseline_fail_count: maybe(tally),
  refusal_count: maybe(tally),
  byod: maybe(fc.record({ mean: share, standard_error: share, above_count: tally, rows: tally })),
  scorers: maybe(
    fc.dictionary(pieces, fc.record({ pass_count: tally, fail_count: tally, error_count: tally }), {
      maxKeys: 50,
    }),
  ),
});

const reportRow = figures.map((row) => row as ReportRow);

const resultRow: fc.Arbitrary<ResultRow> = fc
  .tuple(
    fc.boolean(),
    fc.record({
      category: fc.constant('sensitivity'),
      test_type: fc.constantFrom('one', 'output_toxicity'),
      source: pieces,
      original: anything,
      test_case: anything,
      options: maybe(pieces),
      expected_result: orNull(anything),
      actual_result: orNull(anything),
      eval_score: orNull(share),
      pass: orNull(fc.boolean()),
      status,
      error: maybe(fc.record({ kind: pieces, message: anything })),
      expect: maybe(fc.constantFrom('change', 'same')),
      judgement: maybe(fc.record({ verdict: pieces, reason: maybe(anything) })),
      baseline: maybe(
        fc.record({
          expected_result: orNull(anything),
          actual_result: orNull(anything),
          eval_score: orNull(share),
          pass: orNull(fc.boolean()),
          status,
        }),
      ),
      cause: maybe(fc.constantFrom('induced', 'baseline')),
      kind: maybe(anything),
      expected_score: maybe(share),
      scores: maybe(
        fc.dictionary(
          pieces,
          fc.record({ eval_score: orNull(share), pass: orNull(fc.boolean()) }),
          { maxKeys: 50 },
        ),
      ),
      refusal: maybe(fc.boolean()),
    }),
  )
  .map(([unchanged, row]) =>
    unchanged ? { ...row, test_case: row.original, expected_result: null } : row,
  );

/** Any report at all, even one that contradicts itself: no writer may stumble over it. */
export const anyResults: fc.Arbitrary<Results> = fc
  .record({
    outcome: fc.constantFrom('pass', 'fail', 'inconclusive', 'error', 'skipped'),
    report: fc.array(reportRow, { maxLength: 5 }),
    rows: fc.array(resultRow, { maxLength: 6 }),
    reason: pieces,
  })
  .map(({ outcome, report, rows, reason }) =>
    results({
      outcome,
      report,
      results: rows,
      not_applicable: [leftOutRow({ test_type: 'one', reason })],
    }),
  );
