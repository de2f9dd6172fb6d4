/** Texts for property tests: any UTF-16 at all, and what is near to syntax. */
import fc from 'fast-check';
import { HOSTILE } from '../support/hostile-corpus.js';

const units = fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit));

const syntax = fc.constantFrom(
  ...'<>/!-`&|@#$%:;=*_~^+.,?[](){}"\'\\ \t\n\r01ab', '::', '##[', '\0', '\u0007', '\u001B', '\u0085', '\u009B', '\u00A0', '\u00AD', '\u200B', '\u202E', '\u2028', '\u2066', '\uFE0F', '\uFEFF', '\uD83D', '\uDE00', '\u{E0041}',
);

/** Any UTF-16, halves of surrogate pairs included. */
export const anything = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 100 }),
  fc.string({ unit: units }),
  fc.string({ unit: syntax, maxLength: 60 }),
  fc.constantFrom(...HOSTILE),
);

/** Hostile texts side by side: two harmless halves may make a whole. */
export const pieces = fc
  .array(fc.oneof(fc.constantFrom(...HOSTILE.filter((text) => text.length < 100)), syntax), { maxLength: 6 })
  .map((parts) => parts.join(''));
