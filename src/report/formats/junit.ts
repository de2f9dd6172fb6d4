/** JUnit XML, for what already shows test results: a suite a test, a case a row. */
import type { LeftOutRow, ReportRow, ResultRow, Results } from '../../engine/results.js';
import { ruleInWords } from '../../engine/scorers/rule.js';
import { besideInShort } from '../story/baseline.js';
import { known, mayNot, scorersOf } from '../story/calibration.js';
import { type Mask, unmasked } from '../story/mask.js';
import { plainText } from '../story/blocks.js';
import { resultSentences } from '../story/result.js';
import { wordsFor } from '../story/sides.js';
import { counts, isOf, stateWords, wasRight } from '../story/states.js';
import { funnel, isJudgeUnfit } from '../story/triplet.js';
import { present, sentenceCase } from '../story/words.js';
import { oneLine, xml } from './escape.js';
import type { FormatOptions, ReportFormat } from './format.js';
import { notesOf, armsOf } from './shown-row.js';

/** One `<testcase>`, or its content, and what it counts as. */
type Case = { kind: 'passed' | 'failure' | 'error' | 'skipped'; element: string };
type Suite = { name: string; children: string[]; cases: Case[] };

export const asJUnit: ReportFormat = { file: 'report.xml', render: renderJUnit };

/**
 * Left-out and undecided rows are skipped. A run without results is one case in error, or skipped
 * if the run was.
 */
export function renderJUnit(results: Results, { mask = unmasked }: FormatOptions = {}): string {
  const suites = results.report.map((test): Suite => ({
    name: test.test_type,
    children: properties(test),
    cases: [...verdictCase(test), ...casesOf(test, results, mask)],
  }));
  if (results.problem || suites.length === 0)
    suites.unshift({ name: 'sensitivity', children: [], cases: [runCase(results)] });
  const time = (results.usage.duration_ms / 1000).toFixed(3);
  return `<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="sensitivity" ${counted(suites.flatMap(({ cases }) => cases))} time="${time}">
${suites.map(suite).join('\n')}
</testsuites>
`;
}

function suite({ name, children, cases }: Suite): string {
  const elements = cases.map(({ element }) => element);
  return [
    `<testsuite name="${attribute(name)}" ${counted(cases)}>`,
    ...children,
    ...elements,
    '</testsuite>',
  ].join('\n');
}

function counted(cases: readonly Case[]): string {
  const count = (kind: Case['kind']): number => cases.filter((one) => one.kind === kind).length;
  return `tests="${cases.length}" failures="${count('failure')}" errors="${count('error')}" skipped="${count('skipped')}"`;
}

/** A case for the verdict of a test that did not pass: its rows alone may not show it. */
function verdictCase(test: ReportRow): Case[] {
  if (test.outcome === 'pass') return [];
  const kind = test.outcome === 'fail' ? 'failure' : 'error';
  const outcome = `<${kind} type="${test.outcome}" message="${attribute(`${test.outcome}: ${sentenceOf(test)}`)}"/>`;
  const classname = attribute(`${test.category}.${test.test_type}`);
  return [
    { kind, element: `<testcase classname="${classname}" name="verdict">${outcome}</testcase>` },
  ];
}

function sentenceOf(test: ReportRow): string {
  return `${sentenceCase(wordsFor(test).label)}: ${plainText(resultSentences(test))}`;
}

/**
 * The figures and rules of a test. A suite with failing rows may have passed, and has no case for
 * its verdict.
 */
function properties(test: ReportRow): string[] {
  const { baseline, calibration, rule, pass_rate, minimum_pass_rate } = test;
  const values = {
    pass_rate: pass_rate ?? '',
    minimum_pass_rate,
    rule: ruleInWords(rule),
    verdict: sentenceOf(test),
    funnel: funnel(test),
    scorers: scorersOf(test),
    baseline: baseline && besideInShort(baseline),
    calibration: calibration && (isJudgeUnfit(test) ? mayNot(calibration) : known(calibration)),
  };
  const shown = Object.entries(values).filter(([, value]) => value !== undefined);
  return [
    '<properties>',
    ...shown.map(
      ([name, value]) =>
        `<property name="${attribute(name)}" value="${attribute(String(value))}"/>`,
    ),
    '</properties>',
  ];
}

function casesOf(test: ReportRow, { results, not_applicable }: Results, mask: Mask): Case[] {
  return [
    ...results
      .filter((row) => isOf(row, test))
      .map((row) => testcase(row, mask, outcomeOf(row, mask))),
    ...not_applicable
      .filter((row) => isOf(row, test))
      .map((row) => testcase(row, mask, skipped([row.reason]))),
  ];
}

function skipped(why: readonly string[]): Case {
  return { kind: 'skipped', element: `<skipped message="${attribute(why.join(', '))}"/>` };
}

function outcomeOf(row: ResultRow, mask: Mask): Case {
  const notes = notesOf(row).map(mask);
  const state = stateWords(row);
  if (!counts(row))
    return skipped([`asked beyond the decision, in no count${state ? `: ${state}` : ''}`]);
  if (row.status === 'error') {
    const { kind, message } = row.error ?? { kind: 'unknown', message: '' };
    const said = `type="${attribute(kind)}" message="${attribute(mask(message))}"`;
    return { kind: 'error', element: `<error ${said}>${texts(row, mask)}</error>` };
  }
  if (row.status !== 'scored') return skipped([row.status, ...notes]);
  if (row.pass === null)
    return skipped(
      present([state ?? row.status, wasRight(row) && 'right in the baseline', ...notes]),
    );
  if (row.pass) return { kind: 'passed', element: '' };
  const said = present([
    state ?? `score ${row.eval_score}`,
    row.baseline?.pass === true && 'passed in the baseline',
    ...notes,
  ]);
  return {
    kind: 'failure',
    element: `<failure message="${attribute(said.join(', '))}">${texts(row, mask)}</failure>`,
  };
}

function testcase(row: ResultRow | LeftOutRow, mask: Mask, { kind, element }: Case): Case {
  // Masked before it is cut: half a word would be shown.
  const name = attribute(`${row.source}: ${oneLine(mask(row.original), 120)}`);
  return {
    kind,
    element: `<testcase classname="${attribute(`${row.category}.${row.test_type}`)}" name="${name}">${element}</testcase>`,
  };
}

function texts(row: ResultRow, mask: Mask): string {
  const lines = armsOf(row, mask).flatMap(({ name, text, answer, said, before }) => [
    [name, text.map((part) => part.text).join('')],
    ...(name === 'original' && row.options !== undefined ? [['options', mask(row.options)]] : []),
    ...(answer === null
      ? []
      : [[`answer to the ${name}`, `${answer}${said === undefined ? '' : ` (${said})`}`]]),
    ...(typeof before === 'string' ? [[`answer to the ${name} in the baseline`, before]] : []),
  ]);
  return lines.map(([name, text]) => xml(`${name}: ${text}`)).join('\n');
}

function runCase({ outcome, problem }: Results): Case {
  const kind = outcome === 'skipped' ? 'skipped' : 'error';
  const message = problem
    ? `${problem.where ? `${problem.where}: ` : ''}${problem.message} ${problem.remedy}`
    : 'no results';
  return {
    kind,
    element: `<testcase classname="sensitivity" name="run"><${kind} message="${attribute(message)}"/></testcase>`,
  };
}

/** Line ends in an attribute are read as spaces, so there are none. */
function attribute(text: string): string {
  return xml(oneLine(text, 1_000));
}
