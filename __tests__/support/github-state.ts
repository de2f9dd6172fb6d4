/** The state of the local GitHub. Tests read and change it; the operations answer from it. */
import type { Client } from '../../src/github/client.ts';
import type { Completer } from './github-samples.ts';

export type Rest = Client['rest'];
/** What a method of GitHub's API answers with. */
export type Data<Method extends (...given: never[]) => Promise<{ data: unknown }>> = Awaited<
  ReturnType<Method>
>['data'];

export type Comment = Data<Rest['issues']['getComment']>;
export type Review = Data<Rest['pulls']['createReview']>;
export type ReviewComment = Data<Rest['pulls']['createReviewComment']>;

/** One end of a pull request. */
export interface Side {
  ref: string;
  sha: string;
}

export interface ChangedFile {
  filename: string;
  status: 'added' | 'removed' | 'modified' | 'renamed';
  previous_filename?: string;
  patch?: string;
}

/** The part of a pull request that tests care for. */
export interface Pull {
  number: number;
  title: string;
  state: 'open' | 'closed';
  merged: boolean;
  draft: boolean;
  labels: string[];
  login: string;
  /** `repository`, "owner/name", for a pull request from a fork. */
  head: Side & { repository?: string };
  base: Side;
  merge_commit_sha: string | null;
  /** Old paths of renamed files by the new ones. */
  renamed?: Record<string, string>;
  /** Files too large for GitHub to send a patch. */
  withoutPatch?: string[];
}

/** A release as tests write it; GitHub lists them in no promised order. */
export interface Release {
  tag: string;
  published?: string;
  draft?: boolean;
  prerelease?: boolean;
}

/** A tag, and how any head stands to it. */
export interface Tag {
  sha: string;
  status: 'ahead' | 'behind' | 'diverged' | 'identical';
  ahead: number;
}

export interface State {
  /** The address of the API, without a slash at its end. */
  url: string;
  /** Who the token belongs to. */
  login: string;
  /**
   * The only repository there is besides the forks that pull requests come from, as "owner/name".
   */
  repository: string;
  defaultBranch: string;
  comments: Comment[];
  pulls: Pull[];
  reviews: Review[];
  /** As they were written: what a later push makes of them is computed. */
  reviewComments: ReviewComment[];
  /**
   * Contents by ref and path in git's own notation, "main:docs/a.md". A ref is just the text that a
   * request names.
   */
  files: Map<string, string | Buffer>;
  releases: Release[];
  tags: Map<string, Tag>;
  complete: Completer;
  nextId(): number;
}

export interface StateOptions {
  login?: string;
  repository?: string;
  defaultBranch?: string;
}

export function createState(url: string, complete: Completer, options: StateOptions): State {
  // GitHub's ids have long left 32 bits behind.
  let lastId = 4_000_000_000;
  return {
    url,
    login: options.login ?? 'github-actions[bot]',
    repository: options.repository ?? 'octo-org/octo-repo',
    defaultBranch: options.defaultBranch ?? 'main',
    comments: [],
    pulls: [],
    reviews: [],
    reviewComments: [],
    files: new Map(),
    releases: [],
    tags: new Map(),
    complete,
    nextId: () => ++lastId,
  };
}

/** A pull request from a branch of the same repository, unless `known` says otherwise. */
export function createPull(state: State, known: Partial<Pull>): Pull {
  const number = known.number ?? 1;
  return {
    number,
    title: `Pull request ${number}`,
    state: 'open',
    merged: false,
    draft: false,
    labels: [],
    login: 'octocat',
    head: { ref: 'feature', sha: 'b'.repeat(40) },
    base: { ref: state.defaultBranch, sha: 'a'.repeat(40) },
    merge_commit_sha: null,
    ...known,
  };
}

/** Names of users and repositories are the same in any case. */
export const sameName = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

/** GitHub's timestamps have whole seconds. */
export const timestamp = (date: Date = new Date()): string =>
  date.toISOString().replace(/\.\d+Z$/, 'Z');
