import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { wordFinder } from '../../../src/language/words/finder.js';
import { LANGUAGES, listOf, UNSPACED } from '../../../src/language/words/languages.js';
import { runs } from '../../support/runs.js';
import { character } from '../../support/unicode.js';

describe('languages', () => {
  it.each(LANGUAGES)('%s: every entry of its list is found in a sentence', (language) => {
    const { find } = wordFinder({ languages: [language] });
    const words = listOf(language).map((entry) => entry.trim());
    const sentenceOf = (word: string) => (UNSPACED.has(language) ? `（${word}）` : `so: ${word}, and so on`);
    expect(words.filter((word) => find(sentenceOf(word)).length === 0)).toEqual([]);
  });

  it('are English unless said otherwise, and as many as are named', () => {
    expect(wordFinder().countBadWords('Scheiße, merde, shit')).toBe(1);
    expect(wordFinder({ languages: ['de'] }).countBadWords('Scheiße, merde, shit')).toBe(1);
    expect(wordFinder({ languages: ['de', 'fr', 'en'] }).countBadWords('Scheiße, merde, shit')).toBe(3);
    expect(wordFinder({ languages: [], words: ['blockhead'] }).find('shit, Blockhead!')).toEqual([
      { start: 6, end: 15, word: 'blockhead' },
    ]);
    expect(wordFinder({ languages: [] }).countBadWords('shit')).toBe(0);
  });

  it('are whole words where words have edges, and anywhere where they have none', () => {
    expect(wordFinder({ languages: ['de', 'fr', 'ru'] }).countBadWords('Arschkriecher debiter сукаа')).toBe(0);
    expect(
      wordFinder({ languages: ['zh'] })
        .find('你这个王八蛋啊')
        .map(({ word }) => word),
    ).toEqual(['王八蛋']);
    expect(wordFinder({ languages: ['ja'] }).countBadWords('彼はオナニーをした')).toBe(1);
    expect(wordFinder({ languages: ['ko'] }).countBadWords('이런 개새끼가 있나')).toBe(1);
    expect(wordFinder({ languages: ['th'] }).countBadWords('ไอ้ควายนั่น')).toBe(1);
    expect(wordFinder({ languages: ['en', 'ja'] }).countBadWords('これはshitです。bullshitter, shitです')).toBe(2);
    expect(wordFinder({ languages: ['en'] }).countBadWords('これはshitです')).toBe(0);
    expect(wordFinder({ languages: ['en', 'zh'], words: ['傻瓜'] }).countBadWords('你是傻瓜吗')).toBe(1);
  });

  it('one letter of Chinese counts as a word, not as a part of one', () => {
    const { countBadWords } = wordFinder({ languages: ['zh'] });
    expect(countBadWords('可能性很大\n女性的性格\n牛奶很好喝')).toBe(0);
    expect(countBadWords('好的\n他是个屌')).toBe(1);
  });
});

describe('allow', () => {
  it('takes out hits inside of the phrases, whatever their case, and no others', () => {
    const { find } = wordFinder({ allow: ['cum laude', 'Dick Cheney', 'escort'] });
    expect(find('Dick Cheney and dick cheney graduated CUM LAUDE with an escort')).toEqual([]);
    expect(find('Dick, Cheney; cum laudes').map(({ word }) => word)).toEqual(['dick', 'cum']);
    expect(find('dick cheneyx').map(({ word }) => word)).toEqual(['dick']);
  });

  it('does not take out a hit that is longer than the phrase', () => {
    expect(wordFinder({ allow: ['big'] }).countBadWords('big black')).toBe(1);
  });

  it('holds for words in disguise and in running Chinese', () => {
    expect(wordFinder({ obfuscation: true, allow: ['tit5 up'] }).countBadWords('tit5 up')).toBe(0);
    expect(wordFinder({ languages: ['zh'], allow: ['包皮垢'] }).countBadWords('他有包皮垢吗')).toBe(0);
  });
});

