/** Detects a model that gives the same answer to different questions. */
import { soundsLikeDecline } from '../../language/refusal-phrases.ts';
import type { ResultRow } from '../results.ts';
import { isAlike, isEmpty, type Reading } from '../methods/reading.ts';

export interface CommonAnswer {
  kind: 'echoed' | 'refused' | 'alike';
  count: number;
  total: number;
  /** For `alike`: the common reading, or the common text. */
  reading?: Reading;
  text: string;
}

/** Fewer rows may be alike by chance. */
const MIN_ROWS = 4;
const NEARLY_ALL = 0.9;

interface ArmAnswer {
  question: string;
  options: string;
  text: string;
  /** Null if the answer could not be read, which the report says elsewhere. */
  reading: Reading | null | undefined;
}

export function commonAnswer(rows: readonly ResultRow[]): CommonAnswer | undefined {
  const answeredRows = rows.filter((row) => answersOf(row).length > 0);
  const answers = answeredRows.flatMap(answersOf);
  const [firstAnswer] = answers;
  if (firstAnswer === undefined || answeredRows.length < MIN_ROWS) return undefined;
  const { text, reading = null } = firstAnswer;
  const common = { total: answers.length, reading: reading ?? undefined, text };
  // An echo leaves only the prompt's own words, which are the same in every row.
  const commonRemainder = answers.map(removeQuestion).find((remainder) => remainder !== undefined);
  if (commonRemainder !== undefined) {
    const count = nearlyAll(answers, (answer) => removeQuestion(answer) === commonRemainder);
    if (count !== undefined) return { kind: 'echoed', count, ...common };
  }
  const refused = nearlyAll(answers, (answer) => soundsLikeDecline(answer.text));
  if (refused !== undefined) return { kind: 'refused', count: refused, ...common };
  const isAllAlike =
    expectDifferent(answeredRows) && answers.every((answer) => isSame(answer, firstAnswer));
  return isAllAlike ? { kind: 'alike', count: answers.length, ...common } : undefined;
}

function isSame({ text, reading }: ArmAnswer, reference: ArmAnswer): boolean {
  if (reference.reading === null) return false;
  if (reference.reading === undefined || isEmpty(reference.reading))
    return normalizeText(text) === normalizeText(reference.text);
  return Boolean(reading && isAlike(reading, reference.reading));
}

function answersOf({
  original,
  placebo,
  test_case,
  options = '',
  readings,
  ...row
}: ResultRow): ArmAnswer[] {
  const arms = [
    { question: original, text: row.expected_result, reading: readings?.original },
    { question: placebo ?? original, text: row.placebo_result ?? null, reading: readings?.placebo },
    { question: test_case, text: row.actual_result, reading: readings?.test_case },
  ];
  return arms.flatMap(({ question, text, reading }) =>
    text === null ? [] : [{ question, options, text, reading }],
  );
}

function nearlyAll(
  answers: readonly ArmAnswer[],
  holds: (answer: ArmAnswer) => boolean,
): number | undefined {
  let exceptions = 0;
  for (const answer of answers)
    if (!holds(answer) && ++exceptions > (1 - NEARLY_ALL) * answers.length) return undefined;
  return answers.length - exceptions;
}

/** Returns an answer without the question that it repeats; undefined if it repeats none. */
function removeQuestion({ question, options, text }: ArmAnswer): string | undefined {
  const [answerText, questionText] = [normalizeText(text), normalizeText(question)];
  return answerText.includes(questionText)
    ? answerText.replace(questionText, '').replace(normalizeText(options), '')
    : undefined;
}

/**
 * Returns true if a model that reads the questions would give different answers. Statements without
 * a key may all be true.
 */
function expectDifferent(rows: readonly ResultRow[]): boolean {
  const [firstKey, ...furtherKeys] = rows.flatMap(({ key }) => key ?? []);
  if (!firstKey) return rows.every(({ options }) => options !== undefined);
  return furtherKeys.some(({ original }) => !isAlike(original, firstKey.original));
}

function normalizeText(text: string): string {
  return text.toLowerCase().replace(/\s+/g, ' ').trim();
}
