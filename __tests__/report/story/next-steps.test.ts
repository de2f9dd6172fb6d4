import { TESTS } from '../../../src/engine/perturbations/index.ts';
import {
  causeOf,
  errorSentences,
  haveOneCause,
  kindWords,
} from '../../../src/report/story/cause.ts';
import { headline } from '../../../src/report/story/headline.ts';
import { modelSentence } from '../../../src/report/story/changed-subject.ts';
import { nextSteps } from '../../../src/report/story/next-steps.ts';
import {
  baseline,
  comparedRow,
  errorRow,
  leftOutRow,
  reportRow,
  resultRow,
  results,
  unaskedRow,
} from '../sample-results.ts';

const inError = { outcome: 'error', pass_rate: null, pass_count: 0, fail_count: 0 } as const;

describe('what to do next', () => {
  it('says to compare the changed keys of the model if rows broke with the change', () => {
    const report = [reportRow({ baseline: baseline({ outcome: 'fail' }) })];
    const all = results({
      report,
      results: [comparedRow('broken'), comparedRow('broken')],
      changed_subject: ['system_prompt', 'temperature'].map((path) => ({
        path,
        old: null,
        new: 'x',
      })),
    });
    expect(nextSteps(all)).toEqual([
      'All 2 broke with this change: compare the old and the new `system_prompt`, `temperature`.',
    ]);
    const another = { test_type: 'add_toxic_words' };
    const twoTests = {
      ...all,
      report: [...report, reportRow({ ...report[0], ...another })],
      results: [...all.results, { ...comparedRow('broken'), ...another }],
    };
    // The same advice stands once, whichever tests need it.
    expect(nextSteps(twoTests)).toEqual(nextSteps(all));
    const some = {
      ...all,
      changed_subject: [],
      results: [comparedRow('broken'), comparedRow('failed')],
    };
    expect(nextSteps(some, 'main')).toEqual([
      '1 of the 2 broke with this change: look at the model, its prompt and its parameters. The others fail on main, too.',
    ]);
    const none = { ...all, results: [comparedRow('failed')] };
    expect(nextSteps(none)[0]).toMatch(/^Look at the failing rows/);
  });

  it('says to correct or leave out rows that may not tell anything, if most failing rows are such', () => {
    const lint = { rule: 'no_change', message: 'It asks the same.' };
    expect(nextSteps(results({ results: [resultRow({ lint }), resultRow()] }))).toEqual([
      '1 of the 2 failing rows may not tell anything: correct the rows, or leave them out.',
    ]);
  });

  it('gives the remedy of the only cause of errors, and the reason why no row was fit', () => {
    const rows = [
      errorRow('server', 'h failed (HTTP 500).\nRun again later.'),
      errorRow('server', 'h failed (HTTP 500).\nRun again later.'),
    ];
    const report = [reportRow({ ...inError, error_count: 2 })];
    expect(nextSteps(results({ outcome: 'error', report, results: rows }))).toEqual([
      'Run again later.',
    ]);
    const empty = results({
      outcome: 'error',
      report: [reportRow(inError)],
      results: [],
      not_applicable: [leftOutRow()],
    });
    expect(nextSteps(empty)).toEqual([
      'A test without a row to judge proves nothing: take data that the test can change (add_negation leaves this text as it is).',
    ]);
    expect(
      nextSteps(results({ outcome: 'pass', report: [reportRow({ outcome: 'pass' })] })),
    ).toEqual([]);
  });

  it('has one step for each test that decides', () => {
    for (const word of ['label', 'misses', 'failed', 'remedy'] as const)
      expect(new Set(TESTS.map(({ words }) => words[word])).size).toBeGreaterThanOrEqual(
        word === 'failed' ? 2 : TESTS.length,
      );
    for (const { words } of TESTS) expect(words.remedy).toMatch(/^[A-Z].*\.$/);
  });
});

describe('one cause', () => {
  const refused = 'h refuses the key (HTTP 401).\nCheck it.';

  it('counts rows that were not asked because of it', () => {
    const rows = [
      unaskedRow('authentication', refused),
      errorRow('authentication', refused),
      errorRow('timeout', 'x'),
    ];
    const report = [reportRow(inError)];
    expect(causeOf(results({ outcome: 'error', report, results: rows }))).toMatchObject({
      summary: 'its endpoint refuses the key',
      message: 'h refuses the key (HTTP 401).',
      remedy: 'Check it.',
      safe: expect.stringMatching(
        /^2 of 3 rows in error: its endpoint refuses the key\. Check the key in/,
      ),
      rows: 2,
    });
  });

  it('does not depend on rows that were asked after the test was decided', () => {
    const uncounted = errorRow('timeout', 'x', { counted: false });
    const rows = [errorRow('authentication', refused), uncounted];
    const run = results({ outcome: 'error', report: [reportRow(inError)], results: rows });
    expect(causeOf(run)).toMatchObject({ rows: 1 });
    expect(haveOneCause(run)).toBe(true);
  });

  it('is undefined if rows were judged, or if no cause has most of the errors', () => {
    const rows = [errorRow('timeout', 'x'), errorRow('server', 'y')];
    const report = [reportRow(inError)];
    expect(causeOf(results({ outcome: 'error', report, results: rows }))).toBeUndefined();
    expect(causeOf(results({ outcome: 'fail', results: rows }))).toBeUndefined();
  });

  it('counts the errors of all tests, and has no words for an unknown kind', () => {
    const item = { kind: 'server', message: 'y' };
    const groups = [
      { item, count: 2 },
      { item: { kind: 'a', message: 'b' }, count: 3 },
    ];
    const tests = [{ errorGroups: groups }, { errorGroups: [{ item, count: 2 }] }];
    expect(errorSentences(tests, { repeated: ['b'], longest: 10 })).toEqual([
      [{ strong: '4 rows in error' }, ' (server): y'],
      [{ strong: '3 rows in error' }, ' (a): as above'],
    ]);
    for (const kind of ['constructor', '__proto__', 'mystery'])
      expect(kindWords(kind)).toBeUndefined();
  });
});

it('a headline names up to three tests and counts the rest', () => {
  const report = ['add_negation', 'add_toxic_words', 'output_toxicity', 'a', 'b'].map((test_type) =>
    reportRow({ test_type }),
  );
  expect(headline(results({ report: report.slice(0, 2) }))).toBe(
    'The model keeps its answers in spite of a "not" and turns foul when provoked too often',
  );
  expect(headline(results({ report }))).toMatch(
    /gives foul answers too often and fails 2 more tests$/,
  );
  const passed = report.map((test) => ({ ...test, outcome: 'pass' as const }));
  expect(headline(results({ outcome: 'pass', report: passed }))).toBe(
    'The model passes all 5 tests',
  );
});

it('the sentence on a changed model counts the prompts and places that it leaves out', () => {
  const model = { hub: 'openai', name: 'm' };
  const lines = [1, 3, 5, 7].map((line) => ({ line, count: 1 }));
  const prompts = ['a', 'b', 'c', 'd'].map((key) => ({ key, lines }));
  const hosts = { old: undefined, new: undefined };
  const change = { isOlder: false, old: model, new: model, changes: [], prompts, hosts };
  expect(modelSentence(change)).toBe(
    'This pull request changes the prompt: `a` (lines 1, 3, 5 and 1 more place), `b` (lines 1, 3, 5 and 1 more place), `c` (lines 1, 3, 5 and 1 more place), and 1 more prompt.',
  );
});
