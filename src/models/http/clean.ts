import { scrubber } from '../../secrets.ts';

/**
 * Makes untrusted text safe for a message: one line, no control characters, no keys, at most 300
 * characters.
 */
export type Clean = (text: string) => string;

const MAX_SHOWN_LENGTH = 300;

/** OpenAI quotes a wrong key as `sk-abcde****wxyz`. Both ends are part of the key, too. */
const KEY_MASK = '****';
const WORDS = /[^\s'"`]+/g;

function hideRestOfKey(word: string): string {
  const maskStart = word.lastIndexOf(KEY_MASK);
  if (maskStart === -1) return word;
  const tail = word.slice(maskStart + KEY_MASK.length);
  const ends = tail.search(/[.,;]/);
  return ends === -1 ? '***' : `***${tail.slice(ends)}`;
}

/** A text is truncated to this length before it is cleaned, in characters. */
const MAX_READ_LENGTH = 20_000;
/** Maximum number of characters that spell a byte of a key: `\u0000`, with spaces between them. */
const MAX_CHARACTERS_PER_BYTE = 12;

/** @param secrets keys to remove, in every usual encoding. */
export function cleaner(secrets: readonly string[]): Clean {
  const scrub = scrubber(secrets);
  const keyBytes = secrets.map((secret) => Buffer.byteLength(secret));
  const maxKeyLength = MAX_CHARACTERS_PER_BYTE * Math.max(0, ...keyBytes);
  return (text) => {
    const start = text.slice(0, MAX_READ_LENGTH);
    // Cc: control, Cf: invisible and right-to-left marks, Zl and Zp: line separators, Cs: lone
    // surrogates.
    const line = start
      .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
      .replace(/[\p{Cf}\p{Cs}]/gu, '')
      .replace(/ +/g, ' ')
      .trim();
    // Scrub before the cut, which could leave half a key.
    const scrubbed = scrub(line).replace(WORDS, hideRestOfKey);
    // If most of the text was white space, its end is shown and may hold half a key.
    const safe =
      text.length > MAX_READ_LENGTH
        ? `${scrubbed.slice(0, Math.max(0, scrubbed.length - maxKeyLength))}…`
        : scrubbed;
    const characters = [...safe];
    return characters.length > MAX_SHOWN_LENGTH
      ? `${characters.slice(0, MAX_SHOWN_LENGTH - 1).join('')}…`
      : safe;
  };
}
