// The parts of a report. All writers lay out the same list of blocks.

import type { OutsideText } from '../engine/results.ts';

/**
 * A sentence of ours: text between back-ticks is code, text between `**` is bold. Text from a
 * model, a data set, a file, a server or a pull request enters a sentence through `code`,
 * `codeLine` or `messageLine`. Our warnings and notices are sentences.
 *
 * The compiler refuses an `OutsideText` in a sentence: what a model or a row says. Another text
 * that bypasses these functions looks odd but does no harm: `html.ts` makes code of every word that
 * is not plain, and `text.ts` and `plain` remove what could control a terminal or the runner.
 */
export type Sentence = string;

export interface TableBlock {
  kind: 'table';
  head: readonly Sentence[];
  /** A cell may have several lines. */
  rows: readonly (readonly Sentence[])[];
  /** All columns except for the first hold figures. */
  isFigures?: boolean;
}

export type Block =
  | { kind: 'heading' | 'text'; text: Sentence }
  /** A link to the run follows the facts. */
  | { kind: 'facts'; text: Sentence; runUrl?: string }
  | TableBlock
  | { kind: 'section'; title: Sentence; blocks: readonly Block[] };

export function textBlock(text: Sentence): Block {
  return { kind: 'text', text };
}

/** A section, or nothing if it would be empty. */
export function sectionOf(title: Sentence, blocks: readonly Block[]): Block[] {
  return blocks.length === 0 ? [] : [{ kind: 'section', title, blocks }];
}

/** The pieces of a sentence. After an unpaired back-tick, the rest is code. */
export function piecesOf(sentence: Sentence) {
  const pieces = [];
  let isBold = false;
  for (const [text, inCode, mark] of sentence.matchAll(/`([^`]*)`?|(\*\*)|[^`*]+|\*/g)) {
    if (mark) isBold = !isBold;
    else pieces.push({ text: inCode ?? text, isCode: inCode !== undefined, isBold });
  }
  return pieces;
}

// Text from outside must enter a sentence through the functions below.

const MAX_LENGTH = 2_000;

/**
 * Characters that are invisible, or that reorder other text: control characters, lone surrogates,
 * unusual line ends, zero-width characters, bidirectional marks, the tags block, and those that XML
 * forbids. U+FE0E and U+FE0F are kept after an emoji, and joiners between two emojis or between
 * letters of a script that needs them.
 */
const INVISIBLE =
  /(?![\n\t]|(?<=\p{Extended_Pictographic})[\uFE0E\uFE0F]|(?<=[\d#*])\uFE0F(?=\u20E3)|(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}\uFE0F])\u200D(?=\p{Extended_Pictographic})|(?<=[\p{scx=Arab}\p{scx=Deva}\p{scx=Beng}\p{scx=Mlym}\p{scx=Sinh}\p{scx=Knda}])[\u200C\u200D](?=[\p{L}\p{M}]))[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\uFFF9-\uFFFB\uFFFE\uFFFF]/gu;

/** Spells out invisible characters as `\u{202E}`. CRLF becomes LF, and a tab four spaces. */
export function visible(text: string) {
  const lines = text.replaceAll('\r\n', '\n').replaceAll('\t', '    ');
  if (/^[\n\x20-\x7e]*$/.test(lines)) return lines;
  return lines.replace(
    INVISIBLE,
    (character) => `\\u{${character.codePointAt(0)?.toString(16).toUpperCase()}}`,
  );
}

/** Truncates to this many UTF-16 units, never within a pair, with a `…` at the end. */
export function cut(text: string, limit: number) {
  if (text.length <= limit) return text;
  return `${text.slice(0, Math.max(0, limit - 1)).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

/**
 * Truncates a sentence after a word, or within a long one. Truncated code stays code, and ends with
 * the sentence.
 */
export function cutWords(sentence: Sentence, limit: number) {
  if (sentence.length <= limit) return sentence;
  const end = sentence.lastIndexOf(' ', limit - 2) + 1;
  return end > limit / 2 ? `${sentence.slice(0, end)}…` : cut(sentence, limit);
}

/** Breaks workflow commands: `::command::` at the start of a line, and `##[command]` anywhere. */
export function disarm(text: string) {
  return text.replaceAll('##[', '## [').replace(/^([^\S\n\r\u2028\u2029]*):(?=:)/gm, '$1: ');
}

/**
 * Turns text from outside into code, line by line. Invisible characters are spelled out, and
 * nothing in the result is a mention, a link, a fence, a workflow command or a terminal sequence.
 *
 * @param limit - maximum number of characters
 */
export function code(text: OutsideText, limit = MAX_LENGTH) {
  const shown = cut(visible(cut(String(text), limit)), limit).replaceAll('`', 'ˋ');
  return disarm(shown).replace(/.+/g, '`$&`');
}

/**
 * An error message as code on one line, without back-ticks and without its full stop. Truncates it
 * to 400 characters.
 */
export function messageLine(message: string) {
  return codeLine(message.replace(/`|\\u0060|\.$/g, ''), 400);
}

/** Text from outside as code on one line, for a name or a message. */
export function codeLine(text: OutsideText, limit = 100) {
  // The text may be megabytes long, and `limit` words always fill the limit.
  return code(String(text).trim().split(/\s+/, limit).join(' '), limit);
}

/**
 * A sentence without markup, and without characters that could control a terminal or the runner.
 */
export function plain(sentence: Sentence) {
  const texts = piecesOf(sentence).map(({ text }) => text);
  // Quoted values escape back-ticks, which would end the code.
  return disarm(visible(texts.join('').replaceAll('\\u0060', '`')));
}