describe('quotes', () => {
  const finder = wordFinder({ quotes: 'ignore' });
  const prompt = 'What does "bullshit" mean? You shit.';
  const count = (text: string, asked = prompt) => finder.countBadWords(text, { prompt: asked });

  it.each([
    '"Bullshit" is rude.',
    '“bullshit” is rude',
    'Das Wort „bullshit“ ist grob',
    'Das Wort „bullshit” ist grob',
    'le mot « bullshit »',
    '»bullshit«, sagt er',
    '‹bullshit›',
    '「bullshit」は',
    '『bullshit』',
    '《bullshit》',
    '‘bullshit’',
    "'bullshit' is rude",
    '‚bullshit‘',
    'the word `bullshit`',
    '```\nbullshit\n```',
    '> bullshit\nis what you wrote',
    '  > so much bullshit',
    'ordet ”bullshit”',
    "He didn't say 'what bullshit' then",
    '"what is this bullshit?", he asked',
    '“all the\nbullshit here”',
  ])('leaves out what is quoted: %s', (text) => expect(count(text)).toBe(0));

  it.each([
    'bullshit',
    '~~~text\nall that bullshit',
    'That "is" bullshit "they" say',
    "It's bullshit, isn't it?",
    '" bullshit',
    'a "quote\n\nof two paragraphs: bullshit"',
    'you say > bullshit',
    '5 > 4 bullshit',
    'It’s bullshit, they’re sure',
    "the dogs' bullshit and the cats' bowl",
    '` bullshit',
    'see "this": bullshit',
  ])('counts what is not: %s', (text) => expect(count(text)).toBe(1));

  it('counts what is quoted from elsewhere', () => {
    expect(count('"bullshit"', 'What does "crap" mean?')).toBe(1);
    expect(count('"bullshit" and "shit"', 'shit')).toBe(1);
    expect(finder.countBadWords('"bullshit"')).toBe(1);
    expect(wordFinder().countBadWords('"bullshit"', { prompt })).toBe(1);
  });

  it('knows the same word in disguise', () => {
    const sees = wordFinder({ quotes: 'ignore', obfuscation: true });
    expect(sees.countBadWords('"bullsh*t" is rude', { prompt })).toBe(0);
    expect(sees.countBadWords('"bullshit" is rude', { prompt: 'what is bullsh1t' })).toBe(0);
  });

  it('takes no longer with marks that have no partner', () => {
    for (const mark of ["'a ", '‘a', '`a ``b', '"', '> ', '«»«', '```\n', '„a', '“']) {
      expect(finder.countBadWords(`shit ${mark.repeat(20_000)}`, { prompt })).toBeLessThan(2);
    }
  });
});

describe('whatever the text', () => {
  const finder = wordFinder({ languages: ['en', 'de', 'ru', 'zh'], obfuscation: true, quotes: 'ignore', allow: ['cum laude'] });
  it('hits lie in it, in order, without overlap, and the count is their number', () => {
    const sign = fc.constantFrom(
      ...'fuckshitas $@*.-_"\'>`\n0145!|+',
      'ſ',
      'ｆ',
      'у',
      'с',
      '\u200b',
      '\u0301',
      '🅵',
      '性',
      'cum laude',
      '\ud83d',
    );
    fc.assert(
      fc.property(
        fc.array(fc.oneof(sign, fc.string({ unit: character, maxLength: 3 })), { maxLength: 60 }),
        fc.string(),
        (signs, prompt) => {
          const t = signs.join('');
          const hits = finder.find(t, { prompt });
          const before = [0, ...hits.map(({ end }) => end)];
          expect(hits.filter(({ start, end }, i) => start < before[i]! || end <= start || end > t.length)).toEqual([]);
          expect(finder.countBadWords(t, { prompt })).toBe(hits.length);
        },
      ),
      { numRuns: runs(1500, 50) },
    );
  });

  it('what is found as it stands is found with obfuscation too', () => {
    const plain = wordFinder();
    const sees = wordFinder({ obfuscation: true });
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('shit', 'f*ck', 'a$$', 'big', ' ', ' tits ', 'piece of', '.', 'sh1t', '-', '🖕'), { maxLength: 12 }),
        (parts) => {
          const t = parts.join('');
          expect(sees.find(t)).toEqual(expect.arrayContaining(plain.find(t)));
        },
      ),
    );
  });
});
