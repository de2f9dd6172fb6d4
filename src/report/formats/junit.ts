/** JUnit XML, for what already shows test results: a suite a test, a case a row. */
import type { LeftOutRow, Outcome, ReportRow, ResultRow, Results } from '../../engine/results.ts';
import { ruleInWords } from '../../engine/scorers/rule.ts';
import { atPlace } from '../../errors.ts';
import { baselineRateWords } from '../story/baseline.ts';
import { calibrationWords, scorerWords, unfitJudgeWords } from '../story/calibration.ts';
import { type Mask, unmasked } from '../story/mask.ts';
import { plainText } from '../story/blocks.ts';
import { headline } from '../story/headline.ts';
import { resultSentences } from '../story/result.ts';
import { wordsFor } from '../story/test-words.ts';
import { isCounted, isOfTest, readingSentence, stateWords, wasRight } from '../story/states.ts';
import { funnel } from '../story/funnel.ts';
import { isJudgeUnfit } from '../story/open-rate.ts';
import { keepTexts, sentenceCase } from '../story/words.ts';
import { type Markup, xml } from './escape.ts';
import { oneLine } from '../story/truncate.ts';
import type { FormatOptions, ReportFormat } from './format.ts';
import { notesOf, armsOf } from '../story/shown-row.ts';

/** The end of a case, which has an element of this kind unless it passed. */
type CaseOutcome =
  | { kind: 'passed' }
  | { kind: 'failure' | 'error' | 'skipped'; type?: string; message: string; text?: string };

interface Case {
  outcome: CaseOutcome;
  classname: string;
  name: string;
  file: string;
  line: string;
  /** True for a row that was put to the model. */
  isAsked: boolean;
}

interface Suite {
  name: string;
  properties: Markup[];
  cases: Case[];
}

export const asJUnit: ReportFormat = { file: 'report.xml', render: renderJUnit };

/**
 * Left-out and undecided rows are skipped. A run whose tests do not show its outcome has a case of
 * its own: one without results, and one in which nothing gates.
 */
export function renderJUnit(results: Results, { mask = unmasked }: FormatOptions = {}): string {
  const suites = results.report.map((test): Suite => ({
    name: test.test_type,
    properties: propertyElements(test),
    cases: [...verdictCase(test, results), ...casesOf(test, results, mask)],
  }));
  const hasRedCase = suites.some(({ cases }) => cases.some(({ outcome }) => isRed(outcome)));
  const isOutcomeShown = hasRedCase || results.outcome === 'pass';
  if (results.problem || suites.length === 0 || !isOutcomeShown)
    suites.unshift({ name: 'sensitivity', properties: [], cases: [runCase(results)] });
  const allCases = suites.flatMap(({ cases }) => cases);
  // Rows are asked side by side and not timed one by one: each asked row gets the mean.
  const seconds = results.usage.duration_ms / 1000;
  const mean = seconds / Math.max(1, countAsked(allCases));
  const elements = suites.map((suite) => suiteElement(suite, { mean, file: results.config.path }));
  return xml`<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="sensitivity" ${countAttributes(allCases)} time="${seconds.toFixed(3)}">
${elements}</testsuites>
`.toString();
}

/** True for an outcome with which a job turns red. */
function isRed({ kind }: CaseOutcome): boolean {
  return kind === 'failure' || kind === 'error';
}

function countAsked(cases: readonly Case[]): number {
  return cases.filter(({ isAsked }) => isAsked).length;
}

function suiteElement(
  { name, properties, cases }: Suite,
  { mean, file }: { mean: number; file: string },
): Markup {
  const time = (mean * countAsked(cases)).toFixed(3);
  const elements = cases.map((row) => caseElement(row, row.isAsked ? mean : 0));
  return xml`<testsuite name="${onOneLine(name)}" ${countAttributes(cases)} time="${time}" file="${onOneLine(file)}">
${properties}${elements}</testsuite>
`;
}

