import { runCli } from '../support/run-action.ts';
import { CONFIG_PATH, config, MODEL_KEY, modelServer, scenario } from '../support/scenario.ts';
import { attentive, bagOfWords, type ModelServer, type Reply } from '../support/model-server.ts';

const PARTIAL = { comment: 'never', 'on-budget': 'partial' };
const rows = (count: number) =>
  Array.from({ length: count }, (_, i) => `Street ${i} is ${i} miles long.`).join('\n');

interface Body {
  messages?: { content: string }[];
  input?: string[];
  max_tokens: number;
}

it('a cap on requests is never exceeded, and rows beyond it are neither passed nor failed', async () => {
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

it('a cap below the need is refused before the first request, in the action and in a terminal', async () => {
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
  const env = { OPENAI_API_KEY: MODEL_KEY };
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

/** Sixty rows under a cap, where an answer takes 20 tokens at most. */
const capped = (model: ModelServer, concurrency: number, cap: string) => ({
  [CONFIG_PATH]: config(
    model,
    `concurrency: ${concurrency}\nbudget: { ${cap}, on_budget: partial }\n`,
  ).replace('  retries:', '  parameters: { max_tokens: 20 }\n  retries:'),
  'evals/statements.txt': rows(60),
});

/** Replies that bill a token for each character of a prompt, and all tokens of an answer. */
function billedReply(body: Body): Reply {
  const { messages, input = [], max_tokens } = body;
  if (!messages) {
    const data = input.map((text, index) => ({ index, embedding: bagOfWords(text) }));
    return { status: 200, body: { data, usage: { prompt_tokens: 10 * input.length } } };
  }
  const prompt = messages[0]!.content;
  const choices = [{ message: { content: attentive(prompt) }, finish_reason: 'stop' }];
  const usage = { prompt_tokens: prompt.length, completion_tokens: max_tokens };
  return { status: 200, body: { choices, usage } };
}

describe.each([1, 10, 50])('at a concurrency of %i', (concurrency) => {
  it('a cap on requests holds, and the run is inconclusive', async () => {
    const model = await modelServer({ answer: attentive, latency: 5 });
    const { outputs } = await scenario({
      files: capped(model, concurrency, 'max_requests: 50'),
      inputs: { comment: 'never' },
    });
    expect(model.requests.length).toBeLessThanOrEqual(50);
    expect(outputs).toMatchObject({ outcome: 'inconclusive' });
  });

  it('a cap on tokens holds, is used up, and the run is inconclusive', async () => {
    const model = await modelServer({
      latency: 5,
      route: ({ body }) => billedReply(body as Body),
    });
    const { outputs, report } = await scenario({
      files: capped(model, concurrency, 'max_tokens: 3000'),
      inputs: { comment: 'never' },
    });
    const billed = model.requests.reduce((sum, { body }) => {
      const { messages, input = [] } = body as Body;
      return sum + (messages ? messages[0]!.content.length + 20 : 10 * input.length);
    }, 0);
    expect(billed).toBeLessThanOrEqual(3000);
    expect(billed).toBeGreaterThan(2000);
    const { usage, results } = report!;
    expect(usage.prompt_tokens + usage.completion_tokens).toBe(billed);
    expect(outputs).toMatchObject({ outcome: 'inconclusive' });
    expect(results.filter(({ error }) => error?.kind === 'budget').length).toBeGreaterThan(20);
  });
});

it('costs are counted by the configured prices, shown before and after a run, and capped', async () => {
  const model = await modelServer({ answer: attentive });
  const bounded = (more: string) =>
    config(model, more).replace('  retries:', '  parameters: { max_tokens: 20 }\n  retries:');
  const files = (budget: string, text = bounded) => ({
    [CONFIG_PATH]: text(`budget: { ${budget} }\n`),
    'evals/statements.txt': rows(5),
  });
  const env = { OPENAI_API_KEY: MODEL_KEY };
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

it('the input max-requests overrides the configuration', async () => {
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
