/**
 * GitHub's objects, written out where a client may look and completed from the description
 * elsewhere.
 */
import { createHash } from 'node:crypto';
import {
  REPOSITORY,
  timestamp,
  type ChangedFile,
  type Comment,
  type Data,
  type Pull,
  type Rest,
  type Side,
  type State,
} from './github-state.ts';

type User = NonNullable<Comment['user']>;
type PullRequest = Data<Rest['pulls']['get']>;
type DiffEntry = Data<Rest['pulls']['listFiles']>[number];

export const WEB = `https://github.com/${REPOSITORY}`;

/** The same login has the same id in every run. */
export function user(state: State, login: string) {
  const id = createHash('sha1').update(login).digest().readUInt32BE();
  return state.complete<User>('simple-user', {
    login,
    id,
    type: login.endsWith('[bot]') ? 'Bot' : 'User',
  });
}

interface NewComment {
  issue: number;
  login: string;
  body: string;
  created?: string;
}

export function newComment(
  state: State,
  { issue, login, body, created = timestamp() }: NewComment,
) {
  const id = state.nextId();
  const api = `${state.url}/repos/${REPOSITORY}/issues`;
  return state.complete<Comment>('issue-comment', {
    id,
    url: `${api}/comments/${id}`,
    html_url: `${WEB}/pull/${issue}#issuecomment-${id}`,
    issue_url: `${api}/${issue}`,
    user: user(state, login),
    body,
    created_at: created,
    updated_at: created,
  });
}

export function pullRequestObject(state: State, { number, head, base }: Pull) {
  const side = ({ ref, sha }: Side) => ({ label: `octo-org:${ref}`, ref, sha });
  return state.complete<PullRequest>('pull-request', {
    number,
    html_url: `${WEB}/pull/${number}`,
    head: side(head),
    base: side(base),
  });
}

export function diffEntry(state: State, file: ChangedFile) {
  const sha = createHash('sha1').update(file.filename).digest('hex');
  return state.complete<DiffEntry>('diff-entry', { sha, ...file });
}
