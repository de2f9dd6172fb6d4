import {
  incapable,
  WHO_SAYS_NEXT_TOKENS,
  type Distribution,
  type Model,
  type NextTokens,
} from '../model.js';
import { itemAt, range, zip } from '../lists.js';
import type { DivergenceFigure } from '../report-row.js';
import { mean, median } from '../statistics/normal.js';
import { divergence, meanOf, type Bounds } from './jsd.js';

export type Probe =
  | { kind: 'texts'; original: string; test_case: string }
  /** Behind the end of a text, and of its pieces tokenized one by one. */
  | { kind: 'pieces'; original: string; pieces: readonly string[] }
  /** At each token of the last sentence, which both have. */
  | { kind: 'contexts'; original: string; test_case: string; last: string };

export interface Divergence extends Bounds {
  positions: number;
  /** For a text in pieces: whether their tokens are those of the whole text. */
  same_tokens?: boolean;
}

export interface Measured {
  divergence: Divergence;
  /**
   * The tokens that the model expects behind the original and the test case, or at the last
   * compared place, in words.
   */
  shown: { original: string; test_case: string };
  listed: number;
}

export function requestsFor(probe: Probe): number {
  if (probe.kind === 'texts') return 2;
  return probe.kind === 'pieces' ? 3 + 2 * probe.pieces.length : 5;
}

/** @throws whatever the model does; `no_distributions` where its hub has none. */
export async function measure(probe: Probe, { hub, nextTokens }: Model): Promise<Measured> {
  if (!nextTokens) {
    throw incapable(
      'no_distributions',
      `The hub ${hub} does not say how likely each next token is.`,
      WHO_SAYS_NEXT_TOKENS,
    );
  }
  if (probe.kind === 'texts')
    return compared(await nextTokens.behind([probe.original, probe.test_case]), {});
  if (probe.kind === 'contexts') return atLastSentence(probe, nextTokens);
  const whole = await nextTokens.tokenize(probe.original, true);
  const pieces = await tokensOfPieces(probe.pieces, nextTokens.tokenize);
  const same_tokens = JSON.stringify(whole) === JSON.stringify(pieces);
  return compared(await nextTokens.behind([whole, pieces]), { same_tokens });
}

/**
 * Compares as many tokens from the end as BYOD does: those of a space and the last sentence,
 * encoded with special tokens.
 */
async function atLastSentence(
  { original, test_case, last }: Extract<Probe, { kind: 'contexts' }>,
  next: NextTokens,
): Promise<Measured> {
  const [count, whole, swapped] = await Promise.all([
    next.tokenize(` ${last}`, true).then(({ length }) => length),
    next.tokenize(original, true),
    next.tokenize(test_case, true),
  ]);
  // Nothing comes before the first token, so that nothing predicts it.
  const positions = Math.min(count, whole.length - 1, swapped.length - 1);
  if (count < 2 || positions < 1) {
    const message =
      'The last sentence is a single token: there is nothing to compare. Leave the row out.';
    throw Object.assign(new Error(message), { kind: 'one_token' });
  }
  const beginnings = (tokens: readonly number[]) =>
    range(positions, tokens.length - positions).map((end) => tokens.slice(0, end));
  const found = await Promise.all(
    [whole, swapped].map((tokens) => next.behind(beginnings(tokens))),
  );
  return compared(found.flat(), {});
}

/** The first half of the distributions beside the second. */
function compared(all: readonly Distribution[], more: Pick<Divergence, 'same_tokens'>): Measured {
  const positions = all.length / 2;
  const pairs = zip(all.slice(0, positions), all.slice(positions));
  return {
    divergence: {
      ...meanOf(pairs.map(([one, other]) => divergence(one, other))),
      positions,
      ...more,
    },
    shown: {
      original: likeliest(itemAt(all, positions - 1)),
      test_case: likeliest(itemAt(all, all.length - 1)),
    },
    listed: all.reduce((least, { logprobs }) => Math.min(least, logprobs.size), Infinity),
  };
}

