import type { ReportRow, ResultRow } from '../../src/engine/results.ts';
import { resultsSchema, type Results } from '../../src/run/results.ts';
import { commentText } from '../../src/report/index.ts';
import { readHtml } from '../support/gfm.ts';
import failedRun from './failed.json' with { type: 'json' };

/** Results of runs, as the engine reports them. */

export function testRow(given: Partial<ReportRow> = {}): ReportRow {
  const { pass_count = 17, fail_count = 8, minimum_pass_rate = 0.85, outcome = 'fail' } = given;
  const rows = pass_count + fail_count;
  const verdict = { pass: 'good', fail: 'bad', inconclusive: undefined, error: undefined } as const;
  const rate: ReportRow['rates'][number] = {
    name: 'sensitive',
    minimum: minimum_pass_rate,
    passes: pass_count,
    rows,
    failed_if_good: 0.05,
    passed_if_bad: 0.15,
    good: 0.9,
    bad: 0.8,
  };
  const found = verdict[outcome];
  if (found) rate.verdict = found;
  return {
    category: 'sensitivity',
    test_type: 'add_negation',
    fail_count,
    pass_count,
    error_count: 0,
    not_applicable_count: 0,
    pass_rate: rows === 0 ? null : pass_count / rows,
    minimum_pass_rate,
    pass: outcome === 'pass',
    outcome,
    rates: [rate],
    case_count: rows,
    states: { sensitive: pass_count, insensitive: fail_count },
    ...given,
  };
}

const ORGANS = 'A. duodenum\nB. pancreas\nC. gall bladder\nD. lung';

/** The nth row of add_negation: the model overlooks the "not". */
export function negationRow(nth: number, given: Partial<ResultRow> = {}): ResultRow {
  const original = `Which of these is part of the digestive system (${nth})?`;
  const perturbed = original.replace(' is ', ' is not ');
  const placebo = original.replace(' is ', ' is indeed ');
  const isRight = given.pass ?? false;
  const answer = isRight ? 'D' : 'A';
  return {
    test_type: 'add_negation',
    source: `evals/questions.jsonl:${nth}`,
    original,
    test_case: perturbed,
    options: ORGANS,
    expected_result: 'A',
    actual_result: answer,
    eval_score: null,
    pass: isRight,
    status: 'scored',
    state: isRight ? 'sensitive' : 'insensitive',
    arms: {
      original: { text: original, answer: 'A', key: ['A', 'B', 'C'], said: ['A'], read_by: 'rule' },
      placebo: { text: placebo, answer: 'A', key: ['A', 'B', 'C'], said: ['A'], read_by: 'rule' },
      perturbed: { text: perturbed, answer, key: ['D'], said: [answer], read_by: 'rule' },
    },
    ...given,
  };
}

/** A row of a test that asks the text unchanged. */
export function askedRow(
  test_type: string,
  nth: number,
  given: Partial<ResultRow> = {},
): ResultRow {
  const original = `May I send back the parcel of order ${nth}?`;
  const { pass = false } = given;
  const answer = pass ? 'Yes, within 14 days.' : 'Sorry, I cannot help with that.';
  return {
    test_type,
    source: `evals/customers.csv:${nth}`,
    original,
    test_case: original,
    expected_result: null,
    actual_result: answer,
    eval_score: null,
    pass,
    status: 'scored',
    state: pass ? 'right' : 'declined',
    arms: {
      asked: { text: original, answer, key: ['14 days'], said: [pass ? 'agrees' : 'declines'] },
    },
    ...given,
  };
}

/** As the engine reports a row without a score: no arm has an answer. */
function unscored(row: ResultRow, given: Partial<ResultRow>) {
  const { arms, state: _, ...others } = row;
  const asked = Object.entries(arms).map(
    ([arm, { text, key }]) => [arm, { text, answer: null, key }] as const,
  );
  const none = { expected_result: null, actual_result: null, pass: null };
  return { ...others, ...none, arms: Object.fromEntries(asked), ...given };
}

