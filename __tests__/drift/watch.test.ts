import { parseConfig } from '../../src/config/rules.ts';
import { servedNotices } from '../../src/report/story/run-notices.ts';
import { mergeServed } from '../../src/run/results.ts';
import { subjectDigest, watchedRows } from '../../src/drift/watch.ts';
import { baseline, reportRow, resultRow, results } from '../report/sample-results.ts';

function configWith({ model = {}, test = {}, ...more }: Record<string, object | number> = {}) {
  const whole = {
    model: { hub: 'openai', name: 'a-model', ...(model as object) },
    data: { source: 'builtin:statements' },
    tests: { sensitivity: { add_negation: test, word_order_answers: {} } },
    ...more,
  };
  return parseConfig(JSON.stringify(whole), '.github/sensitivity.yml');
}

const rowsOf = (test_type: string, count: number) =>
  Array.from({ length: count }, (_, i) =>
    resultRow({
      test_type,
      source: `${i}`,
      original: `${test_type} ${i}`,
      status: 'scored',
      pass: i % 2 === 0,
    }),
  );
const run = results({
  report: ['add_negation', 'word_order_answers'].map((test_type) =>
    reportRow({ test_type, ...(test_type === 'add_negation' && { baseline: baseline() }) }),
  ),
  results: [...rowsOf('add_negation', 30), ...rowsOf('word_order_answers', 4)],
});

it('takes the rows of all tests in turn, up to watch_rows', () => {
  const { outcomes } = watchedRows(run, configWith({ evaluation: { watch_rows: 12 } }));
  expect(outcomes).toBe(`${'10'.repeat(4)}${'10'.repeat(2)}`);
  expect(watchedRows(run, configWith()).outcomes).toHaveLength(34);
});

it('a row that can tell nothing has not passed, and one in error has no outcome', () => {
  const [first, second, third, ...others] = run.results;
  const changed = [
    { ...first!, pass: null, state: 'unknown' as const },
    { ...second!, status: 'error' as const, pass: null },
    { ...third!, status: 'undecided' as const, pass: null },
  ];
  expect(watchedRows({ ...run, results: [...changed, ...others] }, configWith()).outcomes).toMatch(
    /^0--0/,
  );
});

it("the base's outcomes are those of rows that were asked of it now", () => {
  const [first, second, ...others] = run.results;
  const { expected_result, actual_result, eval_score } = first!;
  const failed = {
    expected_result,
    actual_result,
    eval_score,
    status: 'scored' as const,
    pass: false,
  };
  const compared = [
    { ...first!, baseline: failed },
    { ...second!, baseline: { ...failed, pass: true, unchanged: true as const } },
    ...others,
  ];
  expect(watchedRows({ ...run, results: compared }, configWith()).base).toMatch(/^00-{32}$/);
  const [test, ...tests] = run.report;
  const earlier = {
    ...run,
    results: compared,
    report: [{ ...test!, baseline: baseline({ source: 'report' }) }, ...tests],
  };
  expect(watchedRows(earlier, configWith()).base).toMatch(/^-{34}$/);
});

it('the digest of the rows follows their texts and how they are scored, and no minimum', () => {
  const { rows } = watchedRows(run, configWith());
  expect(watchedRows(run, configWith({ test: { min_pass_rate: 0.3 } })).rows).toBe(rows);
  expect(watchedRows(run, configWith({ test: { method: 'pair' } })).rows).not.toBe(rows);
  expect(watchedRows(run, configWith({ evaluation: { watch_rows: 20 } })).rows).not.toBe(rows);
  const [first, ...others] = run.results;
  expect(
    watchedRows(
      { ...run, results: [{ ...first!, test_case: 'Another.' }, ...others] },
      configWith(),
    ).rows,
  ).not.toBe(rows);
});

it('the digest of the subject follows model, prompt and endpoint, and no timeout', () => {
  const subject = subjectDigest(configWith(), undefined);
  expect(
    subjectDigest(
      configWith({ model: { timeout: 5 }, seed: 7, test: { min_pass_rate: 0.3 } }),
      undefined,
    ),
  ).toBe(subject);
  for (const model of [
    { name: 'other' },
    { prompt: 'Say: {text}' },
    { parameters: { temperature: 1 } },
  ]) {
    expect(subjectDigest(configWith({ model }), undefined)).not.toBe(subject);
  }
  expect(subjectDigest(configWith(), 'https://models.example.com/v1')).not.toBe(subject);
});

it('served models are added up, and told where head and base ask for the same model', () => {
  const [one, base] = [
    { model: 'a', fingerprint: 'x', replies: 2 },
    { side: 'base' as const, model: 'b', replies: 3 },
  ];
  expect(mergeServed([one, base], undefined, [one])).toEqual([{ ...one, replies: 4 }, base]);
  expect(mergeServed(undefined, [])).toBeUndefined();
  const [head, other] = [configWith().model, configWith({ model: { name: 'other' } }).model];
  expect(servedNotices({ head, base: head }, [one, base])).toEqual([
    expect.stringContaining('a (x) for the head, b for the base'),
  ]);
  expect(servedNotices({ head, base: other }, [one, base])).toEqual([]);
  expect(servedNotices({ head, base: head }, [one, { ...base, model: 'a' }])).toEqual([]);
  expect(servedNotices({ head, base: undefined }, [one])).toEqual([]);
});
