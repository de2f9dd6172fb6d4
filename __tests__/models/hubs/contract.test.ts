import { sharedCases } from '../../support/oracle.ts';
import { isPlainRefusal } from '../../../src/language/refusals.ts';
import { finalText } from '../../../src/engine/final-text.ts';
import type { Answer as Given } from '../../../src/engine/types.ts';
import { ModelError } from '../../../src/errors.ts';
import { causeOf } from '../../../src/models/hubs/replies.ts';
import { opened } from './door.ts';
import endsTable from './ends-table.json' with { type: 'json' };
import { APIS, bodyOf, SETTINGS, type ApiName, type Said } from './replies.ts';

/** Shapes of replies for all hubs: one table says what each of them is. */

/** Asks once. `KIND words of message and remedy` for an error. */
async function outcomeOf(api: ApiName, reply: unknown): Promise<Given | string> {
  const { model } = await opened(() => reply, SETTINGS[api]);
  try {
    return await model.answer('Is water wet?');
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    return `${error.kind}${error.transient ? ' again' : ''}${error.fatal ? ' ends' : ''}: ${error.describe()}`;
  }
}

const NO_PARTS: readonly ApiName[] = ['completions', 'http'];
/** No text, reasoning or tools: only a text can come. */
const talks = (api: ApiName) => !NO_PARTS.includes(api);

describe.each(APIS)('%s', (api) => {
  const ANSWERS: [name: string, said: Said, expected: Partial<Given>][] = [
    ['plain', {}, { text: 'Yes.' }],
    ['cut', { text: 'Yes, bec', reason: 'cut' }, { text: 'Yes, bec', isCut: true }],
    [
      'filtered at its end',
      { text: 'Yes', reason: 'filter' },
      { text: 'Yes', filter: expect.stringContaining('filter') },
    ],
    [
      'withheld',
      { text: '', reason: 'filter' },
      { text: '', filter: expect.stringContaining('filter') },
    ],
    ['thought and said', { parts: ['reasoning', 'text'] }, { text: 'Yes.' }],
  ];
  it.each(ANSWERS)('an answer: %s', async (_name, said, expected) => {
    if (!talks(api) && said.parts) return;
    // The Responses API has no reason for a refusal, which is a part of its own.
    expect(await outcomeOf(api, bodyOf(api, said))).toEqual(expected);
  });

  const ERRORS: [name: string, said: Said, expected: RegExp][] = [
    [
      'cut before its first word',
      { text: '', reason: 'cut' },
      /^empty_answer: .*before its first word[^]*`LIMIT`/,
    ],
    ['a full window', { text: '', reason: 'full' }, /^empty_answer: .*(?:window|first word)/],
    ['empty', { text: '' }, /^empty_answer: .*empty answer/],
    ['white space', { text: ' \n' }, /^empty_answer: .*empty answer/],
    [
      'only thought',
      { parts: ['reasoning'] },
      /^empty_answer: .*"(?:reasoning|reasoning_content)"/,
    ],
    [
      'thought until the limit',
      { parts: ['reasoning'], reason: 'cut' },
      /^empty_answer: [^]*`LIMIT`/,
    ],
    ['a call of a tool', { parts: ['tool'] }, /^empty_answer: .*tool.*"look_up"/],
  ];
  it.each(ERRORS)('no answer: %s', async (_name, said, expected) => {
    if (!talks(api) && said.parts) return;
    expect(await outcomeOf(api, bodyOf(api, said))).toMatch(expected);
  });

  const FAILURES: [name: string, reply: unknown, expected: RegExp][] = [
    [
      'an error with status 200',
      { error: { message: 'boom', code: 500 } },
      /^server again: .*boom/,
    ],
    [
      'a limit with status 200',
      {
        error: {
          message: 'Provider returned error',
          code: 429,
          metadata: { raw: 'slow down upstream' },
        },
      },
      /^rate_limit again: .*slow down upstream/,
    ],
    ['a stream', 'data: {"choices":[]}\n\ndata: [DONE]\n', /^bad_response ends: .*stream/],
    ['a web page', '<!doctype html><title>Sign in</title>', /^bad_response ends: .*Sign in/],
    ['cut JSON', '{"choices":[{"message":{"content":"Y', /^bad_response again/],
    ['nothing', '', /^bad_response again/],
    ['no choices', { id: 'x', object: 'thing' }, /^bad_response: .*`"id, object"`/],
    ['JSON that nests too deep', `${'['.repeat(200)}${']'.repeat(200)}`, /^bad_response/],
    ['401', [401, 'bad key'], /^authentication: .*bad key/],
    ['404', [404, 'no such model'], /^not_found: .*no such model/],
    ['422', [422, 'seed'], /^bad_request: .*seed/],
    ['429', [429, 'slow'], /^rate_limit: .*slow/],
    ['500', [500, 'oops'], /^server: .*oops/],
  ];
  it.each(FAILURES)('a failure: %s', async (_name, reply, expected) => {
    expect(await outcomeOf(api, reply)).toMatch(expected);
  });

  it('counts tokens, those from a cache too, and the model that served', async () => {
    const { model, door } = await opened(() => bodyOf(api), SETTINGS[api]);
    await model.answer('Is water wet?');
    const { prompt_tokens, completion_tokens, served } = door.meter;
    expect([prompt_tokens, completion_tokens]).toEqual(api === 'http' ? [0, 0] : [4, 2]);
    expect([...served.keys()]).toEqual(['http', 'bedrock'].includes(api) ? [] : ['served']);
  });
});

