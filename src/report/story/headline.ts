/**
 * The headline: one sentence about the model and its worst tests. Plain text: the writer escapes
 * it.
 */
import { isUnanswered } from '../../engine/judges/calibration.js';
import { commonAnswer, type CommonAnswer } from '../../engine/common-answer.js';
import type { ReportRow, ResultRow, Results } from '../../engine/results.js';
import { findTest } from '../../engine/perturbations/index.js';
import { quoted } from '../../json.js';
import { enumerate } from '../../language/enumerate.js';
import { failedBefore, baselineName, onBase } from './baseline.js';
import { unfitJudges } from './calibration.js';
import { causeOf } from './cause.js';
import { gatesNothing, isNothingJudged } from './unjudged.js';
import { harmlessOf, partsToReport, wordsFor } from './test-words.js';
import { isCounted, isOfTest } from './states.js';
import { isIgnorant, ownOutcome, shortfallOf } from './triplet.js';
import { watchHeadline } from './watch.js';
import { counted, number, present } from './words.js';

const MOST_NAMED = 3;
/** Longest headline of a pass, in words. */
const LONGEST_PASS = 10;

/** `The model misses the "not" too often`. @param base name of the base branch. */
export function headline(results: Results, base?: string): string {
  const { outcome, report, watch } = results;
  if (watch) return watchHeadline(watch);
  const decisive = report.flatMap(partsToReport).filter((test) => test.outcome === outcome);
  switch (outcome) {
    case 'skipped':
      return 'Skipped, no model was asked';
    case 'error':
      return `Could not judge the model: ${whyNot(results)}`;
    case 'inconclusive':
      return decisive.length > 0
        ? `Not sure yet whether the model ${named(decisive.map(does), 'passes')}`
        : 'Not sure yet';
    case 'pass':
      return passed(report);
    case 'fail':
      return failed(decisive, results.results, base);
  }
}

function passed(report: readonly ReportRow[]): string {
  const all = `The model ${named(report.map(does), 'passes')}`;
  return report.length <= MOST_NAMED && all.split(' ').length <= LONGEST_PASS
    ? all
    : `The model passes all ${counted(report.length, 'test')}`;
}

function failed(
  decisive: readonly ReportRow[],
  rows: readonly ResultRow[],
  base: string | undefined,
): string {
  const failures = decisive.map((test): Failure => {
    const common = commonWords(test, rows);
    return common ? { does: common.does } : failureOf(test, base);
  });
  const areAllTooOften =
    failures.length > 1 &&
    failures.length <= MOST_NAMED &&
    failures.every(({ isTooOften }) => isTooOften);
  // "Too often" stands once, behind the last of several failures.
  const words = areAllTooOften
    ? `${named(failures.map(({ does }) => does))}${TOO_OFTEN}`
    : named(failures.map(({ does, isTooOften }) => (isTooOften ? `${does}${TOO_OFTEN}` : does)));
  const baseline = decisive[0]?.baseline;
  if (!baseline || !decisive.every(failedBefore)) return `The model ${words}`;
  return `The model ${words}, already failing ${onBase(baseline, base)}`;
}

const TOO_OFTEN = ' too often';

/** Names up to three of several things that the model does, and counts the rest. */
function named(all: readonly string[], verb: 'passes' | 'fails' = 'fails'): string {
  if (all.length === 0) return 'was not tested';
  const each = [...new Set(all)];
  const rest = each.length - MOST_NAMED;
  return enumerate(
    present([...each.slice(0, MOST_NAMED), rest > 0 && `${verb} ${counted(rest, 'more test')}`]),
  );
}

function does(test: ReportRow): string {
  return wordsFor(test).does;
}

interface Failure {
  /** What the model does: `misses the "not"`. */
  does: string;
  /** True if the rate of the test is too low, and nothing more is known. */
  isTooOften?: true;
}

function failureOf(test: ReportRow, base: string | undefined): Failure {
  const { baseline } = test;
  const { misses } = wordsFor(test);
  const isLost = baseline?.outcome === 'fail';
  if (isLost && baseline.of === 'known' && test.method !== 'triplet')
    return { does: `${misses} without pressure more often than ${baselineName(baseline, base)}` };
  if (isLost && baseline.of === 'known')
    return { does: `lost answers that ${baselineName(baseline, base)} knows` };
  if (test.method === 'triplet') {
    const { comparisons, streams, asked_count = 0, steady_count = 0 } = test;
    const known = comparisons?.known;
    // The base knew most of the answers that are unknown here: the questions are not too hard.
    if (streams?.valid === 'bad' && known && 2 * known.broken > asked_count - steady_count)
      return { does: `lost answers that ${baselineName(known, base)} knows` };
  }
  if (shortfallOf(test)) {
    if (isIgnorant(test)) return { does: 'knows too few of the answers' };
    return { does: `changes its answer at ${harmlessOf(test)}` };
  }
  if (isLost && ownOutcome(test) !== 'fail')
    return { does: `${misses} more often than ${baselineName(baseline, base)}` };
  return { does: misses, isTooOften: true };
}

function whyNot(results: Results): string {
  const tests = results.report.filter(({ outcome }) => outcome === 'error');
  const unfit = unfitJudges(tests);
  if (!results.problem && unfit.length > 0)
    return unfit.every(isUnanswered)
      ? 'the judge cannot be asked'
      : 'the judge is not fit to judge';
  const cause = causeOf(results);
  if (cause) return cause.what;
  if (gatesNothing(results.report)) return 'nothing gates, since every test is advisory';
  if (tests.some(isNothingJudged)) return 'nothing was judged';
  return tests.some(({ error_count }) => error_count > 0)
    ? 'no row got an answer that counts'
    : 'no row can be judged';
}

const COMMON: Record<
  CommonAnswer['kind'],
  { does: string; next: (common: CommonAnswer) => string }
> = {
  echoed: {
    does: 'repeats the question',
    next: ({ count, total }) =>
      `It repeated the question in ${number(count)} of ${counted(total, 'answer')}: check that the endpoint serves a model that follows instructions, and \`api\`.`,
  },
  refused: {
    does: 'refuses to answer',
    next: ({ count, total }) =>
      `It refused in ${number(count)} of ${counted(total, 'answer')}: check the system prompt, and any filter before the model. A model that is limited to its documents needs rows about them.`,
  },
  alike: {
    does: 'gives the same answer to every question',
    next: (common) =>
      `All ${counted(common.total, 'answer')} were ${shown(common)}: check the prompt, or how its answers are read.`,
  },
};

/** Words for a model whose answers do not depend on the question; undefined if they do. */
export function commonWords(
  test: ReportRow,
  results: readonly ResultRow[],
): { does: string; next: string } | undefined {
  if (findTest(test.test_type)?.measures !== 'change') return undefined;
  const common = commonAnswer(results.filter((row) => isOfTest(row, test) && isCounted(row)));
  return common && { does: COMMON[common.kind].does, next: COMMON[common.kind].next(common) };
}

function shown({ reading, text }: CommonAnswer): string {
  if (reading === undefined) return quoted(text);
  return typeof reading === 'string' ? reading : reading.join(', ');
}
