import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { OUTSIDE_TEXTS } from './patterns/outside-texts.ts';
import type { Steps } from './patterns/outside-steps.ts';

/**
 * Every kind of text from outside at its cap. The number of steps grows with the length of the text
 * and not with its square. The tests measure no time.
 *
 * A separate thread counts the steps, since counting slows a process down for all later tests.
 */
let counter: Worker;
beforeAll(() => {
  counter = new Worker(new URL('patterns/outside-steps.ts', import.meta.url));
});
afterAll(() => counter.terminate());

it.each(Object.keys(OUTSIDE_TEXTS))(
  'the steps to read %s grow in proportion to its length',
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
