import { jsonIn, MAX_DEPTH, quotedPair, tooDeepAt } from '../../src/shared/json.ts';

const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;

it('jsonIn reads JSON of 100 levels, and none of more', () => {
  expect(JSON.stringify(jsonIn(nested(MAX_DEPTH)))).toBe(nested(MAX_DEPTH));
  expect(jsonIn(nested(MAX_DEPTH + 1))).toBeUndefined();
  expect(jsonIn(`${'{"a":'.repeat(MAX_DEPTH + 1)}1${'}'.repeat(MAX_DEPTH + 1)}`)).toBeUndefined();
});

it.each(['toString', '\\u0074oString'])('jsonIn drops %s, which may be no function', (name) => {
  expect(String([jsonIn(`{"${name}":1}`)])).toBe('[object Object]');
});

it('tooDeepAt returns the place of the first level beyond 100', () => {
  expect(tooDeepAt(`{"a":${nested(MAX_DEPTH - 1)},"b":${nested(MAX_DEPTH)}}`)).toBe(
    5 + 2 * (MAX_DEPTH - 1) + 5 + MAX_DEPTH - 1,
  );
});

it('brackets in strings count as no level', () => {
  const text = JSON.stringify([`"\\${'['.repeat(1_000)}`, '{'.repeat(1_000)]);
  expect(tooDeepAt(text)).toBeUndefined();
  expect(jsonIn(text)).toEqual(JSON.parse(text));
});

it('jsonIn reads a list of many objects', () => {
  expect(jsonIn(`[${'{"a":[]},'.repeat(1_000)}1]`)).toHaveLength(1_001);
});

it('quotedPair shows a difference behind a long common start', () => {
  const start = 'a'.repeat(78);
  const [, now] = quotedPair(start, `${start}b${start}`);
  expect([now.length, now.includes('b')]).toEqual([82, true]);
});
