/** A request to the GitHub server of the tests, its reply, and what turns one into the other. */
import type { Pull, State } from './github-state.ts';

/** A request that has passed the description. */
export interface GitHubCall {
  params: Record<string, string>;
  query: Record<string, string>;
  /** Held to the description already, so that an operation may cast it. */
  body: unknown;
  url: URL;
  /** Records what the description lets pass and GitHub would not. */
  violation(message: string): void;
}

export interface GitHubReply {
  status: number;
  /** A Buffer is sent as it is, null as nothing, all else as JSON. */
  body: unknown;
  headers?: Record<string, string>;
}

export type Handler = (call: GitHubCall, state: State) => GitHubReply;

export const pullOf = (call: GitHubCall, state: State): Pull | undefined =>
  state.pulls.find(({ number }) => number === Number(call.params['pull_number']));

/** The one of these that a call changes. Changing one of another author is a violation. */
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
