import { negate } from '../../src/engine/tests/add_negation.ts';
import { lintNegation, placeOfNot } from '../../src/engine/tests/negation-lint.ts';
import { recordsIn } from '../support/oracle.ts';
import lintCases from './data/negation.json' with { type: 'json' };

describe('the linter of add_negation', () => {
  const lint = (text: string, options?: string | null) => {
    const place = placeOfNot(text, negate(text));
    const row = { source: 'r', text, options: options ?? undefined };
    return place === undefined ? undefined : lintNegation(row, negate(text), place);
  };
  it.each(lintCases.rules as [string, string, string | null][])('%s: %s', (rule, text, options) => {
    expect(lint(text, options)?.name ?? 'fit').toBe(rule);
  });

  it('takes a "not" before a passage for one of the question', () => {
    const text = 'Paris is a capital in Europe.';
    const ruleAt = (start: number) =>
      lintNegation({ source: 'r', text, context: [[start, text.length]] }, negate(text), 9)?.name;
    expect([ruleAt(9), ruleAt(6)]).toEqual([undefined, 'not_asked']);
  });

  it('is right in 95 % of the rows that it names', () => {
    const files = [
      'labelled',
      'negation-fitness.training',
      'negation-fitness.held-out',
      'negation-fitness.held-out-2',
    ];
    const rows = files.flatMap((file) =>
      recordsIn<{ text: string; options?: string; fit: boolean }>(
        `__tests__/engine/data/${file}.jsonl`,
      ),
    );
    const named = rows.filter(({ text, options }) => lint(text, options));
    expect(named.filter(({ fit }) => !fit).length / named.length).toBeGreaterThan(0.95);
    expect(named.length).toBeGreaterThan(150);
  });
});
