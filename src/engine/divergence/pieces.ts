import type { NextTokens } from '../model.js';

/** Texts that a piece may stand behind, so that a tokenizer takes it for the middle of a text: BYOD's. */
const LEADS = ['=', 'THE'] as const;

/**
 * The tokens of each piece by itself, end to end: special ones before the first alone. Where a tokenizer puts a sign before every text
 * (SentencePiece its space), each further piece is tokenized behind a lead, whose tokens are taken off again, as BYOD does for LLaMA; where
 * the lead does not keep to itself, behind another, and as many tokens are taken off all the same.
 */
export async function tokensOfPieces(pieces: readonly string[], tokenize: NextTokens['tokenize']): Promise<number[]> {
  const [first, ...rest] = pieces;
  if (first === undefined) return [];
  const hasMark = rest.length > 0 && (await marksEveryText(tokenize));
  const tails = rest.map((piece) => (hasMark ? behindLead(piece, tokenize) : tokenize(piece, false)));
  return [await tokenize(first, true), ...(await Promise.all(tails))].flat();
}

/** Any vocabulary may have one of these in a token of its own; it has not all of them. */
const STRANGERS = [
  ['=', 'a'],
  [';', 'Q'],
  ['7', 'x'],
  [')', '9'],
] as const;

/** Whether no two signs are, side by side, what they are by themselves. */
async function marksEveryText(tokenize: NextTokens['tokenize']): Promise<boolean> {
  for (const [one, other] of STRANGERS) {
    const [both, first, second] = await Promise.all([one + other, one, other].map((text) => tokenize(text, false)));
    if (JSON.stringify(both) === JSON.stringify([...first!, ...second!])) return false;
  }
  return true;
}

async function behindLead(piece: string, tokenize: NextTokens['tokenize']): Promise<readonly number[]> {
  let tail: readonly number[] = [];
  for (const lead of LEADS) {
    const [own, both] = await Promise.all([tokenize(lead, false), tokenize(lead + piece, false)]);
    tail = both.slice(own.length);
    if (own.every((token, i) => token === both[i])) break;
  }
  return tail;
}
