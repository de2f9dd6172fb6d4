/** A request to the GitHub server of the tests, its reply, and what turns one into the other. */
import type { State } from './github-state.ts';

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
