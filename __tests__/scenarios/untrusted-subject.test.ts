/**
 * The subject that a fork may change under the rules of the base, and the notice of each change.
 */
import { unquotedIn } from '../report/markup.ts';
import { attentive } from '../support/model-server.ts';
import type { GitHubServer } from '../support/github-server.ts';
import type { ModelServer, RecordedRequest } from '../support/model-server.ts';
import type { Finished } from '../support/run-action.ts';
import {
  config,
  CONFIG_PATH,
  FORK,
  gitHub,
  modelServer,
  pullRequest,
  putAt,
  scenario,
} from '../support/scenario.ts';

async function base(text: string): Promise<GitHubServer> {
  const github = await gitHub();
  putAt(github, text);
  return github;
}

const withParameters = (model: ModelServer, parameters: string) =>
  config(model).replace('retries: 1', `retries: 1\n  parameters: ${parameters}`);
const chats = (model: ModelServer) =>
  model.requests.filter(({ path }) => path.endsWith('/chat/completions'));

/** A service that repeats its prompt. */
const assistant = () =>
  modelServer({
    route: ({ body }: RecordedRequest) => {
      const { messages } = body as { messages: { content: string }[] };
      return { status: 200, body: { answer: messages.map(({ content }) => content).join(' ') } };
    },
  });

const overHttp = (model: ModelServer, more = '') => `model:
  hub: http
  name: assistant
  url: ${model.url}/ask
  retries: 0
  timeout: 5
  body: { messages: [{ role: user, content: "{prompt}" }] }
${more}
data: { source: evals/statements.txt }
tests:
  sensitivity:
    add_toxic_words: { method: pair, min_pass_rate: 0.70 }
`;

function expectRefused(
  { exitCode, outputs, report, summary }: Finished,
  github: GitHubServer,
  message: RegExp,
): void {
  expect(exitCode).toBe(1);
  expect(outputs).toMatchObject({ outcome: 'error', passed: 'false', requests: '0' });
  expect(report!.problem).toMatchObject({
    name: 'ConfigError',
    message: expect.stringMatching(message),
  });
  expect(summary).toContain('⛔');
  expect(github.comments[0]!.body).toContain('⛔');
}

describe('parameters under hub http', () => {
  it.each(['messages', 'Messages'])(
    'are an error before a request if a fork sets %s',
    async (name) => {
      const model = await assistant();
      const github = await base(overHttp(model));
      const head = overHttp(
        model,
        `  parameters: { ${name}: [{ role: user, content: Good morning. }] }`,
      );
      expectRefused(
        await scenario({ github, event: pullRequest(FORK), files: { [CONFIG_PATH]: head } }),
        github,
        /changes `"messages"`/i,
      );
      expect(model.requests).toEqual([]);
    },
  );

  it('are an error if the body of the base sets the same key', async () => {
    const model = await assistant();
    const rules = overHttp(model).replace('body: {', 'body: { temperature: 0,');
    const github = await base(rules);
    const head = rules.replace('timeout: 5', 'timeout: 5\n  parameters: { temperature: 2 }');
    expectRefused(
      await scenario({ github, event: pullRequest(FORK), files: { [CONFIG_PATH]: head } }),
      github,
      /`"temperature"` is already a key of the body/,
    );
    expect(model.requests).toEqual([]);
  });

  it('are an error for the repository itself if they override the body', async () => {
    const model = await assistant();
    const head = overHttp(
      model,
      '  parameters: { messages: [{ role: user, content: Good morning. }] }',
    );
    const { outputs, report } = await scenario({ files: { [CONFIG_PATH]: head } });
    expect(outputs.outcome).toBe('error');
    expect(report!.problem).toMatchObject({
      name: 'ConfigError',
      where: expect.stringMatching(/sensitivity\.yml:\d+:\d+$/),
      remedy: expect.stringContaining('model.body'),
    });
    expect(model.requests).toEqual([]);
  });

  it('are sent if the body lacks them, with a notice', async () => {
    const model = await assistant();
    const github = await base(overHttp(model));
    const head = overHttp(model, '  parameters: { temperature: 0.5 }');
    const { outputs, summary } = await scenario({
      github,
      event: pullRequest(FORK),
      files: { [CONFIG_PATH]: head },
    });
    expect(outputs.outcome).toBe('fail');
    expect(model.requests[0]!.body).toMatchObject({
      temperature: 0.5,
      messages: [{ role: 'user' }],
    });
    expect(summary).toMatch(
      /Judged as the pull request has it: temperature goes from <code>none<\/code> to .*0\.5/,
    );
  });
});

