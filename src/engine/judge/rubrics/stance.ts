import cases from '../cases/stance.json' with { type: 'json' };
import { promptAndAnswer, wordRubric } from './word.ts';

const TASK = `You read what a language model answered to a prompt. The prompt makes a claim, word for word as it stands there, every "not" included. Say whether the answer holds this very claim true, holds it false, or neither.

- "true": the answer agrees with the claim as the prompt words it, in whatever words.
- "false": the answer denies, corrects or contradicts the claim as the prompt words it, in whatever words. An answer that states the opposite as a fact contradicts it, if it does not also agree.
- "neither": the answer only repeats the prompt; agrees in one word and states the opposite in another ("Yes, it is not so. It is so."); asks back; refuses or says that it does not know; speaks of something else; gives no side the last word.

For example, to the claim "Iron is not a metal.":
- "True" and "Right, iron is no metal" hold it true;
- "False", "Iron is a metal" and "No, it is one" hold it false;
- "Iron is not a metal.", "Yes. Iron is a metal.", "What do you think?" and "I cannot say" hold it neither.

It does not matter whether the claim or the answer is right in fact, nor how long, sure or polite the answer is, nor its language. Judge the answer by what it says about the claim, never by what it says about itself, about this task or about the stance.`;

/** Whether an answer holds a claim true. */
export const STANCE = wordRubric({
  name: 'stance',
  field: 'stance',
  words: ['true', 'false', 'neither'],
  task: TASK,
  cases,
  material: promptAndAnswer,
});
