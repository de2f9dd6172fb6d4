import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ReportRow, ResultRow, Results } from '../../src/engine/results.js';
import { jsonReport } from '../../src/report/json.js';
import { readPublishedReport } from '../../src/trust/published-report.js';
import { rejection } from '../github/fixtures.js';
import { OUTCOMES } from '../report/triplet-results.js';

let root: string;
beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'sensitivity-published-'));
});
afterAll(() => rm(root, { recursive: true }));

const read = async (report: unknown): Promise<Results> => {
  await writeFile(path.join(root, 'report.json'), typeof report === 'string' ? report : JSON.stringify(report));
  return readPublishedReport('report.json', root);
};
const refusal = async (report: unknown): Promise<string> => ((await rejection(read(report))) as Error).message;

describe('the report of a test that was asked row by row', () => {
  it.each(Object.entries(OUTCOMES))('%s is read as it was written', async (_name, make) => {
    const report = await make();
    const { warnings: _, ...published } = await read(jsonReport(report));
    expect(published).toEqual(JSON.parse(jsonReport(report)));
  });
});

type Change = (row: ReportRow, rows: ResultRow[]) => void;

/** What somebody may do to a report, to one of these outcomes. */
const FORGERIES: [what: string, of: keyof typeof OUTCOMES, change: Change, message: string][] = [
  [
    'a row that reads what it does not',
    'fail',
    (_, [row]) => Object.assign(row!, { state: 'sensitive', pass: true, eval_score: 1 }),
    'is in state sensitive, but its readings make it insensitive',
  ],
  ['an outcome', 'fail', (row) => Object.assign(row, { outcome: 'pass', pass: true }), 'outcome is pass, but its rows make it fail'],
  ['a lower minimum', 'fail', (row) => (row.minimum_pass_rate = 0.5), 'its rows'],
  ['a minimum of knowledge', 'fail', (row) => (row.minimum_valid_rate = 0), 'streams is'],
  ['a count of what is known', 'pass', (row) => (row.known_count = 21), 'known_count is `21`, but its rows make it `20`'],
  ['a share of what can be told', 'pass', (row) => (row.valid_rate = 0.9), 'valid_rate is `0.9`'],
  ['the worth of a guess', 'pass', (row) => (row.guess_rate = 0.1), 'guess_rate is `0.1`'],
  ['the placebo', 'pass', (row) => (row.placebo!.changed = 7), 'placebo is'],
  ['the plan', 'pass', (row) => (row.plan_error!.passed_if_bad = 0), 'plan_error is'],
  ['a wider margin', 'pass', (row) => (row.margin = 0.1), 'its rows'],
  [
    'fewer rows than its plan needs',
    'no minimum',
    (row, rows) => {
      Object.assign(row, { minimum_pass_rate: 0.85, undecided_count: 18 });
      rows.splice(19);
    },
    'it has 19 rows, and its plan decides on no fewer than 20',
  ],
  ['half of all errors', 'pass', (row) => (row.alpha = 0.5), 'alpha: '],
  ['no margin to speak of', 'pass', (row) => (row.margin = 0), 'margin: '],
  ['no margin at all', 'pass', (row) => delete row.margin, 'margin: is missing'],
  ['a minimum of steadiness', 'upset', (row) => (row.minimum_steady_rate = 0), 'its rows'],
  ['no minimum of steadiness', 'upset', (row) => delete row.minimum_steady_rate, 'its minimum_steady_rate does not go with its rows'],
  ['a minimum of steadiness without a key', 'no key', (row) => (row.minimum_steady_rate = 0), 'its minimum_steady_rate does not go with'],
  ['a share of steady answers', 'upset', (row) => (row.steady_rate = 0.9), 'steady_rate is `0.9`'],
  ['no minimum of knowledge', 'pass', (row) => delete row.minimum_valid_rate, 'minimum_valid_rate: is missing'],
  [
    'an interval after an early stop',
    'pass',
    (row) => (row.interval = { method: 'wilson', confidence: 0.95, low: 0.9, high: 1 }),
    'interval: belongs to another kind',
  ],
  ['a rule of a pair', 'pass', (row) => (row.rule = { kind: 'at_most', limit: 0, words: '' }), 'rule: is not that'],
  [
    'a rule without a key',
    'pass',
    (row) => (row.rule = { kind: 'three_arms', key: false, words: '' }),
    'its rule does not say whether its rows have a key',
  ],
  ['a failing row that does not count', 'fail', (_, [row]) => (row!.counted = false), 'counted of its row 0 is false'],
  ['rows in another order', 'mixed', (_, rows) => rows.reverse(), 'counted of its row 0'],
  [
    'a row asked behind one that was not',
    'pass',
    (_, rows) => rows.push(rows.splice(30, 1)[0]!, { ...rows[0]!, original: 'Another?', counted: false }),
    'a row was asked behind one that was not',
  ],
  [
    'one row many times',
    'pass',
    (_, rows) => Object.assign(rows[1]!, { original: rows[0]!.original, options: rows[0]!.options }),
    'a row is there twice',
  ],
  ['a reading without an answer', 'pass', (_, [row]) => (row!.placebo_result = null), 'has a reading of an answer that is not there'],
  ['a key of two kinds', 'pass', (_, [row]) => (row!.key!.test_case = 'true'), 'has a key of two kinds'],
  ['a key of nothing', 'pass', (_, [row]) => (row!.key!.test_case = []), 'results[0].key.test_case: '],
  [
    'a reading of another kind',
    'pass',
    (_, [row]) => Object.assign(row!.readings!, { original: 'maybe' }),
    'results[0].readings.original: ',
  ],
  ['a state of its own', 'pass', (_, [row]) => Object.assign(row!, { state: 'fine' }), 'results[0].state: '],
  [
    'a row that is set aside',
    'fail',
    (_, [row]) => Object.assign(row!, { status: 'not_applicable', state: undefined, pass: null, eval_score: null, readings: undefined }),
    'was set aside',
  ],
  [
    'one row in error less',
    'error rows',
    (_, rows) =>
      rows.splice(
        rows.findIndex(({ status }) => status === 'error'),
        1,
      ),
    'but its rows make it',
  ],
  ['a comparison that was lost', 'regression', (row) => Object.assign(row.comparisons!.known!, { outcome: 'pass' }), 'comparisons is'],
  [
    'a comparison with what is unchanged',
    'regression',
    (row) => Object.values(row.comparisons!).forEach((one) => (one.unchanged = true)),
    'its rows',
  ],
  ['one comparison less', 'regression', (row) => delete row.comparisons!.known, 'its rows'],
  ['comparisons with nothing', 'pass', (row) => (row.comparisons = {}), 'comparisons: does not go with the baseline'],
  [
    'an unbounded loss',
    'regression',
    (row) => [row.baseline!, ...Object.values(row.comparisons!)].forEach((one) => (one.max_regression = 1)),
    'its max_regression is neither',
  ],
  [
    'a base that answered as well',
    'regression',
    (_, rows) => rows.forEach(({ baseline }) => Object.assign(baseline ?? {}, { unchanged: true })),
    'is said to be unchanged',
  ],
  ['a method without its decision', 'pass', (row) => (row.decision = 'point'), 'method: belongs to a sequential decision'],
  ['the stream of a foul answer', 'stream', (_, [row]) => Object.assign(row!, { state: 'clean' }), 'fails in state clean'],
  ['a stream that was upset', 'stream', (row) => (row.upset_count = 3), 'upset_count is `3`'],
  ['a stream of induced rows', 'stream', (row) => (row.induced_count = 0), 'induced_count is `0`'],
  [
    'a stream that was asked in three ways',
    'stream',
    (_, [row]) => (row!.key = { original: 'true', test_case: 'false' }),
    'has readings, though it was asked in one way',
  ],
];

it.each(FORGERIES)('%s does not go with the rows', async (_what, of, change, message) => {
  const report = JSON.parse(jsonReport(await OUTCOMES[of]())) as Results & { results: ResultRow[] };
  change(report.report[0]!, report.results);
  expect(await refusal(report)).toContain(message);
});

it('the rows of a pair have no marks by which they could be shown as none that count', async () => {
  const { pair } = { pair: await OUTCOMES.pair() };
  const report = { ...pair, results: pair.results.map((row, i) => (i === 0 ? { ...row, counted: false } : row)) };
  expect(await refusal(report)).toContain('its rows have counted');
});
