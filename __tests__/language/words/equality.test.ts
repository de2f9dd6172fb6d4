import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import english from 'naughty-words/en.json' with { type: 'json' };
import { drawFrom } from '../../../src/engine/random.js';
import { benchText, rate } from '../../../scripts/bench/counting.mjs';
import { entriesOf } from '../../../src/language/words/entries.js';
import { wordFinder } from '../../../src/language/words/finder.js';
import { patternScan } from '../../../src/language/words/pattern.js';
import { badWordFinder } from './langtest-pattern.js';
import { oracle } from '../../support/oracle.js';
import { runs } from '../../support/runs.js';
import { grapheme } from '../../support/unicode.js';

/** Entries, their parts, and everything at which a word's edge or the folding of a letter might be taken otherwise. */
const PIECES = [
  ...english,
  ...english.flatMap((word) => word.split(' ')),
  ...english.map((word) => word.toUpperCase()),
  ' ',
  ' ',
  ' ',
  '  ',
  '\n',
  '.',
  ',',
  '-',
  '_',
  "'",
  '&',
  '$',
  '/',
  '#',
  '0',
  '9',
  'a',
  's',
  'S',
  'K',
  'x',
  'é',
  'ß',
  'ẞ',
  'Ω',
  'ω',
  'ς',
  'Σ',
  'ю',
  'Ж',
  '日',
  '本',
  'ー',
  'ה',
  'ہ',
  '\u0130',
  '\u0131',
  '\u017f',
  '\u212a',
  '\u0345',
  '\u0301',
  '\u200b',
  '\u00ad',
  '\u0307',
  '\ufeff',
  'Ⓐ',
  'ⓐ',
  'Ⅷ',
  'ⅷ',
  '½',
  '²',
  'ª',
  'ǅ',
  'ﬆ',
  '🖕',
  '🙂',
  '👍🏽',
  '𝐟',
  '𐐀',
  '𐐨',
  '𐞀',
  '\ud83d',
  '\udd95',
  '\ud800',
  '\udc00',
];
const folds = (word: string): string => word.replace(/s/g, '\u017f').replace(/k/g, '\u212a').replace(/i/g, '\u0130');
const text = fc
  .array(
    fc.oneof(
      { weight: 8, arbitrary: fc.constantFrom(...PIECES) },
      { weight: 1, arbitrary: fc.constantFrom(...english).map(folds) },
      { weight: 1, arbitrary: fc.string({ unit: grapheme, maxLength: 4 }) },
    ),
    { maxLength: 24 },
  )
  .map((parts) => parts.join(''));
const ownWord = fc
  .array(fc.constantFrom(...PIECES, '$', '$$', '(', '[', '*', '\\', '+', '?', '|', '^', '}'), { minLength: 1, maxLength: 3 })
  .map((parts) => parts.join(''))
  .filter((word) => word.trim() !== '');

const places = (hits: { start: number; end: number }[]) => hits.map(({ start, end }) => [start, end]);

describe('finds exactly what LangTest counts', () => {
  const old = badWordFinder();
  const { find, countBadWords } = wordFinder();

  it('on any text', () => {
    fc.assert(
      fc.property(text, (t) => {
        const expected = places(old(t));
        expect(places(find(t))).toEqual(expected);
        expect(countBadWords(t)).toBe(expected.length);
      }),
      { numRuns: runs(4000, 40) },
    );
  });

  it('on any text, with any words beside the list', () => {
    fc.assert(
      fc.property(fc.array(ownWord, { maxLength: 6 }), fc.array(text, { maxLength: 4 }), (words, texts) => {
        const theirs = badWordFinder(words);
        const ours = wordFinder({ words });
        for (const t of [...texts, words.join(' '), words.join(''), words.map((word) => word.toUpperCase()).join('a ')])
          expect(places(ours.find(t))).toEqual(places(theirs(t)));
      }),
      { numRuns: runs(300) },
    );
  });

  it('each entry alone, in capitals, between letters, between signs', () => {
    const texts = english.flatMap((word) => [
      word,
      word.toUpperCase(),
      folds(word),
      `x${word}`,
      `${word}x`,
      `(${word})`,
      `_${word}`,
      `日${word}`,
      `${word}\u0301`,
      `\u0345${word}`,
    ]);
    expect(texts.filter((t) => JSON.stringify(places(find(t))) !== JSON.stringify(places(old(t))))).toEqual([]);
  });

  it('names the entry of every hit', () => {
    expect(find('A BullShit, a g-spot 🖕').map(({ word }) => word)).toEqual(['bullshit', 'g-spot', '🖕']);
  });

  it('the pattern and the table, where a list may be looked up in either', () => {
    const entries = entriesOf({ languages: ['en', 'de', 'ru', 'hi'] });
    const finder = wordFinder({ languages: ['en', 'de', 'ru', 'hi'] });
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...entries.map((entry) => entry.text), ...PIECES), { maxLength: 12 }), (parts) => {
        const t = parts.join('');
        const hits: [number, number, string][] = [];
        patternScan(entries)(t, (start, end, entry) => hits.push([start, end, entry.text]));
        expect(finder.find(t).map(({ start, end, word }) => [start, end, word])).toEqual(hits);
      }),
      { numRuns: runs(150) },
    );
  });
});

describe('counts as the reference implementation', () => {
  it('bad words', () => {
    const { countBadWords } = wordFinder();
    for (const { phrase, count } of oracle<{ phrase: string; count: number }>('bad_words.jsonl')) {
      expect({ phrase, count: countBadWords(phrase) }).toEqual({ phrase, count });
    }
  });
});

describe('the measurement', () => {
  it('is made of the same text everywhere, and reads the clock that it is given', () => {
    const sample = benchText(20_000, drawFrom('words', 20_000));
    expect(sample).toHaveLength(20_000);
    expect(sample).toBe(benchText(20_000, drawFrom('words', 20_000)));
    expect(wordFinder().countBadWords(sample)).toBe(badWordFinder()(sample).length);
    let at = 0;
    expect(rate((t: string) => t.length, { text: sample, now: () => (at += 10), rounds: 2 })).toEqual({
      megabytesPerSecond: 2,
      count: 20_000,
    });
  });
});
