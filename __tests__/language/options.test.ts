import fc from 'fast-check';
import { parseOptions } from '../../src/language/options.ts';
import { character, grapheme } from '../support/unicode.ts';
import { runs } from '../support/runs.ts';
import cases from './data/options.json' with { type: 'json' };

const abc = [
  { label: 'A', text: 'fruit' },
  { label: 'B', text: 'liquid' },
  { label: 'C', text: 'dry food' },
];
const numbered = abc.map(({ text }, index) => ({ label: String(index + 1), text }));

describe('parseOptions', () => {
  it.each(cases.letters)('letters: %j', (options) => {
    expect(parseOptions(options)).toEqual(abc);
  });

  it.each(cases.numbers)('numbers: %j', (options) => {
    expect(parseOptions(options)).toEqual(numbered);
  });

  it.each(cases.inside)(
    'keeps the order, and what looks like a label inside a text: %j',
    (options, ...found) => {
      expect(parseOptions(options).flatMap(({ label, text }) => [label, text])).toEqual(found);
    },
  );

  it.each(cases.none)('none where nothing is certain: %j', (options) => {
    expect(parseOptions(options)).toEqual([]);
  });

  it('gives no options or at least two, each with a text and a label of its own, whatever it gets', () => {
    const shapes = fc.array(
      fc.oneof(
        fc.constantFrom('A. ', '(B) ', '\n', '1) ', 'c. ', ' or ', '**', '- '),
        fc.string({ unit: grapheme }),
      ),
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: character }),
          shapes.map((parts) => parts.join('')),
        ),
        (text) => {
          const options = parseOptions(text);
          expect(options).not.toHaveLength(1);
          expect(new Set(options.map(({ label }) => label)).size).toBe(options.length);
          expect(options.every((option) => option.text.trim() !== '')).toBe(true);
        },
      ),
      { numRuns: runs(2000) },
    );
  });
});
