import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { FinishedRun } from '../../src/action/finish-run.ts';
import type { Job } from '../../src/action/job.ts';
import { publish } from '../../src/action/publish.ts';
import { resultRow, results } from '../report/sample-results.ts';

it('a mask that cannot be made hides the quoted texts, and the other steps follow', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'publish-'));
  const outputs = new Map<string, string>();
  const warnings: string[] = [];
  const config = {
    get tests() {
      throw new Error('no word list');
    },
  };
  const job = {
    inputs: { workspace: folder, reportDirectory: path.join(folder, 'report'), failOn: [] },
    event: { name: 'push', headSha: '' },
    environment: {
      core: { setOutput: (name: string, value: string) => outputs.set(name, value) },
      env: {},
      interruption: {},
      say: () => undefined,
      warn: (text: string) => warnings.push(text),
    },
  };
  const ended = {
    results: results({ results: [resultRow({ original: 'a quoted row' })] }),
    config,
    target: {},
  };
  try {
    await publish(ended as unknown as FinishedRun, job as unknown as Job);
    expect(warnings[0]).toContain('no word list');
    expect(outputs.get('outcome')).toBe('fail');
    const page = await readFile(path.join(folder, 'report', 'report.html'), 'utf8');
    expect(page).toContain('█ █ █');
    expect(page).not.toContain('a quoted row');
  } finally {
    await rm(folder, { recursive: true });
  }
});
