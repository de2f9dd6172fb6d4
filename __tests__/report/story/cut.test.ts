import fc from 'fast-check';
import {
  byteLength,
  cut,
  cutBytes,
  cutMiddle,
  cutStart,
} from '../../../src/report/story/truncate.ts';
import { HOSTILE } from '../hostile.ts';
import { character, grapheme } from '../../support/unicode.ts';

const points = (text: string): number => Array.from(text).length;
const text = fc.oneof(
  fc.string({ unit: character, maxLength: 60 }),
  fc.string({ unit: grapheme, maxLength: 60 }),
  fc.constantFrom(...HOSTILE),
);
const limit = fc.integer({ min: 0, max: 40 });

describe('cut', () => {
  it.each([
    ['abc', 3, 'abc'],
    ['abcd', 3, 'ab…'],
    ['👍👍👍', 3, '👍👍👍'],
    ['👍👍👍👍', 3, '👍👍…'],
    ['a👩‍👩‍👧‍👦b', 5, 'a…'],
    ['ae\u0301e\u0301', 4, 'ae\u0301…'],
    ['abc', 1, '…'],
    ['abc', 0, ''],
  ])('%s to %d is %s', (whole, max, expected) => {
    expect(cut(whole, max)).toBe(expected);
  });

  it('keeps the other end, or both', () => {
    expect(cutStart('abcdef', 4)).toBe('…def');
    expect(cutMiddle('abcdefgh', 5)).toBe('ab…gh');
    expect(cutMiddle('abcdefgh', 2)).toBe('a…');
  });

  it('cuts even a single endless character', () => {
    expect(points(cut(`a${'\u0301'.repeat(100)}`, 10))).toBe(10);
  });

  it.each([cut, cutStart, cutMiddle])(
    'never exceeds its limit nor halves a code point (%p)',
    (shorten) => {
      fc.assert(
        fc.property(text, limit, (whole, max) => {
          const short = shorten(whole, max);
          expect(points(short)).toBeLessThanOrEqual(max);
          if (whole.isWellFormed()) expect(short.isWellFormed()).toBe(true);
          if (points(whole) <= max) expect(short).toBe(whole);
        }),
      );
    },
  );
});

describe('cutBytes', () => {
  it('is the longest beginning that fits', () => {
    expect(cutBytes('aé漢👍', 6)).toBe('aé漢');
    fc.assert(
      fc.property(text, limit, (whole, max) => {
        const short = cutBytes(whole, max);
        expect(byteLength(short)).toBeLessThanOrEqual(max);
        expect(whole.startsWith(short)).toBe(true);
      }),
    );
  });
});
