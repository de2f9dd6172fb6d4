import { metricScore, pythonTwoDecimals } from '../../../src/engine/judges/toxicity-metric.ts';
import { oracle } from '../../support/oracle.ts';
import { successOf } from './support.ts';
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
    for (const {
      verdicts,
      threshold,
      strict_mode,
      score,
      success,
      score_2dp,
      effective_threshold,
    } of records) {
      expect(metricScore(verdicts, strict_mode)).toBe(score);
      expect(successOf(score, { threshold, strict_mode })).toEqual({
        success,
        threshold: effective_threshold,
      });
      expect(pythonTwoDecimals(score)).toBe(score_2dp);
    }
  });
});

describe('twoDecimals', () => {
  it.each(cases.two_decimals as [number, string][])('%d: %s', (score, text) => {
    expect(pythonTwoDecimals(score)).toBe(text);
  });
});
