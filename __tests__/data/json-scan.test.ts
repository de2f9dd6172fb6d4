import fc from 'fast-check';
import { scanJson } from '../../src/data/parse-json.ts';

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

const characters = fc.constantFrom('', ...',"]}[{:\\0-.e\n\tx\u0001');

/** JSON with a few characters left out or replaced. */
const damaged = fc
  .tuple(fc.json({ maxDepth: 4 }), fc.array(fc.tuple(fc.nat(), characters)))
  .map(([text, edits]) =>
    edits.reduce((edited, [position, character]) => {
      const at = position % (edited.length + 1);
      return edited.slice(0, at) + character + edited.slice(at + 1);
    }, text),
  );

describe('scanJson', () => {
  it('finds an error exactly where JSON.parse throws', () => {
    fc.assert(
      fc.property(damaged, (text) => (scanJson(text).error === undefined) === isJson(text)),
      { numRuns: 3000 },
    );
  });

  it('finds every row of an array', () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue()), fc.constantFrom(0, 1, '\t'), (rows, indent) => {
        const text = JSON.stringify(rows, null, indent);
        const starts = scanJson(text).rows;
        expect(starts).toHaveLength(rows.length);
        starts.forEach((start, index) => {
          const row = JSON.stringify(rows[index], null, indent).charAt(0);
          expect(text.charAt(start)).toBe(row);
        });
      }),
    );
  });

  it.each([
    ['[1,]', 3],
    ['{"a":1,}', 7],
    ['{"a" 1}', 5],
    ['[1 2]', 3],
    ['[', 1],
    ['', 0],
    ['[1]x', 3],
    ['{a:1}', 1],
    ['["\\q"]', 1],
    ['[1, // one\n 2]', 4],
  ])('%j stops being JSON at %d', (text, error) => {
    expect(scanJson(text).error).toBe(error);
  });

  it('reads long strings and deep nesting', () => {
    const text = `${'['.repeat(100_000)}"${'\\n '.repeat(500_000)}"${']'.repeat(100_000)}`;
    expect(scanJson(text)).toEqual({ rows: [1] });
  });
});
