import { mkdtemp, open, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Results } from '../../src/engine/results.js';
import { DataError } from '../../src/errors.js';
import { readPublishedReport } from '../../src/trust/published-report.js';
import { jsonReport } from '../../src/report/json.js';
import { rejection } from '../github/fixtures.js';
import { HOSTILE } from '../report/hostile.js';
import { errorRow, leftOutRow, reportRow, resultRow, results } from '../report/sample-results.js';

let root: string;
beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'sensitivity-published-'));
});
afterAll(() => rm(root, { recursive: true }));

const read = async (text: string | Uint8Array): Promise<Results> => {
  await writeFile(path.join(root, 'report.json'), text);
  return readPublishedReport('report.json', root);
};

/** Why a report is refused; checks on the way that the refusal says where and what to do. */
async function refusal(report: unknown): Promise<string> {
  const error = await rejection(read(typeof report === 'string' ? report : JSON.stringify(report)));
  expect(error).toBeInstanceOf(DataError);
  expect(error).toMatchObject({ where: 'report.json', remedy: expect.stringContaining('report-json') });
  return (error as DataError).message;
}

/** One of each kind of row, as the engine leaves them. */
const WHOLE = results({
  outcome: 'fail',
  report: [
    reportRow({ pass_count: 1, fail_count: 2, error_count: 1, not_applicable_count: 1 }),
    reportRow({
      test_type: 'add_toxic_words',
      pass_count: 1,
      fail_count: 0,
      pass_rate: 1,
      pass: true,
      outcome: 'pass',
      scorer: 'bad_words',
      threshold: 0,
    }),
  ],
  results: [
    ...results().results,
    errorRow('timeout', 'No answer within 60 s.'),
    resultRow({ test_type: 'add_toxic_words', options: 'A. yes\nB. no', eval_score: 0, pass: true }),
  ],
  not_applicable: [leftOutRow()],
  notices: ['One of its own.'],
});

const PROBLEM = results({
  outcome: 'error',
  report: [],
  results: [],
  config: { path: '.github/sensitivity.yml', ref: 'split', sha256: '' },
  problem: { name: 'ConfigError', message: 'unknown key', where: '.github/sensitivity.yml:3:1', remedy: 'Correct it there.' },
});

const SKIPPED = results({ outcome: 'skipped', report: [], results: [] });

describe('a report as a run writes it', () => {
  it.each([
    ['with rows', WHOLE],
    ['of a run that met a problem', PROBLEM],
    ['of a run that was skipped', SKIPPED],
    ['of a run that found no test', results({ outcome: 'error', report: [], results: [] })],
  ])('%s is read as it is, with a warning before its own', async (_name, report) => {
    const published = await read(jsonReport(report));
    const [warning, ...others] = published.warnings!;
    expect(warning).toContain("Reported by the pull request's own run");
    expect({ ...published, warnings: others }).toEqual({ ...report, warnings: report.warnings ?? [] });
  });

  it('brings no past along: of earlier runs whoever publishes knows more', async () => {
    const point = { at: '2026-11-22T04:17:09.120Z', pass_rate: 1, minimum_pass_rate: 0.7, outcome: 'pass' } as const;
    const history = { tests: [{ test_type: 'add_negation', points: [point, point] }] };
    expect(await read(jsonReport({ ...WHOLE, history }))).not.toHaveProperty('history');
    expect(await refusal({ ...WHOLE, history: { tests: [{ test_type: '<b>', points: [] }] } })).toContain('history.tests[0].test_type');
  });

  it('may lie anywhere', async () => {
    const file = path.join(root, 'elsewhere.json');
    await writeFile(file, jsonReport(WHOLE));
    expect(await readPublishedReport(file, '/nowhere')).toMatchObject({ outcome: 'fail' });
  });

  it('may have keys of a later version, which are dropped', async () => {
    const later = { ...WHOLE, certified: true, results: WHOLE.results.map((row) => ({ ...row, logprobs: [1] })) };
    const published = await read(JSON.stringify(later));
    expect(published).not.toHaveProperty('certified');
    expect(published.results).toEqual(WHOLE.results);
  });

  it("keeps hostile texts as they are: escaping is the writers'", async () => {
    const rows = HOSTILE.map((text) => resultRow({ original: text, test_case: text, source: text }));
    const report = results({ report: [reportRow({ pass_count: 0, fail_count: rows.length, pass_rate: 0 })], results: rows });
    expect((await read(JSON.stringify(report))).results).toEqual(rows);
  });
});

