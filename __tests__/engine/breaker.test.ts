import fc from 'fast-check';
import { Breaker } from '../../src/engine/asking/breaker.ts';
import { range } from '../../src/engine/lists.ts';
import { pool } from '../../src/engine/asking/pool.ts';
import { hash } from '../../src/engine/random.ts';
import { Failure } from './scripted.ts';

type Fate = 'answers' | 'fails';

/** Asks an endpoint that settles the open question `next` chooses. @returns the questions asked */
async function askThrough(
  breaker: Breaker,
  {
    fates,
    concurrency,
    next,
  }: {
    fates: readonly Fate[];
    concurrency: number;
    next: (open: readonly number[]) => number;
  },
): Promise<number[]> {
  const asked: number[] = [];
  const open = new Map<number, () => void>();
  const call = (question: number) => {
    asked.push(question);
    return new Promise<string>((resolve, reject) => {
      open.set(question, () => {
        if (fates[question] === 'answers') resolve('yes');
        else reject(new Failure('refused'));
      });
    });
  };
  const run = pool(concurrency, fates.keys(), async (question) => {
    await breaker.attempt([String(question)], () => call(question));
  });
  await settleMicrotasks();
  while (open.size > 0) {
    const question = next([...open.keys()]);
    open.get(question)?.();
    open.delete(question);
    await settleMicrotasks();
  }
  await run;
  return asked;
}

const settleMicrotasks = () => new Promise((resolve) => setImmediate(resolve));
const first = (open: readonly number[]) => Math.min(...open);
const last = (open: readonly number[]) => Math.max(...open);

describe('an endpoint that fails a quarter of the questions', () => {
  const fates = range(120).map((question): Fate => (question % 4 === 0 ? 'fails' : 'answers'));

  it.each([1, 30, 64])(
    'is asked all of them if failures overtake answers, %d at a time',
    async (concurrency) => {
      const failuresFirst = (open: readonly number[]) =>
        open.find((question) => fates[question] === 'fails') ?? first(open);
      const asked = await askThrough(new Breaker(), { fates, concurrency, next: failuresFirst });
      expect(asked).toHaveLength(fates.length);
    },
  );
});

describe('an endpoint that is down', () => {
  const fates = range(200).map((): Fate => 'fails');

  it.each([
    ['one at a time', 1, first, 10],
    ['as they were sent', 30, first, 39],
    ['the last one first', 30, last, 39],
  ])('is asked no more after ten failures: %s', async (_, concurrency, next, most) => {
    const breaker = new Breaker();
    const asked = await askThrough(breaker, { fates, concurrency, next });
    expect(asked.length).toBeLessThanOrEqual(most);
    expect(breaker.end?.message).toMatch(/^Not asked: 10 requests in a row had failed/);
  });

  it('is asked no more although some requests hang', async () => {
    const isHanging = (question: number) => question % 7 === 0;
    const next = (open: readonly number[]) => open.find((one) => !isHanging(one)) ?? first(open);
    const concurrency = 8;
    const asked = await askThrough(new Breaker(), { fates, concurrency, next });
    expect(asked.length).toBeLessThanOrEqual(10 * concurrency);
  });

  it('is asked no more after the requests under way, in whatever order they fail', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 40 }), fc.nat(), async (concurrency, seed) => {
        const next = (open: readonly number[]) =>
          open.toSorted((a, b) => hash(`${a} ${seed}`) - hash(`${b} ${seed}`))[0]!;
        const asked = await askThrough(new Breaker(), { fates, concurrency, next });
        expect(asked.length).toBeLessThan(10 * concurrency + 10);
      }),
      { numRuns: 30 },
    );
  });
});
