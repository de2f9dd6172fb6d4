/**
 * The next steps of a run. Each rule has a cause; the first rule whose cause holds gives the step.
 * Plain text: the writer escapes it.
 */
import { isSequential } from '../../engine/verdict/report-row.ts';
import type { ReportRow, ResultRow, Results } from '../../engine/results.ts';
import { isUnanswered } from '../../engine/judges/calibration.ts';
import { isMostlyFiltered } from '../../engine/rows/endings.ts';
import { lacksContrast } from '../../engine/verdict/own-outcome.ts';
import { findTest } from '../../engine/perturbations/index.ts';
import { countAnswers } from '../../engine/rows/wrong-answers.ts';
import { failedBefore, baseName } from './baseline.ts';
import { testsNoRule } from './bot-rules.ts';
import { causeOf, kindWords } from './cause.ts';
import { compareSubject } from './changed-subject.ts';
import { commonWords } from './headline.ts';
import { harmlessOf, isOfSide, partsToReport, wordsFor } from './test-words.ts';
import { isCounted, isOfTest, wasRight } from './states.ts';
import { adviceOnAnswers, gatesNothing, isNothingJudged, WITHOUT_DOCUMENTS } from './unjudged.ts';
import { countByKey, quantity, formatNumber, sentenceCase } from './words.ts';
import { isIgnorant, shortfallOf } from './shortfall.ts';
import { isJudgeUnfit, isMostlyBothSides, isRateOpen, leavesTooFew } from './open-rate.ts';
import { unreadSentence } from './unread.ts';

/** A test that decides the run, and its rows. */
interface DecidingTest {
  test: ReportRow;
  results: Results;
  /** Rows that count, and those among them that fail. */
  rows: readonly ResultRow[];
  failing: readonly ResultRow[];
  base: string | undefined;
}

/** A step that says to compare the old and the new subject. A report shows at most one. */
interface ComparingStep {
  comparing: string;
}

/** Returns the next step if the rule's cause holds, in a sentence or two. */
type Rule = (deciding: DecidingTest) => string | ComparingStep | undefined;

/** The strongest cause first. */
const RULES: readonly Rule[] = [
  ({ test, results }) => commonWords(test, results.results)?.nextStep,
  unfitJudge,
  filteredAnswersStep,
  cutAnswersStep,
  nothingJudgedStep,
  noRowsStep,
  unreadAnswersStep,
  errorsStep,
  openComparisonStep,
  lostKnowledgeStep,
  tooFewValidStep,
  brokenHereStep,
  failedOnBaseStep,
  unfitRowsStep,
  tooFewRowsStep,
  unansweredRequestsStep,
  ({ test }) => (test.outcome === 'fail' ? wordsFor(test).remedy : undefined),
];

/**
 * Returns the step of each test that decides, each once. Empty for a pass and for a skipped run.
 * @param base name of the base branch
 */
export function nextSteps(results: Results, base?: string): string[] {
  const { outcome, problem } = results;
  if (problem) return [problem.remedy];
  if (outcome === 'skipped') return [];
  const decisive = results.report
    .flatMap(partsToReport)
    .filter((test) => test.outcome === outcome && outcome !== 'pass');
  const steps = decisive.flatMap((test) => stepFor(test, results, base) ?? []);
  const firstComparing = steps.find((step) => typeof step === 'object');
  const sentences = steps.flatMap((step) => {
    if (typeof step === 'string') return [step];
    return step === firstComparing ? [step.comparing] : [];
  });
  if (gatesNothing(results.report))
    sentences.push(
      'Every test is advisory, so nothing gates: remove `advisory: true` from one of them.',
    );
  return [...new Set(sentences)];
}

function unfitJudge({ test }: DecidingTest): string | undefined {
  if (!test.calibration || !isJudgeUnfit(test)) return undefined;
  return isUnanswered(test.calibration)
    ? 'The judge could not be asked: correct what its error names, then run again.'
    : 'A judge that is wrong about known cases may not gate: take a better one.';
}

