/** A request to the GitHub server of the tests, its reply, and what turns one into the other. */
import type { State } from './github-state.ts';

/** A request that has passed the description. */
export interface GitHubCall {
  params: Record<string, string>;
  query: Record<string, string>;
  /** Held to the description already, so that an operation may cast it. */
  body: unknown;
  url: URL;
  /** Whether the client asks for raw contents instead of JSON. */
  raw: boolean;
  /** "owner/name", from the path: the server's own, or a fork that a pull request comes from. */
  repository: string;
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
