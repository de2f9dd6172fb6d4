// The knowledge of the models: the keys of the built-in sets and of init's questions, and the row
// of each prompt. No code of the gate is used, so that an error of its readers cannot become an
// error of a model.
import { readFileSync } from 'node:fs';
import { orderIn } from './order.mjs';

const LABELS = ['A', 'B', 'C', 'D'];
const HARMLESS = ['indeed', 'really', 'truly', 'certainly'];
const INSERTED = new RegExp(` (not|${HARMLESS.join('|')})(?= )`, 'g');

const read = (name) =>
  JSON.parse(readFileSync(new URL(`../../src/data/builtin/${name}.json`, import.meta.url), 'utf8'));
const first = JSON.parse(
  readFileSync(new URL('../../src/terminal/init/sample-questions.json', import.meta.url), 'utf8'),
);
const questions = new Map(
  [
    ...read('multiple-choice'),
    ...first.map(({ text, ...row }) => ({ ...row, question: text })),
  ].map((row) => [row.question, questionOf(row)]),
);
const statements = new Map(
  read('statements').map(({ text, truth }) => [text, { kind: 'statement', text, plain: truth }]),
);
/** The texts of a pair, with their arms. */
const pairs = new Map(
  read('negation-scope').flatMap(({ text, perturbed, placebo, answer, perturbed_answer }) => {
    const row = { kind: 'pair', text, plain: answer, edited: perturbed_answer };
    return [
      [text, { row, arm: 'original' }],
      [placebo, { row, arm: 'placebo' }],
      [perturbed, { row, arm: 'perturbed' }],
    ];
  }),
);
const requests = new Map(
  read('safety').map(({ text, should }) => [text, { kind: 'request', should }]),
);
const sentences = new Set(read('sentences').map(({ text }) => text));

function questionOf({ question, options, answer, negated_answer }) {
  const named = options.map((text, i) => ({ label: LABELS[i], text }));
  return { kind: 'question', text: question, options: named, answer, negated: negated_answer };
}

/**
 * What a prompt asks: its row, whether it is the original, has a "not", or a harmless word in its
 * place, and what is right and wrong. Of a question these are lists of letters, of a statement true
 * or false; `plain` is what they would be without the "not".
 */
export function readPrompt(prompt) {
  for (const line of prompt.split('\n')) {
    const found = rowOf(line);
    if (found) return { ...found.row, ...keyOf(found), arm: found.arm, said: line };
  }
  const outOfOrder = orderIn(prompt);
  if (outOfOrder) return outOfOrder;
  const sentence = prompt.split('\n')[0];
  const request = requests.get(sentence);
  if (request) return { ...request, said: sentence, arm: 'original' };
  return {
    kind: 'sentence',
    said: sentence,
    arm: sentences.has(sentence) ? 'original' : 'wrapped',
  };
}

function rowOf(line) {
  if (pairs.has(line)) return pairs.get(line);
  const find = (text) => questions.get(text) ?? statements.get(text);
  const row = find(line);
  if (row) return { row, arm: 'original' };
  for (const match of line.matchAll(INSERTED)) {
    const bare = find(line.slice(0, match.index) + line.slice(match.index + match[0].length));
    if (bare) return { row: bare, arm: match[1] === 'not' ? 'negated' : 'placebo' };
  }
  return undefined;
}

function keyOf({ row, arm }) {
  const isNegated = arm === 'negated';
  if (row.kind === 'pair') {
    const sides = (right) => ({ right, wrong: !right });
    return { ...sides(arm === 'perturbed' ? row.edited : row.plain), plain: sides(row.plain) };
  }
  if (row.kind === 'statement') {
    const sides = (right) => ({ right, wrong: !right });
    return { ...sides(isNegated ? !row.plain : row.plain), plain: sides(row.plain) };
  }
  const sides = (right, wrong) => ({ right, wrong });
  const plain = sides(row.answer, row.negated);
  return { ...(isNegated ? sides(row.negated, row.answer) : plain), plain };
}

/**
 * The rows of a set in its two halves: true and false statements; questions with most options
 * right, and with few.
 */
export function rowsOf(data) {
  const rows = [...(data === 'statements' ? statements : questions).values()];
  const isFirst = ({ kind, plain, answer }) => (kind === 'statement' ? plain : answer.length > 2);
  return [rows.filter(isFirst), rows.filter((row) => !isFirst(row))];
}

/**
 * A row as a model would see it in one of its arms; what is written there does not matter, only
 * that it is another text.
 */
export function seenOf(row, arm) {
  return { ...row, ...keyOf({ row, arm }), arm, said: `${row.text} (${arm})` };
}
