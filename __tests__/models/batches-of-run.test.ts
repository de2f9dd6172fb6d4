import { describe, expect, it } from '@jest/globals';
import { ConfigError, ModelError } from '../../src/errors.js';
import { BatchesOfRun } from '../../src/models/batches-of-run.js';
import { Ledger } from '../../src/models/ledger.js';
import { shareOfBatches } from '../../src/models/index.js';
import { connection, modelSettings } from './support.js';

const url = new URL('https://api.example/v1/chat/completions');
const sent: string[] = [];
const send: typeof fetch = async (_url, init) => {
  sent.push(init?.body as string);
  return new Response('"direct"');
};

describe('what batches brought', () => {
  it('answers the same requests as often as it came, and all others are sent', async () => {
    const batches = new BatchesOfRun({ isPartial: false });
    const id = batches.idOf({ hub: 'openai', url, body: '{"a":1}' });
    batches.add(id, '"first"');
    batches.add(id, '"second"');
    const ask = batches.before(send, 'openai');
    const said = async (body: string, at = url): Promise<unknown> => (await ask(at, { method: 'POST', body })).json();
    expect(await said('{"a":2}')).toBe('direct');
    expect(await said('{"a":1}', new URL('https://other.example/v1/chat/completions'))).toBe('direct');
    expect([await said('{"a":1}'), await said('{"a":1}'), await said('{"a":1}')]).toEqual(
      ['"first"', '"second"', '"direct"'].map((text) => JSON.parse(text) as unknown),
    );
    expect(sent).toEqual(['{"a":2}', '{"a":1}', '{"a":1}']);
  });

  it('nobody sends before all have counted; where one could pass a cap, nobody does', async () => {
    const batches = new BatchesOfRun({ isPartial: false });
    const late = Promise.withResolvers<string>();
    let isReady = false;
    const first = batches.counted(Promise.resolve('head')).then((value) => ((isReady = true), value));
    const second = batches.counted(late.promise);
    await new Promise((resolve) => setImmediate(resolve));
    expect(isReady).toBe(false);
    const refusal = new ConfigError('over the cap', { remedy: 'less' });
    late.reject(refusal);
    expect(await Promise.allSettled([first, second])).toEqual([
      { status: 'rejected', reason: refusal },
      { status: 'rejected', reason: refusal },
    ]);
  });

  it('an endpoint that fails one keeps no other from being sent', async () => {
    const batches = new BatchesOfRun({ isPartial: false });
    const down = new ModelError('down', { kind: 'server', remedy: '' });
    const settled = await Promise.allSettled([batches.counted(Promise.resolve(1)), batches.counted(Promise.reject(down))]);
    expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
  });
});

describe('the price of a batch', () => {
  it('is half at the address of OpenAI alone', () => {
    const share = (over: object) => shareOfBatches(modelSettings(over), connection({ allowedHosts: ['other.example'] }));
    expect(share({})).toBe(0.5);
    expect(share({ base_url: 'https://other.example/v1' })).toBe(1);
    expect(share({ base_url: 'http://127.0.0.1:8000/v1' })).toBe(1);
    expect(share({ hub: 'huggingface' })).toBe(1);
  });

  it('is what is put aside and counted, and no cap is passed at once', () => {
    const ledger = new Ledger({ max_cost: 1, prices: { m: { input: 1_000, output: 1_000 } } });
    const most = { prompt: 500, completion: 500 };
    const reserved = ledger.take('m', most, 0.5);
    expect(() => ledger.take('m', { prompt: 1000, completion: 1 }, 0.5)).toThrow('The cap of a cost of 1 is reached');
    ledger.settle(reserved, { prompt: 500, completion: 100 });
    expect(ledger.cost).toBeCloseTo(0.3);
    ledger.settle(ledger.late('m', 0.5), { prompt: 100, completion: 100 });
    expect(ledger.cost).toBeCloseTo(0.4);
  });
});
