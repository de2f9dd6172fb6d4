import fc from 'fast-check';
import type { RunRecord } from '../../src/engine/drift/run-record.ts';
import {
  appendRecord,
  lineOf,
  MOST_HISTORY_BYTES,
  MOST_RECORDS,
  readHistory,
} from '../../src/trust/history-file.ts';
import { anything } from '../report/anything.ts';

const record = (over: Partial<RunRecord> = {}): RunRecord => ({
  sensitivity_history: 1,
  at: '2026-11-22T13:11:32.000Z',
  commit: 'a'.repeat(40),
  event: 'push',
  branch: 'main',
  version: '1.0.0',
  series: '0123456789abcdef',
  fingerprint: 'a'.repeat(16),
  outcome: 'pass',
  tests: [
    {
      test_type: 'add_negation',
      scored: 'c'.repeat(16),
      pass_rate: 0.9,
      minimum_pass_rate: 0.7,
      pass_count: 9,
      fail_count: 1,
      error_count: 0,
      outcome: 'pass',
    },
  ],
  ...over,
});
const night = {
  subject: 'a'.repeat(16),
  rows: 'b'.repeat(16),
  outcomes: '01-',
  p: 0.5,
  worse: 1,
  better: 1,
};
const at = (nth: number): string => new Date(Date.UTC(2026, 0, 1) + nth * 60_000).toISOString();

describe('the record of runs', () => {
  it('is read as it was written, whatever stands around it', () => {
    expect(readHistory(lineOf(record())!)).toEqual({ records: [record()], droppedLines: 0 });
    expect(readHistory('')).toEqual({ records: [], droppedLines: 0 });
    fc.assert(
      fc.property(fc.array(anything), (texts) => {
        const strange = texts
          .map((text) => text.replaceAll('\n', ' '))
          .filter((text) => text.trim() !== '');
        const { records, droppedLines } = readHistory([...strange, lineOf(record())!].join('\n'));
        expect([records, droppedLines]).toEqual([[record()], strange.length]);
      }),
    );
  });

  it.each<[string, object]>([
    ['a key more', { more: 1 }],
    ['a rate that is not that of its counts', { tests: [{ ...record().tests[0], pass_rate: 1 }] }],
    ['a rate of no rows', { tests: [{ ...record().tests[0], pass_count: 0, fail_count: 0 }] }],
    ['a rate above one', { tests: [{ ...record().tests[0], minimum_pass_rate: 2 }] }],
    ['markup for a name', { tests: [{ ...record().tests[0], test_type: '<b>' }] }],
    ['a day that is none', { at: 'yesterday' }],
    ['a commit that is none', { commit: 'main' }],
    ['another version', { sensitivity_history: 2 }],
    ['too many tests', { tests: Array.from({ length: 201 }, () => record().tests[0]) }],
    ['an outcome that is none', { watch: { ...night, outcomes: '012' } }],
    ['a sum beyond all numbers', { watch: { ...night, worse: 1e300 } }],
    ['a night without its rows', { watch: { ...night, outcomes: '' } }],
    ['a model by its name', { served: { asked: 'gpt-x', models: 'gpt-x' } }],
    ['too long a line', { branch: 'x'.repeat(70_000) }],
  ])('takes no %s', (_what, over) => {
    expect(readHistory(JSON.stringify({ ...record(), ...over }))).toEqual({
      records: [],
      droppedLines: 1,
    });
  });

  it('keeps the last of each gate, and never grows beyond what is read', () => {
    const all = Array.from({ length: MOST_RECORDS + 20 }, (_, nth) =>
      lineOf(record({ at: at(nth) })),
    );
    const text = appendRecord(all.join(''), record({ series: 'f'.repeat(16) }));
    const { records } = readHistory(text);
    expect(records).toHaveLength(MOST_RECORDS + 1);
    expect([records[0]!.at, records.at(-2)!.at]).toEqual([at(20), at(MOST_RECORDS + 19)]);

    const wide = Array.from({ length: 150 }, () => record().tests[0]!);
    const many = Array.from({ length: 20 }, (_, nth) =>
      lineOf(record({ at: at(nth), tests: wide })),
    );
    const long = appendRecord(many.join(''), record({ at: at(39), tests: wide }));
    expect(Buffer.byteLength(long)).toBeLessThanOrEqual(MOST_HISTORY_BYTES);
    expect(readHistory(long).records.at(-1)!.at).toBe(at(39));
    expect(readHistory('x'.repeat(2 * MOST_HISTORY_BYTES + 1))).toEqual({
      records: [],
      droppedLines: Infinity,
    });
  });

  it('keeps the nights of watch beside many runs', () => {
    const nights = Array.from({ length: 30 }, (_, nth) =>
      lineOf(record({ at: at(nth), watch: night })),
    );
    const runs = Array.from({ length: MOST_RECORDS + 20 }, (_, nth) =>
      lineOf(record({ at: at(100 + nth) })),
    );
    const { records } = readHistory(
      appendRecord([...nights, ...runs].join(''), record({ watch: night })),
    );
    expect(records.filter(({ watch }) => watch)).toHaveLength(31);
    expect(records.filter(({ watch }) => !watch)).toHaveLength(MOST_RECORDS);
  });

  it('looks at the last lines only, where there are more than a record may have', () => {
    const first = lineOf(record({ at: at(1) }))!;
    expect(readHistory(`${first}${'{}\n'.repeat(100_000)}${lineOf(record())!}`)).toEqual({
      records: [record()],
      droppedLines: 100_001,
    });
  });

  it('has a run once, though its write may be tried again, and nothing that is none', () => {
    const twice = appendRecord(
      appendRecord(`strange\n${lineOf(record({ at: at(1) }))!}`, record()),
      record(),
    );
    expect(readHistory(twice)).toEqual({
      records: [record({ at: at(1) }), record()],
      droppedLines: 0,
    });
  });
});
