import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'payload-'));
});
afterAll(() => rm(folder, { recursive: true }));

const before = process.env;
afterEach(() => {
  process.env = before;
});

/** The package reads the environment of the process. */
async function load(text: string | undefined, changes: NodeJS.ProcessEnv = {}) {
  const path = join(folder, `${Math.random()}.json`);
  if (text !== undefined) await writeFile(path, text);
  process.env = { GITHUB_EVENT_NAME: 'push', GITHUB_EVENT_PATH: path, ...changes };
  const { loadEvent } = await import('../../src/github/event.js');
  return loadEvent(process.env);
}

describe('loadEvent', () => {
  it('reads the payload file', async () => {
    const event = await load('{"repository": {"default_branch": "main"}}');
    expect(event).toMatchObject({ name: 'push', defaultBranch: 'main', notice: undefined });
  });

  it('continues without a file, with a notice', async () => {
    const event = await load(undefined);
    expect(event.notice).toMatch(
      /^The event's payload .+ is not readable \(ENOENT\), so the run continues/,
    );
    expect(event.pullNumber).toBeUndefined();
  });

  it('continues with a broken file, and does not quote it', async () => {
    const event = await load('{"pull_request": ::error::stop');
    expect(event.notice).toMatch(/is not readable \(SyntaxError\)/);
    expect(event.notice).not.toContain('::error');
  });

  it('continues if no file is named', async () => {
    const event = await load(undefined, { GITHUB_EVENT_PATH: '' });
    expect(event.notice).toMatch(/^GITHUB_EVENT_PATH is not set, so/);
  });
});
