/** A request to the local GitHub, its reply, and the handler between them. */
import type { State } from './github-state.ts';

/** A request that has passed the description. */
export interface GitHubCall {
  params: Record<string, string>;
  query: Record<string, string>;
  /** The description was checked, so an operation may cast it. */
  body: unknown;
  url: URL;
  /** Records a fault that the description allows and GitHub refuses. */
  violation(message: string): void;
}

export interface GitHubReply {
  status: number;
  /** A text is sent as HTML, null as no body, another value as JSON. */
  body: unknown;
  headers?: Record<string, string>;
}

export type Handler = (call: GitHubCall, state: State) => GitHubReply;

/** The pull request of a call. No client of ours asks for one that is missing. */
export function pullOf(call: GitHubCall, state: State) {
  const number = Number(call.params['pull_number']);
  const pull = state.pulls.find((candidate) => candidate.number === number);
  if (!pull) throw new Error(`no pull request ${number}`);
  return pull;
}

/** The reason why GitHub refuses the text of a comment or review; undefined if it does not. */
export function bodyProblem(body = '') {
  if (body.trim() === '') return 'Body cannot be blank';
  // Characters count, not bytes: an emoji counts once.
  return Array.from(body).length > 65_536
    ? 'Body is too long (maximum is 65536 characters)'
    : undefined;
}

/** The item that a call changes. To change one of another author is a violation. */
export function ownOf<Written extends { id: number; user: { login: string } | null }>(
  all: readonly Written[],
  id: 'comment_id' | 'review_id',
  call: GitHubCall,
  state: State,
) {
  const item = all.find((candidate) => candidate.id === Number(call.params[id]));
  if (item && item.user?.login !== state.login)
    call.violation(`touches what ${item.user?.login} wrote`);
  return item;
}
