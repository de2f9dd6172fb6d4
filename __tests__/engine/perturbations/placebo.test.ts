import fc from 'fast-check';
import multipleChoice from '../../../src/data/builtin/multiple-choice.json' with { type: 'json' };
import statements from '../../../src/data/builtin/statements.json' with { type: 'json' };
import { drawFrom } from '../../../src/engine/random.ts';
import { findInsertions } from '../../../src/engine/lint/row.ts';
import {
  negate,
  ADVERBS,
  negationPlacebo,
  pickBy,
} from '../../../src/engine/perturbations/placebo.ts';

const first = pickBy(() => 0);
const texts = [
  ...statements.map(({ text }) => text),
  ...multipleChoice.map(({ question }) => question),
];

describe('the placebo of a negation', () => {
  it('has a harmless word where the test case has its "not"', () => {
    expect(negationPlacebo('The heart is a muscle.', first)).toBe('The heart is indeed a muscle.');
    expect(
      negationPlacebo(
        'Which of these were birds?',
        pickBy((below) => below - 1),
      ),
    ).toBe('Which of these were certainly birds?');
  });

  it('differs from the test case in that word alone, on every built-in row', () => {
    const odd = texts.filter((text) => {
      const negated = negate(text);
      if (findInsertions(text, negated).length !== 1) return false;
      const placebo = negationPlacebo(text, pickBy(drawFrom(42, text)))!;
      const [was, is] = [negated.split(' '), placebo.split(' ')];
      const changed = was.flatMap((word, i) => (word === is[i] ? [] : [`${word} ${is[i]}`]));
      return (
        was.length !== is.length ||
        changed.length !== 1 ||
        !ADVERBS.some((adverb) => changed[0] === `not ${adverb}`)
      );
    });
    expect(odd).toEqual([]);
  });

  it('finds the same place as add_negation in any text', () => {
    const words = fc.constantFrom(
      ..."is was are were Is not really isn't is, was. the nothing $&".split(' '),
      '',
      '\n',
    );
    fc.assert(
      fc.property(fc.array(words, { maxLength: 12 }), fc.nat(3), (list, n) => {
        const text = list.join(' ');
        const negated = negate(text);
        const placebo = negationPlacebo(
          text,
          pickBy((below) => n % below),
        );
        if (findInsertions(text, negated).length !== 1) return placebo === undefined;
        const at = [...negated].findIndex((sign, i) => sign !== placebo![i]);
        const adverb = ADVERBS.find((word) => placebo!.startsWith(word, at))!;
        return (
          negated.startsWith('not', at) &&
          negated.slice(at + 3) === placebo!.slice(at + adverb.length)
        );
      }),
    );
  });

  it('is none where nothing was negated, or more than one verb', () => {
    expect(negationPlacebo('Birds sing.', first)).toBeUndefined();
    expect(negationPlacebo('It was cold and is warm.', first)).toBeUndefined();
  });

  it('is drawn by seed and row, from all four words, and does not repeat one of the text', () => {
    const draw = (seed: number, text: string) =>
      negationPlacebo(text, pickBy(drawFrom(seed, 'placebo', text)));
    for (const text of texts) expect(draw(7, text)).toBe(draw(7, text));
    const drawn = new Set(Array.from({ length: 60 }, (_, seed) => draw(seed, 'Ice is cold.')));
    expect([...drawn].sort()).toEqual(
      [...ADVERBS].map((adverb) => `Ice is ${adverb} cold.`).sort(),
    );
    expect(negationPlacebo('Ice is indeed cold.', first)).toBe('Ice is really indeed cold.');
    expect(negationPlacebo('It is indeed really truly certainly cold.', first)).toBe(
      'It is indeed indeed really truly certainly cold.',
    );
  });
});
