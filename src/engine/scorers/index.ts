import { badWords, metricOfPair } from './bad_words.ts';
import { choice } from './choice.ts';
import { embedding } from './embedding.ts';
import { negationJudge } from './judge.ts';
import { loss } from './loss.ts';
import type { PairScorer } from './pair.ts';

export type { PairScorer } from './pair.ts';

/** The scorers of pairs. A new one is a file and a line here. */
export const SCORERS: Readonly<Record<string, PairScorer>> = {
  embedding,
  loss,
  choice,
  judge: negationJudge,
  bad_words: badWords,
  toxicity_judge: metricOfPair,
};
