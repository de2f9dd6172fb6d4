/**
 * The story of a run: what happened, in plain sentences and typed blocks. Writers lay it out; no
 * writer phrases a fact.
 */
import { attributionBlocks, attributionSentence } from './attribution.ts';
import type { Outcome, ReportRow, Results } from '../../engine/results.ts';
import { type Block, plainText, type Sentence, strengthenLead, type Table } from './blocks.ts';
import { ruleBlocks, untestedRuleWarnings } from './bot-rules.ts';
import { judgeBlocks } from './calibration.ts';
import { type Cause, causeOf, haveOneCause } from './cause.ts';
import { certaintySentences, ownJudgeSentence, ruleSentence } from './certainty.ts';
import { type ChangedText, changedTexts } from './changed-subject.ts';
import { restsOnChange } from './changed-gate.ts';
import { headline } from './headline.ts';
import { kindBlocks } from './kinds.ts';
import { nextSteps } from './next-steps.ts';
import { resultSentences, resultTable } from './result.ts';
import { partsToReport, wordsFor } from './test-words.ts';
import { brokenInPass } from './rows.ts';
import { reusedSentence } from './reused.ts';
import { funnels } from './funnel.ts';
import { unreadSentences } from './unread.ts';
import { keepTexts, sentenceCase } from './words.ts';

/** Maximum number of tests with sentences in the head; the table has all. */
const MAX_IN_HEAD = 3;

export interface Story {
  outcome: Outcome;
  /** Gives the headline its sign and its colour. */
  headline: string;
  /** The gate's name and the headline. */
  title: string;
  /** True if the verdict rests on what the pull request changes. */
  restsOnChange: boolean;
  warnings: Sentence[];
  /** On the change of the model, and on an earlier run whose verdict stands. */
  remarks: Remark[];
  /** The reason why there is no verdict. */
  cause: StoryCause | undefined;
  /** Tests in sentences, those that decide first. */
  tests: TestStory[];
  table: Table | undefined;
  /** Other parts of the report, in their order. A new part is one function that returns a block. */
  blocks: Block[];
  funnels: Sentence[];
  next: string[];
  /** Old and new values of the model and its prompts, in a run in which rows broke. */
  changedValues: ChangedText[];
  /** The rule of each test's scorer. */
  rules: string[];
  /** How often the gate is wrong, then the figures of each test. */
  certainty: string[];
  /** Stands in `certainty` too, which a terminal leaves out for a pass. */
  ownJudge: string | undefined;
  notices: readonly string[];
}

interface StoryCause extends Pick<Cause, 'message' | 'count' | 'section'> {
  /** True if there is nothing to report but the cause. */
  isAll: boolean;
  /** True if no row is in error for another reason. */
  coversErrors: boolean;
}

interface TestStory {
  test: ReportRow;
  label: string;
  /** True if the test has the outcome of the run, and so stands in the head. */
  isInHead: boolean;
  sentences: Sentence[];
}

interface Remark {
  isWarning: boolean;
  sentence: Sentence;
}

export interface StoryOptions {
  base?: string;
  /** The input `comment-key`, which tells several gates of one workflow apart. */
  key?: string;
  /** False if `fail-on` leaves the outcome out. */
  blocks?: boolean;
}

export function storyOf(results: Results, options: StoryOptions = {}): Story {
  const { outcome, report, problem, notices } = results;
  const { base } = options;
  const cause = outcome === 'error' || problem ? causeOf(results) : undefined;
  const runHeadline = headline(results, base);
  return {
    outcome,
    headline: runHeadline,
    title: titleOf(runHeadline, { outcome, key: options.key }),
    restsOnChange: restsOnChange(results) || results.model_change?.moves === true,
    warnings: warningsOf(results, options),
    remarks: remarksOf(results, base),
    cause: cause && storyCause(cause, results),
    tests: testStories(results, { base, isCause: cause !== undefined }),
    table: resultTable(report, base),
    blocks: [
      ...attributionBlocks(results),
      ...judgeBlocks(report),
      ...ruleBlocks(report),
      ...kindBlocks(results),
    ],
    funnels: funnels(results),
    next: stepsOf(results, base),
    changedValues: changedTexts(results),
    rules: report.map(ruleSentence),
    certainty: certaintySentences(results),
    ownJudge: ownJudgeSentence(results),
    notices,
  };
}

