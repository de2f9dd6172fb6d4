import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { OUTSIDE_TEXTS } from './patterns/outside-texts.ts';
import type { Steps } from './patterns/outside-steps.ts';

/**
 * Every kind of text from outside at its cap. The number of steps grows with the length of the text
 * and not with its square; no test here looks at a clock but its own time-out.
 *
 * A thread of its own counts: code that counts its steps takes ten times as long for ever, also in
 * the tests that follow in this process.
 */
let counter: Worker;
beforeAll(() => {
  counter = new Worker(new URL('patterns/outside-steps.ts', import.meta.url));
});
afterAll(() => counter.terminate());

it.each(Object.keys(OUTSIDE_TEXTS))(
  '%s: the steps grow with its length',
  async (name) => {
    counter.postMessage(name);
    const [counted] = (await once(counter, 'message')) as [Steps[] | Error];
    if (counted instanceof Error) throw counted;
    for (const { size, steps, most } of counted)
      expect({ size, steps, isFew: steps < most }).toMatchObject({ isFew: true });
    expect(counted).toHaveLength(2);
  },
  600_000,
);