describe('a report that contradicts itself is refused', () => {
  const [negation, toxic] = WHOLE.report as [Results['report'][number], Results['report'][number]];
  const withNegation = (changes: object) => ({ ...WHOLE, report: [{ ...negation, ...changes }, toxic] });
  const withRow = (changes: object) => ({ ...WHOLE, results: [{ ...WHOLE.results[0], ...changes }, ...WHOLE.results.slice(1)] });

  it.each<[string, unknown, string]>([
    ['its outcome', { ...WHOLE, outcome: 'pass' }, 'outcome is pass, but its tests make it fail'],
    ['skipped, with rows', { ...WHOLE, outcome: 'skipped' }, 'outcome is skipped, but its tests make it fail'],
    ['a pass without a test', { ...SKIPPED, outcome: 'pass' }, 'outcome is pass, but its tests make it error'],
    ['a problem that is a pass', { ...PROBLEM, outcome: 'pass' }, 'outcome is pass, but its tests make it error'],
    ['a problem that is skipped', { ...PROBLEM, outcome: 'skipped' }, 'outcome is skipped, but its tests make it error'],
    ['a problem beside tests', { ...WHOLE, problem: PROBLEM.problem }, 'problem: a run that met a problem has no tests'],
    ['the verdict of a test', withNegation({ outcome: 'pass' }), 'report[0].outcome is pass, but its rows make it fail'],
    ['the pass of a test', withNegation({ pass: true }), 'report[0].pass is true, but its rows make it false'],
    [
      'a minimum that it would have passed',
      withNegation({ minimum_pass_rate: 0.1 }),
      'report[0].outcome is fail, but its rows make it pass',
    ],
    ['a rate', withNegation({ pass_rate: 0.9 }), 'report[0].pass_rate is 0.9, but its rows make it'],
    ['a rate where nothing was scored', withNegation({ pass_rate: null }), 'report[0].pass_rate is null, but its rows make it'],
    ['passes', withNegation({ pass_count: 99 }), 'report[0].pass_count is 99, but its rows make it 1'],
    ['failures', withNegation({ fail_count: 0 }), 'report[0].fail_count is 0, but its rows make it 2'],
    ['errors', withNegation({ error_count: 0 }), 'report[0].error_count is 0, but its rows make it 1'],
    ['rows left out', withNegation({ not_applicable_count: 0 }), 'report[0].not_applicable_count is 0, but its rows make it 1'],
    ['rows that are not there', { ...WHOLE, results: [] }, 'report[0].pass_count is 1, but its rows make it 0'],
    ['a test twice', { ...WHOLE, report: [...WHOLE.report, toxic] }, 'report: a test is there twice'],
    [
      'a rule of another threshold',
      withNegation({ rule: { kind: 'outside', low: -0.1, high: 0.2, words: 'x' } }),
      'report[0].rule does not go with its threshold',
    ],
    [
      'a rule of another kind',
      withNegation({ rule: { kind: 'at_most', limit: 0.2, words: 'x' } }),
      'report[0].rule does not go with its threshold',
    ],
    [
      'a rule that gates nothing beside a threshold that does',
      withNegation({ rule: { kind: 'gates_nothing', words: 'x' } }),
      'report[0].rule does not go with its threshold',
    ],
    ['a row of no test', withRow({ test_type: 'another' }), 'results[0]: its test is not in the report'],
    [
      'a left-out row of no test',
      { ...WHOLE, not_applicable: [leftOutRow({ category: 'another' })] },
      'not_applicable[0]: its test is not in the report',
    ],
    [
      'a failed row without a score',
      withRow({ eval_score: null }),
      'results[0]: its status scored does not go with its pass and eval_score',
    ],
    [
      'a row in error that passed',
      withRow({ pass: true, status: 'error', error: { kind: 'x', message: 'y' } }),
      'results[0]: its status error does not go with its pass and eval_score',
    ],
    [
      'a row in error without one',
      withRow({ pass: null, eval_score: null, status: 'error' }),
      'results[0]: its status error does not go with its error',
    ],
  ])('%s', async (_name, report, message) => {
    expect(await refusal(report)).toContain(message);
  });
});