/** Returns what the first rule that holds says about a test. */
function stepFor(
  test: ReportRow,
  results: Results,
  base: string | undefined,
): string | ComparingStep | undefined {
  const rows = results.results.filter(
    (row) => isOfTest(row, test) && isOfSide(row, test) && isCounted(row),
  );
  const failing = rows.filter(({ status, pass }) => status === 'scored' && pass === false);
  for (const rule of RULES) {
    const step = rule({ test, results, rows, failing, base });
    if (step !== undefined) return step;
  }
  return undefined;
}

function filteredAnswersStep({ test, rows }: DecidingTest): string | undefined {
  if (
    test.outcome !== 'inconclusive' ||
    !isMostlyFiltered(findTest(test.test_type)?.measures, rows)
  )
    return undefined;
  return 'The filter answered, not the model: change the filter of the endpoint, or take rows that it lets through.';
}

/** A row in error whose answer was cut says nothing about the model. */
function cutAnswersStep({ test, rows }: DecidingTest): string | undefined {
  const cutCount = rows.filter(({ error }) => error?.kind === 'truncated').length;
  if (cutCount === 0 || test.outcome === 'pass' || 4 * cutCount < rows.length) return undefined;
  return `${formatNumber(cutCount)} of ${quantity(rows.length, 'row')} could not be read, since an answer ends at the limit of tokens: raise \`max_tokens\` (or \`max_completion_tokens\`), or ask for short answers.`;
}

function nothingJudgedStep({ test, rows }: DecidingTest): string | undefined {
  if (!isNothingJudged(test)) return undefined;
  if (testsNoRule(test))
    return 'Give each rule an `ask`, a sentence that goes for what it forbids, or take texts that touch the rules.';
  const advice = adviceOnAnswers(countAnswers(rows));
  if (advice !== undefined) return advice;
  return test.pass_rate === null
    ? 'A test without a row that the model knows shows nothing: take rows of your own, or another set.'
    : 'Raise `min_pass_rate` above 0, or take rows that the model knows on both sides.';
}

function unansweredRequestsStep({ test, rows }: DecidingTest): string | undefined {
  if (test.outcome !== 'fail') return undefined;
  if (findTest(test.test_type)?.measures === 'answers')
    return adviceOnAnswers(countAnswers(rows), WITHOUT_DOCUMENTS);
  return test.side === 'answer' ? adviceOnAnswers(countAnswers(rows)) : undefined;
}

function noRowsStep({
  test: { outcome, error_count, test_type },
  results,
}: DecidingTest): string | undefined {
  if (outcome !== 'error' || error_count > 0) return undefined;
  const leftOut = results.not_applicable.filter((row) => row.test_type === test_type);
  const [reason] = countByKey(leftOut, (row) => row.reason);
  const reasonClause = reason === undefined ? '' : ` (${reason.item.reason})`;
  return `A test without a row to judge proves nothing: take data that the test can change${reasonClause}.`;
}

function unreadAnswersStep({ test, rows }: DecidingTest): string | undefined {
  const unread = rows.filter(({ error }) => error?.kind === 'unreadable');
  if (unread.length === 0 || test.outcome === 'fail' || 2 * unread.length < test.error_count)
    return undefined;
  return adviceOnAnswers(countAnswers(unread)) ?? unreadSentence(unread);
}

function errorsStep({ test, results }: DecidingTest): string | undefined {
  if (test.outcome === 'error') {
    return (
      causeOf(results)?.remedy ??
      'Without a score there is no verdict: correct what the errors name, then run again.'
    );
  }
  if (test.outcome !== 'inconclusive' || test.error_count === 0 || !isRateOpen(test))
    return undefined;
  const remedy = causeOf(results)?.remedy;
  return `The rows in error decide between pass and fail. ${remedy ?? 'Correct what their errors name, or run again.'}`;
}

