import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { rowFinder } from '../../src/terminal/explain.ts';
import { runDoor } from '../support/run-process.ts';

const ROWS = [
  { source: 'evals/a.jsonl:1', text: 'The sky is blue.' },
  { source: 'evals/a.jsonl:11', text: '3 is a number.' },
  { source: 'builtin:statements#1', text: 'Grass is green.' },
];
const found = (wanted: string) =>
  ROWS.map((row, index) => [row, index] as const)
    .filter(([row, index]) => rowFinder(wanted)(row, index))
    .map(([, index]) => index);

it('a row is found by its number, its place, or how its text begins', () => {
  expect(found('2')).toEqual([1]);
  expect(found('#3')).toEqual([2]);
  expect(found('evals/a.jsonl:1')).toEqual([0]);
  expect(found('a.jsonl:11')).toEqual([1]);
  expect(found('builtin:statements#1')).toEqual([2]);
  expect(found('the SKY')).toEqual([0]);
  expect(found('3 is')).toEqual([1]);
  expect(found('no such row')).toEqual([]);
});

it('a row that a column of unique values names, without `columns.id`: the error says what to write', async () => {
  const cwd = await mkdtemp(path.join(tmpdir(), 'sensitivity-find-'));
  try {
    const config = `model: { hub: reference, name: attentive }
data: { source: rows.csv }
tests: { sensitivity: { add_toxic_words: {} } }
`;
    await writeFile(path.join(cwd, 's.yml'), config);
    const rows = Array.from({ length: 24 }, (_, i) => `Where is parcel ${i}?,T-${1000 + i},a\n`);
    await writeFile(path.join(cwd, 'rows.csv'), `text,ticket,team\n${rows.join('')}`);
    const explain = (row: string) =>
      runDoor({
        door: 'cli',
        words: ['explain', row, '--fresh', '--config', 's.yml'],
        cwd,
        env: { COLUMNS: '500' },
      });
    const byTicket = await explain('T-1007');
    expect(byTicket.exitCode).toBe(2);
    expect(byTicket.stderr).toContain("there is no row 'T-1007' in the data");
    expect(byTicket.stderr).toContain('write `columns: { id: ticket }` under `data`');
    // Several rows have this value.
    expect((await explain('a')).stderr).not.toContain('columns: { id');
  } finally {
    await rm(cwd, { recursive: true });
  }
});
