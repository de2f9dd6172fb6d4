import { hash } from 'node:crypto';
import { createClient } from '../../src/github/client.ts';
import { filesAt, matchingFiles } from '../../src/github/files.ts';
import { startGitHub, type GitHubServer } from '../support/github-server.ts';
import { HEAD, pullRequestEvent } from './fixtures.ts';

let github: GitHubServer;
beforeEach(async () => {
  github = await startGitHub();
});
afterEach(async () => {
  expect(github.violations).toEqual([]);
  await github.close();
});

it('the digest of a text is that of the committed file, byte order mark included', async () => {
  const bytes = Buffer.from('\uFEFFIs water wet?\r\n');
  github.files.set(`${HEAD}:prompts/a.txt`, bytes);
  const client = await createClient({ token: 'token', apiUrl: github.url, second: 1 });
  const text = await filesAt(client, pullRequestEvent(github.url), HEAD).read('prompts/a.txt');
  expect(hash('sha256', text ?? '')).toBe(hash('sha256', bytes));
});

it('a path that leads out of the commit names no file, and a name may begin with two dots', async () => {
  const tree = async () => Promise.resolve(new Map());
  const found = async (pattern: string) => matchingFiles(pattern, tree);
  for (const outside of ['..', '../a.txt', 'a/../../b.txt', '/a.txt'])
    expect(await found(outside)).toEqual([]);
  expect(await found('..rows/a.txt')).toEqual(['..rows/a.txt']);
});
