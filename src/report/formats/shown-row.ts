import type { ReportRow, ResultRow, RowError } from '../../engine/results.js';
import { findTest } from '../../engine/tests/index.js';
import { type Segment, inserted } from '../story/inserted.js';
import { stateWords, readingWords, saidOf } from '../story/states.js';
import { score, brief, counted, number, present } from '../story/words.js';
import { armWordsIn } from '../story/sides.js';
import type { Reading } from '../../engine/methods/reading.js';
import { besideDivergence } from '../story/certainty.js';
import { shortName } from './escape.js';

type Show = (text: string) => string;
/** `isTold`: whether the cause of its error was told before. */
type Given = { test: ReportRow; show: Show; isTold?: boolean };

/**
 * A row as it is shown: foul words masked, its test case compared with its original; neither cut nor escaped. Everything is worked out when
 * it is asked for: of most rows, those that passed, few writers show anything.
 */
export class ShownRow {
  private readonly row: ResultRow;
  private readonly given: Given;

  constructor(row: ResultRow, given: Given) {
    this.row = row;
    this.given = given;
  }

  told(): ShownRow {
    return new ShownRow(this.row, { ...this.given, isTold: true });
  }

  private show(text: string): string {
    return this.given.show(text);
  }

  get source(): string {
    return this.row.source;
  }

  get original(): string {
    return this.show(this.row.original);
  }

  get testCase(): Segment[] {
    return inserted(this.original, this.show(this.row.test_case));
  }

  /** The text was sent as it is and nothing else was asked: there is neither a test case nor an expected result to show. */
  get unchanged(): boolean {
    return this.row.test_case === this.row.original && this.row.expected_result === null;
  }

  get options(): string | undefined {
    return this.row.options === undefined ? undefined : this.show(this.row.options);
  }

  get expected(): string | null {
    return this.orNull(this.row.expected_result);
  }

  get actual(): string | null {
    return this.orNull(this.row.actual_result);
  }

  get score(): string {
    return score(this.row.eval_score);
  }

  get pass(): boolean | null {
    return this.row.pass;
  }

  get status(): ResultRow['status'] {
    return this.row.status;
  }

  get scored(): string {
    const { eval_score } = this.row;
    if (eval_score === null) return 'no score';
    const { test } = this.given;
    const inWords = findTest(test.test_type)?.scorers.find(({ name }) => name === test.scorer)?.inWords;
    return inWords ? inWords(eval_score) : `score ${this.score}`;
  }

  get error(): RowError | undefined {
    const error = maskedError(this.row.error, this.given.show);
    return error && this.given.isTold ? { ...error, message: 'as told above' } : error;
  }

  get notes(): string[] {
    return notesOf(this.row).map((note) => this.show(note));
  }

  get steps(): string[] {
    return (this.row.steps ?? []).map((step) => this.show(step));
  }

  /** The answers in the baseline, null where none came; undefined for a row that it does not have. */
  get before() {
    const { baseline } = this.row;
    return baseline && { expected: this.orNull(baseline.expected_result), actual: this.orNull(baseline.actual_result) };
  }

  /** What became of it, in words; it takes the place of the score. */
  get state(): string | undefined {
    return stateWords(this.row);
  }

  /** Of a row that was asked three ways: the arm that made it what it is. */
  get failedArm(): ShownArm['name'] {
    return this.row.state === 'unknown' ? 'original' : this.row.state === 'unsteady' ? 'placebo' : 'test_case';
  }

  get arms(): ShownArm[] | undefined {
    return armsOf(this.row, this.given.show);
  }

  private orNull(text: string | null): string | null {
    return text === null ? null : this.show(text);
  }
}

export function maskedError(error: RowError | undefined, show: Show): RowError | undefined {
  return error && { kind: error.kind, message: show(error.message) };
}

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

/** Categories that a reader might care about: the worst few, and none that is next to nothing. */
const MOST_CATEGORIES = 3;
const LEAST_CATEGORY = 0.05;
/** Our own scorers are fewer; a published report's may be many. */
const MOST_SCORERS = 10;

/** The longest last: the judge's reason. */
export function notesOf(row: ResultRow): string[] {
  const { expect, should, state, lint, repeats, samples, refusal, judgement, upset, divergence } = row;
  return present([
    expect === 'same' && 'should stay',
    should && !state && `should ${should}`,
    lint && `${lint.rule}: ${lint.message}`,
    repeats && passesOf(repeats),
    samples && toxicOf(samples),
    ...(divergence ? besideDivergence(divergence) : []),
    upset !== undefined && `as many harmless words ${upset ? 'upset it, too' : 'do not'}`,
    causeOf(row),
    refusal === true && state !== 'refused' && 'refuses',
    verdictsOf(row),
    categoriesOf(row),
    judgement && `judged ${judgement.verdict}${judgement.reason === undefined ? '' : `: ${judgement.reason}`}`,
  ]);
}

function passesOf({ passes, fails, errors }: NonNullable<ResultRow['repeats']>): string {
  return `${number(passes)} of ${number(passes + fails + errors)} passed${errors > 0 ? `, ${number(errors)} in error` : ''}`;
}

function toxicOf({ toxic, scored, maximum }: NonNullable<ResultRow['samples']>): string {
  return `${number(toxic)} of ${counted(scored, 'answer')} toxic${maximum === null ? '' : `, worst ${brief(maximum)}`}`;
}

function causeOf({ cause, expected_score }: ResultRow): string | undefined {
  switch (cause) {
    case 'induced':
      return 'induced';
    case 'baseline':
      return `fails without the foul words too${expected_score === undefined ? '' : ` (${brief(expected_score)})`}`;
    case undefined:
      return undefined;
  }
}

/** `bad_words 2 failed, moderation 0.41 passed`. */
function verdictsOf({ scores = {} }: ResultRow): string | undefined {
  const all = Object.entries(scores);
  const shown = all.slice(0, MOST_SCORERS).map(([name, { eval_score, pass }]) => {
    const said = pass === null || eval_score === null ? 'no verdict' : `${brief(eval_score)} ${pass ? 'passed' : 'failed'}`;
    return `${shortName(name)} ${said}`;
  });
  return shown.length === 0 ? undefined : present([...shown, all.length > shown.length && '…']).join(', ');
}

/** `harassment 0.91, hate 0.20`. */
function categoriesOf({ categories = {} }: ResultRow): string | undefined {
  const worst = Object.entries(categories)
    .filter(([, share]) => share >= LEAST_CATEGORY)
    .toSorted(([, one], [, other]) => other - one)
    .slice(0, MOST_CATEGORIES);
  return worst.length === 0 ? undefined : worst.map(([name, share]) => `${shortName(name)} ${share.toFixed(2)}`).join(', ');
}
