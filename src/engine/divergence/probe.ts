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
import { tokensOfPieces } from './piece-tokens.js';

export type Probe =
  /** Compares the token after the one text with the token after the other. */
  | { kind: 'texts'; original: string; test_case: string }
  /** Compares the token after a text with the token after its pieces, tokenized one by one. */
  | { kind: 'pieces'; original: string; pieces: readonly string[] }
  /** Compares the texts at each token of the last sentence, which both have. */
  | { kind: 'contexts'; original: string; test_case: string; last: string };

export interface Divergence extends Bounds {
  positions: number;
  /** For a text in pieces: true if they have the tokens of the whole text. */
  same_tokens?: boolean;
}

export interface Measured {
  divergence: Divergence;
  /** The tokens that the model expects at the last compared position of each text, in words. */
  shown: { original: string; test_case: string };
  /** The fewest tokens that a distribution lists. */
  listed: number;
}

export function requestsFor(probe: Probe): number {
  if (probe.kind === 'texts') return 2;
  return probe.kind === 'pieces' ? 3 + 2 * probe.pieces.length : 5;
}

/** @throws the model's own errors, and `no_distributions` if its hub returns none */
export async function measure(probe: Probe, { hub, nextTokens }: Model): Promise<Measured> {
  if (!nextTokens) {
    throw incapable(
      'no_distributions',
      `The hub ${hub} does not say how likely each next token is.`,
      WHO_SAYS_NEXT_TOKENS,
    );
  }
  if (probe.kind === 'texts')
    return compareHalves(await nextTokens.behind([probe.original, probe.test_case]));
  if (probe.kind === 'contexts') return measureLastSentence(probe, nextTokens);
  return measurePieces(probe, nextTokens);
}

async function measurePieces(
  { original, pieces }: Extract<Probe, { kind: 'pieces' }>,
  { tokenize, behind }: NextTokens,
): Promise<Measured> {
  const ofWhole = await tokenize(original, true);
  const ofPieces = await tokensOfPieces(pieces, tokenize);
  const measured = compareHalves(await behind([ofWhole, ofPieces]));
  measured.divergence.same_tokens = JSON.stringify(ofWhole) === JSON.stringify(ofPieces);
  return measured;
}

/**
 * Compares as many tokens from the end as BYOD does: those of a space and the last sentence,
 * encoded with special tokens.
 */
async function measureLastSentence(
  { original, test_case, last }: Extract<Probe, { kind: 'contexts' }>,
  next: NextTokens,
): Promise<Measured> {
  const [count, whole, swapped] = await Promise.all([
    next.tokenize(` ${last}`, true).then(({ length }) => length),
    next.tokenize(original, true),
    next.tokenize(test_case, true),
  ]);
  // No token comes before the first one, so the model does not predict it.
  const positions = Math.min(count, whole.length - 1, swapped.length - 1);
  if (count < 2 || positions < 1) {
    const message =
      'The last sentence is a single token: there is nothing to compare. Leave the row out.';
    throw Object.assign(new Error(message), { kind: 'one_token' });
  }
  const beginnings = (tokens: readonly number[]) =>
    range(positions, tokens.length - positions).map((end) => tokens.slice(0, end));
  const distributions = await Promise.all(
    [whole, swapped].map((tokens) => next.behind(beginnings(tokens))),
  );
  return compareHalves(distributions.flat());
}

/** Compares the distributions of the original, the first half, with those of the test case. */
function compareHalves(all: readonly Distribution[]): Measured {
  const positions = all.length / 2;
  const pairs = zip(all.slice(0, positions), all.slice(positions));
  const bounds = pairs.map(([original, testCase]) => divergence(original, testCase));
  return {
    divergence: { ...meanOf(bounds), positions },
    shown: {
      original: likeliest(itemAt(all, positions - 1)),
      test_case: likeliest(itemAt(all, all.length - 1)),
    },
    listed: all.reduce((least, { logprobs }) => Math.min(least, logprobs.size), Infinity),
  };
}

/** Number of tokens that a report shows. */
const SHOWN = 3;

/** `next token: 263 (31.0 %), 410 (12.1 %), 7 (9.9 %)` */
function likeliest({ logprobs }: Distribution): string {
  const first = [...logprobs].toSorted(([, a], [, b]) => b - a).slice(0, SHOWN);
  const shown = first.map(([token, logprob]) => {
    const percent = (100 * Math.exp(logprob)).toFixed(1);
    return `${token} (${percent} %)`;
  });
  return `next token: ${shown.join(', ')}`;
}

export type Figure = 'median' | 'mean';

/** Returns an empty object for a test without a figure of divergence. */
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
  const average = figure === 'median' ? median : mean;
  const [low, high] = [known.map((row) => row.low), known.map((row) => row.high)];
  if (known.some((row) => row.low !== row.high))
    return { value: null, standard_error: null, low: average(low), high: average(high) };
  const center = mean(low);
  const variance = mean(low.map((value) => (value - center) ** 2));
  return { value: average(low), standard_error: Math.sqrt(variance / low.length) };
}
