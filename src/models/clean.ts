import { scrubber } from '../secrets.js';

/** Makes hostile text fit for a message: one line, no control characters, no keys, at most `limit` characters. */
export type Clean = (text: string, limit?: number) => string;

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

/** @param secrets keys that must not be shown, in no usual encoding either. */
export function cleaner(secrets: readonly string[]): Clean {
  const scrub = scrubber(secrets);
  return (text, limit = LIMIT) => {
    // Cc: control, Cf: invisible and right-to-left signs, Zl and Zp: line separators, Cs: halves of a pair.
    const line = text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').replace(/[\p{Cf}\p{Cs}]/gu, '').replace(/ +/g, ' ').trim();
    // Before the cut: the half of a key is still half a key.
    const scrubbed = scrub(line).replace(WORDS, withoutHalfHidden);
    const characters = [...scrubbed];
    return characters.length > limit ? `${characters.slice(0, limit - 1).join('')}…` : scrubbed;
  };
}
