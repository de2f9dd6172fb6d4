import type { NextTokens } from '../model.ts';

type Tokenize = NextTokens['tokenize'];

/**
 * Tokenizes each piece of a text by itself, and joins the tokens (as BYOD does for LLaMA).
 *
 * The first piece gets the special tokens of a text's start, further pieces get none. Some
 * tokenizers put a mark before every text (SentencePiece: a space). For these, a further piece is
 * tokenized behind a lead, and the tokens of the lead are removed again, so that no mark stands in
 * the middle.
 */
export async function tokensOfPieces(
  pieces: readonly string[],
  tokenize: Tokenize,
): Promise<number[]> {
  const [firstPiece, ...furtherPieces] = pieces;
  if (firstPiece === undefined) return [];
  const hasMark = furtherPieces.length > 0 && (await marksEveryText(tokenize));
  const tokenizeFurther = (piece: string) =>
    hasMark ? tokenizeBehindLead(piece, tokenize) : tokenize(piece, false);
  const further = furtherPieces.map(tokenizeFurther);
  return [await tokenize(firstPiece, true), ...(await Promise.all(further))].flat();
}

/** Adjacent characters. A vocabulary may have some of these pairs as one token, but not all. */
const CHARACTER_PAIRS = [
  ['=', 'a'],
  [';', 'Q'],
  ['7', 'x'],
  [')', '9'],
] as const;

/**
 * Returns true if the tokenizer puts a mark before every text: then no pair has the tokens of its
 * two characters.
 */
async function marksEveryText(tokenize: Tokenize): Promise<boolean> {
  for (const [a, b] of CHARACTER_PAIRS) {
    const [pairTokens, ...characterTokens] = await Promise.all(
      [a + b, a, b].map((text) => tokenize(text, false)),
    );
    if (JSON.stringify(pairTokens) === JSON.stringify(characterTokens.flat())) return false;
  }
  return true;
}

/** Texts that a piece is tokenized behind; BYOD uses the same. */
const LEADS = ['=', 'THE'] as const;

/**
 * Returns the tokens of a piece in the middle of a text. Takes the next lead if a lead merges with
 * the piece. If the last one merges too, removes as many tokens as that lead has alone.
 */
async function tokenizeBehindLead(piece: string, tokenize: Tokenize): Promise<readonly number[]> {
  let pieceTokens: readonly number[] = [];
  for (const lead of LEADS) {
    const [leadTokens, bothTokens] = await Promise.all([
      tokenize(lead, false),
      tokenize(lead + piece, false),
    ]);
    pieceTokens = bothTokens.slice(leadTokens.length);
    const isLeadKept = leadTokens.every((token, i) => token === bothTokens[i]);
    if (isLeadKept) break;
  }
  return pieceTokens;
}
