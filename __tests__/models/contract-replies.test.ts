import type { Answer } from '../../src/engine/model.ts';
import { createModel, Meter } from '../../src/models/index.ts';
import type { ModelSettings } from '../../src/models/settings.ts';
import { errorBody, rateErrorBody, replyBody, type ProviderDialect } from './reply-bodies.ts';
import { connection, modelSettings, rejection, serve, type LocalServer } from './support.ts';

/** What servers may answer, in each provider's shape, and what becomes of it under each hub. */

interface Asked {
  dialect: ProviderDialect;
  /** Path of the endpoint. */
  path: string;
  settings: Partial<ModelSettings>;
}

const HUBS: Record<string, Asked> = {
  openai: { dialect: 'chat', path: '/v1', settings: {} },
  'openai, responses': { dialect: 'responses', path: '/v1', settings: { api: 'responses' } },
  'azure-openai': {
    dialect: 'chat',
    path: '',
    settings: { hub: 'azure-openai', api_version: '2024-10-21' },
  },
  'azure-openai, v1': {
    dialect: 'chat',
    path: '/openai/v1/',
    settings: { hub: 'azure-openai' },
  },
  huggingface: { dialect: 'chat', path: '', settings: { hub: 'huggingface' } },
  anthropic: { dialect: 'anthropic', path: '/v1', settings: { hub: 'anthropic' } },
  google: { dialect: 'google', path: '/v1beta', settings: { hub: 'google' } },
  bedrock: {
    dialect: 'bedrock',
    path: '',
    settings: { hub: 'bedrock', region: 'eu-central-1' },
  },
  http: { dialect: 'http', path: '/answer', settings: { hub: 'http' } },
};

interface Sent {
  status?: number;
  headers?: Record<string, string>;
  /** A string as it stands, anything else as JSON. */
  body: unknown;
}

/** The answer, or the class of the error and its sentences. */
type Expected =
  | string
  | { answer: Answer }
  | { filter: RegExp }
  | { kind: string; fatal?: boolean; says?: RegExp; remedy?: RegExp; requests?: number };

interface ReplyCase {
  /** What the server sends; undefined where the provider has no such reply. */
  sends: (dialect: ProviderDialect) => Sent | undefined;
  expected: Expected | ((dialect: ProviderDialect) => Expected);
  /** Retries of the settings. */
  retries?: number;
}

/** Any provider's reply but those of services of one's own, which have no such fields. */
const ofModels = (make: (dialect: ProviderDialect) => unknown) => (dialect: ProviderDialect) => {
  const body = dialect === 'http' ? undefined : make(dialect);
  return body === undefined ? undefined : { body };
};
const failing =
  (status: number, message: string, headers?: Record<string, string>) =>
  (dialect: ProviderDialect): Sent => ({
    status,
    headers,
    body: errorBody(dialect, status, message),
  });

const EMPTY = { kind: 'empty_answer', fatal: false };
const HTML = '<!DOCTYPE html><html><body>Sign in</body></html>';