describe('the rule of a row', () => {
  const without = (report: Results): unknown => ({ ...report, report: report.report.map(({ rule: _rule, ...row }) => row) });

  it('is that of the scorer, in a report of a time before rows said theirs', async () => {
    expect((await read(JSON.stringify(without(WHOLE)))).report).toEqual(WHOLE.report);
  });

  it('is its data: words are made of them, whatever stands there', async () => {
    const lying = {
      ...WHOLE,
      report: WHOLE.report.map((row) => ({ ...row, rule: { ...row.rule, words: '@octocat: all rows pass', more: 1 } })),
    };
    expect((await read(JSON.stringify(lying))).report).toEqual(WHOLE.report);
    for (const words of [undefined, null, 7, 'x'.repeat(1_000_000)]) {
      expect(
        (await read(JSON.stringify({ ...lying, report: lying.report.map((row) => ({ ...row, rule: { ...row.rule, words } })) }))).report,
      ).toEqual(WHOLE.report);
    }
  });

  it('is what a scorer says that is not known here', async () => {
    const [negation, toxic] = WHOLE.report;
    const strange = {
      ...WHOLE,
      report: [negation, { ...toxic, scorer: 'half', threshold: 0.5, rule: { kind: 'below', limit: 0.5, words: '' } }],
    };
    expect((await read(JSON.stringify(strange))).report[1]!.rule).toEqual({
      kind: 'below',
      limit: 0.5,
      words: 'a row passes with an eval_score below 0.5',
    });
  });
});