function openComparisonStep({ test, rows, base }: DecidingTest): string | undefined {
  const { outcome, baseline, not_compared } = test;
  if (not_compared !== undefined)
    return 'Give the rows the columns that the prompts of the base fill (`data.columns.fill`), or merge the change of rows and prompts without this check.';
  if (outcome !== 'inconclusive' || baseline?.outcome !== 'inconclusive') return undefined;
  const failed = rows.flatMap(({ baseline }) => baseline?.error ?? []);
  const [mostFrequent] = countByKey(failed, ({ kind }) => kind);
  if (mostFrequent) {
    const reason = kindWords(mostFrequent.item.kind)?.summary ?? 'the report says why';
    const way =
      'Run again once that is corrected. If its model no longer exists, name another one there, in a merge without this check.';
    return `${sentenceCase(baseName(base))} could not be asked in ${quantity(mostFrequent.count, 'row')}: ${reason}. ${way}`;
  }
  return 'Rows in error, in this run or in the baseline, could hide a regression: correct what their errors name, or run again.';
}

function lostKnowledgeStep({ test, results, base }: DecidingTest): ComparingStep | undefined {
  if (test.method !== 'triplet' || test.outcome !== 'fail') return undefined;
  const { streams, baseline } = test;
  const knowledge = test.comparisons?.known;
  const decides =
    streams?.valid === 'bad' || (baseline?.of === 'known' && baseline.outcome === 'fail');
  if (!decides || !knowledge || knowledge.broken === 0) return undefined;
  const lostClause = `Answers that ${baseName(base)} knows are lost here`;
  return { comparing: `${lostClause}: ${compareSubject(results)}.` };
}

function tooFewValidStep({ test, rows }: DecidingTest): string | undefined {
  if (test.outcome !== 'fail' || !shortfallOf(test)) return undefined;
  const advice = isIgnorant(test) ? adviceOnAnswers(countAnswers(rows)) : undefined;
  if (advice !== undefined) return advice;
  const nouns = `${wordsFor(test).unit}s`;
  return isIgnorant(test)
    ? `The ${nouns} are too hard for this model: take other ${nouns}, or read its answers to the unchanged ones.`
    : `${sentenceCase(harmlessOf(test))} changes its answers: lower the temperature. A model that still does it is upset by any edit.`;
}

function brokenHereStep({
  test: { outcome, baseline },
  results,
  failing,
  base,
}: DecidingTest): string | ComparingStep | undefined {
  if (outcome !== 'fail' || !baseline || failing.length === 0) return undefined;
  const broken = failing.filter(wasRight);
  if (2 * broken.length < failing.length) return undefined;
  const isAllBroken = broken.length === failing.length;
  const most = isAllBroken ? 'All' : `${formatNumber(broken.length)} of the`;
  const rowsClause = failing.length === 1 ? 'It' : `${most} ${formatNumber(failing.length)}`;
  const otherRowsClause = isAllBroken ? '' : ` The others fail on ${baseName(base)}, too.`;
  // The attribution names the change.
  if (results.attribution?.parts.some(({ named }) => named))
    return `${rowsClause} broke with this change.${otherRowsClause}`;
  return {
    comparing: `${rowsClause} broke with this change: ${compareSubject(results)}.${otherRowsClause}`,
  };
}

function failedOnBaseStep({ test, failing, base }: DecidingTest): string | undefined {
  if (test.outcome !== 'fail' || !test.baseline || !failedBefore(test) || failing.some(wasRight))
    return undefined;
  return `This change did not break them: the same rows fail on ${baseName(base)}. ${wordsFor(test).remedy}`;
}

function unfitRowsStep({ test, failing }: DecidingTest): string | undefined {
  const unfit = failing.filter(({ lint }) => lint);
  if (test.outcome !== 'fail' || failing.length === 0 || 2 * unfit.length < failing.length)
    return undefined;
  return `${formatNumber(unfit.length)} of the ${quantity(failing.length, 'failing row')} may not tell anything: correct the rows, or leave them out.`;
}

function tooFewRowsStep({ test }: DecidingTest): string | undefined {
  if (test.outcome !== 'inconclusive') return undefined;
  if (lacksContrast(test))
    return 'Give the rows a key (`answer` and `negated_answer`, or `truth`), or take more of them.';
  if (leavesTooFew(test) || isMostlyBothSides(test))
    return `A row whose answer states both sides counts for nothing: ask for the letter alone in \`model.prompt\`, or name a \`judge\`.`;
  const easier = isSequential(test) ? ', or take a larger `margin`' : '';
  return `These rows are too few to be sure: add more of them to the data${easier}.`;
}
