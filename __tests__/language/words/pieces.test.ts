import { expect, it } from '@jest/globals';
import { inPieces } from '../../../src/language/words/pieces.js';

const LONGEST = 20;

/** Each `foul` with its place, and how long the texts were that it was looked for in. */
function finder(): { find: (text: string) => { start: number; end: number; word: string }[]; lengths: number[] } {
  const lengths: number[] = [];
  const find = (text: string) => {
    lengths.push(text.length);
    return Array.from(text.matchAll(/foul/g), ({ index }) => ({ start: index, end: index + 4, word: 'foul' }));
  };
  return { find, lengths };
}

it('whatever a text is made of, all is found where it stands, and no more is looked at than may be', () => {
  for (const unit of ['a', ' ', 'it is ', 'it\nis\n', '😀', 'a word that is long ']) {
    for (let length = 0; length < 100; length++) {
      const text = `foul ${unit.repeat(length)} foul`;
      const { find, lengths } = finder();
      const hits = inPieces(find, LONGEST)(text);
      const isSpaced = unit.includes(' ') || unit.includes('\n');
      if (isSpaced) expect(hits).toEqual(finder().find(text));
      expect(hits[0]).toEqual({ start: 0, end: 4, word: 'foul' });
      expect(Math.max(...lengths)).toBeLessThanOrEqual(LONGEST);
      expect(lengths.reduce((sum, one) => sum + one, 0)).toBe(text.length);
    }
  }
});

it('a text that an answer may be as long as is read as a whole', () => {
  const { find, lengths } = finder();
  inPieces(find)('a'.repeat(1_000_000));
  expect(lengths).toEqual([1_000_000]);
});
