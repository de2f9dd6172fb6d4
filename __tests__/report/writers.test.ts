import { findingsOf } from '../../src/github/findings.ts';
import { annotationsOf } from '../../src/github/job-results.ts';
import fc from 'fast-check';
import { TESTS } from '../../src/engine/tests/index.ts';
import { COMMENT_BUDGET_BYTES, SUMMARY_BUDGET_BYTES } from '../../src/shared/limits.ts';
import {
  commentText,
  headlineOf,
  pageText,
  summaryText,
  terminalText,
} from '../../src/report/index.ts';
import { junitText } from '../../src/report/junit.ts';
import { blocksToText } from '../../src/report/text.ts';
import { asGitHub, INERT, readHtml } from '../support/gfm.ts';
import { HOSTILE } from '../support/hostile-corpus.ts';
import { some } from '../support/runs.ts';
import { workflowCommands } from '../support/workflow-commands.ts';
import { askedRow, failed, many, negationRow, OUTCOMES, resultsOf, testRow } from './fixtures.ts';
import { anything, hostileResults } from './hostile.ts';
import { readXml } from './xml.ts';

const OURS = 'h3 p b sub code br table thead tbody tr th td details summary'.split(' ');
const PAGE = ['html', 'head', 'meta', 'title', 'style', 'body', 'main', 'h1', ...OURS];
const CONTROL = /(?!\n)[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}]/u;

function namesIn(html: string) {
  return [...new Set(readHtml(html).elements.map(({ name }) => name))];
}

function expectInert(text: string) {
  const results = hostileResults(text);
  const bodies = findingsOf(results).map(({ body }) => body);
  for (const html of [commentText(results, {}), summaryText(results, {}), ...bodies]) {
    expect(asGitHub(html)).toMatchObject({ ...INERT, blocks: [] });
    expect(OURS).toEqual(expect.arrayContaining(namesIn(html)));
    expect(html).not.toMatch(/\n\s*\n/);
  }
  expect(PAGE).toEqual(expect.arrayContaining(namesIn(pageText(results, {}))));
  readXml(junitText(results));
  for (const showRows of [false, true]) {
    const lines = terminalText(results, { columns: 80, showRows });
    expect(workflowCommands(lines)).toEqual([]);
    expect(lines).not.toMatch(CONTROL);
  }
  const plain = annotationsOf(results).flatMap(({ title, message }) => [title, message]);
  for (const line of [...plain, headlineOf(results)]) {
    expect(workflowCommands(line)).toEqual([]);
    expect(line).not.toMatch(CONTROL);
  }
}

describe('hostile text', () => {
  it('is inert in every output', () => {
    const short = HOSTILE.filter(({ length }) => length < 600);
    for (const text of some(short, 12)) expectInert(text);
  });

  it('stands in code, but for the sentences that are ours', () => {
    const text = 'an outsider';
    const where = `${text}:1:2`;
    for (const problem of [undefined, { name: '', message: '', where, remedy: '' }]) {
      const results = {
        ...hostileResults(text),
        report: [testRow({ test_type: `custom:${text}`, named: text })],
        calibrations: [],
        warnings: [],
        notices: [],
        problem,
      };
      for (const html of [commentText, summaryText, pageText].map((make) =>
        make(results, { gate: text }),
      ))
        expect(html.replace(/<(code|title)>[^]*?<\/\1>/g, '')).not.toContain('outs');
    }
  });

  it('is inert whatever it is', () => {
    fc.assert(fc.property(anything, expectInert), { numRuns: 20 });
  });

  it('keeps within the budgets, however long', () => {
    for (const text of HOSTILE.filter(({ length }) => length >= 600)) {
      const results = { ...hostileResults(text), preview: { left_out: text } };
      const comment = commentText(results, {});
      expect(Buffer.byteLength(comment)).toBeLessThan(COMMENT_BUDGET_BYTES);
      expect(Buffer.byteLength(summaryText(results, {}))).toBeLessThan(SUMMARY_BUDGET_BYTES);
      expect(comment).toMatch(/Sensitivity: [^]*⚠️/);
    }
  });

  it('opens no address but those of http', () => {
    const links = ['https://github.com/o/r?a=1&b="', 'javascript:alert(1)', '" onclick="x'].map(
      (runUrl) => readHtml(commentText(failed(), { runUrl })).links,
    );
    expect(links.map(({ length }) => length)).toEqual([1, 0, 0]);
  });
});

