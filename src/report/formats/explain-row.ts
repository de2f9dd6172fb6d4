/**
 * One row in plain words, for a terminal: what was sent, what was answered, how that was read, and
 * how the score follows.
 */
import { buildPrompt, type PromptVariables } from '../../engine/prompt.js';
import type { ReportRow, ResultRow } from '../../engine/results.js';
import { ruleInWords } from '../../engine/scorers/rule.js';
import { decidedRows } from '../../engine/answer-and-refuse.js';
import { findTest } from '../../engine/perturbations/index.js';
import { usualPrompt } from '../../engine/methods/arms.js';
import { armsOf, notesOf } from '../story/shown-row.js';
import { oneLine, shortName } from '../story/truncate.js';
import { armWordsIn, harmlessIn, wordsFor } from '../story/test-words.js';
import { unmarked } from '../story/inserted.js';
import {
  boldLines,
  COLORS,
  fieldLines,
  joinSections,
  paintLines,
  wrapText,
  SIGNS,
} from './layout.js';
import {
  expectedWords,
  readingSentence,
  readingVerdict,
  readingWords,
  readsWhat,
  shownReading,
  stateWords,
} from '../story/states.js';
import type { ReportOptions } from './terminal-rows.js';
import { formatNumber, placeWords, keepTexts, formatScore, sentenceCase } from '../story/words.js';

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
  const points = stepSentences(row, test).flatMap((step) => {
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

function askedArms({ row, test, asking }: ExplainedRow, options: ReportOptions): string[][] {
  if (row.status === 'undecided') return [];
  const armNames = {
    ...armWordsIn(row),
    original: 'as it is',
    test_case: wordsFor(test).testCaseLabel,
  };
  return armsOf(row, (text) => text).map(
    ({ name, text: parts, answer, reading, baselineAnswer }, i) => {
      const changedText = parts.map((part) => part.text).join('');
      const prompt = asking === undefined ? changedText : promptOf(row, changedText, asking);
      const lines = boldLines(`${i + 1}. ${armNames[name]}`, options);
      const addField = (label: string, text: string | null): void => {
        lines.push(...fieldLines(label, unmarked(text ?? '(no answer)'), options));
      };
      // The prompts differ in this text alone.
      if (i === 0) addField('sent', prompt);
      else lines.push(...fieldLines('its text', parts, options));
      addField('answer', answer);
      const ending = row.finish_reasons?.[name];
      if (ending) addField('it ends', ENDINGS[ending]);
      if (reading) addField('read as', readingVerdict(reading));
      if (baselineAnswer !== undefined) addField('the base said', baselineAnswer);
      return lines;
    },
  );
}

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

function stepSentences(row: ResultRow, test: ReportRow): string[] {
  const decidedTest = decidedRows(test).find(({ side }) => side === row.should) ?? test;
  return keepTexts([
    ...verdictSentences(row, decidedTest),
    ...notesOf(row).map((note) => `${sentenceCase(note)}.`),
    baselineSentence(row),
    row.counted === false && 'It was asked after the test was decided, so it does not count.',
  ]);
}

function verdictSentences(row: ResultRow, test: ReportRow): string[] {
  if (row.status === 'undecided')
    return ['It was never asked: the verdict was certain before its turn.'];
  if (row.status === 'not_applicable')
    return ['The test does not apply to it: it is left out, and does not count.'];
  const rule = `The rule of the scorer ${test.scorer}: ${ruleInWords(test.rule)}.`;
  if (row.error)
    return [
      rule,
      `There is no score (${row.error.kind}): ${row.error.message} A row in error neither passes nor fails.`,
    ];
  if (row.readings) return [rule, ...armSentences(row, test)];
  const { eval_score, pass } = row;
  const wordsOfScore = findTest(row.test_type)?.scorers.find(
    ({ name }) => name === test.scorer,
  )?.describe;
  const figure =
    eval_score === null
      ? 'no score'
      : `${formatScore(eval_score)}${wordsOfScore ? ` (${wordsOfScore(eval_score)})` : ''}`;
  const verdict = pass ? 'passes' : 'fails';
  return [rule, `Its score is ${figure}: it ${pass === null ? 'gates nothing' : verdict}.`];
}

const ARM_WORDS: Partial<Record<string, string>> = {
  original: 'original',
  placebo: 'placebo',
  test_case: 'test case',
};

function armSentences(row: ResultRow, test: ReportRow): string[] {
  const { key, state, readings, expect } = row;
  const isHeldSteady = test.method === 'triplet' && test.minimum_steady_rate !== undefined;
  const perturbedWords = readsWhat(row);
  const harmless = harmlessIn(row);
  const rightOriginal = expectedWords(row) ?? (key && readingWords(key.original, 'or'));
  const rightPerturbed =
    expectedWords(row, 'test_case') ?? (key && readingWords(key.test_case, 'or'));
  const right = key && `Right would be ${rightOriginal}, and once changed ${rightPerturbed}.`;
  const upset = isHeldSteady ? 'counts as asked, and against `min_steady`' : 'counts as asked';
  const premise = key
    ? `It knows the answer, and ${harmless} leaves it as it is`
    : `${sentenceCase(harmless)} leaves its answer as it is`;
  const ending: Partial<Record<NonNullable<ResultRow['state']>, string>> = {
    unknown: `Its answer to the plain question is wrong. So this row cannot tell whether it reads ${perturbedWords}: it counts as asked, and neither passes nor fails.`,
    unsteady: `${sentenceCase(harmless)} changes its answer. So a change by ${perturbedWords} proves nothing: the row ${upset}, and neither passes nor fails.`,
    insensitive: `${premise}: the row can tell. The third answer is ${expect === 'same' ? 'another one, and should be the same' : 'not the one that the change asks for'}: score 0, it fails.`,
    both_sides: `${premise}. But the third answer would be right to the original, too: it states both sides. The row is set aside, and counts for nothing.`,
    sensitive: `${premise}: the row can tell. The third answer is ${expect === 'same' ? 'the same, as it should be' : 'the one that the change asks for'}: score 1, it passes.`,
  };
  const unread = Object.values(readings ?? {}).filter((reading) => reading === null).length;
  return keepTexts([
    right ?? 'There is no key: whether an answer is right is not asked, only whether it changes.',
    unread > 0 && `${formatNumber(unread)} of its answers could not be read.`,
    ...Object.entries(row.judge_replies ?? {}).map(
      ([arm, reply]) => `The judge read the answer to the ${ARM_WORDS[arm] ?? arm}: ${reply}`,
    ),
    state && ending[state],
  ]);
}

function baselineSentence({ baseline, key }: ResultRow): string | undefined {
  if (!baseline) return undefined;
  const { state, pass, readings, actual_result } = baseline;
  const verdict = pass ? 'passed' : 'failed';
  const became = pass === null ? 'neither passed nor failed' : verdict;
  const stateClause = state === undefined ? '' : `${state}, `;
  if (!readings || !key) return `In the baseline: ${stateClause}${became}.`;
  const reading =
    actual_result === null
      ? 'not asked'
      : readingSentence(shownReading(readings.test_case, key.test_case));
  return `In the baseline: ${stateClause}${became} (${reading}).`;
}
