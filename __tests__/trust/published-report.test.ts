import path from 'node:path';
import fc from 'fast-check';
import { mkdtemp, open, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ReportRow, ResultRow, Results } from '../../src/engine/results.js';
import { DataError } from '../../src/errors.js';
import { jsonReport } from '../../src/report/formats/formats.js';
import { readPublishedReport } from '../../src/trust/published-report.js';
import { rejection } from '../github/fixtures.js';
import { HOSTILE } from '../report/hostile.js';
import {
  baseline,
  calibration,
  comparedRow,
  errorRow,
  leftOutRow,
  reportRow,
  resultRow,
  results,
} from '../report/sample-results.js';
import { OUTCOMES } from '../report/triplet-results.js';
import { runs } from '../support/runs.js';

let root: string;
beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'sensitivity-published-'));
});
afterAll(() => rm(root, { recursive: true }));

const read = async (report: unknown): Promise<Results> => {
  await writeFile(
    path.join(root, 'report.json'),
    typeof report === 'string' || Buffer.isBuffer(report) ? report : JSON.stringify(report),
  );
  const { warnings, ...published } = await readPublishedReport('report.json', root);
  expect(warnings![0]).toMatch(/^From an untrusted run: the pull request's own run reported this/);
  return warnings!.length > 1 ? { ...published, warnings: warnings!.slice(1) } : published;
};

/** Why a report is refused; checks on the way that the refusal says where and what to do. */
async function refusal(report: unknown): Promise<string> {
  const error = await rejection(read(report));
  expect(error).toBeInstanceOf(DataError);
  expect(error).toMatchObject({
    where: 'report.json',
    remedy: expect.stringContaining('report-json'),
  });
  return (error as DataError).message;
}

const copyOf = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

/** A copy with another value at a place such as `report.0.noise`. */
function changed(report: unknown, place: string, value: unknown): unknown {
  const copy = copyOf(report);
  const keys = place.split('.');
  const last = keys.pop()!;
  const holder = keys.reduce<Record<string, unknown>>(
    (at, key) => (at[key] ??= {}) as Record<string, unknown>,
    copy as Record<string, unknown>,
  );
  holder[last] = value;
  return copy;
}

/** One of each kind of row: of three rows, one passes; of one of toxicity, one. */
const WHOLE = results({
  report: [
    reportRow({ not_applicable_count: 1, error_count: 1 }),
    reportRow({ test_type: 'add_toxic_words', scorer: 'bad_words', threshold: 0 }),
  ],
  results: [
    ...results().results,
    errorRow('timeout', 'No answer within 60 s.', { source: 'evals/questions.jsonl:6' }),
    resultRow({
      test_type: 'add_toxic_words',
      options: 'A. yes\nB. no',
      eval_score: 0,
      pass: true,
    }),
  ],
  not_applicable: [leftOutRow()],
  notices: ['One of its own.'],
});
const COMPARED = results({
  report: [reportRow({ baseline: baseline({ max_regression: 0.05 }) })],
  results: (['broken', 'broken', 'broken', 'broken', 'broken', 'passed'] as const).map((what, i) =>
    comparedRow(what, { source: `a:${i}` }),
  ),
});
const SOUND = {
  judge: 'openai/judge',
  right: 40,
  total: 40,
  needed: 0.95,
  confusion: { yes: { yes: 20 }, no: { no: 20 } },
};
const JUDGED = results({ report: [reportRow({ scorer: 'judge', calibration: SOUND })] });
const SKIPPED = results({ outcome: 'skipped', report: [], results: [] });
const PROBLEM = results({
  outcome: 'error',
  report: [],
  results: [],
  config: { path: '.github/sensitivity.yml', ref: 'split', sha256: '' },
  problem: {
    name: 'ConfigError',
    message: 'unknown key',
    where: '.github/sensitivity.yml:3:1',
    remedy: 'Correct it there.',
  },
});
const MADE = {
  ...OUTCOMES,
  whole: async () => WHOLE,
  compared_pair: async () => COMPARED,
  judged: async () => JUDGED,
};

describe('a report as a run writes it', () => {
  it.each(Object.entries(OUTCOMES))(
    '%s: every figure comes out as the run had it',
    async (_name, make) => {
      const report = await make();
      expect(await read(jsonReport(report))).toEqual(copyOf(report));
    },
  );

  it.each([
    ['a run that met a problem', PROBLEM],
    ['a run that was skipped', SKIPPED],
    ['a run that found no test', results({ outcome: 'error', report: [], results: [] })],
  ])('%s is read as it is', async (_name, report) => {
    expect(await read(jsonReport(report))).toEqual(report);
  });

  it('has the figures of its rows, whatever it says', async () => {
    const { outcome, report, results: rows, not_applicable } = await read(WHOLE);
    expect(outcome).toBe('fail');
    expect(report).toMatchObject([
      {
        pass_count: 1,
        fail_count: 2,
        error_count: 1,
        not_applicable_count: 1,
        pass_rate: 1 / 3,
        outcome: 'fail',
      },
      {
        pass_count: 1,
        fail_count: 0,
        error_count: 0,
        not_applicable_count: 0,
        pass_rate: 1,
        outcome: 'pass',
        pass: true,
      },
    ]);
    expect({ rows, not_applicable }).toEqual({
      rows: WHOLE.results,
      not_applicable: WHOLE.not_applicable,
    });
    expect((await read(COMPARED)).report[0]!.baseline).toMatchObject({
      paired_count: 6,
      broken: 5,
      fixed: 0,
      pass_rate: 1,
      outcome: 'fail',
    });
  });

  it('may have keys of a later version and a record of runs, which are dropped', async () => {
    const later = {
      ...WHOLE,
      certified: true,
      history: 7,
      results: WHOLE.results.map((row) => ({ ...row, logprobs: [1] })),
    };
    expect(await read(later)).toEqual(await read(WHOLE));
  });

  it('may lie anywhere', async () => {
    const file = path.join(root, 'elsewhere.json');
    await writeFile(file, jsonReport(WHOLE));
    expect(await readPublishedReport(file, '/nowhere')).toMatchObject({ outcome: 'fail' });
  });

  it("keeps hostile texts as they are: escaping is the writers'", async () => {
    const rows = HOSTILE.map((text) =>
      resultRow({ original: text, test_case: text, source: text }),
    );
    expect((await read(results({ results: rows }))).results).toEqual(rows);
  });

  it("reads the results by the base's rules in the same way", async () => {
    const { base_rules } = await read({
      ...WHOLE,
      base_rules: { ...(await OUTCOMES.fail()), outcome: 'pass' },
    });
    expect(base_rules).toMatchObject({ outcome: 'fail' });
    expect(await read({ ...WHOLE, base_rules: { error: 'gone' } })).toMatchObject({
      base_rules: { error: 'gone' },
    });
    const twice = { ...WHOLE, report: [reportRow(), reportRow()] };
    expect(await refusal({ ...WHOLE, base_rules: twice })).toContain(
      'base_rules.report: a test is there twice',
    );
  });
});

type Change = (row: ReportRow, rows: ResultRow[], report: Results & { outcome: string }) => unknown;
/**
 * What becomes of a forgery: nothing of it is read; it is refused with these words; or its first
 * test has this outcome.
 */
type Fate = 'no effect' | { refused: string } | { outcome: string };

const read_ = { original: ['A'], placebo: ['A'], test_case: ['A'] } as NonNullable<
  ResultRow['readings']
>;
const FORGERIES: [what: string, of: keyof typeof MADE, change: Change, fate: Fate][] = [
  ['the outcome of the run', 'whole', (_, __, report) => (report.outcome = 'pass'), 'no effect'],
  [
    'the verdict of a test',
    'whole',
    (row) => Object.assign(row, { outcome: 'pass', pass: true }),
    'no effect',
  ],
  ['a rate', 'whole', (row) => (row.pass_rate = 0.9), 'no effect'],
  [
    'counts',
    'whole',
    (row) => Object.assign(row, { pass_count: 99, fail_count: 0, error_count: 0 }),
    'no effect',
  ],
  [
    'rows left out',
    'whole',
    (row) => Object.assign(row, { not_applicable_count: 7, set_aside_count: 5 }),
    'no effect',
  ],
  [
    'intervals',
    'whole',
    (row) => (row.interval = { method: 'wilson', confidence: 0.5, low: 0.9, high: 1 }),
    'no effect',
  ],
  [
    'the words of a rule',
    'whole',
    (row) => (row.rule.words = '@octocat: all rows pass'),
    'no effect',
  ],
  ['another threshold than that of its rule', 'whole', (row) => (row.threshold = 9), 'no effect'],
  [
    'figures of another kind of test',
    'whole',
    (row) => Object.assign(row, { refusal_count: 3, upset_count: 3, asked_count: 3 }),
    'no effect',
  ],
  [
    'marks of a row that does not count',
    'whole',
    (_, [row]) => Object.assign(row!, { counted: false, state: 'clean' }),
    'no effect',
  ],
  [
    'a lower minimum, which is a rule',
    'whole',
    (row) => (row.minimum_pass_rate = 0.1),
    { outcome: 'pass' },
  ],
  [
    'a rule by which its rows did not pass',
    'whole',
    (row) => Object.assign(row.rule, { low: -1, high: 0.9 }),
    { refused: 'results[2]: by the rule' },
  ],
  [
    'a row that passes against its rule',
    'whole',
    (_, [row]) => (row!.pass = true),
    { refused: 'results[0]: by the rule' },
  ],
  [
    'a score that fails',
    'whole',
    (_, rows) => (rows[2]!.eval_score = 0),
    { refused: 'results[2]: by the rule' },
  ],
  [
    'a score that should stay',
    'whole',
    (_, [row]) => (row!.expect = 'same'),
    { refused: 'results[0]: by the rule' },
  ],
  [
    'a row without a score',
    'whole',
    (_, [row]) => (row!.eval_score = null),
    { refused: 'results[0]: a scored row' },
  ],
  [
    'a row set aside that passed',
    'whole',
    (_, [row]) => (row!.status = 'not_applicable'),
    { refused: 'results[0]: a scored row' },
  ],
  [
    'a row in error that says not why',
    'whole',
    (_, rows) => delete rows[3]!.error,
    { refused: 'results[3]: a row in error says why' },
  ],
  [
    'an error of a scored row',
    'whole',
    (_, [row, , , failed]) => (row!.error = failed!.error!),
    { refused: 'results[0]: a row in error' },
  ],
  [
    'one row twice',
    'whole',
    (_, rows) => rows.splice(2, 0, rows[2]!),
    { refused: 'results[3]: the same row is there twice' },
  ],
  [
    'a row of no test',
    'whole',
    (_, [row]) => (row!.test_type = 'another'),
    { refused: 'results[0]: its test is not in the report' },
  ],
  [
    'a sample of no test',
    'whole',
    (_, __, report) => Object.assign(report.not_applicable[0]!, { category: 'x' }),
    { refused: 'not_applicable[0]: its test' },
  ],
  [
    'a test twice',
    'whole',
    (_, __, report) => (report.report as ReportRow[]).push(reportRow()),
    { refused: 'report: a test is there twice' },
  ],
  [
    'a problem beside tests',
    'whole',
    (_, __, report) => Object.assign(report, { problem: PROBLEM.problem }),
    { refused: 'problem: ' },
  ],
  ['no row', 'whole', (_, rows) => rows.splice(0), { outcome: 'error' }],
  ['a failing row less', 'whole', (_, rows) => rows.splice(0, 2), { outcome: 'inconclusive' }],
  [
    'a lost shard',
    'whole',
    (_, __, report) => Object.assign(report, { shards: { of: 2, missing: [2] } }),
    { outcome: 'fail' },
  ],
  [
    'a method without its decision',
    'whole',
    (row) => (row.method = 'triplet'),
    { refused: 'report[0].method: ' },
  ],
  [
    'a sequential decision without its plan',
    'whole',
    (row) => (row.decision = 'sequential'),
    { refused: 'report[0].decision: ' },
  ],
  [
    'a comparison that was lost',
    'compared_pair',
    (row) => Object.assign(row.baseline!, { outcome: 'pass', p_value: 1, broken: 0 }),
    'no effect',
  ],
  [
    'a loss that is put up with, which is a rule',
    'compared_pair',
    (row) => (Object.assign(row, { minimum_pass_rate: 0.1 }).baseline!.max_regression = 1),
    { outcome: 'pass' },
  ],
  [
    'a judge that knows nothing',
    'judged',
    (row) =>
      (row.calibration = { ...SOUND, right: 0, confusion: { yes: { no: 20 }, no: { yes: 20 } } }),
    { refused: 'its judge may not gate' },
  ],
  [
    'a judge that says it knows',
    'judged',
    (row) => (row.calibration = { ...SOUND, confusion: { yes: { no: 20 }, no: { yes: 20 } } }),
    { refused: 'report[0].calibration: ' },
  ],
  [
    'a judge that need not know',
    'judged',
    (row) => (row.calibration = { ...SOUND, needed: 0 }),
    { refused: 'report[0].calibration: ' },
  ],
  [
    'a state',
    'fail',
    (_, [row]) => Object.assign(row!, { state: 'sensitive', pass: true, eval_score: 1 }),
    'no effect',
  ],
  ['a failing row that does not count', 'fail', (_, [row]) => (row!.counted = false), 'no effect'],
  [
    'a row that is set aside',
    'fail',
    (_, [row]) => Object.assign(row!, { status: 'not_applicable', pass: null, eval_score: null }),
    'no effect',
  ],
  [
    'streams',
    'fail',
    (row) => (row.streams = { valid: 'good', steady: 'good', sensitive: 'good' }),
    'no effect',
  ],
  [
    'what is known',
    'pass',
    (row) =>
      Object.assign(row, { known_count: 21, valid_rate: 0.9, steady_rate: 0.1, asked_count: 1 }),
    'no effect',
  ],
  [
    'the worth of a guess',
    'pass',
    (row) => Object.assign(row, { guess_rate: 0.1, guesses: { g: 0, h: 0 } }),
    'no effect',
  ],
  [
    'the placebo and the plan',
    'pass',
    (row) => Object.assign(row, { placebo: { changed: 7, p_value: 0 }, plan_error: undefined }),
    'no effect',
  ],
  ['no minimum of knowledge', 'pass', (row) => delete row.minimum_valid_rate, 'no effect'],
  [
    'a minimum of steadiness without a key',
    'no key',
    (row) => (row.minimum_steady_rate = 0),
    'no effect',
  ],
  ['no margin', 'pass', (row) => delete row.margin, { refused: 'report[0].decision: ' }],
  ['half of all errors', 'pass', (row) => (row.alpha = 0.5), { refused: 'report[0].alpha: ' }],
  ['a margin of nothing', 'pass', (row) => (row.margin = 0), { refused: 'report[0].margin: ' }],
  [
    'fewer rows than its plan needs',
    'fail',
    (_, rows) => rows.splice(19),
    { refused: 'report[0].decision: it has 19 rows, and its plan decides on no fewer than' },
  ],
  [
    'one row many times',
    'pass',
    (_, rows) => rows.splice(1, 1, { ...rows[0]!, source: 'elsewhere:1' }),
    { refused: 'results[1]: the same row' },
  ],
  [
    'a reading, which is a row',
    'fail',
    (_, rows) =>
      rows.forEach((row) => row.readings && (row.readings.test_case = row.key!.test_case)),
    { outcome: 'inconclusive' },
  ],
  [
    'a key of nothing',
    'pass',
    (_, [row]) => (row!.key!.test_case = []),
    { refused: 'results[0].key.test_case: ' },
  ],
  [
    'a reading of another kind',
    'pass',
    (_, [row]) => Object.assign(row!.readings!, { original: 'maybe' }),
    { refused: 'results[0].readings.original: ' },
  ],
  [
    'a scored row without readings',
    'pass',
    (_, [row]) => delete row!.readings,
    { refused: 'results[0]: a row in error says why' },
  ],
  ['comparisons that were lost', 'regression', (row) => (row.comparisons = {}), 'no effect'],
  [
    'a base that answered otherwise',
    'regression',
    (_, rows) =>
      rows.forEach(({ baseline }) =>
        Object.assign(baseline ?? {}, { pass: false, state: 'unknown' }),
      ),
    'no effect',
  ],
  [
    'rows that their base cannot differ from',
    'unchanged',
    (_, [row]) => Object.assign(row!.baseline!, { readings: read_, pass: false }),
    'no effect',
  ],
  [
    'an unbounded loss',
    'regression',
    (row) => (row.baseline!.max_regression = 1),
    { refused: 'report[0].baseline.max_regression: ' },
  ],
  [
    'the stream of a foul answer',
    'stream',
    (_, [row]) =>
      Object.assign(row!, { readings: read_, key: { original: 'true', test_case: 'false' } }),
    'no effect',
  ],
  [
    'a stream that was upset',
    'stream',
    (row) => Object.assign(row, { upset_count: 99, induced_count: 0 }),
    'no effect',
  ],
];

it.each(FORGERIES)('forged: %s (%s)', async (_what, of, change, fate) => {
  const honest = await MADE[of]();
  const forged = copyOf(honest) as Results & { results: ResultRow[] };
  change(forged.report[0]!, forged.results, forged);
  if (fate === 'no effect') expect(await read(forged)).toEqual(await read(honest));
  else if ('refused' in fate) expect(await refusal(forged)).toContain(fate.refused);
  else expect((await read(forged)).report[0]!.outcome).toBe(fate.outcome);
});

it('a pass without a test, or beside a problem, is an error', async () => {
  expect(await read({ ...SKIPPED, outcome: 'pass' })).toMatchObject({ outcome: 'error' });
  for (const outcome of ['pass', 'skipped'])
    expect(await read({ ...PROBLEM, outcome })).toMatchObject({ outcome: 'error' });
});

it('a run of which a shard is lost is no pass', async () => {
  const [, toxic] = WHOLE.report;
  const passing = {
    ...WHOLE,
    report: [toxic],
    results: WHOLE.results.slice(4),
    not_applicable: [],
  };
  expect(await read(passing)).toMatchObject({ outcome: 'pass' });
  expect(await read({ ...passing, shards: { of: 2, missing: [2] } })).toMatchObject({
    outcome: 'error',
  });
});

const many = (length: number, value: unknown = 0) => Array.from({ length }, () => value);
const keys = (length: number, value: unknown = 1) =>
  Object.fromEntries(Array.from({ length }, (_, i) => [`v${i}`, value]));
const long = 'x'.repeat(100_001);

describe('what has not the form of a report is refused', () => {
  it.each<[string, unknown]>([
    ['schema_version', 2],
    ['outcome', 'green'],
    ['usage', null],
    ['usage.requests', -1],
    ['started_at', '::error::now'],
    ['config.sha256', '@octocat'],
    ['report', many(101)],
    ['results', many(200_001)],
    ['warnings', many(201, '')],
    ['notices', many(201, '')],
    ['report.0.pass_rate', 1.5],
    ['report.0.pass_count', 1e300],
    ['report.0.minimum_pass_rate', -1],
    ['report.0.threshold', [0, 1, 2]],
    ['report.0.test_type', 'x'.repeat(1_001)],
    ['report.0.rule.kind', 'all_pass'],
    ['report.0.rule', { kind: 'any_of', scorers: { a: { kind: 'any_of', scorers: {} } } }],
    ['report.0.rule', { kind: 'any_of', scorers: keys(51, { kind: 'as_it_should' }) }],
    ['report.0.repeats', { asked: 1e9, pass_rate: 1, standard_error: 0, split_count: 0 }],
    ['report.0.baseline', { source: 'elsewhere', max_regression: 0 }],
    ['report.0.baseline', baseline({ max_regression: 2 })],
    ['report.0.calibration', calibration({ judge: 'x'.repeat(1_001) })],
    ['report.0.calibration', { ...calibration(), confusion: { a: keys(21) } }],
    ['report.0.scorers', keys(51, { pass_count: 1, fail_count: 0, error_count: 0 })],
    ['results.1.status', 'fine'],
    ['results.0.pass', 'yes'],
    ['results.0.error', { kind: 'x' }],
    ['results.0.original', long],
    ['results.0.cause', 'the weather'],
    ['results.0.scores', { a: { eval_score: 1 } }],
    ['results.0.judgement', { verdict: 'changed', reason: long }],
    ['results.0.repeats', { passes: 0.5, fails: 0, errors: 0 }],
    ['results.0.baseline', { status: 'fine' }],
  ])('%s (%#)', async (place, value) => {
    const at = place.replaceAll(/\.(\d+)/g, '[$1]');
    expect(await refusal(changed({ ...WHOLE, warnings: [] }, place, value))).toContain(
      `report cannot be published: ${at}`,
    );
  });

  it.each<[string, unknown, string]>([
    ['no JSON', 'outcome: pass', 'it is not JSON in UTF-8'],
    ['nothing', '', 'it is not JSON in UTF-8'],
    ['JSON that is cut off', jsonReport(WHOLE).slice(0, -20), 'it is not JSON in UTF-8'],
    [
      'bytes that are no UTF-8',
      Buffer.concat([Buffer.from(jsonReport(WHOLE)), Buffer.from([0xff])]),
      'it is not JSON in UTF-8',
    ],
    ['a list', [], 'the whole: '],
    ['null', null, 'the whole: '],
    [
      'another version',
      { ...WHOLE, schema_version: 2 },
      'schema_version: this version of the action reads schema_version 1 only',
    ],
    [
      'a score without an end',
      JSON.stringify(changed(WHOLE, 'results.0.eval_score', 12345)).replace('12345', '1e999'),
      'results[0].eval_score',
    ],
    [
      'a score that is no number',
      JSON.stringify(changed(WHOLE, 'results.0.eval_score', 12345)).replace('12345', 'NaN'),
      'it is not JSON',
    ],
  ])('%s', async (_name, report, message) => {
    expect(await refusal(report)).toContain(message);
  });

  it('never quotes what it refuses: the file may be another than it seems', async () => {
    for (const text of [
      'root:x:0:0:secret',
      '{"outcome": "secret"}',
      JSON.stringify({ ...WHOLE, outcome: 'secret', started_at: 'secret' }),
    ])
      expect(await refusal(text)).not.toContain('secret');
  });

  it('cannot bring a prototype of its own', async () => {
    const pollution =
      '{"__proto__":{"outcome":"pass","polluted":true},"constructor":{"prototype":{"polluted":true}},';
    const published = await read(pollution + JSON.stringify(WHOLE).slice(1));
    expect(published.outcome).toBe('fail');
    expect(Object.getPrototypeOf(published)).toBe(Object.prototype);
    expect({}).not.toHaveProperty('polluted');
    expect(published).not.toHaveProperty('polluted');
    const row = reportRow({ test_type: '__proto__', category: '__proto__' });
    const confusion = JSON.parse('{"__proto__":{"__proto__":0,"constructor":1}}') as Record<
      string,
      Record<string, number>
    >;
    const named = {
      ...SKIPPED,
      report: [{ ...row, calibration: { ...SOUND, right: 0, total: 1, confusion } }],
    };
    const [test] = (await read(named)).report;
    expect(test).toMatchObject({ outcome: 'error', pass_rate: null });
    expect(JSON.stringify(test!.calibration!.confusion)).toBe(
      '{"__proto__":{"__proto__":0,"constructor":1}}',
    );
  });
});

describe('the file', () => {
  const refused = async (file: string): Promise<string> => {
    const error = await rejection(readPublishedReport(file, root));
    expect(error).toBeInstanceOf(DataError);
    expect(error).toMatchObject({ where: file });
    return (error as DataError).message;
  };

  it('has to be there', async () => {
    expect(await refused('missing.json')).toContain('there is no such file');
  });

  it('has to be a file', async () => {
    expect(await refused('.')).toMatch(/no regular file|cannot be read/);
    expect(await refused('/dev/zero')).toContain('no regular file');
  });

  it('may not be a link to another', async () => {
    await symlink('/etc/passwd', path.join(root, 'link.json'));
    expect(await refused('link.json')).toContain('it is a link');
  });

  it('may have 50 MiB, and one that has more is not read', async () => {
    const file = await open(path.join(root, 'huge.json'), 'w');
    await file.truncate(50 * 1024 * 1024 + 1);
    await file.close();
    expect(await refused('huge.json')).toContain(
      'it has 52428801 bytes, and at most 52428800 are read',
    );
  });
});

it('any value anywhere: read or refused, and never a defect', async () => {
  const made = await Promise.all([
    OUTCOMES.mixed(),
    OUTCOMES['two compared'](),
    OUTCOMES.stream(),
    OUTCOMES.pair(),
    MADE.judged(),
  ]);
  const values = [
    null,
    0,
    1,
    -1,
    0.5,
    1e300,
    '',
    'true',
    'A',
    'pass',
    'sequential',
    'triplet',
    'undecided',
    [],
    ['A'],
    {},
    true,
    false,
  ];
  const placesIn = (value: unknown, at = ''): string[] =>
    typeof value === 'object' && value !== null
      ? Object.entries(value).flatMap(([key, one]) => [
          `${at}${key}`,
          ...placesIn(one, `${at}${key}.`),
        ])
      : [];
  const small = made.map((report) => ({ ...report, results: report.results.slice(0, 40) }));
  const cases = small.map((report) =>
    fc.tuple(fc.constant(report), fc.constantFrom(...placesIn(report)), fc.constantFrom(...values)),
  );
  await fc.assert(
    fc.asyncProperty(fc.oneof(...cases), async ([report, place, value]) => {
      await read(changed(report, place, value)).catch((error: unknown) => {
        if (!(error instanceof DataError)) throw error;
      });
    }),
    { numRuns: runs(300) },
  );
});
