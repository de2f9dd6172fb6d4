import { figuresIn } from '../support/figures.ts';
import path from 'node:path';
import fc from 'fast-check';
import { mkdtemp, open, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import type { ReportRow, ResultRow, Results } from '../../src/engine/results.ts';
import { DataError } from '../../src/errors.ts';
import { COMMENT_BUDGET_BYTES } from '../../src/limits.ts';
import { FORMATS, jsonReport } from '../../src/report/formats/formats.ts';
import { logLines } from '../../src/report/formats/log.ts';
import { annotationOf, rowsToMark } from '../../src/report/story/annotations.ts';
import { renderMarkdown } from '../../src/report/formats/markdown.ts';
import { reviewTexts } from '../../src/report/formats/review.ts';
import { readPublishedReport } from '../../src/trust/published-report.ts';
import { rejection } from '../github/fixtures.ts';
import { HOSTILE } from '../report/hostile.ts';
import {
  baseline,
  calibration,
  errorRow,
  leftOutRow,
  reportRow,
  resultRow,
  results,
} from '../report/sample-results.ts';
import { OUTCOMES } from '../report/triplet-results.ts';
import { runs } from '../support/runs.ts';

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

/** A test that fails, with a row in error, and one that passes. */
const WHOLE = results({
  report: [
    reportRow({ not_applicable_count: 1, error_count: 1 }),
    reportRow({
      test_type: 'add_toxic_words',
      scorer: 'bad_words',
      threshold: 0,
      pass_count: 1,
      fail_count: 0,
      pass_rate: 1,
      pass: true,
      outcome: 'pass',
    }),
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

  it('may have keys of a later version, which are dropped', async () => {
    const later = {
      ...WHOLE,
      certified: true,
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

  it("reads the verdict by the base's rules in the same way", async () => {
    const base_rules = await OUTCOMES.fail();
    const read_ = await read({ ...WHOLE, base_rules });
    expect(read_.base_rules).toEqual(copyOf(base_rules));
    expect(await read({ ...WHOLE, base_rules: { error: 'gone' } })).toMatchObject({
      base_rules: { error: 'gone' },
    });
    expect(await refusal({ ...WHOLE, base_rules: { ...base_rules, outcome: 'pass' } })).toContain(
      'base_rules.outcome: a run passes if all its tests do',
    );
  });
});

type Forged = Results & { outcome: string };
type Change = (row: ReportRow, rows: ResultRow[], report: Forged) => unknown;

/** Figures of the pull request's own run are shown as they are: the warning says whose they are. */
const SHOWN: [what: string, change: Change][] = [
  ['counts', (row) => Object.assign(row, { error_count: 0, not_applicable_count: 7 })],
  ['a lower minimum', (row) => (row.minimum_pass_rate = 0.5)],
  [
    'an interval',
    (row) => (figuresIn(row).interval = { method: 'wilson', confidence: 0.5, low: 0, high: 1 }),
  ],
  ['a score', (_, rows) => (rows[2]!.eval_score = 0)],
  ['the verdict of a row', (_, rows) => (rows[0]!.pass = true)],
  ['a row less', (_, rows) => rows.splice(0, 1)],
  ['a row twice', (_, rows) => rows.push(rows[0]!)],
];

it.each(SHOWN)('forged: %s: shown under the warning', async (_what, change) => {
  const forged = copyOf(WHOLE) as Forged & { results: ResultRow[] };
  change(forged.report[0]!, forged.results, forged);
  expect(forged).not.toEqual(WHOLE);
  expect(await read(forged)).toEqual(forged);
});

it('nothing of it is acted on: neither parts to restore, nor words for a rule', async () => {
  const forged = copyOf(WHOLE);
  forged.report[0]!.rule.words = '@octocat: all rows pass';
  const attribution = {
    kind: 'one',
    rows: 4,
    requests: 8,
    control: { restored: 0, asked: 8 },
    parts: [],
  };
  expect(await read({ ...forged, attribution })).toEqual(await read(WHOLE));
});

/** What contradicts itself no run has written. */
const REFUSED: [what: string, refused: string, change: Change][] = [
  [
    'a pass with a failing test',
    'outcome: a run passes if all its tests do',
    (_, __, report) => (report.outcome = 'pass'),
  ],
  [
    'a skipped run with tests',
    'outcome: a run fails if one of its tests does',
    (_, __, report) => (report.outcome = 'skipped'),
  ],
  [
    'a lost shard and a pass',
    'outcome: a run passes if all its tests do',
    (_, __, report) =>
      Object.assign(report, {
        outcome: 'pass',
        report: [WHOLE.report[1]],
        shards: { of: 2, missing: [2] },
      }),
  ],
  [
    'a problem beside tests',
    'problem: ',
    (_, __, report) => Object.assign(report, { problem: PROBLEM.problem }),
  ],
  ['a failing test that passes', 'report[0].pass: ', (row) => (row.pass = true)],
  ['a rate that is not of its counts', 'report[0].pass_rate: ', (row) => (row.pass_rate = 0.9)],
  ['no rate beside counts', 'report[0].pass_rate: ', (row) => (row.pass_rate = null)],
  [
    'a pass below the minimum',
    'report[0].outcome: a test that is below',
    (row, _, report) =>
      Object.assign(report, { outcome: 'pass' }) &&
      Object.assign(row, { outcome: 'pass', pass: true }),
  ],
  [
    'a pass that is worse than its baseline',
    'report[1].outcome: a test that is below',
    (_, __, { report }) => Object.assign(report[1]!, { baseline: baseline({ outcome: 'fail' }) }),
  ],
  ['a row in error without a reason', 'results[3]: ', (_, rows) => delete rows[3]!.error],
  [
    'an error of a scored row',
    'results[0]: ',
    (_, [row, , , failed]) => (row!.error = failed!.error!),
  ],
  [
    'a verdict of a row in error',
    'results[3]: only a scored row has a verdict',
    (_, rows) => (rows[3]!.pass = true),
  ],
];

it.each(REFUSED)('forged: %s: refused', async (_what, refused, change) => {
  const forged = copyOf(WHOLE) as Forged & { results: ResultRow[] };
  change(forged.report[0]!, forged.results, forged);
  expect(await refusal(forged)).toContain(`cannot be published: ${refused}`);
});

it('a side that fails beside a test that passes is refused', async () => {
  const sides = { answer: side('answer', 'fail'), refuse: side('refuse', 'pass') };
  const whole = reportRow({ ...side('answer', 'pass'), sides });
  const report = results({ outcome: 'pass', report: [whole] });
  expect(await refusal(report)).toContain('report[0].outcome: it is not that of the worse side');
});

function side(name: 'answer' | 'refuse', outcome: 'pass' | 'fail'): ReportRow {
  const pass = outcome === 'pass';
  const rates = { minimum_pass_rate: 0.3, pass, outcome, side: name };
  return { ...reportRow({ test_type: 'refusal', scorer: 'refusal', threshold: 0 }), ...rates };
}

it('a pass without a test, or beside a problem, is refused', async () => {
  expect(await refusal({ ...SKIPPED, outcome: 'pass' })).toContain('outcome: ');
  for (const outcome of ['pass', 'skipped'])
    expect(await refusal({ ...PROBLEM, outcome })).toContain('problem: ');
});

const many = (length: number, value: unknown = 0) => Array.from({ length }, () => value);
const keys = (length: number, value: unknown = 1) =>
  Object.fromEntries(Array.from({ length }, (_, i) => [`v${i}`, value]));
const long = 'x'.repeat(1_200_001);

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
      outcome: 'fail',
      report: [{ ...row, calibration: calibration({ right: 0, total: 1, confusion }) }],
    };
    const [test] = (await read(named)).report;
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

it('any value anywhere: refused, or shown in every format, and never a defect', async () => {
  const made = await Promise.all([
    OUTCOMES.mixed(),
    OUTCOMES['two compared'](),
    OUTCOMES.stream(),
    OUTCOMES.pair(),
    OUTCOMES.polite(),
  ]);
  const judged = [reportRow({ scorer: 'judge', calibration: calibration() })];
  made.push(results({ report: judged }));
  const values = [
    undefined,
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
      const shown = await read(changed(report, place, value)).catch((error: unknown) => {
        if (!(error instanceof DataError)) throw error;
      });
      if (shown) render(shown);
    }),
    { numRuns: runs(300) },
  );
});

function render(report: Results): void {
  renderMarkdown(report, { kind: 'comment', maxBytes: COMMENT_BUDGET_BYTES });
  for (const format of FORMATS) Array.from(format.render(report, {}));
  logLines(report);
  rowsToMark(report);
  for (const test of report.report) annotationOf(report, test);
  const texts = reviewTexts(report, {});
  texts.describeReview(1);
  for (const { body } of texts.failingRows) texts.warnOfOrigin(body());
}
