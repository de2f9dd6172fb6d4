/**
 * One row in plain words, for a terminal: what was sent, what was answered, how that was read, and
 * how the score follows.
 */
import { buildPrompt, type PromptVariables } from '../../engine/rows/prompt.ts';
import { usualPrompt } from '../../engine/methods/arms.ts';
import { findTest } from '../../engine/perturbations/index.ts';
import type { ReportRow, ResultRow } from '../../engine/results.ts';
import { rowSentences } from '../story/explained-row.ts';
import { type Segment, unmarked } from '../story/inserted.ts';
import { armsOf, type ShownArm } from '../story/shown-row.ts';
import { readingVerdict, stateWords } from '../story/states.ts';
import { armWordsIn, wordsFor } from '../story/test-words.ts';
import { oneLine, shortName } from '../story/truncate.ts';
import { formatNumber, placeWords } from '../story/words.ts';
import {
  boldLines,
  COLORS,
  fieldLines,
  joinSections,
  paintLines,
  wrapText,
  SIGNS,
} from './layout.ts';
import type { ReportOptions } from './terminal-rows.ts';

interface ExplainedRow {
  row: ResultRow;
  test: ReportRow;
  /** The row's number in the report, from 1. */
  number?: number;
  /** The prompts of the configuration; absent if they are not known. */
  asking?: {
    template: string | undefined;
    systemPrompt: string | undefined;
    /** Values for rows without the columns that fill the prompts. */
    variables: PromptVariables;
  };
}

export function explainRow(explained: ExplainedRow, options: ReportOptions): string {
  const { row, test, asking } = explained;
  const system: string[] = [];
  if (asking?.systemPrompt !== undefined)
    system.push(
      'With each of them, as the system prompt:',
      ...fieldLines('sent', unmarked(asking.systemPrompt), options),
    );
  const points = rowSentences(row, test).flatMap((step) => {
    const [firstLine = '', ...furtherLines] = wrapText(step, options, 4);
    return [`  • ${firstLine.slice(4)}`, ...furtherLines];
  });
  return joinSections([
    headingLines(explained, options),
    system,
    ...askedArms(explained, options),
    [...boldLines('What became of it', options), ...points],
  ]);
}

const OUTCOME_VERBS = {
  pass: 'passes',
  fail: 'fails',
  error: 'in error',
  skipped: 'neither passes nor fails',
};

function rowOutcome({ status, pass }: ResultRow): keyof typeof OUTCOME_VERBS {
  if (status === 'error') return 'error';
  if (pass === null) return 'skipped';
  return pass ? 'pass' : 'fail';
}

function headingLines({ row, test, number: nth }: ExplainedRow, options: ReportOptions): string[] {
  const outcome = rowOutcome(row);
  const rowTitle = `${shortName(row.test_type)}${nth === undefined ? '' : `, row ${formatNumber(nth)}`}: ${oneLine(placeWords(row), 200)}`;
  const state = stateWords(row);
  const line = `${SIGNS[outcome]} ${rowTitle}: ${OUTCOME_VERBS[outcome]}${state === undefined ? '' : ` (${state})`}`;
  return [
    ...paintLines(['bold', COLORS[outcome]], wrapText(line, options, 0), options),
    ...wrapText(
      `${wordsFor(test).label}${nth === undefined ? '' : `; the whole test: ${test.outcome}`}`,
      options,
    ),
  ];
}

function askedArms(explained: ExplainedRow, options: ReportOptions): string[][] {
  const { row, test } = explained;
  if (row.status === 'undecided') return [];
  const names = {
    ...armWordsIn(row),
    original: 'as it is',
    test_case: wordsFor(test).testCaseLabel,
  };
  return armsOf(row, (text) => text).map((arm, i) => [
    ...boldLines(`${i + 1}. ${names[arm.name]}`, options),
    ...armLines(arm, { ...explained, isFirst: i === 0 }, options),
  ]);
}

/** The question, the answer and its reading. The prompts of the arms differ in one text. */
function armLines(
  { name, text, answer, reading, baselineAnswer }: ShownArm,
  { row, asking, isFirst }: ExplainedRow & { isFirst: boolean },
  options: ReportOptions,
): string[] {
  const changedText = text.map((part) => part.text).join('');
  const prompt = asking === undefined ? changedText : promptOf(row, changedText, asking);
  const ending = row.finish_reasons?.[name];
  const fields: [label: string, text: Segment[]][] = [
    isFirst ? ['sent', unmarked(prompt)] : ['its text', text],
    ['answer', unmarked(answer ?? NO_ANSWER)],
  ];
  if (ending) fields.push(['it ends', unmarked(ENDINGS[ending])]);
  if (reading) fields.push(['read as', unmarked(readingVerdict(reading))]);
  if (baselineAnswer !== undefined)
    fields.push(['the base said', unmarked(baselineAnswer ?? NO_ANSWER)]);
  return fields.flatMap(([label, segments]) => fieldLines(label, segments, options));
}

const NO_ANSWER = '(no answer)';
const ENDINGS = {
  length: 'at the limit of tokens: what comes after is not judged',
  content_filter: 'by a content filter of the endpoint',
};

function promptOf(
  { test_type, options, readings, filled, key }: ResultRow,
  text: string,
  { template, variables }: NonNullable<ExplainedRow['asking']>,
): string {
  const shape = template ?? (readings && usualPrompt({ options, key }));
  return buildPrompt(
    { text, options, filled: { ...variables, ...filled } },
    { sendsOptions: findTest(test_type)?.sendsOptions ?? false, template: shape },
  );
}
