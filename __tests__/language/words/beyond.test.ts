import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import english from 'naughty-words/en.json' with { type: 'json' };
import { COMPOUNDS, FORMS, OATHS_AND_INSULTS, STEMS } from '../../../src/language/words/lexicon.js';
import { wordFinder } from '../../../src/language/words/finder.js';
import { describeOracle, oracle } from '../../support/oracle.js';
import { some } from '../../support/runs.js';

const list = wordFinder();
const forms = wordFinder({ forms: true });
const beyond = wordFinder({ obfuscation: true });
const words = (text: string): string[] => text.trim().split(/\s+/);

describe('matching beyond the list', () => {
  it('knows forms of its words, whatever their case', () => {
    for (const form of words(`fucked fucks fucker fuckers Fuckin FUCKED motherfuckers unfuckingbelievable shits shitting shitted shittier bullshitting
      assholes arseholes asses bitches bitching bitchy sluts slutty cunts wankers pissed pisses dicks pussies whores whoring niggas faggots bastards`)) {
      expect({ form, found: list.countBadWords(`so ${form}.`) + forms.countBadWords(`so ${form}.`) }).toEqual({
        form,
        found: list.countBadWords(form) === 1 ? 2 : 1,
      });
    }
  });

  it('knows insults that are put together', () => {
    for (const one of words(
      'dumbass dickhead shithead cocksucker asswipe fuckface dipshit horseshit pisshead buttheads shitshow cuntface smartarse',
    )) {
      expect({ one, found: forms.countBadWords(one) }).toEqual({ one, found: 1 });
    }
  });

  it('knows oaths and insults that the list lacks, but no forms alone', () => {
    for (const one of words('goddamn crap crappy idiot idiots moron imbeciles retarded stupid stupidity dumb dumber losers')) {
      expect({ one, forms: forms.countBadWords(one), beyond: beyond.countBadWords(one) }).toEqual({ one, forms: 0, beyond: 1 });
    }
  });

  it('leaves other words alone that look like forms', () => {
    const others =
      words(`cocked cocktail cocky cocker cockpit assess asset class passing bass dickens dickey dickson title titter titan hello shell cumulative
      cucumber document cumin Cummings buttoned butter button spicy spices Scunthorpe niggardly snigger niggle swank swanky Wankel saltwater twattle
      shitake Shittim Harshit Rakshit piston pistachio epistle bitumen Babitch Bitche raper rapid drapes grapes analysis therapist peacocks hancock
      arsenal arsenic parse sparse coonhound raccoons fagot Fagin pussyfoot titmouse dumbbell dumbfounded dumbwaiter dumbshow retardant crappie craps
      scrap scrapped Crapper damnation oxymoron sucking sucker butts escorts swingers snatched penises vaginas orgasms raped rapists sexes closer`);
    expect(others.filter((one) => beyond.countBadWords(`the ${one} is`) > 0)).toEqual([]);
  });

  it('takes no set expression for an insult', () => {
    const harmless = [
      'There are no stupid questions.',
      'Winners and losers of the reform',
      'deaf and dumb',
      'a dumb terminal',
      'The Idiot by Dostoevsky',
      'an idiot savant',
    ];
    expect(harmless.filter((text) => beyond.countBadWords(text) > 0)).toEqual([]);
    expect(beyond.countBadWords('You idiot savant, you idiot')).toBe(1);
  });

  it('says where the form stands and what it is a form of', () => {
    expect(forms.find('They _fucked_ up, those ass-holes and shitheads; fuck')).toEqual([
      { start: 6, end: 12, word: 'fuck' },
      { start: 24, end: 27, word: 'ass' },
      { start: 38, end: 47, word: 'shit' },
      { start: 49, end: 53, word: 'fuck' },
    ]);
  });

  it('sees forms in disguise, and plurals of own words', () => {
    expect(beyond.countBadWords('f*cked, sh1tting, assh0les, b!tches, fuuuucked, ｓｌｕｔｓ, 1diot')).toBe(7);
    expect(
      wordFinder({ words: ['blockhead', 'sissy'], obfuscation: true })
        .find('Blockheads, sissies')
        .map(({ word }) => word),
    ).toEqual(['blockhead', 'sissy']);
  });

  it('is English: where English is not asked for, its rules are not', () => {
    expect(wordFinder({ languages: ['de'], obfuscation: true }).countBadWords('fucked idiots, dumbasses')).toBe(0);
  });

  it('keeps to the rules for quotations and allowed phrases', () => {
    expect(wordFinder({ obfuscation: true, allow: ['smart asses'] }).countBadWords('smart asses')).toBe(0);
    expect(wordFinder({ obfuscation: true, quotes: 'ignore' }).countBadWords('"fucked up"', { prompt: 'fuck' })).toBe(0);
  });

  it('changes nothing without the key', () => {
    for (const one of [...FORMS.keys(), ...OATHS_AND_INSULTS.keys()].filter((form) => !english.includes(form))) {
      expect({ one, found: list.countBadWords(one) }).toEqual({ one, found: 0 });
    }
    expect(COMPOUNDS.size).toBeGreaterThan(1000);
    expect(STEMS.every(([, where]) => !where.global)).toBe(true);
  });

  it('takes no longer with texts made to be slow', () => {
    const started = performance.now();
    const pieces = [
      'f',
      'fuck',
      'f***',
      'f u c k ',
      '$',
      '$§',
      '@$$',
      '@a',
      'i!',
      '(c',
      'f_',
      '_',
      'a_a',
      'motherf',
      'village idiot ',
      'stupid ',
      's.h.i',
      'b-i-t-',
      'a\u0301',
    ];
    for (const piece of some(pieces)) beyond.countBadWords(piece.repeat(Math.ceil(50_000 / piece.length)));
    // A few seconds together. What was not linear took minutes for one of them.
    expect(performance.now() - started).toBeLessThan(100_000);
  }, 200_000);
});