describe('any results', () => {
  const count = fc.nat({ max: 40 });
  const row = fc
    .record({
      test_type: fc.constantFrom('add_negation', 'answers', 'refusal', 'rules'),
      pass: fc.constantFrom(true, false, null),
      status: fc.constantFrom('scored', 'error', 'not_applicable', 'undecided'),
      state: fc.constantFrom('unknown', 'unsteady', 'insensitive', 'refused', 'broken', 'odd'),
      nth: fc.integer({ min: 1, max: 9 }),
      before: fc.constantFrom(true, false, null),
    })
    .map(({ nth, before, ...given }) =>
      negationRow(nth, { ...given, base: { pass: before, state: 'unknown' } }),
    );
  const test = fc
    .record({
      test_type: fc.constantFrom('add_negation', 'answers', 'refusal', 'rules'),
      outcome: fc.constantFrom('pass', 'fail', 'inconclusive', 'error'),
      pass_count: count,
      fail_count: count,
      error_count: count,
    })
    .map((given) => testRow(given));
  const results = fc
    .record({
      outcome: fc.constantFrom('pass', 'fail', 'inconclusive', 'error', 'skipped'),
      report: fc.array(test, { maxLength: 4 }),
      results: fc.array(row, { maxLength: 12 }),
    })
    .map((given) => resultsOf(given));

  it('are told by every writer, even where they contradict themselves', () => {
    fc.assert(
      fc.property(results, (any) => {
        expect(commentText(any, {})).toContain(`Sensitivity: `);
        const xml = readXml(junitText(any));
        expect(xml.filter(({ name }) => name === 'testcase')).toHaveLength(
          1 +
            any.report.flatMap((one) =>
              any.results.filter((result) => result.test_type === one.test_type),
            ).length,
        );
        expect(terminalText(any, { columns: 60, showRows: true })).not.toMatch(
          /undefined|NaN|null|and -/,
        );
        expect(pageText(any, {})).not.toMatch(/undefined|NaN/);
      }),
      { numRuns: 30 },
    );
  });

  it('wrap to the terminal', () => {
    const cells = ['a'.repeat(14), 'b'.repeat(14)];
    const table = { kind: 'table', head: cells, rows: [['a', '1']], isFigures: true } as const;
    const lines = blocksToText([table], 30).split('\n');
    expect(lines).toEqual([cells.join('  '), '─'.repeat(30), `a${' '.repeat(28)}1`, '']);
    for (const make of Object.values(OUTCOMES))
      for (const columns of [40, 60, 120])
        for (const line of terminalText(make(), { columns, showRows: true }).split('\n'))
          expect(line.length).toBeLessThanOrEqual(columns);
  });
});

describe('the table of tests in a terminal', () => {
  const all = TESTS.map(({ name }) => name);
  it.each([
    [60, ['answers', 'add_negation']],
    [80, all],
    [120, all],
  ])('%i columns wide: a test is a line', (columns, names) => {
    const baseline = { paired_count: 25, pass_rate: 1, broken: 8, fixed: 0 } as const;
    const report = names.map((test_type) => testRow({ test_type, baseline }));
    const lines = terminalText(resultsOf({ report }), { columns, showRows: false }).split('\n');
    for (const {
      words: { does, label = does },
    } of TESTS.filter(({ name }) => names.includes(name)))
      expect(lines).toContainEqual(
        expect.stringMatching(new RegExp(`${label} +68% \\(17/25\\) +85% +8 broke`)),
      );
  });
});

describe('the budget of the comment', () => {
  it('drops rows, and keeps verdict, changes, cause and next step', () => {
    const long = 'word '.repeat(400);
    const rows = many(300, (nth) => askedRow('answers', nth, { state: 'wrong', why: long }));
    const rules = many(12, (nth) => ({
      path: `tests.sensitivity.answers.key_${nth}`,
      old: 1,
      new: 2,
    }));
    const { changes, base, ...whole } = failed();
    const results = resultsOf({
      ...whole,
      base,
      report: [testRow({ test_type: 'answers', fail_count: 300 })],
      results: rows,
      changes: { ...changes, rules },
    });
    const comment = commentText(results, {});
    expect(Buffer.byteLength(comment)).toBeLessThan(12_000);
    for (const part of [
      'gives unexpected answers too often',
      'key_10',
      'prompts/support.md:3',
      '11 of 12',
      'What to do next',
      '17/317',
    ])
      expect(comment).toContain(part);
    expect(comment).not.toContain('key_11');
    expect(summaryText(results, {}).length).toBeGreaterThan(comment.length);
  });
});
