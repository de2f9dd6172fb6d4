import { execFileSync } from 'node:child_process';

it('npm run simulate: the real engine errs as rarely as the page of error rates says', () => {
  const script = ['scripts/simulate.ts', '--runs', '300'];
  // A claim that does not hold is the exit status 1, which throws.
  const printed = execFileSync(process.execPath, script, { encoding: 'utf8' });
  expect(printed.match(/^PASS/gm)).toHaveLength(37);
  expect(printed).not.toMatch(/NaN|undefined/);
});
