import { isPlainRefusal } from '../../../src/language/refusals.ts';
import { judgedText } from '../../../src/engine/read.ts';
import type { Answer as Given } from '../../../src/engine/model.ts';
import { ModelError } from '../../../src/shared/errors.ts';
import { causeOf } from '../../../src/models/hubs/replies.ts';
import { opened } from './fake-endpoint.ts';
import contract from './data/contract.json' with { type: 'json' };
import endsTable from './ends-table.json' with { type: 'json' };
import { APIS, bodyOf, saidTo, SETTINGS, type ApiName, type Said } from './replies.ts';

/** Shapes of replies. One table gives the meaning of each for all hubs. */

/** Asks once. `KIND words of message and remedy` for an error. */
async function outcomeOf(api: ApiName, reply: unknown): Promise<Given | string> {
  const { model } = await opened(() => reply, SETTINGS[api]);
  try {
    return await model.answer('Is water wet?');
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    return `${error.kind}${error.isTransient ? ' again' : ''}${error.isFatal ? ' ends' : ''}: ${error.describe()}`;
  }
}

/** The expected answer; a pattern for an error, and for the words of a filter. */
type Expected = string | { text: string; isCut?: boolean; filter?: string };

function wanted(expected: Expected): unknown {
  if (typeof expected === 'string') return expect.stringMatching(expected);
  if (expected.filter === undefined) return expected;
  return { ...expected, filter: expect.stringMatching(expected.filter) as string };
}

const SAID = contract.said as [name: string, said: Said, Expected][];
const FAILURES = contract.failures as [name: string, reply: unknown, pattern: string][];
const REFUSALS = contract.refusals as [ApiName, reply: unknown][];
const ODD = contract.odd as [ApiName, reply: unknown, Expected][];

const NO_PARTS: readonly ApiName[] = ['completions', 'http'];
const NO_FORMATS: readonly ApiName[] = [...NO_PARTS, 'bedrock'];
/** An API without parts can return a text only. */
const talks = (api: ApiName) => !NO_PARTS.includes(api);

describe.each(APIS)('%s', (api) => {
  const possible = SAID.filter(([, { parts }]) => talks(api) || !parts);
  it.each(possible)('an answer: %s', async (_name, said, expected) => {
    // The Responses API has no reason for a refusal, which is a part of its own.
    expect(await outcomeOf(api, bodyOf(api, said))).toEqual(wanted(expected));
  });

  it.each(FAILURES)('a failure: %s', async (_name, reply, expected) => {
    expect(await outcomeOf(api, reply)).toMatch(new RegExp(expected));
  });

  it('an answer comes in the way in which it was asked for, and is read', async () => {
    const { model } = await opened(({ body }) => bodyOf(api, saidTo(body)), SETTINGS[api]);
    const schema = { type: 'object', properties: { ok: { type: 'string' } } };
    const { text } = await model.answer('Is water wet?', { format: { name: 'verdict', schema } });
    expect(text).toBe(NO_FORMATS.includes(api) ? 'Yes.' : '{"ok":"Yes."}');
  });

  it('counts tokens, those from a cache too', async () => {
    const { model, endpoint } = await opened(() => bodyOf(api), SETTINGS[api]);
    await model.answer('Is water wet?');
    const { prompt_tokens, completion_tokens } = endpoint.meter;
    expect([prompt_tokens, completion_tokens]).toEqual(api === 'http' ? [0, 0] : [4, 2]);
  });
});

it.each(REFUSALS)('%s: the own refusal of a model is read as a decline', async (api, reply) => {
  const answer = (await outcomeOf(api, reply)) as Given;
  expect(answer.filter).toBeUndefined();
  expect(isPlainRefusal(judgedText({ ...answer, prompt: '' }))).toBe(true);
});

it.each(ODD)('%s: replies that only one API has %#', async (api, reply, expected) => {
  expect(await outcomeOf(api, reply)).toEqual(wanted(expected));
});

/** The reasons that each provider's own types list, by what they mean. */
const ENDS = endsTable as [provider: string, ends: Record<string, string>][];

it.each(ENDS)('each end of an answer has its cause: %s', (_provider, ends) => {
  for (const [cause, reasons] of Object.entries(ends))
    for (const reason of reasons.split(' '))
      expect([reason, causeOf(reason)]).toEqual([reason, cause]);
});
