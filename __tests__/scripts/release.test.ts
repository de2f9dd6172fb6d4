import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { commit, createRepository, git, put, temporaryFolder } from '../support/repository.ts';

const run = promisify(execFile);
let folder: string;

beforeEach(() => {
  folder = temporaryFolder();
  createRepository(folder, { 'README.md': 'on main' });
  git(folder, 'update-ref', 'refs/remotes/origin/main', 'HEAD');
});

interface Release {
  repository?: string;
  tag?: string;
  version?: string;
  changelog?: string;
}

/** Runs scripts/check-release.mjs on a tag as the workflow does. @returns its output */
async function check({
  repository = 'github:acme/sensitivity-action',
  tag = 'v1.2.3',
  version = '1.2.3',
  changelog = '## [1.2.3] - 2026-11-22\n',
}: Release = {}) {
  const written = JSON.stringify({ name: 'sensitivity-action', version, repository });
  put(folder, { 'package.json': written, 'CHANGELOG.md': changelog });
  const env = { PATH: process.env.PATH, TAG: tag, GITHUB_REPOSITORY: 'acme/sensitivity-action' };
  const options = { env, cwd: folder };
  return run(process.execPath, [path.resolve('scripts/check-release.mjs')], options).then(
    ({ stdout }) => stdout,
    ({ code, stderr }: { code: number; stderr: string }) => `exit ${code}: ${stderr}`,
  );
}

it('releases a tag on main, by the publisher that package.json names, with its version and its changes', async () => {
  expect(await check()).toMatch(/^v1\.2\.3 /);
});

it.each([
  ['a placeholder for a publisher', { repository: 'github:org/sensitivity-action' }, /'org'/],
  [
    'another publisher',
    { repository: 'github:other/sensitivity-action' },
    /other\/sensitivity-action/,
  ],
  ['no publisher', { repository: '' }, /OWNER/],
  ['another version', { tag: 'v1.2.4' }, /v1\.2\.4/],
  ['no changes', { changelog: '## [1.2.2] - 2026-01-01\n' }, /## \[1\.2\.3\]/],
])('refuses %s', async (_what, release, said) => {
  const answer = await check(release);
  expect(answer).toMatch(/^exit 1/);
  expect(answer).not.toMatch(/::error::[^]*::error::/);
  expect(answer).toMatch(said);
});

it('refuses a commit that is not on main', async () => {
  commit(folder, {}, 'beside main');
  expect(await check()).toMatch(/^exit 1: ::error::.* main\b/);
});

it('every mention of the publisher is written from package.json', async () => {
  const { withMentions } = (await import(path.resolve('scripts/publisher.mjs'))) as {
    withMentions: (text: string, who: object) => string;
  };
  const who = { owner: 'acme', name: 'sensitivity-action', major: '2' };
  const page = [
    'uses: org/sensitivity-action@v1',
    'npx github:org/sensitivity-action plan',
    'https://raw.githubusercontent.com/org/sensitivity-action/v1/schema',
    '@org/maintainers',
    '<!-- publisher -->',
    '> a warning',
    '<!-- /publisher -->',
    'uses: actions/checkout@v7',
  ];
  expect(withMentions(page.join('\n'), who).split('\n')).toEqual([
    'uses: acme/sensitivity-action@v2',
    'npx github:acme/sensitivity-action plan',
    'https://raw.githubusercontent.com/acme/sensitivity-action/v2/schema',
    '@acme/maintainers',
    '<!-- publisher -->',
    '<!-- /publisher -->',
    'uses: actions/checkout@v7',
  ]);
  // The way back: with a placeholder account, the warning stands above the first workflow.
  const readme = readFileSync('README.md', 'utf8');
  const placeholder = withMentions(readme, { ...who, owner: 'org' });
  const warning = placeholder.indexOf('`org` is a placeholder');
  expect(warning).toBeGreaterThan(0);
  expect(warning).toBeLessThan(placeholder.indexOf('uses: org/sensitivity-action@'));
});
