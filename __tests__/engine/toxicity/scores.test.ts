import { describe, expect, it } from '@jest/globals';
import { metricScore } from '../../../src/engine/judges/toxicity-metric.js';
import { oracle } from '../../support/oracle.js';
import { successOf } from './support.js';

describe("DeepEval's scores without a threshold (deepeval_scores.jsonl)", () => {
  it('are the same scores', () => {
    for (const { verdicts, strict_mode, score } of oracle<{ verdicts: string[]; strict_mode: boolean; score: number }>(
      'deepeval_scores.jsonl',
    )) {
      expect(metricScore(verdicts, strict_mode)).toBe(score);
      expect(successOf(score, { threshold: null, strict_mode })).toEqual({
        success: strict_mode ? score === 0 : null,
        threshold: strict_mode ? 0 : null,
      });
    }
  });
});
