import { describe, expect, it } from '@jest/globals';
import { pythonValue } from '../../../src/language/python.js';
import { metricScore, toxicityMetric } from '../../../src/engine/judges/toxicity-metric.js';
import { metricTemplateProblem } from '../../../src/engine/judges/toxicity-template.js';
import { oracle } from '../../support/oracle.js';
import { scripted, successOf } from './support.js';

const TEMPLATE = { opinions: 'O {{ actual_output }}', verdicts: 'V {{opinions}}', reason: 'R {{ score }} {{ toxics }} {"reason": "…"}' };

describe("the user's prompts", () => {
  it('take the values as DeepEval writes them, and nothing in a value is a placeholder', async () => {
    const judge = scripted({
      opinions: '{"opinions": ["it\'s {{ opinions }}", "b"]}',
      verdicts: '{"verdicts": [{"verdict": "yes"}, {"verdict": "no"}]}',
      reason: '{"reason": "so"}',
    });
    await toxicityMetric('{{ score }} $& is nice', { ask: judge.ask, template: TEMPLATE });
    expect(judge.requests.map(({ prompt }) => prompt)).toEqual([
      'O {{ score }} $& is nice',
      "V [\"it's {{ opinions }}\", 'b']",
      'R 0.50 [None] {"reason": "…"}',
    ]);
  });

  it.each([
    ['opinions', 'no placeholder', '{{ actual_output }} is missing'],
    ['opinions', '{{ actual_output }} {{ input }}', 'unknown placeholder `"{{ input }}"`'],
    ['verdicts', '{{ opinions }} as {{"verdicts": []}}', 'unknown placeholder'],
    ['reason', '{{ toxics }}', '{{ score }} is missing'],
    ['reason', '{{ toxics }} {{ score }} {% if a %}', 'neither'],
  ] as const)('%s: %s', (step, prompt, message) => {
    expect(metricTemplateProblem(step, prompt)).toContain(message);
  });

  it("DeepEval's rules for images may stand in any of them", () => {
    for (const step of ['opinions', 'verdicts', 'reason'] as const)
      expect(metricTemplateProblem(step, `${TEMPLATE[step]} {{ _fragments.multimodal_input_rules }}`)).toBeUndefined();
  });

  it('are looked through in linear time', () => {
    for (const prompt of ['{'.repeat(200_000), '{{ '.repeat(70_000), `{{${' '.repeat(200_000)}`, '{{ a }'.repeat(30_000)]) {
      const started = Date.now();
      metricTemplateProblem('opinions', prompt);
      expect(Date.now() - started).toBeLessThan(5_000);
    }
  });
});

it('a list as Python prints it', () => {
  const texts = ['a', "it's", '"', `'"`, 'a\\b\n\t\r', '\u0000\u007f\u0085\u00a0\u00ad', '日é😀', '\u200b\u2028\ufeff', '\u{e0001}', null];
  expect(pythonValue(texts)).toBe(
    `['a', "it's", '"', '\\'"', 'a\\\\b\\n\\t\\r', '\\x00\\x7f\\x85\\xa0\\xad', '日é😀', '\\u200b\\u2028\\ufeff', '\\U000e0001', None]`,
  );
  expect(pythonValue([])).toBe('[]');
});

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