const CASES: Record<string, ReplyCase> = {
  'an answer': { sends: (dialect) => ({ body: replyBody(dialect) }), expected: 'Yes.' },
  'an answer after reasoning': {
    sends: ofModels((dialect) => replyBody(dialect, { parts: ['reasoning', 'text'] })),
    expected: { answer: { text: 'Yes.', isReasoned: true } },
  },
  'an answer in two parts': {
    sends: (dialect) => {
      if (dialect === 'chat' || dialect === 'http') return undefined;
      return { body: replyBody(dialect, { parts: ['text', 'text'] }) };
    },
    expected: 'Yes.Yes.',
  },
  'an answer of white space': {
    sends: (dialect) => ({ body: replyBody(dialect, { text: ' ' }) }),
    expected: ' ',
  },
  'an empty answer that ends by itself': {
    sends: (dialect) => ({ body: replyBody(dialect, { text: '' }) }),
    expected: '',
  },
  'an answer that is cut': {
    sends: (dialect) => ({ body: replyBody(dialect, { reason: 'length' }) }),
    expected: { answer: { text: 'Yes.', isCut: true } },
  },
  'a cut before the first word': {
    sends: ofModels((dialect) => replyBody(dialect, { parts: ['reasoning'], reason: 'length' })),
    expected: { ...EMPTY, says: /length/, remedy: /Raise `max_tokens`/ },
  },
  'reasoning and no answer': {
    sends: ofModels((dialect) => replyBody(dialect, { parts: ['reasoning'] })),
    expected: EMPTY,
  },
  'a call of a tool': {
    sends: ofModels((dialect) => replyBody(dialect, { parts: ['tool'] })),
    expected: EMPTY,
  },
  'a filtered answer': {
    sends: ofModels((dialect) => replyBody(dialect, { parts: [], reason: 'filter' })),
    expected: { filter: /content filter .*content_filter/ },
  },
  'a filtered prompt': {
    sends: (dialect) => {
      if (dialect === 'google')
        return {
          body: {
            promptFeedback: { blockReason: 'PROHIBITED_CONTENT' },
            usageMetadata: { promptTokenCount: 4, totalTokenCount: 4 },
            modelVersion: 'test-model',
          },
        };
      if (dialect !== 'chat') return undefined;
      const message = "The response was filtered due to the prompt triggering Azure's filter.";
      return { status: 400, body: { error: { message, code: 'content_filter', param: 'prompt' } } };
    },
    expected: { kind: 'filtered', fatal: false, says: /filtered|PROHIBITED_CONTENT/ },
  },
  'an error in a list': {
    sends: () => ({ status: 400, body: [{ error: { code: 400, message: 'No such field.' } }] }),
    expected: { kind: 'bad_request', fatal: false },
  },
  'an error with status 200': {
    sends: ofModels((dialect) => {
      if (dialect === 'bedrock') return undefined;
      return { error: { code: 400, message: 'Not like this.' } };
    }),
    expected: { kind: 'bad_request', says: /an error with status 200.*Not like this\./ },
  },
  'an error with status 200 that may pass': {
    sends: ofModels((dialect) => errorBody(dialect === 'bedrock' ? 'chat' : dialect, 500, 'Lost.')),
    expected: { kind: 'server', says: /an error with status 200.*Lost\./, requests: 2 },
    retries: 1,
  },
  'a stream that was not asked for': {
    sends: (dialect) => ({ body: `data: ${JSON.stringify(replyBody(dialect))}\n\ndata: [DONE]\n` }),
    expected: { kind: 'bad_response', fatal: true },
  },
  'a refusal for the rate, with a wait': {
    sends: failing(429, 'Slow down.', { 'retry-after': '0', 'x-should-retry': 'false' }),
    expected: { kind: 'rate_limit', fatal: false, says: /limits the rate/, remedy: /concurrency/ },
  },
  'a refusal for the rate, until tomorrow': {
    sends: failing(429, 'Per day.', { 'retry-after': '86400' }),
    expected: {
      kind: 'rate_limit',
      fatal: true,
      says: /allows no more requests for now .*Per day\./,
      requests: 1,
    },
  },
  'a used up quota': {
    sends: () => ({
      status: 429,
      body: { error: { message: 'You exceeded your quota.', type: 'insufficient_quota' } },
    }),
    expected: { kind: 'rate_limit', fatal: true, says: /no credit left/, requests: 1 },
  },
  'a wrong key': {
    sends: failing(401, 'Wrong key.'),
    expected: { kind: 'authentication', fatal: true, says: /Wrong key/, remedy: /`api-key`/ },
  },
  'a key without the right': {
    sends: failing(403, 'Not yours.'),
    expected: { kind: 'authentication', fatal: true, remedy: /that it may use the model/ },
  },
  'a key that Google does not know': {
    sends: (dialect) =>
      dialect === 'google'
        ? failing(400, 'API key not valid. Please pass a valid API key.')(dialect)
        : undefined,
    expected: { kind: 'authentication', fatal: true, remedy: /`GEMINI_API_KEY`/ },
  },
  'credentials that expired': {
    sends: failing(403, 'The security token included in the request is expired'),
    expected: { kind: 'authentication', fatal: true, says: /expired/, remedy: /anew/ },
  },
  'an unknown model': {
    sends: failing(404, 'No such model.'),
    expected: { kind: 'not_found', fatal: true, says: /No such model/ },
  },
  'a model that Bedrock does not have': {
    sends: (dialect) =>
      dialect === 'bedrock'
        ? failing(400, 'The provided model identifier is invalid.')(dialect)
        : undefined,
    expected: { kind: 'bad_request', fatal: true, remedy: /`model\.name`/ },
  },
  'a prompt that is too long': {
    sends: failing(413, 'Too long.'),
    expected: { kind: 'bad_request', fatal: false, remedy: /Change the prompt/ },
  },
  'an unsupported parameter': {
    sends: () => ({
      status: 400,
      body: {
        error: {
          message: "Unsupported parameter: 'temperature' is not supported with this model.",
          type: 'invalid_request_error',
          param: 'temperature',
          code: 'unsupported_parameter',
        },
      },
    }),
    expected: { kind: 'bad_request', fatal: true, says: /temperature/, remedy: /parameters/ },
  },
  'a refusal for the rate, with a wait in its details': {
    sends: (dialect) => ({ status: 429, body: rateErrorBody(dialect, '86400s') }),
    expected: { kind: 'rate_limit', fatal: true, says: /asks to wait for 86400 s/, requests: 1 },
  },
  'a failure': {
    sends: failing(500, 'Broken.'),
    expected: { kind: 'server', fatal: false, says: /Broken/, requests: 2 },
    retries: 1,
  },
  'an overload': {
    sends: failing(529, 'Overloaded', { 'retry-after': '86400' }),
    expected: { kind: 'rate_limit', fatal: true, says: /is overloaded \(HTTP 529\)/, requests: 1 },
  },
  'a web page': {
    sends: () => ({ body: HTML }),
    expected: { kind: 'bad_response', fatal: true, remedy: /web page/ },
  },
  'a web page of a gateway': {
    sends: () => ({ status: 502, body: HTML }),
    expected: { kind: 'server', fatal: false, says: /HTTP 502/ },
  },
  'JSON without an answer': {
    sends: () => ({ body: { hello: 1 } }),
    expected: { kind: 'bad_response', fatal: false, remedy: /`base_url`|`model.answer`/ },
  },
  'JSON that breaks off': {
    sends: (dialect) => ({ body: JSON.stringify(replyBody(dialect)).slice(0, -9) }),
    expected: { kind: 'bad_response', fatal: false, says: /breaks off/ },
  },
  nothing: {
    sends: () => ({ body: '' }),
    expected: { kind: 'bad_response', fatal: true, says: /nothing/ },
  },
  'a reply of Anthropic': {
    sends: ofModels((dialect) => (dialect === 'anthropic' ? undefined : replyBody('anthropic'))),
    expected: {
      kind: 'bad_response',
      fatal: true,
      remedy: /Anthropic's API: write `hub: anthropic`/,
    },
  },
  'a reply of Google': {
    sends: ofModels((dialect) => (dialect === 'google' ? undefined : replyBody('google'))),
    expected: { kind: 'bad_response', fatal: true, remedy: /Gemini API: write `hub: google`/ },
  },
  'a reply of OpenAI': {
    sends: ofModels((dialect) => (dialect === 'chat' ? undefined : replyBody('chat'))),
    expected: {
      kind: 'bad_response',
      fatal: true,
      remedy: /OpenAI's chat API: write `hub: openai`/,
    },
  },
  'a route that Anthropic does not have': {
    sends: (dialect) =>
      dialect === 'chat' || dialect === 'responses'
        ? { status: 404, body: errorBody('anthropic', 404, 'Not found') }
        : undefined,
    expected: { kind: 'not_found', fatal: true, remedy: /write `hub: anthropic`/ },
  },
};

