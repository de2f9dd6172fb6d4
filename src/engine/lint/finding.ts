import type { NegatedRow } from './row.js';

/** Why a row is unfit for its test. */
export interface LintFinding {
  rule:
    | 'question'
    | 'two_insertions'
    | 'already_negated'
    | 'negative_polarity'
    | 'quoted_speech'
    | 'no_truth'
    | 'not_asked'
    // Of pairs that the data brings along.
    | 'only_marks'
    | 'placebo_is_edit'
    | 'no_pair';
  /** One sentence: why the row cannot tell whether the model read the "not", or the edit. */
  message: string;
}

/** One kind of unfit row: what it is called, how it is told, and what the user reads. */
export interface LintRule extends LintFinding {
  isUnfit: (row: NegatedRow) => boolean;
}
