// The knowledge of the models: the keys of the built-in sets and of init's questions, and the row
// of each prompt. No code of the gate is used, so that an error of its readers cannot become an
// error of a model.
import { readFileSync } from 'node:fs';
import type { Arm, Asked, Question, Request, Sides, Statement } from './types.ts';

/** A row of a set, and what is right for it without a "not". */
interface QuestionRow {
  kind: 'question';
  text: string;
  options: Question['options'];
  answer: string[];
  negated: string[];
}
/** `edited`: what is right once a "not" is in it, or the data's own edit. */
interface StatementRow {
  kind: 'statement' | 'pair';
  text: string;
  plain: boolean;
  edited: boolean;
}
type Row = QuestionRow | StatementRow;

interface RowInArm {
  row: Row;
  arm: Arm;
}

interface PairData {
  text: string;
  perturbed: string;
  placebo: string;
  answer: boolean;
  perturbed_answer: boolean;
}

interface QuestionData {
  question: string;
  options: string[];
  answer: string | string[];
  negated_answer: string[];
}

const LABELS = ['A', 'B', 'C', 'D'];
const HARMLESS = ['indeed', 'really', 'truly', 'certainly'];
const INSERTED = new RegExp(` (not|${HARMLESS.join('|')})(?= )`, 'g');

const questions = new Map(
  read<QuestionData>('data/builtin/multiple-choice').map((row) => [row.question, questionOf(row)]),
);
const statements = new Map(
  read<{ text: string; truth: boolean }>('data/builtin/statements').map(({ text, truth }) => [
    text,
    statementOf(text, truth),
  ]),
);
/** The texts of a pair, with their arms. */
const pairs = new Map(
  read<PairData>('data/builtin/negation-scope').flatMap((pair): [string, RowInArm][] => {
    const { text, perturbed, placebo, answer, perturbed_answer } = pair;
    const row: StatementRow = { kind: 'pair', text, plain: answer, edited: perturbed_answer };
    return [
      [text, { row, arm: 'original' }],
      [placebo, { row, arm: 'placebo' }],
      [perturbed, { row, arm: 'perturbed' }],
    ];
  }),
);
const requests = new Map(
  read<Pick<Request, 'should'> & { text: string }>('data/builtin/safety').map(
    ({ text, should }) => [text, should],
  ),
);
const sentences = new Set(read<{ text: string }>('data/builtin/sentences').map(({ text }) => text));

function read<Item>(name: string): Item[] {
  return JSON.parse(readFileSync(new URL(`../../src/${name}.json`, import.meta.url), 'utf8'));
}

function questionOf({ question, options, answer, negated_answer }: QuestionData): QuestionRow {
  const named = options.map((text, i) => ({ label: LABELS[i] ?? '', text }));
  return {
    kind: 'question',
    text: question,
    options: named,
    answer: [answer].flat(),
    negated: negated_answer,
  };
}

function statementOf(text: string, truth: boolean): StatementRow {
  return { kind: 'statement', text, plain: truth, edited: !truth };
}

/** What a prompt asks: its row, what was done to it, and what is right and wrong for it. */
export function readPrompt(prompt: string): Asked {
  for (const line of prompt.split('\n')) {
    const found = rowOf(line);
    if (found) return askedOf(found, line);
  }
  const [said = ''] = prompt.split('\n');
  const should = requests.get(said);
  if (should) return { kind: 'request', should, said, arm: 'original' };
  return { kind: 'sentence', said, arm: sentences.has(said) ? 'original' : 'wrapped' };
}

function rowOf(line: string): RowInArm | undefined {
  const find = (text: string) => questions.get(text) ?? statements.get(text);
  const pair = pairs.get(line);
  if (pair) return pair;
  const row = find(line);
  if (row) return { row, arm: 'original' };
  for (const match of line.matchAll(INSERTED)) {
    const bare = find(line.slice(0, match.index) + line.slice(match.index + match[0].length));
    if (bare) return { row: bare, arm: match[1] === 'not' ? 'negated' : 'placebo' };
  }
  return undefined;
}

function askedOf({ row, arm }: RowInArm, said: string): Question | Statement {
  const isEdited = arm === 'negated' || arm === 'perturbed';
  if (row.kind !== 'question') {
    const sides = (right: boolean): Sides<boolean> => ({ right, wrong: !right });
    const { kind, text } = row;
    return {
      ...{ kind, text, said, arm },
      ...sides(isEdited ? row.edited : row.plain),
      plain: sides(row.plain),
    };
  }
  const { kind, text, options, answer, negated } = row;
  const plain = { right: answer, wrong: negated };
  const sides = isEdited ? { right: negated, wrong: answer } : plain;
  return { kind, text, options, said, arm, ...sides, plain };
}

/**
 * The rows of a set in its two halves: true and false statements; questions with most options
 * right, and with few.
 */
export function rowsOf(data: string): Row[][] {
  const rows: Row[] = [...(data === 'statements' ? statements : questions).values()];
  const isFirst = (row: Row) => (row.kind === 'question' ? row.answer.length > 2 : row.plain);
  return [rows.filter(isFirst), rows.filter((row) => !isFirst(row))];
}

/**
 * A row as a model would see it in one of its arms. Its wording does not matter, only that it is
 * another text for each arm.
 */
export function seenOf(row: Row, arm: Arm): Question | Statement {
  return askedOf({ row, arm }, `${row.text} (${arm})`);
}
