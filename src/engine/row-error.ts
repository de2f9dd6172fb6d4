import { atPlace, ModelError, type ModelErrorKind } from '../shared/errors.ts';

/** The kinds of row errors. `report/causes.json` has a summary for each. */
export type RowErrorKind =
  | ModelErrorKind
  | 'truncated' // the answer ends at the token limit
  | 'unreadable' // neither a rule nor the judge can read the answer
  | 'no_judge'
  | 'unreadable_judgement'
  | 'judge_not_calibrated'
  | 'embedding' // the embeddings of two answers cannot be compared
  | 'no_options' // the scorer `choice` got a row without options
  | 'bounded' // the server lists only the likeliest tokens
  | 'one_token' // the last sentence is too short to compare
  | 'defect';

/** Why a row has no score: `kind` for machines, message and remedy for people. */
export class RowError extends Error {
  readonly kind;
  /** The remedy; blank if the message has it, or if there is none. */
  readonly remedy;
  /** The same request may succeed if it is retried. */
  readonly isTransient;

  constructor(kind: RowErrorKind, message: string, { remedy = '', isTransient = false } = {}) {
    super(message);
    this.kind = kind;
    this.remedy = remedy;
    this.isTransient = isTransient;
  }
}

/** Converts any error to that of a row, so that a defect affects only the row that it occurs in. */
export function rowErrorOf(error: unknown) {
  if (error instanceof RowError) return error;
  if (!(error instanceof ModelError))
    return new RowError('defect', `The action has a defect. Report it: ${String(error)}`);
  const { kind, remedies: remedy, isTransient } = error;
  return new RowError(kind, atPlace(error), { remedy, isTransient });
}
