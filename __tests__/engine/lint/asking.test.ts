import { describe, expect, it } from '@jest/globals';
import { lintNegation } from '../../../src/engine/lint/negation.js';
import { negate } from '../../../src/engine/tests/negate.js';

const OPTIONS = 'A. dog\nB. trout\nC. sparrow\nD. frog';
const ruleOf = (original: string, options: string | undefined = OPTIONS) =>
  lintNegation({ original, test_case: negate(original), options })?.rule ?? 'fit';

describe('a row with options is unfit where the "not" stands', () => {
  it.each([
    ['in another sentence', 'The pond was calm. Which animal swam in it?'],
    ['in a sentence before a stem', 'The pond was calm. The animal that swam in it had the name of a '],
    ['in a sentence before a blank', 'The pond was calm. A ____ swam in it.'],
    ['before options within the text', 'The pond was calm. Which animal swam in it? A) a dog B) a trout'],
    ['in a clause before the question', 'The pond was calm, which animal did the boy see?'],
    ['in a clause before another that asks', 'The boy was in a hurry, but the path led him straight to what?'],
    ['in a main clause before another', 'The boy was in a hurry and he ran to a '],
    ['in an aside', 'The trout, which is a fish, is eaten by the '],
    ['in brackets', 'The trout (which is a fish) looks like a '],
    ['in a clause of time', 'While the pond was calm, the boy saw a '],
    ['in a clause of time without a comma', 'When someone is asleep what does their body do?'],
    ['in a clause of time behind the question', 'Which animal barks while a child is asleep?'],
    ['in a condition behind the question', 'Where would you look for help if a dog was lost?'],
    ['in a clause about something else', 'What would scare a child who is in bed?'],
  ])('%s', (_where, text) => expect(ruleOf(text)).toBe('not_asked'));

  it.each([
    ['a reason is asked for', 'A dog is warm because it has'],
    ['a number is asked for', 'How many legs are there on a dog?'],
    ['the words are broken', 'What are you going to see in the pond?'],
  ])('or where %s', (_what, text) => expect(ruleOf(text)).toBe('question'));

  it('or where an option takes in all others, or figures follow from a condition', () => {
    expect(ruleOf('Sparrows are eaten by', 'A. cats\nB. hawks\nC. all of the above')).toBe('question');
    expect(ruleOf('If x is even and below four, then x + 2 equals', 'A. 4\nB. 6\nC. 8')).toBe('question');
  });
});

describe('it is fit where the "not" stands', () => {
  it.each([
    ['over what is asked', 'After a week of rain, a man sees that the animal in his yard is '],
    ['over what is asked at the end', 'Seals are hunted by what?'],
    ['over an afterthought', 'The law was passed in 1920, in what country?'],
    ['over a list', 'Air is made of nitrogen, argon, and what other gas?'],
    ['behind an inserted clause', 'Which of these, if true, is the best proof?'],
    ['in what picks the thing that is asked for', 'The only creature here that is covered with scales is the '],
    ['in what is to be chosen', 'Choose the animal that is the largest. It may live in water.'],
    ['over what follows', 'As prices rise, other fuels are being burnt, which means that '],
    ['in a condition that turns what happens', 'If a battery is full, then what will happen to the lamp?'],
    ['in a description to be named', 'What do you call it when an animal is asleep all winter?'],
  ])('%s', (_where, text) => expect(ruleOf(text)).toBe('fit'));

  it('in a claim that is judged elsewhere', () => {
    expect(ruleOf('The trout is a fish. Does this hold?', 'A. True\nB. False')).toBe('fit');
    expect(ruleOf('Statement 1 | The trout is a fish. Statement 2 | Dogs bark.', 'A. True, True\nB. False, False\nC. True, False')).toBe(
      'fit',
    );
  });
});

it('what stands beside the claim of a row without options is left to the other rules', () => {
  expect(
    lintNegation({ original: 'Whales are large. They live in the sea.', test_case: 'Whales are not large. They live in the sea.' }),
  ).toBeUndefined();
});
