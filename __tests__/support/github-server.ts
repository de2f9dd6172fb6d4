/**
 * A stateful GitHub on 127.0.0.1. `violations` lists each request and answer that GitHub's own
 * OpenAPI description refuses.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { respond, type GitHubOptions, type GitHubRequest, type Site } from './github-answer.ts';
import { loadContract } from './github-contract.ts';
import { newComment } from './github-fixtures.ts';
import { addReview, addReviewComment, type NewReviewComment } from './github-review-operations.ts';
import {
  createState,
  DEFAULT_BRANCH,
  timestamp,
  type Comment,
  type Pull,
  type ReviewComment,
  type State,
} from './github-state.ts';

export type { GitHubOptions, GitHubRequest } from './github-answer.ts';
export { failures, type GitHubFailure, type FailurePredicate } from './github-failures.ts';
export type { ChangedFile, Comment, Pull, Side } from './github-state.ts';

interface Seeded {
  login: string;
  body: string;
}

/** The parts of the state that tests read and change, in place. */
type OpenState = Pick<
  State,
  'comments' | 'pulls' | 'reviews' | 'reviewComments' | 'files' | 'releases' | 'tags'
>;

export interface GitHubServer extends Readonly<OpenState> {
  /** For GITHUB_API_URL and Octokit's baseUrl. */
  url: string;
  requests: GitHubRequest[];
  violations: string[];
  /**
   * How many requests each operation got, by operationId, as in
   * `{'issues/list-comments': 2, graphql: 1}`.
   */
  counts(): Record<string, number>;
  /** Adds comments of another author, a minute apart and older than those of clients. */
  seedComments(count: number, seeded: Seeded): Comment[];
  addPull(pull?: Partial<Pull>): Pull;
  /** Adds a review comment to the first pull request. */
  addReviewComment(comment: Omit<NewReviewComment, 'commit'>): ReviewComment;
  /** Adds a pending review that another action began with the same login. */
  beginReview(): void;
  close(): Promise<void>;
}

export async function startGitHub(options: GitHubOptions = {}): Promise<GitHubServer> {
  const contract = await loadContract();
  const server = createServer((request, response) => void respond(site, request, response));
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const state = createState(url, contract.complete, options.login ?? 'github-actions[bot]');
  const site: Site = { options, contract, state, requests: [], violations: [] };
  const { requests, violations } = site;

  return {
    ...state,
    requests,
    violations,

    counts: () => {
      const counts: Record<string, number> = {};
      for (const { operation } of requests) counts[operation] = (counts[operation] ?? 0) + 1;
      return counts;
    },

    seedComments: (count, seeded) => {
      const added = Array.from({ length: count }, (_, index) =>
        newComment(state, {
          ...seeded,
          issue: state.pulls[0]?.number ?? 1,
          created: timestamp(new Date(Date.UTC(2025, 0, 1, 0, index))),
        }),
      );
      state.comments.push(...added);
      return added;
    },

    addPull: (known = {}) => {
      const pull: Pull = {
        number: 1,
        head: { ref: 'feature', sha: 'b'.repeat(40) },
        base: { ref: DEFAULT_BRANCH, sha: 'a'.repeat(40) },
        ...known,
      };
      state.pulls.push(pull);
      return pull;
    },

    addReviewComment: (given) =>
      addReviewComment(state, state.pulls[0]!.number, {
        ...given,
        commit: state.pulls[0]!.head.sha,
      }),

    beginReview: () => {
      const [pull] = state.pulls;
      addReview(state, pull!.number, {
        login: state.login,
        body: '',
        commit: pull!.head.sha,
        state: 'PENDING',
      });
    },

    close: () =>
      new Promise((closed) => {
        // A test may have closed it.
        server.close(() => {
          closed();
        });
        server.closeAllConnections();
      }),
  };
}
