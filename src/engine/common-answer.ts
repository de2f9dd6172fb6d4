/**
 * Detects answers to different questions that are alike: such a model does not answer the
 * questions.
 */
import { soundsLikeDecline } from '../language/refusal.js';
import type { ResultRow } from './results.js';
import { isAlike, isEmpty, type Reading } from './methods/reading.js';

export interface CommonAnswer {
  kind: 'echoed' | 'refused' | 'alike';
  count: number;
  total: number;
  /** For `alike`: the common reading, or the common text. */
  reading?: Reading;
  text: string;
}

/** Fewer rows may be alike by chance. */
const FEWEST_ROWS = 4;
const NEARLY_ALL = 0.9;

interface Answer {
  question: string;
  options: string;
  text: string;
  /** Null where it could not be read: that is told by itself. */
  reading: Reading | null | undefined;
}

export function commonAnswer(rows: readonly ResultRow[]): CommonAnswer | undefined {
  const asked = rows.filter((row) => answersOf(row).length > 0);
  const answers = asked.flatMap(answersOf);
  const [first] = answers;
  if (first === undefined || asked.length < FEWEST_ROWS) return undefined;
  const found = (kind: CommonAnswer['kind'], count: number | undefined): CommonAnswer | undefined =>
    count === undefined
      ? undefined
      : {
          kind,
          count,
          total: answers.length,
          reading: first.reading ?? undefined,
          text: first.text,
        };
  // An echo leaves only the prompt's own words, which are the same in every row.
  const left = answers.map(leftOver).find((text) => text !== undefined);
  const isSame = ({ text, reading }: Answer): boolean => {
    if (first.reading === null) return false;
    if (first.reading === undefined || isEmpty(first.reading))
      return plain(text) === plain(first.text);
    return Boolean(reading && isAlike(reading, first.reading));
  };
  const isRefusal = ({ text }: Answer): boolean => soundsLikeDecline(text);
  return (
    found(
      'echoed',
      left === undefined ? undefined : nearlyAll(answers, (answer) => leftOver(answer) === left),
    ) ??
    found('refused', nearlyAll(answers, isRefusal)) ??
    found('alike', wantOthers(asked) && answers.every(isSame) ? answers.length : undefined)
  );
}

function answersOf({
  original,
  placebo,
  test_case,
  options = '',
  readings,
  ...row
}: ResultRow): Answer[] {
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
  answers: readonly Answer[],
  holds: (answer: Answer) => boolean,
): number | undefined {
  let others = 0;
  for (const answer of answers)
    if (!holds(answer) && ++others > (1 - NEARLY_ALL) * answers.length) return undefined;
  return answers.length - others;
}

/** Returns an answer without the question that it repeats; undefined if it repeats none. */
function leftOver({ question, options, text }: Answer): string | undefined {
  const [said, asked] = [plain(text), plain(question)];
  return said.includes(asked) ? said.replace(asked, '').replace(plain(options), '') : undefined;
}

/**
 * Returns true if a model that reads the questions would give different answers. Statements without
 * a key may all be true.
 */
function wantOthers(rows: readonly ResultRow[]): boolean {
  const keys = rows.flatMap(({ key }) => (key ? [key.original] : []));
  return keys.length === 0
    ? rows.every(({ options }) => options !== undefined)
    : keys.some((key) => !isAlike(key, keys[0]!));
}

function plain(text: string): string {
  return text.toLowerCase().replace(/\s+/g, ' ').trim();
}
