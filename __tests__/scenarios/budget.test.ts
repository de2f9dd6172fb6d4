import { runCli } from '../support/run-action.ts';
import { CONFIG_PATH, config, KEY, modelServer, scenario } from '../support/scenario.ts';
import { attentive, bagOfWords, type ModelServer } from '../support/model-server.ts';

const PARTIAL = { comment: 'never', 'on-budget': 'partial' };
const rows = (count: number) =>
  Array.from({ length: count }, (_, i) => `Street ${i} is ${i} miles long.`).join('\n');

/** Tokens as a server of OpenAI's reports them. */
function billed({ requests }: ModelServer, answered: (body: Body) => number): number {
  return requests.reduce((sum, { body }) => sum + answered(body as Body), 0);
}
type Body = { messages?: { content: string }[]; input?: string[]; max_tokens: number };

it('a cap on requests is never passed, and what it cuts is neither passed nor failed', async () => {
  const model = await modelServer({ answer: attentive });
  const { exitCode, outputs, report } = await scenario({
    model,
    inputs: { ...PARTIAL, 'max-requests': '7' },
  });
  expect(model.requests).toHaveLength(7);
  expect(outputs).toMatchObject({ outcome: 'inconclusive', requests: '7' });
  expect(exitCode).toBe(1);
  expect(report!.report[0]).toMatchObject({ pass_count: 3, error_count: 2 });
  expect(report!.results.at(-1)!.error).toMatchObject({ kind: 'budget' });
});

it('a cap below what the run needs is refused before the first request, in the action and in a terminal', async () => {
  const model = await modelServer({ answer: attentive });
  const { exitCode, outputs, report, stdout } = await scenario({
    model,
    inputs: { comment: 'never', 'max-requests': '10' },
  });
  expect([exitCode, outputs.outcome, outputs.requests]).toEqual([1, 'error', '0']);
  expect(report!.problem).toMatchObject({
    message: 'The run needs 11 requests, and the cap is 10. Nothing was sent.',
    where: "input 'max-requests'",
    remedy: expect.stringContaining('on-budget: partial'),
  });
  expect(stdout).toContain('The run needs 11 requests');
  const files = {
    [CONFIG_PATH]: config(model, 'budget: { max_requests: 10 }\n'),
    'evals/statements.txt': rows(5),
  };
  const env = { OPENAI_API_KEY: KEY };
  const planned = await runCli(['plan'], { files, env });
  expect(planned.stdout.replace(/\s+/g, ' ')).toContain(
    'The cap is 10: at least 11 are needed, and the run would be refused',
  );
  expect(await runCli(['run'], { files, env })).toMatchObject({ exitCode: 2 });
  expect(model.requests).toEqual([]);
  // Four of five rows pass: with 70 % needed the one that is missing can change nothing.
  expect(await runCli(['run', '--on-budget', 'partial'], { files, env })).toMatchObject({
    exitCode: 0,
  });
  expect(model.requests).toHaveLength(9); // Rows in whole, two requests each, and their embeddings.
});

