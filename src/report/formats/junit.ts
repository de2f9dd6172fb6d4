/** JUnit XML, for what already shows test results: a suite a test, a case a row. */
import type { LeftOutRow, ReportRow, ResultRow, Results } from '../../engine/results.js';
import { ruleInWords } from '../../engine/scorers/rule.js';
import { atPlace } from '../../errors.js';
import { besideInShort } from '../story/baseline.js';
import { calibrationWords, scorersOf, unfitJudgeWords } from '../story/calibration.js';
import { type Mask, unmasked } from '../story/mask.js';
import { plainText } from '../story/blocks.js';
import { headline } from '../story/headline.js';
import { resultSentences } from '../story/result.js';
import { wordsFor } from '../story/test-words.js';
import { isCounted, isOfTest, readingSentence, stateWords, wasRight } from '../story/states.js';
import { funnel, isJudgeUnfit } from '../story/triplet.js';
import { present, sentenceCase } from '../story/words.js';
import { type Markup, xml } from './escape.js';
import { oneLine } from '../story/truncate.js';
import type { FormatOptions, ReportFormat } from './format.js';
import { notesOf, armsOf } from '../story/shown-row.js';

type Kind = 'passed' | 'failure' | 'error' | 'skipped';

/** The kind of a case in the counts, and the content of its element. */
interface CaseOutcome {
  kind: Kind;
  element?: Markup;
}

interface Case extends CaseOutcome {
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
    properties: results.watch ? [] : properties(test),
    cases: [...verdictCase(test, results), ...casesOf(test, results, mask)],
  }));
  const isRed = suites.some(({ cases }) =>
    cases.some(({ kind }) => kind === 'failure' || kind === 'error'),
  );
  const isShown = isRed || results.outcome === 'pass';
  if (results.problem || suites.length === 0 || !isShown)
    suites.unshift({ name: 'sensitivity', properties: [], cases: [runCase(results)] });
  const all = suites.flatMap(({ cases }) => cases);
  // Rows are asked side by side and not timed one by one: each asked row gets the mean.
  const seconds = results.usage.duration_ms / 1000;
  const mean = seconds / Math.max(1, askedOf(all));
  const elements = suites.map((suite) => suiteElement(suite, { mean, file: results.config.path }));
  return xml`<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="sensitivity" ${countsOf(all)} time="${seconds.toFixed(3)}">
${elements}</testsuites>
`.toString();
}

function askedOf(cases: readonly Case[]): number {
  return cases.filter(({ isAsked }) => isAsked).length;
}

function suiteElement(
  { name, properties: shown, cases }: Suite,
  { mean, file }: { mean: number; file: string },
): Markup {
  const time = (mean * askedOf(cases)).toFixed(3);
  const elements = cases.map((row) => caseElement(row, row.isAsked ? mean : 0));
  return xml`<testsuite name="${flat(name)}" ${countsOf(cases)} time="${time}" file="${flat(file)}">
${shown}${elements}</testsuite>
`;
}

function caseElement({ classname, name, file, line, element }: Case, seconds: number): Markup {
  const names = xml`classname="${flat(classname)}" name="${flat(name)}"`;
  const place = xml`file="${flat(file)}" line="${line}"`;
  return xml`<testcase ${names} ${place} time="${seconds.toFixed(3)}">${element}</testcase>\n`;
}

function countsOf(cases: readonly Case[]): Markup {
  const count = (kind: Kind): number => cases.filter((row) => row.kind === kind).length;
  return xml`tests="${cases.length}" failures="${count('failure')}" errors="${count('error')}" skipped="${count('skipped')}"`;
}

/** Makes an element whose text repeats its message, since readers show either of them. */
function withMessage(
  kind: 'failure' | 'error' | 'skipped',
  type: string,
  message: string,
): CaseOutcome {
  const attributes = xml`type="${flat(type)}" message="${flat(message)}"`;
  return { kind, element: xml`<${kind} ${attributes}>${message}</${kind}>` };
}

/** A case for the verdict of a test that did not pass: its rows alone may not show it. */
function verdictCase(test: ReportRow, { config }: Results): Case[] {
  const { outcome, category, test_type, advisory } = test;
  if (outcome === 'pass') return [];
  const kind = outcome === 'fail' ? 'failure' : 'error';
  const verdict = `${outcome}: ${sentenceOf(test)}`;
  const shown = withMessage(advisory ? 'skipped' : kind, outcome, verdict);
  const classname = `${category}.${test_type}`;
  return [{ classname, name: 'verdict', file: config.path, line: '1', isAsked: false, ...shown }];
}

function sentenceOf(test: ReportRow): string {
  return `${sentenceCase(wordsFor(test).label)}: ${plainText(resultSentences(test))}`;
}

/**
 * The figures and rules of a test. A suite with failing rows may have passed, and has no case for
 * its verdict.
 */