const said = (message: object, more: object = { finish_reason: 'stop' }) => ({
  choices: [{ message, ...more }],
});
const responded = (output: unknown[], status = 'completed') => ({
  object: 'response',
  status,
  output,
});

it.each<[ApiName, unknown]>([
  ['anthropic', bodyOf('anthropic', { parts: [], reason: 'refusal' })],
  ['anthropic', bodyOf('anthropic', { text: 'First you', reason: 'refusal' })],
  ['chat', bodyOf('chat', { text: '', reason: 'refusal' })],
  ['bedrock', bodyOf('bedrock', { parts: [], reason: 'refusal' })],
  ['chat', said({ content: null, refusal: "I'm sorry, I can't help with that." })],
  ['chat', said({ content: '', refusal: 'Too dangerous, by far, to speak of it here at all.' })],
  ['chat', said({ content: [{ type: 'refusal', refusal: 'Too dangerous.' }] })],
  ['responses', responded([{ type: 'message', content: [{ type: 'refusal', refusal: 'No.' }] }])],
])('%s: the own refusal of a model is read as a decline', async (api, reply) => {
  const answer = (await outcomeOf(api, reply)) as Given;
  expect(answer.filter).toBeUndefined();
  expect(isPlainRefusal(finalText(answer.text)!)).toBe(true);
});