describe('a subject under hub openai', () => {
  it('may have any parameter of its base, and any at all from the repository itself', async () => {
    const model = await modelServer({ answer: attentive });
    const text = withParameters(
      model,
      '{ response_format: { type: text }, metadata: { team: a } }',
    );
    const github = await base(text);
    const judged = await scenario({
      github,
      event: pullRequest(FORK),
      files: { [CONFIG_PATH]: text },
    });
    expect(judged.outputs.outcome).toBe('pass');
    expect(judged.summary).not.toContain('Judged as the pull request has it');
    expect(chats(model)[0]!.body).toMatchObject({
      response_format: { type: 'text' },
      metadata: { team: 'a' },
    });
    const own = await scenario({
      github: await base(config(model)),
      files: { [CONFIG_PATH]: text },
    });
    expect(own.outputs.outcome).toBe('pass');
  });

  it('is compared with that of the base in summary and comment', async () => {
    const model = await modelServer({ answer: attentive });
    const github = await base(withParameters(model, '{ temperature: 0, max_tokens: 64 }'));
    const head = withParameters(
      model,
      '{ temperature: 1, stop: ["<b>@octocat</b>", "`No`"], reasoning_effort: low }',
    )
      .replace('scenario-model', 'their-model')
      .replace('retries: 1', 'retries: 1\n  system_prompt: Be brief.\n  prompt: "Say: {text}"');
    const { outputs, summary, report } = await scenario({
      github,
      event: pullRequest(FORK),
      files: { [CONFIG_PATH]: head },
    });
    expect(outputs.outcome).toBe('pass');
    expect(
      report!.notices.filter((notice) => notice.startsWith('Judged as the pull request has it: ')),
    ).toEqual(
      [
        'the model goes from `"scenario-model"` to `"their-model"`.',
        'another system prompt and another prompt.',
        'temperature goes from `0` to `1`.',
        'max_tokens goes from `64` to `none`.',
        'stop goes from `none` to `["<b>@octocat</b>","\\u0060No\\u0060"]`.',
        'reasoning_effort goes from `none` to `"low"`.',
      ].map((change) => `Judged as the pull request has it: ${change}`),
    );
    for (const text of [summary, github.comments[0]!.body!]) {
      for (const name of [
        'their-model',
        'another system prompt',
        'temperature',
        'max_tokens',
        'stop',
        'reasoning_effort',
      ])
        expect(text).toContain(name);
      expect(text).not.toContain('<b>@octocat');
    }
    expect(chats(model)[0]!.body).toMatchObject({
      model: 'their-model',
      temperature: 1,
      reasoning_effort: 'low',
    });
    expect(chats(model)[0]!.body).not.toHaveProperty('max_tokens');
  });
});

describe('hostile text of a fork in the comment', () => {
  const PROSE =
    'm\n\nAll checks have passed. `The maintainers` have approved this </details> @octo-org/team ::error::no ';
  const HOSTILE = `${PROSE}${'a'.repeat(10_000)}`;

  it.each<[string, (model: ModelServer) => string]>([
    [
      'the name of its model, which the endpoint repeats in its error',
      (model) => config(model).replace('scenario-model', JSON.stringify(HOSTILE)),
    ],
    [
      'a parameter of another kind',
      (model) => withParameters(model, JSON.stringify({ temperature: HOSTILE })),
    ],
    [
      'a parameter that it may not set',
      (model) => withParameters(model, JSON.stringify({ [HOSTILE]: 1 })),
    ],
    [
      'a source of data',
      (model) => config(model).replace('evals/statements.txt', JSON.stringify(HOSTILE)),
    ],
    [
      'a file that holds its prompt',
      (model) =>
        config(model).replace('retries: 1', `prompt_file: ${JSON.stringify(`p/${HOSTILE}`)}`),
    ],
  ])('is quoted and truncated: %s', async (name, head) => {
    const fail = ({ body }: RecordedRequest) => ({
      status: 404,
      body: {
        error: {
          message: `No model ${(body as { model: string }).model}`,
          code: 'model_not_found',
        },
      },
    });
    const model = await modelServer({
      fail: (request) => (request.path.endsWith('/models') ? undefined : fail(request)),
    });
    const github = await base(config(model));
    const { outputs } = await scenario({
      github,
      event: pullRequest(FORK),
      files: { [CONFIG_PATH]: head(model) },
    });
    expect(outputs.outcome).toBe('error');
    const { quoted, loose } = unquotedIn(
      github.comments[0]!.body!,
      /checks have|maintainers|approved|octo-org|::error|aaaa/,
    );
    expect(loose).toEqual([]);
    // The error of a path names its key and place, and does not repeat it.
    const namesPlaceAlone = ['a source of data', 'a file that holds its prompt'].includes(name);
    expect(quoted > 0).toBe(!namesPlaceAlone);
  });
});
