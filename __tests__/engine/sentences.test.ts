import { sentencesOf } from '../../src/engine/sentences.ts';

it('takes "No." for a sentence, and "No. 5" for a part of one', () => {
  const words = sentencesOf('Is it? No. It is not. Take No. 5 of Dr. Who.').map((one) => one.words);
  expect(words).toEqual(['Is it?', 'No.', 'It is not.', 'Take No. 5 of Dr. Who.']);
});
