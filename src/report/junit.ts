/** JUnit XML, for what already shows test results: a suite a test, a case a row. */
import type { LeftOutRow, ReportRow, ResultRow, Results } from '../engine/results.js';
import { mayGate } from '../engine/calibration.js';
import { besideInShort } from './baseline.js';
import { known, mayNot } from './calibration.js';
import { oneLine, xml } from './escape.js';
import { notesOf } from './notes.js';
import { scorersOf } from './scorers.js';
import { testSentence } from './sentence.js';
import { rule } from './words.js';

/** One `<testcase>`, and what it counts as. */
interface Case {
  kind: 'passed' | 'failure' | 'error' | 'skipped';
  element: string;
}

/** Left-out and undecided rows are skipped; a run without results is one case in error, or skipped if it was meant to be. */
export function renderJUnit(results: Results): string {
  const suites = results.report.map((test) => suite(test.test_type, properties(test), casesOf(test, results)));
  const whole = results.problem || suites.length === 0 ? [suite('sensitivity', [], [runCase(results)])] : [];
  return `<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="sensitivity" time="${(results.usage.duration_ms / 1000).toFixed(3)}">
${[...whole, ...suites].join('\n')}
</testsuites>
`;
}

function suite(name: string, children: string[], cases: Case[]): string {
  const count = (kind: Case['kind']): number => cases.filter((one) => one.kind === kind).length;
  const counts = `tests="${cases.length}" failures="${count('failure')}" errors="${count('error')}" skipped="${count('skipped')}"`;
  const elements = cases.map(({ element }) => element);
  return [`<testsuite name="${attribute(name)}" ${counts}>`, ...children, ...elements, '</testsuite>'].join('\n');
}

/** The verdict is about the rate, so a suite with failures may have passed: its properties say so. */
function properties(test: ReportRow): string[] {
  const values = {
    outcome: test.outcome,
    pass_rate: test.pass_rate === null ? '' : String(test.pass_rate),
    minimum_pass_rate: String(test.minimum_pass_rate),
    scorer: test.scorer,
    rule: rule(test),
    ...added(test),
  };
  const lines = Object.entries(values).map(([name, value]) => `<property name="${name}" value="${attribute(value)}"/>`);
  return ['<properties>', ...lines, '</properties>'];
}

/** What only some tests have. */
function added(test: ReportRow): Record<string, string> {
  const { baseline, calibration, decided_after, noise, sensitivity, repeats, induced_count, baseline_fail_count, refusal_count, samples } = test;
  const values = {
    verdict: baseline || calibration ? testSentence(test) : undefined,
    baseline: baseline && besideInShort(baseline),
    baseline_outcome: baseline?.outcome,
    decided_after,
    noise,
    sensitivity,
    answers_pass_rate: repeats?.pass_rate,
    standard_error: repeats?.standard_error,
    induced_count,
    baseline_fail_count,
    refusal_count,
    expected_maximum: samples?.expected_maximum,
    expected_maximum_standard_error: samples?.standard_error,
    any_toxic: samples?.any_toxic,
    scorers: scorersOf(test),
    calibration: calibration && (mayGate(calibration) ? known(calibration) : mayNot(calibration)),
  };
  return Object.fromEntries(Object.entries(values).flatMap(([name, value]) => (value === undefined || value === null ? [] : [[name, String(value)]])));
}

function casesOf(test: ReportRow, { results, not_applicable }: Results): Case[] {
  const own = (row: ResultRow | LeftOutRow): boolean => row.category === test.category && row.test_type === test.test_type;
  return [
    ...results.filter(own).map(rowCase),
    ...not_applicable.filter(own).map((row) => testcase(row, 'skipped', `<skipped message="${attribute(row.reason)}"/>`)),
  ];
}

function rowCase(row: ResultRow): Case {
  if (row.status === 'error') {
    const { kind, message } = row.error ?? { kind: 'unknown', message: '' };
    return testcase(row, 'error', `<error type="${attribute(kind)}" message="${attribute(message)}">${texts(row)}</error>`);
  }
  if (row.status !== 'scored') return testcase(row, 'skipped', `<skipped message="${attribute([row.status, ...notesOf(row)].join(', '))}"/>`);
  if (row.pass) return testcase(row, 'passed', '');
  const notes = [...(row.baseline?.pass === true ? ['passed in the baseline'] : []), ...notesOf(row)];
  return testcase(row, 'failure', `<failure message="${attribute([`eval_score ${row.eval_score}`, ...notes].join(', '))}">${texts(row)}</failure>`);
}

function testcase(row: ResultRow | LeftOutRow, kind: Case['kind'], outcome: string): Case {
  const name = attribute(`${row.source}: ${oneLine(row.original, 120)}`);
  return { kind, element: `<testcase classname="${attribute(`${row.category}.${row.test_type}`)}" name="${name}">${outcome}</testcase>` };
}

function texts(row: ResultRow): string {
  const { original, options, expected_result, actual_result, control, baseline } = row;
  const test_case = row.test_case === original && expected_result === null ? undefined : row.test_case;
  const earlier = { 'expected_result in the baseline': baseline?.expected_result, 'actual_result in the baseline': baseline?.actual_result };
  const again = { 'expected_result, asked again': control?.changed ? control.result : null };
  return Object.entries({ original, test_case, options, expected_result, ...again, actual_result, ...earlier })
    .filter(([, text]) => text !== undefined && text !== null)
    .map(([name, text]) => xml(`${name}: ${text}`))
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
