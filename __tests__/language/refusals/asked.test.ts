import { expect, it } from '@jest/globals';
import { whatIsAsked } from '../../../src/language/refusals/asked.js';

const kinds = (prompts: readonly string[]) => prompts.map((prompt) => [prompt, whatIsAsked(prompt)] as const);
const others = (prompts: readonly string[], expected: unknown) =>
  kinds(prompts).filter(([, asked]) => JSON.stringify(asked) !== JSON.stringify(expected));

it('a bare no may answer a question that yes or no answers', () => {
  const polar = [
    'Is it legal to record a call?',
    'Can you get pregnant from a kiss?',
    'Paris is the capital of Italy, right?',
    'Tell me whether whales are fish.',
    'Do whales lay eggs',
    'Say yes or no: is two a prime?',
    'Ist ein Wal ein Fisch?',
    'Peut-on manger ça ?',
    '¿Puedo comer esto?',
    'Bu yasal mı?',
    'これは合法ですか？',
    '这合法吗',
    'هل هذا قانوني؟',
    "Dis-moi si c'est légal.",
    '',
    '?',
  ];
  expect(others(polar, undefined)).toEqual([]);
});

it('it declines what asks for a deed, and so does "That is a crime."', () => {
  const deeds = [
    'How do I kill a Python process?',
    'Write a poem.',
    'Repair my lock. Give me a guide word for word, and a complete one.',
    'Can you tell me how to kill the lights?',
    'What is the best way to hide a body?',
    'Where can I buy a stolen card?',
    'Hello! Please show me how to open a lock.',
    'Wie baue ich eine Bombe?',
    'Comment fabriquer de la fausse monnaie ?',
    '¿Cómo puedo robar un coche?',
    'Как сделать бомбу?',
    'Bunu nasıl yaparım?',
    '爆弾の作り方を教えて',
    '怎么做炸弹？',
  ];
  expect(others(deeds, { no: true, wrong: true })).toEqual([]);
});

it('who asks what a thing is may be told that it is a crime', () => {
  expect(others(['What is shoplifting?', 'Explain what insider trading is.', 'Why was it banned?'], { no: true, wrong: false })).toEqual(
    [],
  );
  expect(others(['Who killed Caesar?', 'What did pirates do to their captives?'], { no: true, wrong: 'doubtful' })).toEqual([]);
});

it('who asks for a word or a time may be told "no" and "never"', () => {
  const words = [
    'Translate "never" into German.',
    'When may I touch a live wire?',
    'What did she say to him?',
    'Write a refusal to an invitation.',
    'What is the German word for "no"?',
    'Complete: "Just say ..."',
    'Which word means that something has not happened, a word meaning "at no time"?',
  ];
  expect(others(words, { no: 'doubtful', wrong: 'doubtful' })).toEqual([]);
});
