import { describe, expect, it } from '@jest/globals';
import { parseOptions } from '../../../src/engine/choice/options.js';
import { readChoice } from '../../../src/engine/choice/read.js';
import { ANSWERS, HELD_OUT, HELD_OUT_AGAIN, unreadable, type WrittenAnswer } from './answers.js';

function read({ options, answer }: WrittenAnswer): string | typeof unreadable {
  const choice = readChoice(answer, parseOptions(options));
  return 'label' in choice ? choice.label : unreadable;
}

const shown = (label: string | typeof unreadable) => (label === unreadable ? 'unreadable' : label);
const misread = (answers: readonly WrittenAnswer[]) =>
  answers.filter((written) => read(written) !== written.expected).map((written) => `${JSON.stringify(written.answer)}: ${shown(read(written))}, not ${shown(written.expected)}`);

describe('written answers', () => {
  it.each([
    ['the first set', ANSWERS],
    ['the held-out set', HELD_OUT],
    ['the second held-out set', HELD_OUT_AGAIN],
  ])('%s: none read wrongly, none guessed, at most 2 %% refused', (_name, answers) => {
    expect(misread(answers)).toEqual([]);
  });
});
