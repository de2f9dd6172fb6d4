import { readFile } from 'node:fs/promises';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { decidePolicy, type Policy } from '../src/engine/statistics/policy.js';
import { chanceOfFailing, failsAtMost, pairsForDrop, rowsForRate } from './support/power.js';

const failing = (n: number, rate: number, policy: Policy) => chanceOfFailing({ n, rate, rule: { minimum: 0.7, policy } });

describe('sample sizes', () => {
  it('.70 against .60 takes 136 rows, a 10-point drop with 20 % discordant pairs 122 pairs', () => {
    expect(rowsForRate({ minimum: 0.7, rate: 0.6 })).toBe(136);
    expect(pairsForDrop({ drop: 0.1, discordant: 0.2 })).toBe(122);
  });

  it('the exact test has about the promised power with that many rows', () => {
    expect(chanceOfFailing({ n: 136, rate: 0.6, rule: { minimum: 0.7, policy: 'confident' } })).toBeCloseTo(0.8, 1);
  });

  it('asks for more where more is promised or less is to be seen', () => {
    expect(rowsForRate({ minimum: 0.7, rate: 0.6, power: 0.9 })).toBeGreaterThan(136);
    expect(rowsForRate({ minimum: 0.7, rate: 0.6, significance: 0.01 })).toBeGreaterThan(136);
    expect(rowsForRate({ minimum: 0.7, rate: 0.65 })).toBeGreaterThan(136);
    expect(pairsForDrop({ drop: 0.05, discordant: 0.2 })).toBeGreaterThan(122);
    expect(pairsForDrop({ drop: 0.1, discordant: 0.3 })).toBeGreaterThan(122);
  });

  it('refuses what no number of rows can show', () => {
    expect(() => rowsForRate({ minimum: 0.7, rate: 0.7 })).toThrow(RangeError);
    expect(() => rowsForRate({ minimum: 0.7, rate: 1.6 })).toThrow(RangeError);
    expect(() => rowsForRate({ minimum: 0.7, rate: 0.6, power: 1 })).toThrow(RangeError);
    expect(() => pairsForDrop({ drop: 0, discordant: 0.2 })).toThrow(RangeError);
    expect(() => pairsForDrop({ drop: 0.3, discordant: 0.2 })).toThrow(RangeError);
    expect(() => pairsForDrop({ drop: 0.1, discordant: 0.2, significance: 0 })).toThrow(RangeError);
  });
});

/** The table of docs/method.md below a line, as cells. */
async function tableBelow(head: RegExp): Promise<string[][]> {
  const lines = (await readFile('docs/method.md', 'utf8')).split('\n');
  const from = lines.findIndex((line) => head.test(line)) + 2;
  const to = lines.findIndex((line, at) => at > from && !line.startsWith('|'));
  return lines.slice(from, to).map((line) => line.split('|').slice(1, -1).map((cell) => cell.trim()));
}

it('docs/method.md gives the numbers of these formulas', async () => {
  const rates = await tableBelow(/^\| minimum +\| to fail/);
  const drops = await tableBelow(/^\| to find a drop of/);
  expect([rates.length, drops.length]).toEqual([4, 5]);
  for (const [minimum, below, rows, above, pass] of rates) {
    expect(rowsForRate({ minimum: Number(minimum), rate: Number(below) })).toBe(Number(rows));
    expect(rowsForRate({ minimum: Number(minimum), rate: Number(above) })).toBe(Number(pass));
  }
  for (const [drop, discordant, pairs] of drops) {
    expect(pairsForDrop({ drop: Number.parseFloat(drop!) / 100, discordant: Number.parseFloat(discordant!) / 100 })).toBe(Number(pairs));
  }
});

describe('flakiness at 0.70', () => {
  it.each([
    [0.7, 0.43, 2],
    [0.75, 0.163, 3],
    [0.8, 0.031, 3],
  ])('the plain rule over 50 rows fails a true rate of %d with %d', (rate, chance, digits) => {
    expect(failing(50, rate, 'point')).toBeCloseTo(chance, digits);
  });

  it('confident over 50 rows: up to 29 passes fail, .75 fails 0.63 %, .60 does not fail 56 %', () => {
    expect(failsAtMost(50, { minimum: 0.7, policy: 'confident' })).toBe(29);
    expect(failing(50, 0.75, 'confident')).toBeCloseTo(0.0063, 4);
    expect(1 - failing(50, 0.6, 'confident')).toBeCloseTo(0.56, 2);
  });

  it('confident over 100 rows: .75 fails less than 1 %, .50 more than 95 %', () => {
    expect(failing(100, 0.75, 'confident')).toBeLessThan(0.01);
    expect(failing(100, 0.5, 'confident')).toBeGreaterThan(0.95);
  });

  it('confident fails a model that is just good enough in less than 5 %, whatever n and minimum', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2000 }), fc.integer({ min: 1, max: 100 }), (n, percent) => {
        const minimum = percent / 100;
        expect(chanceOfFailing({ n, rate: minimum, rule: { minimum, policy: 'confident' } })).toBeLessThan(0.05);
      }),
    );
  });
});

describe('failsAtMost', () => {
  it('is where the verdict turns', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 300 }),
        fc.record({
          minimum: fc.double({ min: 0, max: 1, noNaN: true }),
          policy: fc.constantFrom<Policy>('point', 'confident', 'assured'),
        }),
        (n, rule) => {
          const most = failsAtMost(n, rule);
          const at = (passes: number) => decidePolicy({ ...rule, passes, scored: n, errors: 0 }).outcome;
          if (most >= 0) expect(at(most)).toBe('fail');
          if (most < n) expect(at(most + 1)).not.toBe('fail');
        },
      ),
    );
  });

  it('is -1 where nothing fails', () => {
    expect(failsAtMost(50, { minimum: 0, policy: 'point' })).toBe(-1);
    expect(failsAtMost(3, { minimum: 0.5, policy: 'confident' })).toBe(-1);
    expect(failsAtMost(0, { minimum: 0.7, policy: 'point' })).toBe(-1);
  });
});
