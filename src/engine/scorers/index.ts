import { badWords } from './bad_words.ts';
import { choice } from './choice.ts';
import { embedding } from './embedding.ts';
import { expectedScorer } from './expected.ts';
import { jsdAbove, jsdAtMost } from './jsd.ts';
import { judge } from './judge.ts';
import { loss } from './loss.ts';
import { refusalScorer } from './refusal.ts';
import { rulesJudge } from './rules_judge.ts';
import type { Scorer } from './scorer.ts';
import { toxicityJudge, wholeJudge } from './toxicity_judge.ts';

type Scorers = readonly [Scorer, ...Scorer[]];

/** Lists scorers with and without keys of their own under one type. */
function listOf(...scorers: [Scorer<never>, ...Scorer<never>[]]): Scorers {
  return scorers as unknown as Scorers;
}

/** The scorers of each kind of test, the default first. A new scorer is a file and a name here. */
export const CHANGE_SCORERS = listOf(embedding, loss, choice, judge);
/** Scorers for any edit; the judge's rubric is about a "not". */
export const EDIT_SCORERS = listOf(embedding, loss, choice);
export const TOXICITY_SCORERS = listOf(badWords, wholeJudge, toxicityJudge);
export const REFUSAL_SCORERS = listOf(refusalScorer);
export const EXPECTED_SCORERS = listOf(expectedScorer);
export const RULES_SCORERS = listOf(rulesJudge);
export const DIVERGENCE_SCORERS = { above: listOf(jsdAbove), atMost: listOf(jsdAtMost) };
export const SCORERS: readonly Scorer[] = [
  ...CHANGE_SCORERS,
  ...TOXICITY_SCORERS,
  ...REFUSAL_SCORERS,
  ...EXPECTED_SCORERS,
  ...RULES_SCORERS,
  ...DIVERGENCE_SCORERS.above,
  ...DIVERGENCE_SCORERS.atMost,
];

export function findScorer(name: string, among: readonly Scorer[] = SCORERS): Scorer | undefined {
  return among.find((scorer) => scorer.name === name);
}

/**
 * `scorer: auto` takes the first of these that the test lists and that fits the samples, with a
 * judge if it needs one.
 */
export const AUTO = 'auto';
export const AUTO_ORDER: readonly string[] = [choice, judge, loss].map(({ name }) => name);
