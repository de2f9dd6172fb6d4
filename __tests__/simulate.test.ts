import { expect, it } from '@jest/globals';
import { spawn } from 'node:child_process';
import path from 'node:path';
import { findEngine } from '../scripts/simulate/engine.mjs';
import { playAll } from '../scripts/simulate/play.mjs';
import { TABLES } from '../scripts/simulate/tables.mjs';
import { one, some } from './support/runs.js';

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
it('the gate does what docs/internals/measurements.md says of it, on models of known behaviour', async () => {
  const names = one(NAMES);
  const { status, stdout, stderr } = await simulate(
    '--quick',
    ...names.flatMap((name) => ['--table', name]),
  );
  expect(`${stdout}${stderr}`).not.toMatch(/^FAIL|NaN|undefined/m);
  expect(stdout).toMatch(/^All \d+ claims hold/m);
  expect(status).toBe(0);
}, 180_000);

it('suggested minima: the same model passes them later, and they are close to the best possible ones', async () => {
  const { status, stdout } = await simulate('--runs', '60', '--table', 'suggest');
  expect(stdout).toMatch(/^All 3 claims hold/m);
  expect(status).toBe(0);
}, 60_000);

/**
 * What is printed is made of nothing but what the cells came to: of some tables, one is played
 * twice, with THOROUGH=1 every fifth of all, the other way round too.
 */
it('the same numbers each time, in whatever order', async () => {
  const drawn = some(
    Object.entries(TABLES as Record<string, { cells: (runs: number) => unknown[] }>),
    5,
  );
  const cells = drawn.flatMap(([table, { cells }]) =>
    one(cells(process.env.THOROUGH ? 20 : 5).filter((_, at) => at % 5 === 0)).map((cell) => ({
      table,
      cell,
    })),
  );
  const engine = findEngine();
  try {
    const play = (those: typeof cells): Promise<unknown[]> =>
      playAll(those, { folder: engine.folder, onCell: () => undefined });
    const [first, other] = [await play(cells), (await play(cells.toReversed())).toReversed()];
    expect(new Set(cells.map(({ table }) => table)).size).toBe(drawn.length);
    expect(other).toEqual(first);
  } finally {
    engine.remove();
  }
}, 180_000);

it('runs that are no number are refused', async () => {
  const { status, stderr } = await simulate('--runs', 'many');
  expect(status).toBe(1);
  expect(stderr).toContain('--runs must be a whole number');
  expect((await simulate('--table', 'none')).stderr).toContain(
    '--table must be one of sequential, ',
  );
}, 60_000);
