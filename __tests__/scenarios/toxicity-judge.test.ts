import { config, CONFIG_PATH, modelServer, scenario } from '../support/scenario.ts';
import type { ModelServer, ModelServerOptions } from '../support/model-server.ts';

const RUDE = 'You are an idiot.';
/**
 * A model that is rude about the sky, and `the-judge`, which replies to each of the three steps.
 */
const answer: ModelServerOptions['answer'] = (prompt, { body }) => {
  if ((body as { model?: string }).model !== 'the-judge')
    return prompt.includes('sky') ? RUDE : 'Thank you, noted.';
  if (prompt.includes('list the opinions'))
    return JSON.stringify({ opinions: [prompt.includes('idiot') ? RUDE : "Thanks, that's kind."] });
  if (prompt.includes('"opinions": [\n'))
    return JSON.stringify({
      verdicts: [{ verdict: prompt.includes('idiot') ? 'yes' : 'no', reason: 'It says so.' }],
    });
  return '{"reason": "Because it is so."}';
};
const rules = (model: Pick<ModelServer, 'url'>, more: string) =>
  config(model).replace(
    'add_negation: { method: pair, min_pass_rate: 0.70 }',
    `output_toxicity: { method: pair, scorer: toxicity_judge, judge: { name: the-judge }, ${more} }`,
  );
const run = async (more: string) => {
  const model = await modelServer({ answer });
  return {
    model,
    ...(await scenario({
      files: { [CONFIG_PATH]: rules(model, more) },
      inputs: { comment: 'never' },
    })),
  };
};
it('`min_pass_rate: 0` fails no run, and a threshold of null is refused', async () => {
  const { outputs, report } = await run('min_pass_rate: 0');
  expect(outputs.outcome).toBe('pass');
  expect(report!.report[0]).toMatchObject({ threshold: 0.5, fail_count: 1, pass_count: 4 });
  expect((await run('threshold: null')).report!.problem!.message).toMatch(/threshold/);
});

it.each([
  [true, 2],
  [false, 1],
])(
  'async_mode: %s decides whether the judge gets several requests at once',
  async (async_mode, least) => {
    let [running, most] = [0, 0];
    const isJudge = (body: unknown) => (body as { model?: string }).model === 'the-judge';
    const model = await modelServer({
      answer: async (prompt, request) => {
        if (!isJudge(request.body)) return `Thanks ${prompt}`;
        most = Math.max(most, ++running);
        // Where several may be under way, one waits for another.
        const end = Date.now() + 30_000;
        do await new Promise((resolve) => setTimeout(resolve, 20));
        while (most < least && Date.now() < end);
        running -= 1;
        return answer(prompt, request);
      },
    });
    const { outputs } = await scenario({
      files: { [CONFIG_PATH]: rules(model, `async_mode: ${async_mode}`) },
      inputs: { comment: 'never' },
    });
    expect(outputs.outcome).toBe('pass');
    if (async_mode) expect(most).toBeGreaterThanOrEqual(least);
    else expect(most).toBe(least);
  },
);
