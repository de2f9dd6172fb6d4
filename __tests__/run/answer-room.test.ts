import { roomSentence } from '../../src/run/answer-room.ts';

const KEYS = '`max_tokens` (or `max_completion_tokens`)';
const INCLUDES = `The model reasons before it answers, and the limit of 512 tokens includes that: set ${KEYS} to 1,024 or more.`;

it.each<[reasons: boolean, isCut: boolean, limit: number | undefined, string | undefined]>([
  [false, false, undefined, undefined],
  [false, false, 8, undefined],
  [false, false, 2048, undefined],
  [
    false,
    true,
    undefined,
    `The answer to a short question ends at the server's default limit of tokens: set ${KEYS}.`,
  ],
  [false, true, 8, 'The answer to a short question ends at the limit of 8 tokens: raise it.'],
  [
    false,
    true,
    2048,
    'The answer to a short question ends at the limit of 2,048 tokens: raise it.',
  ],
  [true, false, undefined, undefined],
  [true, false, 512, INCLUDES],
  [true, false, 1024, undefined],
  [
    true,
    true,
    undefined,
    `The model reasons before it answers, and the server's default limit of tokens ends the answer to a short question: set ${KEYS} to 1,024 or more.`,
  ],
  [true, true, 512, INCLUDES],
  [
    true,
    true,
    1024,
    'The model reasons before it answers, and the limit of 1,024 tokens ends the answer to a short question: raise it.',
  ],
])('reasons: %s, cut: %s, limit: %s', (reasons, isCut, limit, sentence) => {
  expect(roomSentence({ reasons, isCut, limit })).toBe(sentence);
});
