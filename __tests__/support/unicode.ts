import fc from 'fast-check';

const between = (min: number, max: number): fc.Arbitrary<string> =>
  fc.integer({ min, max }).map((point) => String.fromCodePoint(point));

/**
 * Any character, as the `unit` of a string. fast-check's own `'binary'` and `'grapheme'` cost each
 * suite a second.
 */
export const character = fc.oneof(
  { weight: 4, arbitrary: between(0, 0x7f) },
  { weight: 4, arbitrary: between(0x80, 0xd7ff) },
  { weight: 1, arbitrary: between(0xe000, 0xffff) },
  { weight: 4, arbitrary: between(0x10000, 0x10ffff) },
);

/** A grapheme: a character with its combining ones. */
export const grapheme = fc.oneof(
  { weight: 6, arbitrary: between(0x20, 0x7e) },
  { weight: 6, arbitrary: character },
  { weight: 1, arbitrary: between(0x1f300, 0x1faff) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      'e\u0301',
      '\u0E01\u0E33',
      '\u{1F468}\u200D\u{1F469}\u200D\u{1F467}',
      '\u{1F1E9}\u{1F1EA}',
      '\u{1F44D}\u{1F3FD}',
      '#\uFE0F\u20E3',
      '\u0928\u093F',
      '\u1112\u1161\u11AB',
      '\r\n',
    ),
  },
);
