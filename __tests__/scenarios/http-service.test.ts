/**
 * `hub: http` against a service with its own request and reply, and secrets in headers.
 */
import { attentive } from '../support/model-server.ts';
import { MODEL_KEY, modelServer, scenario } from '../support/scenario.ts';

const SECRET = 'assistant-secret-0123456789';

const config = (url: string, more: object) =>
  JSON.stringify({
    model: {
      hub: 'http',
      name: 'assistant',
      url: `${url}/ask`,
      body: { question: '{prompt}' },
      retries: 0,
      ...more,
    },
    data: { source: 'evals/statements.txt' },
    embeddings: { hub: 'openai', model: 'e', base_url: `${url}/v1` },
    tests: { sensitivity: { add_negation: { method: 'pair', min_pass_rate: 0.7 } } },
  });

/** Answers as the scripted model does, in the shape that the service has. */
async function service(
  question: (request: { body: unknown; query: Record<string, string> }) => string,
  reply: (text: string) => object,
) {
  return modelServer({
    route: (request) =>
      request.path === '/ask' ? { status: 200, ...reply(attentive(question(request))) } : undefined,
  });
}

const run = (
  url: string,
  more: object,
  extra: { inputs?: Record<string, string>; env?: Record<string, string> } = {},
) =>
  scenario({
    files: { '.github/sensitivity.yml': config(url, more) },
    inputs: { comment: 'never', ...extra.inputs },
    env: { OPENAI_API_KEY: MODEL_KEY, ...extra.env },
  });

it('a header holds a secret only if the workflow lists its variable', async () => {
  const server = await service(
    ({ body }) => (body as { question: string }).question,
    (text) => ({ body: { results: [{ text }], usage: { total_tokens: 7 } } }),
  );
  const model = {
    answer: '/results/0/text',
    headers: { 'x-api-key': 'Key ${ASSISTANT_TOKEN}', 'x-tenant': 'tests' },
  };
  const listed = {
    inputs: { 'header-variables': 'ASSISTANT_TOKEN', 'api-key': '' },
    env: { ASSISTANT_TOKEN: SECRET },
  };
  const { outputs, report, everything } = await run(server.url, model, listed);
  expect(outputs.outcome).toBe('pass');
  const asked = server.requests.filter(({ path }) => path === '/ask');
  expect(asked[0]!.headers).toMatchObject({
    'content-type': 'application/json',
    accept: 'application/json',
    'x-api-key': `Key ${SECRET}`,
    'x-tenant': 'tests',
  });
  expect(asked[0]!.headers).not.toHaveProperty('authorization');
  expect(report!.results[0]!.expected_result).toMatch(/\w/);
  expect(everything.replace(/^::add-mask::.*$/gm, '')).not.toContain(SECRET);

  // A variable that is set but not listed.
  const unlisted = await run(server.url, model, {
    inputs: { 'api-key': '' },
    env: { ASSISTANT_TOKEN: SECRET },
  });
  expect(unlisted.outputs.outcome).toBe('error');
  expect(JSON.stringify(unlisted.report)).toContain('ASSISTANT_TOKEN');
  expect(server.requests.filter(({ path }) => path === '/ask')).toHaveLength(asked.length);
});
