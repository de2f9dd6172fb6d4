import { mergeBaseOf, previousRelease } from '../../src/github/releases.ts';
import type { GitHubServer } from '../support/github-server.ts';
import { BASE, HEAD, site } from './site.ts';

const REPOSITORY = { owner: 'octo-org', repo: 'octo-repo' };
type Status = 'ahead' | 'behind' | 'diverged' | 'identical';

const tag = (github: GitHubServer, name: string, status: Status, digit: string) =>
  github.tags.set(name, { sha: digit.repeat(40), status, ahead: 1 });
const release = (github: GitHubServer, name: string, day: number, draft = false) =>
  github.releases.push({ tag: name, published: `2026-01-0${day}T00:00:00Z`, draft });

const CASES: [what: string, seed: (github: GitHubServer) => void, expected?: string][] = [
  ['none', () => undefined, undefined],
  [
    'the newest by its day, not by its place in the list',
    (github) => {
      release(github, 'v1', 1);
      release(github, 'v2', 2);
      tag(github, 'v1', 'ahead', '1');
      tag(github, 'v2', 'ahead', '2');
    },
    'release v2',
  ],
  [
    'not itself under any name, not a draft, not of another branch, not one without a tag',
    (github) => {
      for (const [i, name] of ['v1', 'v2', 'gone', 'v3'].entries())
        release(github, name, i + 1, name === 'v2');
      tag(github, 'v1', 'identical', '1');
      tag(github, 'v2', 'ahead', '2');
      tag(github, 'v3', 'identical', '3');
      release(github, 'v3-final', 8);
      tag(github, 'v3-final', 'identical', HEAD.charAt(0));
      release(github, 'other', 9);
      tag(github, 'other', 'diverged', '4');
    },
    'release v1',
  ],
  [
    'the newest of patches and candidates without a release',
    (github) => {
      for (const name of ['v2', 'v2.0.10', 'v2.0.9', 'v2.0.10-rc.1', 'v1.9'])
        tag(github, name, 'ahead', '1');
    },
    'tag v2.0.10',
  ],
  [
    'no draft, but its tag',
    (github) => {
      release(github, 'v2', 2, true);
      tag(github, 'v2', 'ahead', '2');
    },
    'tag v2',
  ],
  [
    'a tag, where no release is an ancestor',
    (github) => {
      release(github, 'v2', 2);
      tag(github, 'v2', 'behind', '2');
      tag(github, 'v0.9', 'ahead', '1');
      tag(github, 'v0.10', 'ahead', '5');
      tag(github, 'v0.10-rc.1', 'ahead', '4');
    },
    'tag v0.10',
  ],
];

it.each(CASES)('the release before v3: %s', async (_, seed, expected) => {
  const { github, client } = await site();
  seed(github);
  const version = { commit: HEAD, tag: 'v3' };
  const found = await previousRelease(client, REPOSITORY, version);
  expect(found?.name).toBe(expected);
  if (found) expect(found.commit).toBe(github.tags.get(found.name.split(' ')[1] ?? '')?.sha);
});

it('at most 20 releases and 20 tags are compared', async () => {
  const { github, client } = await site();
  for (let i = 0; i < 60; i++) tag(github, `v${i}`, 'diverged', '1');
  for (let i = 0; i < 30; i++) release(github, `v${i}`, 1);
  await previousRelease(client, REPOSITORY, { commit: HEAD });
  expect(github.counts()['repos/compare-commits-with-basehead']).toBe(40);
});

it('the merge base takes one request; where GitHub has none, it is an error', async () => {
  const { github, client } = await site();
  expect(await mergeBaseOf(client, REPOSITORY, { base: BASE, head: HEAD })).toBe(BASE);
  const unknown = { base: 'f'.repeat(40), head: HEAD };
  await expect(mergeBaseOf(client, REPOSITORY, unknown)).rejects.toThrow(/ b{7} .*404/);
  expect(github.requests).toHaveLength(2);
});
