import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { GitHubError } from '../../src/errors.js';
import { writeSummary } from '../../src/github/outputs.js';
import { SUMMARY_BUDGET_BYTES, SUMMARY_MAX_BYTES } from '../../src/facts.js';
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
  it('appends, as markdown of its own', async () => {
    await writeSummary('# one', { GITHUB_STEP_SUMMARY: path });
    await writeSummary('# two', { GITHUB_STEP_SUMMARY: path });
    expect(await readFile(path, 'utf8')).toBe('# one\n# two\n');
  });

  it('says what to do where the variable is not set', async () => {
    for (const env of [{}, { GITHUB_STEP_SUMMARY: '' }]) {
      const error = await failure('text', env);
      expect(error.where).toBe('GITHUB_STEP_SUMMARY');
      expect(error.remedy).toContain('Outside of GitHub Actions');
    }
  });

  it('says what to do where the file is missing, and makes none', async () => {
    const missing = join(folder, 'missing.md');
    const error = await failure('text', { GITHUB_STEP_SUMMARY: missing });
    expect(error.where).toBe(missing);
    expect(error.remedy).toContain('existing file');
    await expect(readFile(missing)).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('counts bytes, and leaves the file as it is rather than lose all of it', async () => {
    const text = 'é'.repeat(SUMMARY_MAX_BYTES / 2);
    const error = await failure(text, { GITHUB_STEP_SUMMARY: path });
    expect(error.message).toContain(`${SUMMARY_MAX_BYTES + 1} bytes`);
    expect(await readFile(path, 'utf8')).toBe('');
  });

  it('counts what is there already', async () => {
    await writeFile(path, 'x'.repeat(SUMMARY_MAX_BYTES - 10));
    await writeSummary('123456789', { GITHUB_STEP_SUMMARY: path });
    expect((await failure('', { GITHUB_STEP_SUMMARY: path })).remedy).toContain('artifact');
  });

  it('takes a summary that keeps to its budget', async () => {
    await writeSummary('x'.repeat(SUMMARY_BUDGET_BYTES), { GITHUB_STEP_SUMMARY: path });
  });
});
