/** Sentences on answers that a run takes from an earlier run. Plain text: writers escape it. */
import type { Results, ReusedRun } from '../../engine/results.ts';
import { quotedName } from '../../json.ts';
import { quantity, formatNumber } from './words.ts';

type ReuseFields = Pick<Results, 'reused' | 'base_rules' | 'usage'>;

/**
 * `Nothing that the gate asks about has changed since run 123, 2 h ago: its verdict stands.`
 * Undefined for a run that uses no earlier one. @param base name of the base branch
 */
export function reusedSentence(
  { reused, base_rules, usage }: ReuseFields,
  base?: string,
): string | undefined {
  const baseRun = base_rules && !('error' in base_rules) ? base_rules : undefined;
  if (baseRun === undefined) return reused && reusedWords(reused);
  // The requests of both runs are counted together.
  if (reused && usage.requests === 0) return reusedWords(reused);
  const rules = base === undefined ? "the base's rules" : `the rules of ${quotedName(base)}`;
  const { answers = 0, requests = baseRun.usage.requests } = baseRun.reused ?? {};
  const baseSentence = `By ${rules}: ${countsOf({ answers, requests })}.`;
  if (reused === undefined) return answers === 0 ? undefined : baseSentence;
  return `${reusedWords(reused)} ${baseSentence}`;
}

/** Returns the sentence on one earlier run, by one set of rules. */
function reusedWords(reused: ReusedRun): string {
  const { answers, requests, differs } = reused;
  const run = runOf(reused);
  if (differs !== undefined) {
    const differenceClause = DIFFERENCE_WORDS[differs] ?? 'The configuration differs';
    return `${differenceClause} since ${run}: head and base were asked again (${quantity(requests, 'request')}).`;
  }
  if (requests === 0)
    return `Nothing that the gate asks about has changed since ${run}: its verdict stands.`;
  return `Nothing that the gate asks about has changed since ${run}: ${countsOf({ answers, requests })}.`;
}

const DIFFERENCE_WORDS: Readonly<Partial<Record<string, string>>> = {
  version: 'The version of this action has changed',
  seed: 'The seed has changed',
  configuration: 'The rules have changed',
  base: 'The base has changed',
  data: 'The rows have changed',
};

function countsOf({ answers, requests }: Pick<ReusedRun, 'answers' | 'requests'>): string {
  const sentClause = `${quantity(requests, 'request')} ${requests === 1 ? 'was' : 'were'} sent`;
  if (answers === 0) return sentClause;
  const usedClause = `${formatNumber(answers)} of its ${answers === 1 ? 'answer is' : 'answers are'} used again`;
  return requests === 0 ? usedClause : `${usedClause}, ${sentClause}`;
}

/** `run 123, 2 h ago` */
function runOf({ run, minutes }: ReusedRun): string {
  const age = minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h`;
  return `${run === undefined ? 'a run' : `run ${run}`}, ${age} ago`;
}
