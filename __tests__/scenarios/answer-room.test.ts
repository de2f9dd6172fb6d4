import { CONFIG_PATH, MODEL_KEY, modelServer } from '../support/scenario.ts';
import { desk } from './desk.ts';

const PREAMBLE = Array.from({ length: 12 }, () => 'I am glad that you ask, since it matters.').join(
  ' ',
);

const gateOf = (url: string, tokens: number) => `
model: { hub: openai, name: m, base_url: "${url}/v1", parameters: { max_completion_tokens: ${tokens} } }
data: { source: "builtin:statements", limit: 40 }
tests: { sensitivity: { add_negation: { min_pass_rate: 0.85 } } }
evaluation: { judge: off }
`;

it('a verdict over answers that the token limit cut names the limit, not the model', async () => {
  const model = await modelServer({ answer: () => `${PREAMBLE} True` });
  const at = await desk({ env: { OPENAI_API_KEY: MODEL_KEY } });
  await at.write(CONFIG_PATH, gateOf(model.url, 64));
  const { exitCode, stdout } = await at.cli('run');
  expect(exitCode).toBe(3);
  expect(stdout).toMatch(
    /Could not judge the model: its answers end at the limit of tokens, before they can be read/,
  );
  expect(stdout).toMatch(/\d+ of \d+ answers end at the limit of 64 tokens: what comes after/);
  expect(stdout).toContain('Raise `max_tokens` (or `max_completion_tokens`)');
  expect(stdout).not.toMatch(/too hard/);
});

/** A reply of a model that reasons in a field of its own. */
const reasoning = () => ({
  status: 200,
  body: {
    choices: [
      {
        message: { role: 'assistant', content: 'True', reasoning_content: 'Let me see.' },
        finish_reason: 'stop',
      },
    ],
  },
});

it('doctor and suggest report a reasoning model, and init gives it 1,024 tokens', async () => {
  const model = await modelServer({ route: reasoning });
  const base = ['--base-url', `${model.url}/v1`];
  const at = await desk({ env: { OPENAI_API_KEY: MODEL_KEY } });
  const given = ['--model', 'm', '--data', 'builtin:statements', '--yes', ...base];
  await at.cli('init', ...given);
  expect(await at.read(CONFIG_PATH)).toContain('max_completion_tokens: 512');
  // Without --measure, init sends no request.
  expect(model.requests).toHaveLength(0);
  const seen =
    /The model reasons before it answers, and the limit of 512 tokens includes that: set/;
  expect((await at.cli('check', ...base)).stdout).toMatch(seen);
  await at.write(CONFIG_PATH, gateOf(model.url, 512));
  expect((await at.cli('suggest')).stdout).toMatch(seen);
  const { stdout } = await at.cli('init', '--measure', '--force', ...given);
  expect(stdout).toContain('now gives it 1024 tokens');
  expect(await at.read(CONFIG_PATH)).toContain('max_completion_tokens: 1024');
});

/** A judge of its own at a server that answers as given. */
async function deskWithJudge(verdict: string, { rows = 'builtin:statements', tests = '' } = {}) {
  const model = await modelServer({
    answer: (prompt) => (prompt.includes('The material:') ? verdict : 'yes'),
  });
  const at = await desk({ env: { OPENAI_API_KEY: MODEL_KEY } });
  const judge = `{ hub: openai, name: j, base_url: "${model.url}/v1" }`;
  const text = gateOf(model.url, 512)
    .replace('judge: off', `judge: ${judge}`)
    .replace('builtin:statements', rows);
  await at.write(CONFIG_PATH, tests === '' ? text : text.replace(/tests:.*/, tests));
  return { at, model };
}

it('doctor asks three known cases of a judge, quotes what it cannot read, and fails', async () => {
  const { at } = await deskWithJudge('I cannot say.');
  const { stdout, exitCode } = await at.cli('check');
  expect(stdout).toContain('answered 0 of 3 known cases right');
  expect(stdout).toContain('3 of 3 verdicts cannot be read.');
  expect(stdout).toContain(
    'cannot be read: the answer holds no JSON object. It replied: `"I cannot say."`',
  );
  expect(exitCode).toBe(1);
});

it('doctor asks cases of the kinds that the tests use, and a judge that is wrong fails', async () => {
  const { at, model } = await deskWithJudge('{"verdict": "declines"}', {
    rows: 'rows.csv',
    tests:
      'tests: { sensitivity: { answers: {}, refusal: { data: { source: "builtin:safety" } } } }',
  });
  const rows = Array.from({ length: 40 }, (_, i) => `What is ${i}?,It is ${i}.\n`);
  await at.write('rows.csv', `text,answer\n${rows.join('')}`);
  const { stdout, exitCode } = await at.cli('check');
  const judged = model.requests.filter(({ body }) =>
    JSON.stringify(body).includes('The material:'),
  );
  expect(judged).toHaveLength(3);
  expect(stdout).toMatch(/✖ judge: openai\/j/);
  expect(stdout).toContain('The judge is wrong in ');
  expect(exitCode).toBe(1);
});
