import { badWords } from './bad_words.js';
import { choice } from './choice.js';
import { embedding } from './embedding.js';
import { jsdAbove, jsdAtMost } from './jsd.js';
import { judge } from './judge.js';
import { loss } from './loss.js';
import { refusalScorer } from './refusal.js';
import type { Scorer } from './scorer.js';
import { toxicityJudge, wholeJudge } from './toxicity_judge.js';

type Scorers = readonly [Scorer, ...Scorer[]];

/**
 * All scorers by the kind of test, the default first. To add one: a file beside this one, and its
 * name here.
 */
export const CHANGE_SCORERS = [embedding, loss, choice, judge] as unknown as Scorers;
/** Scorers for any edit; the judge's rubric is about a "not". */
export const EDIT_SCORERS = [embedding, loss, choice] as unknown as Scorers;
/** Scorers that read answers one by one and never compare two. */
export const ANSWER_SCORERS = [choice] as unknown as Scorers;
export const TOXICITY_SCORERS = [badWords, wholeJudge, toxicityJudge] as unknown as Scorers;
export const REFUSAL_SCORERS = [refusalScorer] as unknown as Scorers;
export const DIVERGENCE_SCORERS = { above: [jsdAbove], atMost: [jsdAtMost] } as unknown as Record<
  'above' | 'atMost',
  Scorers
>;
export const SCORERS: readonly Scorer[] = [
  ...CHANGE_SCORERS,
  ...TOXICITY_SCORERS,
  ...REFUSAL_SCORERS,
  ...DIVERGENCE_SCORERS.above,
  ...DIVERGENCE_SCORERS.atMost,
];

export function findScorer(name: string, among: readonly Scorer[] = SCORERS): Scorer | undefined {
  return among.find((scorer) => scorer.name === name);
}

/**
 * `scorer: auto` takes the first of these that a test knows, that there is a judge for, and that
 * fits its samples.
 */
export const AUTO = 'auto';
export const AUTO_ORDER: readonly string[] = [choice, judge, loss].map(({ name }) => name);