function storyCause({ message, count, section }: Cause, results: Results): StoryCause {
  const isAll = results.report.every(({ pass_rate }) => pass_rate === null);
  return { message, count, section, isAll, coversErrors: haveOneCause(results) };
}

/**
 * The gate's name and the headline: `Sensitivity failed: the model misses the "not" too often`.
 * A push, a schedule and a release have no merge, so the title names none.
 */
function titleOf(
  runHeadline: string,
  { outcome, key }: { outcome: Outcome; key: string | undefined },
): string {
  const gate = key === undefined ? 'Sensitivity' : `Sensitivity (${key})`;
  const verdict = outcome === 'fail' ? ' failed' : '';
  return `${gate}${verdict}: ${runHeadline.charAt(0).toLowerCase()}${runHeadline.slice(1)}`;
}

function warningsOf(results: Results, { base, blocks = true }: StoryOptions): Sentence[] {
  const { outcome, warnings = [] } = results;
  const sentences = [...warnings.map(strengthenLead), ...untestedRuleWarnings(results.report)];
  const broken = brokenInPass(results, base);
  if (broken !== undefined) sentences.push([broken]);
  if (blocks || outcome === 'pass' || outcome === 'skipped') return sentences;
  const leftOut = ` \`fail-on\` leaves "${outcome}" out.`;
  return [...sentences, [{ strong: 'This result does not block the merge:' }, leftOut]];
}

/** Returns the next steps, the change that broke rows, and how to make answers readable. */
function stepsOf(results: Results, base: string | undefined) {
  const steps = nextSteps(results, base);
  const allSteps = keepTexts([...steps, attributionSentence(results, base)]);
  if (results.outcome === 'skipped')
    return [...allSteps, 'Nothing was judged: this is not a pass.'];
  return [...allSteps, ...unreadSentences(results).filter((sentence) => !steps.includes(sentence))];
}

/**
 * Returns remarks on a changed model and on a reused run. A model that moves to another host is a
 * warning.
 */
function remarksOf(results: Results, base: string | undefined): Remark[] {
  const remarks: Remark[] = [];
  if (results.model_change) {
    const { moves, sentence } = results.model_change;
    remarks.push({ isWarning: moves, sentence: strengthenLead(sentence) });
  }
  const reused = reusedSentence(results, base);
  if (reused !== undefined) remarks.push({ isWarning: false, sentence: [reused] });
  return remarks;
}

/** `⚠️ This pull request changes the model: …`: the remark in plain text. */
export function remarkText({ isWarning, sentence }: Remark): string {
  const text = plainText(sentence);
  return isWarning ? `⚠️ ${text}` : text;
}

function testStories(
  { outcome, report }: Results,
  { base, isCause }: { base: string | undefined; isCause: boolean },
): TestStory[] {
  const allTests = report
    .flatMap(partsToReport)
    .toSorted((a, b) => Number(b.outcome === outcome) - Number(a.outcome === outcome));
  // The cause stands for a test without a score.
  const shownTests = isCause ? allTests.filter(({ pass_rate }) => pass_rate !== null) : allTests;
  return shownTests.map((test, i) => ({
    test,
    label: wordsFor(test).label,
    isInHead: i < MAX_IN_HEAD && test.outcome === outcome,
    sentences: resultSentences(test, base),
  }));
}

/**
 * One test in plain text:
 * `reads negation: It read the "not" in 17 of 25 questions (68%); 85% are needed.`
 */
export function testSentence({ label, sentences }: Pick<TestStory, 'label' | 'sentences'>): string {
  return `${sentenceCase(label)}: ${plainText(...sentences)}`;
}
