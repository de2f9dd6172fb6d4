import { spawn } from 'node:child_process';
import path from 'node:path';
import { playAll } from '../scripts/simulate/play.mjs';
import { TABLES } from '../scripts/simulate/tables.mjs';
import { one, thoroughly } from './support/runs.ts';

const SCRIPT = path.resolve('scripts/simulate.mjs');

async function simulate(
  ...args: string[]
): Promise<{ status: number | null; stdout: string; stderr: string }> {
  const child = spawn(process.execPath, [SCRIPT, ...args], {
    env: { PATH: process.env.PATH ?? '' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (stdout += chunk));
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (stderr += chunk));
  const status = await new Promise<number | null>((resolve) => child.on('close', resolve));
  return { status, stdout, stderr };
}

const NAMES = Object.keys(TABLES);

/** One table, drawn; with THOROUGH=1 all. */
it('npm run simulate confirms the claims of docs/internals/measurements.md', async () => {
  const names = one(NAMES);
  const { status, stdout, stderr } = await simulate(
    '--quick',
    ...names.flatMap((name) => ['--table', name]),
  );
  expect(`${stdout}${stderr}`).not.toMatch(/^FAIL|NaN|undefined/m);
  expect(stdout).toMatch(/^All \d+ claims hold/m);
  expect(status).toBe(0);
}, 180_000);

/**
 * The tables depend only on the results of the cells. Every fifth cell runs twice, in both orders.
 */
thoroughly(
  'a cell has the same result in any order of cells',
  async () => {
    const tables = Object.entries(TABLES as Record<string, { cells: (runs: number) => unknown[] }>);
    const cells = tables.flatMap(([table, { cells }]) =>
      cells(20).flatMap((cell, at) => (at % 5 === 0 ? [{ table, cell }] : [])),
    );
    const play = (those: typeof cells) => playAll(those, () => undefined) as Promise<unknown[]>;
    const [first, other] = [await play(cells), (await play(cells.toReversed())).toReversed()];
    expect(other).toEqual(first);
  },
  180_000,
);

it('npm run simulate refuses wrong values of --runs and --table', async () => {
  const { status, stderr } = await simulate('--runs', 'many');
  expect(status).toBe(1);
  expect(stderr).toContain('--runs must be a whole number');
  expect((await simulate('--table', 'none')).stderr).toContain(
    '--table must be one of sequential, ',
  );
}, 60_000);
