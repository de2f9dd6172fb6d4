import fc from 'fast-check';
import { markInserted, shorten } from '../../../src/report/story/inserted.ts';
import { character, grapheme } from '../../support/unicode.ts';

const shown = (original: string, testCase: string): string =>
  markInserted(original, testCase)
    .map((segment) => (segment.inserted ? `[${segment.text}]` : segment.text))
    .join('');

describe('inserted', () => {
  it.each([
    ['The sky is blue.', 'The sky is not blue.', 'The sky is [not] blue.'],
    ['It was. He is so.', 'It was. He is not so.', 'It was. He is [not] so.'],
    ['Tell me.', 'What the hell: Tell me.', '[What the hell:] Tell me.'],
    ['Tell me.', 'Tell me. Now!', 'Tell me. [Now!]'],
    ['same', 'same', 'same'],
    ['', 'all new', '[all new]'],
    ['gone away', 'gone', 'gone'],
  ])('%s -> %s', (original, testCase, expected) => {
    expect(shown(original, testCase)).toBe(expected);
  });

  it('returns parts that make up the test case, for any two texts', () => {
    const text = fc.oneof(
      fc.string({ unit: character }),
      fc.string({ unit: fc.constantFrom('a', ' ', '\n', 'not', '.', '漢', '\uD800') }),
    );
    fc.assert(
      fc.property(text, text, (original, testCase) => {
        expect(
          markInserted(original, testCase)
            .map((segment) => segment.text)
            .join(''),
        ).toBe(testCase);
      }),
    );
  });

  it('gives up quickly on texts that share nothing', () => {
    const words = (seed: number): string =>
      Array.from({ length: 5000 }, (_, i) => `w${(i * seed) % 4999}`).join(' ');
    const before = process.cpuUsage().user;
    markInserted(words(7), words(13));
    expect(process.cpuUsage().user - before).toBeLessThan(2_000_000);
  });
});

describe('shorten', () => {
  it('keeps the inserted words and the text around them', () => {
    const segments = markInserted(
      `${'before '.repeat(50)}is so${' after'.repeat(50)}`,
      `${'before '.repeat(50)}is not so${' after'.repeat(50)}`,
    );
    const short = shorten(segments, 40)
      .map(({ text, inserted }) => (inserted ? `[${text}]` : text))
      .join('');
    expect(short).toMatch(/^….*is \[not\] so.*…$/);
    expect(short.length).toBeLessThanOrEqual(42);
  });

  it('leaves short texts alone and bounds long ones', () => {
    const text = fc.string({ unit: grapheme, maxLength: 200 });
    fc.assert(
      fc.property(text, text, fc.integer({ min: 10, max: 100 }), (original, testCase, max) => {
        const segments = markInserted(original, testCase);
        const short = shorten(segments, max);
        expect(
          Array.from(short.map((segment) => segment.text).join('')).length,
        ).toBeLessThanOrEqual(max + segments.length);
        if (testCase.length <= max) expect(short).toEqual(segments);
      }),
    );
  });
});
