/**
 * The headline: one sentence about the model and its worst tests. Plain text: the writer escapes
 * it.
 */
import { isUnanswered } from '../../engine/judges/calibration.ts';
import { commonAnswer, type CommonAnswer } from '../../engine/rows/common-answer.ts';
import type { ReportRow, ResultRow, Results } from '../../engine/results.ts';
import { findTest } from '../../engine/perturbations/index.ts';
import { quoted } from '../../json.ts';
import { enumerate } from '../../language/enumerate.ts';
import { failedBefore, baseName } from './baseline.ts';
import { unfitJudges } from './calibration.ts';
import { causeOf } from './cause.ts';
import { gatesNothing, isNothingJudged } from './unjudged.ts';
import { harmlessOf, partsToReport, wordsFor } from './test-words.ts';
import { isCounted, isOfTest } from './states.ts';
import { isIgnorant, shortfallOf } from './shortfall.ts';
import { outcomeWithoutBaseline } from '../../engine/verdict/own-outcome.ts';
import { quantity, formatNumber, keepTexts } from './words.ts';

const MAX_NAMED = 3;
/** Maximum length of the headline of a pass, in words. */
const MAX_PASS_WORDS = 10;

/** `The model misses the "not" too often`. @param base name of the base branch. */
export function headline(results: Results, base?: string): string {
  const { outcome, report } = results;
  const decisive = report.flatMap(partsToReport).filter((test) => test.outcome === outcome);
  switch (outcome) {
    case 'skipped':
      return 'Skipped, no model was asked';
    case 'error':
      return `Could not judge the model: ${errorReason(results)}`;
    case 'inconclusive':
      return decisive.length > 0
        ? `Not sure yet whether the model ${enumerateActions(decisive.map(actionOf), 'passes')}`
        : 'Not sure yet';
    case 'pass':
      return passHeadline(report);
    case 'fail':
      return failHeadline(decisive, results.results, base);
  }
}

function passHeadline(report: readonly ReportRow[]): string {
  const wholeSentence = `The model ${enumerateActions(report.map(actionOf), 'passes')}`;
  return report.length <= MAX_NAMED && wholeSentence.split(' ').length <= MAX_PASS_WORDS
    ? wholeSentence
    : `The model passes all ${quantity(report.length, 'test')}`;
}

function failHeadline(
  decisive: readonly ReportRow[],
  rows: readonly ResultRow[],
  base: string | undefined,
): string {
  const failures = decisive.map((test): FailureWords => {
    const common = commonWords(test, rows);
    return common ? { does: common.does } : failureOf(test, base);
  });
  const areAllTooOften =
    failures.length > 1 &&
    failures.length <= MAX_NAMED &&
    failures.every(({ isTooOften }) => isTooOften);
  // "Too often" stands once, behind the last of several failures.
  const words = areAllTooOften
    ? `${enumerateActions(failures.map(({ does }) => does))}${TOO_OFTEN}`
    : enumerateActions(
        failures.map(({ does, isTooOften }) => (isTooOften ? `${does}${TOO_OFTEN}` : does)),
      );
  const baseline = decisive[0]?.baseline;
  if (!baseline || !decisive.every(failedBefore)) return `The model ${words}`;
  return `The model ${words}, already failing on ${baseName(base)}`;
}

const TOO_OFTEN = ' too often';

/** Names up to three of several things that the model does, and counts the rest. */
function enumerateActions(actions: readonly string[], verb: 'passes' | 'fails' = 'fails'): string {
  if (actions.length === 0) return 'was not tested';
  const distinct = [...new Set(actions)];
  const moreCount = distinct.length - MAX_NAMED;
  return enumerate(
    keepTexts([
      ...distinct.slice(0, MAX_NAMED),
      moreCount > 0 && `${verb} ${quantity(moreCount, 'more test')}`,
    ]),
  );
}

function actionOf(test: ReportRow): string {
  return wordsFor(test).does;
}

interface FailureWords {
  /** The verb phrase on the model: `misses the "not"`. */
  does: string;
  /** True if the rate of the test is too low, and nothing more is known. */
  isTooOften?: true;
}

function failureOf(test: ReportRow, base: string | undefined): FailureWords {
  const { baseline } = test;
  const { misses } = wordsFor(test);
  const isLost = baseline?.outcome === 'fail';
  if (isLost && baseline.of === 'known' && test.method !== 'triplet')
    return { does: `${misses} without pressure more often than ${baseName(base)}` };
  if (isLost && baseline.of === 'known')
    return { does: `lost answers that ${baseName(base)} knows` };
  if (test.method === 'triplet') {
    const { comparisons, streams, asked_count = 0, steady_count = 0 } = test;
    const known = comparisons?.known;
    // The base knew most of the answers that are unknown here: the questions are not too hard.
    if (streams?.valid === 'bad' && known && 2 * known.broken > asked_count - steady_count)
      return { does: `lost answers that ${baseName(base)} knows` };
  }
  if (shortfallOf(test)) {
    if (isIgnorant(test)) return { does: 'knows too few of the answers' };
    return { does: `changes its answer at ${harmlessOf(test)}` };
  }
  if (isLost && outcomeWithoutBaseline(test) !== 'fail')
    return { does: `${misses} more often than ${baseName(base)}` };
  return { does: misses, isTooOften: true };
}

function errorReason(results: Results): string {
  const tests = results.report.filter(({ outcome }) => outcome === 'error');
  const unfit = unfitJudges(tests);
  if (!results.problem && unfit.length > 0)
    return unfit.every(isUnanswered)
      ? 'the judge cannot be asked'
      : 'the judge is not fit to judge';
  const cause = causeOf(results);
  if (cause) return cause.summary;
  if (gatesNothing(results.report)) return 'nothing gates, since every test is advisory';
  if (tests.some(isNothingJudged)) return 'nothing was judged';
  return tests.some(({ error_count }) => error_count > 0)
    ? 'no row got an answer that counts'
    : 'no row can be judged';
}

const COMMON_ANSWER_WORDS: Record<
  CommonAnswer['kind'],
  { does: string; nextStep: (common: CommonAnswer) => string }
> = {
  echoed: {
    does: 'repeats the question',
    nextStep: ({ count, total }) =>
      `It repeated the question in ${formatNumber(count)} of ${quantity(total, 'answer')}: check that the endpoint serves a model that follows instructions, and \`api\`.`,
  },
  refused: {
    does: 'refuses to answer',
    nextStep: ({ count, total }) =>
      `It refused in ${formatNumber(count)} of ${quantity(total, 'answer')}: check the system prompt, and any filter before the model. A model that is limited to its documents needs rows about them.`,
  },
  alike: {
    does: 'gives the same answer to every question',
    nextStep: (common) =>
      `All ${quantity(common.total, 'answer')} were ${answerWords(common)}: check the prompt, or how its answers are read.`,
  },
};

/** Words for a model whose answers do not depend on the question; undefined if they do. */
export function commonWords(
  test: ReportRow,
  results: readonly ResultRow[],
): { does: string; nextStep: string } | undefined {
  if (findTest(test.test_type)?.measures !== 'change') return undefined;
  const common = commonAnswer(results.filter((row) => isOfTest(row, test) && isCounted(row)));
  return (
    common && {
      does: COMMON_ANSWER_WORDS[common.kind].does,
      nextStep: COMMON_ANSWER_WORDS[common.kind].nextStep(common),
    }
  );
}

function answerWords({ reading, text }: CommonAnswer): string {
  if (reading === undefined) return quoted(text);
  return typeof reading === 'string' ? reading : reading.join(', ');
}
