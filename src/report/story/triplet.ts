/** A test that was asked until it was decided, in sentences about the model. Plain text: escaping is the writer's. */
import { statedMethod } from '../../engine/methods/index.js';
import type { Baseline, ReportRow, ResultRow, Results } from '../../engine/results.js';
import { nameOf, probability } from './baseline.js';
import { shortName } from '../formats/escape.js';
import { harmlessOf, passesOf, sideSentence } from './sides.js';
import { percentPair, counted, number, present } from './words.js';
import { readsWhat } from './states.js';

/** `it read the "not" in 17 of 25 questions (68%); 85% are needed` */
export function rateSentence(test: ReportRow): string {
  if (test.side !== undefined) return sideSentence(test, test.side);
  if (test.steady_count === undefined) return `it stayed clean in ${passesOf(test, 'answer')}`;
  if (test.pass_count + test.fail_count === 0) return `no question could tell whether it reads ${readsWhat(test)}`;
  return `it read ${readsWhat(test)} in ${passesOf(test, 'question')}`;
}

/** `30 asked → 28 known → 27 steady → 27 read the "not"`; nothing where no row was asked three ways. */
export function funnel(test: ReportRow): string | undefined {
  const { steady_count, asked_count = 0, both_sides_count = 0, error_count } = test;
  if (steady_count === undefined || asked_count === 0) return undefined;
  const steps = funnelSteps(test).map(({ count, words }) => `${number(count)} ${words}`);
  const beside = present([
    both_sides_count > 0 && `${number(both_sides_count)} set aside: both sides stated`,
    error_count > 0 && `${number(error_count)} in error`,
  ]);
  return `${steps.join(' → ')}${beside.length > 0 ? ` (${beside.join(', ')})` : ''}`;
}

export function funnelSteps(test: ReportRow): { count: number; words: string }[] {
  const { asked_count = 0, known_count, steady_count = 0, pass_count } = test;
  return [
    { count: asked_count, words: 'asked' },
    ...(known_count === undefined ? [] : [{ count: known_count, words: 'known' }]),
    { count: steady_count, words: 'steady' },
    { count: pass_count, words: `read ${readsWhat(test)}` },
  ];
}

/** A line a test; its name stands there where there are several. */
export function funnels({ report }: Results): string[] {
  return report.flatMap((test) => {
    const line = funnel(test);
    if (line === undefined) return [];
    return [report.length > 1 ? `${shortName(test.test_type)}: ${line}` : line];
  });
}

export function sequentialSentence(test: ReportRow): string {
  const { outcome, streams = {}, error_count } = test;
  if (shortfallOf(test)) return [validSentence(test), ...(streams.sensitive === 'bad' ? [rateSentence(test)] : [])].join(', and ');
  if (outcome === 'inconclusive' && isBothSided(test)) {
    const { both_sides_count = 0, asked_count = 0 } = test;
    return `${number(both_sides_count)} of ${counted(asked_count, 'answer')} to the perturbed text state both sides, and the other rows are too few: ask for the letter alone`;
  }
  if (outcome === 'inconclusive' && lacksContrast(test)) {
    const { p_value = 1 } = test.placebo ?? {};
    return `${rateSentence(test)}, but ${readsWhat(test)} is not shown to change its answers more than ${harmlessOf(test)} does (${probability(p_value)}, at most ${test.alpha} needed)`;
  }
  if (outcome === 'inconclusive' && error_count > 0 && ownOutcome(test) === 'inconclusive') {
    return `${counted(error_count, 'row')} in error ${error_count === 1 ? 'leaves' : 'leave'} it open${notAsked(test)}: ${rateSentence(test)}`;
  }
  return rateSentence(test);
}

/** Rows were set aside, and nothing else keeps the test open. */
function isBothSided({ both_sides_count = 0, error_count, streams = {} }: ReportRow): boolean {
  return both_sides_count > 0 && error_count === 0 && streams.sensitive === undefined;
}

/** `, and the other 89 were not asked`: rows in error had made it certain that they would not decide. */
export function notAsked({ outcome, decided_after, undecided_count = 0 }: ReportRow): string {
  if (decided_after === undefined || (outcome !== 'inconclusive' && outcome !== 'error')) return '';
  return `, and the other ${undecided_count === 1 ? 'one was' : `${number(undecided_count)} were`} not asked`;
}

