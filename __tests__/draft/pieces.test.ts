import { describe, expect, it } from '@jest/globals';
import { LONGEST_PIECE, piecesOf, placeOfPiece } from '../../src/draft/pieces.js';

const sentence = 'Parcels are sent within two days of the order. ';

function pieces(text: string) {
  return piecesOf([{ name: 'docs/help.md', text }]);
}

describe('pieces of documents', () => {
  it('keeps a short document whole, with its lines', () => {
    const [piece, ...others] = pieces('# Help\n\nSend it back.\n\n## Costs\n\nNothing.\n');
    expect(others).toEqual([]);
    expect(piece?.text).toBe('# Help\n\nSend it back.\n\n## Costs\n\nNothing.');
    expect(piece && placeOfPiece(piece)).toBe('docs/help.md:1-7');
  });

  it('begins a piece at a heading once the last one is long enough', () => {
    const section = sentence.repeat(40).trim();
    const found = pieces(`# One\n\n${section}\n\n# Two\n\n${section}\n`);
    expect(found.map(({ text }) => text.split('\n')[0])).toEqual(['# One', '# Two']);
    expect(found.map(placeOfPiece)).toEqual(['docs/help.md:1-3', 'docs/help.md:5-7']);
  });

  it('gives a short section to the next one', () => {
    const section = sentence.repeat(60).trim();
    const found = pieces(`# Short\n\nFew words.\n\n# Long\n\n${section}\n`);
    expect(found).toHaveLength(1);
  });

  it('cuts a long paragraph between words and loses none', () => {
    const long = sentence.repeat(400).trim();
    const found = pieces(long);
    expect(found.length).toBeGreaterThan(2);
    for (const { text } of found) expect(text.length).toBeLessThanOrEqual(LONGEST_PIECE);
    expect(found.map(({ text }) => text).join(' ')).toBe(long);
  });

  it('cuts a text without spaces', () => {
    const found = pieces('x'.repeat(2 * LONGEST_PIECE + 1));
    expect(found.map(({ text }) => text.length)).toEqual([LONGEST_PIECE, LONGEST_PIECE, 1]);
  });

  it('does not join two documents', () => {
    const found = piecesOf([
      { name: 'a.md', text: 'One.' },
      { name: 'b.md', text: 'Two.' },
    ]);
    expect(found.map(({ document }) => document)).toEqual(['a.md', 'b.md']);
  });
});
