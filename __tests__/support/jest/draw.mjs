/**
 * A number from which a run of the tests draws its part of a corpus. All runs of a commit have the
 * same number, so that a test fails in each of them or in none. Each commit has another.
 */
import { spawnSync } from 'node:child_process';

/** Computed once: workers inherit the variable from the process that starts them. */
process.env.TEST_DRAW ??= String(numberOfCommit());

function numberOfCommit() {
  const { stdout } = spawnSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8' });
  return Number.parseInt(stdout?.slice(0, 7) || '0', 16); // A copy of the sources has no commit.
}

export const DRAW = Number(process.env.TEST_DRAW);
