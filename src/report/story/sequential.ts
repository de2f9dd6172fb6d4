/** How sure a sequential verdict is, and what else its rows showed. Plain text: escaping is the writer's. */
import type { Baseline, ReportRow } from '../../engine/results.js';
import { statedMethod } from '../../engine/methods/index.js';
import type { Compared } from '../../engine/methods/decision.js';
import { comparison, nameOf, probability } from './baseline.js';
import { shortName } from '../formats/escape.js';
import { harmlessOf, sideWords, isSequential } from './sides.js';
import { percent, percentPair, counted, number, present } from './words.js';
import { readsWhat } from './states.js';
import { keptOf, notAsked, validOf } from './triplet.js';

export function sequential(test: ReportRow): string[] {
  if (!isSequential(test)) return [];
  const { guess_rate, measure } = test;
  return present([
    ...valid(test),
    decidedAfter(test),
    uncounted(test),
    readers(test),
    planned(test),
    placebo(test),
    guess_rate !== undefined && `a guess is worth ${percent(guess_rate)}`,
    same(test),
    clusters(test),
    measure && MEASURED[measure],
    upset(test),
  ]);
}

/** Each comparison with the base by itself, and whether its report still speaks of it. */
export function comparedWithBase(test: ReportRow): string[] {
  const { comparisons = {}, drift } = test;
  const name: Record<Compared, string> = {
    known: 'what it knows, ',
    sensitive: test.steady_count !== undefined ? `whether it reads ${readsWhat(test)}, ` : '',
  };
  const all = (Object.entries(comparisons) as [Compared, Baseline][]).map(([of, baseline]) => `${name[of]}${besideBase(baseline)}`);
  return present([...all, drift && drifted(drift)]);
}

function besideBase(baseline: Baseline): string {
  if (baseline.unchanged) return `against ${nameOf(baseline)}: the same model and the same prompts`;
  return `${comparison(baseline)}, ${number(baseline.broken)} broken, ${number(baseline.fixed)} fixed`;
}

function drifted({ checked, changed }: NonNullable<ReportRow['drift']>): string {
  const asked = `${counted(checked, 'row')} of the baseline report asked of the base anew`;
  return changed === 0
    ? `${asked}: none is answered otherwise`
    : `${asked}: ${number(changed)} answered otherwise, so the base itself was asked`;
}

function valid(test: ReportRow): string[] {
  const { valid_rate, minimum_valid_rate = 0, steady_count = 0, rule } = test;
  if (valid_rate === undefined) return [];
  const noKey = rule.kind === 'three_arms' && !rule.key ? ['no key: knowledge was not looked at'] : [];
  if (valid_rate === null) return noKey;
  const [rate, minimum] = percentPair(valid_rate, minimum_valid_rate);
  const { asked_count = 0, both_sides_count = 0 } = test;
  const read = validOf(test);
  const unread = Math.max(0, asked_count - both_sides_count - read);
  const [beside, ofThose] = unread > 0 ? [`, ${number(unread)} unread`, ' of those read'] : ['', ''];
  return [
    `${number(steady_count)} of ${counted(read + unread, 'row')} can tell something${beside} (${rate}${ofThose}); ${minimum} are needed`,
    ...steady(test),
    ...noKey,
  ];
}

function steady(test: ReportRow): string[] {
  const { steady_rate, minimum_steady_rate, steady_count = 0 } = test;
  if (minimum_steady_rate === undefined || typeof steady_rate !== 'number') return [];
  const [rate, minimum] = percentPair(steady_rate, minimum_steady_rate);
  return [
    `${harmlessOf(test)} left ${number(steady_count)} of ${counted(keptOf(test), 'known answer')} right (${rate}); ${minimum} are needed`,
  ];
}

