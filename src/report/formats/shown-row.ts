/** A row with its answers, ready to be laid out. */
import type { Reading } from '../../engine/methods/reading.js';
import type { ReportRow, ResultRow, RowError } from '../../engine/results.js';
import { findTest } from '../../engine/tests/index.js';
import { besideDivergence } from '../story/certainty.js';
import { type Segment, inserted } from '../story/inserted.js';
import { armWordsIn } from '../story/sides.js';
import type { Mask } from '../story/mask.js';
import { harmlessToo, readingWords, saidOf, stateWords } from '../story/states.js';
import { brief, number, present, score } from '../story/words.js';
import { shortName } from './escape.js';

interface Given {
  test: ReportRow;
  mask: Mask;
  number: number;
}

export type ShownRow = ReturnType<typeof showRow>;

/**
 * A row as writers show it: foul words masked, insertions marked; neither cut nor escaped. Texts
 * are getters, and not kept: most rows are only counted.
 */
export function showRow(row: ResultRow, { test, mask, number: nth }: Given) {
  const { source, eval_score } = row;
  const inWords = scorerOf(test.test_type, test.scorer)?.inWords;
  return {
    source,
    number: nth,
    /** As the data has it, unmasked. */
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
    scored:
      eval_score === null
        ? 'no score'
        : inWords
          ? inWords(eval_score)
          : `score ${score(eval_score)}`,
    /** What became of the row, in words, in place of its score. */
    state: stateWords(row),
    get error(): RowError | undefined {
      return row.error && { kind: row.error.kind, message: mask(row.error.message) };
    },
    get options(): string | undefined {
      return row.options === undefined ? undefined : mask(row.options);
    },
    get notes(): string[] {
      return notesOf(row).map((note) => mask(note));
    },
    get arms(): ShownArm[] {
      return armsOf(row, mask);
    },
  };
}

function scorerOf(test: string, scorer: string) {
  return findTest(test)?.scorers.find(({ name }) => name === scorer);
}

function decidingArm(state: ResultRow['state']): ShownArm['name'] {
  if (state === 'unknown') return 'original';
  return state === 'unsteady' ? 'placebo' : 'test_case';
}

/** The deciding one of a row's arms. A row that the test does not change has only one. */
export function decisiveArm({ decidedBy }: ShownRow, arms: readonly ShownArm[]): ShownArm {
  return arms.find((arm) => arm.name === decidedBy) ?? arms.at(-1)!;
}

export interface ShownArm {
  name: 'original' | 'placebo' | 'test_case';
  /** What was asked: `with a harmless word`. */
  label: string;
  text: Segment[];
  /** Null if no answer came. */
  answer: string | null;
  /** `read as A; right would be B, C or D` */
  said: string | undefined;
  /** The reading, null if the answer cannot be read; undefined for an answer that is not read. */
  read: string | null | undefined;
  /** What would have been right: `B, C or D`. */
  right: string | undefined;
  /** The baseline's answer, null if none came; undefined if unknown. */
  before: string | null | undefined;
}

export function armsOf(row: ResultRow, mask: Mask): ShownArm[] {
  const {
    original,
    placebo,
    test_case,
    key,
    baseline,
    expected_result,
    placebo_result = null,
    actual_result,
  } = row;
  const changed = { answer: actual_result, before: baseline?.actual_result };
  if (isReadByArm(row)) {
    const arm = armMaker(row, row.readings, mask);
    return [
      arm('original', original, {
        answer: expected_result,
        right: key?.original,
        before: baseline?.expected_result,
      }),
      arm('placebo', placebo!, { answer: placebo_result, right: key?.original }),
      arm('test_case', test_case, { ...changed, right: key?.test_case }),
    ];
  }
  const arm = armMaker(row, undefined, mask);
  if (isUnchanged(row)) return [arm('original', original, changed)];
  const parts: ShownArm[] = [
    arm('original', original, { answer: expected_result, before: baseline?.expected_result }),
  ];
  if (!(placebo === undefined || row.placebo_result === undefined))
    parts.push(arm('placebo', placebo, { answer: placebo_result }));
  parts.push(arm('test_case', test_case, changed));
  return parts;
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
  right?: Reading | undefined;
  before?: ShownArm['before'];
};

function armMaker(row: ResultRow, readings: ResultRow['readings'], mask: Mask) {
  const labels = armWordsIn(row);
  function shown(text: string | undefined): string | undefined;
  function shown<Text extends null | undefined>(text: string | Text): string | Text;
  function shown(text: string | null | undefined) {
    return typeof text === 'string' ? mask(text) : text;
  }
  return (name: ShownArm['name'], text: string, { answer, right, before }: Answered): ShownArm => {
    const read = readings?.[name];
    return {
      name,
      label: labels[name],
      text:
        name === 'original'
          ? [{ text: mask(text), inserted: false }]
          : inserted(mask(row.original), mask(text)),
      answer: shown(answer),
      said: shown(readings && saidOf(readings[name], { answer, right })),
      read: read ? mask(readingWords(read)) : answer === null || !readings ? undefined : null,
      right: shown(right && readingWords(right, 'or')),
      before: shown(before),
    };
  };
}

const MOST_SCORERS = 10;

/** Facts beside the state of a row; the longest, the judge's reason, is last. */
export function notesOf(row: ResultRow): string[] {
  const { expect, should, state, lint, repeats, refusal, judgement, upset, divergence } = row;
  return present([
    expect === 'same' && 'should stay',
    should && !state && `should ${should}`,
    lint && `${lint.rule}: ${lint.message}`,
    repeats && passesOf(repeats),
    ...(divergence ? besideDivergence(divergence) : []),
    // The words of this state hold both.
    ...(state === 'induced' ? [] : [upset !== undefined && harmlessToo(upset), causeOf(row)]),
    refusal === true && state !== 'refused' && 'refuses',
    verdictsOf(row),
    judgement &&
      `judged ${judgement.verdict}${judgement.reason === undefined ? '' : `: ${judgement.reason}`}`,
  ]);
}

function passesOf({ passes, fails, errors }: NonNullable<ResultRow['repeats']>): string {
  return `${number(passes)} of ${number(passes + fails + errors)} passed${errors > 0 ? `, ${number(errors)} in error` : ''}`;
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
    const said = scorerOf(test_type, name)?.inWords?.(eval_score) ?? brief(eval_score);
    return `${shortName(name)}: ${said} (${pass ? 'passed' : 'failed'})`;
  });
  return shown.length === 0
    ? undefined
    : present([...shown, all.length > shown.length && '…']).join(', ');
}
