import type { ReportRow, ResultRow } from '../../../src/engine/results.ts';
import { stated } from '../../../src/engine/scorers/rule.ts';
import { explainRow } from '../../../src/report/formats/explain-row.ts';
import { displayWidth } from '../../../src/report/formats/layout.ts';
import { workflowCommands } from '../../support/workflow-commands.ts';
import { some } from '../../support/runs.ts';
import { HOSTILE, holds } from '../hostile.ts';
import { reportRow, resultRow } from '../sample-results.ts';

const plain = { columns: 300, color: false };
const test: ReportRow = reportRow({
  method: 'triplet',
  scorer: 'auto',
  rule: stated({ kind: 'three_arms', key: true }),
});
const asked: ResultRow = resultRow({
  original: 'Which of these is a fruit?',
  placebo: 'Which of these is really a fruit?',
  test_case: 'Which of these is not a fruit?',
  options: 'A. apple\nB. stone',
  expected_result: 'A',
  placebo_result: 'A',
  actual_result: 'A',
  readings: { original: ['A'], placebo: ['A'], test_case: ['A'] },
  key: { original: ['A'], test_case: ['B'] },
  state: 'insensitive',
  pass: false,
  eval_score: 0,
});
const shown = (row: Partial<ResultRow>, columns = 300): string =>
  explainRow(
    {
      row: { ...asked, ...row },
      test,
      number: 3,
      asking: { template: 'Q: {text}\n{options}', systemPrompt: 'Be brief.', variables: {} },
    },
    { ...plain, columns },
  );

it('shows the prompt, the answer, its reading, and the way to the score', () => {
  const text = shown({});
  expect(text).toMatch(/^✖ add_negation, row 3: [^\n]*: fails \(does not read the "not"\)\n/);
  expect(text).toMatch(/sent +Be brief\./);
  expect(text).toMatch(
    /sent +Q: Which of these is a fruit\?\n +A\. apple\n +B\. stone\n +answer +A\n/,
  );
  // The prompt stands there once; the other arms show how their text differs.
  expect(text.match(/B\. stone/g)).toHaveLength(1);
  expect(text).toMatch(
    /3\. with "not"\n +its text +Which of these is \{\+not\+\} a fruit\?\n +answer +A\n +read as +A; right would be B\n/,
  );
  expect(text).toContain('Right would be A, and once changed B.');
  expect(text).toContain('score 0, it fails');
});

it('ends with one full stop where the expected answer has one', () => {
  const text = shown({ expected: ['Within 7 days of delivery.'] });
  expect(text).toContain('Within 7 days of delivery.\n');
  expect(text).not.toContain('..');
});

it('has a sentence for every state of a row', () => {
  const sentences: [Partial<ResultRow>, string][] = [
    [
      { state: 'unknown', pass: null, eval_score: null },
      'Its answer to the plain question is wrong',
    ],
    [{ state: 'unsteady', pass: null, eval_score: null }, 'A harmless word changes its answer'],
    [{ state: 'sensitive', pass: true, eval_score: 1 }, 'score 1, it passes'],
    [{ status: 'undecided', pass: null }, 'It was never asked'],
    [
      { status: 'error', error: { kind: 'timeout', message: 'No answer.' }, pass: null },
      'There is no score (timeout): No answer.',
    ],
    [{ counted: false }, 'asked after the test was decided, so it does not count'],
    [{ repeats: { passes: 1, fails: 2, errors: 0 } }, '1 of 3 passed.'],
    [{ judgement: { verdict: 'yes', reason: 'so' } }, 'Judged yes: so.'],
  ];
  for (const [row, sentence] of sentences) expect(shown(row)).toContain(sentence);
});

it('fits its terminal, and escapes every text of a model or of the data', () => {
  for (const text of some(HOSTILE)) {
    const hostile = {
      original: text,
      test_case: `${text} not`,
      actual_result: text,
      source: text,
      options: text,
      judgement: { verdict: text, reason: text },
    };
    for (const columns of [40, 80]) {
      const said = shown(hostile, columns);
      holds(text, () => {
        expect(workflowCommands(said)).toEqual([]);
        expect(said).not.toMatch(/(?!\n)[\p{Cc}\p{Bidi_Control}]/u);
        // What would be a command to GitHub's runner gets a blank, which wraps nothing.
        expect(said.split('\n').filter((line) => displayWidth(line) > columns + 4)).toEqual([]);
      });
    }
  }
});