it('caps on requests and on tokens hold at any concurrency, and the verdict says what is missing', async () => {
  const sentences = rows(60);
  for (const concurrency of [1, 10, 50]) {
    const head = `concurrency: ${concurrency}\n`;
    const byRequests = await modelServer({ answer: attentive, latency: 5 });
    const files = (model: ModelServer, budget: string) => ({
      [CONFIG_PATH]: config(model, `${head}budget: { ${budget}, on_budget: partial }\n`).replace(
        '  retries:',
        '  parameters: { max_tokens: 20 }\n  retries:',
      ),
      'evals/statements.txt': sentences,
    });
    const one = await scenario({
      files: files(byRequests, 'max_requests: 50'),
      inputs: { comment: 'never' },
    });
    expect(byRequests.requests.length).toBeLessThanOrEqual(50);
    expect(one.outputs).toMatchObject({ outcome: 'inconclusive' });

    const taken = ({ messages, input }: Body) =>
      messages ? messages[0]!.content.length + 20 : 10 * input!.length;
    const byTokens = await modelServer({
      latency: 5,
      route: ({ body }) => {
        const { messages, input, max_tokens } = body as Body;
        if (!messages) {
          const data = input!.map((text, index) => ({ index, embedding: bagOfWords(text) }));
          return { status: 200, body: { data, usage: { prompt_tokens: 10 * input!.length } } };
        }
        const usage = { prompt_tokens: messages[0]!.content.length, completion_tokens: max_tokens };
        return {
          status: 200,
          body: {
            choices: [
              { message: { content: attentive(messages[0]!.content) }, finish_reason: 'stop' },
            ],
            usage,
          },
        };
      },
    });
    const two = await scenario({
      files: files(byTokens, 'max_tokens: 3000'),
      inputs: { comment: 'never' },
    });
    const sum = billed(byTokens, taken);
    expect(sum).toBeLessThanOrEqual(3000);
    expect(sum).toBeGreaterThan(2000); // And what is there is used.
    expect(two.report!.usage.prompt_tokens + two.report!.usage.completion_tokens).toBe(sum);
    expect(two.outputs).toMatchObject({ outcome: 'inconclusive' });
    expect(
      two.report!.results.filter(({ error }) => error?.kind === 'budget').length,
    ).toBeGreaterThan(20);
  }
});

it('money is counted by the prices that are given, told before and after, and capped', async () => {
  const model = await modelServer({ answer: attentive });
  const bounded = (more: string) =>
    config(model, more).replace('  retries:', '  parameters: { max_tokens: 20 }\n  retries:');
  const files = (budget: string, text = bounded) => ({
    [CONFIG_PATH]: text(`budget: { ${budget} }\n`),
    'evals/statements.txt': rows(5),
  });
  const env = { OPENAI_API_KEY: KEY };
  const prices =
    'prices: { scenario-model: { input: 1000, output: 2000 }, text-embedding-3-small: { input: 1000 } }';
  const { stdout } = await runCli(['plan'], { files: files(prices), env });
  expect(stdout.replace(/\s+/g, ' ')).toMatch(
    /Tokens, estimated with four bytes each: about \d+ in, at most 200 out\. At most \d+\.\d\d by budget\.prices\./,
  );
  expect(model.requests).toEqual([]);

  const { report, summary } = await scenario({
    files: files(prices),
    inputs: { comment: 'never' },
  });
  const { prompt_tokens, completion_tokens, cost, estimate } = report!.usage;
  expect(cost).toBeCloseTo((1000 * prompt_tokens + 2000 * completion_tokens) / 1e6, 9);
  expect(estimate!.completion_tokens).toBe(200);
  expect(summary).toMatch(
    /tokens <code>\d+ in, \d+ out \(estimated: about \d+ in, at most 200 out\)<\/code> · cost <code>\d/,
  );

  const sent = model.requests.length;
  for (const [budget, message, text] of [
    ['max_cost: 1', 'needs the price of `"scenario-model"`', bounded],
    [
      'max_tokens: 500',
      'needs a bound on the answers of `"scenario-model"`',
      (more: string) => config(model, more),
    ],
    [`max_cost: 0.01, ${prices}`, 'for its prompts alone', bounded],
    ['max_tokens: 20', 'for its prompts alone', bounded],
  ] as const) {
    const refused = await scenario({ files: files(budget, text), inputs: { comment: 'never' } });
    expect(refused.report!.problem!.message).toContain(message);
  }
  expect(model.requests).toHaveLength(sent);
});

it('the input goes before the configuration', async () => {
  const model = await modelServer({ answer: attentive });
  const files = {
    [CONFIG_PATH]: config(model, 'budget: { max_requests: 5, on_budget: partial }\n'),
  };
  expect((await scenario({ files, inputs: { comment: 'never' } })).outputs.requests).toBe('5');
  expect(
    (await scenario({ files, inputs: { comment: 'never', 'max-requests': '100' } })).outputs
      .requests,
  ).toBe('11');
});
