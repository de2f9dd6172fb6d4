import { renderJUnit } from '../../../src/report/formats/junit.ts';
import { count, parseMarkup, type Markup } from '../markup.ts';
import type { Results } from '../../../src/engine/results.ts';
import { OUTCOMES } from '../triplet-results.ts';
import {
  errorRow,
  leftOutRow,
  realistic,
  reportRow,
  resultRow,
  results,
} from '../sample-results.ts';

const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n';

function parse(source: string): Markup {
  expect(source.startsWith(DECLARATION)).toBe(true);
  // What XML 1.0 allows at all.
  expect(source).toMatch(/^[\t\n\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]*$/u);
  return parseMarkup(source.slice(DECLARATION.length));
}

describe('renderJUnit', () => {
  it('has a suite for each test and a case for each row', () => {
    const markup = parse(renderJUnit(realistic()));
    const suites = markup.elements
      .filter(({ name }) => name === 'testsuite')
      .map(({ attributes }) => attributes);
    expect(suites).toEqual([
      ' name="add_negation" tests="75" failures="36" errors="3" skipped="24" time="29.431" file=".github/sensitivity.yml"',
      ' name="add_toxic_words" tests="20" failures="0" errors="0" skipped="1" time="11.773" file=".github/sensitivity.yml"',
    ]);
    expect([
      count(markup, 'testcase'),
      count(markup, 'failure'),
      count(markup, 'error'),
      count(markup, 'skipped'),
    ]).toEqual([95, 36, 3, 25]);
  });

  it('shows the answers of each row', () => {
    const text = renderJUnit(
      results({
        report: [reportRow({ not_applicable_count: 1 })],
        results: [
          resultRow({ options: 'A. yes' }),
          errorRow('timeout', 'No\nanswer.'),
          resultRow({ pass: null, status: 'undecided' }),
        ],
        not_applicable: [leftOutRow()],
      }),
    );
    expect(text).toContain('<property name="pass_rate" value="0.3333333333333333"/>');
    expect(text).toContain(
      '<failure message="score 0.0412">original: The moon is smaller than the earth. Is that right?\noptions: A. yes\nanswer to the original: Yes.\ntest_case: The moon is not',
    );
    expect(text).toContain('answer to the test_case: Yes.</failure>');
    expect(text).toContain('<error type="timeout" message="No answer.">');
    expect(text).toContain('<skipped message="undecided"/>');
    expect(text).toContain('<skipped message="add_negation leaves this text as it is"/>');
  });

  it('masks the same words as the comment', () => {
    const foul = 'so heck it all';
    const row = resultRow({
      original: foul,
      test_case: foul,
      options: foul,
      expected_result: foul,
      actual_result: foul,
      judgement: { verdict: 'toxic', reason: foul },
      baseline: { pass: true, expected_result: foul, actual_result: foul },
    } as unknown as Partial<Parameters<typeof resultRow>[0] & object>);
    const run = results({
      report: [reportRow({ not_applicable_count: 1 })],
      results: [row, errorRow('timeout', foul), { ...row, pass: null, status: 'undecided' }],
      not_applicable: [{ ...leftOutRow(), original: foul }],
    });
    const mask = (text: string) => text.replaceAll('heck', 'h██k');
    expect(renderJUnit(run)).toContain('heck');
    const masked = renderJUnit(run, { mask });
    expect(masked).not.toContain('heck');
    expect(masked).toContain('so h██k it all');
    expect(count(parse(masked), 'testcase')).toBe(5);
  });

  it('has a case for a verdict that no row shows: inconclusive, in error, or failed by unknown rows', async () => {
    const [open, ignorant, passed] = await Promise.all([
      OUTCOMES['no key, no contrast'](),
      OUTCOMES.ignorant(),
      OUTCOMES.pass(),
    ]);
    const casesOf = (report: Results) =>
      parse(renderJUnit(report)).elements.filter(
        ({ name }) => name === 'failure' || name === 'error',
      );
    expect(casesOf(open)).toContainEqual({
      name: 'error',
      attributes: expect.stringMatching(
        /^ type="inconclusive" message="inconclusive: Reads negation/,
      ),
    });
    expect(casesOf(ignorant)).toEqual([
      {
        name: 'failure',
        attributes: expect.stringMatching(
          /^ type="fail" message="fail: Reads negation: It knows the answer to none/,
        ),
      },
    ]);
    expect(casesOf(passed)).toEqual([]);
    expect(renderJUnit(open)).toMatch(
      /<testsuites name="sensitivity" tests="\d+" failures="\d+" errors="1" skipped="\d+" time="4\.120">/,
    );
  });

  it('has a case for a run that has no rows', () => {
    const problem = {
      name: 'ConfigError',
      message: 'no model',
      where: 'a.yml',
      remedy: 'Name one.',
    };
    expect(renderJUnit(results({ outcome: 'error', report: [], results: [], problem }))).toContain(
      '<error type="error" message="a.yml: no model Name one.">a.yml: no model Name one.</error>',
    );
    expect(renderJUnit(results({ outcome: 'skipped', report: [], results: [] }))).toContain(
      '<skipped type="skipped" message="no results">no results</skipped>',
    );
  });

  it('gives each case a time, a file and a line, and each failure a text', () => {
    const source = 'evals/questions.jsonl:7';
    const xml = renderJUnit(
      results({
        report: [reportRow()],
        results: [resultRow({ source }), errorRow('timeout', 'No answer.')],
      }),
    );
    const cases = [...xml.matchAll(/<testcase [^>]*>/g)].map(([start]) => start);
    for (const start of cases)
      expect(start).toMatch(/ file="[^"]+" line="\d+" time="\d+\.\d{3}">$/);
    expect(cases).toContainEqual(
      expect.stringContaining('file="evals/questions.jsonl" line="7" time="2.060"'),
    );
    for (const [, text] of xml.matchAll(/<(?:failure|error) [^>]*?(?:\/>|>([^<]*)<)/g))
      expect(text).toMatch(/\S/);
  });

  it('has failures only if the gate fails', () => {
    const rows = [resultRow(), errorRow('timeout', 'No answer.')];
    const reds = (over: Partial<Results>) => {
      const run = results({ results: rows, ...over });
      return renderJUnit(run).match(/<(?:failure|error) (?:type="\w+")?/g) ?? [];
    };
    const passing = reportRow({ outcome: 'pass', pass: true });
    const advisory = reportRow({ outcome: 'fail', advisory: true });
    expect(reds({ outcome: 'fail' })).toHaveLength(3);
    expect(reds({ outcome: 'pass', report: [passing] })).toEqual([]);
    expect(reds({ outcome: 'pass', report: [passing, advisory] })).toEqual([]);
    // Nothing gates: no test shows the outcome, so the run does.
    expect(reds({ outcome: 'error', report: [advisory] })).toEqual(['<error type="error"']);
    const text = renderJUnit(results({ outcome: 'pass', report: [passing], results: rows }));
    expect(text).toContain(
      '<skipped message="the test passes all the same; in error (timeout): No answer.">',
    );
  });
});
