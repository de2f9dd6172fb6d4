import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Results } from '../../src/engine/results.ts';
import { ConfigError } from '../../src/errors.ts';
import { writeReportFiles } from '../../src/run/report-files.ts';
import { results } from '../report/sample-results.ts';

it('a file system error names the folder; a defect of a writer is thrown', async () => {
  const root = await mkdtemp(path.join(tmpdir(), 'sensitivity-reports-'));
  try {
    const write = (of: Results, directory: string) =>
      writeReportFiles(of, { directory, checkout: root, setting: "input 'report-directory'" });
    await writeFile(path.join(root, 'file'), '');
    await expect(write(results(), path.join(root, 'file', 'below'))).rejects.toThrow(ConfigError);
    const broken = Object.defineProperty({ ...results() }, 'results', {
      get: () => {
        throw new RangeError('A defect');
      },
    });
    await expect(write(broken, path.join(root, 'reports'))).rejects.toThrow(RangeError);
  } finally {
    await rm(root, { recursive: true, force: true });
  }
});
