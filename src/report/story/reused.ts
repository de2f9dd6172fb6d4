/** Sentences on the answers of an earlier run that a run uses. Plain text: writers escape it. */
import type { Results, ReusedRun } from '../../engine/results.js';
import { quotedName } from '../../json.js';
import { counted, number } from './words.js';

type Reusing = Pick<Results, 'reused' | 'base_rules' | 'usage'>;

/**
 * `Nothing that the gate asks about has changed since run 123, 2 h ago: its verdict stands.`
 * Undefined for a run that uses no earlier one. @param base name of the base branch
 */
export function reusedSentence(
  { reused, base_rules, usage }: Reusing,
  base?: string,
): string | undefined {
  const ofBase = base_rules && !('error' in base_rules) ? base_rules : undefined;
  if (ofBase === undefined) return reused && reusedWords(reused);
  // The requests of both runs are counted together.
  if (reused && usage.requests === 0) return reusedWords(reused);
  const rules = base === undefined ? "the base's rules" : `the rules of ${quotedName(base)}`;
  const { answers = 0, requests = ofBase.usage.requests } = ofBase.reused ?? {};
  const second = `By ${rules}: ${countsOf({ answers, requests })}.`;
  if (reused === undefined) return answers === 0 ? undefined : second;
  return `${reusedWords(reused)} ${second}`;
}

/** The same for one run, by one set of rules. */
export function reusedWords(reused: ReusedRun): string {
  const { answers, requests, differs } = reused;
  const run = runOf(reused);
  if (differs !== undefined) {
    const what = DIFFERING[differs] ?? 'The configuration differs';
    return `${what} since ${run}: head and base were asked again (${counted(requests, 'request')}).`;
  }
  if (requests === 0)
    return `Nothing that the gate asks about has changed since ${run}: its verdict stands.`;
  return `Nothing that the gate asks about has changed since ${run}: ${countsOf({ answers, requests })}.`;
}

const DIFFERING: Readonly<Partial<Record<string, string>>> = {
  version: 'The version of this action has changed',
  seed: 'The seed has changed',
  configuration: 'The rules have changed',
  base: 'The base has changed',
  data: 'The rows have changed',
};

function countsOf({ answers, requests }: Pick<ReusedRun, 'answers' | 'requests'>): string {
  const sent = `${counted(requests, 'request')} ${requests === 1 ? 'was' : 'were'} sent`;
  if (answers === 0) return sent;
  const used = `${number(answers)} of its ${answers === 1 ? 'answer is' : 'answers are'} used again`;
  return requests === 0 ? used : `${used}, ${sent}`;
}

/** `run 123, 2 h ago` */
function runOf({ run, minutes }: ReusedRun): string {
  const age = minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h`;
  return `${run === undefined ? 'a run' : `run ${run}`}, ${age} ago`;
}
