// A row of data, its right answer, and the case that a test makes of it.

import type { GateError } from '../shared/errors.ts';
import { parseOptions, type AnswerOption, labelsOf } from '../language/options.ts';

/** The right answer: the labels of all right options, a truth, or acceptable answers in words. */
export type AnswerKey = { labels: string[] } | { truth: boolean } | { words: string[] };

/** A row of data. A test reads the columns that it needs. */
export interface Row {
  /** The place of the row: `evals/questions.jsonl:3`. */
  source: string;
  /** The row's id in its data, for reports only. */
  id?: string;
  text: string;
  /** The spans of passages in the text. No test edits them. */
  context?: readonly (readonly [start: number, end: number])[];
  /** The options as the model sees them, one per line: `A. fruit\nB. liquid`. */
  options?: string;
  key?: AnswerKey;
  /** The right answer once the text is negated. */
  negatedKey?: AnswerKey;
  /** The second text of a contrast set, with its key. */
  perturbed?: { text: string; key?: AnswerKey; placebo?: string };
  /** `change` if the second text has another right answer. */
  expect?: 'change' | 'same';
  should?: 'answer' | 'refuse' | 'decline' | 'escalate';
  /** The row must hold: if it fails, so does any test with `holds`, whatever the rates are. */
  must?: true;
  /** Values that the row fills into prompts, by placeholder. No test edits them. */
  fill?: Record<string, string>;
  /** Why the options or the key cannot be read. Tests that need them report this. */
  keyProblem?: GateError;
}

/** A row as a test asks it: a text for each arm, and the key of each. */
export interface Case {
  row: Row;
  /**
   * The texts by arm, which is one of six. `asked` or `original` is the row's text, and `pressed`
   * or `perturbed` the changed text. A case whose `perturbed` equals its `original` is left out. If
   * the `placebo` equals the `original`, the question is asked a second time. `last` is a sentence
   * that the other texts precede. `suggest` proposes rows to mark by the key of `asked`.
   */
  arms: Record<string, string>;
  keys?: Record<string, AnswerKey>;
  options?: readonly AnswerOption[];
  /** The kind of pressure or provocation, or how many words are swapped. */
  kind?: string;
  /** Test `rules`: the rule that the request asks the bot to break. */
  asksAgainst?: string;
  /** The case must hold, since its row, the rule that it asks against, or all rows must. */
  must?: true;
  /** The rule that must hold although the row need not. Only this rule decides the case. */
  onlyRule?: string;
  /** The prompt leaves the options of the row out. */
  isWithoutOptions?: boolean;
}

export interface Unfit {
  row: Row;
  reason: string;
}

/** A case that only asks the text of its row. */
export function askedCase(row: Row) {
  return { row, arms: { asked: row.text } };
}

export function textOf({ arms }: Case, arm: string) {
  const text = arms[arm];
  if (text === undefined) throw new TypeError(`there is no arm ${arm}`);
  return text;
}

/** The options of a row; undefined if there are fewer than two, since one leaves no choice. */
export function parseRowOptions(row: Row) {
  const options = parseOptions(row.options);
  return options.length > 1 ? options : undefined;
}

/** The key of a row; undefined for labels without options to choose from. */
export function keyOfRow({ key }: Row, options: Case['options']) {
  return key && 'labels' in key && !options ? undefined : key;
}

/** The opposite of a key: every other option, or the other truth; undefined for words. */
export function oppositeOf(key: AnswerKey, options: Case['options'] = []) {
  if ('truth' in key) return { truth: !key.truth };
  if ('words' in key) return undefined;
  return { labels: labelsOf(options).filter((label) => !key.labels.includes(label)) };
}

/** The readings of a right answer. If the key has no words, a decline is right. */
export function rightWords(key: AnswerKey) {
  if ('labels' in key) return key.labels;
  if ('truth' in key) return [String(key.truth)];
  return [key.words.length > 0 ? 'agrees' : 'declines'];
}

/**
 * The stratum of a row: its `should`, its truth, or whether most of its options are right. A model
 * that only notices the "not" is right in just one stratum.
 */
export function stratumOf({ should, key, options }: Row) {
  if (should) return should;
  if (!key || 'words' in key) return 'no key';
  if ('truth' in key) return String(key.truth);
  return 2 * key.labels.length > parseOptions(options).length ? 'most right' : 'few right';
}
