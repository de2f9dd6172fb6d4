import { describe, expect, it } from '@jest/globals';
import { addNegation } from '../../../src/engine/tests/add_negation.js';
import { loadAnyVerb } from '../../../src/engine/tests/any-verb.js';
import { recordsIn } from '../../support/oracle.js';
import cases from './data/any-verb.json' with { type: 'json' };

const negate = await loadAnyVerb();
const reasonOf = (text: string): string | undefined => {
  const made = negate(text);
  return typeof made === 'string' ? undefined : made.reason;
};

interface HeldOut {
  text: string;
  /** Null: left out. */
  negated: string | null;
  /** As graded by hand: grammatical, and false exactly where the text is true. */
  good?: boolean;
}

describe('verbs: any', () => {
  it.each(cases.negated as [string, string][])('%s', (text, negated) => {
    expect(negate(text)).toBe(negated);
  });

  it.each(cases.unsure)('what is not sure is left out by name: %s', (text) => {
    expect(reasonOf(text)).toMatch(/^not_one_negation: /);
  });

  // The second set was written before the rule was read, with the forms that are harder.
  it.each([
    ['held-out', 124],
    ['second-held-out', 78],
  ])(
    'of 150 sentences that no rule was mended on, at least 95 in 100 that are kept are grammatical and truly negated: %s',
    (name, count) => {
      const rows = recordsIn<HeldOut>(`__tests__/engine/tests/any-verb.${name}.jsonl`);
      for (const { text, negated } of rows)
        expect([text, reasonOf(text) === undefined ? negate(text) : null]).toEqual([text, negated]);
      const kept = rows.filter(({ negated }) => negated !== null);
      expect([rows.length, kept.length]).toEqual([150, count]);
      expect(kept.filter(({ good }) => good).length / kept.length).toBeGreaterThanOrEqual(0.95);
    },
  );

  it('has a placebo at the place of the "not", whatever the verb', () => {
    const placebo = (text: string) => addNegation.placebo!(text, negate(text) as string, () => 1);
    expect(placebo('The train leaves at noon.')).toBe('The train really leaves at noon.');
    expect(placebo('He can swim.')).toBe('He can really swim.');
    expect(placebo('It was raining.')).toBe('It was really raining.');
  });
});
