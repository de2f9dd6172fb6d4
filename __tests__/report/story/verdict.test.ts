import { describe, expect, it } from '@jest/globals';
import { logLines, verdictLine } from '../../../src/report/formats/log.js';
import { nextSteps } from '../../../src/report/story/next-steps.js';
import { verdict } from '../../../src/report/story/verdict.js';
import { errorRow, leftOutRow, reportRow, resultRow, results } from '../sample-results.js';

const problem = { name: 'ConfigError', message: 'no model is named', where: '.github/sensitivity.yml', remedy: 'Set model.name.' };

describe('verdict', () => {
  it('says how many passed and how many had to, and what to do', () => {
    const report = [reportRow({ pass_count: 12, fail_count: 38, pass_rate: 0.24 })];
    const sentence = 'add_negation passed 12 of 50 rows (24%), 70% needed';
    expect(verdict(results({ report }))).toEqual({ sentence, more: nextSteps(results({ report })) });
  });

  it('never shows a rate and a minimum that look the same and are not', () => {
    const report = [reportRow({ pass_count: 201, fail_count: 100, pass_rate: 201 / 301, minimum_pass_rate: 0.67 })];
    expect(verdict(results({ report })).sentence).toContain('(66.8%), 67% needed');
  });

  it('says between which rates an inconclusive test lies, and why', () => {
    const report = [reportRow({ pass_count: 33, fail_count: 12, error_count: 5, pass_rate: 33 / 45, outcome: 'inconclusive' })];
    const { sentence, more } = verdict(results({ outcome: 'inconclusive', report }));
    expect(sentence).toBe('add_negation: 5 rows in error leave the pass rate between 66% and 76%, 70% needed');
    expect(more.join(' ')).toContain('run again');
  });

  it('names the failing tests first, then what else went wrong', () => {
    const report = [
      reportRow({ test_type: 'a', pass: true, outcome: 'pass' }),
      reportRow({ test_type: 'b', outcome: 'error', pass_rate: null, pass_count: 0, fail_count: 0, error_count: 4 }),
      reportRow({ test_type: 'c' }),
    ];
    const { sentence, more } = verdict(results({ report }));
    expect(sentence).toMatch(/^c passed/);
    expect(more).toContain('b: none of 4 rows got a score.');
  });

  it('does not list more tests than a sentence holds', () => {
    const report = Array.from({ length: 6 }, (_, i) => reportRow({ test_type: `test${i}` }));
    expect(verdict(results({ report })).sentence).toMatch(/test2 passed .*; 3 more tests below$/);
    const passed = report.map((test) => ({ ...test, outcome: 'pass' as const }));
    expect(verdict(results({ outcome: 'pass', report: passed })).sentence).toBe('all 6 tests passed');
  });

  it('says that harmless errors were harmless', () => {
    const report = [reportRow({ error_count: 1 })];
    expect(verdict(results({ report })).more).toContain('1 row in error could not change the verdict.');
  });

  it.each([
    ['error', { report: [], problem }, 'could not judge the model: its configuration cannot be used'],
    ['skipped', { report: [] }, 'no model was asked'],
    [
      'error',
      { report: [reportRow({ outcome: 'error', pass_rate: null, pass_count: 0, fail_count: 0, not_applicable_count: 9 })] },
      'add_negation: no row to judge, 9 left out',
    ],
    [
      'error',
      { report: [reportRow({ outcome: 'error', pass_rate: null, pass_count: 0, fail_count: 0 })] },
      'add_negation: no row to judge',
    ],
  ] as const)('%s: %j', (outcome, over, sentence) => {
    expect(verdict(results({ outcome, ...over, report: [...over.report] })).sentence).toBe(sentence);
  });
});

describe('logLines', () => {
  it('says the verdict, each test, what went wrong and the notices', () => {
    const lines = logLines(
      results({
        report: [reportRow({ error_count: 2 })],
        results: [errorRow('timeout', 'No answer.\nRaise model.timeout.'), errorRow('timeout', 'No answer.\nRaise model.timeout.')],
        notices: ['The gate was weakened.'],
      }),
    );
    expect(lines).toEqual([
      'sensitivity: fail: add_negation passed 1 of 3 rows (33%), 70% needed',
      '2 rows in error (timeout): its endpoint gives no answer in time. Raise `model.timeout`, or lower `concurrency`.',
      expect.stringMatching(/^Look at the failing rows/),
      '2 rows in error could not change the verdict.',
      'The gate was weakened.',
    ]);
  });

  it('says what stopped a run, and the remedy', () => {
    const stopped = results({ outcome: 'error', report: [], results: [], problem });
    expect(verdictLine(stopped)).toBe('error: could not judge the model: its configuration cannot be used');
    expect(logLines(stopped)).toEqual([
      'sensitivity: error: could not judge the model: its configuration cannot be used',
      '.github/sensitivity.yml: no model is named',
      'Set model.name.',
    ]);
  });

  it.each(['DataError', 'ModelError'])('keeps the message of a %s to the summary: it may quote data, an answer or a server', (name) => {
    const quoting = { name, message: 'This is not valid JSON: "my secret row".', where: 'evals/a.jsonl:3', remedy: 'Correct the syntax.' };
    const lines = logLines(results({ outcome: 'error', report: [], results: [], problem: quoting }));
    expect(lines).toContain(`evals/a.jsonl:3: ${name}: the job summary has the message, which may quote the data.`);
    expect(lines).toContain('Correct the syntax.');
    expect(lines.join('\n')).not.toContain('secret');
  });

  it('holds no text of a model, of data or of a server, whatever these say', () => {
    const secret = 'zqx';
    const row = {
      source: 'a.jsonl:1',
      original: secret,
      test_case: secret,
      options: secret,
      expected_result: secret,
      actual_result: secret,
    };
    const rows = [
      resultRow(row),
      resultRow({ ...row, pass: true }),
      errorRow('server', secret, row),
      resultRow({ ...row, pass: null, status: 'undecided' as const }),
    ];
    expect(logLines(results({ results: rows, not_applicable: [leftOutRow({ original: secret })] })).join('\n')).not.toContain(secret);
  });
});