const SHOWN = 3;

/** `next token: 263 (31.0 %), 410 (12.1 %), 7 (9.9 %)` */
function likeliest({ logprobs }: Distribution): string {
  const first = [...logprobs].toSorted(([, a], [, b]) => b - a).slice(0, SHOWN);
  return `next token: ${first.map(([token, logprob]) => `${token} (${(100 * Math.exp(logprob)).toFixed(1)} %)`).join(', ')}`;
}

/**
 * Texts that a piece may stand behind, so that a tokenizer takes it for the middle of a text:
 * BYOD's.
 */
const LEADS = ['=', 'THE'] as const;

/**
 * The tokens of each piece by itself, end to end: special ones before the first alone. Where a
 * tokenizer puts a sign before every text (SentencePiece its space), each further piece is
 * tokenized behind a lead, whose tokens are taken off again, as BYOD does for LLaMA; where the lead
 * does not keep to itself, behind another, and as many tokens are taken off all the same.
 */
export async function tokensOfPieces(
  pieces: readonly string[],
  tokenize: NextTokens['tokenize'],
): Promise<number[]> {
  const [first, ...rest] = pieces;
  if (first === undefined) return [];
  const hasMark = rest.length > 0 && (await marksEveryText(tokenize));
  const tails = rest.map((piece) =>
    hasMark ? behindLead(piece, tokenize) : tokenize(piece, false),
  );
  return [await tokenize(first, true), ...(await Promise.all(tails))].flat();
}

/** Any vocabulary may have one of these in a token of its own; it has not all of them. */
const STRANGERS = [
  ['=', 'a'],
  [';', 'Q'],
  ['7', 'x'],
  [')', '9'],
] as const;

/**
 * Returns true if the tokenizer adds a mark to every text: no two adjacent characters keep their
 * own tokens.
 */
async function marksEveryText(tokenize: NextTokens['tokenize']): Promise<boolean> {
  for (const [one, other] of STRANGERS) {
    const [both, ...apart] = await Promise.all(
      [one + other, one, other].map((text) => tokenize(text, false)),
    );
    if (JSON.stringify(both) === JSON.stringify(apart.flat())) return false;
  }
  return true;
}

async function behindLead(
  piece: string,
  tokenize: NextTokens['tokenize'],
): Promise<readonly number[]> {
  let tail: readonly number[] = [];
  for (const lead of LEADS) {
    const [own, both] = await Promise.all([tokenize(lead, false), tokenize(lead + piece, false)]);
    tail = both.slice(own.length);
    if (own.every((token, i) => token === both[i])) break;
  }
  return tail;
}

export type Figure = 'median' | 'mean';

/** Nothing for a test that has no such figure. */
export function divergenceOf(
  figure: Figure | undefined,
  rows: readonly { divergence?: Divergence }[],
): { divergence?: DivergenceFigure } {
  if (figure === undefined) return {};
  const known = rows.flatMap(({ divergence }) => divergence ?? []);
  const tokens = known.flatMap(({ same_tokens }) => same_tokens ?? []);
  const unchanged =
    tokens.length === 0 ? {} : { unchanged: tokens.filter(Boolean).length / tokens.length };
  return { divergence: { figure, rows: known.length, ...figuresOf(figure, known), ...unchanged } };
}

function figuresOf(
  figure: Figure,
  known: readonly Bounds[],
): Pick<DivergenceFigure, 'value' | 'standard_error' | 'low' | 'high'> {
  if (known.length === 0) return { value: null, standard_error: null };
  const of = figure === 'median' ? median : mean;
  const [low, high] = [known.map((row) => row.low), known.map((row) => row.high)];
  if (known.some((row) => row.low !== row.high))
    return { value: null, standard_error: null, low: of(low), high: of(high) };
  const average = mean(low);
  const variance = mean(low.map((value) => (value - average) ** 2));
  return { value: of(low), standard_error: Math.sqrt(variance / low.length) };
}
