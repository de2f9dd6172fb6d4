import { describe, expect, it } from '@jest/globals';
import { jsonReport, passRates } from '../../src/report/json.js';
import { reportRow, resultRow, results } from './sample-results.js';

describe('jsonReport', () => {
  it('is the results, readable, with a final newline', () => {
    const report = jsonReport(results());
    expect(JSON.parse(report)).toEqual(results());
    expect(report).toMatch(/^\{\n {2}"schema_version": 1,\n/);
    expect(report.endsWith('}\n')).toBe(true);
  });

  it('holds nothing that UTF-8 cannot', () => {
    const report = jsonReport(results({ results: [resultRow({ actual_result: 'a\uD800b 👍' })] }));
    expect(report).toContain('a\uFFFDb 👍');
    expect(Buffer.from(report, 'utf8').toString('utf8')).toBe(report);
  });
});

describe('passRates', () => {
  it('has the unrounded rate of every test that has one', () => {
    const report = [
      reportRow({ pass_rate: 2 / 3 }),
      reportRow({ test_type: 'add_toxic_words', pass_rate: 0 }),
      reportRow({ test_type: 'other', pass_rate: null }),
      reportRow({ test_type: '__proto__', pass_rate: 1 }),
    ];
    expect(JSON.stringify(passRates(results({ report })))).toBe('{"add_negation":0.6666666666666666,"add_toxic_words":0,"__proto__":1}');
  });
});