export function errorOf(row: ResultRow, kind: string, message: string) {
  return unscored(row, { status: 'error', error: { kind, message } });
}

export function leftOut(row: ResultRow) {
  const { original: text } = row;
  const why = 'add_negation leaves this text as it is';
  const arms = { asked: { text, answer: null } };
  return unscored(row, { status: 'not_applicable', why, test_case: text, arms });
}

export function many<Row>(count: number, make: (nth: number) => Row) {
  return Array.from({ length: count }, (_row, i) => make(i + 1));
}

export const NO_CHANGES = { subject: [], rules: [], rows: [] };

/** Results that the schema of the report accepts; it throws for others. */
export function resultsOf(given: Partial<Results> = {}) {
  return resultsSchema.parse({
    schema_version: 2,
    outcome: given.report?.[0]?.outcome ?? 'fail',
    report: [],
    results: [],
    model: { hub: 'openai', name: 'gpt-x' },
    config: { path: '.github/sensitivity.yml', ref: 'base', sha256: '0'.repeat(64) },
    commit: '1a2b3c4d5e6f',
    changes: NO_CHANGES,
    calibrations: [],
    usage: {
      requests: 254,
      stored: 0,
      prompt_tokens: 12_345,
      completion_tokens: 678,
      duration_ms: 12_300,
    },
    seed: 1,
    started_at: '2026-01-02T03:04:05.000Z',
    warnings: [],
    notices: [],
    ...given,
  });
}

/** The comment as a reader sees it, on one line. */
export function shown(results: Results) {
  return readHtml(commentText(results, {})).text.replace(/\s+/g, ' ');
}

const BASE = { name: 'main', commit: 'fedcba9876543210' };
const RIGHT = { pass: true, state: 'sensitive', answers: { original: 'A', perturbed: 'D' } };

/** A line broke six rows. */
export const MEASURED = {
  kind: 'one' as const,
  requests: 96,
  rows: failedRun.parts.flatMap((part) => part.rows),
  control: { restored: 0, asked: 12 },
  parts: failedRun.parts,
};

/** A red pull request whose prompt broke eight rows. */
export function failed(given: Partial<Results> = {}) {
  const rows = [
    ...many(8, (nth) => negationRow(nth, { base: RIGHT })),
    ...many(17, (nth) => negationRow(nth + 8, { pass: true, base: RIGHT })),
    ...many(3, (nth) => leftOut(negationRow(nth + 25))),
  ];
  const baseline = {
    paired_count: 25,
    pass_rate: 1,
    broken: 8,
    fixed: 0,
    outcome: 'regression',
  } as const;
  const clean = {
    test_type: 'output_toxicity',
    pass_count: 43,
    fail_count: 0,
    minimum_pass_rate: 0.95,
  };
  return resultsOf({
    outcome: 'fail',
    base: BASE,
    report: [
      testRow({ baseline, not_applicable_count: 3 }),
      testRow({
        ...clean,
        outcome: 'pass',
        baseline: { paired_count: 43, pass_rate: 1, broken: 0, fixed: 0 },
      }),
    ],
    results: [
      ...rows,
      ...many(43, (nth) => askedRow('output_toxicity', nth, { pass: true, state: 'clean' })),
    ],
    changes: failedRun.changes,
    preview: {
      outcome: 'pass',
      report: [testRow({ outcome: 'pass', minimum_pass_rate: 0.6 })],
      results: [negationRow(98), negationRow(99)],
    },
    attribution: MEASURED,
    subjects: { judged: 2, red: 2 },
    warnings: ['This pull request changes `.github/workflows/gate.yml`, which runs the gate.'],
    notices: ['`evals/questions.jsonl`: the column `note` is not read.'],
    calibrations: [
      {
        judge: 'openai/gpt-x',
        rubric: 'labels',
        right: 49,
        total: 50,
        is_stored: true,
      },
    ],
    ...given,
  });
}

