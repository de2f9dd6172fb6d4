/** Events as GitHub sends them: what they are about, and who wrote the head. */
import { readEvent } from '../../src/github/event.ts';

const [A, B, C] = ['a', 'b', 'c'].map((sign) => sign.repeat(40));
const repo = { id: 1, full_name: 'org/app' };
const repository = { default_branch: 'main' };

function pull(head: object = {}, more: object = {}) {
  const base = { sha: B, ref: 'main', repo };
  const pull_request = { number: 7, head: { sha: A, repo, ...head }, base, ...more };
  return { repository, pull_request };
}

function read(name: string, payload: unknown, env: Record<string, string> = {}) {
  return readEvent(name, payload, { GITHUB_SHA: C, GITHUB_REPOSITORY: 'org/app', ...env });
}

const MAIN = { GITHUB_REF: 'refs/heads/main' };
const TAG = { GITHUB_REF: 'refs/tags/v1' };
const group = { head_sha: A, base_sha: B, base_ref: 'refs/heads/main' };

it.each<[name: string, payload: unknown, env: Record<string, string>, event: object]>([
  ['pull_request', pull(), {}, { kind: 'change', headSha: A, pullNumber: 7, isUntrusted: false }],
  ['pull_request', pull({ repo: null }), {}, { isFork: true, isUntrusted: true }],
  ['pull_request', pull({ repo: { id: 2, full_name: 'org/app' } }), {}, { isFork: true }],
  ['pull_request', pull({ repo: { id: 1, full_name: 'org/old' } }), {}, { isFork: false }],
  ['pull_request', pull({ repo: { full_name: 'x/app' } }), {}, { isUntrusted: true }],
  ['pull_request', pull(), { GITHUB_ACTOR: 'dependabot[bot]' }, { isUntrusted: true }],
  ['pull_request', pull(), { GITHUB_TRIGGERING_ACTOR: 'dependabot[bot]' }, { isUntrusted: true }],
  ['pull_request', pull({}, { user: { login: 'dependabot[bot]' } }), {}, { isUntrusted: true }],
  ['pull_request_target', pull(), {}, { kind: 'change', isFork: false, isUntrusted: true }],
  ['merge_group', { repository, merge_group: group }, {}, { baseBranch: 'main', baseSha: B }],
  ['push', { repository, before: B }, MAIN, { kind: 'default', before: B }],
  ['push', { repository, before: '0'.repeat(40) }, MAIN, { kind: 'default', before: undefined }],
  [
    'push',
    { repository, before: B },
    { GITHUB_REF: 'refs/heads/x' },
    { kind: 'branch', before: B },
  ],
  [
    'push',
    { repository },
    { GITHUB_REF: 'refs/heads/x', GITHUB_ACTOR: 'dependabot[bot]' },
    { kind: 'branch', isUntrusted: true },
  ],
  [
    'push',
    { repository },
    { ...MAIN, GITHUB_ACTOR: 'dependabot[bot]' },
    { kind: 'default', isUntrusted: false },
  ],
  ['push', { repository, before: B }, TAG, { kind: 'version', tag: 'v1', before: undefined }],
  ['schedule', {}, MAIN, { kind: 'default', defaultBranch: 'main', before: undefined }],
  [
    'schedule',
    { schedule: '0 0 * * *' },
    { GITHUB_REF: 'refs/heads/trunk' },
    { defaultBranch: 'trunk' },
  ],
  ['workflow_dispatch', { repository }, TAG, { kind: 'version', tag: 'v1' }],
  ['repository_dispatch', { repository }, MAIN, { kind: 'default' }],
  ['release', { repository, release: { tag_name: 'v2' } }, TAG, { kind: 'version', tag: 'v2' }],
  [
    'deployment',
    { repository, deployment: {} },
    { ...MAIN, GITHUB_ACTOR: 'dependabot[bot]' },
    { kind: 'version', isUntrusted: true },
  ],
])('%s %j %j', (name, payload, env, event) => {
  const found = read(name, payload, env);
  expect(found).toMatchObject({ sha: C, repository: { owner: 'org', repo: 'app' } });
  expect({ before: undefined, ...found }).toMatchObject(event);
});

it.each<[string, unknown, RegExp]>([
  ['pull_request', { repository }, /pull_request/],
  ['pull_request', {}, /repository/],
  ['pull_request', pull({ sha: 'main' }), /sha/],
  ['pull_request', 'no object', /repository/],
  ['merge_group', { repository }, /merge_group/],
  ['push', undefined, /repository/],
])('%s with the payload %j, which is not of GitHub, is an error', (name, payload, words) => {
  expect(() => read(name, payload, MAIN)).toThrow(words);
});

it('without a commit is an error', () => {
  expect(() => read('push', { repository }, { GITHUB_SHA: 'main' })).toThrow('GITHUB_SHA');
});

it('an error never quotes the payload', () => {
  expect(() => read('push', { repository: 'sk-secret' })).toThrow(/^(?!.*secret)/s);
});
