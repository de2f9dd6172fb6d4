import { rowKind } from '../../../src/engine/lint/kind.ts';
import { findInsertions } from '../../../src/engine/lint/row.ts';
import { negate } from '../../../src/engine/perturbations/placebo.ts';
import statements from '../../../src/data/builtin/statements.json' with { type: 'json' };
import cases from './data/kind.json' with { type: 'json' };

describe('the kind of a row', () => {
  it('with options is options, whatever the text', () => {
    for (const text of ['Which of these is a mammal?', 'The dog is a', 'The dog is a mammal.', ''])
      expect(rowKind(text, true)).toBe('options');
  });

  it.each(cases.statements)('is a statement: %s', (text) =>
    expect(rowKind(text, false)).toBe('statement'),
  );

  it.each(cases.open)('is open: %s', (text) => expect(rowKind(text, false)).toBe('open'));

  it('of every built-in statement is a statement, negated as well', () => {
    expect(
      statements.filter(
        ({ text }) =>
          rowKind(text, false) !== 'statement' || rowKind(negate(text), false) !== 'statement',
      ),
    ).toEqual([]);
  });

  it('ends on long texts', () => {
    for (const unit of ['"', 'a ', '? ', '. ', ': ', '_', 'what ', 'is ', '\n', 'true '])
      expect(rowKind(unit.repeat(100_000), false)).toMatch(/^(?:statement|open)$/);
  });
});

describe('insertions', () => {
  it.each(cases.insertions as [number, string, string][])(
    'are %d: %s',
    (count, original, testCase) => expect(findInsertions(original, testCase)).toHaveLength(count),
  );
});
