// One review a gate, with a comment at each finding, kept up to date from run to run.

import { ONCE, type Client, createOnce, explainRefusal, ifFound } from './client.ts';
import { isWrittenBy, hasMarker, isSameText, ownLogin, type PullRef } from './comment.ts';
import { listChangedFiles } from './diff.ts';
import type { Finding } from './findings.ts';
import { placeFindings, type LineRange, type PlacedFinding } from './place-findings.ts';

interface ReviewRequest {
  pull: PullRef;
  /** Commit that was judged. */
  head: string;
  /** From `identifyGate`. */
  gateId: string;
  /** Most important first. */
  findings: readonly Finding[];
  /** The text of the review in Markdown, by the number of its comments. */
  summary: (count: number) => string;
}

type Pulls = Client['rest']['pulls'];
type Comment = Awaited<ReturnType<Pulls['listReviewComments']>>['data'][number];
type Review = Awaited<ReturnType<Pulls['listReviews']>>['data'][number];

const NO_LONGER_SEEN = 'No longer seen on commit';
const PENDING_REVIEW =
  'No review was written: the same login has a pending review of another action, and GitHub allows only one. Submit or delete it, then run the job again.';

/**
 * Writes the review of a gate, or updates it. A comment that someone answered is never deleted.
 *
 * @returns why no review was written; undefined if one was
 * @throws GitHubError
 */
export async function publishReview(client: Client, request: ReviewRequest) {
  const { pull } = request;
  return explainRefusal(`review pull request ${pull.pull_number}`, async () => {
    const { data } = await client.rest.pulls.get(pull);
    const { sha } = data.head;
    if (sha === request.head)
      return new ReviewWriter(client, request, await ownLogin(client)).publish();
    return `No review was written: the pull request moved on to commit ${sha.slice(0, 7)}, and this run judged ${request.head.slice(0, 7)}.`;
  });
}

class ReviewWriter {
  private readonly client: Client;
  private readonly pulls: Pulls;
  private readonly request: ReviewRequest;
  private readonly login: string;
  /** Begins the marker of the review and of each comment. */
  private readonly prefix: string;

  constructor(client: Client, request: ReviewRequest, login: string) {
    this.client = client;
    this.pulls = client.rest.pulls;
    this.request = request;
    this.login = login;
    this.prefix = `<!-- sensitivity-action:${request.gateId}:review`;
  }

  async publish() {
    const { pull, findings, summary } = this.request;
    const reviews = await this.listReviews();
    if (reviews.some(({ state }) => state === 'PENDING')) return PENDING_REVIEW;
    const files = findings.length === 0 ? [] : await listChangedFiles(this.client, pull);
    const marked = placeFindings(findings, files).map((finding) => {
      return { ...finding, body: `${this.markerOf(finding)}\n${finding.body}` };
    });
    const commented = await this.updateComments(marked);
    const added = marked.filter((finding) => !commented.has(finding));
    const body = `${this.prefix} -->\n${summary(marked.length)}`;
    const existing = this.reviewOfGate(reviews);
    if (existing) await this.editReview(existing, body);
    else if (added.length > 0) await this.createReview(added, body);
    // A new review holds the comments on lines: its endpoint takes none on a file.
    const notInReview = existing ? added : added.filter(({ lines }) => !lines);
    for (const finding of notInReview) await this.postComment(finding);
    return undefined;
  }

  private async listReviews() {
    const reviews = await this.client.paginate(this.pulls.listReviews, {
      ...this.request.pull,
      per_page: 100,
    });
    return reviews.filter((review) => isWrittenBy(this.login, review));
  }

  private markerOf({ kind }: PlacedFinding) {
    return `${this.prefix}:${kind} -->`;
  }