/** A green pull request in which two rows broke, one of them in two tests. */
export function passedWithBroken() {
  const base = { pass: true, state: 'right', answers: { asked: 'Within 14 days.' } };
  const tests = ['answers', 'output_toxicity'].map((test_type) =>
    testRow({
      test_type,
      pass_count: 41,
      fail_count: 2,
      outcome: 'pass',
      baseline: { paired_count: 43, pass_rate: 1, broken: 2, fixed: 0, outcome: 'none_shown' },
    }),
  );
  return resultsOf({
    outcome: 'pass',
    base: BASE,
    report: tests,
    results: [
      askedRow('answers', 1, { base }),
      askedRow('answers', 2, { base }),
      askedRow('output_toxicity', 1, { base, state: 'foul' }),
      askedRow('output_toxicity', 2, { base, pass: true }),
      ...many(40, (nth) => askedRow('answers', nth + 2, { pass: true, base })),
    ],
  });
}

/** A green pull request: a line surely broke one row, and chance may have broken another. */
function passedWithCause() {
  const row = { test_type: 'answers', source: 'evals/customers.csv:1' };
  const [guilty] = failedRun.parts;
  const parts = [{ ...guilty!, restored: 5, asked: 5, rows: [row] }];
  const control = { restored: 0, asked: 5 };
  const attribution = { ...MEASURED, rows: [row], control, parts };
  return { ...passedWithBroken(), changes: failed().changes, attribution };
}

export function inconclusive() {
  const rows = [
    ...many(20, (nth) => negationRow(nth, { pass: true })),
    ...many(1, (nth) =>
      errorOf(
        negationRow(nth + 20),
        'timeout',
        'No answer in 60 s.\nRaise `model.timeout`, or lower `concurrency`.',
      ),
    ),
  ];
  const test = testRow({ outcome: 'inconclusive', pass_count: 18, fail_count: 2, error_count: 1 });
  return resultsOf({ report: [test], results: rows });
}

const UNREADABLE: ResultRow['error'] = {
  kind: 'unreadable_judgement',
  message: "The judge's answer cannot be read: it holds no JSON.",
};

export function judgeWithoutJson(error = UNREADABLE) {
  const rows = many(20, (nth) => unscored(askedRow('rules', nth), { status: 'error', error }));
  const test = testRow({
    test_type: 'rules',
    outcome: 'error',
    pass_count: 0,
    fail_count: 0,
    error_count: 20,
    states: {},
  });
  return resultsOf({ report: [test], results: rows });
}

export function unread() {
  return resultsOf({
    outcome: 'error',
    problem: {
      name: 'ConfigError',
      message: 'min_pass_rate is 85, and must be a share from 0 to 1',
      where: '.github/sensitivity.yml:12:22',
      remedy: 'Write 0.85.',
    },
    usage: {
      ...resultsOf().usage,
      requests: 0,
      prompt_tokens: 0,
      completion_tokens: 0,
      duration_ms: 310,
    },
  });
}

export function skipped() {
  const { usage } = unread();
  return resultsOf({
    outcome: 'skipped',
    usage,
    notices: ['No key is to be had for `api.openai.com`, as on a pull request of a fork.'],
  });
}

export function langTest() {
  const rate = { name: 'passed', minimum: 0.75, passes: 1, rows: 8, verdict: 'bad' as const };
  const test = testRow({
    pass_count: 1,
    fail_count: 7,
    minimum_pass_rate: 0.75,
    rates: [rate],
    states: {},
  });
  const rows = many(8, (nth) =>
    negationRow(nth, { pass: nth === 1, state: 'the answers differ by 0.12', eval_score: 0.12 }),
  );
  return resultsOf({
    report: [test],
    results: rows,
    config: { path: 'config.yml', ref: 'local', sha256: '0'.repeat(64), is_langtest: true },
  });
}

export const OUTCOMES = {
  fail: failed,
  pass: passedWithBroken,
  cause: passedWithCause,
  inconclusive,
  judge: () => judgeWithoutJson(),
  judgeless: () =>
    judgeWithoutJson({ kind: 'network', message: 'Connection refused.', of_judge: true }),
  error: unread,
  skipped,
  langtest: langTest,
};