function properties(test: ReportRow): Markup[] {
  const { baseline, calibration, rule, pass_rate, minimum_pass_rate } = test;
  const steps = funnel(test);
  const values = {
    pass_rate: pass_rate ?? '',
    minimum_pass_rate,
    rule: ruleInWords(rule),
    verdict: sentenceOf(test),
    funnel: steps && plainText([steps]),
    scorers: scorersOf(test),
    baseline: baseline && besideInShort(baseline),
    calibration:
      calibration &&
      (isJudgeUnfit(test) ? unfitJudgeWords(calibration) : calibrationWords(calibration)),
  };
  const shown = Object.entries(values).filter(([, value]) => value !== undefined);
  return [
    xml`<properties>\n`,
    ...shown.map(
      ([name, value]) => xml`<property name="${name}" value="${flat(String(value))}"/>\n`,
    ),
    xml`</properties>\n`,
  ];
}

function casesOf(
  test: ReportRow,
  { results, not_applicable, config }: Results,
  mask: Mask,
): Case[] {
  const asked = results
    .filter((row) => isOfTest(row, test))
    .map((row) => rowCase(row, { mask, config, outcome: outcomeIn(test, row, mask) }));
  const leftOut = not_applicable
    .filter((row) => isOfTest(row, test))
    .map((row) => rowCase(row, { mask, config, outcome: skipped([row.reason]) }));
  return [...asked, ...leftOut];
}

function skipped(why: readonly string[], text?: string): CaseOutcome {
  const message = flat(why.join(', '));
  const element =
    text === undefined
      ? xml`<skipped message="${message}"/>`
      : xml`<skipped message="${message}">${text}</skipped>`;
  return { kind: 'skipped', element };
}

/** Returns a failing row as skipped if its test passes or is advisory: a job must not turn red. */
function outcomeIn(test: ReportRow, row: ResultRow, mask: Mask): CaseOutcome {
  const own = outcomeOf(row, mask);
  if (own.kind !== 'failure' && own.kind !== 'error') return own;
  const isHarmless = test.outcome === 'pass' || test.advisory === true;
  if (!isHarmless) return own;
  const what = row.error
    ? `in error (${row.error.kind}): ${mask(row.error.message)}`
    : `fails: ${failureOf(row, mask)}`;
  const besides = test.advisory ? 'the test decides nothing' : 'the test passes all the same';
  return skipped([`${besides}; ${what}`], texts(row, mask));
}

function outcomeOf(row: ResultRow, mask: Mask): CaseOutcome {
  const notes = notesOf(row).map(mask);
  const state = stateWords(row);
  if (!isCounted(row))
    return skipped([`asked beyond the decision, in no count${state ? `: ${state}` : ''}`]);
  if (row.error) {
    const { kind } = row.error;
    const message = mask(row.error.message);
    const text = `${message}\n${texts(row, mask)}`;
    const element = xml`<error type="${flat(kind)}" message="${flat(message)}">${text}</error>`;
    return { kind: 'error', element };
  }
  if (row.status !== 'scored') return skipped([row.status, ...notes]);
  if (row.pass === null)
    return skipped(
      present([state ?? row.status, wasRight(row) && 'right in the baseline', ...notes]),
    );
  if (row.pass) return { kind: 'passed' };
  const message = flat(failureOf(row, mask));
  const element = xml`<failure message="${message}">${texts(row, mask)}</failure>`;
  return { kind: 'failure', element };
}

function failureOf(row: ResultRow, mask: Mask): string {
  return present([
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
    ...outcome,
  };
}

function texts(row: ResultRow, mask: Mask): string {
  const lines: string[] = [];
  for (const { name, text, answer, reading, before } of armsOf(row, mask)) {
    lines.push(`${name}: ${text.map((part) => part.text).join('')}`);
    if (name === 'original' && row.options !== undefined)
      lines.push(`options: ${mask(row.options)}`);
    const read = reading ? ` (${readingSentence(reading)})` : '';
    if (answer !== null) lines.push(`answer to the ${name}: ${answer}${read}`);
    if (typeof before === 'string') lines.push(`answer to the ${name} in the baseline: ${before}`);
  }
  return lines.join('\n');
}

function runCase(results: Results): Case {
  const { outcome, problem, report, config } = results;
  const verdict = report.length === 0 ? 'no results' : headline(results);
  const message = problem ? `${atPlace(problem)} ${problem.remedy}` : verdict;
  const kind = outcome === 'skipped' ? 'skipped' : 'error';
  const shown = withMessage(kind, outcome, message);
  const classname = 'sensitivity';
  return { classname, name: 'run', file: config.path, line: '1', isAsked: false, ...shown };
}

/** Line ends in an attribute are read as spaces, so there are none. */
function flat(text: string): string {
  return oneLine(text, 1_000);
}
