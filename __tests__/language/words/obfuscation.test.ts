import { describe, expect, it } from '@jest/globals';
import { wordFinder } from '../../../src/language/words/finder.js';
import { FRESH_DISGUISES, FRESH_INNOCENT } from './fresh.js';
import { INNOCENT } from './innocent.js';
import { OBFUSCATED_SENTENCES } from './obfuscated.js';

const finder = wordFinder({ obfuscation: true });
const plain = wordFinder();
const share = (texts: readonly string[]) => texts.filter((text) => finder.countBadWords(text) > 0).length / texts.length;

describe('words in disguise', () => {
  it('at least 98 of 100 are seen, none of which the list itself finds', () => {
    const sentences = OBFUSCATED_SENTENCES.map(({ sentence }) => sentence);
    expect(sentences.length).toBeGreaterThanOrEqual(300);
    expect(sentences.filter((text) => plain.countBadWords(text) > 0)).toEqual([]);
    expect(share(sentences)).toBeGreaterThanOrEqual(0.98);
  });

  it.each([...new Set(OBFUSCATED_SENTENCES.map(({ trick }) => trick))])('%s: at least 9 of 10', (trick) => {
    expect(share(OBFUSCATED_SENTENCES.filter((one) => one.trick === trick).map(({ sentence }) => sentence))).toBeGreaterThanOrEqual(0.9);
  });

  it('at most 1 of 100 harmless sentences is taken for one', () => {
    expect(INNOCENT.length).toBeGreaterThanOrEqual(500);
    expect(new Set(INNOCENT).size).toBe(INNOCENT.length);
    expect(INNOCENT.filter((text) => plain.countBadWords(text) > 0)).toEqual([]);
    expect(share(INNOCENT)).toBeLessThanOrEqual(0.01);
  });

  it('on sentences that were written after the rules, and that the rules were not fitted to', () => {
    expect(share(FRESH_DISGUISES)).toBeGreaterThanOrEqual(0.9);
    expect(share(FRESH_INNOCENT)).toBeLessThanOrEqual(0.02);
  });

  it('says where the word stands and which it is', () => {
    expect(finder.find('Oh sh1t, what the f u c k and a b!!tch, 𝐟𝐮𝐜𝐤 f\u200buck')).toEqual([
      { start: 3, end: 7, word: 'shit' },
      { start: 18, end: 25, word: 'fuck' },
      { start: 32, end: 38, word: 'bitch' },
      { start: 40, end: 48, word: 'fuck' },
      { start: 49, end: 54, word: 'fuck' },
    ]);
  });

  it("sees the words of other lists and of one's own, Cyrillic in Latin letters too", () => {
    expect(
      wordFinder({ languages: ['de'], obfuscation: true }).countBadWords('Du Ar$ch, so eine sch3iße, W1chser, Fótze, S c h l a m p e'),
    ).toBe(5);
    expect(wordFinder({ languages: ['fr'], obfuscation: true }).countBadWords('Quelle m3rde, put@in, m.e.r.d.e')).toBeGreaterThanOrEqual(2);
    expect(wordFinder({ languages: ['ru'], obfuscation: true }).countBadWords('cука, п*здец, б л я д ь')).toBeGreaterThanOrEqual(1);
    expect(
      wordFinder({ languages: [], words: ['blockhead'], obfuscation: true }).countBadWords('You bl0ckhead, you b.l.o.c.k.h.e.a.d!'),
    ).toBe(2);
  });

  it('leaves another alphabet alone where it is in use', () => {
    expect(finder.countBadWords('Берёза и соск.')).toBe(0);
    expect(finder.countBadWords('What a с\u043eск.')).toBe(1);
  });

  it('takes no word of a language with marks for ours without them', () => {
    expect(finder.countBadWords('du fromage râpé')).toBe(0);
    expect(finder.countBadWords('Tôi bị cúm, đọc tít báo')).toBe(0);
  });
});
