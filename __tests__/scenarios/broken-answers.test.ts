import { attentive } from '../support/model-server.ts';
import { MODEL_KEY, modelServer, scenario } from '../support/scenario.ts';

/** Shortens the waits before retries. */
const haste = 20;

it('a prompt that a filter refuses with 403 is an error of its row, without a quote', async () => {
  const flagged_input = `${MODEL_KEY} and what was asked`;
  const error = {
    code: 403,
    message: `Your chosen model requires moderation and your input was flagged (${MODEL_KEY})`,
    metadata: { reasons: ['violence'], flagged_input, provider_name: 'OpenAI' },
  };
  // The first one, which is sent before any other: the run does not end with it.
  let refused: string | undefined;
  const model = await modelServer({
    fail: ({ path, body }) => {
      if (!path.endsWith('/chat/completions')) return undefined;
      refused ??= JSON.stringify(body);
      return JSON.stringify(body) === refused
        ? { status: 403, body: { error, user_id: 'user_1' } }
        : undefined;
    },
  });
  const { outputs, report, stdout, summary } = await scenario({
    model,
    inputs: { comment: 'never' },
    haste,
  });
  expect(outputs.outcome).toBe('pass');
  expect(report!.results.map((row) => row.error?.kind)).toEqual([
    'filtered',
    ...Array<undefined>(4).fill(undefined),
  ]);
  expect(report!.results[0]!.error!.message).toContain('refuses the text (HTTP 403)');
  expect(
    [stdout, summary, JSON.stringify(report)].filter((text) => /what was asked|user_1/.test(text)),
  ).toEqual([]);
  expect(model.requests.filter(({ body }) => JSON.stringify(body) === refused)).toHaveLength(1);
});

it('an answer in parts is read without the thoughts beside its texts', async () => {
  const model = await modelServer({
    fail: ({ path, body }) => {
      if (!path.endsWith('/chat/completions')) return undefined;
      const said = attentive(
        (body as { messages: { content: string }[] }).messages.at(-1)!.content,
      );
      const content = [
        { type: 'thinking', thinking: [{ type: 'text', text: 'Hm.' }] },
        { type: 'text', text: said },
      ];
      return { status: 200, body: { choices: [{ message: { content }, finish_reason: 'stop' }] } };
    },
  });
  const { outputs, report } = await scenario({ model, inputs: { comment: 'never' }, haste });
  expect(outputs.outcome).toBe('pass');
  expect(report!.results.map(({ expected_result }) => expected_result)).not.toContainEqual(
    expect.stringContaining('Hm.'),
  );
});
