import { ANNOTATIONS_PER_LEVEL } from '../../limits.ts';
import type { ReportRow } from '../../core/results.ts';
import type { Outcome, Results } from '../run/results.ts';
import type { Sentence } from './blocks.ts';
import { causesOf } from './causes.ts';
import { code, codeLine } from './code.ts';
import { escapeMarkup } from './html.ts';
import { nextSteps } from './next.ts';
import { failingRows, groupOf, rowsTable, stateWords, type Group } from './rows.ts';
import { plain } from './text.ts';
import { decidingTests, headline, testSentences } from './verdict.ts';
import { baseName, capital, placeIn, wordsOf } from './words.ts';

/**
 * The verdict and the rows for other tools. JUnit XML has a suite of verdicts, and a suite a test
 * with a case a row; annotations stand in the job and at lines of the pull request.
 */

type Kind = 'failure' | 'error' | 'skipped';

interface Case {
  name: Sentence;
  place: string;
  /** Undefined for a case that passed. */
  kind: Kind | undefined;
  /** Why; the first is the message. */
  lines: readonly Sentence[];
}

const BY_OUTCOME: Record<Outcome, Kind | undefined> = {
  pass: undefined,
  fail: 'failure',
  inconclusive: 'error',
  error: 'error',
  skipped: 'skipped',
};
const BY_GROUP: Record<Group, Kind | undefined> = {
  broken: 'failure',
  failed: 'failure',
  error: 'error',
  silent: 'skipped',
  passed: undefined,
  beyond: 'skipped',
  'left out': 'skipped',
};

const LAYOUT = { length: 2_000, isWhole: true };
const MAX_ATTRIBUTE = 1_000;

export function junitText(results: Results): string {
  const { report, usage } = results;
  const suites = [
    { name: 'verdict', cases: verdictCases(results) },
    ...report.map((test) => ({ name: test.test_type, cases: rowCases(test, results) })),
  ];
  const time = `time="${(usage.duration_ms / 1000).toFixed(3)}"`;
  const elements = suites.map(({ name, cases }) => {
    const lines = cases.map((one) => caseElement(one, name));
    return `<testsuite name="${attribute(name)}" ${counts(cases)} ${time}>\n${lines.join('')}</testsuite>\n`;
  });
  const all = counts(suites.flatMap(({ cases }) => cases));
  const start = '<?xml version="1.0" encoding="UTF-8"?>';
  return `${start}\n<testsuites name="sensitivity" ${all} ${time}>\n${elements.join('')}</testsuites>\n`;
}

function caseElement({ name, place, kind, lines }: Case, suite: string): string {
  const { path, line } = placeIn(place) ?? { path: place, line: 1 };
  const names = `classname="${attribute(`sensitivity.${suite}`)}" name="${attribute(name)}"`;
  const start = `<testcase ${names} file="${attribute(path)}" line="${line}" time="0"`;
  if (!kind) return `${start}/>\n`;
  const text = escapeMarkup(plain(lines.join('\n')));
  return `${start}><${kind} message="${attribute(lines[0] ?? '')}">${text}</${kind}></testcase>\n`;
}

function counts(cases: readonly Case[]): string {
  const count = (kind: Kind) => cases.filter((one) => one.kind === kind).length;
  return `tests="${cases.length}" failures="${count('failure')}" errors="${count('error')}" skipped="${count('skipped')}"`;
}

/** Line ends in an attribute are read as spaces. */
function attribute(text: Sentence): string {
  return escapeMarkup(plain(codeLine(plain(text), MAX_ATTRIBUTE)));
}

/** The run and its tests: rows alone may not show the outcome. */
function verdictCases(results: Results): Case[] {
  const { outcome, config, problem, report } = results;
  const { path } = config;
  const [cause] = causesOf(results);
  const lines = [headline(results, baseName(results)), cause?.message ?? '', cause?.remedy ?? ''];
  const run = { name: 'run', place: problem?.where ?? path, kind: BY_OUTCOME[outcome], lines };
  const tests = report.map((test): Case => {
    const kind = BY_OUTCOME[test.outcome];
    const { label } = wordsOf(test);
    const sentences = [testSentences(test, results)];
    return {
      name: label,
      place: path,
      kind: test.advisory && kind ? 'skipped' : kind,
      lines: sentences,
    };
  });
  return [run, ...tests];
}

/** A row that fails where its test passes turns no job red. */
function rowCases(test: ReportRow, results: Results): Case[] {
  const isHarmless = test.advisory === true || test.outcome === 'pass';
  const rows = results.results.filter(({ test_type }) => test_type === test.test_type);
  return rows.map((row): Case => {
    const { source: place, error, why } = row;
    const name = `${code(place)}: ${codeLine(row.original, 120)}`;
    const kind = BY_GROUP[groupOf(row)];
    const message = error || why ? code(error?.message ?? why ?? '') : stateWords(row);
    const cells = rowsTable([[row]], results, LAYOUT).flatMap(({ rows: lines }) => lines.flat(2));
    return { name, place, kind: kind && isHarmless ? 'skipped' : kind, lines: [message, ...cells] };
  });
}

/** An annotation in plain text, without answers of the model. */
export interface Annotation {
  level: 'error' | 'warning' | 'notice';
  path: string;
  line: number;
  title: string;
  message: string;
}

const LEVELS = {
  fail: 'error',
  error: 'error',
  inconclusive: 'warning',
  skipped: 'notice',
} as const;

/** The verdict, and the rows that fail, those first that broke. */
export function annotationsOf(results: Results): Annotation[] {
  const { outcome, config, problem } = results;
  if (outcome === 'pass') return [];
  const tests = decidingTests(results).map((test) => testSentences(test, results));
  const [cause] = causesOf(results);
  const lead = `${headline(results, baseName(results))}. ${cause?.message ?? ''}`;
  const message = plain([lead, ...tests, ...nextSteps(results)].join('\n'));
  const place = placeIn(problem?.where) ?? { path: config.path, line: 1 };
  const verdict = { level: LEVELS[outcome], ...place, title: `Sensitivity: ${outcome}`, message };
  const rows = failingRows(results).flatMap(([row]): Annotation[] => {
    const at = placeIn(row.source);
    const before = row.base?.pass === true ? `; ${baseName(results)} got it right` : '';
    const title = plain(`${capital(wordsOf(row).label)}: this row fails`);
    const text = plain(`The model ${stateWords(row)}${before}.`);
    return at ? [{ level: 'warning', ...at, title, message: text }] : [];
  });
  return [verdict, ...rows.slice(0, ANNOTATIONS_PER_LEVEL)];
}
