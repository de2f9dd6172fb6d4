import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { costOf, Ledger, priceOf, type Tokens } from '../../src/models/ledger.js';
import { runs } from '../support/runs.js';

const most = (prompt: number, completion: number): Tokens => ({ prompt, completion });
/** Lets everybody who can go on do so. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

/** A request of a run: what it may take, what it takes, and how it ends. */
const request = fc.record({
  prompt: fc.nat(50),
  completion: fc.nat(50),
  share: fc.double({ min: 0, max: 1, noNaN: true }),
  end: fc.constantFrom('said', 'said', 'unknown', 'nothing'),
});

describe('the ledger', () => {
  it('never lets through what could pass a cap, at any concurrency, and wastes no more than one request may take', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(request, { maxLength: 40 }), fc.nat(1500), fc.integer({ min: 1, max: 12 }), async (all, cap, atATime) => {
        const ledger = new Ledger({ max_tokens: cap });
        const queue = all.values();
        let [taken, refused] = [0, 0];
        const work = async () => {
          for (const one of queue) {
            const { prompt, completion, share, end } = one;
            const reserved = await ledger.reserve('m', most(prompt, completion)).catch((error: unknown) => {
              refused += 1;
              expect(error).toMatchObject({ kind: 'budget', fatal: true });
              expect(taken + prompt + completion).toBeGreaterThan(cap);
            });
            if (!reserved) continue;
            await settled();
            const took = most(Math.floor(prompt * share), Math.floor(completion * share));
            taken += end === 'nothing' ? 0 : end === 'unknown' ? prompt + completion : took.prompt + took.completion;
            ledger.settle(reserved, end === 'said' ? took : end === 'unknown' ? 'unknown' : 'nothing');
            expect(taken).toBeLessThanOrEqual(cap);
          }
        };
        await Promise.all(Array.from({ length: atATime }, work));
        const needed = all.reduce((sum, { prompt, completion }) => sum + prompt + completion, 0);
        if (needed <= cap) expect(refused).toBe(0);
      }),
      { numRuns: runs(200), seed: 12 },
    );
  }, 60_000);

  it('has a request wait for what is under way, and refuses it only when nothing is', async () => {
    const ledger = new Ledger({ max_tokens: 100 });
    const first = await ledger.reserve('m', most(40, 40));
    let second: unknown;
    const waiting = ledger.reserve('m', most(40, 40)).then((reserved) => (second = reserved));
    await settled();
    expect(second).toBeUndefined();
    ledger.settle(first, most(10, 5));
    await waiting;
    expect(second).toBeDefined();
    ledger.settle(second as never, most(40, 40));
    await expect(ledger.reserve('m', most(4, 2))).rejects.toMatchObject({
      kind: 'budget',
      message: 'The cap of 100 tokens is reached: the next request could pass it.',
      remedy: expect.stringContaining('`budget.max_tokens`'),
    });
  });

  it('counts money by the price of each, and knows none as soon as one has no price', async () => {
    const prices = { a: { input: 2, output: 10 }, b: { input: 1 } };
    const ledger = new Ledger({ max_cost: 1, prices });
    ledger.settle(await ledger.reserve('a', most(100_000, 50_000)), most(100_000, 20_000));
    ledger.settle(await ledger.reserve('b', most(100_000, 0)), most(100_000, 0));
    expect(ledger.cost).toBeCloseTo(0.5);
    await expect(ledger.reserve('a', most(0, 60_000))).rejects.toMatchObject({ remedy: expect.stringContaining('`budget.max_cost`') });
    ledger.settle(await ledger.reserve('c', most(5, 0)), most(5, 0));
    expect(ledger.cost).toBeUndefined();
    expect(new Ledger().cost).toBeUndefined();
    expect(costOf(most(1_000_000, 1_000_000), prices.a)).toBe(12);
    expect(priceOf({}, 'constructor')).toBeUndefined();
  });

  it('lets through whatever it is where there is no cap, and counts what nobody said', async () => {
    const ledger = new Ledger();
    ledger.settle(await ledger.reserve('m', most(Infinity, Infinity)), 'unknown');
    expect(ledger).toMatchObject({ hasCaps: false, unreported: 1 });
    // Where nothing bounds an answer, no cap can be kept.
    await expect(new Ledger({ max_tokens: 1_000_000 }).reserve('m', most(1, Infinity))).rejects.toMatchObject({ kind: 'budget' });
  });
});
