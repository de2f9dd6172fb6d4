/** How the score of one row follows, in sentences. Plain text: the writer escapes it. */
import { decidedRows } from '../../engine/verdict/answer-and-refuse.ts';
import { findTest } from '../../engine/perturbations/index.ts';
import type { ReportRow, ResultRow } from '../../engine/results.ts';
import { ruleInWords } from '../../engine/scorers/rule.ts';
import { notesOf } from './shown-row.ts';
import { expectedWords, readingSentence, readingWords, readsWhat, shownReading } from './states.ts';
import { harmlessIn } from './test-words.ts';
import { formatNumber, formatScore, keepTexts, sentenceCase } from './words.ts';

/** The state of the row, its rule and its further facts, a sentence a step. */
export function rowSentences(row: ResultRow, test: ReportRow): string[] {
  const decidedTest = decidedRows(test).find(({ side }) => side === row.should) ?? test;
  return keepTexts([
    ...verdictSentences(row, decidedTest),
    ...notesOf(row).map((note) => endSentence(sentenceCase(note))),
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
  const { readings = {}, judge_replies = {} } = row;
  const unread = Object.values(readings).filter((reading) => reading === null).length;
  return keepTexts([
    keySentence(row),
    unread > 0 && `${formatNumber(unread)} of its answers could not be read.`,
    ...Object.entries(judge_replies).map(
      ([arm, reply]) => `The judge read the answer to the ${ARM_WORDS[arm] ?? arm}: ${reply}`,
    ),
    stateSentence(row, test),
  ]);
}

function keySentence(row: ResultRow): string {
  const { key } = row;
  if (!key)
    return 'There is no key: whether an answer is right is not asked, only whether it changes.';
  const original = expectedWords(row) ?? readingWords(key.original, 'or');
  const changed = expectedWords(row, 'test_case') ?? readingWords(key.test_case, 'or');
  return endSentence(`Right would be ${original}, and once changed ${changed}`);
}

/** Adds a full stop, unless words of the data bring one. */
function endSentence(text: string): string {
  return /[.!?…]$/.test(text) ? text : `${text}.`;
}

/** Why the row passes, fails or tells nothing. */
function stateSentence(row: ResultRow, test: ReportRow): string | undefined {
  const { key, state, expect } = row;
  const perturbedWords = readsWhat(row);
  const harmless = harmlessIn(row);
  const premise = key
    ? `It knows the answer, and ${harmless} leaves it as it is`
    : `${sentenceCase(harmless)} leaves its answer as it is`;
  const shouldStay = expect === 'same';
  switch (state) {
    case 'unknown':
      return `Its answer to the plain question is wrong. So this row cannot tell whether it reads ${perturbedWords}: it counts as asked, and neither passes nor fails.`;
    case 'unsteady': {
      const isHeldSteady = test.method === 'triplet' && test.minimum_steady_rate !== undefined;
      const counts = isHeldSteady ? 'counts as asked, and against `min_steady`' : 'counts as asked';
      return `${sentenceCase(harmless)} changes its answer. So a change by ${perturbedWords} proves nothing: the row ${counts}, and neither passes nor fails.`;
    }
    case 'insensitive':
      return `${premise}: the row can tell. The third answer is ${shouldStay ? 'another one, and should be the same' : 'not the one that the change asks for'}: score 0, it fails.`;
    case 'both_sides':
      return `${premise}. But the third answer would be right to the original, too: it states both sides. The row is set aside, and counts for nothing.`;
    case 'sensitive':
      return `${premise}: the row can tell. The third answer is ${shouldStay ? 'the same, as it should be' : 'the one that the change asks for'}: score 1, it passes.`;
    default:
      return undefined;
  }
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
