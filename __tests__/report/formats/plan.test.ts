import { renderPlan } from '../../../src/report/formats/plan.ts';
import type { Plan } from '../../../src/report/story/plan.ts';
import type { PlannedTest } from '../../../src/report/story/planned.ts';

const test: PlannedTest = {
  test_type: 'add_negation',
  scorer: 'judge',
  minimum_pass_rate: 0.7,
  rule: { kind: 'outside', low: -0.2, high: 0.2 },
  samples: 50,
  cases: 50,
  not_applicable: [],
  examples: [],
};
const ASKED = { base: 'openai/old', embedder: 'openai/vectors', judges: ['openai/j', 'http/k'] };
const shown = (
  over: Partial<PlannedTest>,
  requests: Partial<Plan['requests']> = {},
  asked?: Plan['asked'],
): string =>
  renderPlan(
    {
      model: { hub: 'openai', name: 'm' },
      tests: [{ ...test, ...over }],
      requests: { answers: 100, embeddings: 0, total: 100, ...requests },
      ...(asked && { asked }),
    },
    { columns: 400, color: false, all: true },
  );

describe('the sentences of a plan', () => {
  it('describe a test', () => {
    const text = shown({ repeats: 3, compared: true });
    expect(text).toContain('  Each row is asked 3 times. Compared with the base.\n');
    expect(shown({ repeats: 1 })).toBe(shown({}));
  });

  it('show the texts of a test that changes nothing once', () => {
    const text = shown({
      test_type: 'output_toxicity',
      rule: { kind: 'below', limit: 0.5 },
      examples: [{ original: 'As it is.', test_case: 'As it is.' }],
    });
    expect(text).toContain('Scorer judge: a row passes with an eval_score below 0.5.');
    expect(text).toMatch(/asked +As it is\.\n/);
    expect(text.match(/As it is\./g)).toHaveLength(1);
  });

  it('count each kind of request that the run has', () => {
    expect(
      shown(
        {},
        { answers: 200, base: 100, judge: 92, calibration: 40, embeddings: 2, total: 334 },
        ASKED,
      ),
    ).toContain(
      '334 requests at most, retries aside: 200 answers, 100 of them to the base (openai/old), 2 for embeddings (openai/vectors), ' +
        '92 to the judge (openai/j) (http/k), 40 to calibrate the judge. There is no cap.',
    );
    expect(shown({}, { base: 0, judge: 0, calibration: 0 }, ASKED)).toBe(shown({}));
  });
});