function caseElement({ classname, name, file, line, outcome }: Case, seconds: number): Markup {
  const names = xml`classname="${onOneLine(classname)}" name="${onOneLine(name)}"`;
  const place = xml`file="${onOneLine(file)}" line="${line}"`;
  return xml`<testcase ${names} ${place} time="${seconds.toFixed(3)}">${outcomeElement(outcome)}</testcase>\n`;
}

function outcomeElement(outcome: CaseOutcome): Markup | undefined {
  if (outcome.kind === 'passed') return undefined;
  const { kind, type, message, text } = outcome;
  const typeAttribute = type === undefined ? undefined : xml`type="${onOneLine(type)}" `;
  const start = xml`<${kind} ${typeAttribute}message="${onOneLine(message)}"`;
  return text === undefined ? xml`${start}/>` : xml`${start}>${text}</${kind}>`;
}

function countAttributes(cases: readonly Case[]): Markup {
  const count = (kind: CaseOutcome['kind']): number =>
    cases.filter(({ outcome }) => outcome.kind === kind).length;
  return xml`tests="${cases.length}" failures="${count('failure')}" errors="${count('error')}" skipped="${count('skipped')}"`;
}

/** A case for the verdict of a test that did not pass: its rows alone may not show it. */
function verdictCase(test: ReportRow, { config }: Results): Case[] {
  const { outcome, category, test_type, advisory } = test;
  if (outcome === 'pass') return [];
  const redKind = outcome === 'fail' ? 'failure' : 'error';
  return [
    verdictOf(config, {
      classname: `${category}.${test_type}`,
      name: 'verdict',
      kind: advisory ? 'skipped' : redKind,
      outcome,
      message: `${outcome}: ${sentenceOf(test)}`,
    }),
  ];
}

interface Verdict extends Pick<Case, 'classname' | 'name'> {
  kind: 'failure' | 'error' | 'skipped';
  outcome: Outcome;
  message: string;
}

/** The case of a test or a run. Its text repeats its message, since readers show either of them. */
function verdictOf(
  config: Results['config'],
  { kind, outcome: type, message, ...names }: Verdict,
): Case {
  const outcome: CaseOutcome = { kind, type, message, text: message };
  return { ...names, file: config.path, line: '1', isAsked: false, outcome };
}

function sentenceOf(test: ReportRow): string {
  return `${sentenceCase(wordsFor(test).label)}: ${plainText(...resultSentences(test))}`;
}

/**
 * The figures and rules of a test. A suite with failing rows may have passed, and has no case for
 * its verdict.
 */
function propertyElements(test: ReportRow): Markup[] {
  const { baseline, calibration, rule, pass_rate, minimum_pass_rate } = test;
  const steps = funnel(test);
  const values = {
    pass_rate: pass_rate ?? '',
    minimum_pass_rate,
    rule: ruleInWords(rule),
    verdict: sentenceOf(test),
    funnel: steps && plainText(steps),
    scorers: scorerWords(test),
    baseline: baseline && baselineRateWords(baseline),
    calibration:
      calibration &&
      (isJudgeUnfit(test) ? unfitJudgeWords(calibration) : calibrationWords(calibration)),
  };
  const givenValues = Object.entries(values).filter(([, value]) => value !== undefined);
  return [
    xml`<properties>\n`,
    ...givenValues.map(
      ([name, value]) => xml`<property name="${name}" value="${onOneLine(String(value))}"/>\n`,
    ),
    xml`</properties>\n`,
  ];
}

function casesOf(
  test: ReportRow,
  { results, not_applicable, config }: Results,
  mask: Mask,
): Case[] {
  const rowCases = results
    .filter((row) => isOfTest(row, test))
    .map((row) => rowCase(row, { mask, config, outcome: outcomeWithinTest(test, row, mask) }));
  const leftOutCases = not_applicable
    .filter((row) => isOfTest(row, test))
    .map((row) => rowCase(row, { mask, config, outcome: skipped([row.reason]) }));
  return [...rowCases, ...leftOutCases];
}

