/** The state of the local GitHub. Tests read and change it; the operations answer from it. */
import type { Client } from '../../src/github/client.ts';
import type { Completer } from './github-samples.ts';

export type Rest = Client['rest'];
/** The data of an answer to a method of GitHub's API. */
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

/** The part of a pull request that tests set. */
export interface Pull {
  number: number;
  head: Side;
  base: Side;
  /** Old paths of renamed files by the new ones. */
  renamed?: Record<string, string>;
  /** Files too large for GitHub to send a patch. */
  withoutPatch?: string[];
}

/** A release as tests write it. GitHub promises no order of releases. */
export interface Release {
  tag: string;
  published: string;
  draft?: boolean;
}

/** A tag, and its comparison with any head. */
interface Tag {
  sha: string;
  status: 'ahead' | 'behind' | 'diverged' | 'identical';
  ahead: number;
}

export interface State {
  /** The address of the API, without a slash at its end. */
  url: string;
  /** Owner of the token. */
  login: string;
  comments: Comment[];
  pulls: Pull[];
  reviews: Review[];
  /** As they were written. Answers compute their lines after later pushes. */
  reviewComments: ReviewComment[];
  /**
   * Contents by commit and path in git's notation, as in "SHA:docs/a.md".
   */
  files: Map<string, string>;
  releases: Release[];
  tags: Map<string, Tag>;
  complete: Completer;
  nextId(): number;
}

/** The only repository there is, and its default branch. */
export const REPOSITORY = 'octo-org/octo-repo';
export const DEFAULT_BRANCH = 'main';

export function createState(url: string, complete: Completer, login: string): State {
  // GitHub's ids need more than 32 bits.
  let lastId = 4_000_000_000;
  return {
    url,
    login,
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

/** GitHub's timestamps have whole seconds. */
export const timestamp = (date: Date = new Date()): string =>
  date.toISOString().replace(/\.\d+Z$/, 'Z');
