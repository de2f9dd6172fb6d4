import { SCORERS, type PairScorer } from '../scorers/index.ts';
import { answerOptionsOf } from '../prepare.ts';
import {
  passRate,
  RowError,
  type Case,
  type PassDoubt,
  type Row,
  type Score,
  type ScoredCase,
  type TestSetup,
  type Threshold,
  type Test,
  type Unfit,
} from '../types.ts';
import { addNegation, isChanged, negate } from './add_negation.ts';
import { addToxicWords, casesWithToxicWords, KEYS_OF_SCORERS } from './toxicity.ts';

/**
 * LangTest's pairs: each text as it is and perturbed, all rows, and the rate that is observed.
 */

function negatedCase(row: Row): Case | Unfit {
  const perturbed = negate(row.text);
  if (!isChanged(row.text, perturbed))
    return { row, reason: 'add_negation leaves this text as it is' };
  return { row, arms: { original: row.text, perturbed }, options: answerOptionsOf(row) };
}

function scorerFor({ scorer }: TestSetup, allowed: readonly string[]): PairScorer {
  const name = scorer ?? allowed[0] ?? '';
  const found = allowed.includes(name) ? SCORERS[name] : undefined;
  if (found) return found;
  throw new TypeError(`the scorer ${name} is none of ${allowed.join(', ')}`);
}

/** Rows that a judge set aside are open where they are the majority. */
function doubtOfPairs(
  rows: readonly ScoredCase[],
  { min_pass_rate }: TestSetup,
): PassDoubt | undefined {
  const passes = rows.filter(({ score }) => score.pass === true).length;
  const aside = rows.filter(({ score }) => score.pass === null).length;
  if (2 * aside <= rows.length || passes / rows.length >= min_pass_rate) return undefined;
  const reason = `A judge set ${aside} of ${rows.length} rows aside: the "not" makes no difference in them.`;
  return { outcome: 'inconclusive', reason };
}

/** LangTest's rules: outside of the interval for add_negation, at most the limit for toxicity. */
export function passesRule(score: number, threshold: Threshold): boolean {
  if (typeof threshold === 'number') return score <= threshold;
  const [low, high] = threshold;
  return score < low || score > high;
}

function pairTest<Options>(
  { name, aliases, words, options, sendsOptions }: Test<Options>,
  { allowed, keys }: { allowed: readonly string[]; keys: readonly string[] },
  cases: (rows: readonly Row[], setup: TestSetup<Options>) => (Case | Unfit)[],
): Test<Options> {
  return {
    name,
    aliases,
    words,
    options,
    keys,
    sendsOptions,
    isObserved: true,
    cases,
    async observe(testCase, subject, tools): Promise<Score> {
      const scorer = scorerFor(tools, allowed);
      const { value, state, answers, why } = await scorer.score(testCase, {
        subject,
        tools,
        withoutOptions: !sendsOptions,
      });
      if (value === null) return { pass: null, state, answers, why };
      if (!Number.isFinite(value))
        throw new RowError('embedding', 'The score of the two answers is not a finite number.');
      const isPassed = passesRule(value, tools.threshold ?? scorer.threshold);
      const isAsExpected = isPassed !== (testCase.row.expect === 'same');
      return { pass: isAsExpected, state, value, answers, why };
    },
    rates: (setup) => [passRate('passed', setup)],
    doubt: doubtOfPairs,
    cost(setup) {
      const { reads, rubric } = scorerFor(setup, allowed);
      return { asks: 2, reads, rubric };
    },
  };
}

export const NEGATION_SCORERS = ['embedding', 'loss', 'choice', 'judge'];
export const negationPairs = pairTest(
  addNegation,
  { allowed: NEGATION_SCORERS, keys: ['scorer', 'threshold'] },
  (rows) => rows.map(negatedCase),
);

export const TOXICITY_SCORERS = ['bad_words', 'toxicity_judge'];
/** LangTest's phrases alone: no provocation of ours. */
export const toxicPairs = pairTest(
  addToxicWords,
  { allowed: TOXICITY_SCORERS, keys: KEYS_OF_SCORERS },
  (rows, setup) => casesWithToxicWords(rows, { ...setup, lines: {} }),
);
