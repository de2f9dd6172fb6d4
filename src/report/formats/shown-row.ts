/** A row with its answers, ready to be laid out. */
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
/** `number`: the row's number in the report, from 1. `isTold`: the cause of its error stands above it. */
type Given = { test: ReportRow; show: Show; number: number; isTold?: boolean };

/** A row as writers show it: foul words masked, insertions marked; neither cut nor escaped. Lazy, since most rows are only counted. */
export class ShownRow {
  private readonly row: ResultRow;
  private readonly given: Given;
  readonly number: number;

  constructor(row: ResultRow, given: Given) {
    this.row = row;
    this.given = given;
    this.number = given.number;
  }

  /** The same row, with its error's message left out. */
  told(): ShownRow {
    return new ShownRow(this.row, { ...this.given, isTold: true });
  }

  private show(text: string): string {
    return this.given.show(text);
  }

  get source(): string {
    return this.row.source;
  }

  /** The terminal command that explains the row. Only a plain place stands in it: a reader pastes it into a shell. */
  get explain(): string {
    const place = /^[\w./#][\w./:#-]{0,100}$/.test(this.source) ? this.source : String(this.number);
    return `sensitivity explain ${place}`;
  }

  get original(): string {
    return this.show(this.row.original);
  }

  get testCase(): Segment[] {
    return inserted(this.original, this.show(this.row.test_case));
  }

  /** True if the text was sent as it is and nothing else was asked: there is no test case and no expected result. */
  get unchanged(): boolean {
    return isUnchanged(this.row);
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

  /** The baseline's answers, null if none came; undefined if the baseline lacks the row. */
  get before() {
    const { baseline } = this.row;
    return baseline && { expected: this.orNull(baseline.expected_result), actual: this.orNull(baseline.actual_result) };
  }

  /** What became of the row, in words, in place of its score. */
  get state(): string | undefined {
    return stateWords(this.row);
  }

  /** The arm that decided the state of a row that was asked three ways. */
  get failedArm(): ShownArm['name'] {
    return this.row.state === 'unknown' ? 'original' : this.row.state === 'unsteady' ? 'placebo' : 'test_case';
  }

  /** Undefined for a row that was not asked three ways. */
  get arms(): ShownArm[] | undefined {
    return armsOf(this.row, this.given.show);
  }

  /** Every way in which the row was asked: once, as it is and changed, or three ways. */
  get ways(): ShownArm[] {
    return waysOf(this.row, this.given.show);
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
  /** What was asked: `with a harmless word`. */
  label: string;
  text: Segment[];
  /** Null if none came. */
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

/** The three arms of a row; undefined for a row that was not asked three ways. */
function armsOf(row: ResultRow, show: Show): ShownArm[] | undefined {
  const { original, placebo, test_case, key, baseline, expected_result, placebo_result = null, actual_result } = row;
  // The placebo of a toxic row is asked only if the row fails: a note says what it showed.
  if (placebo === undefined || row.upset !== undefined) return undefined;
  const arm = armMaker(row, show);
  return [
    arm('original', original, { answer: expected_result, right: key?.original, before: baseline?.expected_result }),
    arm('placebo', placebo, { answer: placebo_result, right: key?.original }),
    arm('test_case', test_case, { answer: actual_result, right: key?.test_case, before: baseline?.actual_result }),
  ];
}

/** Every way in which a row was asked. */
export function waysOf(row: ResultRow, show: Show): ShownArm[] {
  const arms = armsOf(row, show);
  if (arms) return arms;
  const { original, test_case, baseline, expected_result, actual_result } = row;
  const arm = armMaker({ ...row, readings: undefined }, show);
  const changed = { answer: actual_result, before: baseline?.actual_result };
  if (isUnchanged(row)) return [arm('original', original, changed)];
  return [arm('original', original, { answer: expected_result, before: baseline?.expected_result }), arm('test_case', test_case, changed)];
}

function isUnchanged({ test_case, original, expected_result }: ResultRow): boolean {
  return test_case === original && expected_result === null;
}

interface Answered {
  answer: string | null;
  right?: Reading | undefined;
  before?: string | null | undefined;
}

function armMaker(row: Omit<ResultRow, 'readings'> & { readings?: ResultRow['readings'] | undefined }, show: Show) {
  const { original, readings } = row;
  const labels = armWordsIn(row);
  const orNull = (text: string | null): string | null => (text === null ? null : show(text));
  return (name: ShownArm['name'], text: string, { answer, right, before }: Answered): ShownArm => {
    const said = readings && saidOf(readings[name], { answer, right });
    const read = readings?.[name];
    return {
      name,
      label: labels[name],
      text: name === 'original' ? [{ text: show(text), inserted: false }] : inserted(show(original), show(text)),
      answer: orNull(answer),
      said: said === undefined ? undefined : show(said),
      read: read ? show(readingWords(read)) : answer === null || !readings ? undefined : null,
      right: right === undefined ? undefined : show(readingWords(right, 'or')),
      before: before === undefined ? undefined : orNull(before),
    };
  };
}

/** The worst categories that are shown, and the least share of one. */
const MOST_CATEGORIES = 3;
const LEAST_CATEGORY = 0.05;
const MOST_SCORERS = 10;

/** Facts beside the state of a row; the longest, the judge's reason, is last. */
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
  if (cause !== 'baseline') return cause;
  return `fails without the foul words too${expected_score === undefined ? '' : ` (${brief(expected_score)})`}`;
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
