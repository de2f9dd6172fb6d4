/** Counts wrong answers that decline or seem cut off: for advice, never for a verdict. */
import { removeThinking } from '../../language/plain.ts';
import { soundsLikeDecline } from '../../language/refusal-phrases.ts';
import type { ResultRow } from '../results.ts';

export interface AnswerCounts {
  /** Answers to questions as they are. */
  answers: number;
  /** Wrong or unreadable ones, and those among them that decline or that seem to be cut. */
  wrong: number;
  declined: number;
  cut: number;
}

export function countAnswers(rows: readonly ResultRow[]): AnswerCounts {
  const answered = rows.flatMap((row) => {
    const isAsIs = row.should !== undefined || isHeldToWords(row);
    const text = isAsIs ? row.actual_result : row.expected_result;
    const isUnread = row.error?.kind === 'unreadable';
    const isWrong = isUnread || (isAsIs ? row.pass === false : row.state === 'unknown');
    return text === null ? [] : [{ text, isWrong, declines: declinesIn(row, text) }];
  });
  const wrong = answered.filter(({ isWrong }) => isWrong);
  return {
    answers: answered.length,
    wrong: wrong.length,
    declined: wrong.filter(({ declines }) => declines).length,
    cut: wrong.filter(({ text }) => seemsCut(text)).length,
  };
}

/** True for a row that is asked as it is and held to an expected answer. */
function isHeldToWords({ readings, expected, should_decline }: ResultRow): boolean {
  return readings === undefined && (expected !== undefined || should_decline === true);
}

function declinesIn(row: ResultRow, text: string): boolean {
  // A judge has read whether it declines.
  if (isHeldToWords(row) && row.state !== undefined) return row.state === 'declined';
  if (row.key?.original === 'agrees') return row.readings?.original === 'declines';
  return row.refusal === true || soundsLikeDecline(text);
}

/** A shorter answer may be a label or a word, which ends without a sign. */
const LEAST_SENTENCE = 60;

/** True if the thinking of an answer never ends, or a long text ends without a punctuation mark. */
function seemsCut(answer: string): boolean {
  const finalText = removeThinking(answer)?.trimEnd();
  return (
    finalText === undefined ||
    (finalText.length > LEAST_SENTENCE && !/[\p{P}\p{S}]$/u.test(finalText))
  );
}
