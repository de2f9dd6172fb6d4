/** A team's own service: its request body, headers with secrets, and the path of its answer. */
import { deskConfig, deskFiles, deskModel } from '../support/desk.ts';
import { CONFIG_PATH, gate, modelServer } from '../support/gate.ts';
import type { ModelServer } from '../support/model-server.ts';
import type { RecordedRequest } from '../support/model-types.ts';

const SECRET = 'assistant-secret-0123456789';

interface Asked {
  question: string;
  tone: { name: string }[];
  top_p: number;
}

function service() {
  const route = ({ body }: RecordedRequest) => {
    const text = deskModel().answer((body as Asked).question);
    return { status: 200, body: { reply: [{ 'the/text': text }], usage: { total_tokens: 7 } } };
  };
  return modelServer({ route, keys: undefined });
}

const POINTER = '/reply/0/the~1text';
const BODY = '{ question: "{prompt}", tone: [{ name: "{name}" }], top_p: 0.5 }';

function config({ url }: ModelServer, { answer = POINTER, body = BODY } = {}) {
  const own = `hub: http
  url: ${url}/ask
  headers: { x-api-key: "Key \${ASSISTANT_TOKEN}", x-tenant: tests }
  body: ${body}
  answer: ${answer}
  parameters: { seed: 7 }`;
  return deskConfig().replace('hub: openai', own);
}

const run = (server: ModelServer, text: string) => {
  const { host } = new URL(server.url);
  const inputs = { 'allowed-hosts': host, 'header-variables': `ASSISTANT_TOKEN ${host}` };
  const env = { ASSISTANT_TOKEN: SECRET };
  return gate({ base: deskFiles({ [CONFIG_PATH]: text }), inputs, env });
};

it('is asked in its own form, with the secret of its header', async () => {
  const server = await service();
  const { outputs, shown } = await run(server, config(server));
  expect(outputs.outcome).toBe('pass');
  const [{ headers, path, body } = {} as RecordedRequest] = server.requests;
  expect([path, headers['x-api-key'], headers['x-tenant']]).toEqual([
    '/ask',
    `Key ${SECRET}`,
    'tests',
  ]);
  expect(headers).not.toHaveProperty('authorization');
  expect(body).toMatchObject({ tone: [{ name: 'desk-model' }], top_p: 0.5, seed: 7 });
  expect((body as Asked).question).toContain('What is the colour of item');
  expect(shown).not.toContain(SECRET);
});

it.each([
  ['a pointer to no text', { answer: '/reply/1' }, 'model.answer'],
  ['a pointer that is none', { answer: 'reply' }, 'model.answer'],
  ['a body with the prompt in a key alone', { body: '{ "{prompt}": "Hello" }' }, 'model.body'],
])('%s is an error with its key', async (_name, keys, place) => {
  const server = await service();
  const { report } = await run(server, config(server, keys));
  expect(report.outcome).toBe('error');
  expect(JSON.stringify([report.problem, report.results[0]?.error])).toContain(place);
  expect(server.requests.length).toBeLessThanOrEqual(20);
});
