import { scrubber } from '../secrets.js';

/** Makes hostile text fit for a message: one line, no control characters, no keys, at most 300 characters. */
export type Clean = (text: string) => string;

const LIMIT = 300;

/** As OpenAI quotes a wrong key, `sk-abcde****wxyz`: both ends of a key are still part of it. */
const HIDDEN = '****';
const WORDS = /[^\s'"`]+/g;

function withoutHalfHidden(word: string): string {
  const at = word.lastIndexOf(HIDDEN);
  if (at === -1) return word;
  const after = word.slice(at + HIDDEN.length);
  const ends = after.search(/[.,;]/);
  return ends === -1 ? '***' : `***${after.slice(ends)}`;
}

/** Of a longer text nobody reads the rest: far above what is shown, so that the cut falls where nothing is shown. */
const MOST_READ = 20_000;
/** A key in its longest spelling, `\u0000` for each byte. */
const LONGEST_SPELLING = 6;

/** @param secrets keys that must not be shown, in no usual encoding either. */
export function cleaner(secrets: readonly string[]): Clean {
  const scrub = scrubber(secrets);
  const longest = LONGEST_SPELLING * Math.max(0, ...secrets.map((secret) => Buffer.byteLength(secret)));
  return (text) => {
    const read = text.slice(0, MOST_READ);
    // Cc: control, Cf: invisible and right-to-left signs, Zl and Zp: line separators, Cs: halves of a pair.
    const line = read
      .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
      .replace(/[\p{Cf}\p{Cs}]/gu, '')
      .replace(/ +/g, ' ')
      .trim();
    // Before the cut: the half of a key is still half a key.
    const scrubbed = scrub(line).replace(WORDS, withoutHalfHidden);
    // Where most of the text was white space its end is shown, and half a key may stand there.
    const safe = text.length > MOST_READ ? `${scrubbed.slice(0, Math.max(0, scrubbed.length - longest))}…` : scrubbed;
    const characters = [...safe];
    return characters.length > LIMIT ? `${characters.slice(0, LIMIT - 1).join('')}…` : safe;
  };
}
