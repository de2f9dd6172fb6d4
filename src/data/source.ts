import type { FillColumns, RowReads, Sample } from '../engine/sample.ts';
import type { IsTracked } from '../path-safety.ts';

export interface DataOptions {
  /** A path, a glob, `builtin:NAME` or `hf:OWNER/NAME[:config][:split]`. */
  source: string;
  /** Default: `text` or `question`, and `options`. */
  columns?: Columns;
  /**
   * Maximum number of samples, at least 1. They are drawn by seed and content (from the Hub: by row
   * number), and keep the order of the source.
   */
  limit?: number;
  seed: number;
  /** Default: `negated_answer`. */
  reads?: RowReads;
  /** Absolute folder that paths, globs and the names of sources start from. */
  root: string;
  /** Absolute folder that must hold every data file, with links resolved. Default: anywhere. */
  confinedTo?: string;
  /** With `confinedTo`: untracked files are not read. */
  isTracked?: IsTracked;
  /** Place of the source in the configuration, for errors: `.github/sensitivity.yml:7:11`. */
  place?: string;
  /** Places of the columns that the configuration names, by role. */
  columnPlaces?: Readonly<Record<string, string>>;
  /** Hugging Face token. It is sent to `datasetsServer` and nowhere else. */
  token?: string;
  /**
   * Base URL of the datasets server, trusted: it receives the token. Default: Hugging Face's own.
   */
  datasetsServer?: string;
  fetch?: typeof fetch;
  /** Waits before a retry. */
  pause?: (milliseconds: number) => Promise<unknown>;
}

/** A value that every row has, in place of a column. */
export interface Constant {
  value: string | boolean;
}

/** A column of positions, counted from `first`. */
interface PositionColumn {
  column: string;
  first?: 0 | 1;
}

/**
 * Names of columns; a dotted path leads to a nested field. `null` reads no key, even if a row has a
 * column of that name.
 */
export interface Columns {
  text?: string;
  /** A list names the columns of the options, or holds the same options for every row. */
  options?: string | readonly string[];
  /** True if the unchanged text is true. */
  truth?: string | Constant | null;
  /** The options that are right for the unchanged text. */
  answer?: string | null;
  /** The positions of those options, in place of `answer`. */
  answer_index?: string | PositionColumn;
  /** The options that are right once the text is negated. */
  negated_answer?: string | null;
  /** `change` or `same`: whether the answer should change. */
  expect?: string | Constant;
  /** `answer` or `refuse`: what the answer should do; `decline` in a row without an answer. */
  should?: string | Constant;
  /** The name of the row in reports, beside its place. */
  id?: string | null;
  /** Columns that fill placeholders of the prompts. */
  fill?: FillColumns;
  /**
   * Columns of a contrast set. `text` and the first two may be templates over several columns:
   * `{premise}\n{hypothesis}`.
   */
  perturbed?: string;
  placebo?: string;
  /** The right answer to the perturbed text. */
  perturbed_answer?: string | null;
}

export interface LoadedSamples {
  samples: Sample[];
  /** Rows of the source before the limit. */
  total: number;
  /** Rows without options that have a right answer in words, which the test does not read. */
  unreadAnswers: number;
  /** Places of rows that are left out because their text is blank. */
  blank: string[];
  understood: string;
  notices: string[];
}

export interface DataFile {
  /** Absolute. */
  path: string;
  /** Path relative to the root, with forward slashes, in one line. */
  name: string;
}

/** A row before its columns are read; a bare string is the text itself. */
export interface RawRow {
  value: Record<string, unknown> | string;
  /** Names the row in reports, unique in its source: `evals/q.jsonl:3`, `evals/q.json#3`. */
  source: string;
  /** Place of a faulty row, if it differs from the source: `evals/q.json:14`. */
  findPlace?: () => string;
  /** True for a row of CSV or TSV: each cell is a text, which may hold a list. */
  delimited?: true;
  /** The separator in words, if the file's ending does not tell it. */
  layout?: string;
  /** Columns that a server cut short. */
  truncated?: string[];
}
