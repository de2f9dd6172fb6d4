import { expect, it } from '@jest/globals';
import { CONFIG_PATH, config, modelServer, scenario } from '../support/scenario.js';

it('every row is asked so often, the majority decides, and the spread is shown', async () => {
  const asked = new Map<string, number>();
  /** Hears the "not" two times of three; of the sky never. */
  const model = await modelServer({
    answer: (prompt) => {
      const nth = asked.get(prompt) ?? 0;
      asked.set(prompt, nth + 1);
      return / not /.test(prompt) && nth !== 1 && !prompt.includes('sky') ? 'No, wrong.' : 'Yes, right.';
    },
  });
  const { outputs, report, summary } = await scenario({
    files: { [CONFIG_PATH]: config(model, 'concurrency: 1\nevaluation: { repeats: 3 }\n') },
    inputs: { comment: 'never' },
  });
  expect(outputs.outcome).toBe('pass');
  expect(model.count('/chat/completions')).toBe(30);
  expect(report!.report[0]).toMatchObject({ pass_count: 4, fail_count: 1, repeats: { asked: 3, split_count: 4 } });
  expect(report!.results.map(({ repeats }) => repeats)).toEqual([
    { passes: 0, fails: 3, errors: 0 },
    ...Array(4).fill({ passes: 2, fails: 1, errors: 0 }),
  ]);
  expect(report!.results[1]).toMatchObject({ pass: true, actual_result: 'No, wrong.' });
  expect(summary).toMatch(/3 times a row/);
});
