/** The first line: a sentence about the model, of its worst tests. Plain text: escaping is the writer's. */
import type { ReportRow, Results, ResultRow } from '../../engine/results.js';
import { enumerate } from '../../language/enumerate.js';
import { nameOf } from './baseline.js';
import { causeOf } from './cause.js';
import { harmlessOf, sidesToTell, wordsFor } from './sides.js';
import { isJudgeUnfit, ownOutcome } from './sentence.js';
import { shortfallOf } from './triplet.js';
import { counted, present, sentenceCase, number } from './words.js';
import { type CommonAnswer, commonAnswer } from '../../engine/common-answer.js';
import { findTest } from '../../engine/tests/index.js';
import { quoted } from '../../json.js';
import { counts, isOf } from './states.js';

const MOST_NAMED = 3;

/** `The model misses the "not" too often`; `base` is the name of the branch that it is compared with. */
export function headline(results: Results, base?: string): string {
  const { outcome, report } = results;
  const decisive = report.flatMap(sidesToTell).filter((test) => test.outcome === outcome);
  switch (outcome) {
    case 'skipped':
      return 'Skipped: no model was asked';
    case 'error':
      return sentenceCase(notJudged(results));
    case 'inconclusive':
      return decisive.length > 0 ? `Not sure yet whether the model ${listed(decisive, does)}` : 'Not sure yet';
    case 'pass':
      if (report.every(({ threshold }) => threshold === null)) return 'Nothing was gated: the tests only measure';
      return report.length > MOST_NAMED ? `The model passes all ${report.length} tests` : `The model ${listed(report, does)}`;
    case 'fail':
      return `The model ${listed(decisive, (test) => commonWords(test, results.results)?.does ?? fails(test, base))}`;
  }
}

function listed(tests: readonly ReportRow[], words: (test: ReportRow) => string): string {
  if (tests.length === 0) return 'was not tested';
  const named = [...new Set(tests.map(words))];
  const rest = named.length - MOST_NAMED;
  return enumerate(present([...named.slice(0, MOST_NAMED), rest > 0 && `fails ${counted(rest, 'more test')}`]));
}

function does(test: ReportRow): string {
  return wordsFor(test).does;
}

function fails(test: ReportRow, base: string | undefined): string {
  const { baseline, comparisons, streams = {}, asked_count = 0, steady_count = 0 } = test;
  const { misses } = wordsFor(test);
  const isLost = baseline?.outcome === 'fail';
  if (isLost && baseline.of === 'known') return `lost answers that ${nameOf(baseline, base)} knows`;
  const known = comparisons?.known;
  // What the base knows is not too hard: most of what is not known here, it was before.
  if (streams.valid === 'bad' && known && 2 * known.broken > asked_count - steady_count)
    return `lost answers that ${nameOf(known, base)} knows`;
  if (shortfallOf(test)) return isIgnorant(test) ? 'knows too few of the answers' : `changes its answer at ${harmlessOf(test)}`;
  if (isLost && ownOutcome(test) !== 'fail') return `${misses} more often than ${nameOf(baseline, base)}`;
  return `${misses} too often`;
}

/** Of the rows that can tell nothing: whether most are not known at all, or known and upset by the placebo, which may fail by itself. */
export function isIgnorant({ asked_count = 0, known_count = asked_count, steady_count = 0, streams = {} }: ReportRow): boolean {
  return streams.valid === 'bad' && asked_count - known_count >= known_count - steady_count;
}

export function notJudged(results: Results): string {
  return `could not judge the model: ${whyNot(results)}`;
}

function whyNot(results: Results): string {
  const tests = results.report.filter(({ outcome }) => outcome === 'error');
  const cause = causeOf(results);
  if (!results.problem && tests.some(isJudgeUnfit)) return 'the judge is not fit to judge';
  if (cause) return cause.what;
  return tests.some(({ error_count }) => error_count > 0) ? 'no row got an answer that counts' : 'no row can be judged';
}

const WORDS: Record<CommonAnswer['kind'], { does: string; next: (common: CommonAnswer) => string }> = {
  echoed: {
    does: 'repeats the question',
    next: ({ count, total }) =>
      `It repeated the question in ${number(count)} of ${counted(total, 'answer')}: check that the endpoint serves a model that follows instructions, and \`api\`.`,
  },
  refused: {
    does: 'refuses to answer',
    next: ({ count, total }) =>
      `It refused in ${number(count)} of ${counted(total, 'answer')}: check the system prompt, and any filter before the model.`,
  },
  alike: {
    does: 'gives the same answer to every question',
    next: (common) => `All ${counted(common.total, 'answer')} were ${shown(common)}: check the prompt, or how its answers are read.`,
  },
};

export function commonWords(test: ReportRow, results: readonly ResultRow[]): { does: string; next: string } | undefined {
  if (findTest(test.test_type)?.measures !== 'change') return undefined;
  const common = commonAnswer(results.filter((row) => isOf(row, test) && counts(row)));
  return common && { does: WORDS[common.kind].does, next: WORDS[common.kind].next(common) };
}

function shown({ reading, text }: CommonAnswer): string {
  if (reading === undefined) return quoted(text);
  return typeof reading === 'string' ? reading : reading.join(', ');
}
