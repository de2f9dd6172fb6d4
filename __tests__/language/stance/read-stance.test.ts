import { describe, expect, it } from '@jest/globals';
import { readStance } from '../../../src/language/stance/read-stance.js';
import { jsonl } from '../../support/jsonl.js';

interface Labelled {
  prompt: string;
  answer: string;
  expected: 'true' | 'false' | 'neither' | 'judge';
}

describe('labelled answers', () => {
  it.each([
    ['training', 0],
    ['training-2', 6],
    ['training-3', 4],
    ['training-4', 24],
    ['held-out', 2],
  ])('%s: none read wrongly, at most %i left to the judge', (file, most) => {
    const missed = jsonl<Labelled>(`__tests__/language/stance/${file}.jsonl`).filter(
      ({ prompt, answer, expected }) => (readStance(answer, prompt) ?? 'judge') !== expected,
    );
    expect(missed.filter(({ prompt, answer }) => readStance(answer, prompt) !== undefined)).toEqual([]);
    expect(missed.slice(most)).toEqual([]);
  });
});

it('finds the claim above or below what says how to answer', () => {
  for (const prompt of [
    'The heart is not a muscle.\nTrue or false?',
    'True or false?\nThe heart is not a muscle.',
    'Answer with yes or no. The heart is not a muscle.',
  ]) {
    expect(readStance('Yes, the heart is a muscle.', prompt)).toBeUndefined();
    expect(readStance('No, the heart is a muscle.', prompt)).toBe('false');
    expect(readStance('The heart is not a muscle.', prompt)).toBe('neither');
  }
});

it('comes to an end on loops, and reads nothing beyond 50,000 characters', () => {
  for (const loop of ['true ', 'so, ', 'no\n', '"', '(', '**', 'answer: ', 'it is ', '. ', '?', ' '])
    expect(['true', 'false', 'neither', undefined]).toContain(readStance(loop.repeat(50_000 / loop.length), 'A claim.'));
  expect(readStance(`True ${'x'.repeat(50_000)}`, 'A claim.')).toBeUndefined();
});