interface Figures {
  recall: number;
  precision: number;
}

function measure(toxic: string[], others: string[], finder: typeof list): Figures {
  const found = (texts: string[]) => texts.filter((text) => finder.countBadWords(text) > 0).length;
  const right = found(toxic);
  return { recall: right / toxic.length, precision: right / (right + found(others)) };
}

describeOracle('on labelled comments', () => {
  it('as many as promised are recognised, and hardly any rewriting', () => {
    const pairs = oracle<{ toxic: string; neutral: string }>('paradetox.jsonl');
    const [toxic, neutral] = [pairs.map((pair) => pair.toxic), pairs.map((pair) => pair.neutral)];
    const plain = measure(toxic, neutral, list);
    expect(plain.recall).toBeCloseTo(0.7287, 4);
    expect(plain.precision).toBeGreaterThanOrEqual(0.99);
    const { recall, precision } = measure(toxic, neutral, beyond);
    expect(recall).toBeGreaterThanOrEqual(0.86);
    expect(precision).toBeGreaterThanOrEqual(0.99);
  });

  it('as docs/toxicity.md says, on the part that the rules were made on and on the other', () => {
    const docs = readFileSync('docs/toxicity.md', 'utf8');
    const pairs = oracle<{ toxic: string; neutral: string }>('paradetox.jsonl');
    const isHeldOut = ({ toxic }: { toxic: string }) => createHash('sha256').update(toxic).digest()[0]! % 3 === 0;
    for (const part of [pairs.filter((pair) => !isHeldOut(pair)), pairs.filter(isHeldOut)]) {
      const figures = [list, beyond].map((finder) =>
        measure(
          part.map((pair) => pair.toxic),
          part.map((pair) => pair.neutral),
          finder,
        ),
      );
      const shown = figures.flatMap(({ recall, precision }) => [recall.toFixed(3), precision.toFixed(3)]);
      expect(docs).toContain(`| ${part.length} toxic, ${part.length} neutral | ${shown.join(' | ')} |`);
    }
  });

  it('no harmless sentence in another language is taken for a foul one', () => {
    const rows = oracle<{ language: 'de' | 'fr' | 'es'; text: string; profane: boolean }>('foreign_profanity.jsonl');
    for (const language of ['de', 'fr', 'es'] as const) {
      const finder = wordFinder({ languages: [language], obfuscation: true });
      expect(rows.filter((row) => row.language === language && !row.profane && finder.countBadWords(row.text) > 0)).toEqual([]);
    }
  });

  it('answers of models hold no more than the list finds in them', () => {
    const completions = some(oracle<{ completion: string }>('refusals.jsonl').map(({ completion }) => completion));
    const more = completions.filter((text) => beyond.countBadWords(text) > list.countBadWords(text));
    expect(more.length / completions.length).toBeLessThanOrEqual(0.01);
  });
});
