/** Counts wrong answers that decline or seem cut off: for advice, never for a verdict. */
import { removeThinking } from '../../language/plain.ts';
import { soundsLikeDecline } from '../../language/refusal-phrases.ts';
import type { ResultRow } from '../results.ts';

export interface AnswerCounts {
  /** Answers to unperturbed questions. */
  answers: number;
  /** Answers that are wrong or cannot be read. */
  wrong: number;
  /** Wrong answers that decline. */
  declined: number;
  /** Wrong answers that seem to end too early. */
  cut: number;
}

export function countAnswers(rows: readonly ResultRow[]): AnswerCounts {
  const answered = rows.flatMap((row) => {
    const isAskedUnchanged = row.should !== undefined || hasExpectedAnswer(row);
    const text = isAskedUnchanged ? row.actual_result : row.expected_result;
    if (text === null) return [];
    const isUnread = row.error?.kind === 'unreadable';
    const isWrong = isUnread || (isAskedUnchanged ? row.pass === false : row.state === 'unknown');
    return { text, isWrong, isDecline: isDecline(row, text) };
  });
  const wrong = answered.filter(({ isWrong }) => isWrong);
  return {
    answers: answered.length,
    wrong: wrong.length,
    declined: wrong.filter(({ isDecline }) => isDecline).length,
    cut: wrong.filter(({ text }) => seemsCut(text)).length,
  };
}

/** True for a row that is asked unchanged and compared with an expected answer. */
function hasExpectedAnswer({ readings, expected, should_decline }: ResultRow): boolean {
  return readings === undefined && (expected !== undefined || should_decline === true);
}

function isDecline(row: ResultRow, text: string): boolean {
  // The judge's reading outweighs the phrases of the text.
  if (hasExpectedAnswer(row) && row.state !== undefined) return row.state === 'declined';
  if (row.key?.original === 'agrees') return row.readings?.original === 'declines';
  return row.refusal === true || soundsLikeDecline(text);
}

/** In characters. A shorter answer may be a label or a word, which needs no punctuation mark. */
const SHORTEST_SENTENCE = 60;

/** True if the thinking never ends, or a long text ends without a punctuation mark. */
function seemsCut(answer: string): boolean {
  const finalText = removeThinking(answer)?.trimEnd();
  return (
    finalText === undefined ||
    (finalText.length > SHORTEST_SENTENCE && !/[\p{P}\p{S}]$/u.test(finalText))
  );
}
