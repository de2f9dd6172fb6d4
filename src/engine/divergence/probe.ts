import { ModelError } from '../../errors.ts';
import { NEXT_TOKENS_REMEDY, type Distribution, type Model, type NextTokens } from '../model.ts';
import { itemAt, range, zip } from '../lists.ts';
import type { DivergenceFigure } from '../verdict/report-row.ts';
import { mean, median } from '../statistics/averages.ts';
import { divergence, meanOf, type Bounds } from './jsd.ts';
import { tokensOfPieces } from './piece-tokens.ts';

export type Probe =
  /** Compares the token after the one text with the token after the other. */
  | { kind: 'texts'; original: string; test_case: string }
  /** Compares the token after a text with the token after its pieces, tokenized one by one. */
  | { kind: 'pieces'; original: string; pieces: readonly string[] }
  /** Compares the texts at each token of the last sentence, which both have. */
  | { kind: 'contexts'; original: string; test_case: string; lastSentence: string };

export interface Divergence extends Bounds {
  positions: number;
  /** For a text in pieces: true if they have the tokens of the whole text. */
  same_tokens?: boolean;
}

export interface Measured {
  divergence: Divergence;
  /** The tokens that the model expects at the last compared position of each text, in words. */
  likeliestWords: { original: string; test_case: string };
  /** Number of tokens of the shortest distribution. */
  listedTokens: number;
}

/** The row itself cannot be measured, whatever the endpoint answers. */
interface Unmeasurable {
  kind: 'one_token';
  message: string;
}

export function requestsFor(probe: Probe): number {
  if (probe.kind === 'texts') return 2;
  return probe.kind === 'pieces' ? 3 + 2 * probe.pieces.length : 5;
}

/** @throws the model's own errors, and `no_distributions` if its hub returns none */
export async function measure(
  probe: Probe,
  { hub, nextTokens }: Model,
): Promise<Measured | Unmeasurable> {
  if (!nextTokens) {
    const message = `The hub ${hub} does not say how likely each next token is.`;
    const remedy = NEXT_TOKENS_REMEDY;
    throw new ModelError(message, { kind: 'no_distributions', fatal: true, remedy });
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
  const wholeTokens = await tokenize(original, true);
  const pieceTokens = await tokensOfPieces(pieces, tokenize);
  const measured = compareHalves(await behind([wholeTokens, pieceTokens]));
  const same_tokens = JSON.stringify(wholeTokens) === JSON.stringify(pieceTokens);
  return { ...measured, divergence: { ...measured.divergence, same_tokens } };
}

/**
 * Compares as many tokens from the end as BYOD does: those of a space and the last sentence,
 * encoded with special tokens.
 */
async function measureLastSentence(
  { original, test_case, lastSentence }: Extract<Probe, { kind: 'contexts' }>,
  nextTokens: NextTokens,
): Promise<Measured | Unmeasurable> {
  const [count, originalTokens, swappedTokens] = await Promise.all([
    nextTokens.tokenize(` ${lastSentence}`, true).then(({ length }) => length),
    nextTokens.tokenize(original, true),
    nextTokens.tokenize(test_case, true),
  ]);
  // No token comes before the first one, so the model does not predict it.
  const positions = Math.min(count, originalTokens.length - 1, swappedTokens.length - 1);
  if (count < 2 || positions < 1) {
    const message =
      'The last sentence is a single token: there is nothing to compare. Leave the row out.';
    return { kind: 'one_token', message };
  }
  const beginnings = (tokens: readonly number[]) =>
    range(positions, tokens.length - positions).map((end) => tokens.slice(0, end));
  const distributions = await Promise.all(
    [originalTokens, swappedTokens].map((tokens) => nextTokens.behind(beginnings(tokens))),
  );
  return compareHalves(distributions.flat());
}

/** Compares the distributions of the original, the first half, with those of the test case. */
function compareHalves(distributions: readonly Distribution[]): Measured {
  const positions = distributions.length / 2;
  const pairs = zip(distributions.slice(0, positions), distributions.slice(positions));
  const bounds = pairs.map(([original, testCase]) => divergence(original, testCase));
  return {
    divergence: { ...meanOf(bounds), positions },
    likeliestWords: {
      original: likeliest(itemAt(distributions, positions - 1)),
      test_case: likeliest(itemAt(distributions, distributions.length - 1)),
    },
    listedTokens: distributions.reduce(
      (least, { logprobs }) => Math.min(least, logprobs.size),
      Infinity,
    ),
  };
}

/** Number of tokens that a report shows. */
const SHOWN_TOKENS = 3;

/** `next token: 263 (31.0 %), 410 (12.1 %), 7 (9.9 %)` */
function likeliest({ logprobs }: Distribution): string {
  const likeliestTokens = [...logprobs].toSorted(([, a], [, b]) => b - a).slice(0, SHOWN_TOKENS);
  const tokenWords = likeliestTokens.map(([token, logprob]) => {
    const percent = (100 * Math.exp(logprob)).toFixed(1);
    return `${token} (${percent} %)`;
  });
  return `next token: ${tokenWords.join(', ')}`;
}

export type Figure = 'median' | 'mean';

/** Returns the median or the mean of the divergences of rows, with its standard error. */
export function summarizeDivergences(
  figure: Figure,
  rows: readonly { divergence?: Divergence }[],
): DivergenceFigure {
  const divergences = rows.flatMap((row) => row.divergence ?? []);
  const tokens = divergences.flatMap(({ same_tokens }) => same_tokens ?? []);
  const result: DivergenceFigure = {
    figure,
    rows: divergences.length,
    ...figuresOf(figure, divergences),
  };
  if (tokens.length > 0) result.unchanged = tokens.filter(Boolean).length / tokens.length;
  return result;
}

function figuresOf(
  figure: Figure,
  bounds: readonly Bounds[],
): Pick<DivergenceFigure, 'value' | 'standard_error' | 'low' | 'high'> {
  if (bounds.length === 0) return { value: null, standard_error: null };
  const average = figure === 'median' ? median : mean;
  const [low, high] = [bounds.map((row) => row.low), bounds.map((row) => row.high)];
  if (bounds.some((row) => row.low !== row.high))
    return { value: null, standard_error: null, low: average(low), high: average(high) };
  const center = mean(low);
  const variance = mean(low.map((value) => (value - center) ** 2));
  return { value: average(low), standard_error: Math.sqrt(variance / low.length) };
}
