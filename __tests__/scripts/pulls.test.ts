import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { SOURCES } from '../support/run-process.ts';

const run = promisify(execFile);

/** Three of the pull requests that `npm run pulls` plays, through the sources. */
it('played pull requests: the right line is named, within 250 requests', async () => {
  const words = ['scripts/pulls.ts', '--smoke', '--dist', SOURCES];
  const { stdout } = await run(process.execPath, words);
  expect(stdout).toMatch(/\b3 of 3\b/);
  expect(stdout).not.toContain('FAIL');
}, 300_000);
