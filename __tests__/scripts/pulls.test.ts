import { execFileSync } from 'node:child_process';
import { SOURCES } from '../support/run-process.ts';

/** Three of the pull requests that `npm run pulls` plays, through the sources. */
it('played pull requests: the right line is named, within 250 requests', () => {
  const words = ['scripts/pulls.ts', '--smoke', '--dist', SOURCES];
  const stdout = execFileSync(process.execPath, words, { encoding: 'utf8' });
  expect(stdout).toMatch(/\b3 of 3\b/);
  expect(stdout).not.toContain('FAIL');
}, 300_000);
