import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { englishDataset, englishRecommendedTransformers, RegExpMatcher } from 'obscenity';
import { findInEnglishDataset } from '../../../src/language/words/english-dataset.ts';
import { loadWordFinder, wordFinder } from '../../../src/language/words/index.ts';
import { describeOracle, oracle } from '../../support/oracle.ts';
import { runs, some } from '../../support/runs.ts';
import { character } from '../../support/unicode.ts';
import forms from './masked-forms.json' with { type: 'json' };
import harmless from './innocent.json' with { type: 'json' };
import disguises from './other-disguises.json' with { type: 'json' };

const docs = readFileSync('docs/internals/measurements.md', 'utf8');
const list = wordFinder();
const beyond = await loadWordFinder({ obfuscation: true });
const found = (texts: readonly string[], { countBadWords } = beyond) =>
  texts.filter((text) => countBadWords(text) > 0);

describe('obfuscation finds as much as docs/internals/measurements.md says', () => {
  it('of forms that were written before the rule, and of others', () => {
    expect([...new Set(forms.disguised)]).toHaveLength(60);
    expect([...new Set(forms.innocent)]).toHaveLength(60);
    const all = [...forms.disguised, ...forms.innocent, ...harmless, ...disguises];
    expect(found(all, list)).toEqual([]);
    expect(docs).toContain(
      `${found(forms.disguised).length} of 60 disguised forms and ${found(forms.innocent).length} of 60 innocent ones`,
    );
    expect(docs).toContain(`${found(harmless).length} of ${harmless.length} harmless sentences`);
    expect(docs).toContain(`${found(disguises).length} of ${disguises.length} disguises`);
  });
});

describeOracle('and on texts that people labelled', () => {
  it('of a comment and its neutral rewriting', () => {
    const pairs = oracle<{ toxic: string; neutral: string }>('paradetox.jsonl');
    const figures = [list, beyond].flatMap((finder) => {
      const right = found(
        pairs.map(({ toxic }) => toxic),
        finder,
      ).length;
      const wrong = found(
        pairs.map(({ neutral }) => neutral),
        finder,
      ).length;
      return [(right / pairs.length).toFixed(3), (right / (right + wrong)).toFixed(3)];
    });
    expect(docs).toContain(
      `| ${pairs.length} toxic, ${pairs.length} neutral | ${figures.join(' | ')} |`,
    );
  });

  it.each(['de', 'fr', 'es'])(
    'of the list of %s, beside which it finds nothing',
    async (language) => {
      const rows = oracle<{ language: string; text: string; profane: boolean }>(
        'foreign_profanity.jsonl',
      ).filter((row) => row.language === language);
      const finder = await loadWordFinder({ languages: [language], obfuscation: true });
      const hits = rows.filter(({ text }) => finder.countBadWords(text) > 0);
      expect(hits.filter(({ profane }) => !profane)).toEqual([]);
      const recall = (hits.length / rows.filter(({ profane }) => profane).length).toFixed(2);
      expect(docs).toContain(
        `\`languages: [${language}]\` | 60 profane, 40 not | ${recall} | 1.00 | ${recall} | 1.00 |`,
      );
    },
  );
});

describe('the data set of obscenity', () => {
  it('is found as its own matcher finds it, in all its forms and innocent phrases', () => {
    const { whitelistedTerms = [], ...dataset } = englishDataset.build();
    const matcher = new RegExpMatcher({
      ...dataset,
      whitelistedTerms,
      ...englishRecommendedTransformers,
    });
    const theirs = (text: string) =>
      matcher
        .getAllMatches(text)
        .map(({ startIndex, endIndex }) => `${startIndex} ${endIndex + 1}`);
    const ours = (text: string) =>
      findInEnglishDataset(text).map(({ start, end }) => `${start} ${end}`);
    // One phrase a clause: their matcher misses one that overlaps another of its kind.
    const phrase = fc.constantFrom('', ...whitelistedTerms);
    const piece = fc.constantFrom(
      ...[
        'f',
        'uck',
        'sh1t',
        'a$$',
        'ni',
        'gg',
        'er',
        ' ',
        '  ',
        '\n',
        '𝔰',
        'ſ',
        'K',
        '🖕',
        '\ud83d',
      ],
    );
    const pieces = fc.array(piece, { maxLength: 4 }).map((all) => all.join(''));
    const clause = fc.tuple(pieces, phrase, pieces).map((all) => all.join(''));
    fc.assert(
      fc.property(fc.array(clause, { maxLength: 3 }), (clauses) => {
        const text = clauses.join(' - ');
        expect(new Set(ours(text))).toEqual(new Set(theirs(text)));
      }),
      { numRuns: runs(2000, 20) },
    );
  });
});

describe('a hit of obfuscation', () => {
  it('is the whole word, and names the word that it is a form of', () => {
    expect(
      beyond
        .find('Oh sh1tty, what the f u c k and a b!tch, F**king f\u00fcck')
        .map(({ start, end, word }) => [start, end, word]),
    ).toEqual([
      [3, 9, 'shit'],
      [20, 27, 'fuck'],
      [34, 39, 'bitch'],
      [41, 48, 'fuck'],
      [49, 53, 'fuck'],
    ]);
  });

  it('leaves the hits of the list as they are, and overlaps none of them', () => {
    const part = fc.constantFrom(
      'shit',
      'f*ck',
      'a$$',
      'big',
      ' ',
      ' tits ',
      'piece of',
      '.',
      'sh1t',
      '-',
      '🖕',
      'f u c k',
      'fucked',
      '"',
    );
    fc.assert(
      fc.property(
        fc.array(fc.oneof(part, fc.string({ unit: character, maxLength: 3 })), { maxLength: 40 }),
        (parts) => {
          const text = parts.join('');
          const hits = beyond.find(text);
          const ends = [0, ...hits.map(({ end }) => end)];
          expect(
            hits.filter(
              ({ start, end }, i) => start < ends[i]! || end <= start || end > text.length,
            ),
          ).toEqual([]);
          expect(hits).toEqual(expect.arrayContaining(list.find(text)));
        },
      ),
      { numRuns: runs(1000, 20) },
    );
  });

  it('stands where it stands, however long the text', () => {
    const before = 'A long answer without any such word. '.repeat(200);
    expect(beyond.find(`${before}f*cked`)).toEqual([
      { start: before.length, end: before.length + 6, word: 'fuck' },
    ]);
  });

  it('obeys allow, quotes and languages', async () => {
    expect(
      (await loadWordFinder({ obfuscation: true, allow: ['tit5 up'] })).countBadWords('tit5 up'),
    ).toBe(0);
    const ignoring = await loadWordFinder({ obfuscation: true, quotes: 'ignore' });
    expect(ignoring.countBadWords('"f**ked up" f**k', { prompt: 'fuck' })).toBe(1);
    expect(
      (await loadWordFinder({ obfuscation: true, languages: ['de'] })).countBadWords(
        'f**king assholes',
      ),
    ).toBe(0);
  });
});

it('obfuscation takes time in proportion to the text, whatever is repeated in it', () => {
  const started = performance.now();
  for (const piece of some(
    'f|f***|f u c k |$|@$$|(c|f_|motherf|document |class ass |b-i-t-|_|a\u0301'.split('|'),
  ))
    beyond.countBadWords(piece.repeat(Math.ceil(200_000 / piece.length)));
  // A second or two together. A quadratic one takes minutes.
  expect(performance.now() - started).toBeLessThan(60_000);
}, 120_000);
