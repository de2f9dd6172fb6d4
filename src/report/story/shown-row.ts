/** A row with its answers, ready to be laid out. */
import type { Reading } from '../../engine/methods/reading.js';
import type { ReportRow, ResultRow, RowError } from '../../engine/results.js';
import { findTest } from '../../engine/perturbations/index.js';
import { besideDivergence } from './certainty.js';
import { type Segment, markInserted, unmarked } from './inserted.js';
import { armWordsIn } from './test-words.js';
import type { Mask } from './mask.js';
import {
  expectedWords,
  harmlessToo,
  readingWords,
  shownReading,
  stateWords,
  type ShownReading,
} from './states.js';
import { brief, number, placeWords, present, score } from './words.js';
import { shortName } from './truncate.js';

interface ShowOptions {
  test: ReportRow;
  mask: Mask;
  number: number;
}

export type ShownRow = ReturnType<typeof showRow>;

/**
 * A row as writers show it: foul words masked, insertions marked; neither cut nor escaped. Texts
 * are getters, and not kept: most rows are only counted.
 */
export function showRow(row: ResultRow, { test, mask, number: nth }: ShowOptions) {
  const { source, eval_score } = row;
  return {
    source: placeWords(row),
    number: nth,
    /** The text of the data, unmasked. */
    original: row.original,
    /**
     * The terminal command that explains the row. Only a plain place stands in it: a reader pastes
     * it into a shell.
     */
    explain: `sensitivity explain ${/^[\w./#][\w./:#-]{0,100}$/.test(source) ? source : nth}`,
    isUnchanged: isUnchanged(row),
    isReadByArm: isReadByArm(row),
    /** The arm that decided the state. */
    decidedBy: decidingArm(row.state),
    score: score(eval_score),
    scored: scoreInWords(row, test),
    /** The state of the row in words, which stands in place of its score. */
    state: stateWords(row),
    get error(): RowError | undefined {
      if (!row.error) return undefined;
      const { kind, message, unasked } = row.error;
      const before = unasked === undefined ? undefined : mask(unasked);
      return { kind, message: mask(message), unasked: before };
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
  return scorerOf(test_type, scorer)?.inWords?.(eval_score) ?? `score ${score(eval_score)}`;
}

function scorerOf(test: string, scorer: string) {
  return findTest(test)?.scorers.find(({ name }) => name === scorer);
}

function decidingArm(state: ResultRow['state']): ShownArm['name'] {
  if (state === 'unknown') return 'original';
  return state === 'unsteady' ? 'placebo' : 'test_case';
}

/** The deciding one of a row's arms. A row that the test does not change has only one. */
export function decisiveArm({ decidedBy }: ShownRow, arms: Arms): ShownArm {
  const last = arms.at(-1) ?? arms[0];
  return arms.find(({ name }) => name === decidedBy) ?? last;
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
  before: string | null | undefined;
}

export function armsOf(row: ResultRow, mask: Mask): Arms {
  const { original, placebo, test_case, baseline, placebo_result } = row;
  const isRead = isReadByArm(row);
  const arm = armMaker(row, isRead ? row.readings : undefined, mask);
  const right = isRead ? row.key : undefined;
  const changed = {
    answer: row.actual_result,
    right: right?.test_case,
    before: baseline?.actual_result,
  };
  if (!isRead && isUnchanged(row))
    return [arm('original', original, { ...changed, expected: expectedWords(row) })];
  const plain = {
    answer: row.expected_result,
    right: right?.original,
    before: baseline?.expected_result,
  };
  const arms: Arms = [arm('original', original, plain)];
  if (placebo !== undefined && (isRead || placebo_result !== undefined)) {
    const answer = placebo_result ?? null;
    arms.push(arm('placebo', placebo, { answer, right: right?.original }));
  }
  arms.push(arm('test_case', test_case, changed));
  return arms;
}

/**
 * True for a row that was asked three ways. The placebo of a toxic row is asked only if the row
 * fails.
 */
function isReadByArm({ placebo, upset }: ResultRow): boolean {
  return placebo !== undefined && upset === undefined;
}

function isUnchanged({ test_case, original, expected_result }: ResultRow): boolean {
  return test_case === original && expected_result === null;
}

type Answered = Pick<ShownArm, 'answer'> & {
  right?: Reading;
  /** The right answer in words. */
  expected?: string;
  before?: ShownArm['before'];
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
      before,
      expected = right === 'agrees' ? expectedWords(row, name) : undefined,
    }: Answered,
  ): ShownArm => {
    const isRead = readings !== undefined && answer !== null;
    const wanted = expected ?? (right && readingWords(right, 'or'));
    return {
      name,
      label: labels[name],
      text: name === 'original' ? unmarked(original) : markInserted(original, mask(text)),
      answer: answer && mask(answer),
      reading: isRead ? maskedReading(shownReading(readings[name], right), mask) : undefined,
      right: wanted && mask(wanted),
      before: before && mask(before),
    };
  };
}

function maskedReading({ words, isRight, wanted }: ShownReading, mask: Mask): ShownReading {
  return { words: words && mask(words), isRight, wanted: wanted && mask(wanted) };
}

const MOST_SCORERS = 10;

/** Returns facts beside the state of a row; the longest, the judge's reason, is last. */
export function notesOf(row: ResultRow): string[] {
  const { expect, should, state, lint, repeats, refusal, judgement, upset, divergence } = row;
  const { expected, should_decline } = row;
  const isOfRules = row.rule_verdicts !== undefined;
  const notes = present([
    expect === 'same' && 'should stay',
    should && !state && `should ${should}`,
    should_decline && !state && 'should decline',
    expected && `expected: ${expectedWords(row)}`,
    row.perturbed_expected && `expected once changed: ${expectedWords(row, 'test_case')}`,
    lint && `${lint.rule}: ${lint.message}`,
  ]);
  if (repeats) {
    const { passes, fails, errors } = repeats;
    const inError = errors > 0 ? `, ${number(errors)} in error` : '';
    notes.push(`${number(passes)} of ${number(passes + fails + errors)} passed${inError}`);
  }
  if (divergence) notes.push(...besideDivergence(divergence));
  const reason = judgement?.reason === undefined ? '' : `: ${judgement.reason.replace(/\.$/, '')}`;
  // The words of the state `induced` hold the harmless words and the cause.
  const rest = present([
    state !== 'induced' && !isOfRules && upset !== undefined && harmlessToo(upset),
    state !== 'induced' && causeOf(row),
    refusal === true && state !== 'refused' && 'refuses',
    verdictsOf(row),
    judgement && `judged ${judgement.verdict}${reason}`,
  ]);
  return [...notes, ...rest];
}

function causeOf({ cause, expected_score }: ResultRow): string | undefined {
  if (cause !== 'baseline') return cause;
  return `fails without the foul words too${expected_score === undefined ? '' : ` (${brief(expected_score)})`}`;
}

/** `bad_words: 2 foul words (failed), judge: 0.41 (passed)`. */
function verdictsOf({ test_type, scores = {} }: ResultRow): string | undefined {
  const all = Object.entries(scores);
  const shown = all.slice(0, MOST_SCORERS).map(([name, { eval_score, pass }]) => {
    if (pass === null || eval_score === null) return `${shortName(name)}: no verdict`;
    const figure = scorerOf(test_type, name)?.inWords?.(eval_score) ?? brief(eval_score);
    return `${shortName(name)}: ${figure} (${pass ? 'passed' : 'failed'})`;
  });
  return shown.length === 0
    ? undefined
    : present([...shown, all.length > shown.length && '…']).join(', ');
}
