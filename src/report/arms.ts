/** The three ways in which a row was asked, as they are shown. Neither cut (but for labels) nor escaped. */
import type { ResultRow } from '../engine/results.js';
import { armWordsIn } from './harmless.js';
import type { Reading } from '../engine/triplet/reading.js';
import { type Segment, inserted } from './inserted.js';
import { readingWords, saidOf } from './states.js';

export interface ShownArm {
  name: 'original' | 'placebo' | 'test_case';
  /** What was asked, for people: `with a harmless word`. */
  label: string;
  text: Segment[];
  /** The answer, null where none came. */
  answer: string | null;
  /** What it was read as, and what would have passed: `read as A; right would be B, C or D`. */
  said: string | undefined;
  /** The reading by itself, null where it cannot be read, and what would have been right: `A`, `B, C or D`. */
  read: string | null | undefined;
  right: string | undefined;
  /** The baseline's answer, null where none came; undefined where none is known. */
  before: string | null | undefined;
}

/** Undefined for a row that was not asked three ways. */
export function armsOf(row: ResultRow, show: (text: string) => string): ShownArm[] | undefined {
  const { original, placebo, test_case, readings, key, baseline, expected_result, placebo_result = null, actual_result } = row;
  // The placebo of a toxic row is asked of failing ones only: a note says what it showed.
  if (placebo === undefined || row.upset !== undefined) return undefined;
  const labels = armWordsIn(row);
  const parts = (text: string): Segment[] => inserted(show(original), show(text));
  const orNull = (text: string | null): string | null => (text === null ? null : show(text));
  const arm = (name: ShownArm['name'], text: Segment[], { answer, right, before }: Answered): ShownArm => {
    const said = readings && saidOf(readings[name], { answer, right });
    const read = readings?.[name];
    return {
      name,
      label: labels[name],
      text,
      answer: orNull(answer),
      said: said === undefined ? undefined : show(said),
      read: read ? show(readingWords(read)) : answer === null ? undefined : null,
      right: right === undefined ? undefined : show(readingWords(right, 'or')),
      before: before === undefined ? undefined : orNull(before),
    };
  };
  return [
    arm('original', [{ text: show(original), inserted: false }], {
      answer: expected_result,
      right: key?.original,
      before: baseline?.expected_result,
    }),
    arm('placebo', parts(placebo), { answer: placebo_result, right: key?.original }),
    arm('test_case', parts(test_case), { answer: actual_result, right: key?.test_case, before: baseline?.actual_result }),
  ];
}

type Answered = Pick<ShownArm, 'answer'> & Partial<Pick<ShownArm, 'before'>> & { right: Reading | undefined };