describe('what has not the form of a report is refused', () => {
  const row = WHOLE.results[0]!;
  it.each<[string, unknown, string]>([
    ['no JSON', 'outcome: pass', 'it is not JSON in UTF-8'],
    ['nothing', '', 'it is not JSON in UTF-8'],
    ['JSON that is cut off', jsonReport(WHOLE).slice(0, -20), 'it is not JSON in UTF-8'],
    ['a list', [], 'the whole: '],
    ['null', null, 'the whole: '],
    ['another version', { ...WHOLE, schema_version: 2 }, 'schema_version: '],
    ['an outcome of its own', { ...WHOLE, outcome: 'green' }, 'outcome: '],
    ['no usage', { ...WHOLE, usage: undefined }, 'usage: '],
    ['a negative count', { ...WHOLE, usage: { ...WHOLE.usage, requests: -1 } }, 'usage.requests: '],
    ['half a request', { ...WHOLE, usage: { ...WHOLE.usage, requests: 0.5 } }, 'usage.requests: '],
    ['a rate above 1', { ...WHOLE, report: [reportRow({ pass_rate: 1.5 })] }, 'report[0].pass_rate: '],
    ['a count in words', { ...WHOLE, report: [{ ...reportRow(), pass_count: '1' }] }, 'report[0].pass_count: '],
    ['a threshold of three', { ...WHOLE, report: [{ ...reportRow(), threshold: [0, 1, 2] }] }, 'report[0].threshold: '],
    ['a rule in words alone', { ...WHOLE, report: [{ ...reportRow(), rule: { words: 'all pass' } }] }, 'report[0].rule.kind: '],
    [
      'a rule that nobody knows',
      { ...WHOLE, report: [{ ...reportRow(), rule: { kind: 'all_pass', words: 'all pass' } }] },
      'report[0].rule.kind: ',
    ],
    ['a rule without its end', { ...WHOLE, report: [{ ...reportRow(), rule: { kind: 'outside', low: 0 } }] }, 'report[0].rule.high: '],
    [
      'rules within rules',
      { ...WHOLE, report: [{ ...reportRow(), rule: { kind: 'any_of', scorers: { a: { kind: 'any_of', scorers: {} } } } }] },
      'report[0].rule.scorers[0][1].kind: ',
    ],
    [
      'a rule of too many scorers',
      {
        ...WHOLE,
        report: [
          {
            ...reportRow(),
            rule: { kind: 'any_of', scorers: Object.fromEntries(Array.from({ length: 51 }, (_, i) => [i, { kind: 'gates_nothing' }])) },
          },
        ],
      },
      'report[0].rule.scorers: ',
    ],
    [
      'a score that JSON reads as infinite',
      JSON.stringify({ ...WHOLE, results: [{ ...row, eval_score: 12345 }] }).replace('12345', '1e999'),
      'results[0].eval_score: ',
    ],
    ['a row that is none', { ...WHOLE, results: [row, 7] }, 'results[1]: '],
    ['a status of its own', { ...WHOLE, results: [row, { ...row, status: 'fine' }] }, 'results[1].status: '],
    ['an error without a message', { ...WHOLE, results: [{ ...row, error: { kind: 'x' } }] }, 'results[0].error.message: '],
    ['a text that is too long', { ...WHOLE, results: [{ ...row, original: 'x'.repeat(100_001) }] }, 'results[0].original: '],
    ['a name that is too long', { ...WHOLE, report: [reportRow({ test_type: 'x'.repeat(1_001) })] }, 'report[0].test_type: '],
    ['too many rows', { ...WHOLE, results: Array.from({ length: 200_001 }, () => 0) }, 'results: '],
    ['too many tests', { ...WHOLE, report: Array.from({ length: 101 }, () => 0) }, 'report: '],
    ['too many warnings', { ...WHOLE, warnings: Array.from({ length: 201 }, () => '') }, 'warnings: '],
    ['a warning that would fill the log', { ...WHOLE, warnings: ['x'.repeat(5_001)] }, 'warnings[0]: '],
    ['too many notices', { ...WHOLE, notices: Array.from({ length: 201 }, () => '') }, 'notices: '],
    ['a notice that would fill the log', { ...WHOLE, notices: ['', 'x'.repeat(5_001)] }, 'notices[1]: '],
    ['a date of its own', { ...WHOLE, started_at: '::error::now' }, 'started_at: '],
    ['a digest of its own', { ...WHOLE, config: { ...WHOLE.config, sha256: '@octocat' } }, 'config.sha256: '],
  ])('%s', async (_name, report, message) => {
    expect(await refusal(report)).toContain(message);
  });

  it('never quotes what it refuses: the file may be another than it seems', async () => {
    for (const text of [
      'root:x:0:0:secret',
      '{"outcome": "secret"}',
      JSON.stringify({ ...WHOLE, outcome: 'secret', started_at: 'secret' }),
    ]) {
      expect(await refusal(text)).not.toContain('secret');
    }
  });

  it('bytes that are no UTF-8', async () => {
    const bytes = Buffer.concat([Buffer.from(jsonReport(WHOLE)), Buffer.from([0xff])]);
    expect(await rejection(read(bytes))).toMatchObject({ name: 'DataError', message: expect.stringContaining('it is not JSON in UTF-8') });
  });

  it('cannot bring a prototype of its own', async () => {
    const pollution = '{"__proto__":{"outcome":"pass","polluted":true},"constructor":{"prototype":{"polluted":true}},';
    const published = await read(pollution + JSON.stringify(WHOLE).slice(1));
    expect(published.outcome).toBe('fail');
    expect(Object.getPrototypeOf(published)).toBe(Object.prototype);
    expect({}).not.toHaveProperty('polluted');
    expect(published).not.toHaveProperty('polluted');
    const named = {
      ...SKIPPED,
      outcome: 'error',
      report: [
        reportRow({ test_type: '__proto__', category: '__proto__', fail_count: 0, pass_count: 0, pass_rate: null, outcome: 'error' }),
      ],
    };
    expect((await read(JSON.stringify(named))).report).toHaveLength(1);
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
    expect(await refused('huge.json')).toContain('it has 52428801 bytes, and at most 52428800 are read');
  });
});
