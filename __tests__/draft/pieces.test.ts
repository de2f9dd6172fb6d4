import { MAX_PIECE_LENGTH, piecesOf, placeOfPiece } from '../../src/draft/pieces.ts';

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
    const cut = pieces(`# One\n\n${section}\n\n# Two\n\n${section}\n`);
    expect(cut.map(({ text }) => text.split('\n')[0])).toEqual(['# One', '# Two']);
    expect(cut.map(placeOfPiece)).toEqual(['docs/help.md:1-3', 'docs/help.md:5-7']);
  });

  it('gives a short section to the next one', () => {
    const section = sentence.repeat(60).trim();
    const cut = pieces(`# Short\n\nFew words.\n\n# Long\n\n${section}\n`);
    expect(cut).toHaveLength(1);
  });

  it('cuts a long paragraph between words and loses none', () => {
    const long = sentence.repeat(400).trim();
    const cut = pieces(long);
    expect(cut.length).toBeGreaterThan(2);
    for (const { text } of cut) expect(text.length).toBeLessThanOrEqual(MAX_PIECE_LENGTH);
    expect(cut.map(({ text }) => text).join(' ')).toBe(long);
  });

  it('cuts a text without spaces', () => {
    const cut = pieces('x'.repeat(2 * MAX_PIECE_LENGTH + 1));
    expect(cut.map(({ text }) => text.length)).toEqual([MAX_PIECE_LENGTH, MAX_PIECE_LENGTH, 1]);
  });

  it('does not join two documents', () => {
    const cut = piecesOf([
      { name: 'a.md', text: 'One.' },
      { name: 'b.md', text: 'Two.' },
    ]);
    expect(cut.map(({ document }) => document)).toEqual(['a.md', 'b.md']);
  });
});
