import type { Figures } from '../../support/figures.ts';
import { logDetails, logLines, verdictLine } from '../../../src/report/formats/log.ts';
import {
  baselineRateWords,
  changeInWords,
  comparisonWords,
} from '../../../src/report/story/baseline.ts';
import { headline } from '../../../src/report/story/headline.ts';
import { plainText } from '../../../src/report/story/blocks.ts';
import { resultSentences } from '../../../src/report/story/result.ts';
import { storyOf } from '../../../src/report/story/story.ts';
import {
  baseline,
  comparedRow,
  errorRow,
  reportRow,
  results,
  unaskedRow,
} from '../sample-results.ts';

const problem = {
  name: 'ConfigError',
  message: 'no model is named',
  where: '.github/sensitivity.yml',
  remedy: 'Set model.name.',
};
const sufficient = { pass_count: 40, fail_count: 10, pass_rate: 0.8 };
const short = { pass_count: 30, fail_count: 20, pass_rate: 0.6 };
const lost = baseline({ adjusted_p_value: 0.03, max_regression: 0.05, outcome: 'fail' });
const hidden = baseline({ broken: 3, outcome: 'inconclusive' });
const noScore = { outcome: 'error', pass_rate: null, pass_count: 0, fail_count: 0 } as const;

describe('a test in sentences', () => {
  const CHANGED = 'changed its answer for the "not" in';
  const beside = 'On main it was 36 of 50: 8 broken since, 2 fixed.';

  it.each<[string, Partial<Figures>, string]>([
    ['too low a rate', short, `It ${CHANGED} 30 of 50 rows (60%); 70% are needed.`],
    [
      'a rate and a minimum that look the same',
      { pass_count: 201, fail_count: 100, pass_rate: 201 / 301, minimum_pass_rate: 0.67 },
      `It ${CHANGED} 201 of 301 rows (66.8%); 67% are needed.`,
    ],
    [
      'a base',
      { ...short, baseline: baseline() },
      `It ${CHANGED} 30 of 50 rows (60%); 70% are needed. ${beside}`,
    ],
    [
      'a regression alone',
      { ...sufficient, baseline: lost },
      `It ${CHANGED} 40 of 50 rows (80%); 70% are needed. ${beside} It lost 12 points; at most 5 points are allowed.`,
    ],
    [
      'a base that did the same',
      {
        ...sufficient,
        outcome: 'pass',
        baseline: baseline({ broken: 0, fixed: 0 }),
      },
      `It ${CHANGED} 40 of 50 rows (80%); 70% are needed. On main it was 36 of 50: the same rows.`,
    ],
    [
      'no row in common',
      {
        ...sufficient,
        outcome: 'pass',
        baseline: baseline({ paired_count: 0, pass_rate: null, broken: 0, fixed: 0 }),
      },
      `It ${CHANGED} 40 of 50 rows (80%); 70% are needed. No row could be compared with main.`,
    ],
    [
      'only the baseline is open',
      { ...sufficient, outcome: 'inconclusive', baseline: hidden },
      `So far it ${CHANGED} 40 of 50 rows (80%); 70% are needed. On main it was 36 of 50: 3 broken since, 2 fixed. Rows in error could hide a regression.`,
    ],
    [
      'errors leave the rate open',
      {
        pass_count: 33,
        fail_count: 12,
        error_count: 5,
        pass_rate: 33 / 45,
        outcome: 'inconclusive',
      },
      `So far it ${CHANGED} 33 of 45 rows (73%); 70% are needed. 5 rows in error leave the rate between 66% and 76%.`,
    ],
    [
      'a judge set most rows aside',
      { ...short, set_aside_count: 60, outcome: 'inconclusive' },
      `So far it ${CHANGED} 30 of 50 rows (60%); 70% are needed. The judge set 60 more rows aside.`,
    ],
    [
      'harmless errors',
      { ...short, error_count: 1 },
      `It ${CHANGED} 30 of 50 rows (60%); 70% are needed. 1 row in error could not change that.`,
    ],
    ['no score', { ...noScore, error_count: 4 }, 'None of 4 rows got a score.'],
    [
      'no row',
      { ...noScore, not_applicable_count: 9 },
      'No row can be judged: 9 samples left out.',
    ],
  ])('%s', (_name, over, text) => {
    expect(plainText(...resultSentences(reportRow(over), 'main'))).toBe(text);
  });

  it.each([
    [{}, '72% (−12 points)', '−12 points'],
    [{ broken: 1, fixed: 2 }, '72% (+2 points)', '+2 points'],
    [{ broken: 3, fixed: 3 }, '72% (no change)', 'none'],
    [{ broken: 1, fixed: 0, paired_count: 100 }, '72% (−1 point)', '−1 point'],
    [{ broken: 1, fixed: 0, paired_count: 1200 }, '72% (−0.1 points)', '−0.1 points'],
    [{ paired_count: 0, pass_rate: null, broken: 0, fixed: 0 }, '—', '—'],
  ])('a change has its unit: %j', (over, inShort, change) => {
    expect(baselineRateWords(baseline(over))).toBe(inShort);
    expect(changeInWords(baseline(over))).toBe(change);
  });

  it('gives the figures of a comparison in the details only', () => {
    expect(comparisonWords(baseline({ max_regression: 0.01 }))).toBe(
      'against the base: 50 rows compared, p = 0.055, at most 1 point of loss allowed',
    );
    expect(comparisonWords(baseline({ adjusted_p_value: 0.109 }))).toContain(
      'against the base: 50 rows compared, p = 0.055 (corrected for several tests: p = 0.11), at most 20 points',
    );
  });
});

