import type { Part } from '../../engine/scorers/combined.js';
import { isWeaker, ruleAt } from '../../engine/scorers/rule.js';
import { differs, goes, type Weakens } from './weakens.js';

/** A scorer, and what the configuration says for it. */
export interface Candidate extends Part {
  /** What it is put together from, where it is several. */
  parts?: readonly Part[];
}

/** The scorers that may judge a test: the first that fits its samples does. More than one only for `scorer: auto`. */
type Candidates = readonly Candidate[];

/** Two of one name: other options, or a threshold that lets pass what failed. `of` names the scorer where there are several. */
function comparePart({ scorer, threshold, scorerOptions }: Part, now: Part, of: '' | ` of ${string}`): string[] {
  const weaker = isWeaker(ruleAt(scorer.rule, now.threshold), ruleAt(scorer.rule, threshold));
  return [
    ...(weaker ? goes(`the threshold${of}`).told(threshold, now.threshold) : []),
    ...differs(`the options${of || ' of the scorer'} are others`).told(scorerOptions, now.scorerOptions),
  ];
}

export const compareScorers: Weakens<Candidates> = {
  when: 'it is another, its options are, or its threshold lets something pass that failed',
  told: (old, now) => {
    // Of a test whose answers are read one by one there is none; from one way to the other, the method tells.
    if (old.length === 0 || now.length === 0) return [];
    const names = (candidates: Candidates) => candidates.map(({ scorer }) => scorer.name).join(' or ');
    if (names(now) !== names(old)) return [`the scorer is ${names(now)}, no longer ${names(old)}`];
    const partsOf = (candidates: Candidates) => candidates.flatMap(({ parts }) => parts ?? []);
    const found = old.flatMap((candidate, i) => comparePart(candidate, now[i]!, ''));
    const ofParts = partsOf(old).flatMap((each) => {
      const fresh = partsOf(now).find((candidate) => candidate.scorer.name === each.scorer.name);
      return fresh ? comparePart(each, fresh, ` of ${each.scorer.name}`) : [];
    });
    return [...found, ...ofParts];
  },
};
