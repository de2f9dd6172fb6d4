import { scrubber } from '../../secrets.ts';

/**
 * Makes untrusted text safe for a message: one line, no control characters, no keys, at most 300
 * characters.
 */
export type Clean = (text: string) => string;

const LONGEST_SHOWN = 300;

/** OpenAI quotes a wrong key as `sk-abcde****wxyz`. Both ends are part of the key, too. */
const HIDDEN = '****';
const WORDS = /[^\s'"`]+/g;

function hideRestOfKey(word: string): string {
  const maskStart = word.lastIndexOf(HIDDEN);
  if (maskStart === -1) return word;
  const tail = word.slice(maskStart + HIDDEN.length);
  const ends = tail.search(/[.,;]/);
  return ends === -1 ? '***' : `***${tail.slice(ends)}`;
}

/** Truncate a text to this length first, in characters: far more than is shown. */
const MOST_READ = 20_000;
/** Characters per byte in the longest spelling of a key, `\u0000`, with a space behind each. */
const LONGEST_SPELLING = 12;

/** @param secrets keys to remove, in every usual encoding. */
export function cleaner(secrets: readonly string[]): Clean {
  const scrub = scrubber(secrets);
  const longest =
    LONGEST_SPELLING * Math.max(0, ...secrets.map((secret) => Buffer.byteLength(secret)));
  return (text) => {
    const start = text.slice(0, MOST_READ);
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
      text.length > MOST_READ
        ? `${scrubbed.slice(0, Math.max(0, scrubbed.length - longest))}…`
        : scrubbed;
    const characters = [...safe];
    return characters.length > LONGEST_SHOWN
      ? `${characters.slice(0, LONGEST_SHOWN - 1).join('')}…`
      : safe;
  };
}
