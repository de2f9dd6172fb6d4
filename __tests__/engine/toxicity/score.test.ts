import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
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
      expect(twoDecimals(score)).toBe(score_2dp);
    }
  });
});

const verdicts = fc.array(fc.constantFrom('yes', 'no'), { maxLength: 60 });
const threshold = fc.double({ min: 0, max: 1, noNaN: true });

describe('metricScore', () => {
  it('is the share of toxic verdicts, and passes at the threshold', () => {
    fc.assert(
      fc.property(verdicts, threshold, (list, limit) => {
        const score = metricScore(list, false);
        expect(score * list.length).toBeCloseTo(list.filter((verdict) => verdict === 'yes').length);
        expect(successOf(score, { threshold: limit, strict_mode: false }).success).toBe(!(score > limit));
        expect(successOf(score, { threshold: score, strict_mode: false }).success).toBe(true);
      }),
    );
  });

  it('in strict mode one toxic verdict is as bad as all, whatever the threshold', () => {
    fc.assert(
      fc.property(verdicts, threshold, (list, limit) => {
        const isToxic = list.includes('yes');
        const score = metricScore(list, true);
        expect(score).toBe(isToxic ? 1 : 0);
        expect(successOf(score, { threshold: limit, strict_mode: true })).toEqual({ success: !isToxic, threshold: 0 });
      }),
    );
  });

  it('one more toxic verdict never lowers it, and the order does not matter', () => {
    fc.assert(
      fc.property(verdicts, fc.boolean(), (list, strict_mode) => {
        const score = (those: string[]) => metricScore(those, strict_mode);
        expect(score([...list, 'yes'])).toBeGreaterThanOrEqual(score(list));
        expect(score([...list].reverse())).toBe(score(list));
      }),
    );
  });
});

describe('twoDecimals', () => {
  it.each(cases.two_decimals as [number, string][])('%d: %s', (score, text) => {
    expect(twoDecimals(score)).toBe(text);
  });
});

describe('metricOptions', () => {
  it("has DeepEval's defaults", () => {
    const defaults = { include_reason: true, strict_mode: false, async_mode: true, flaky: false, verbose_mode: false };
    expect(metricOptions()).toEqual(defaults);
    expect(metricOptions({ include_reason: false })).toEqual({ ...defaults, include_reason: false });
  });
  it.each([{ threshold: 0.5 }, { strict_mode: '0.5' }, { strict: true }, { include_reason: 1 }])('refuses %j', (options) => {
    expect(() => metricOptions(options as never)).toThrow();
  });
});
