import { incapable, WHO_SAYS_NEXT_TOKENS, type Distribution, type Model, type NextTokens } from '../model.js';
import { divergence, meanOf, type Bounds } from './jsd.js';
import { tokensOfPieces } from './pieces.js';

/** Two texts of which the next tokens are compared, and where. */
export type Probe =
  /** Behind the ends. */
  | { kind: 'texts'; original: string; test_case: string }
  /** Behind the end of a text, and of its pieces tokenized one by one. */
  | { kind: 'pieces'; original: string; pieces: readonly string[] }
  /** At each token of the last sentence, which both have. */
  | { kind: 'contexts'; original: string; test_case: string; last: string };

/** How far the two differ. */
export interface Divergence extends Bounds {
  /** Over so many tokens `low` and `high` are the mean. */
  positions: number;
  /** Of a text in pieces: whether they came to the very tokens of the whole. */
  same_tokens?: boolean;
}

export interface Measured {
  divergence: Divergence;
  /** What the model expects behind the original and the test case, or at the last place compared, for people. */
  shown: { original: string; test_case: string };
  /** So many tokens were listed, at the least. */
  listed: number;
}

/** Requests at the most, as long as lists are short enough for one reply. */
export function requestsFor(probe: Probe): number {
  if (probe.kind === 'texts') return 2;
  return probe.kind === 'pieces' ? 3 + 2 * probe.pieces.length : 5;
}

/** @throws whatever the model does; `no_distributions` where its hub has none. */
export async function measure(probe: Probe, { hub, nextTokens }: Model): Promise<Measured> {
  if (!nextTokens) {
    throw incapable('no_distributions', `The hub ${hub} does not say how likely each next token is.`, WHO_SAYS_NEXT_TOKENS);
  }
  if (probe.kind === 'texts') return compared(await nextTokens.behind([probe.original, probe.test_case]), {});
  if (probe.kind === 'contexts') return atLastSentence(probe, nextTokens);
  const whole = await nextTokens.tokenize(probe.original, true);
  const pieces = await tokensOfPieces(probe.pieces, nextTokens.tokenize);
  const same_tokens = JSON.stringify(whole) === JSON.stringify(pieces);
  return compared(await nextTokens.behind([whole, pieces]), { same_tokens });
}

/**
 * As BYOD counts them: at as many tokens from the end as a space and the last sentence come to, encoded alone with special tokens. A
 * tokenizer that puts a token or a space of its own first takes in so many of the tokens before.
 */
async function atLastSentence({ original, test_case, last }: Extract<Probe, { kind: 'contexts' }>, next: NextTokens): Promise<Measured> {
  const [count, whole, swapped] = await Promise.all([
    next.tokenize(` ${last}`, true).then(({ length }) => length),
    next.tokenize(original, true),
    next.tokenize(test_case, true),
  ]);
  // Nothing comes before the first token, so that nothing predicts it.
  const positions = Math.min(count, whole.length - 1, swapped.length - 1);
  if (count < 2 || positions < 1) {
    const message = 'The last sentence is a single token: there is nothing to compare. Leave the row out.';
    throw Object.assign(new Error(message), { kind: 'one_token' });
  }
  const [before, after] = await Promise.all([whole, swapped].map((tokens) => next.along(tokens, positions)));
  return compared([...before!, ...after!], {});
}

/** The first half of the distributions beside the second. */
function compared(all: readonly Distribution[], more: Pick<Divergence, 'same_tokens'>): Measured {
  const positions = all.length / 2;
  const pairs = all.slice(0, positions).map((one, i) => [one, all[positions + i]!] as const);
  return {
    divergence: { ...meanOf(pairs.map(([one, other]) => divergence(one, other))), positions, ...more },
    shown: { original: likeliest(all[positions - 1]!), test_case: likeliest(all.at(-1)!) },
    listed: all.reduce((least, { logprobs }) => Math.min(least, logprobs.size), Infinity),
  };
}

const SHOWN = 3;

/** `next token: 263 (31.0 %), 410 (12.1 %), 7 (9.9 %)` */
function likeliest({ logprobs }: Distribution): string {
  const first = [...logprobs].toSorted(([, a], [, b]) => b - a).slice(0, SHOWN);
  return `next token: ${first.map(([token, logprob]) => `${token} (${(100 * Math.exp(logprob)).toFixed(1)} %)`).join(', ')}`;
}
