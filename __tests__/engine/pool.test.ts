import { limiter, pool } from '../../src/engine/asking/pool.ts';

/** Work that counts how much of it is under way. */
function work() {
  const seen = { now: 0, most: 0, done: 0 };
  const one = async () => {
    seen.most = Math.max(seen.most, ++seen.now);
    await new Promise((resolve) => setTimeout(resolve, 1));
    seen.now -= 1;
    seen.done += 1;
  };
  return { seen, one };
}

const items = Array.from({ length: 60 }, (_, i) => i);

it.each(['pool', 'limiter'])('%s follows a size that changes', async (which) => {
  const { seen, one } = work();
  let size = 2;
  const step = async () => {
    await one();
    expect(seen.now).toBeLessThan(9);
    if (seen.done === 10) size = 8;
    if (seen.done === 40) seen.most = size = 3;
  };
  const limit = limiter(() => size);
  await (which === 'pool'
    ? pool(() => size, items, step)
    : Promise.all(items.map(() => limit(step))));
  expect(seen.done).toBe(60);
  expect(seen.most).toBeLessThanOrEqual(8);
});

it('a pool ends with the error of its work', async () => {
  await expect(
    pool(3, items, async (item) => (item === 7 ? Promise.reject(new Error('seven')) : undefined)),
  ).rejects.toThrow('seven');
  await pool(3, [], () => Promise.reject(new Error('never')));
});
