import { describe, expect, it } from '@jest/globals';
import { Memory, type AskedOnce, type Kept, type RequestShape, type ReplyStore } from '../../src/models/memory.js';
import { remembering } from '../../src/models/remembering.js';

const shape = (over: Partial<RequestShape> = {}): RequestShape => ({
  hub: 'openai',
  method: 'POST',
  url: new URL('https://api.example/v1/chat?api-version=1'),
  body: '{"a":1}',
  headers: [null, 'application/json'],
  ...over,
});

class Shelf implements ReplyStore {
  readonly kept = new Map<string, Kept>();
  find = ({ id, nth }: AskedOnce) => this.kept.get(`${id}${nth}`);
  keep = ({ id, nth }: AskedOnce, kept: Kept) => void this.kept.set(`${id}${nth}`, kept);
}

describe('a request', () => {
  it('is another one with all that shapes its answer', () => {
    const memory = new Memory({ needsKey: false });
    const requests = [
      shape(),
      shape({ hub: 'http' }),
      shape({ method: 'GET' }),
      shape({ url: new URL('https://api.example/v1/chat?api-version=2') }),
      // A server may read 1.0 as something else than 1: nothing is parsed.
      shape({ body: '{"a":1.0}' }),
      shape({ headers: ['text/plain', 'application/json'] }),
    ];
    expect(new Set(requests.map((request) => memory.ask(request).id)).size).toBe(requests.length);
    expect(memory.ask(shape())).toMatchObject({ nth: 1 });
  });

  it('leaves its number to the next like it where it has no answer', () => {
    const memory = new Memory({ needsKey: false });
    const [zero, one, two] = [memory.ask(shape()), memory.ask(shape()), memory.ask(shape())];
    memory.failed(two);
    memory.failed(zero);
    expect([memory.ask(shape()), memory.ask(shape()), memory.ask(shape())].map(({ nth }) => nth)).toEqual([0, 2, 3]);
    expect(one.nth).toBe(1);
  });
});

describe('a reply', () => {
  it('counts under its own key, number and words alone', async () => {
    const journal = new Shelf();
    const asked = new Memory({ journal, needsKey: false }).ask(shape());
    await new Memory({ journal, needsKey: false }).keep(asked, '{"b":2}', 'key-1');
    const memory = new Memory({ journal, needsKey: false });
    expect(await memory.recall(asked, 'key-1')).toBe('{"b":2}');
    expect(await memory.recall(asked, 'key-2')).toBeUndefined();
    expect(await memory.recall(asked, undefined)).toBeUndefined();
    const [[name, kept]] = [...journal.kept] as [[string, Kept]];
    journal.kept.set(name, { ...kept, reply: '{"b":3}' });
    expect(await memory.recall(asked, 'key-1')).toBeUndefined();
    journal.kept.set(name.replace(/0$/, '1'), kept);
    expect(await memory.recall({ ...asked, nth: 1 }, 'key-1')).toBeUndefined();
    expect({ ...memory.taken, foreign: memory.foreign }).toEqual({ journal: 1, cache: 0, foreign: 4 });
    expect(JSON.stringify([...journal.kept])).not.toContain('key-1');
  });
});

describe('the fetch that remembers', () => {
  const options = { hub: { name: 'openai' }, key: 'the-key', isRefused: () => false, holdsKey: () => false };
  const counted = (replies: string[]) => {
    const sent: string[] = [];
    const send = ((_url: URL, init: RequestInit) => {
      sent.push(init.body as string);
      const reply = replies.shift();
      return reply === undefined ? Promise.reject(new Error('down')) : Promise.resolve(new Response(reply));
    }) as unknown as typeof fetch;
    return { sent, send };
  };
  const ask = async (send: typeof fetch) => (await send('https://api.example/v1', { method: 'POST', body: '{}' })).text();

  it('asks again for what failed, and only for that', async () => {
    const journal = new Shelf();
    const first = counted(['{"n":1}']);
    const one = remembering(first.send, { ...options, memory: new Memory({ journal, needsKey: true }) });
    expect(await ask(one)).toBe('{"n":1}');
    await expect(ask(one)).rejects.toThrow('down');
    const second = counted(['{"n":2}']);
    const two = remembering(second.send, { ...options, memory: new Memory({ journal, needsKey: true }) });
    expect([await ask(two), await ask(two)]).toEqual(['{"n":1}', '{"n":2}']);
    expect(second.sent).toHaveLength(1);
  });

  it.each<[string, string, Partial<typeof options>]>([
    ['an error with status 200', '{"error":{"message":"down"}}', {}],
    ['a reply that echoes the key', '{"n":"the-key"}', { holdsKey: () => true }],
    ['an address that may not be asked', '{}', { isRefused: () => true }],
    ['one that nobody can seal', '{}', { key: undefined }],
  ])('keeps nothing of %s', async (_what, reply, over) => {
    const journal = new Shelf();
    const { send } = counted([reply]);
    expect(await ask(remembering(send, { ...options, ...over, memory: new Memory({ journal, needsKey: true }) }))).toBe(reply);
    expect(journal.kept.size).toBe(0);
  });
});
