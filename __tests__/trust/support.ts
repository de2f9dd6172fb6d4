/** A git server and a checkout of it, as actions/checkout makes one. */
import path from 'node:path';
import type { Overrides } from '../../src/config/config.ts';
import { readEvent } from '../../src/github/event.ts';
import { ruleOnCheckout } from '../../src/action/checkout.ts';
import type { Ruling, RulesAndRows } from '../../src/trust/ruling-types.ts';
import '../support/git-session.ts';
import { deskFiles, PROMPT_PATH, ROWS_PATH, rows as deskRows } from '../support/desk.ts';
import { CONFIG_PATH, pullRequestOf, type RunnerEvent } from '../support/gate.ts';
import { startRepository } from '../support/git-writer.ts';
import {
  createPullCommits,
  git,
  put,
  temporaryFolder,
  type PullCommits,
  type Tree,
} from '../support/repository.ts';

export { deskConfig as gateConfig, PROMPT_PATH, ROWS_PATH } from '../support/desk.ts';
export const PROMPT = 'Answer from the price list.\n\n{text}\n';
export const QUESTIONS = ['red', 'green', 'blue', 'white', 'black', 'green'].map((answer, i) => {
  return { id: `item-${i}`, text: `What is the colour of item ${i}?`, answer };
});

export const rows = (questions: readonly object[] = QUESTIONS): string => deskRows(questions);

export const gateFiles = (over: Tree = {}): Tree =>
  deskFiles({ [PROMPT_PATH]: PROMPT, [ROWS_PATH]: rows(), ...over });

export interface Story {
  base?: Tree;
  head?: Tree;
  /** Runs in the server's repository, after both commits. */
  then?: (origin: string, commits: PullCommits) => void;
  event?: (commits: PullCommits) => RunnerEvent;
  /** The only commit that is fetched and checked out. By default the merge in a whole clone. */
  checkout?: (commits: PullCommits) => string;
  /** The address of the server. By default its folder. */
  url?: string;
  token?: string;
  /** The `path` of actions/checkout. */
  folder?: string;
  /** Files that earlier steps left in the workspace. */
  left?: Tree;
  config?: string;
  configRef?: 'base' | 'head';
  overrides?: Overrides;
  mergeBase?: (commits: PullCommits) => string;
  /** The folder with the program `git`. */
  programs?: string;
  release?: (commits: PullCommits) => { name: string; commit: string };
}

export interface Told extends Ruling {
  commits: PullCommits;
  /** Warnings and notices, joined. */
  told: string;
}

/** The number of rows that the first test reads. */
export async function rowsRead({ config, readRows }: RulesAndRows) {
  const [test] = config.tests;
  return test && (await readRows(test.data)).rows.length;
}

/** The ruling of a workflow. */
export async function rulingOn(story: Story = {}) {
  const root = temporaryFolder();
  const origin = path.join(root, 'origin');
  const { base = gateFiles(), head = {}, folder = '', left = {} } = story;
  const isShallow = story.checkout !== undefined || folder !== '';
  const commits = createPullCommits(origin, base, head);
  story.then?.(origin, commits);
  const workspace = isShallow ? path.join(root, 'workspace') : origin;
  const url = `file://${origin}`;
  if (isShallow)
    checkOut(path.join(workspace, folder), url, story.checkout?.(commits) ?? commits.merge);
  put(workspace, left);
  const runner = story.event?.(commits) ?? pullRequestOf(commits);
  const env = { GITHUB_SHA: commits.merge, GITHUB_REPOSITORY: 'octo-org/octo-repo', ...runner.env };
  const result = await ruleOnCheckout({
    event: readEvent(runner.name, runner.payload, env),
    workspace,
    env: { PATH: story.programs ?? process.env['PATH'], RUNNER_TEMP: root },
    remote: { url: story.url ?? url, token: story.token ?? 'ghs_trust' },
    config: story.config ?? path.posix.join(folder, CONFIG_PATH),
    configRef: story.configRef ?? 'base',
    overrides: story.overrides ?? {},
    mergeBase: () => Promise.resolve((story.mergeBase ?? (() => commits.base))(commits)),
    previousRelease: () => Promise.resolve(story.release?.(commits)),
  });
  return { ...result, commits, told: [...result.warnings, ...result.notices].join('\n') };
}

/** Checks out one commit, and fetches no other. */
function checkOut(folder: string, url: string, sha: string) {
  startRepository(folder);
  git(folder, 'fetch', '--quiet', '--depth=1', url, sha);
  git(folder, 'checkout', '--quiet', '--detach', 'FETCH_HEAD');
}

const STRANGER = { full_name: 'a-stranger/octo-repo' };

export const fork = (commits: PullCommits): RunnerEvent =>
  pullRequestOf(commits, { head: { sha: commits.head, repo: STRANGER } });

export const target = (commits: PullCommits): RunnerEvent => ({
  ...pullRequestOf(commits),
  name: 'pull_request_target',
  env: { GITHUB_SHA: commits.base },
});

export const dependabot = (commits: PullCommits): RunnerEvent => ({
  ...pullRequestOf(commits),
  env: { GITHUB_ACTOR: 'dependabot[bot]' },
});

/** An event of the repository itself, at a ref. */
export function eventAt(name: string, ref: string, sha: string, more: object = {}) {
  const repository = { default_branch: 'main', full_name: 'octo-org/octo-repo' };
  return { name, payload: { repository, ...more }, env: { GITHUB_REF: ref, GITHUB_SHA: sha } };
}
