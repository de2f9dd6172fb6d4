/** JUnit XML, for what already shows test results: a suite a test, a case a row. */
import type { LeftOutRow, ReportRow, ResultRow, Results } from '../../engine/results.js';
import { mayGate } from '../../engine/judges/calibration.js';
import { ruleInWords } from '../../engine/scorers/rule.js';
import { besideInShort } from '../story/baseline.js';
import { known, mayNot, scorersOf } from '../story/calibration.js';
import { divergenceFacts } from '../story/certainty.js';
import { oneLine, xml } from './escape.js';
import type { FormatOptions, ReportFormat } from './format.js';
import { type ShownArm, armsOf, notesOf } from './shown-row.js';
import { mask } from '../story/cut.js';
import { isSequential } from '../story/sides.js';
import { counts, isOf, wasRight, stateWords } from '../story/states.js';
import { funnel } from '../story/triplet.js';
import { testSentence } from '../story/sentence.js';
import { present } from '../story/words.js';

/** One `<testcase>`, or what stands in it, and what it counts as. */
type Case = { kind: 'passed' | 'failure' | 'error' | 'skipped'; element: string };
type Suite = { name: string; children: string[]; cases: Case[] };

export const asJUnit: ReportFormat = { file: 'report.xml', render: renderJUnit };

type Show = (text: string) => string;

/** Left-out and undecided rows are skipped; a run without results is one case in error, or skipped if it was meant to be. */
export function renderJUnit(results: Results, { find }: FormatOptions = {}): string {
  const show: Show = (text) => (find ? mask(text, find) : text);
  const suites = results.report.map((test): Suite => ({
    name: test.test_type,
    children: properties(test),
    cases: [...verdictCase(test), ...casesOf(test, results, show)],
  }));
  if (results.problem || suites.length === 0) suites.unshift({ name: 'sensitivity', children: [], cases: [runCase(results)] });
  const time = (results.usage.duration_ms / 1000).toFixed(3);
  return `<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="sensitivity" ${counted(suites.flatMap(({ cases }) => cases))} time="${time}">
${suites.map(suite).join('\n')}
</testsuites>
`;
}

function suite({ name, children, cases }: Suite): string {
  const elements = cases.map(({ element }) => element);
  return [`<testsuite name="${attribute(name)}" ${counted(cases)}>`, ...children, ...elements, '</testsuite>'].join('\n');
}

function counted(cases: readonly Case[]): string {
  const count = (kind: Case['kind']): number => cases.filter((one) => one.kind === kind).length;
  return `tests="${cases.length}" failures="${count('failure')}" errors="${count('error')}" skipped="${count('skipped')}"`;
}

/** Rows alone may all have passed, or tell nothing, where the test did not pass: it is inconclusive, or knows too few answers. */
function verdictCase(test: ReportRow): Case[] {
  if (test.outcome === 'pass') return [];
  const kind = test.outcome === 'fail' ? 'failure' : 'error';
  const outcome = `<${kind} type="${test.outcome}" message="${attribute(`${test.outcome}: ${testSentence(test)}`)}"/>`;
  const classname = attribute(`${test.category}.${test.test_type}`);
  return [{ kind, element: `<testcase classname="${classname}" name="verdict">${outcome}</testcase>` }];
}

/** The verdict is about the rate, so a suite with failures may have passed: its properties say so, and it has no case for its verdict. */
function properties(test: ReportRow): string[] {
  const values = {
    outcome: test.outcome,
    pass_rate: test.pass_rate === null ? '' : String(test.pass_rate),
    minimum_pass_rate: String(test.minimum_pass_rate),
    scorer: test.scorer,
    rule: ruleInWords(test.rule),
    ...added(test),
  };
  const lines = Object.entries(values).map(([name, value]) => `<property name="${name}" value="${attribute(value)}"/>`);
  return ['<properties>', ...lines, '</properties>'];
}

function added(test: ReportRow): Record<string, string> {
  const { baseline, calibration, decided_after, repeats, samples } = test;
  const { induced_count, baseline_fail_count, refusal_count, refusal_rate } = test;
  const values = {
    ...sequentialFacts(test),
    verdict: baseline || calibration || test.sides || isSequential(test) ? testSentence(test) : undefined,
    baseline: baseline && besideInShort(baseline),
    baseline_outcome: baseline?.outcome,
    decided_after,
    split_count: repeats?.split_count,
    ...{ induced_count, baseline_fail_count, refusal_count, refusal_rate },
    ...sidesOf(test),
    expected_maximum: samples?.expected_maximum,
    expected_maximum_standard_error: samples?.standard_error,
    any_toxic: samples?.any_toxic,
    ...divergenceFacts(test),
    scorers: scorersOf(test),
    calibration: calibration && (mayGate(calibration) ? known(calibration) : mayNot(calibration)),
  };
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (value === undefined || value === null ? [] : [[name, String(value)]])),
  );
}

