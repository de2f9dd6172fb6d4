import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { GitHubError } from '../../src/errors.js';
import { writeSummary } from '../../src/github/outputs.js';
import { SUMMARY_BUDGET_BYTES, SUMMARY_MAX_BYTES } from '../../src/limits.js';
import { rejection } from './fixtures.js';

let folder: string;
let path: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'summary-'));
  path = join(folder, 'summary.md');
  await writeFile(path, '');
});
afterEach(() => rm(folder, { recursive: true }));

async function failure(markdown: string, env: NodeJS.ProcessEnv): Promise<GitHubError> {
  const error = await rejection(writeSummary(markdown, env));
  if (!(error instanceof GitHubError)) throw error;
  return error;
}

describe('writeSummary', () => {
  it('appends to the summary', async () => {
    await writeSummary('# one', { GITHUB_STEP_SUMMARY: path });
    await writeSummary('# two', { GITHUB_STEP_SUMMARY: path });
    expect(await readFile(path, 'utf8')).toBe('# one\n# two\n');
  });

  it('names the remedy if the variable is not set', async () => {
    for (const env of [{}, { GITHUB_STEP_SUMMARY: '' }]) {
      const error = await failure('text', env);
      expect(error.where).toBe('GITHUB_STEP_SUMMARY');
      expect(error.remedy).toContain('Outside GitHub Actions');
    }
  });

  it('names the remedy if the file is missing, and creates none', async () => {
    const missing = join(folder, 'missing.md');
    const error = await failure('text', { GITHUB_STEP_SUMMARY: missing });
    expect(error.where).toBe(missing);
    expect(error.remedy).toContain('existing file');
    await expect(readFile(missing)).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('counts bytes, and keeps the file below the limit', async () => {
    const text = 'é'.repeat(SUMMARY_MAX_BYTES / 2);
    const error = await failure(text, { GITHUB_STEP_SUMMARY: path });
    expect(error.message).toContain(`${SUMMARY_MAX_BYTES + 1} bytes`);
    expect(await readFile(path, 'utf8')).toBe('');
  });

  it('counts the bytes in the file', async () => {
    await writeFile(path, 'x'.repeat(SUMMARY_MAX_BYTES - 10));
    await writeSummary('123456789', { GITHUB_STEP_SUMMARY: path });
    expect((await failure('', { GITHUB_STEP_SUMMARY: path })).remedy).toContain('artifact');
  });

  it('accepts a summary within its budget', async () => {
    await writeSummary('x'.repeat(SUMMARY_BUDGET_BYTES), { GITHUB_STEP_SUMMARY: path });
  });
});
