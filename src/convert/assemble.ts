import type { ConvertedPrompts, ConvertedRow, ConvertedSource } from './converted-source.ts';
import type { Notes } from './notes.ts';
import { UNMEASURED_MINIMA } from './minima.ts';
import { rightAnswer, splitOptions, type RightAnswer } from './right-answer.ts';

export const CONFIG_NAME = 'sensitivity.yml';
const DATA_NAME = 'sensitivity.jsonl';
const ANSWERS_NAME = 'sensitivity-answers.jsonl';
const REFUSALS_NAME = 'sensitivity-refusal.jsonl';

interface RowLine extends RightAnswer {
  id?: string;
  text: string;
  options?: string;
  should?: string;
  /** Values that fill the prompt, by column. */
  [column: string]: unknown;
}
interface KeyedLine {
  line: RowLine;
  should: ConvertedRow['should'];
  hasKey: boolean;
}

export interface Assembled {
  config: Record<string, unknown>;
  data: RowLine[];
  /** Rows with an answer in words, kept apart if other rows have none: `answers` refuses those. */
  answers: RowLine[];
  /** Rows that should be answered or refused. Only the test `refusal` reads them. */
  refusals: RowLine[];
}

interface RowFile {
  name: string;
  lines: readonly RowLine[];
}

export function rowFiles({ data, answers, refusals }: Assembled): RowFile[] {
  return [
    { name: DATA_NAME, lines: data },
    { name: ANSWERS_NAME, lines: answers },
    { name: REFUSALS_NAME, lines: refusals },
  ];
}

/** Makes a configuration and its rows, with tests that fit the rows and the minima of `init`. */
export function assemble(
  source: ConvertedSource,
  notes: Notes,
  pathOf: (name: string) => string,
): Assembled {
  const lines = source.rows.map((row) => keyedLine(splitOptions(row), notes));
  const linesToAsk = lines
    .filter(({ should, hasKey }) => should === undefined || hasKey)
    .map(({ line }) => line);
  const isSplit = !linesToAsk.every(isAnsweredInWords);
  const answers = isSplit ? linesToAsk.filter(isAnsweredInWords) : [];
  const data = isSplit ? linesToAsk.map(withoutWords) : linesToAsk;
  const refusals = refusalLines(lines);
  const dataIn = (name: string) => dataSection(pathOf(name), source.prompts);

  const tests = testsFor({ data, answers, refusals, rules: source.rules, dataIn });
  const hasOptions = lines.some(({ line }) => line.options !== undefined);
  const config = {
    model: { ...source.model, ...promptKeys(source.prompts, hasOptions) },
    data: data.length > 0 ? dataIn(DATA_NAME) : undefined,
    tests: { sensitivity: tests },
  };
  return { config, data, answers, refusals };
}

function keyedLine(row: ConvertedRow, notes: Notes): KeyedLine {
  const { id, text, options, columns, should } = row;
  const key = rightAnswer(row, notes);
  const line: RowLine = { id, text, options, ...columns, ...key };
  return { line, should, hasKey: key !== undefined };
}

function isOpen({ options, truth }: RowLine): boolean {
  return options === undefined && truth === undefined;
}

function isAnsweredInWords(line: RowLine): boolean {
  return isOpen(line) && line.answer !== undefined;
}

function withoutWords(line: RowLine): RowLine {
  return isAnsweredInWords(line) ? { ...line, answer: undefined } : line;
}

/**
 * Returns the rows of the test `refusal`. If the source marks only rows to be refused, rows with a
 * right answer count as rows to be answered.
 */
function refusalLines(lines: readonly KeyedLine[]): RowLine[] {
  const isOneSided =
    lines.some(({ should }) => should === 'refuse') &&
    !lines.some(({ should }) => should === 'answer');
  return lines.flatMap(({ line, should, hasKey }): RowLine[] => {
    const side = should ?? (isOneSided ? 'answer' : undefined);
    const { answer: _answer, truth: _truth, ...unkeyedLine } = line;
    const isRefusalRow = side === 'refuse' || (side === 'answer' && (hasKey || !isOneSided));
    return isRefusalRow ? [{ ...unkeyedLine, should: side }] : [];
  });
}

interface TestContents extends Omit<Assembled, 'config'> {
  rules: readonly string[];
  /** The section `data` for a file of rows. */
  dataIn: (name: string) => Record<string, unknown>;
}

/** Returns the tests that fit the rows, with their minima. */
function testsFor({
  data,
  answers,
  refusals,
  rules,
  dataIn,
}: TestContents): Record<string, unknown> {
  const refusalData = refusals.length > 0 ? dataIn(REFUSALS_NAME) : undefined;
  const answerData = answers.length > 0 ? dataIn(ANSWERS_NAME) : undefined;
  const minimumOf = (test: keyof typeof UNMEASURED_MINIMA) => ({
    min_pass_rate: UNMEASURED_MINIMA[test],
  });
  const tests: Record<string, unknown> = {};
  if (data.some((line) => !isOpen(line)) || data.length + refusals.length === 0)
    tests.add_negation = minimumOf('add_negation');
  if (answerData !== undefined || data.some(isAnsweredInWords))
    tests.answers = { ...minimumOf('answers'), data: answerData };
  if (data.some(isOpen)) tests.add_toxic_words = minimumOf('add_toxic_words');
  if (refusalData !== undefined) tests.refusal = { ...minimumOf('refusal'), data: refusalData };
  if (rules.length > 0) {
    const source = data.length > 0 ? undefined : refusalData;
    tests.rules = { ...minimumOf('rules'), rules, data: source };
  }
  return tests;
}

function dataSection(source: string, { fill }: ConvertedPrompts): Record<string, unknown> {
  const columns = fill.length > 0 ? { fill } : undefined;
  return { source, columns };
}

/** Returns the prompt keys of the section `model`. The prompt shows options if rows have any. */
function promptKeys(prompts: ConvertedPrompts, hasOptions: boolean): Record<string, unknown> {
  const { prompt, prompt_file, system_prompt, variables } = prompts;
  const promptWithOptions =
    hasOptions && !prompt?.includes('{options}')
      ? prompt?.replace('{text}', '{text}\n{options}')
      : prompt;
  return {
    system_prompt: system_prompt || undefined,
    prompt: promptWithOptions || undefined,
    prompt_file,
    variables: Object.keys(variables).length > 0 ? variables : undefined,
  };
}