describe('a story', () => {
  it('lists the tests that decide first, and then the others that went wrong', () => {
    const report = [
      reportRow({ test_type: 'a', pass: true, outcome: 'pass' }),
      reportRow({ test_type: 'b', ...noScore, error_count: 4 }),
      reportRow({ test_type: 'c' }),
    ];
    const story = storyOf(results({ report }));
    expect(story.tests.map(({ label, isInHead }) => [label, isInHead])).toEqual([
      ['c', true],
      ['a', false],
      ['b', false],
    ]);
    expect(
      storyOf(results({ report: Array.from({ length: 6 }, () => reportRow()) })).tests.filter(
        ({ isInHead }) => isInHead,
      ),
    ).toHaveLength(3);
  });

  it('has a headline of at most ten words for a pass', () => {
    const pass = { outcome: 'pass', pass: true } as const;
    const of = (...tests: string[]) =>
      headline(
        results({ ...pass, report: tests.map((test_type) => reportRow({ test_type, ...pass })) }),
      );
    expect(of('add_negation')).toBe('The model changes its answers for a "not"');
    for (const tests of [
      ['add_negation', 'add_toxic_words'],
      ['a', 'b', 'c', 'd'],
    ])
      expect(of(...tests).split(' ').length).toBeLessThanOrEqual(10);
    expect(of('a', 'b', 'c', 'd')).toBe('The model passes all 4 tests');
  });

  it('says that the change is not the reason for a failure that the base has, too', () => {
    const report = [
      reportRow({ ...short, baseline: baseline({ broken: 0, fixed: 0, pass_rate: 0.6 }) }),
    ];
    const story = storyOf(results({ report, results: [comparedRow('failed')] }), { base: 'main' });
    expect(story.headline).toMatch(/ too often, already failing on main$/);
    expect(story.next[0]).toMatch(/^This change did not break them: the same rows fail on main\. /);
  });

  it('shows old and new value of a changed key, cut; leaves out prompts, which the diff shows', () => {
    const changed_subject = [
      { path: 'prompt', old: 'Answer with a letter.', new: 'Answer with a word.' },
      { path: 'stop', old: null, new: 'x '.repeat(900) },
      { path: 'temperature', old: null, new: 0.7 },
    ];
    const report = [reportRow({ baseline: lost })];
    const { changedValues } = storyOf(
      results({ report, results: [comparedRow('broken')], changed_subject }),
    );
    expect(changedValues.map(({ key }) => key)).toEqual(['stop', 'temperature']);
    expect(changedValues[0]!.newValue!.map(({ text }) => text).join('').length).toBeLessThanOrEqual(
      600,
    );
    expect(changedValues[1]).toEqual({
      key: 'temperature',
      oldValue: undefined,
      newValue: [{ text: '0.7', inserted: false }],
    });
    expect(storyOf(results({ changed_subject })).changedValues).toEqual([]);
  });

  it('names its gate, and warns if the outcome does not block the merge', () => {
    expect(storyOf(results(), { key: 'nightly', blocks: false })).toMatchObject({
      title: expect.stringMatching(/^Sensitivity \(nightly\) failed: the model /),
      warnings: [
        [{ strong: 'This result does not block the merge:' }, ' `fail-on` leaves "fail" out.'],
      ],
    });
    expect(storyOf(results({ outcome: 'pass' }), { blocks: false })).toMatchObject({
      title: expect.stringMatching(/^Sensitivity: the model /),
      warnings: [],
    });
  });

  it('counts the rows that failed apart from those that were not asked', () => {
    const rows = [
      errorRow('authentication', 'h refuses the key.\nCheck it.'),
      unaskedRow('authentication', 'h refuses the key.\nCheck it.'),
      unaskedRow('authentication', 'h refuses the key.\nCheck it.'),
    ];
    const story = storyOf(
      results({
        outcome: 'error',
        report: [reportRow({ ...noScore, error_count: 3 })],
        results: rows,
      }),
    );
    expect(story).toMatchObject({
      cause: {
        message: 'h refuses the key.',
        count: '1 row failed; 2 more were not asked',
        isAll: true,
      },
    });
  });

  it.each([
    [
      'no key is set',
      "input 'api-key'",
      'Could not judge the model: its key is missing or cannot be used',
    ],
    ['no model', 'a.yml:1', 'Could not judge the model: its configuration cannot be used'],
  ])('%s', (message, where, text) => {
    expect(
      headline(results({ outcome: 'error', report: [], problem: { ...problem, message, where } })),
    ).toBe(text);
  });
});

