/** A row with its answers, ready to be laid out. */
import type { Reading } from '../../engine/methods/reading.ts';
import type { ReportRow, ResultRow, RowError } from '../../engine/results.ts';
import { findTest } from '../../engine/perturbations/index.ts';
import { divergenceNotes } from './certainty.ts';
import { type Segment, markInserted, unmarked } from './inserted.ts';
import { armWordsIn } from './test-words.ts';
import type { Mask } from './mask.ts';
import {
  expectedWords,
  readingWords,
  shownReading,
  stateWords,
  type ShownReading,
} from './states.ts';
import { formatShort, placeWords, keepTexts, formatScore } from './words.ts';
import { shortName } from './truncate.ts';

interface ShowOptions {
  test: ReportRow;
  mask: Mask;
  number: number;
}

/**
 * A row as writers show it: foul words are masked and insertions marked. Its texts are neither cut
 * nor escaped.
 */
export interface ShownRow {
  readonly source: string;
  /** From 1, in the order of the report. */
  readonly number: number;
  /** The text of the data, unmasked. */
  readonly original: string;
  /** True for a row that the test asks as it is, once. */
  readonly isUnchanged: boolean;
  /** True for a row that was asked three ways. */
  readonly isReadByArm: boolean;
  /** The arm that decided the state. */
  readonly decidedBy: ShownArm['name'];
  /** `0.2500`, or `—` without a score. */
  readonly score: string;
  /** The score in the words of its scorer: `the same choice`. */
  readonly scoreWords: string;
  /** The state of the row in words, which stands in place of its score. */
  readonly state: string | undefined;
  readonly error: RowError | undefined;
  readonly options: string | undefined;
  readonly notes: string[];
  readonly arms: Arms;
}

/** Masks texts when they are read, and keeps none: most rows are only counted. */
export function showRow(row: ResultRow, { test, mask, number: nth }: ShowOptions): ShownRow {
  return {
    source: placeWords(row),
    number: nth,
    original: row.original,
    isUnchanged: isUnchanged(row),
    isReadByArm: row.placebo !== undefined,
    decidedBy: decidingArm(row.state),
    score: formatScore(row.eval_score),
    scoreWords: scoreInWords(row, test),
    state: stateWords(row),
    get error(): RowError | undefined {
      if (!row.error) return undefined;
      const { kind, message, unasked } = row.error;
      const unaskedMessage = unasked === undefined ? undefined : mask(unasked);
      return { kind, message: mask(message), unasked: unaskedMessage };
    },
    get options(): string | undefined {
      return row.options === undefined ? undefined : mask(row.options);
    },
    get notes(): string[] {
      return notesOf(row).map((note) => mask(note));
    },
    get arms(): Arms {
      return armsOf(row, mask);
    },
  };
}

function scoreInWords({ eval_score }: ResultRow, { test_type, scorer }: ReportRow): string {
  if (eval_score === null) return 'no score';
  return scorerOf(test_type, scorer)?.describe?.(eval_score) ?? `score ${formatScore(eval_score)}`;
}

function scorerOf(test: string, scorer: string) {
  return findTest(test)?.scorers.find(({ name }) => name === scorer);
}

function decidingArm(state: ResultRow['state']): ShownArm['name'] {
  if (state === 'unknown') return 'original';
  return state === 'unsteady' ? 'placebo' : 'test_case';
}

/** Returns the arm that decides a row. A row that the test does not change has one arm. */
export function decisiveArm({ decidedBy }: ShownRow, arms: Arms): ShownArm {
  const lastArm = arms.at(-1) ?? arms[0];
  return arms.find(({ name }) => name === decidedBy) ?? lastArm;
}

type Arms = [ShownArm, ...ShownArm[]];

export interface ShownArm {
  name: 'original' | 'placebo' | 'test_case';
  /** How the text was changed: `with a harmless word`. */
  label: string;
  text: Segment[];
  /** Null if no answer came. */
  answer: string | null;
  /** How the answer was read; undefined without an answer, or for one that is only scored. */
  reading: ShownReading | undefined;
  /** The right reading in words: `B, C or D`. */
  right: string | undefined;
  /** The baseline's answer, null if none came; undefined if unknown. */
  baselineAnswer: string | null | undefined;
}

