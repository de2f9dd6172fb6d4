/**
 * GitHub's objects, written out where a client may look and completed from the description
 * elsewhere.
 */
import { createHash } from 'node:crypto';
import type { DeepPartial } from './github-samples.ts';
import {
  timestamp,
  type ChangedFile,
  type Comment,
  type Data,
  type Pull,
  type Rest,
  type State,
} from './github-state.ts';

type User = NonNullable<Comment['user']>;
type App = NonNullable<Comment['performed_via_github_app']>;
type PullRequest = Data<Rest['pulls']['get']>;
type Repository = PullRequest['head']['repo'];
type DiffEntry = Data<Rest['pulls']['listFiles']>[number];

export const WEB = 'https://github.com';

const isBot = (login: string): boolean => login.endsWith('[bot]');

/** The same login has the same id in every run, and github-actions[bot] has its real one. */
function userId(login: string): number {
  if (login === 'github-actions[bot]') return 41_898_282;
  return createHash('sha1').update(login).digest().readUInt32BE();
}

export function user(state: State, login: string): User {
  const url = `${state.url}/users/${encodeURIComponent(login)}`;
  const id = userId(login);
  return state.complete<User>('simple-user', {
    login,
    id,
    node_id: nodeId('User', id),
    avatar_url: `https://avatars.githubusercontent.com/u/${id}?v=4`,
    gravatar_id: '',
    url,
    html_url: isBot(login) ? `${WEB}/apps/${login.replace('[bot]', '')}` : `${WEB}/${login}`,
    type: isBot(login) ? 'Bot' : 'User',
    user_view_type: 'public',
  });
}

function app(state: State, login: string): App {
  const slug = login.replace('[bot]', '');
  const id = slug === 'github-actions' ? 15_368 : userId(slug);
  return state.complete<App>('nullable-integration', {
    id,
    slug,
    node_id: nodeId('App', id),
    name: slug === 'github-actions' ? 'GitHub Actions' : slug,
    html_url: `${WEB}/apps/${slug}`,
    owner: user(state, slug === 'github-actions' ? 'github' : slug),
    permissions: {},
    events: [],
  });
}

interface NewComment {
  issue: number;
  login: string;
  body: string;
  created?: string;
  /** Slug of the app that it came through, null for none; by default that of a bot's login. */
  app?: string | null;
}

export function comment(
  state: State,
  { issue, login, body, created = timestamp(), app: via = isBot(login) ? login : null }: NewComment,
): Comment {
  const id = state.nextId();
  const api = `${state.url}/repos/${state.repository}/issues`;
  const page = state.pulls.some(({ number }) => number === issue) ? 'pull' : 'issues';
  return state.complete<Comment>('issue-comment', {
    id,
    node_id: nodeId('IssueComment', id),
    url: `${api}/comments/${id}`,
    html_url: `${WEB}/${state.repository}/${page}/${issue}#issuecomment-${id}`,
    issue_url: `${api}/${issue}`,
    user: user(state, login),
    body,
    created_at: created,
    updated_at: created,
    author_association: isBot(login) ? 'NONE' : 'CONTRIBUTOR',
    performed_via_github_app: via === null ? null : app(state, via),
  });
}

/** `schema` is 'full-repository', or 'repository' as pull requests have it. */
export function repository(state: State, fullName: string, schema: string): Repository {
  const [owner = '', name = ''] = fullName.split('/');
  const id = userId(fullName);
  return state.complete<Repository>(schema, {
    id,
    node_id: nodeId('Repository', id),
    name,
    full_name: fullName,
    owner: user(state, owner),
    url: `${state.url}/repos/${fullName}`,
    html_url: `${WEB}/${fullName}`,
    default_branch: state.defaultBranch,
    visibility: 'public',
  });
}

export function pullRequestObject(state: State, pull: Pull): PullRequest {
  const home = state.repository;
  const api = `${state.url}/repos/${home}`;
  const page = `${WEB}/${home}/pull/${pull.number}`;
  const id = userId(`${home}#${pull.number}`);
  return state.complete<PullRequest>('pull-request', {
    merged: pull.merged,
    changed_files: 1,
    commits: 1,
    id,
    node_id: nodeId('PullRequest', id),
    number: pull.number,
    state: pull.state,
    title: pull.title,
    draft: pull.draft,
    labels: pull.labels.map((name) => ({
      id: userId(name),
      name,
      color: 'ededed',
      default: false,
      description: null,
    })),
    user: user(state, pull.login),
    url: `${api}/pulls/${pull.number}`,
    html_url: page,
    diff_url: `${page}.diff`,
    patch_url: `${page}.patch`,
    issue_url: `${api}/issues/${pull.number}`,
    comments_url: `${api}/issues/${pull.number}/comments`,
    head: side(state, pull.head),
    base: side(state, pull.base),
    merged_at: pull.merged ? timestamp() : null,
    merge_commit_sha: pull.merge_commit_sha,
  });
}

function side(state: State, end: Pull['head']): DeepPartial<PullRequest['head']> {
  const { ref, sha, repository: fullName = state.repository } = end;
  const [owner = ''] = fullName.split('/');
  const repo = repository(state, fullName, 'repository');
  return { label: `${owner}:${ref}`, ref, sha, user: user(state, owner), repo };
}

export function diffEntry(state: State, file: ChangedFile): DiffEntry {
  const sha = createHash('sha1').update(file.filename).digest('hex');
  const contents_url = `${state.url}/repos/${state.repository}/contents/${encodeURIComponent(file.filename)}`;
  return state.complete<DiffEntry>('diff-entry', { sha, contents_url, ...file });
}

/** Opaque to clients, and shaped like GitHub's old ones. */
export function nodeId(kind: string, id: number): string {
  return Buffer.from(`0${kind.length}:${kind}${id}`).toString('base64');
}