  /**
   * Edits or retires our comments of earlier runs. @returns the findings that have a comment now
   */
  private async updateComments(findings: readonly PlacedFinding[]) {
    const commented = new Set<PlacedFinding>();
    const comments = await this.listComments();
    const answered = new Set(comments.map(({ in_reply_to_id: id }) => id));
    for (const comment of comments) {
      if (!this.isActive(comment)) continue;
      const seen = findings.find(
        (finding) => !commented.has(finding) && this.isAbout(comment, finding),
      );
      if (seen) {
        commented.add(seen);
        await this.editComment(comment, seen.body);
      } else await this.retireComment(comment, answered.has(comment.id));
    }
    return commented;
  }

  private listComments() {
    return this.client.paginate(this.pulls.listReviewComments, {
      ...this.request.pull,
      per_page: 100,
    });
  }

  /** True for a comment of this gate whose finding was still seen in the last run. */
  private isActive(comment: Comment) {
    return (
      isWrittenBy(this.login, comment) && hasMarker(comment, this.prefix) && !isRetired(comment)
    );
  }

  /**
   * True for a comment of this kind at the place of the finding. An outdated comment has no line.
   */
  private isAbout(comment: Comment, finding: PlacedFinding) {
    const { path, lines } = finding;
    if (comment.path !== path || !hasMarker(comment, this.markerOf(finding))) return false;
    if (lines === undefined) return comment.subject_type === 'file';
    return comment.line === lines.last && (comment.start_line ?? lines.last) === lines.first;
  }

  private async editComment({ id, body: old }: Comment, body: string) {
    if (isSameText(old, body)) return;
    await ifFound(() =>
      this.pulls.updateReviewComment({ ...this.request.pull, comment_id: id, body }),
    );
  }

  /**
   * Deletes a comment. If someone answered it, its text says instead that the finding is gone. To
   * resolve its thread would take `contents: write`, which the action never asks for.
   */
  private async retireComment(comment: Comment, isAnswered: boolean) {
    if (isAnswered) {
      const [marker] = comment.body.split(/\r?\n/);
      await this.editComment(
        comment,
        `${marker}\n${NO_LONGER_SEEN} ${this.request.head.slice(0, 7)}.`,
      );
      return;
    }
    await ifFound(() =>
      this.pulls.deleteReviewComment({ ...this.request.pull, comment_id: comment.id }),
    );
  }

  private reviewOfGate(reviews: readonly Review[]) {
    return reviews.find((review) => hasMarker(review, `${this.prefix} -->`));
  }

  private async editReview({ id, body: old }: Review, body: string) {
    if (isSameText(old, body)) return;
    await this.pulls.updateReview({ ...this.request.pull, review_id: id, body });
  }

  /** Posts the findings on lines in one review. */
  private async createReview(findings: readonly PlacedFinding[], body: string) {
    const { pull, head } = this.request;
    const comments = findings.flatMap(({ path, body: text, lines }) =>
      lines ? [{ path, body: text, ...positionOf(lines) }] : [],
    );
    const review = { ...pull, commit_id: head, body, comments, request: ONCE };
    await createOnce<unknown>(
      () => this.pulls.createReview({ ...review, event: 'COMMENT' }),
      async () => this.reviewOfGate(await this.listReviews()),
    );
  }

  private async postComment(finding: PlacedFinding) {
    const { path, body, lines } = finding;
    const position = lines ? positionOf(lines) : { subject_type: 'file' as const };
    const { pull, head } = this.request;
    const post = { ...pull, commit_id: head, path, body, ...position, request: ONCE };
    await createOnce<unknown>(
      () => this.pulls.createReviewComment(post),
      async () =>
        (await this.listComments()).find(
          (comment) => this.isActive(comment) && this.isAbout(comment, finding),
        ),
    );
  }
}

/** True if an earlier run has retired the comment. A finding that returns gets a new one. */
function isRetired({ body }: Comment) {
  return body.replaceAll('\r', '').includes(`-->\n${NO_LONGER_SEEN}`);
}

/**
 * The position of a comment. GitHub wants `start_line` below `line`, and only for several lines.
 */
function positionOf({ first, last }: LineRange) {
  const side = 'RIGHT' as const;
  if (first === last) return { line: last, side };
  return { line: last, side, start_line: first, start_side: side };
}
