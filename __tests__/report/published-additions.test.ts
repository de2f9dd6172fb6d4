import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Results } from '../../src/engine/results.js';
import { stated } from '../../src/engine/scorers/rule.js';
import { resultsSchema } from '../../src/engine/results.js';
import { anyResults } from './anything.js';
import { baseline, calibration, everything, reportRow, resultRow, results, sampledToxicity } from './sample-results.js';

const first = (report: unknown): string => {
  const { error } = resultsSchema.safeParse(report);
  return error ? `${error.issues[0]!.path.join('.')}: ${error.issues.length}` : 'read';
};
const ofTest = (over: object): unknown => ({ ...results(), report: [{ ...reportRow(), ...over }] });
const ofRow = (over: object): unknown => ({ ...results(), results: [{ ...resultRow(), ...over }] });
const keys = (count: number): Record<string, number> => Object.fromEntries(Array.from({ length: count }, (_, i) => [`v${i}`, 1]));

const counts = { pass_count: 1, fail_count: 0, error_count: 0 };
const scorers = (count: number): object => Object.fromEntries(Object.keys(keys(count)).map((key) => [key, counts]));

describe('the form of a published report, where it has what a run may add', () => {
  it('is read as it was written', () => {
    expect(resultsSchema.parse(everything())).toEqual(everything());
    fc.assert(
      fc.property(anyResults, (report) => {
        const written = JSON.parse(JSON.stringify(report)) as Results;
        const { success, data } = resultsSchema.safeParse(written);
        // Words on a rule are made of its data, whatever stands there.
        const told = { ...written, report: written.report.map((row) => ({ ...row, rule: stated(row.rule) })) };
        if (success) expect(data).toEqual(told);
      }),
    );
  });

  it.each<[string, unknown, string]>([
    ['half a row', ofTest({ decided_after: 0.5 }), 'report.0.decided_after: 1'],
    ['noise above 1', ofTest({ noise: 1.5 }), 'report.0.noise: 1'],
    ['a sensitivity above 1', ofTest({ sensitivity: 1.1 }), 'report.0.sensitivity: 1'],
    ['a sensitivity below any', ofTest({ sensitivity: -1e9 }), 'report.0.sensitivity: 1'],
    ['endless repeats', ofTest({ repeats: { asked: 1e9, pass_rate: 1, standard_error: 0, split_count: 0 } }), 'report.0.repeats.asked: 1'],
    ['a source of its own', ofTest({ baseline: { ...baseline(), source: 'elsewhere' } }), 'report.0.baseline.source: 1'],
    ['a negative number of broken rows', ofTest({ baseline: baseline({ broken: -1 }) }), 'report.0.baseline.broken: 1'],
    ['a p above 1', ofTest({ baseline: baseline({ adjusted_p_value: 2 }) }), 'report.0.baseline.adjusted_p_value: 1'],
    ['a long name of a judge', ofTest({ calibration: calibration({ judge: 'x'.repeat(1001) }) }), 'report.0.calibration.judge: 1'],
    [
      '20 verdicts',
      ofTest({ calibration: calibration({ confusion: Object.fromEntries(Object.keys(keys(20)).map((key) => [key, keys(20)])) }) }),
      'read',
    ],
    [
      '21 known verdicts',
      ofTest({ calibration: { ...calibration(), confusion: Object.fromEntries(Object.keys(keys(21)).map((key) => [key, {}])) } }),
      'report.0.calibration.confusion: 1',
    ],
    [
      '21 verdicts of one',
      ofTest({ calibration: { ...calibration(), confusion: { a: keys(21) } } }),
      'report.0.calibration.confusion.0.1: 1',
    ],
    [
      'a million wrong verdicts',
      ofTest({ calibration: { ...calibration(), confusion: Array.from({ length: 100_000 }) } }),
      'report.0.calibration.confusion: 1',
    ],
    [
      'a long verdict',
      ofTest({ calibration: { ...calibration(), confusion: { ['x'.repeat(1001)]: {} } } }),
      'report.0.calibration.confusion.0.0: 1',
    ],
    [
      'a count in words',
      ofTest({ calibration: { ...calibration(), confusion: { a: { b: '1' } } } }),
      'report.0.calibration.confusion.0.1.0.1: 1',
    ],
    [
      'an interval that no run makes',
      ofTest({ interval: { method: 'wilson', confidence: 0.3, low: 0, high: 1 } }),
      'report.0.interval.confidence: 1',
    ],
    ['a confidence that no run has', ofTest({ confidence: 1 }), 'report.0.confidence: 1'],
    ['half a failing row', ofTest({ induced_count: 0.5 }), 'report.0.induced_count: 1'],
    ['fewer failing rows than none', ofTest({ baseline_fail_count: -1 }), 'report.0.baseline_fail_count: 1'],
    ['refusals in words', ofTest({ refusal_count: 'many' }), 'report.0.refusal_count: 1'],
    ['endless answers', ofTest({ samples: sampledToxicity({ asked: 1e9 }) }), 'report.0.samples.asked: 1'],
    ['more than every row', ofTest({ samples: sampledToxicity({ any_toxic: 1.5 }) }), 'report.0.samples.any_toxic: 1'],
    [
      'an interval in words',
      ofTest({ samples: { ...sampledToxicity(), any_toxic_interval: 'wide' } }),
      'report.0.samples.any_toxic_interval: 1',
    ],
    ['a negative error', ofTest({ samples: sampledToxicity({ standard_error: -1 }) }), 'report.0.samples.standard_error: 1'],
    ['50 scorers', ofTest({ scorers: scorers(50) }), 'read'],
    ['51 scorers', ofTest({ scorers: scorers(51) }), 'report.0.scorers: 1'],
    ['a long name of a scorer', ofTest({ scorers: { ['x'.repeat(1001)]: counts } }), 'report.0.scorers.0.0: 1'],
    ['a scorer without a count', ofTest({ scorers: { a: {} } }), 'report.0.scorers.0.1.pass_count: 1'],
    ['a cause of its own', ofRow({ cause: 'the weather' }), 'results.0.cause: 1'],
    ['a score in words', ofRow({ expected_score: '0.5' }), 'results.0.expected_score: 1'],
    ['50 categories', ofRow({ categories: keys(50) }), 'read'],
    ['51 categories', ofRow({ categories: keys(51) }), 'results.0.categories: 1'],
    ['a category above 1', ofRow({ categories: { hate: 1.1 } }), 'results.0.categories.0.1: 1'],
    ['a long name of a category', ofRow({ categories: { ['x'.repeat(1001)]: 1 } }), 'results.0.categories.0.0: 1'],
    ['200 steps', ofRow({ steps: Array.from({ length: 200 }, () => 'step') }), 'read'],
    ['201 steps', ofRow({ steps: Array.from({ length: 201 }, () => 'step') }), 'results.0.steps: 1'],
    ['a long step', ofRow({ steps: ['x'.repeat(100_001)] }), 'results.0.steps.0: 1'],
    ['a step that is a list', ofRow({ steps: [[]] }), 'results.0.steps.0: 1'],
    [
      '51 verdicts',
      ofRow({ scores: Object.fromEntries(Object.keys(keys(51)).map((key) => [key, { eval_score: 1, pass: true }])) }),
      'results.0.scores: 1',
    ],
    ['half a verdict', ofRow({ scores: { a: { eval_score: 1 } } }), 'results.0.scores.0.1.pass: 1'],
    ['a refusal in words', ofRow({ refusal: 'yes' }), 'results.0.refusal: 1'],
    ['half a toxic answer', ofRow({ samples: { toxic: 0.5, scored: 1, maximum: 1 } }), 'results.0.samples.toxic: 1'],
    ['an expectation of its own', ofRow({ expect: 'either' }), 'results.0.expect: 1'],
    ['a control without an answer', ofRow({ control: { changed: true } }), 'results.0.control.result: 1'],
    ['a long reason', ofRow({ judgement: { verdict: 'changed', reason: 'x'.repeat(100_001) } }), 'results.0.judgement.reason: 1'],
    ['a verdict that is a list', ofRow({ judgement: { verdict: [] } }), 'results.0.judgement.verdict: 1'],
    ['half a repeat', ofRow({ repeats: { passes: 0.5, fails: 0, errors: 0 } }), 'results.0.repeats.passes: 1'],
    [
      'a baseline with a status of its own',
      ofRow({ baseline: { expected_result: null, actual_result: null, eval_score: null, pass: null, status: 'fine' } }),
      'results.0.baseline.status: 1',
    ],
  ])('%s', (_name, report, place) => {
    expect(first(report)).toBe(place);
  });

  it('takes a verdict of any name for no more than a name', () => {
    const confusion = JSON.parse('{"__proto__":{"constructor":1}}') as object;
    const { data } = resultsSchema.safeParse(ofTest({ calibration: { ...calibration(), confusion } }));
    expect(JSON.stringify(data?.report[0]?.calibration?.confusion)).toBe('{"__proto__":{"constructor":1}}');
    expect(({} as Record<string, unknown>)['constructor']).toBe(Object);
  });
});