it.each<[ApiName, unknown, unknown]>([
  [
    'anthropic',
    { type: 'message', content: [{ type: 'text', text: 'So' }], stop_reason: 'pause_turn' },
    { text: 'So', isCut: true },
  ],
  [
    'anthropic',
    {
      type: 'message',
      content: [{ type: 'server_tool_use', name: 'f' }],
      stop_reason: 'pause_turn',
    },
    expect.stringMatching(/^empty_answer: .*tool/),
  ],
  [
    'google',
    { candidates: [{ content: { parts: [] }, finishReason: 'OTHER' }] },
    { text: '', filter: expect.anything() },
  ],
  ['google', { promptFeedback: { blockReason: 'OTHER' } }, { text: '', filter: expect.anything() }],
  [
    'chat',
    {
      choices: [
        {
          message: {
            content: [
              { type: 'thinking', thinking: [] },
              { type: 'text', text: 'Yes.' },
            ],
          },
        },
      ],
    },
    { text: 'Yes.' },
  ],
  [
    'chat',
    { choices: [{ message: { content: [{ type: 'thinking', thinking: [] }] } }] },
    expect.stringMatching(/^empty_answer/),
  ],
  [
    'chat',
    {
      choices: [
        {
          message: { content: 'Y' },
          finish_reason: 'error',
          error: { code: 502, message: 'upstream' },
        },
      ],
    },
    expect.stringMatching(/^server again: .*upstream/),
  ],
  [
    'chat',
    { choices: [{ message: { content: 'Y' }, finish_reason: 'insufficient_system_resource' }] },
    expect.stringMatching(/^server again/),
  ],
  [
    'responses',
    {
      object: 'response',
      status: 'failed',
      output: [{ type: 'reasoning' }],
      error: { code: 'server_error', message: 'boom' },
    },
    expect.stringMatching(/^server again/),
  ],
  ['chat', said({ content: null, refusal: "I can't help." }), { text: "I can't help." }],
  ['chat', said({ content: 'Yes.', refusal: null, reasoning: 'So.' }), { text: 'Yes.' }],
  ['chat', said({ content: { type: 'text', text: 'Yes.' } }), { text: 'Yes.' }],
  ['chat', said({ content: ['Yes', { text: '.' }] }), { text: 'Yes.' }],
  ['chat', { choices: [{ text: 'Yes.', finish_reason: 'stop' }] }, { text: 'Yes.' }],
  ['chat', said({ content: 'Y' }, { finish_reason: 'novelty' }), { text: 'Y' }],
  ['chat', said({ thinking: 'Hm.' }), expect.stringMatching(/^empty_answer: .*"thinking"/)],
  [
    'chat',
    said({ content: '', reasoning_details: [{ type: 'reasoning.text', text: 'Hm.' }] }),
    expect.stringMatching(/^empty_answer: .*"reasoning_details"/),
  ],
  [
    'chat',
    said({}, { finish_reason: 'stop', content_filter_results: { hate: { filtered: true } } }),
    { text: '', filter: expect.anything() },
  ],
  [
    'chat',
    said({}, { finish_reason: 'stop', content_filter_results: { hate: { filtered: false } } }),
    expect.stringMatching(/^empty_answer/),
  ],
  [
    'chat',
    said({ content: 'Y' }, { content_filter_results: { hate: { filtered: true } } }),
    { text: 'Y' },
  ],
  [
    'chat',
    { ...said({ content: '' }), prompt_filter_results: [{ jailbreak: { filtered: true } }] },
    { text: '', filter: expect.anything() },
  ],
  [
    'responses',
    responded([], 'queued'),
    expect.stringMatching(/^server: .*"queued"[^]*background/),
  ],
  [
    'responses',
    responded([{ type: 'message', content: [{ text: 'Y' }] }], 'in_progress'),
    expect.stringMatching(/^server: .*"in_progress"/),
  ],
  [
    'chat',
    { choices: [{ message: { content: null, function_call: { name: 'look_up' } } }] },
    expect.stringMatching(/^empty_answer: .*look_up/),
  ],
  [
    'anthropic',
    {
      type: 'message',
      model: 'm',
      content: [{ type: 'novelty' }, { type: 'text', text: 'Yes.' }],
      stop_reason: 'end_turn',
    },
    { text: 'Yes.' },
  ],
  [
    'google',
    { candidates: [{ content: { parts: [] }, finishReason: 'MALFORMED_FUNCTION_CALL' }] },
    expect.stringMatching(/^empty_answer: .*MALFORMED_FUNCTION_CALL/),
  ],
])('%s: replies that only one API has %#', async (api, reply, expected) => {
  expect(await outcomeOf(api, reply)).toEqual(expected);
});

/** The reasons that each provider's own types list, by what they mean. */
const ENDS = endsTable as [provider: string, ends: Record<string, string>][];

it.each(ENDS)('each end of an answer has its cause: %s', (_provider, ends) => {
  for (const [cause, reasons] of Object.entries(ends))
    for (const reason of reasons.split(' '))
      expect([reason, causeOf(reason)]).toEqual([reason, cause]);
});

interface OddEnd {
  hub: string;
  api?: 'responses';
  status: number;
  body: unknown;
}

const ODD_ENDS = [/cyber/, /^empty_answer: .*empty answer/, /`LIMIT`/];

it.each([...ODD_ENDS.entries()])('odd end %i of the public reports', async (i, expected) => {
  const found = sharedCases<OddEnd>('17-odd-ends/replies.json')[i];
  if (!found) return;
  const { hub, api, status, body } = found;
  const said = await outcomeOf(api ?? (hub === 'openai' ? 'chat' : (hub as ApiName)), [
    status,
    body,
  ]);
  expect(typeof said === 'string' ? said : said.text).toMatch(expected);
});

it('an end that no table has counts as complete, and is noted once', async () => {
  const { model, door } = await opened(() => said({ content: 'Y' }, { finish_reason: 'novelty' }));
  expect([await model.answer('a'), await model.answer('b')]).toEqual([
    { text: 'Y' },
    { text: 'Y' },
  ]);
  expect([...door.meter.oddEnds]).toEqual(['novelty']);
});