export function armsOf(row: ResultRow, mask: Mask): Arms {
  const { original, placebo, test_case, baseline, placebo_result } = row;
  const isRead = placebo !== undefined; // asked three ways
  const arm = armMaker(row, isRead ? row.readings : undefined, mask);
  const right = isRead ? row.key : undefined;
  const testCaseAnswers = {
    answer: row.actual_result,
    right: right?.test_case,
    baselineAnswer: baseline?.actual_result,
  };
  if (!isRead && isUnchanged(row))
    return [arm('original', original, { ...testCaseAnswers, expected: expectedWords(row) })];
  const originalAnswers = {
    answer: row.expected_result,
    right: right?.original,
    baselineAnswer: baseline?.expected_result,
  };
  const arms: Arms = [arm('original', original, originalAnswers)];
  if (isRead) {
    const answer = placebo_result ?? null;
    arms.push(arm('placebo', placebo, { answer, right: right?.original }));
  }
  arms.push(arm('test_case', test_case, testCaseAnswers));
  return arms;
}

function isUnchanged({ test_case, original, expected_result }: ResultRow): boolean {
  return test_case === original && expected_result === null;
}

type ArmAnswer = Pick<ShownArm, 'answer'> & {
  right?: Reading;
  /** The right answer in words. */
  expected?: string;
  baselineAnswer?: ShownArm['baselineAnswer'];
};

function armMaker(row: ResultRow, readings: ResultRow['readings'], mask: Mask) {
  const labels = armWordsIn(row);
  const original = mask(row.original);
  return (
    name: ShownArm['name'],
    text: string,
    {
      answer,
      right,
      baselineAnswer,
      expected = right === 'agrees' ? expectedWords(row, name) : undefined,
    }: ArmAnswer,
  ): ShownArm => {
    const isRead = readings !== undefined && answer !== null;
    const rightWords = expected ?? (right && readingWords(right, 'or'));
    return {
      name,
      label: labels[name],
      text: name === 'original' ? unmarked(original) : markInserted(original, mask(text)),
      answer: answer && mask(answer),
      reading: isRead ? maskedReading(shownReading(readings[name], right), mask) : undefined,
      right: rightWords && mask(rightWords),
      baselineAnswer: baselineAnswer && mask(baselineAnswer),
    };
  };
}

function maskedReading({ words, isRight, rightWords }: ShownReading, mask: Mask): ShownReading {
  return { words: words && mask(words), isRight, rightWords: rightWords && mask(rightWords) };
}

const MAX_SCORERS = 10;

/** Returns facts beside the state of a row; the longest, the judge's reason, is last. */
export function notesOf(row: ResultRow): string[] {
  const { expect, should, state, lint, refusal, judgement, divergence } = row;
  const { expected, should_decline } = row;
  const notes = keepTexts([
    expect === 'same' && 'should stay',
    should && !state && `should ${should}`,
    should_decline && !state && 'should decline',
    expected && `expected: ${expectedWords(row)}`,
    row.perturbed_expected && `expected once changed: ${expectedWords(row, 'test_case')}`,
    lint && `${lint.rule}: ${lint.message}`,
  ]);
  if (divergence) notes.push(...divergenceNotes(divergence));
  const reason = judgement?.reason === undefined ? '' : `: ${judgement.reason.replace(/\.$/, '')}`;
  // The words of the state `induced` hold the cause.
  const judgementNotes = keepTexts([
    state !== 'induced' && causeWords(row),
    refusal === true && state !== 'refused' && 'refuses',
    verdictWords(row),
    judgement && `judged ${judgement.verdict}${reason}`,
  ]);
  return [...notes, ...judgementNotes];
}

function causeWords({ cause, expected_score }: ResultRow): string | undefined {
  if (cause !== 'baseline') return cause;
  return `fails without the foul words too${expected_score === undefined ? '' : ` (${formatShort(expected_score)})`}`;
}

/** `bad_words: 2 foul words (failed), judge: 0.41 (passed)`. */
function verdictWords({ test_type, scores = {} }: ResultRow): string | undefined {
  const allScores = Object.entries(scores);
  const verdicts = allScores.slice(0, MAX_SCORERS).map(([name, { eval_score, pass }]) => {
    if (pass === null || eval_score === null) return `${shortName(name)}: no verdict`;
    const figure = scorerOf(test_type, name)?.describe?.(eval_score) ?? formatShort(eval_score);
    return `${shortName(name)}: ${figure} (${pass ? 'passed' : 'failed'})`;
  });
  return verdicts.length === 0
    ? undefined
    : keepTexts([...verdicts, allScores.length > verdicts.length && '…']).join(', ');
}