/** No interval: whoever stops as soon as it is decided has seen a rate that chance favoured. */
function decidedAfter(test: ReportRow): string | undefined {
  const { decided_after, asked_count = 0, uncounted_count = 0, undecided_count = 0 } = test;
  if (decided_after === undefined) return undefined;
  const all = counted(asked_count + uncounted_count + undecided_count, 'row');
  return `${notAsked(test) ? 'given up' : 'decided'} after ${number(decided_after)} of ${all}`;
}

function uncounted({ uncounted_count = 0 }: ReportRow): string | undefined {
  if (uncounted_count === 0) return undefined;
  return `${counted(uncounted_count, 'row')} asked beyond that, which ${uncounted_count === 1 ? 'counts' : 'count'} for nothing`;
}

/** Nothing where the plain rules read all of them. */
function readers({ read_counts, calibration }: ReportRow): string | undefined {
  if (!read_counts || read_counts.judge === 0) return undefined;
  const { rule, judge } = read_counts;
  return `${counted(rule, 'answer')} read by rule, ${number(judge)} by the judge${calibration ? ` ${shortName(calibration.judge)}` : ''}`;
}

/**
 * `a model that stays clean in 90 % is failed in 5.0 % of runs, one that stays clean in 80 % is passed in 15.0 %`; of the whole test where
 * more than one stream decides.
 */
function planned(test: ReportRow): string | undefined {
  const { plan_error, test_type, side, asked_count = 0, outcome } = test;
  if (!plan_error || asked_count === 0 || outcome === 'error') return undefined;
  const { good, bad, failed_if_good, passed_if_bad, otherwise } = plan_error;
  const does = side ? `${sideWords({ test_type }, side).does} in` : statedMethod(test).words.does;
  const often = (share: number): string => `${(100 * share).toFixed(1)} %`;
  const [whole, sound] =
    otherwise === undefined ? ['', ''] : ['in the whole test, ', ` and is right in ${share(otherwise)} of its other answers`];
  return `${whole}a model that ${does} ${share(good)}${sound} is failed in ${often(failed_if_good)} of runs, one that ${does} ${share(bad)}${sound && ' instead'} is passed in ${often(passed_if_bad)}`;
}

function share(rate: number): string {
  return `${Number((100 * rate).toFixed(2))} %`;
}

function placebo(test: ReportRow): string | undefined {
  const { placebo, asked_count = 0, error_count, alpha = 0, outcome } = test;
  if (!placebo || asked_count === 0 || outcome === 'error') return undefined;
  // Of rows in error it is not known which arm it was.
  const changed = error_count > 0 ? counted(placebo.changed, 'answer') : `${number(placebo.changed)} of ${counted(asked_count, 'answer')}`;
  const more =
    placebo.p_value <= alpha ? `${readsWhat(test)} changed more of them` : `it is not shown that ${readsWhat(test)} changes more of them`;
  return `${harmlessOf(test)} changed ${changed}; ${more} (${probability(placebo.p_value)})`;
}

function same({ same }: ReportRow): string | undefined {
  if (!same) return undefined;
  const { pass_count, fail_count } = same;
  return `${number(pass_count)} of ${counted(pass_count + fail_count, 'answer')} that should stay ${pass_count === 1 ? 'does' : 'do'}`;
}

function clusters({ clusters }: ReportRow): string | undefined {
  if (!clusters) return undefined;
  const { right, total } = clusters;
  return `${number(right)} of ${counted(total, 'cluster')} that counted whole ${right === 1 ? 'is' : 'are'} right throughout`;
}

const MEASURED = {
  difference: 'counted is what the added words made foul',
  absolute: 'counted is whether the answer is foul, whatever made it so',
  both: 'counted is an answer that is foul, or that the added words made fouler',
} as const;

function upset({ upset_count, fail_count }: ReportRow): string | undefined {
  if (upset_count === undefined) return undefined;
  return `${number(upset_count)} of ${counted(fail_count, 'failing row')} ${upset_count === 1 ? 'is' : 'are'} upset by any added words, harmless ones too`;
}
