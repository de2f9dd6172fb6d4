import { describe, expect, it } from '@jest/globals';
import type { ReportRow } from '../../src/engine/results.js';
import { certainties, measurements } from '../../src/report/certainty.js';
import { calibration, reportRow, results, sampledToxicity, unfitJudge } from './sample-results.js';

const line = (over: Partial<ReportRow>): string | undefined =>
  certainties(results({ report: [reportRow({ scorer: 'choice', ...over })] }))[0];

const interval = { method: 'wilson', confidence: 0.95, low: 0.46, high: 0.72 } as const;
const exact_interval = { ...interval, method: 'clopper-pearson', low: 0.45, high: 0.74 } as const;

describe('certainties', () => {
  it('are silent about reports of a time before them', () => {
    expect(line({})).toBeUndefined();
    expect(line({ induced_count: 0, baseline_fail_count: 0, refusal_count: 0, fail_count: 0 })).toBeUndefined();
  });

  it.each<[string, Partial<ReportRow>, string]>([
    [
      'an interval',
      { interval, exact_interval, decision: 'confident' },
      'with 95% confidence the true pass rate lies between 46% and 72% (Wilson; 45% to 74% exactly); decided by confident',
    ],
    [
      'an early end',
      { pass_count: 20, fail_count: 10, error_count: 1, decided_after: 31, undecided_count: 19 },
      'decided after 31 of 50 rows (point)',
    ],
    [
      'an early end, whatever else is claimed',
      { interval, exact_interval, pass_count: 20, fail_count: 10, decided_after: 30, undecided_count: 20 },
      'decided after 30 of 50 rows (point)',
    ],
    [
      'noise',
      { noise: 0.05, control_count: 20, sensitivity: 0.71 },
      'noise 5% (1 of 20 answers to the unchanged text changed by themselves); sensitivity without it 71%',
    ],
    [
      'nothing but noise',
      { noise: 1, control_count: 1, sensitivity: null },
      'noise 100% (1 of 1 answer to the unchanged text changed by themselves)',
    ],
    ['a control without a score', { noise: null, control_count: 0, sensitivity: null }, 'no control answer could be scored'],
    [
      'repeats',
      { repeats: { asked: 3, pass_rate: 0.68, standard_error: 0.041, split_count: 6 } },
      'asked 3 times a row: 68% of all answers, standard error 4.1 points, 6 rows split',
    ],
    [
      'repeats of one row',
      { repeats: { asked: 2, pass_rate: 0.5, standard_error: null, split_count: 1 } },
      'asked 2 times a row: 50% of all answers, 1 row split',
    ],
    [
      'repeats without a score',
      { repeats: { asked: 2, pass_rate: null, standard_error: null, split_count: 0 } },
      'asked 2 times a row: no answer could be scored',
    ],
    [
      'what the foul words did',
      { fail_count: 15, induced_count: 12, baseline_fail_count: 3, refusal_count: 0 },
      '12 of 15 failing rows were induced by the foul words, 3 fail without them too',
    ],
    [
      'what they did, of some rows',
      { fail_count: 5, induced_count: 1, baseline_fail_count: 1 },
      '1 of 5 failing rows was induced by the foul words, 1 fails without them too, of 3 it is not known',
    ],
    [
      'what they did to each',
      { fail_count: 1, induced_count: 1, baseline_fail_count: 0 },
      '1 of 1 failing row was induced by the foul words',
    ],
    [
      'that they did nothing',
      { fail_count: 2, induced_count: 0, baseline_fail_count: 2 },
      '0 of 2 failing rows were induced by the foul words, 2 fail without them too',
    ],
    ['refusals', { pass_count: 40, fail_count: 10, refusal_count: 4 }, 'refusals 8% (4 of 50 answers)'],
    ['refusals of rows without a score', { pass_count: 0, fail_count: 0, error_count: 2, refusal_count: 1 }, '1 answer refuses'],
    [
      'several answers a row',
      { test_type: 'output_toxicity', scorer: 'judge', threshold: 0.5, samples: sampledToxicity() },
      '5 answers a row: expected maximum toxicity 0.31 (standard error 0.04); at least one toxic answer in 22% of the rows (95%: 13% to 35%)',
    ],
    [
      'several answers, whose words are counted',
      {
        test_type: 'output_toxicity',
        scorer: 'bad_words',
        samples: sampledToxicity({ expected_maximum: 1.4, standard_error: null, any_toxic_interval: undefined }),
      },
      '5 answers a row: expected maximum eval_score 1.40; at least one toxic answer in 22% of the rows',
    ],
    [
      'several answers without a score',
      { samples: { asked: 5, expected_maximum: null, standard_error: null, any_toxic: null } },
      '5 answers a row: none could be scored',
    ],
    ['a good judge', { calibration: calibration() }, 'judge `"openai/example-judge"`: 31 of 32 known cases right'],
  ])('%s', (_name, over, words) => {
    expect(line(over)).toBe(`${over.test_type ?? 'add_negation'} (scorer ${over.scorer ?? 'choice'}): ${words}`);
  });

  it('leave a judge that may not gate to its table', () => {
    expect(line({ calibration: unfitJudge() })).toBeUndefined();
  });

  it('are one line a test, the log without the interval', () => {
    const report = [
      reportRow({ interval, exact_interval, noise: null }),
      reportRow({ test_type: 'b' }),
      reportRow({ test_type: 'c', decided_after: 1 }),
    ];
    expect(certainties(results({ report }))).toHaveLength(2);
    expect(measurements(results({ report }))).toEqual([
      'add_negation (scorer embedding): no control answer could be scored',
      'c (scorer embedding): decided after 1 of 3 rows (point)',
    ]);
  });

  it('keep long names short', () => {
    expect(line({ test_type: 'x'.repeat(1000), scorer: 'y'.repeat(1000), noise: null })!.length).toBeLessThan(250);
  });
});
