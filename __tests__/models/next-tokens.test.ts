import type { NextTokens } from '../../src/engine/model.ts';
import { distributionsById } from '../../src/models/hubs/next-tokens.ts';
import { createModel, Meter } from '../../src/models/index.ts';
import { startModelServer, type ModelServer } from '../support/model-server.ts';
import { nextTokenRoute, type NextTokenOptions } from '../support/next-token-server.ts';
import { connection, modelSettings, rejection } from './support.ts';

const place = { address: 'http://h/v1', section: 'model', clean: (text: string) => text } as const;
const choice = (logprobs: unknown, index = 0) => ({
  index,
  logprobs: { top_logprobs: [logprobs] },
});

describe('the lists of servers', () => {
  it('choices are sorted by index, and -9999 is minus infinity', () => {
    const reply = {
      choices: [choice({ 'token_id:7': 0, 'token_id:9': -9999 }, 1), choice({ 'token_id:3': 0 })],
    };
    const [first, second] = distributionsById(reply, 2, place);
    expect([...first!.logprobs]).toEqual([['3', 0]]);
    expect([...second!.logprobs]).toEqual([
      ['7', 0],
      ['9', -Infinity],
    ]);
  });

  it.each<[string, unknown]>([
    ['names tokens by their text', { choices: [choice({ the: -1 })] }],
    [
      '2 arrived for 1 prompts',
      { choices: [choice({ 'token_id:1': -1 }), choice({ 'token_id:1': -1 }, 1)] },
    ],
    ['sum to 2.000', { choices: [choice({ 'token_id:1': 0, 'token_id:2': 0 })] }],
    ['it is empty', { choices: [choice({})] }],
    ['an entry is not a number', { choices: [choice({ 'token_id:1': '-1' })] }],
    ['it is missing', { choices: [choice(null)] }],
  ])('no distribution: %s', async (why, reply) => {
    expect(
      (await rejection(Promise.resolve().then(() => distributionsById(reply, 1, place)))).message,
    ).toContain(why);
  });
});

describe('the requests for lists', () => {
  let server: ModelServer;
  beforeAll(async () => {
    server = await startModelServer({ keys: undefined });
  });
  afterAll(() => server.close());

  async function asking(options: NextTokenOptions, url = `${server.url}/v1`): Promise<NextTokens> {
    server.requests.length = 0;
    server.options.route = nextTokenRoute(options);
    const model = await createModel(
      modelSettings({ base_url: url, api: 'chat' }),
      connection(),
      new Meter(),
    );
    return model.nextTokens!;
  }
  const bodies = (path: string) =>
    server.requests.filter((request) => request.path === path).map(({ body }) => body);

  it('vLLM, whatever `api` says: by id, as many as there are, with no parameter of the user', async () => {
    const next = await asking({ mind: 'attends' });
    const [first, second] = await next.behind(['The cat', 'The dog']);
    expect([first!.logprobs.size, second!.logprobs.size]).toEqual([64, 64]);
    expect(first).not.toEqual(second);
    expect(bodies('/v1/completions')).toEqual([
      {
        model: 'test-model',
        prompt: 'The cat sat on the mat.',
        max_tokens: 1,
        temperature: 0,
        prompt_logprobs: -1,
      },
      {
        model: 'test-model',
        prompt: ['The cat', 'The dog'],
        max_tokens: 1,
        temperature: 0,
        logprobs: 64,
        return_tokens_as_token_ids: true,
      },
    ]);
  });

  it('tokenizes a text once, and lists as many tokens as the server does', async () => {
    const next = await asking({ mind: 'attends', listed: 40 });
    const tokens = await next.tokenize('The cat sat on a mat.', true);
    expect(await next.tokenize('The cat sat on a mat.', true)).toEqual(tokens);
    expect(bodies('/tokenize')).toHaveLength(1);
    expect(
      (await next.behind([tokens.slice(0, -2), tokens.slice(0, -1)])).map(
        ({ logprobs }) => logprobs.size,
      ),
    ).toEqual([40, 40]);
  });

  it.each(['/v1', '/v1/'])('has /tokenize beside the path %s', async (path) => {
    const next = await asking({ mind: 'attends' }, `${server.url}${path}`);
    expect(await next.tokenize('a', false)).toHaveLength(1);
  });

  it('a failed detection is repeated', async () => {
    const next = await asking({ mind: 'attends' });
    let isDown = true;
    server.options.fail = () => (isDown ? { status: 500 } : undefined);
    await rejection(next.behind(['a']));
    isDown = false;
    expect(await next.behind(['a'])).toHaveLength(1);
  });
});
