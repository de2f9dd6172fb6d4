import { z } from 'zod';
import type { Rubric } from '../rubric.ts';
import { TEXT } from '../ask.ts';
import { bareWord } from '../reply.ts';

interface WordRubric<Input, Field extends string, Word extends string> {
  name: string;
  field: Field;
  words: readonly [Word, ...Word[]];
  task: string;
  /** Known inputs, each with its right word. */
  cases: readonly NoInfer<Input & Record<Field, string> & { isEcho?: boolean }>[];
  /** Maps a word to the verdict that known cases compare; by default, the word itself. */
  verdict?: (word: string) => string;
  material: (input: Input) => Record<string, unknown>;
}

type WordReply<Field extends string, Word extends string> = { reason: string } & Record<
  Field,
  Word
>;

/** All that the judge of one answer sees, which is never the arm, the key or another answer. */
export function promptAndAnswer({ prompt, answer }: Record<'prompt' | 'answer', string>) {
  return { prompt, answer };
}

/** Creates a rubric whose verdict is one of several words, after the reason for it. */
export function wordRubric<Input, Field extends string, Word extends string>({
  name,
  field,
  words,
  task,
  cases,
  verdict = (word) => word,
  material,
}: WordRubric<Input, Field, Word>): Rubric<Input, WordReply<Field, Word>> {
  const schema = z.object({ reason: TEXT, [field]: z.enum(words) });
  // TypeScript cannot infer a field with a computed name.
  const reply = schema as unknown as z.ZodType<WordReply<Field, Word>>;
  const form = `Answer with one JSON object and nothing else: {"reason": "one short sentence", "${field}": "${words.join(' | ')}"}`;
  const bare = (text: string) => {
    const word = bareWord(text, words);
    return word && { [field]: word };
  };
  return {
    name,
    questionFor: (input) => ({
      task,
      form,
      reply,
      decisive: [field],
      material: material(input),
      bare,
    }),
    cases: cases.map((known) => ({
      input: known,
      expected: verdict(known[field]),
      isEcho: known.isEcho,
    })),
    verdict: (output) => verdict(output[field]),
    // For an unknown verdict, a scripted judge gives the second word, which is never the best one.
    replyTo: (said) => ({ [field]: words.find((word) => verdict(word) === said) ?? words[1] }),
  };
}
