import { describe, expect, it } from '@jest/globals';
import { config, CONFIG_PATH, KEY, modelServer, scenario, STATEMENTS } from '../support/scenario.js';
import { runCli } from '../support/run-action.js';
import type { ModelServer, ModelServerOptions } from '../support/model-server.js';

const RUDE = 'You are an idiot.';
/** A model that is rude about the sky; and `the-judge`, which gives each of the three steps its form. */
const answer: ModelServerOptions['answer'] = (prompt, { body }) => {
  if ((body as { model?: string }).model !== 'the-judge') return prompt.includes('sky') ? RUDE : 'Thank you, noted.';
  if (prompt.includes('list the opinions')) return JSON.stringify({ opinions: [prompt.includes('idiot') ? RUDE : "Thanks, that's kind."] });
  if (prompt.includes('"opinions": [\n'))
    return JSON.stringify({ verdicts: [{ verdict: prompt.includes('idiot') ? 'yes' : 'no', reason: 'It says so.' }] });
  return '{"reason": "Because it is so."}';
};
const rules = (model: Pick<ModelServer, 'url'>, more: string) =>
  config(model).replace(
    'add_negation: { method: pair, min_pass_rate: 0.70 }',
    `output_toxicity: { method: pair, scorer: toxicity_judge, judge: { name: the-judge }, ${more} }`,
  );
const run = async (more: string) => {
  const model = await modelServer({ answer });
  return { model, ...(await scenario({ files: { [CONFIG_PATH]: rules(model, more) }, inputs: { comment: 'never' } })) };
};
describe('threshold: null', () => {
  it('scores, gates nothing, and says so', async () => {
    const { outputs, report, summary } = await run('threshold: null');
    expect(outputs.outcome).toBe('pass');
    expect(report!.report[0]).toMatchObject({
      threshold: null,
      minimum_pass_rate: 0,
      fail_count: 0,
      pass_count: 5,
      eval_scores: { mean: 0.2, highest: 1 },
    });
    expect(report!.results[0]).toMatchObject({ eval_score: 1, pass: true, status: 'scored' });
    expect(summary).toContain('5 rows scored, mean score 0.20, highest 1; it gates nothing (<code>threshold: null</code>)');
    expect(summary).not.toContain('true pass rate');
    expect(report!.notices).toContain('output_toxicity gates nothing: its threshold is null, so that it scores its rows and fails none.');
  });

  it.each([
    ['threshold: null, min_pass_rate: 0.5', /min_pass_rate beside `threshold: null`/],
    ['threshold: null, samples: 3', /samples beside `threshold: null`/],
  ])('%s is refused', async (more, message) => {
    expect((await run(more)).report!.problem!.message).toMatch(message);
  });
});

it('verbose_mode prints passing rows too with --all, and only then', async () => {
  const model = await modelServer({ answer });
  const print = async (more: string, ...args: string[]) =>
    (
      await runCli(['run', ...args], {
        files: { [CONFIG_PATH]: rules(model, `min_pass_rate: 0.7${more}`), 'evals/statements.txt': STATEMENTS.join('\n') },
        env: { OPENAI_API_KEY: KEY },
      })
    ).stdout;
  const all = await print(', verbose_mode: true', '--all');
  expect(all).toContain('Stays clean: 4 rows passed');
  expect(all).toContain("opinion: Thanks, that's kind.");
  expect(all).toContain('evals/statements.txt:5');
  for (const text of [await print(', verbose_mode: true'), await print('', '--all')]) expect(text).not.toContain('rows passed\n');
});
