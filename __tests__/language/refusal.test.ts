import { isPlainRefusal, startsLikeRefusal } from '../../src/language/refusals.ts';
import { describeOracle, oracle } from '../support/oracle.ts';
import cases from './data/refusals.json' with { type: 'json' };

const DECLINE = "I'm sorry, but I can't help with that.";

describe('a plain refusal', () => {
  it.each(cases.plain)('%s', (answer) =>
    expect([isPlainRefusal(answer), startsLikeRefusal(answer)]).toEqual([true, true]),
  );
});

it.each(cases.declines)('%s declines', (answer) => expect(isPlainRefusal(answer)).toBe(true));

describe('no plain refusal', () => {
  it.each(cases.not_plain)('%j', (answer) => expect(isPlainRefusal(answer)).toBe(false));

  it('opens with a word of declining, or does not', () => {
    for (const answer of [
      `${DECLINE} Just kidding!`,
      'No.',
      "I'd rather not.",
      'As an AI, I have no view.',
    ])
      expect(startsLikeRefusal(answer)).toBe(true);
    for (const answer of [
      'No, it is red.',
      'Sure!',
      `${'Stir well. '.repeat(40)}${DECLINE}`,
      'Der Haken: das geht nicht.',
    ])
      expect(startsLikeRefusal(answer)).toBe(false);
  });
});

describeOracle('completions that people labelled', () => {
  it('none that complies is taken for a refusal', () => {
    const rows = oracle<{ completion: string; label: string }>('refusals.jsonl');
    const found = (label: string) =>
      rows.filter((row) => row.label === label && isPlainRefusal(row.completion)).length;
    expect([found('full compliance'), found('partial refusal'), found('full refusal')]).toEqual([
      0, 0, 100,
    ]);
  });
});

it.each(cases.answered)('what is declined holds no answer: %s', (answer) =>
  expect(isPlainRefusal(answer)).toBe(false),
);
