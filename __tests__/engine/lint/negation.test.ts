import { describe, expect, test } from '@jest/globals';
import multipleChoice from '../../../src/data/builtin/multiple-choice.json' with { type: 'json' };
import statements from '../../../src/data/builtin/statements.json' with { type: 'json' };
import { lintNegation } from '../../../src/engine/lint/negation.js';
import { negate } from '../../../src/engine/tests/negate.js';
import { findingOf, graded } from './fitness.js';
import { rows } from './rows.js';

const lint = (original: string, options?: string) => lintNegation({ original, test_case: negate(original), options });
const ruleOf = (original: string, options?: string) => lint(original, options)?.rule ?? 'fit';

describe('labelled rows', () => {
  test('there are at least 150, every one of them negated, none twice', () => {
    expect(rows.length).toBeGreaterThanOrEqual(150);
    expect(rows.filter(({ original }) => negate(original) === original)).toEqual([]);
    expect(new Set(rows.map(({ original, options }) => `${original}|${options ?? ''}`)).size).toBe(rows.length);
  });

  test('the linter agrees with at least 95 % of them', () => {
    const wrong = rows.flatMap(({ label, original, options }) => {
      const rule = ruleOf(original, options);
      return rule === label ? [] : [`${label}, but named ${rule}: ${negate(original)}`];
    });
    if (wrong.length / rows.length > 0.05) throw new Error(`${wrong.length} of ${rows.length}\n${wrong.join('\n')}`);
  });

  test('it names at most one fit row in fifty', () => {
    const fit = rows.filter(({ label }) => label === 'fit');
    expect(fit.filter(({ original, options }) => ruleOf(original, options) !== 'fit').length / fit.length).toBeLessThanOrEqual(0.02);
  });
});

describe('what is no negation', () => {
  test.each([
    ['nothing was added', 'The sky is blue.', 'The sky is blue.'],
    ['another word was added', 'The sky is blue.', 'The sky is very blue.'],
    ['words were changed as well', 'The sky is blue.', 'The sea is not blue.'],
    ['something was cut off', 'The sky is blue today.', 'The sky is not blue'],
    ['the text is empty', '', ''],
  ])('is left alone: %s', (_, original, test_case) => {
    expect(lintNegation({ original, test_case })).toBeUndefined();
  });
});

describe('a finding', () => {
  test('is the rule and one plain sentence, of at most 200 characters', () => {
    const findings = [...rows.map(({ original, options }) => lint(original, options)), ...graded('training').map(findingOf)];
    for (const finding of findings) {
      if (finding === undefined) continue;
      expect(Object.keys(finding)).toEqual(['rule', 'message']);
      expect(finding.message).toMatch(/^[A-Z].{20,198}\.$/);
    }
  });

  test('names every rule somewhere', () => {
    const named = new Set(rows.map(({ original, options }) => ruleOf(original, options)));
    expect([...named].sort()).toEqual([
      'already_negated',
      'fit',
      'negative_polarity',
      'no_truth',
      'question',
      'quoted_speech',
      'two_insertions',
    ]);
  });

  test('depends on the options: a choice is fit, the open question is not; an option of one character is none', () => {
    expect(ruleOf('Which of these is a mammal?', 'A. dog\nB. trout')).toBe('fit');
    expect(ruleOf('Which of these is a mammal?')).toBe('question');
    expect(ruleOf('Which of these is a mammal?', '-')).toBe('question');
  });

  test('tells "is nothing" from the inserted "not"', () => {
    expect(lintNegation({ original: 'It is nothing new.', test_case: 'It is not nothing new.' })?.rule).toBe('already_negated');
  });

  test('comes through long and hostile texts', () => {
    for (const unit of [
      '"',
      " 'a",
      '‘',
      '“',
      'is, ',
      'if ',
      'Mr. ',
      '? ',
      '( ',
      'or, ',
      'which ',
      '\n',
      'a-',
      'in ',
      '_',
      'when ',
      'x, if it is ',
      'what? ',
      'A. ',
    ]) {
      const original = `${unit.repeat(20_000)} is ${unit.repeat(20_000)}?`;
      expect(() => lint(original)).not.toThrow();
      expect(() => lint(original, 'A. dog\nB. trout')).not.toThrow();
    }
  });
});

describe('the built-in sets', () => {
  test('every statement is fit', () => {
    expect(statements.filter(({ text }) => lint(text) !== undefined)).toEqual([]);
  });

  test('every question and stem is fit with its options', () => {
    const named = multipleChoice.filter(
      ({ question, options }) => lint(question, options.map((option, i) => `${'ABCD'[i]}. ${option}`).join('\n')) !== undefined,
    );
    expect(named).toEqual([]);
  });
});
