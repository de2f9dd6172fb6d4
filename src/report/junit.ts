// Writes JUnit XML: a suite for the verdict, and a suite for each test, with a case for each row.

import type { ReportRow } from '../engine/results.ts';
import type { Results } from '../run/results.ts';
import { type Sentence, code, codeLine, plain } from './blocks.ts';
import { escapeMarkup } from './html.ts';
import faults from './junit-faults.json' with { type: 'json' };
import { verdictLines } from './report.ts';
import { groupOf, rowsTable } from './rows.ts';
import { stateWords } from './words.ts';
import { parsePlace } from '../shared/errors.ts';

interface XmlCase {
  name: Sentence;
  place: string;
  /** The element inside the case: `failure`, `error` or `skipped`; blank if the case passed. */
  fault: string;
  /** The reason. The first line is the message of the element. */
  lines: readonly Sentence[];
}

const LAYOUT = { length: 2_000, isWhole: true };

export function junitText(results: Results) {
  // The first suite has a case for the run, whose outcome rows alone may not show.
  const verdict: XmlCase = {
    name: 'run',
    place: results.problem?.where ?? results.config.path,
    fault: faults.outcomes[results.outcome],
    lines: verdictLines(results),
  };
  const seconds = (results.usage.duration_ms / 1000).toFixed(3);
  // Consumers add up the times of the suites, so only one has a time.
  const suites = [
    { name: 'verdict', time: seconds, cases: [verdict] },
    ...results.report.map((test) => ({
      name: test.test_type,
      time: '0',
      cases: rowCases(test, results),
    })),
  ];
  const elements = suites.map(({ name, time, cases }) => {
    const lines = cases.map((xmlCase) => caseElement(xmlCase, name));
    return `<testsuite name="${xmlAttribute(name)}" ${countAttributes(cases)} time="${time}">\n${lines.join('')}</testsuite>\n`;
  });
  const all = countAttributes(suites.flatMap(({ cases }) => cases));
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="sensitivity" ${all} time="${seconds}">\n${elements.join('')}</testsuites>\n`;
}

function caseElement({ name, place, fault, lines }: XmlCase, suite: string) {
  const { path, line } = parsePlace(place) ?? { path: place, line: 1 };
  const names = `classname="${xmlAttribute(`sensitivity.${suite}`)}" name="${xmlAttribute(name)}"`;
  const start = `<testcase ${names} file="${xmlAttribute(path)}" line="${line}" time="0"`;
  if (!fault) return `${start}/>\n`;
  const text = escapeMarkup(plain(lines.join('\n')));
  return `${start}><${fault} message="${xmlAttribute(lines[0] ?? '')}">${text}</${fault}></testcase>\n`;
}

function countAttributes(cases: readonly XmlCase[]) {
  const count = (fault: string) => cases.filter((xmlCase) => xmlCase.fault === fault).length;
  return `tests="${cases.length}" failures="${count('failure')}" errors="${count('error')}" skipped="${count('skipped')}"`;
}

/**
 * Escapes a sentence for an attribute: at most 1,000 characters on one line, since line ends in an
 * attribute are read as spaces.
 */
function xmlAttribute(text: Sentence) {
  return escapeMarkup(plain(codeLine(plain(text), 1_000)));
}

/**
 * The cases of a test's rows. If the test passes or is advisory, failing rows are `skipped`, so
 * that they do not turn a job red.
 */
function rowCases(test: ReportRow, results: Results) {
  const isHarmless = test.advisory || test.outcome === 'pass';
  const rows = results.results.filter(({ test_type }) => test_type === test.test_type);
  const byName = Map.groupBy(
    rows,
    ({ source, original }) => `${codeLine(source)}: ${codeLine(original)}`,
  );
  // Consumers merge cases with one name, so those of a row that is asked in rounds are numbered.
  return [...byName].flatMap(([name, rounds]) =>
    rounds.map((row, i): XmlCase => {
      const fault = faults.groups[groupOf(row)];
      const message = row.error ? code(row.error.message) : stateWords(row);
      const cells = rowsTable([[row]], results, LAYOUT).flatMap(({ rows: lines }) => lines.flat());
      return {
        name: i === 0 ? name : `${name} (${i + 1})`,
        place: row.source,
        fault: fault && isHarmless && !row.must ? 'skipped' : fault,
        lines: [message, ...cells],
      };
    }),
  );
}
