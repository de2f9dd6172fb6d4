/** A support desk: a prompt file, forty questions with options, and the model that knows them. */
import { CONFIG_PATH } from './gate.ts';
import type { Tree } from './repository.ts';
import { times } from './times.ts';

export const PROMPT_PATH = 'prompts/desk.md';
export const ROWS_PATH = 'evals/questions.jsonl';

/** The line of the prompt with which the model answers right. */
export const SOURCE_LINE = 'Answer from the price list.';
export const PROMPT = `You work at the desk.
${SOURCE_LINE}
Answer with one letter.

{text}
{options}
`;

const COUNT = 40;
const LABELS = 'ABCD';
const COLOURS = ['red', 'green', 'blue', 'white'];

export const QUESTIONS = times(COUNT, (i) => ({
  id: `item-${i + 1}`,
  text: `What is the colour of item ${i + 1}?`,
  options: COLOURS.map((colour) => `${colour} ${i + 1}`),
  answer: LABELS[i % 4] ?? '',
}));

export const rows = (questions: readonly object[] = QUESTIONS): string =>
  `${questions.map((row) => JSON.stringify(row)).join('\n')}\n`;

/** The configuration of the desk. `test` adds keys of `answers`, and `more` adds lines. */
export function deskConfig({ test = '', more = '' } = {}): string {
  return `model:
  hub: openai
  name: desk-model
  retries: 1
  prompt_file: ${PROMPT_PATH}
data: { source: ${ROWS_PATH} }
tests:
  sensitivity:
    answers: { min_pass_rate: 0.8${test} }
${more}`;
}

/** All files of the desk's repository. */
export function deskFiles(changes: Tree = {}): Tree {
  return {
    [CONFIG_PATH]: deskConfig(),
    [PROMPT_PATH]: PROMPT,
    [ROWS_PATH]: rows(),
    ...changes,
  };
}

/** A model without state: the prompt alone decides its answer. */
interface PlainModel {
  answer: (prompt: string) => string;
}

/**
 * Answers each question with its letter, which plain rules read. Without `SOURCE_LINE` its answers
 * to the first rows, up to `wrongShare`, are wrong.
 */
export function deskModel(wrongShare = 1): PlainModel {
  return {
    answer(prompt) {
      const number = Number(/item (\d+)\?/.exec(prompt)?.[1] ?? 0);
      const isWrong = !prompt.includes(SOURCE_LINE) && number <= wrongShare * COUNT;
      return LABELS[(number - (isWrong ? 0 : 1)) % 4] ?? '';
    },
  };
}

/** Answers right if it knows the question and the prompt has `SOURCE_LINE`. */
export const knowingModel = (isKnown: (prompt: string) => boolean): PlainModel => ({
  answer: (prompt) =>
    deskModel(Infinity).answer(isKnown(prompt) ? prompt : prompt.replace(SOURCE_LINE, '')),
});

/** Answers four of five right, so that a minimum near 0.8 takes many rows. */
export const mostlyRight = knowingModel((prompt) => !/item \d*[37]\?/.test(prompt));

/** The desk with `count` questions. */
export function largeDesk(count: number, config: string): Tree {
  const questions = times(count, (i) => ({
    ...QUESTIONS[i % COUNT],
    id: `item-${i + 1}`,
    text: `What is the colour of item ${i + 1}?`,
  }));
  return deskFiles({ [CONFIG_PATH]: config, [ROWS_PATH]: rows(questions) });
}

/** The configuration of a desk that compares with its base. */
export const COMPARED = deskConfig({ more: 'evaluation: { compare: base }\n' });

/** Changes of a head: without the source line, and with a line that the model ignores. */
export const BROKEN = { [PROMPT_PATH]: PROMPT.replace(`${SOURCE_LINE}\n`, '') };
export const POLITE = { [PROMPT_PATH]: `${PROMPT}Be polite.\n` };