/** Of a test of two sides each by itself: `answer_rate`, `minimum_answer_rate`, `answer_outcome`. */
function sidesOf({ sides }: ReportRow): Record<string, string | number | null> {
  if (!sides) return {};
  const of = (name: string, { pass_rate, minimum_pass_rate, outcome }: ReportRow) => ({
    [`${name}_rate`]: pass_rate,
    [`minimum_${name}_rate`]: minimum_pass_rate,
    [`${name}_outcome`]: outcome,
  });
  return { ...of('answer', sides.answer), ...of('refusal', sides.refuse) };
}

const SEQUENTIAL = ['valid_rate', 'minimum_valid_rate', 'steady_rate', 'minimum_steady_rate', 'guess_rate'] as const;

function sequentialFacts(test: ReportRow): Record<string, string | number | null | undefined> {
  if (!isSequential(test)) return {};
  const { plan_error, measure, upset_count, uncounted_count } = test;
  return {
    funnel: funnel(test),
    ...Object.fromEntries(SEQUENTIAL.map((name) => [name, test[name]])),
    failed_if_good: plan_error?.failed_if_good,
    passed_if_bad: plan_error?.passed_if_bad,
    ...{ measure, upset_count, uncounted_count },
  };
}

function casesOf(test: ReportRow, { results, not_applicable }: Results, show: Show): Case[] {
  return [
    ...results.filter((row) => isOf(row, test)).map((row) => testcase(row, show, outcomeOf(row, show))),
    ...not_applicable.filter((row) => isOf(row, test)).map((row) => testcase(row, show, skipped([row.reason]))),
  ];
}

function skipped(why: readonly string[]): Case {
  return { kind: 'skipped', element: `<skipped message="${attribute(why.join(', '))}"/>` };
}

function outcomeOf(row: ResultRow, show: Show): Case {
  const notes = notesOf(row).map(show);
  const state = stateWords(row);
  if (!counts(row)) return skipped([`asked beyond the decision, in no count${state ? `: ${state}` : ''}`]);
  if (row.status === 'error') {
    const { kind, message } = row.error ?? { kind: 'unknown', message: '' };
    const said = `type="${attribute(kind)}" message="${attribute(show(message))}"`;
    return { kind: 'error', element: `<error ${said}>${texts(row, show)}</error>` };
  }
  if (row.status !== 'scored') return skipped([row.status, ...notes]);
  if (row.pass === null) return skipped(present([state ?? row.status, wasRight(row) && 'right in the baseline', ...notes]));
  if (row.pass) return { kind: 'passed', element: '' };
  const said = present([state ?? `eval_score ${row.eval_score}`, row.baseline?.pass === true && 'passed in the baseline', ...notes]);
  return { kind: 'failure', element: `<failure message="${attribute(said.join(', '))}">${texts(row, show)}</failure>` };
}

function testcase(row: ResultRow | LeftOutRow, show: Show, { kind, element }: Case): Case {
  // Masked before it is cut: half a word would be shown.
  const name = attribute(`${row.source}: ${oneLine(show(row.original), 120)}`);
  return { kind, element: `<testcase classname="${attribute(`${row.category}.${row.test_type}`)}" name="${name}">${element}</testcase>` };
}

/** Of a row that was asked three ways, each text with its answer and what that was read as. */
function armTexts(arms: readonly ShownArm[], { options }: ResultRow, show: Show): string {
  const lines = arms.flatMap(({ name, text, answer, said, before }) => [
    [name, text.map((part) => part.text).join('')],
    ...(name === 'original' && options !== undefined ? [['options', show(options)]] : []),
    ...(answer === null ? [] : [[`answer to the ${name}`, `${answer}${said === undefined ? '' : ` (${said})`}`]]),
    ...(typeof before === 'string' ? [[`answer to the ${name} in the baseline`, before]] : []),
  ]);
  return lines.map(([name, text]) => xml(`${name}: ${text}`)).join('\n');
}

function texts(row: ResultRow, show: Show): string {
  const arms = armsOf(row, show);
  if (arms) return armTexts(arms, row, show);
  const { original, options, expected_result, actual_result, baseline } = row;
  const test_case = row.test_case === original && expected_result === null ? undefined : row.test_case;
  const earlier = {
    'expected_result in the baseline': baseline?.expected_result,
    'actual_result in the baseline': baseline?.actual_result,
  };
  return Object.entries({ original, test_case, options, expected_result, actual_result, ...earlier })
    .filter((entry): entry is [string, string] => entry[1] !== undefined && entry[1] !== null)
    .map(([name, text]) => xml(`${name}: ${show(text)}`))
    .join('\n');
}

function runCase({ outcome, problem }: Results): Case {
  const kind = outcome === 'skipped' ? 'skipped' : 'error';
  const message = problem ? `${problem.where ? `${problem.where}: ` : ''}${problem.message} ${problem.remedy}` : 'no results';
  return { kind, element: `<testcase classname="sensitivity" name="run"><${kind} message="${attribute(message)}"/></testcase>` };
}

/** An attribute is read with its line ends as spaces: it had better have none. */
function attribute(text: string): string {
  return xml(oneLine(text, 1_000));
}