const servers: LocalServer[] = [];
afterEach(() => Promise.all(servers.splice(0).map((server) => server.close())));

describe.each(Object.entries(HUBS))('%s', (_, { dialect, path, settings }) => {
  const cases = Object.entries(CASES).filter(([, { sends }]) => sends(dialect) !== undefined);
  it.each(cases)('reads %s', async (_, { sends, expected, retries = 0 }) => {
    const { status = 200, headers = {}, body } = sends(dialect) ?? { body: '' };
    const server = await serve((_, response) => {
      const isText = typeof body === 'string';
      const type = isText ? 'text/plain' : 'application/json';
      response.writeHead(status, { 'content-type': type, ...headers });
      response.end(isText ? body : JSON.stringify(body));
    });
    servers.push(server);
    const address = `${server.url}${path}`;
    const place = settings.hub === 'http' ? { url: address } : { base_url: address };
    const asked = modelSettings({ ...settings, ...place, retries });
    const model = await createModel(asked, connection(), new Meter());
    const outcome = model.answer('Is water wet?');
    const wanted = typeof expected === 'function' ? expected(dialect) : expected;
    if (typeof wanted === 'string') {
      expect(await outcome).toMatchObject({ text: wanted });
      return;
    }
    if ('answer' in wanted) {
      expect(await outcome).toEqual(wanted.answer);
      return;
    }
    if ('filter' in wanted) {
      const filter = expect.stringMatching(wanted.filter);
      expect(await outcome).toMatchObject({ text: '', filter });
      return;
    }
    const { says = /./, remedy = /./, requests = 1, ...error } = wanted;
    const thrown = await rejection(outcome);
    expect(thrown).toMatchObject({ name: 'ModelError', ...error });
    expect(thrown.message).toMatch(says);
    expect(thrown.remedy).toMatch(remedy);
    expect(server.count()).toBe(requests);
  });
});
