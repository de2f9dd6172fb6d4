/**
 * Reviews of a pull request, their inline comments, and the diff that both are held to.
 */
import { createTwoFilesPatch, diffArrays } from 'diff';
import { failures, type GitHubFailure } from './github-failures.ts';
import { diffEntry, user, WEB } from './github-fixtures.ts';
import { bodyProblem, ownOf, pullOf, type GitHubCall, type Handler } from './github-calls.ts';
import { pageReply } from './github-pagination.ts';
import {
  REPOSITORY,
  timestamp,
  type ChangedFile,
  type Pull,
  type Review,
  type ReviewComment,
  type State,
} from './github-state.ts';

const textAt = (state: State, commit: string, path: string) => state.files.get(`${commit}:${path}`);

/** The files of the diff. GitHub leaves the patch of a large file out. */
function diffFilesOf(state: State, pull: Pull): ChangedFile[] {
  const { base, head, renamed = {}, withoutPatch = [] } = pull;
  const oldNames = new Set(Object.values(renamed));
  const names = new Set([...state.files.keys()].map((key) => key.slice(key.indexOf(':') + 1)));
  return [...names].toSorted().flatMap((filename) => {
    const before = textAt(state, base.sha, renamed[filename] ?? filename);
    const after = textAt(state, head.sha, filename);
    if (before === after || (after === undefined && oldNames.has(filename))) return [];
    const file: ChangedFile = { filename, status: 'modified' };
    if (before === undefined) file.status = 'added';
    if (after === undefined) file.status = 'removed';
    if (renamed[filename])
      Object.assign(file, { status: 'renamed', previous_filename: renamed[filename] });
    if (!withoutPatch.includes(filename)) file.patch = patchOf(before, after);
    return [file];
  });
}

/** The hunks alone. A count of 1 is left out, as git does. */
function patchOf(before = '', after = '') {
  const patch = createTwoFilesPatch('a', 'b', before, after, '', '', { context: 3 });
  return patch
    .slice(patch.indexOf('@@'))
    .replaceAll(/^@@.*@@$/gm, (header) => header.replaceAll(/,1(?= )/g, ''));
}

interface Anchor {
  path: string;
  line?: number;
  side?: string;
  start_line?: number;
  start_side?: string;
  subject_type?: 'line' | 'file';
}

/** The reason why GitHub refuses a position; undefined if it does not. */
function positionProblem(
  call: GitHubCall,
  state: State,
  pull: Pull,
  at: Anchor,
): string | undefined {
  const file = diffFilesOf(state, pull).find(({ filename }) => filename === at.path);
  if (!file) return 'Path could not be resolved';
  if (at.subject_type === 'file') return undefined;
  const { line = 0, start_line: first = line } = at;
  if (at.start_line !== undefined && at.start_line >= line)
    call.violation(`start_line ${at.start_line} is not below line ${line}`);
  if (at.side !== 'RIGHT') call.violation(`side ${at.side}: only the head's lines are modelled`);
  const hunks = [...(file.patch ?? '').matchAll(/^@@ -\S+ \+(\d+)(?:,(\d+))? @@/gm)].map(
    (header) => {
      const start = Number(header[1]);
      return [start, start + Number(header[2] ?? 1) - 1] as const;
    },
  );
  return hunks.some(([start, end]) => start <= first && line <= end)
    ? undefined
    : 'Line could not be resolved';
}

const UNPROCESSABLE = 'Unprocessable Entity';
const PENDING = 'User can only have one pending review per pull request';
const hasPending = (state: State) =>
  state.reviews.some((review) => review.state === 'PENDING' && review.user?.login === state.login);
const simple = (error: string): GitHubFailure => ({
  status: 422,
  body: { message: UNPROCESSABLE, errors: [error] },
});

export interface NewReviewComment extends Anchor {
  login: string;
  body: string;
  commit: string;
  review?: number;
  inReplyTo?: number;
}

export function addReviewComment(
  state: State,
  number: number,
  given: NewReviewComment,
): ReviewComment {
  const {
    login,
    body,
    commit,
    path,
    line,
    start_line,
    subject_type = 'line',
    inReplyTo,
    review,
  } = given;
  const id = state.nextId();
  const api = `${state.url}/repos/${REPOSITORY}/pulls`;
  const html_url = `${WEB}/pull/${number}#discussion_r${id}`;
  const comment = state.complete<ReviewComment>('pull-request-review-comment', {
    id,
    url: `${api}/comments/${id}`,
    html_url,
    pull_request_url: `${api}/${number}`,
    // GitHub makes a review for each single comment.
    pull_request_review_id: review ?? addReview(state, number, { login, body: '', commit }).id,
    user: user(state, login),
    body,
    path,
    subject_type,
    commit_id: commit,
    original_commit_id: commit,
    original_line: line,
    line,
    side: line === undefined ? undefined : 'RIGHT',
    original_start_line: start_line,
    start_line,
    start_side: start_line === undefined ? undefined : 'RIGHT',
    in_reply_to_id: inReplyTo,
    created_at: timestamp(),
    updated_at: timestamp(),
  });
  state.reviewComments.push(comment);
  return comment;
}

