import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

it('npm run calibrate prints the tables that docs/internals/measurements.md holds', () => {
  const printed = execFileSync(process.execPath, ['scripts/calibrate.mjs'], {
    encoding: 'utf8',
    env: { PATH: process.env.PATH },
  });
  expect(readFileSync('docs/internals/measurements.md', 'utf8')).toContain(printed.trim());
}, 120_000);
