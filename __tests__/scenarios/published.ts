import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readReport } from '../../src/trust/published-report.ts';

/** Reads a report as `publish-from` does, which refuses one that contradicts itself. */
export async function asPublished(report: unknown): ReturnType<typeof readReport> {
  const folder = await mkdtemp(path.join(tmpdir(), 'published-'));
  const file = path.join(folder, 'report.json');
  await writeFile(file, JSON.stringify(report));
  try {
    return await readReport(file, { name: 'report.json', use: 'be published' });
  } finally {
    await rm(folder, { recursive: true });
  }
}