export function addReview(
  state: State,
  number: number,
  given: { login: string; body: string; commit: string; state?: string },
): Review {
  const id = state.nextId();
  const pull_request_url = `${state.url}/repos/${REPOSITORY}/pulls/${number}`;
  const html_url = `${WEB}/pull/${number}#pullrequestreview-${id}`;
  const review = state.complete<Review>('pull-request-review', {
    id,
    user: user(state, given.login),
    body: given.body,
    html_url,
    pull_request_url,
    state: given.state ?? 'COMMENTED',
    commit_id: given.commit,
    submitted_at: timestamp(),
  });
  state.reviews.push(review);
  return review;
}

/** The line of the head to which a comment's line moved; null for an outdated comment. */
function lineNow(
  state: State,
  pull: Pull,
  { path, original_commit_id: commit }: ReviewComment,
  line: number,
): number | null {
  const [then, now] = [textAt(state, commit, path), textAt(state, pull.head.sha, path)].map(
    (text) => text?.split('\n'),
  );
  if (!then || !now) return null;
  let [old, fresh] = [0, 0];
  for (const { added, removed, count } of diffArrays(then, now)) {
    if (!added && !removed && line > old && line <= old + count) {
      const found = fresh + line - old;
      return positionProblem({ violation: () => undefined } as unknown as GitHubCall, state, pull, {
        path,
        line: found,
        side: 'RIGHT',
      })
        ? null
        : found;
    }
    if (!added) old += count;
    if (!removed) fresh += count;
  }
  return null;
}

/** A comment as GitHub lists it after further pushes. */
function shown(state: State, pull: Pull, comment: ReviewComment): ReviewComment {
  if (comment.subject_type === 'file') return { ...comment, line: null as unknown as number };
  const moved = (line?: number | null) =>
    typeof line === 'number' ? lineNow(state, pull, comment, line) : null;
  const line = moved(comment.original_line);
  const listed: ReviewComment = { ...comment, line: line as number };
  if (comment.original_start_line) listed.start_line = line && moved(comment.original_start_line);
  return listed;
}

export const reviewOperations: Record<string, Handler> = {
  'pulls/list-files': (call, state) => {
    const pull = pullOf(call, state);
    return pageReply(diffFilesOf(state, pull), call, (file) => diffEntry(state, file));
  },

  'pulls/list-review-comments': (call, state) => {
    const pull = pullOf(call, state);
    const listed = state.reviewComments.filter((one) =>
      one.pull_request_url.endsWith(`/${pull.number}`),
    );
    return pageReply(listed, call, (one) => shown(state, pull, one));
  },

  'pulls/list-reviews': (call, state) => {
    const listed = state.reviews.filter((one) =>
      one.pull_request_url.endsWith(`/${call.params['pull_number']}`),
    );
    return pageReply(listed, call);
  },

  'pulls/create-review': (call, state) => {
    const pull = pullOf(call, state);
    const {
      body,
      commit_id: commit = pull.head.sha,
      comments = [],
    } = call.body as {
      body?: string;
      commit_id?: string;
      comments?: (Anchor & { body: string })[];
    };
    if (hasPending(state)) return simple(PENDING);
    const problems = [
      bodyProblem(body),
      ...comments.flatMap((one) => [
        bodyProblem(one.body),
        positionProblem(call, state, pull, one),
      ]),
    ];
    const problem = problems.find((one) => one !== undefined);
    if (problem !== undefined) return simple(problem);
    const review = addReview(state, pull.number, { login: state.login, body: body!, commit });
    for (const one of comments)
      addReviewComment(state, pull.number, {
        ...one,
        login: state.login,
        commit,
        review: review.id,
      });
    return { status: 200, body: review };
  },

  'pulls/update-review': (call, state) => {
    const review = ownOf(state.reviews, 'review_id', call, state);
    if (!review) return failures.notFound();
    const { body } = call.body as { body: string };
    const problem = bodyProblem(body);
    if (problem !== undefined) return simple(problem);
    review.body = body;
    return { status: 200, body: review };
  },

  'pulls/create-review-comment': (call, state) => {
    const pull = pullOf(call, state);
    const { commit_id: commit, ...given } = call.body as Anchor & {
      body: string;
      commit_id: string;
    };
    const problem = hasPending(state)
      ? PENDING
      : (bodyProblem(given.body) ?? positionProblem(call, state, pull, given));
    if (problem !== undefined)
      return failures.validationFailed('PullRequestReviewComment', problem);
    const created = addReviewComment(state, pull.number, { ...given, login: state.login, commit });
    return { status: 201, body: shown(state, pull, created) };
  },

  'pulls/update-review-comment': (call, state) => {
    const found = ownOf(state.reviewComments, 'comment_id', call, state);
    if (!found) return failures.notFound();
    Object.assign(found, { body: (call.body as { body: string }).body, updated_at: timestamp() });
    return { status: 200, body: found };
  },

  'pulls/delete-review-comment': (call, state) => {
    const found = ownOf(state.reviewComments, 'comment_id', call, state);
    if (!found) return failures.notFound();
    if (state.reviewComments.some(({ in_reply_to_id }) => in_reply_to_id === found.id))
      call.violation('deletes an answered comment');
    state.reviewComments.splice(state.reviewComments.indexOf(found), 1);
    return { status: 204, body: null };
  },
};
