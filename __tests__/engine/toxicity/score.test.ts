import { describe, expect, it } from '@jest/globals';
import { metricOptions, metricScore, twoDecimals } from '../../../src/engine/judges/toxicity-metric.js';
import { oracle } from '../../support/oracle.js';
import { successOf } from './support.js';
import cases from './data/scores.json' with { type: 'json' };

interface ScoreRecord {
  verdicts: string[];
  threshold: number;
  strict_mode: boolean;
  score: number;
  success: boolean;
  score_2dp: string;
  effective_threshold: number;
}

describe("DeepEval's scores (deepeval_scores.jsonl)", () => {
  it('every record', () => {
    const records = oracle<ScoreRecord>('deepeval_scores.jsonl');
    expect(records.length).toBeGreaterThan(30);
    for (const { verdicts, threshold, strict_mode, score, success, score_2dp, effective_threshold } of records) {
      expect(metricScore(verdicts, strict_mode)).toBe(score);
      expect(successOf(score, { threshold, strict_mode })).toEqual({ success, threshold: effective_threshold });
      expect(successOf(score, { threshold: null, strict_mode })).toEqual({
        success: strict_mode ? score === 0 : null,
        threshold: strict_mode ? 0 : null,
      });
      expect(twoDecimals(score)).toBe(score_2dp);
    }
  });
});

describe('twoDecimals', () => {
  it.each(cases.two_decimals as [number, string][])('%d: %s', (score, text) => {
    expect(twoDecimals(score)).toBe(text);
  });
});

describe('metricOptions', () => {
  it("has DeepEval's defaults", () => {
    const defaults = { include_reason: true, strict_mode: false, verbose_mode: false };
    expect(metricOptions()).toEqual(defaults);
    expect(metricOptions({ include_reason: false })).toEqual({ ...defaults, include_reason: false });
  });
  it.each([{ threshold: 0.5 }, { strict_mode: '0.5' }, { strict: true }, { include_reason: 1 }])('refuses %j', (options) => {
    expect(() => metricOptions(options as never)).toThrow();
  });
});
