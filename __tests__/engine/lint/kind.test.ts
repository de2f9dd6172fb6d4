import { describe, expect, it } from '@jest/globals';
import { rowKind } from '../../../src/engine/lint/kind.js';
import { findInsertions } from '../../../src/engine/lint/row.js';
import { negate } from '../../../src/engine/tests/placebo.js';
import statements from '../../../src/data/builtin/statements.json' with { type: 'json' };

describe('the kind of a row', () => {
  it('with options is options, whatever the text', () => {
    for (const text of ['Which of these is a mammal?', 'The dog is a', 'The dog is a mammal.', ''])
      expect(rowKind(text, true)).toBe('options');
  });

  it.each([
    'The liver is the largest gland in the human body.',
    'Venus is hotter than Mercury',
    'True or false: the whale is a fish.',
    'Answer with true or false. The Danube is longer than the Rhine.',
    'The Danube is longer than the Rhine. Is this statement true or false?',
    'Decide whether this is true: The Nile is in Africa.',
    'What she needs is a new passport',
    'When it rains we are wet',
    'He asked, "Who is there?"',
    'The answer to the question "Who wrote Faust?" is Goethe.',
    'List A is longer than list B.',
    'Close the door, the heating is on.',
    'Will Smith is an actor',
    'Can openers are useful',
    'Dr. No was released in 1962.',
  ])('is a statement: %s', (text) => expect(rowKind(text, false)).toBe('statement'));

  it.each([
    'What is the capital of France?',
    'who is the president of the united states',
    'what year was the magna carta signed',
    "what's the tallest mountain in europe",
    'how many people were on the titanic',
    'Is the heart a muscle?',
    'is the sky blue',
    'The Louvre is located in which city?',
    'Context: The Nile is in Africa. Does it flow through Egypt?',
    '"Who is there?"',
    'Explain why the sky is blue.',
    'Write a poem about a dog that is old. It should rhyme.',
    'Please tell the truth about what is there.',
    'Translate into French: The dog is asleep.',
    'The main component in dirt is ',
    'The capital of France is ____.',
    'The following are mammals:',
    '',
    '  ',
    'True or false?',
  ])('is open: %s', (text) => expect(rowKind(text, false)).toBe('open'));

  it('of every built-in statement is a statement, negated as well', () => {
    expect(statements.filter(({ text }) => rowKind(text, false) !== 'statement' || rowKind(negate(text), false) !== 'statement')).toEqual(
      [],
    );
  });

  it('ends on long texts', () => {
    for (const unit of ['"', 'a ', '? ', '. ', ': ', '_', 'what ', 'is ', '\n', 'true '])
      expect(rowKind(unit.repeat(100_000), false)).toMatch(/^(?:statement|open)$/);
  });
});

describe('insertions', () => {
  it.each([
    [0, 'The sky is blue.', 'The sky is blue.'],
    [1, 'The sky is blue.', 'The sky is not blue.'],
    [2, 'The sky is blue and was so.', 'The sky is not blue and was not so.'],
    [1, 'It is nothing.', 'It is not nothing.'],
    [0, 'The sky is blue.', 'The sky is very blue.'],
    [0, 'The sky is blue.', 'The sea is not blue.'],
  ])('are %d: %s', (count, original, testCase) => expect(findInsertions(original, testCase)).toHaveLength(count));
});