/** The rate of rows that can tell something, where it fails a test: of all rows, or of those whose answer is known. */
export function shortfallOf(test: ReportRow) {
  const { streams = {}, steady_count: passed = 0, valid_rate, minimum_valid_rate, minimum_steady_rate } = test;
  if (streams.valid === 'bad')
    return { label: 'knows the answers', rate: valid_rate ?? 0, needed: minimum_valid_rate ?? 0, passed, all: validOf(test) };
  if (streams.steady !== 'bad') return undefined;
  return { label: 'keeps its answers', rate: test.steady_rate ?? 0, needed: minimum_steady_rate ?? 0, passed, all: keptOf(test) };
}

/** `it knows the answer to only 9 of 30 questions (30%); 60% are needed`; empty where that is not what fails. */
export function validSentence(test: ReportRow): string {
  const short = shortfallOf(test);
  if (!short) return '';
  const { steady_count = 0, known_count, streams = {} } = test;
  const { all } = short;
  const [rate, minimum] = percentPair(short.rate, short.needed);
  const of = (rows: string) =>
    `${steady_count === 0 ? 'none' : `only ${number(steady_count)}`} of ${rows} (${rate}); ${minimum} are needed`;
  if (streams.valid !== 'bad') return `it keeps its answer under ${harmlessOf(test)} in ${of(`${counted(all, 'question')} that it knows`)}`;
  const few = of(counted(all, 'question'));
  if (known_count === steady_count) return `it knows the answer to ${few}`;
  return known_count === undefined || known_count >= all
    ? `it keeps its answer under ${harmlessOf(test)} in ${few}`
    : `it knows the answer, and keeps it under ${harmlessOf(test)}, in ${few}`;
}

/** Rows of which it is known whether they can tell something. */
export function validOf({ steady_count = 0, valid_rate, asked_count = 0 }: ReportRow): number {
  return valid_rate ? Math.round(steady_count / valid_rate) : asked_count;
}

/** Rows whose answer is known, and of which it is known whether the placebo leaves it right. */
export function keptOf({ steady_count = 0, steady_rate, known_count = 0 }: ReportRow): number {
  return steady_rate ? Math.round(steady_count / steady_rate) : known_count;
}

/** What the rows would make of the test without its baseline. */
export function ownOutcome(test: ReportRow): 'pass' | 'fail' | 'inconclusive' {
  const { streams = {}, minimum_valid_rate, minimum_steady_rate } = test;
  if (Object.values(streams).includes('bad')) return 'fail';
  const others = [
    ...(minimum_valid_rate === undefined ? [] : [streams.valid]),
    ...(minimum_steady_rate === undefined ? [] : [streams.steady]),
  ];
  const isGood = streams.sensitive === 'good' && others.every((stream) => stream === 'good');
  return isGood && !lacksContrast(test) ? 'pass' : 'inconclusive';
}

/** Without a key, and both rates are good enough: a contrast that was not shown. */
export function lacksContrast({ rule, streams = {}, placebo, alpha = 0 }: ReportRow): boolean {
  const isGood = streams.valid === 'good' && streams.sensitive === 'good';
  return rule.kind === 'three_arms' && !rule.key && isGood && placebo !== undefined && placebo.p_value > alpha;
}

/** Why a test failed that lost what the base has: shown by its bets, whatever the rates. */
export function lost(test: ReportRow, { of, broken, fixed, adjusted_p_value, ...baseline }: Baseline): string {
  const name = nameOf(baseline);
  const rows = (count: number): string => counted(count, statedMethod(test).words.row);
  const lost =
    of === 'known' ? `it lost the answer to ${rows(broken)} that ${name} knows` : `it fails in ${rows(broken)} that ${name} passes`;
  return `${lost}, and gained ${fixed === 0 ? 'none' : number(fixed)} (${probability(adjusted_p_value)})`;
}

function unreadRows({ results }: Results, { steady_count, test_type }: ReportRow): ResultRow[] {
  if (steady_count === undefined) return [];
  return results.filter((row) => row.test_type === test_type && row.counted !== false && row.error?.kind === 'unreadable');
}

export function unread(results: Results): string[] {
  const rows = results.report.flatMap((test) => unreadRows(results, test));
  return rows.length === 0 ? [] : [toldUnread(rows)];
}

/** Rows of which an answer could not be read, and what to do about it. */
export function toldUnread(rows: readonly Pick<ResultRow, 'options'>[]): string {
  const labels = rows.some(({ options }) => options !== undefined) ? ['the letter alone'] : [];
  const stances = rows.some(({ options }) => options === undefined) ? ['True or False only'] : [];
  const wanted = [...labels, ...stances].join(', or for ');
  return `An answer could not be read in ${counted(rows.length, 'row')}: ask for ${wanted}, in \`model.prompt\`, or name a \`judge\` that reads it.`;
}
