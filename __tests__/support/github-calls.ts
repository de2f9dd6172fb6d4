/** A request to the local GitHub, its reply, and the handler between them. */
import type { Pull, State } from './github-state.ts';

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
  /** A Buffer is sent unchanged, null as no body, another value as JSON. */
  body: unknown;
  headers?: Record<string, string>;
}

export type Handler = (call: GitHubCall, state: State) => GitHubReply;

export const pullOf = (call: GitHubCall, state: State): Pull | undefined =>
  state.pulls.find(({ number }) => number === Number(call.params['pull_number']));

/** The item that a call changes. To change one of another author is a violation. */
export function ownOf<Written extends { id: number; user: { login: string } | null }>(
  all: readonly Written[],
  id: 'comment_id' | 'review_id',
  call: GitHubCall,
  state: State,
) {
  const found = all.find((one) => one.id === Number(call.params[id]));
  if (found && found.user?.login !== state.login)
    call.violation(`touches what ${found.user?.login} wrote`);
  return found;
}