describe('a pass with broken rows', () => {
  const passed = reportRow({ outcome: 'pass', baseline: baseline() });
  const other = reportRow({ outcome: 'pass', test_type: 'add_toxic_words' });
  const rows = [comparedRow('broken'), comparedRow('broken'), comparedRow('failed')];
  const run = { outcome: 'pass', report: [other, passed], results: rows } as const;

  it('says so below the headline', () => {
    const sentence = '2 rows answered right on main fail here; too few to fail the comparison.';
    expect(storyOf(results(run), { base: 'main' }).warnings).toEqual([[sentence]]);
    const single = results({ ...run, results: rows.slice(1) });
    expect(storyOf(single).warnings).toEqual([
      ['1 row answered right on the base fails here; too few to fail the comparison.'],
    ]);
  });

  it.each([
    ['whose rows failed on the base too', { results: rows.slice(2) }],
    ['of one test, whose sentence says it', { report: [passed] }],
    [
      'of an advisory test that fails',
      { report: [other, { ...passed, outcome: 'fail' as const }] },
    ],
    ['of a failed run, which is headed so', { outcome: 'fail' as const }],
  ])('says nothing of a run %s', (_, over) => {
    expect(storyOf(results({ ...run, ...over })).warnings).toEqual([]);
  });
});

describe('the log', () => {
  it('says the verdict, each test, what went wrong and the notices', () => {
    const lines = logLines(
      results({
        report: [reportRow({ error_count: 2 })],
        results: [
          errorRow('timeout', 'No answer.\nRaise model.timeout.'),
          errorRow('timeout', 'No answer.\nRaise model.timeout.'),
        ],
        notices: ['The gate was weakened.'],
      }),
    );
    expect(lines).toEqual([
      'sensitivity: fail: The model keeps its answers in spite of a "not" too often',
      expect.stringMatching(
        /^fail: Reads negation: It changed its answer for the "not" in 1 of 3 rows \(33%\)/,
      ),
      '2 rows in error (timeout): its endpoint gives no answer in time. Raise `model.timeout`, or lower `concurrency`.',
      expect.stringMatching(/^Look at the failing rows/),
      'The gate was weakened.',
    ]);
  });

  it('says what stopped a run, and the remedy once', () => {
    const stopped = results({ outcome: 'error', report: [], results: [], problem });
    expect(verdictLine(stopped)).toBe(
      'error: Could not judge the model: its configuration cannot be used',
    );
    expect(logLines(stopped)).toEqual([
      'sensitivity: error: Could not judge the model: its configuration cannot be used',
      '.github/sensitivity.yml: no model is named',
      'Set model.name.',
    ]);
  });

  it('has the statistics in its details', () => {
    const compared = results({
      report: [reportRow({ ...short, baseline: baseline() })],
      results: [],
    });
    expect(logLines(compared).join('\n')).not.toContain('p = ');
    expect(logDetails(compared)).toContain(
      'reads negation (scorer embedding): against the base: 50 rows compared, p = 0.055, at most 20 points of loss allowed.',
    );
  });

  it.each(['DataError', 'ModelError'])(
    'keeps the message of a %s to the summary: it may quote data, an answer or a server',
    (name) => {
      const quoting = {
        name,
        message: 'This is not valid JSON: "my secret row".',
        where: 'evals/a.jsonl:3',
        remedy: 'Correct the syntax.',
      };
      const lines = logLines(
        results({ outcome: 'error', report: [], results: [], problem: quoting }),
      );
      expect(lines).toContain(
        `evals/a.jsonl:3: ${name}: the job summary has the message, which may quote the data.`,
      );
      expect(lines).toContain('Correct the syntax.');
      expect(lines.join('\n')).not.toContain('secret');
    },
  );
});
