import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { RunRecord } from '../../src/engine/drift/run-record.ts';
import { ConfigError } from '../../src/errors.ts';
import {
  readHistoryFile,
  HISTORY_FILE,
  keepInHistoryFile,
  recordOf,
} from '../../src/drift/record.ts';
import { reportRow, results } from '../report/sample-results.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'sensitivity-history-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const file = () => path.join(folder, HISTORY_FILE);
const report = [reportRow({ pass_count: 9, fail_count: 1, pass_rate: 0.9 })];
const record = (nth: number): RunRecord =>
  recordOf(results({ outcome: 'pass', report, started_at: new Date(nth * 1000).toISOString() }), {
    gate: { config: '.github/sensitivity.yml' },
    event: 'push',
  })!;

it('twenty runs that end at once are all recorded', async () => {
  expect(await readHistoryFile(folder)).toEqual({ records: [], droppedLines: 0 });
  await Promise.all(Array.from({ length: 20 }, (_, nth) => keepInHistoryFile(folder, record(nth))));
  const { records, droppedLines } = await readHistoryFile(folder);
  expect(droppedLines).toBe(0);
  expect(records.map(({ at }) => at).sort()).toEqual(
    Array.from({ length: 20 }, (_, nth) => record(nth).at).sort(),
  );
});

it('lines that are no record are removed, also in a file that is too long to read', async () => {
  await writeFile(file(), 'strange\n');
  await keepInHistoryFile(folder, record(1));
  expect(await readHistoryFile(folder)).toEqual({ records: [record(1)], droppedLines: 0 });
  await writeFile(file(), 'x'.repeat(3_000_000));
  expect(await readHistoryFile(folder)).toEqual({ records: [], droppedLines: Infinity });
  await keepInHistoryFile(folder, record(2));
  expect(await readHistoryFile(folder)).toEqual({ records: [record(2)], droppedLines: 0 });
});

it('links are not followed', async () => {
  const elsewhere = path.join(folder, 'elsewhere');
  await writeFile(elsewhere, 'mine\n');
  await symlink(elsewhere, file());
  await expect(readHistoryFile(folder)).rejects.toThrow(ConfigError);
  await expect(keepInHistoryFile(folder, record(1))).rejects.toThrow('cannot be written');
  expect(await readFile(elsewhere, 'utf8')).toBe('mine\n');
});
