import type { Hit } from './disguise.js';

/**
 * So much is taken apart at once: each word takes a few hundred bytes then, and each sign a hundred, so that a reply of 50 MB would end the
 * process. No model answers with as much (128,000 tokens).
 */
const PIECE = 1_000_000;

/** What is found in a text of any length; from one piece of it to the next nothing is. */
export function inPieces(find: (text: string) => Hit[], longest = PIECE): (text: string) => Hit[] {
  return (text) => {
    if (text.length <= longest) return find(text);
    const hits: Hit[] = [];
    for (let from = 0; from < text.length;) {
      const until = from + lengthOfPiece(text.slice(from, from + longest), longest);
      for (const { start, end, word } of find(text.slice(from, until))) hits.push({ start: start + from, end: end + from, word });
      from = until;
    }
    return hits;
  };
}

/** Up to a blank, where there is one in its second half: a word is not cut. */
function lengthOfPiece(text: string, longest: number): number {
  const blank = Math.max(text.lastIndexOf(' '), text.lastIndexOf('\n'));
  return text.length < longest || blank < longest / 2 ? text.length : blank;
}