/** Returns a failing row as skipped if its test passes or is advisory: a job must not turn red. */
function outcomeWithinTest(test: ReportRow, row: ResultRow, mask: Mask): CaseOutcome {
  const outcome = outcomeOf(row, mask);
  const isHarmless = test.outcome === 'pass' || test.advisory === true;
  if (!isRed(outcome) || !isHarmless) return outcome;
  const failureText = row.error
    ? `in error (${row.error.kind}): ${mask(row.error.message)}`
    : `fails: ${failureOf(row, mask)}`;
  const excuse = test.advisory ? 'the test decides nothing' : 'the test passes all the same';
  return skipped([`${excuse}; ${failureText}`], armTexts(row, mask));
}

function outcomeOf(row: ResultRow, mask: Mask): CaseOutcome {
  const notes = notesOf(row).map(mask);
  const state = stateWords(row);
  if (!isCounted(row))
    return skipped([`not counted: asked after the test was decided${state ? `; ${state}` : ''}`]);
  if (row.error) {
    const message = mask(row.error.message);
    const text = `${message}\n${armTexts(row, mask)}`;
    return { kind: 'error', type: row.error.kind, message, text };
  }
  if (row.status !== 'scored') return skipped([row.status, ...notes]);
  if (row.pass === null) {
    const wasRightBefore = wasRight(row) && 'right in the baseline';
    return skipped(keepTexts([state ?? row.status, wasRightBefore, ...notes]));
  }
  if (row.pass) return { kind: 'passed' };
  return { kind: 'failure', message: failureOf(row, mask), text: armTexts(row, mask) };
}

function skipped(reasons: readonly string[], text?: string): CaseOutcome {
  return { kind: 'skipped', message: reasons.join(', '), text };
}

function failureOf(row: ResultRow, mask: Mask): string {
  return keepTexts([
    stateWords(row) ?? `score ${row.eval_score}`,
    row.baseline?.pass === true && 'passed in the baseline',
    ...notesOf(row).map(mask),
  ]).join(', ');
}

/** A row of a file names its line; one of a set or of a JSON file has a number behind `#`. */
const PLACE = /^([^:]+):(\d{1,9})$/;

function rowCase(
  row: ResultRow | LeftOutRow,
  { mask, config, outcome }: { mask: Mask; config: Results['config']; outcome: CaseOutcome },
): Case {
  const [, file = config.path, line = '1'] = PLACE.exec(row.source) ?? [];
  return {
    classname: `${row.category}.${row.test_type}`,
    // Masked before it is cut: half a word would be shown.
    name: `${row.source}: ${oneLine(mask(row.original), 120)}`,
    file,
    line,
    isAsked: 'status' in row && row.status !== 'undecided',
    outcome,
  };
}

function armTexts(row: ResultRow, mask: Mask): string {
  const lines: string[] = [];
  for (const { name, text, answer, reading, baselineAnswer } of armsOf(row, mask)) {
    lines.push(`${name}: ${text.map((part) => part.text).join('')}`);
    if (name === 'original' && row.options !== undefined)
      lines.push(`options: ${mask(row.options)}`);
    const readingClause = reading ? ` (${readingSentence(reading)})` : '';
    if (answer !== null) lines.push(`answer to the ${name}: ${answer}${readingClause}`);
    if (typeof baselineAnswer === 'string')
      lines.push(`answer to the ${name} in the baseline: ${baselineAnswer}`);
  }
  return lines.join('\n');
}

function runCase(results: Results): Case {
  const { outcome, problem, report, config } = results;
  const verdict = report.length === 0 ? 'no results' : headline(results);
  return verdictOf(config, {
    classname: 'sensitivity',
    name: 'run',
    kind: outcome === 'skipped' ? 'skipped' : 'error',
    outcome,
    message: problem ? `${atPlace(problem)} ${problem.remedy}` : verdict,
  });
}

/** Line ends in an attribute are read as spaces, so there are none. */
function onOneLine(text: string): string {
  return oneLine(text, 1_000);
}
